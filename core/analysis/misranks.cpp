#include "core/analysis/misranks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "core/stats/pools.h"
#include "core/stats/session_scores.h"

namespace kernelcast::analysis {

namespace {

const CandidateRow& at(const SessionTable& table, int row) {
  return table.rows[static_cast<std::size_t>(row)];
}

// Each failed kernel beside the best working one that it was forecast above.
std::vector<Misrank> failedUnforeseen(const SessionTable& table, const stats::Pool& pool) {
  struct Kernel {
    double score = 0;
    int number = 0;
    int row = 0;
    double speedup = 0;  // 0: failed
  };
  const stats::ScoredRows measured = stats::measuredRows(table, pool.rows);
  std::vector<Kernel> order;
  order.reserve(measured.size());
  for (std::size_t i = 0; i < measured.size(); ++i) {
    order.push_back(
        {measured.scores[i], at(table, measured.rows[i]).number, measured.rows[i], measured.speedups[i]});
  }
  std::sort(order.begin(), order.end(), [](const Kernel& a, const Kernel& b) {
    return std::tie(a.score, a.number) < std::tie(b.score, b.number);
  });
  std::vector<Misrank> found;
  Kernel best{0, 0, -1, 0};  // among those with a smaller score than all from `group` on
  for (auto group = order.begin(); group != order.end();) {
    const auto end =
        std::find_if(group, order.end(), [&](const Kernel& each) { return each.score != group->score; });
    for (auto each = group; each != end && best.row >= 0; ++each) {
      if (each->speedup > 0) continue;
      found.push_back(
          {MisrankKind::FailedUnforeseen, best.row, each->row, std::max(0.0, std::log2(best.speedup)),
           probabilityFirstFaster(at(table, each->row).probabilities, at(table, best.row).probabilities),
           false});
    }
    for (; group != end; ++group) {
      if (group->speedup > best.speedup) best = *group;
    }
  }
  return found;
}

// Heaviest first, and by number where that is equal, so that the order of rows does not show.
auto weightKey(const SessionTable& table, const Misrank& pair) {
  const CandidateRow& better = at(table, pair.better);
  const CandidateRow& favourite = at(table, pair.favourite);
  return std::tuple(-pair.weight(), -pair.costLog2, better.task, better.number, favourite.number,
                    better.device, better.surrogate);
}

void keepHeaviest(const SessionTable& table, std::vector<Misrank>& list, std::size_t limit) {
  const auto kept = static_cast<std::ptrdiff_t>(std::min(limit, list.size()));
  std::partial_sort(list.begin(), list.begin() + kept, list.end(), [&](const Misrank& a, const Misrank& b) {
    return weightKey(table, a) < weightKey(table, b);
  });
  list.resize(static_cast<std::size_t>(kept));
}

// What one row brings to a pair: none where it can be part of no pair.
struct Side {
  int row = 0;
  double score = 0;
  double speedup = 0;  // 0: failed
};
std::optional<Side> sideOf(const SessionTable& table, int row) {
  const CandidateRow& candidate = at(table, row);
  const stats::Standing standing = stats::standingOf(candidate);
  if (standing != stats::Standing::Working && standing != stats::Standing::Failed) return {};
  const auto score = stats::rankingScore(candidate);
  if (!score) return {};
  return Side{row, *score, standing == stats::Standing::Working ? candidate.speedup : 0};
}

bool samePool(const CandidateRow& a, const CandidateRow& b) {
  return a.task == b.task && a.device == b.device && a.surrogate == b.surrogate;
}

// Of two rows of one pool.
std::optional<Misrank> misrankOf(const SessionTable& table, const Side& a, const Side& b) {
  if (a.score == b.score || a.speedup == b.speedup) return {};
  const Side& favourite = a.score > b.score ? a : b;
  const Side& better = a.score > b.score ? b : a;
  if (favourite.speedup > better.speedup) return {};
  const BinProbabilities& p = at(table, favourite.row).probabilities;
  const BinProbabilities& q = at(table, better.row).probabilities;
  if (favourite.speedup <= 0) {
    return Misrank{
        MisrankKind::FailedUnforeseen, better.row, favourite.row, std::max(0.0, std::log2(better.speedup)),
        probabilityFirstFaster(p, q),  false};
  }
  return Misrank{MisrankKind::WrongOrder,
                 better.row,
                 favourite.row,
                 std::log2(better.speedup / favourite.speedup),
                 1 - probabilityFirstFaster(q, p),
                 stats::intervalsOverlap(at(table, better.row), at(table, favourite.row))};
}

}  // namespace

Misranks misranks(const SessionTable& table, std::span<const int> rows, std::size_t limit, bool workingOnly) {
  const stats::WrongOrderPairs pairs = stats::wrongOrderPairs(table, kWeighed, rows);
  Misranks result;
  result.wrongOrder = pairs.total;
  result.compared = pairs.compared;
  for (const stats::WrongOrderPair& pair : pairs.pairs) {
    result.list.push_back({MisrankKind::WrongOrder, pair.faster, pair.slower, pair.costLog2,
                           1 - pair.probabilityFaster, pair.withinNoise});
  }
  for (const stats::Pool& pool : stats::poolsOf(table, rows)) {
    const std::vector<Misrank> failed = failedUnforeseen(table, pool);
    result.failedUnforeseen += static_cast<int>(failed.size());
    if (!workingOnly) result.list.insert(result.list.end(), failed.begin(), failed.end());
  }
  keepHeaviest(table, result.list, limit);
  // Confidence is at most 1: no pair weighs more than it costs, and those that were not drawn cost at most as
  // much as the last that was.
  result.complete = static_cast<std::int64_t>(pairs.pairs.size()) == pairs.total ||
                    (result.list.size() == limit &&
                     (limit == 0 || result.list.back().weight() > pairs.pairs.back().costLog2));
  return result;
}

std::optional<Misrank> misrankOf(const SessionTable& table, int a, int b) {
  if (!samePool(at(table, a), at(table, b))) return {};
  const auto sideA = sideOf(table, a);
  const auto sideB = sideOf(table, b);
  return sideA && sideB ? misrankOf(table, *sideA, *sideB) : std::nullopt;
}

MisranksOfRow misranksOfRow(const SessionTable& table, int row, std::span<const int> rows,
                            std::size_t limit) {
  MisranksOfRow result;
  const auto own = sideOf(table, row);
  if (!own) return result;
  for (const int other : rows) {
    if (!samePool(at(table, row), at(table, other))) continue;
    const auto side = sideOf(table, other);
    if (!side) continue;
    if (const auto pair = misrankOf(table, *own, *side)) result.list.push_back(*pair);
  }
  result.total = static_cast<int>(result.list.size());
  keepHeaviest(table, result.list, limit);
  return result;
}

std::vector<NearCut> skippedNearCut(const SessionTable& table, std::span<const int> rows, std::size_t limit) {
  std::vector<NearCut> near;
  // Of forecasts that can be ranked, unrounded.
  const auto forecast = [](const CandidateRow& candidate) -> std::optional<double> {
    if (!stats::rankingScore(candidate)) return {};
    return expectedLog2Speedup(candidate.probabilities);
  };
  for (const stats::Pool& pool : stats::poolsOf(table, rows)) {
    double cut = std::numeric_limits<double>::infinity();
    for (const int row : pool.rows) {
      if (at(table, row).verdict != Verdict::Deferred) continue;
      if (const auto own = forecast(at(table, row))) cut = std::min(cut, *own);
    }
    if (!std::isfinite(cut)) continue;
    for (const int row : pool.rows) {
      const CandidateRow& candidate = at(table, row);
      if (candidate.verdict != Verdict::Skipped || isMeasured(candidate.status)) continue;
      if (const auto own = forecast(candidate)) near.push_back({row, cut - *own});
    }
  }
  const auto key = [&](const NearCut& each) {
    const CandidateRow& candidate = at(table, each.row);
    return std::tuple(each.gapLog2, candidate.task, candidate.number, candidate.device, candidate.surrogate);
  };
  std::sort(near.begin(), near.end(), [&](const NearCut& a, const NearCut& b) { return key(a) < key(b); });
  if (near.size() > limit) near.resize(limit);
  return near;
}

}  // namespace kernelcast::analysis
