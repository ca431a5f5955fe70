#include "core/stats/scores.h"

#include <algorithm>
#include <cmath>

namespace kernelcast::stats {

double brierScore(const BinProbabilities& p, int trueBin) {
  double sum = 0;
  for (int k = 1; k <= kBinCount; ++k) {
    const double miss = p[static_cast<std::size_t>(k) - 1] - (k == trueBin ? 1 : 0);
    sum += miss * miss;
  }
  return sum;
}

double rankedProbabilityScore(const BinProbabilities& p, int trueBin) {
  double cumulative = 0;
  double sum = 0;
  for (int k = 1; k < kBinCount; ++k) {
    cumulative += p[static_cast<std::size_t>(k) - 1];
    const double miss = cumulative - (trueBin <= k ? 1 : 0);
    sum += miss * miss;
  }
  return sum / (kBinCount - 1);
}

double logScore(const BinProbabilities& p, int trueBin) {
  // Subtracted from zero so that a perfect forecast scores 0 and not -0.
  return 0.0 - std::log(std::clamp(p[static_cast<std::size_t>(trueBin) - 1], kLogScoreClip, 1.0));
}

BinProbabilities smoothed(const BinProbabilities& p, const BinProbabilities& baseRates, double l) {
  BinProbabilities q{};
  for (std::size_t k = 0; k < q.size(); ++k) q[k] = (1 - l) * p[k] + l * baseRates[k];
  return q;
}

bool isDistribution(const BinProbabilities& p) {
  double sum = 0;
  for (const double value : p) {
    if (!(value >= 0)) return false;
    sum += value;
  }
  return std::abs(sum - 1) <= 1e-6;
}

}  // namespace kernelcast::stats
