#include "core/stats/selective.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <vector>

#include "core/stats/exact_sum.h"

namespace kernelcast::stats {

std::size_t measuredAtShare(std::size_t n, double share) {
  // Rounded first: 0.07 * 100 is a little above 7 in binary, and measures 7.
  const double wanted = std::ceil(share * static_cast<double>(n) - 1e-9);
  const double m = std::clamp(wanted, 1.0, std::max(1.0, static_cast<double>(n)));
  return static_cast<std::size_t>(m);
}

double expectedShortfall(std::span<const double> ascending, std::size_t k, double floor, double best) {
  assert(k >= 1 && k <= ascending.size());
  ExactSum sum;
  double notAbove = 1;  // P(largest <= the j-th) = C(j, k) / C(t, k)
  for (std::size_t j = ascending.size(); j >= k; --j) {
    const double isThis = notAbove * static_cast<double>(k) / static_cast<double>(j);
    sum.add(isThis * std::max(0.0, best - std::max(floor, ascending[j - 1])));
    notAbove *= static_cast<double>(j - k) / static_cast<double>(j);
  }
  return sum.value();
}

std::optional<Regret> regretAtShare(std::span<const RankedOutcome> pool, double share) {
  std::vector<double> speedups;
  speedups.reserve(pool.size());
  for (const RankedOutcome& outcome : pool) speedups.push_back(outcome.speedup);
  std::sort(speedups.begin(), speedups.end());
  if (speedups.empty() || speedups.back() <= 0) return std::nullopt;
  const double best = speedups.back();

  Regret regret;
  regret.pool = pool.size();
  regret.measured = measuredAtShare(pool.size(), share);
  regret.randomOrder = expectedShortfall(speedups, regret.measured, 0, best) / best;

  // The score of the last place that is measured; places above it are certain, the rest go to the tie by
  // chance.
  std::vector<double> scores;
  scores.reserve(pool.size());
  for (const RankedOutcome& outcome : pool) scores.push_back(outcome.score);
  const auto last = scores.begin() + static_cast<std::ptrdiff_t>(regret.measured) - 1;
  std::nth_element(scores.begin(), last, scores.end(), std::greater<>());
  const double cut = *last;
  double bestAbove = 0;
  std::size_t above = 0;
  std::vector<double> tied;
  for (const RankedOutcome& outcome : pool) {
    if (outcome.score > cut) {
      bestAbove = std::max(bestAbove, outcome.speedup);
      ++above;
    } else if (outcome.score == cut) {
      tied.push_back(outcome.speedup);
    }
  }
  std::sort(tied.begin(), tied.end());
  regret.gap = expectedShortfall(tied, regret.measured - above, bestAbove, best) / best;
  return regret;
}

}  // namespace kernelcast::stats
