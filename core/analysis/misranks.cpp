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
  const stats::ScoredRows measured = stats::measuredRows(table, pool.rows);
  std::vector<std::size_t> order(measured.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto number = [&](std::size_t i) { return at(table, measured.rows[i]).number; };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tuple(measured.scores[a], number(a)) < std::tuple(measured.scores[b], number(b));
  });
  std::vector<Misrank> found;
  int best = -1;  // among those with a smaller score than all from `group` on
  double bestSpeedup = 0;
  std::size_t group = 0;
  while (group < order.size()) {
    std::size_t end = group;
    while (end < order.size() && measured.scores[order[end]] == measured.scores[order[group]]) ++end;
    for (std::size_t i = group; i < end && best >= 0; ++i) {
      if (measured.speedups[order[i]] > 0) continue;
      const int favourite = measured.rows[order[i]];
      found.push_back(
          {MisrankKind::FailedUnforeseen, best, favourite, std::max(0.0, std::log2(bestSpeedup)),
           probabilityFirstFaster(at(table, favourite).probabilities, at(table, best).probabilities), false});
    }
    for (std::size_t i = group; i < end; ++i) {
      if (measured.speedups[order[i]] <= bestSpeedup) continue;
      bestSpeedup = measured.speedups[order[i]];
      best = measured.rows[order[i]];
    }
    group = end;
  }
  return found;
}

}  // namespace

Misranks misranks(const SessionTable& table, std::span<const int> rows, std::size_t limit) {
  const stats::WrongOrderPairs pairs = stats::wrongOrderPairs(table, kWeighed, rows);
  Misranks result;
  result.wrongOrder = pairs.total;
  result.compared = pairs.compared;
  result.complete = static_cast<std::int64_t>(pairs.pairs.size()) == pairs.total;
  for (const stats::WrongOrderPair& pair : pairs.pairs) {
    result.list.push_back({MisrankKind::WrongOrder, pair.faster, pair.slower, pair.costLog2,
                           1 - pair.probabilityFaster, pair.withinNoise});
  }
  for (const stats::Pool& pool : stats::poolsOf(table, rows)) {
    const std::vector<Misrank> failed = failedUnforeseen(table, pool);
    result.failedUnforeseen += static_cast<int>(failed.size());
    result.list.insert(result.list.end(), failed.begin(), failed.end());
  }
  const auto key = [&](const Misrank& pair) {
    const CandidateRow& better = at(table, pair.better);
    const CandidateRow& favourite = at(table, pair.favourite);
    return std::tuple(-pair.weight(), -pair.costLog2, better.task, better.number, favourite.number,
                      better.device, better.surrogate);
  };
  std::sort(result.list.begin(), result.list.end(),
            [&](const Misrank& a, const Misrank& b) { return key(a) < key(b); });
  if (result.list.size() > limit) result.list.resize(limit);
  return result;
}

std::vector<NearCut> skippedNearCut(const SessionTable& table, std::span<const int> rows, std::size_t limit) {
  std::vector<NearCut> near;
  for (const stats::Pool& pool : stats::poolsOf(table, rows)) {
    double cut = std::numeric_limits<double>::infinity();
    for (const int row : pool.rows) {
      const CandidateRow& candidate = at(table, row);
      if (candidate.verdict == Verdict::Deferred && candidate.hasForecast()) {
        cut = std::min(cut, expectedLog2Speedup(candidate.probabilities));
      }
    }
    if (!std::isfinite(cut)) continue;
    for (const int row : pool.rows) {
      const CandidateRow& candidate = at(table, row);
      if (candidate.verdict != Verdict::Skipped || !candidate.hasForecast() || isMeasured(candidate.status))
        continue;
      near.push_back({row, cut - expectedLog2Speedup(candidate.probabilities)});
    }
  }
  std::sort(near.begin(), near.end(), [&](const NearCut& a, const NearCut& b) {
    return std::tuple(a.gapLog2, at(table, a.row).number) < std::tuple(b.gapLog2, at(table, b.row).number);
  });
  if (near.size() > limit) near.resize(limit);
  return near;
}

}  // namespace kernelcast::analysis
