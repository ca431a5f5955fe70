#include "core/stats/pools.h"

#include <cmath>
#include <map>
#include <numeric>

#include "core/stats/scores.h"

namespace kernelcast::stats {

Standing standingOf(const CandidateRow& row) {
  if (isFailure(row.status)) return Standing::Failed;
  if (std::isfinite(row.speedup) && row.speedup > 0) return Standing::Working;
  // NaN is "not known", which is no error unless the device called the kernel correct.
  return std::isnan(row.speedup) && row.status != RowStatus::Ok ? Standing::Unmeasured : Standing::DataError;
}

std::vector<Pool> poolsOf(const SessionTable& table, std::span<const int> rows) {
  std::map<PoolKey, std::vector<int>> byKey;
  auto current = byKey.end();
  for (const int index : rows) {
    const CandidateRow& row = table.rows[static_cast<std::size_t>(index)];
    const PoolKey key{row.task, row.device, row.surrogate};
    if (current == byKey.end() || current->first != key) current = byKey.try_emplace(key).first;
    current->second.push_back(index);
  }
  std::vector<Pool> pools;
  pools.reserve(byKey.size());
  for (auto& [key, members] : byKey) pools.push_back({key, std::move(members)});
  return pools;
}

std::vector<int> allRows(const SessionTable& table) {
  std::vector<int> rows(table.rows.size());
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

std::optional<double> rankingScore(const CandidateRow& row) {
  if (!row.hasForecast() || !isDistribution(row.probabilities)) return std::nullopt;
  return std::round(expectedSpeedup(row.probabilities) * 1e9) / 1e9;
}

namespace {

ScoredRows gather(const SessionTable& table, std::span<const int> rows, bool withFailures) {
  ScoredRows gathered;
  gathered.rows.reserve(rows.size());
  gathered.scores.reserve(rows.size());
  gathered.speedups.reserve(rows.size());
  for (const int index : rows) {
    const CandidateRow& row = table.rows[static_cast<std::size_t>(index)];
    const Standing standing = standingOf(row);
    if (standing != Standing::Working && !(withFailures && standing == Standing::Failed)) continue;
    const auto score = rankingScore(row);
    if (!score) continue;
    gathered.rows.push_back(index);
    gathered.scores.push_back(*score);
    gathered.speedups.push_back(standing == Standing::Working ? row.speedup : 0);
  }
  return gathered;
}

}  // namespace

ScoredRows workingRows(const SessionTable& table, std::span<const int> rows) {
  return gather(table, rows, false);
}
ScoredRows measuredRows(const SessionTable& table, std::span<const int> rows) {
  return gather(table, rows, true);
}

}  // namespace kernelcast::stats
