#include "core/stats/consistency.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kernelcast::stats {

namespace {

constexpr std::size_t kMostCoins = 20'000'000;

// SplitMix64 (Steele, Lea & Flood 2014): the standard's distributions differ between libraries.
class Coins {
 public:
  explicit Coins(std::uint64_t seed) : state_(seed) {}
  bool fall(double probability) { return static_cast<double>(next() >> 11) * 0x1.0p-53 < probability; }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

ChanceRange rangeOf(std::vector<double> drawn) {
  ChanceRange range;
  range.mean = std::accumulate(drawn.begin(), drawn.end(), 0.0) / static_cast<double>(drawn.size());
  std::sort(drawn.begin(), drawn.end());
  // The least value that a share of the draws does not exceed.
  const auto quantile = [&](double share) {
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(drawn.size())));
    return drawn[std::clamp<std::size_t>(rank, 1, drawn.size()) - 1];
  };
  range.low = quantile(0.05);
  range.high = quantile(0.95);
  return range;
}

}  // namespace

std::optional<Consistency> consistencyOf(std::span<const std::vector<double>> stated, int draws,
                                         std::uint64_t seed) {
  std::size_t forecasts = 0;
  for (const std::vector<double>& group : stated) forecasts += group.size();
  if (forecasts == 0) return {};
  const std::size_t affordable = std::max<std::size_t>(100, kMostCoins / forecasts);
  const std::size_t times = std::min(static_cast<std::size_t>(std::max(1, draws)), affordable);
  std::vector<double> mean;
  for (const std::vector<double>& group : stated) {
    mean.push_back(group.empty() ? 0
                                 : std::accumulate(group.begin(), group.end(), 0.0) /
                                       static_cast<double>(group.size()));
  }
  Coins coins(seed);
  std::vector<std::vector<double>> accuracy(stated.size(), std::vector<double>(times));
  std::vector<double> error(times);
  for (std::size_t time = 0; time < times; ++time) {
    for (std::size_t g = 0; g < stated.size(); ++g) {
      if (stated[g].empty()) continue;
      const auto right =
          std::count_if(stated[g].begin(), stated[g].end(), [&](double p) { return coins.fall(p); });
      const auto n = static_cast<double>(stated[g].size());
      accuracy[g][time] = static_cast<double>(right) / n;
      error[time] += n / static_cast<double>(forecasts) * std::abs(accuracy[g][time] - mean[g]);
    }
  }
  Consistency result;
  for (std::vector<double>& group : accuracy) result.accuracy.push_back(rangeOf(std::move(group)));
  result.error = rangeOf(std::move(error));
  return result;
}

}  // namespace kernelcast::stats
