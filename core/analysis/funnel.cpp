#include "core/analysis/funnel.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "core/domain/row_filter.h"

namespace kernelcast::analysis {

namespace {

constexpr std::array kStages{
    FunnelStage{"proposed", "proposed", "", "Candidates that were written.", false, {}},
    FunnelStage{
        "forecast", "forecast", "forecast", "Candidates with a forecast that could be read.", false, {}},
    FunnelStage{"trusted", "trusted", "trusted", "Their forecast stood in for a measurement.", true, {}},
    FunnelStage{"deferred",
                "deferred",
                "deferred",
                "Sent to the GPU because the forecast was not trusted.",
                true,
                {}},
    FunnelStage{"skipped", "skipped", "skipped", "Dropped on their forecast.", true, {}},
    FunnelStage{"audited", "spot checks", "spot-check", "Measured because a coin said so.", true, {}},
    FunnelStage{"measured", "measured", "measured", "A device judged them, right or wrong.", false, {}},
    FunnelStage{"correct", "correct", "correct", "Ran and gave the right result.", false, {}},
    FunnelStage{"faster", "faster", "faster", "Measured faster than the reference.", false, {}},
};

}  // namespace

std::vector<FunnelStage> funnelOf(const SessionTable& table, std::span<const int> rows) {
  std::vector<FunnelStage> stages(kStages.begin(), kStages.end());
  const bool policy = std::any_of(table.rows.begin(), table.rows.end(),
                                  [](const CandidateRow& row) { return row.verdict != Verdict::None; });
  for (FunnelStage& stage : stages) {
    if (stage.ofPolicy && !policy) continue;
    const FilterField* field = findFilterField(stage.filter);
    stage.count = field == nullptr
                      ? static_cast<int>(rows.size())
                      : static_cast<int>(std::count_if(rows.begin(), rows.end(), [&](int row) {
                          return field->flag(table.rows[static_cast<std::size_t>(row)], BinRule::Prompt);
                        }));
  }
  return stages;
}

Savings savingsOf(const SessionSummary& summary) {
  Savings savings;
  savings.evaluations = summary.measured;
  if (summary.gpuSeconds > 0) savings.gpuSeconds = summary.gpuSeconds;
  if (summary.tokens > 0) savings.tokens = summary.tokens;
  if (summary.cost > 0) savings.cost = summary.cost;
  if (summary.policy.empty()) return savings;
  savings.evaluationsSaved = summary.trusted + summary.skipped;
  if (savings.gpuSeconds && summary.measured > 0) {
    savings.gpuSecondsSaved = *savings.evaluationsSaved * *savings.gpuSeconds / summary.measured;
  }
  return savings;
}

std::vector<BestSeries> bestSoFar(const SessionTable& table, std::span<const int> rows) {
  std::vector<int> measured;
  for (const int row : rows) {
    if (judgedByDevice(table.rows[static_cast<std::size_t>(row)])) measured.push_back(row);
  }
  const auto key = [&](int row) {
    const CandidateRow& r = table.rows[static_cast<std::size_t>(row)];
    return std::tuple(r.task, r.device, r.number);
  };
  // By surrogate last, so that the row that is kept does not depend on the order of rows.
  std::sort(measured.begin(), measured.end(), [&](int a, int b) {
    return std::tuple(key(a), table.rows[static_cast<std::size_t>(a)].surrogate) <
           std::tuple(key(b), table.rows[static_cast<std::size_t>(b)].surrogate);
  });
  measured.erase(
      std::unique(measured.begin(), measured.end(), [&](int a, int b) { return key(a) == key(b); }),
      measured.end());
  std::vector<BestSeries> all;
  for (const int row : measured) {
    const CandidateRow& candidate = table.rows[static_cast<std::size_t>(row)];
    if (all.empty() || all.back().task != candidate.task || all.back().device != candidate.device) {
      all.push_back({candidate.task, candidate.device, 0, {}});
    }
    BestSeries& series = all.back();
    ++series.evaluations;
    if (!isFailure(candidate.status) && candidate.hasSpeedup() &&
        (series.points.empty() || candidate.speedup > series.points.back().speedup)) {
      series.points.push_back({series.evaluations, candidate.speedup, row});
    }
  }
  return all;
}

}  // namespace kernelcast::analysis
