// What chance alone would do to a reliability diagram: the same forecasts, taken at their word.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kernelcast::stats {

// 5% to 95% of what was drawn, and its mean.
struct ChanceRange {
  double low = 0;
  double mean = 0;
  double high = 0;
};

struct Consistency {
  std::vector<ChanceRange> accuracy;  // of each group, in the order they were given
  ChanceRange error;                  // expected calibration error over all of them
};

// Each forecast is right with the probability that it stated, forecasts apart from each other, `draws` times
// over (Broecker & Smith 2007 draw the forecasts too; here they stay, as does the group of each). Takes the
// stated probabilities of each group's forecasts; none without a forecast. The same seed gives the same
// answer on every machine. O(draws x forecasts); above 20 million coins it draws fewer times, 100 at least.
std::optional<Consistency> consistencyOf(std::span<const std::vector<double>> stated, int draws = 1000,
                                         std::uint64_t seed = 1);

}  // namespace kernelcast::stats
