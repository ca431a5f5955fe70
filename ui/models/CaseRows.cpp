#include "ui/models/CaseRows.h"

#include "ui/models/PlainText.h"

namespace kernelcast::ui {

std::vector<CaseRow> caseRows(const CandidateDetail& detail) {
  if (detail.runs.empty()) return {};
  const auto candidate = combineRuns(detail.runs);
  if (!candidate || candidate->status != MeasurementStatus::Ok) return {};
  std::vector<CaseRow> rows;
  rows.reserve(candidate->cases.size());
  for (const CaseTiming& timing : candidate->cases) {
    rows.push_back({oneLine(caseLabel(timing.params)), oneLine(caseLabelLong(timing.params)), std::nullopt,
                    timing.medianUs, timing.stdUs, timing.n, std::nullopt});
  }
  if (detail.referenceRuns.empty()) return rows;
  const auto reference = combineRuns(detail.referenceRuns);
  if (!reference) return rows;
  const auto speedups = caseSpeedups(*reference, *candidate);
  if (!speedups || speedups->size() != rows.size() || reference->cases.size() != rows.size()) return rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    // Cases are matched by their parameters, and the reference may list them in another order.
    for (const CaseTiming& timing : reference->cases) {
      if (timing.params == candidate->cases[i].params) rows[i].referenceUs = timing.medianUs;
    }
    rows[i].speedup = (*speedups)[i];
  }
  return rows;
}

std::vector<double> speedupsOf(const std::vector<CaseRow>& cases) {
  std::vector<double> speedups;
  for (const CaseRow& row : cases) {
    if (row.speedup) speedups.push_back(*row.speedup);
  }
  return speedups;
}

}  // namespace kernelcast::ui
