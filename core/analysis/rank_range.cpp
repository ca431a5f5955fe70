#include "core/analysis/rank_range.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/domain/number_format.h"
#include "core/stats/pools.h"

namespace kernelcast::analysis {

namespace {

struct Interval {
  double low = 0;
  double high = 0;
};

Interval intervalOf(const CandidateRow& row) {
  return {std::isfinite(row.speedupLow) ? std::min(row.speedupLow, row.speedup) : row.speedup,
          std::isfinite(row.speedupHigh) ? std::max(row.speedupHigh, row.speedup) : row.speedup};
}

// `interval` says where a row stands, none where it takes no part.
template <typename IntervalOf>
RankRange rankAmong(const SessionTable& table, int row, const IntervalOf& interval) {
  const CandidateRow& own = table.rows[static_cast<std::size_t>(row)];
  const auto place = interval(own);
  if (!place) return {};
  int of = 0;
  int faster = 0;
  int slower = 0;
  for (const CandidateRow& other : table.rows) {
    if (other.task != own.task || other.device != own.device || other.surrogate != own.surrogate) continue;
    const auto others = interval(other);
    if (!others) continue;
    ++of;
    if (others->low > place->high) ++faster;
    if (others->high < place->low) ++slower;
  }
  return {faster + 1, of - slower, of};
}

}  // namespace

RankRange measuredRank(const SessionTable& table, int row) {
  return rankAmong(table, row, [](const CandidateRow& candidate) -> std::optional<Interval> {
    if (stats::standingOf(candidate) != stats::Standing::Working) return {};
    return intervalOf(candidate);
  });
}

RankRange forecastRank(const SessionTable& table, int row) {
  return rankAmong(table, row, [](const CandidateRow& candidate) -> std::optional<Interval> {
    const auto score = stats::rankingScore(candidate);
    if (!score) return {};
    return Interval{*score, *score};
  });
}

std::string rankText(const RankRange& rank) {
  if (!rank.isKnown()) return kNoNumber;
  return rank.isTied() ? fmt::format("{} to {}", rank.first, rank.last) : fmt::format("{}", rank.first);
}

}  // namespace kernelcast::analysis
