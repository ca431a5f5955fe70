#include "ui/models/InspectorContent.h"

#include "core/domain/launch_plan_text.h"

namespace kernelcast::ui {

namespace {

// Rationales of all repeats, numbered where there are several.
std::string rationales(const std::vector<Forecast>& forecasts) {
  std::string text;
  int number = 0;
  for (const Forecast& forecast : forecasts) {
    ++number;
    if (forecast.rationale.empty()) continue;
    if (!text.empty()) text += "\n\n";
    if (forecasts.size() > 1) text += std::to_string(number) + ". ";
    text += forecast.rationale;
  }
  return text;
}

}  // namespace

InspectorContent inspectorContent(const CandidateDetail& detail) {
  InspectorContent content;
  content.note = plainText(detail.note);
  content.cases = analysis::measuredCases(detail);
  content.measurements = detail.runs;
  for (Measurement& run : content.measurements) run.error.clear();
  for (const std::string& run : detail.runLabels) content.runs << oneLine(run);
  for (const Measurement& run : detail.runs) {
    if (run.error.empty()) continue;
    content.failure = excerptOf(run.error, std::size_t{64} * 1024);
    break;
  }
  content.rationale = excerptOf(rationales(detail.forecasts), std::size_t{64} * 1024, 20'000);
  for (const Forecast& forecast : detail.forecasts) {
    if (!forecast.parseError.empty() && content.parseError.isEmpty()) {
      content.parseError = oneLine(std::string_view(forecast.parseError).substr(0, 500));
    }
  }
  content.plan = launchPlanLines(detail.source);
  content.resources = resourceLines(detail.runs);
  const std::string_view code = deviceCodeOf(detail.source);
  content.source = sourceText(code);
  if (!detail.source.empty() && !detail.referenceSource.empty()) {
    content.againstReference =
        sourceAgainst(code, deviceCodeOf(detail.referenceSource), QStringLiteral("the reference"));
  }
  if (!detail.source.empty() && !detail.parentSource.empty() &&
      detail.parentSource != detail.referenceSource) {
    content.againstParent =
        sourceAgainst(code, deviceCodeOf(detail.parentSource), QStringLiteral("its parent"));
  }
  content.wholeSource = detail.source;
  return content;
}

}  // namespace kernelcast::ui
