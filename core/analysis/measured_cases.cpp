#include "core/analysis/measured_cases.h"

#include <algorithm>

namespace kernelcast::analysis {

namespace {

std::vector<CaseTiming> casesOf(const std::vector<Measurement>& runs) {
  const auto combined = combineRuns(runs);
  return combined && combined->status == MeasurementStatus::Ok ? combined->cases : std::vector<CaseTiming>{};
}

}  // namespace

std::vector<MeasuredCase> measuredCases(const CandidateDetail& detail) {
  const std::vector<CaseTiming> reference = casesOf(detail.referenceRuns);
  std::vector<MeasuredCase> cases;
  for (const CaseTiming& timing : casesOf(detail.runs)) {
    MeasuredCase own{caseLabel(timing.params),
                     caseLabelLong(timing.params),
                     timing.medianUs,
                     timing.stdUs,
                     timing.n,
                     {},
                     {}};
    // Matched by parameters: the reference may list them in another order.
    const auto same = std::find_if(reference.begin(), reference.end(),
                                   [&](const CaseTiming& other) { return other.params == timing.params; });
    if (same != reference.end()) {
      own.referenceUs = same->medianUs;
      if (same->medianUs > 0 && timing.medianUs > 0) own.speedup = same->medianUs / timing.medianUs;
    }
    cases.push_back(std::move(own));
  }
  return cases;
}

}  // namespace kernelcast::analysis
