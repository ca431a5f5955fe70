#include "core/domain/forecast.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace kernelcast {

Result<BinProbabilities> normaliseProbabilities(const BinProbabilities& raw) {
  double sum = 0;
  for (std::size_t k = 0; k < raw.size(); ++k) {
    if (!std::isfinite(raw[k])) {
      return failure(Error::Kind::BadInput,
                     fmt::format("the probability of bin {} is not a finite number", k + 1));
    }
    if (raw[k] < 0) {
      return failure(Error::Kind::BadInput,
                     fmt::format("the probability of bin {} is negative ({:g})", k + 1, raw[k]));
    }
    sum += raw[k];
  }
  if (sum <= 0) return failure(Error::Kind::BadInput, "all eight probabilities are zero");
  if (!std::isfinite(sum)) return failure(Error::Kind::BadInput, "the probabilities overflow when added");
  BinProbabilities p = raw;
  // Input that already sums to one within rounding is kept bit for bit, so that export and import round-trip.
  if (std::abs(sum - 1.0) > 1e-12) {
    for (double& value : p) value /= sum;
  }
  return p;
}

BinProbabilities uniformProbabilities() {
  BinProbabilities p;
  p.fill(1.0 / kBinCount);
  return p;
}

double expectedLog2Speedup(const BinProbabilities& p) {
  double sum = 0;
  for (std::size_t k = 0; k < p.size(); ++k) sum += p[k] * kBinCentresLog2[k];
  return sum;
}

double expectedSpeedup(const BinProbabilities& p) { return std::exp2(expectedLog2Speedup(p)); }

double probabilityFaster(const BinProbabilities& p) { return p[4] + p[5] + p[6] + p[7]; }

double forecastQuantile(const BinProbabilities& p, double q) {
  static constexpr std::array<double, kBinCount + 1> kEdgesLog2{-3, -2, -1, -0.5, 0, 0.5, 1, 2, 3};
  q = std::clamp(q, 0.0, 1.0);
  double below = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    if (p[k] > 0 && q <= below + p[k]) {
      const double share = std::min((q - below) / p[k], 1.0);  // rounding must not leave the bin
      return std::exp2(kEdgesLog2[k] + share * (kEdgesLog2[k + 1] - kEdgesLog2[k]));
    }
    below += p[k];
  }
  // Rounding left q above the sum: the upper end of the last bin that holds any probability.
  std::size_t last = p.size();
  while (last > 1 && p[last - 1] <= 0) --last;
  return std::exp2(kEdgesLog2[last]);
}

double entropyNormalised(const BinProbabilities& p) {
  double entropy = 0;
  for (double value : p) {
    if (value > 0) entropy -= value * std::log(value);
  }
  return entropy / std::log(static_cast<double>(kBinCount));
}

double topTwoMargin(const BinProbabilities& p) {
  BinProbabilities sorted = p;
  std::nth_element(sorted.begin(), sorted.begin() + 1, sorted.end(), std::greater<>());
  return sorted[0] - sorted[1];
}

int argmaxBin(const BinProbabilities& p) {
  return static_cast<int>(std::max_element(p.begin(), p.end()) - p.begin()) + 1;
}

double probabilityFirstFaster(const BinProbabilities& a, const BinProbabilities& b) {
  double below = 0;  // P(B in a bin below k)
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    sum += a[k] * (below + 0.5 * b[k]);
    below += b[k];
  }
  return sum;
}

}  // namespace kernelcast
