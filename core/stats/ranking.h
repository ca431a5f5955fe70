// Agreement of two orders: the forecast's and the measured one, inside one pool.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kernelcast::stats {

// Values by their place in rising order: all that an order statistic needs. At most 2^32 values, no NaN.
struct DenseRanks {
  std::vector<std::uint32_t> of;     // 0 is the smallest value; equal values share one
  std::vector<std::uint32_t> count;  // how many values hold each rank
};
DenseRanks denseRanks(std::span<const double> values);

// Pairs of n points by how x and y order them. Each pair is concordant, discordant, or tied in x or y.
struct PairCounts {
  std::int64_t pairs = 0;  // n (n - 1) / 2
  std::int64_t tiedX = 0;  // tied in x, whatever y
  std::int64_t tiedY = 0;
  std::int64_t tiedBoth = 0;
  std::int64_t discordant = 0;

  [[nodiscard]] std::int64_t compared() const { return pairs - tiedX - tiedY + tiedBoth; }
  [[nodiscard]] std::int64_t concordant() const { return compared() - discordant; }
};

// O(n log n): sort, then count inversions while merging (Knight 1966). x and y are of the same points.
PairCounts countPairs(const DenseRanks& x, const DenseRanks& y);

// (C - D) / sqrt((pairs - tiedX)(pairs - tiedY)) (Kendall 1945), -1..1. None where x or y is constant or n
// < 2.
std::optional<double> kendallTauB(const PairCounts& counts);

// Pearson's correlation of the mid-ranks (Spearman 1904), -1..1. None where x or y is constant or n < 2.
std::optional<double> spearman(const DenseRanks& x, const DenseRanks& y);

}  // namespace kernelcast::stats
