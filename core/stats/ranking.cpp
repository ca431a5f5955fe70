#include "core/stats/ranking.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/stats/exact_sum.h"

namespace kernelcast::stats {

namespace {

std::int64_t pairsOf(std::int64_t n) { return n * (n - 1) / 2; }

std::int64_t tiedPairs(const DenseRanks& ranks) {
  std::int64_t tied = 0;
  for (const std::uint32_t count : ranks.count) tied += pairsOf(count);
  return tied;
}

// Points in rising order of their ranks, stable: `order` names points.
void sortByRank(std::vector<std::uint32_t>& order, const DenseRanks& ranks) {
  std::vector<std::uint32_t> next(ranks.count.size());
  std::uint32_t begin = 0;
  for (std::size_t rank = 0; rank < next.size(); ++rank) {
    next[rank] = begin;
    begin += ranks.count[rank];
  }
  std::vector<std::uint32_t> sorted(order.size());
  for (const std::uint32_t point : order) sorted[next[ranks.of[point]]++] = point;
  order.swap(sorted);
}

// How many pairs stand in falling order.
std::int64_t countInversions(std::vector<std::uint32_t> values) {
  std::int64_t inversions = 0;
  std::vector<std::uint32_t> merged(values.size());
  for (std::size_t width = 1; width < values.size(); width *= 2) {
    for (std::size_t begin = 0; begin < values.size(); begin += 2 * width) {
      const std::size_t middle = std::min(begin + width, values.size());
      const std::size_t end = std::min(begin + 2 * width, values.size());
      std::size_t left = begin;
      std::size_t right = middle;
      for (std::size_t out = begin; out < end; ++out) {
        const bool takeRight = left == middle || (right < end && values[right] < values[left]);
        if (takeRight) inversions += static_cast<std::int64_t>(middle - left);
        merged[out] = takeRight ? values[right++] : values[left++];
      }
    }
    values.swap(merged);
  }
  return inversions;
}

// For each rank, twice the mid-rank less (n + 1): whole numbers whose sum over the points is zero.
std::vector<double> centredMidRanks(const DenseRanks& ranks) {
  std::vector<double> centred;
  centred.reserve(ranks.count.size());
  double begin = 0;
  for (const std::uint32_t count : ranks.count) {
    // Places begin + 1 .. begin + count have the mean (2 begin + 1 + count) / 2.
    centred.push_back(2 * begin + count - static_cast<double>(ranks.of.size()));
    begin += count;
  }
  return centred;
}

double sumOfSquares(const DenseRanks& ranks, const std::vector<double>& centred) {
  ExactSum sum;
  for (std::size_t rank = 0; rank < centred.size(); ++rank) {
    sum.add(ranks.count[rank] * (centred[rank] * centred[rank]));
  }
  return sum.value();
}

}  // namespace

DenseRanks denseRanks(std::span<const double> values) {
  std::vector<std::pair<double, std::uint32_t>> sorted(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) sorted[i] = {values[i], static_cast<std::uint32_t>(i)};
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  DenseRanks ranks;
  ranks.of.resize(values.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i == 0 || sorted[i].first != sorted[i - 1].first) ranks.count.push_back(0);
    ++ranks.count.back();
    ranks.of[sorted[i].second] = static_cast<std::uint32_t>(ranks.count.size()) - 1;
  }
  return ranks;
}

PairCounts countPairs(const DenseRanks& x, const DenseRanks& y) {
  assert(x.of.size() == y.of.size());
  std::vector<std::uint32_t> order(x.of.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
  // By x, and by y where x ties, so that ties in x hold no inversion.
  sortByRank(order, y);
  sortByRank(order, x);

  PairCounts counts;
  counts.pairs = pairsOf(static_cast<std::int64_t>(order.size()));
  counts.tiedX = tiedPairs(x);
  counts.tiedY = tiedPairs(y);
  const auto samePoint = [&](std::uint32_t a, std::uint32_t b) {
    return x.of[a] == x.of[b] && y.of[a] == y.of[b];
  };
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && samePoint(order[end], order[begin])) ++end;
    counts.tiedBoth += pairsOf(static_cast<std::int64_t>(end - begin));
    begin = end;
  }
  std::vector<std::uint32_t> ys(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) ys[i] = y.of[order[i]];
  counts.discordant = countInversions(std::move(ys));
  return counts;
}

std::optional<double> kendallTauB(const PairCounts& counts) {
  const auto untiedX = static_cast<double>(counts.pairs - counts.tiedX);
  const auto untiedY = static_cast<double>(counts.pairs - counts.tiedY);
  if (untiedX <= 0 || untiedY <= 0) return std::nullopt;
  return static_cast<double>(counts.concordant() - counts.discordant) / std::sqrt(untiedX * untiedY);
}

std::optional<double> spearman(const DenseRanks& x, const DenseRanks& y) {
  assert(x.of.size() == y.of.size());
  const std::vector<double> rx = centredMidRanks(x);
  const std::vector<double> ry = centredMidRanks(y);
  const double xx = sumOfSquares(x, rx);
  const double yy = sumOfSquares(y, ry);
  if (xx <= 0 || yy <= 0) return std::nullopt;
  ExactSum xy;
  for (std::size_t i = 0; i < x.of.size(); ++i) xy.add(rx[x.of[i]] * ry[y.of[i]]);
  return std::clamp(xy.value() / std::sqrt(xx * yy), -1.0, 1.0);
}

}  // namespace kernelcast::stats
