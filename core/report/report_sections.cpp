#include "core/report/report_sections.h"

#include <algorithm>
#include <array>

#include "core/report/section_writers.h"

namespace kernelcast::report {

namespace {

constexpr std::array kSections{
    ReportSection{"key_figures", "Key figures", 12, 1, writeKeyFigures},
    ReportSection{"predicted_against_measured", "Predicted against measured", 8, 2,
                  writePredictedAgainstMeasured},
    ReportSection{"confusion", "Forecast class by measured class", 4, 1, writeConfusion},
    ReportSection{"counted", "What is counted", 4, 1, writeCounted},
    ReportSection{"reliability", "When it is sure, is it right?", 5, 1, writeReliability},
    ReportSection{"scores", "Scores by both rules", 7, 1, writeScores},
    ReportSection{"wrong_order", "Costliest wrong-order pairs", 12, 1, writeWrongOrder},
    ReportSection{"candidates", "Candidates", 12, 1, writeCandidates},
    ReportSection{"kernels", "Kernels: what was said and measured", 12, 1, writeKernels},
    ReportSection{"provenance", "Where the figures come from", 12, 1, writeProvenance},
};

}  // namespace

std::span<const ReportSection> reportSections() { return kSections; }

const ReportSection* findReportSection(std::string_view key) {
  const auto* found =
      std::find_if(kSections.begin(), kSections.end(), [&](const ReportSection& s) { return s.key == key; });
  return found == kSections.end() ? nullptr : found;
}

bool showsSection(const ReportOptions& options, std::string_view key) {
  return options.sections.empty() ||
         std::find(options.sections.begin(), options.sections.end(), key) != options.sections.end();
}

}  // namespace kernelcast::report
