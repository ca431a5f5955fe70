#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <queue>
#include <tuple>

#include "core/stats/pools.h"
#include "core/stats/ranking.h"
#include "core/stats/session_scores.h"

namespace kernelcast::stats {

namespace {

constexpr std::size_t kMostEqualPairs = 65'536;

// Answers "the first position from here on whose value exceeds x" in O(log n).
class MaxTree {
 public:
  explicit MaxTree(std::span<const double> values)
      : leaves_(std::bit_ceil(std::max<std::size_t>(values.size(), 1))),
        largest_(2 * leaves_, -std::numeric_limits<double>::infinity()) {
    std::copy(values.begin(), values.end(), largest_.begin() + static_cast<std::ptrdiff_t>(leaves_));
    for (std::size_t i = leaves_; i-- > 1;) largest_[i] = std::max(largest_[2 * i], largest_[2 * i + 1]);
  }
  // `to` where there is none before it.
  [[nodiscard]] std::size_t firstAbove(std::size_t from, std::size_t to, double x) const {
    if (from >= to) return to;
    std::size_t node = from + leaves_;
    while (!(largest_[node] > x)) {
      while (node % 2 == 1) node /= 2;  // done with the right child, so with its parent
      if (node == 0) return to;         // the root's right edge
      ++node;
    }
    while (node < leaves_) {
      node *= 2;
      if (!(largest_[node] > x)) ++node;
    }
    return std::min(node - leaves_, to);
  }

 private:
  std::size_t leaves_;
  std::vector<double> largest_;
};

// All pools' working rows, pool after pool; inside by rising S, where that is equal by falling score, then by
// number. The wrong-order partners of a row are then the positions before its equals in S whose score exceeds
// its own, costliest first.
struct Sequence {
  std::vector<int> rows;
  std::vector<double> scores;
  std::vector<double> speedups;
  std::vector<std::size_t> poolBegin;  // of each position
  std::vector<std::size_t> slowerEnd;  // one past the last position with a smaller S
};

void append(Sequence& sequence, const SessionTable& table, const ScoredRows& working) {
  struct Kernel {
    double speedup = 0;
    double score = 0;
    int number = 0;
    int row = 0;
  };
  std::vector<Kernel> order;
  order.reserve(working.size());
  for (std::size_t i = 0; i < working.size(); ++i) {
    const int number = table.rows[static_cast<std::size_t>(working.rows[i])].number;
    order.push_back({working.speedups[i], working.scores[i], number, working.rows[i]});
  }
  std::sort(order.begin(), order.end(), [](const Kernel& a, const Kernel& b) {
    return std::tie(a.speedup, b.score, a.number) < std::tie(b.speedup, a.score, b.number);
  });
  const std::size_t begin = sequence.rows.size();
  std::size_t slowerEnd = begin;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && order[i].speedup != order[i - 1].speedup) slowerEnd = begin + i;
    sequence.rows.push_back(order[i].row);
    sequence.scores.push_back(order[i].score);
    sequence.speedups.push_back(order[i].speedup);
    sequence.poolBegin.push_back(begin);
    sequence.slowerEnd.push_back(slowerEnd);
  }
}

// A row and its next partner that was not drawn yet.
struct Head {
  double cost = 0;
  double scoreGap = 0;
  std::size_t faster = 0;  // positions in the sequence
  std::size_t slower = 0;
  bool operator<(const Head& other) const {
    return std::tie(cost, scoreGap, other.faster) < std::tie(other.cost, other.scoreGap, faster);
  }
};

// At least `limit` costliest pairs with all that cost as much as the last, as far as kMostEqualPairs.
std::vector<WrongOrderPair> drawCostliest(const SessionTable& table, const Sequence& sequence,
                                          std::size_t limit) {
  const MaxTree scores(sequence.scores);
  const auto head = [&](std::size_t faster, std::size_t from) -> std::optional<Head> {
    const std::size_t end = sequence.slowerEnd[faster];
    const std::size_t slower = scores.firstAbove(from, end, sequence.scores[faster]);
    if (slower == end) return std::nullopt;
    return Head{std::log2(sequence.speedups[faster] / sequence.speedups[slower]),
                sequence.scores[slower] - sequence.scores[faster], faster, slower};
  };
  std::vector<Head> first;
  for (std::size_t i = 0; i < sequence.rows.size(); ++i) {
    if (const auto next = head(i, sequence.poolBegin[i])) first.push_back(*next);
  }
  std::priority_queue<Head> heads(std::less<Head>(), std::move(first));

  std::vector<WrongOrderPair> pairs;
  while (!heads.empty() && pairs.size() < limit + kMostEqualPairs) {
    const Head top = heads.top();
    if (pairs.size() >= limit && top.cost < pairs.back().costLog2) break;
    heads.pop();
    const int faster = sequence.rows[top.faster];
    const int slower = sequence.rows[top.slower];
    const CandidateRow& fasterRow = table.rows[static_cast<std::size_t>(faster)];
    const CandidateRow& slowerRow = table.rows[static_cast<std::size_t>(slower)];
    pairs.push_back({faster, slower, top.cost,
                     probabilityFirstFaster(fasterRow.probabilities, slowerRow.probabilities),
                     intervalsOverlap(fasterRow, slowerRow)});
    if (const auto next = head(top.faster, top.slower + 1)) heads.push(*next);
  }
  return pairs;
}

}  // namespace

bool intervalsOverlap(const CandidateRow& faster, const CandidateRow& slower) {
  const double low = std::isfinite(faster.speedupLow) ? faster.speedupLow : faster.speedup;
  const double high = std::isfinite(slower.speedupHigh) ? slower.speedupHigh : slower.speedup;
  return low <= high;
}

WrongOrderPairs wrongOrderPairs(const SessionTable& table, std::size_t limit) {
  return wrongOrderPairs(table, limit, allRows(table));
}

WrongOrderPairs wrongOrderPairs(const SessionTable& table, std::size_t limit, std::span<const int> rows) {
  WrongOrderPairs result;
  Sequence sequence;
  for (const Pool& pool : poolsOf(table, rows)) {
    const ScoredRows working = workingRows(table, pool.rows);
    const PairCounts counts = countPairs(denseRanks(working.scores), denseRanks(working.speedups));
    result.total += counts.discordant;
    result.compared += counts.compared();
    append(sequence, table, working);
  }
  if (limit == 0 || result.total == 0) return result;
  limit = std::min(limit, static_cast<std::size_t>(result.total));
  result.pairs = drawCostliest(table, sequence, limit);
  // Equal pairs by candidate number, so that the order of the table's rows does not show.
  const auto key = [&](const WrongOrderPair& pair) {
    const CandidateRow& faster = table.rows[static_cast<std::size_t>(pair.faster)];
    const CandidateRow& slower = table.rows[static_cast<std::size_t>(pair.slower)];
    return std::tuple(-pair.costLog2, pair.probabilityFaster, faster.task, faster.number, slower.number,
                      faster.device, faster.surrogate);
  };
  std::sort(result.pairs.begin(), result.pairs.end(),
            [&](const WrongOrderPair& a, const WrongOrderPair& b) { return key(a) < key(b); });
  if (result.pairs.size() > limit) result.pairs.resize(limit);
  return result;
}

}  // namespace kernelcast::stats
