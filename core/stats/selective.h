// What measuring only the best-forecast share of a pool would have found.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace kernelcast::stats {

struct RankedOutcome {
  double score = 0;    // what the pool is ranked by, larger is better
  double speedup = 0;  // measured S; 0 for a candidate that failed
};

// Shortfalls 1 - (best S among the measured) / (best S in the pool), 0..1, at the same number of
// measurements.
struct Regret {
  double gap = 0;           // measuring in the order of the scores
  double randomOrder = 0;   // measuring in random order
  double perfectOrder = 0;  // measuring in the order of S: the best comes first
  std::size_t measured = 0;
  std::size_t pool = 0;
};

// m = max(1, ceil(share * n)), at most n.
std::size_t measuredAtShare(std::size_t n, double share);

// Measures the top m of the pool by score; the mean over all orders of equal scores, and for randomOrder over
// all orders, is exact (order statistics of a subset drawn without replacement). O(n log n). None where no
// kernel of the pool works.
std::optional<Regret> regretAtShare(std::span<const RankedOutcome> pool, double share);

// Mean of max(0, best - max(floor, largest of k values drawn without replacement)). `ascending` is sorted,
// and 1 <= k <= its size: P(largest is the j-th) = C(j - 1, k - 1) / C(t, k).
double expectedShortfall(std::span<const double> ascending, std::size_t k, double floor, double best);

}  // namespace kernelcast::stats
