// The writers behind the table of sections. Each returns the inside of its card, or words where there is
// nothing to draw.
#pragma once

#include "core/report/report_sections.h"

namespace kernelcast::report {

Markup writeKeyFigures(const SectionInput& in);
Markup writePredictedAgainstMeasured(const SectionInput& in);
Markup writeConfusion(const SectionInput& in);
Markup writeCounted(const SectionInput& in);
Markup writeReliability(const SectionInput& in);
Markup writeScores(const SectionInput& in);
Markup writeWrongOrder(const SectionInput& in);
Markup writeCandidates(const SectionInput& in);
Markup writeKernels(const SectionInput& in);
Markup writeProvenance(const SectionInput& in);

// Shared: the words that stand where there is nothing to show, and why no forecast is scored, from the
// session's counts.
Markup emptyState(std::string_view words);
std::string whyNothingScored(const ReportSession& session);

}  // namespace kernelcast::report
