// Scores of one forecast against the true bin. Lower is better. Probabilities are finite and sum to one; bins
// are 1..8.
#pragma once

#include "core/domain/forecast.h"

namespace kernelcast::stats {

inline constexpr double kLogScoreClip = 1e-12;  // models emit exact zeros
inline constexpr double kLogSmoothing = 0.02;   // share of the base rates in a smoothed forecast
inline constexpr double kRawSumLow = 0.75;      // a raw probability sum outside is flagged
inline constexpr double kRawSumHigh = 1.1;

// sum_k (p_k - [y = k])^2, in 0..2 (Brier 1950).
double brierScore(const BinProbabilities& p, int trueBin);

// 1/(K - 1) sum_{k < K} (F_k - [y <= k])^2, in 0..1: the discrete CRPS (Epstein 1969).
double rankedProbabilityScore(const BinProbabilities& p, int trueBin);

// -ln p_y, p_y clipped to 1e-12..1: in 0..27.6.
double logScore(const BinProbabilities& p, int trueBin);

// (1 - l) p + l * baseRates.
BinProbabilities smoothed(const BinProbabilities& p, const BinProbabilities& baseRates,
                          double l = kLogSmoothing);

// Finite, none negative, summing to one within 1e-6. What is not takes no part in any figure.
bool isDistribution(const BinProbabilities& p);

}  // namespace kernelcast::stats
