// What a surrogate said of one candidate: eight probabilities, a predicted bin, a rationale.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "core/domain/result.h"
#include "core/domain/speedup_bin.h"

namespace kernelcast {

using BinProbabilities = std::array<double, kBinCount>;  // sums to 1, p[k - 1] is bin k

// Tokens and money of a model call, summed over its tries. Absent means the endpoint did not say.
struct Usage {
  std::optional<std::int64_t> inputTokens;
  std::optional<std::int64_t> outputTokens;
  std::optional<double> cost;  // in the currency of the endpoint's prices
  bool operator==(const Usage&) const = default;
};

struct Forecast {
  bool parsed = true;                // false: the answer could not be read, probabilities are uniform
  BinProbabilities probabilities{};  // normalised
  int predictedBin = 0;              // 1..8, 0 where not parsed
  double rawProbabilitySum = 1.0;    // before normalisation; flagged outside 0.75..1.1
  std::string rationale;
  std::string parseError;  // why, where parsed is false
  Usage usage;
  std::optional<double> elapsedMs;
  bool operator==(const Forecast&) const = default;
};

// Normalises eight raw probabilities. Negative, non-finite and all-zero input is refused with a sentence.
Result<BinProbabilities> normaliseProbabilities(const BinProbabilities& raw);
BinProbabilities uniformProbabilities();

// Expected log2 speedup, sum_k p_k c_k, and 2 to that (STATISTICS: expected speedup; 0.177..5.66).
double expectedLog2Speedup(const BinProbabilities& p);
double expectedSpeedup(const BinProbabilities& p);
// P(S > 1): bins above "≤ 1" under the prompt rule.
double probabilityFaster(const BinProbabilities& p);
// The q-quantile of the forecast as a speedup, log-linear inside bins; open bins end at the scale's ends
// (2^-3 and 2^3, half an octave beyond the centre). q in 0..1.
double forecastQuantile(const BinProbabilities& p, double q);
double entropyNormalised(const BinProbabilities& p);  // 0 certain .. 1 uniform
double topTwoMargin(const BinProbabilities& p);       // largest minus second largest probability
int argmaxBin(const BinProbabilities& p);             // lowest bin among ties, 1..8
// P(A faster than B) for independent forecasts against the same reference; ties split in half.
double probabilityFirstFaster(const BinProbabilities& a, const BinProbabilities& b);

}  // namespace kernelcast
