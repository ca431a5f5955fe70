// Where the forecast put kernels in the wrong order, by how sure it was and what that costs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/domain/session.h"

namespace kernelcast::analysis {

enum class MisrankKind {
  WrongOrder,        // both ran; the one that was forecast slower ran faster
  FailedUnforeseen,  // the one that was forecast faster failed
};

// Two kernels of one task, device and surrogate. Following the forecast one takes `favourite`; `better` was
// there.
struct Misrank {
  MisrankKind kind = MisrankKind::WrongOrder;
  int better = 0;  // indices into SessionTable::rows
  int favourite = 0;
  // log2 of the speedup that is lost: S_better / S_favourite; where the favourite failed the reference is
  // left, so S_better / 1, at least 0.
  double costLog2 = 0;
  double probabilityFavourite = 0;  // the forecast's own P(favourite faster than better), 0..1
  bool withinNoise = false;         // the measured intervals overlap
  // How sure it was, 0 (coin flip) .. 1.
  [[nodiscard]] double confidence() const {
    return probabilityFavourite > 0.5 ? 2 * probabilityFavourite - 1 : 0;
  }
  [[nodiscard]] double weight() const { return confidence() * costLog2; }
};

struct Misranks {
  std::vector<Misrank> list;    // heaviest first, then costliest
  std::int64_t wrongOrder = 0;  // pairs in all
  std::int64_t compared = 0;    // pairs that could be in the wrong order
  int failedUnforeseen = 0;  // failed kernels forecast above a working one; each is listed once, beside the
                             // best of those
  // The list holds the heaviest pairs there are. False: the heaviest of the kWeighed costliest wrong-order
  // pairs, and a pair that costs less might weigh more.
  bool complete = true;
};
inline constexpr std::size_t kWeighed = 20'000;

// Of the given rows. O(n log n + kWeighed log n). `workingOnly`: the list leaves failed kernels out; they are
// counted all the same.
Misranks misranks(const SessionTable& table, std::span<const int> rows, std::size_t limit = 500,
                  bool workingOnly = false);

// The pair of two rows, as the list would hold it. None where the forecast has them in the right order, where
// it or the measurement ties, where both failed, or where they are not of one task, device and surrogate.
std::optional<Misrank> misrankOf(const SessionTable& table, int a, int b);

// Every pair that one row is part of, heaviest first; a failed favourite counts beside each kernel that it
// was forecast above. O(n).
struct MisranksOfRow {
  std::vector<Misrank> list;  // at most `limit`
  int total = 0;
};
MisranksOfRow misranksOfRow(const SessionTable& table, int row, std::span<const int> rows,
                            std::size_t limit = 3);

// A kernel that was dropped on its forecast though it came near those that were measured.
struct NearCut {
  int row = 0;
  // Expected log2 speedup of the lowest deferred kernel of its pool, less its own. Below 0 where it was
  // forecast faster than that one: verdicts fall for each parent apart.
  double gapLog2 = 0;
};
// Nearest first, those above the cut before all others. A mistake among these would never be seen.
std::vector<NearCut> skippedNearCut(const SessionTable& table, std::span<const int> rows,
                                    std::size_t limit = 20);

}  // namespace kernelcast::analysis
