// Pools: the candidates that one surrogate forecast for one task on one device. Orders are compared inside a
// pool.
#pragma once

#include <compare>
#include <optional>
#include <span>
#include <vector>

#include "core/domain/session.h"

namespace kernelcast::stats {

// Where a row stands when forecasts are judged.
enum class Standing {
  Working,     // a finite S > 0
  Failed,      // the candidate is at fault: no bin, S = 0 where a pool is measured
  Unmeasured,  // nothing known yet, or nothing that says anything of the kernel
  DataError,   // correct, but S is missing, not finite or not above zero: excluded and counted
};
Standing standingOf(const CandidateRow& row);

struct PoolKey {
  int task = -1;
  int device = -1;
  int surrogate = -1;
  auto operator<=>(const PoolKey&) const = default;
};
struct Pool {
  PoolKey key;
  std::vector<int> rows;  // indices into SessionTable::rows, ascending
};

// The given rows by pool, in the order of the keys.
std::vector<Pool> poolsOf(const SessionTable& table, std::span<const int> rows);

// 0 .. n - 1.
std::vector<int> allRows(const SessionTable& table);

// Expected speedup of the mean forecast, rounded to 1e-9 so that equal forecasts tie. None without a usable
// forecast.
std::optional<double> rankingScore(const CandidateRow& row);

// A pool's rows that have a ranking score, with the score and S (0 where the candidate failed), index by
// index.
struct ScoredRows {
  std::vector<int> rows;
  std::vector<double> scores;
  std::vector<double> speedups;
  [[nodiscard]] std::size_t size() const { return rows.size(); }
};
// Only working candidates, for orders; with failures, for regret. Neither holds unmeasured rows.
ScoredRows workingRows(const SessionTable& table, std::span<const int> rows);
ScoredRows measuredRows(const SessionTable& table, std::span<const int> rows);

}  // namespace kernelcast::stats
