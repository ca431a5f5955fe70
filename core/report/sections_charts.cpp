// Sections made of a chart, or of the words that stand in for it where there is nothing to draw.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "core/domain/number_format.h"
#include "core/report/candidate_words.h"
#include "core/report/confusion_svg.h"
#include "core/report/reliability_svg.h"
#include "core/report/scatter_svg.h"
#include "core/report/section_writers.h"
#include "core/report/wording.h"

namespace kernelcast::report {

namespace {

constexpr std::size_t kListedMisses = 3;

void addCount(std::string& words, int n, std::string_view what) {
  if (n > 0) words += fmt::format(" {} {}.", formatCount(n), what);
}

// The misses by name: a picture can label few, and a tooltip does not print.
void farthestOff(Markup& out, const SectionInput& in) {
  const auto misses = farthestMisses(in.session.table, in.options.bins, kListedMisses);
  if (misses.empty()) return;
  out.raw(
      "<table class=\"misses\"><thead><tr><th>farthest off</th><th>task</th><th class=\"num\">forecast</th>"
      "<th class=\"num\">measured</th><th class=\"num\">off by</th></tr></thead><tbody>\n");
  for (const CandidateRow* row : misses) {
    const double forecast = expectedSpeedup(row->probabilities);
    const double factor = std::max(forecast / row->speedup, row->speedup / forecast);
    out.raw("<tr><td>").append(outcomeMark(*row, in.options.bins)).text(row->name).raw("</td>");
    out.element("td", "", placeOf(in.session.table, *row)).element("td", "num", formatSpeedup(forecast));
    out.element("td", "num", formatSpeedup(row->speedup))
        .element("td", "num", formatSpeedup(factor))
        .raw("</tr>\n");
  }
  out.raw("</tbody></table>\n");
}

}  // namespace

Markup emptyState(std::string_view words) {
  Markup out;
  out.element("p", "empty", words);
  return out;
}

// Why there is no scored forecast, from the session's own counts.
std::string whyNothingScored(const ReportSession& session) {
  const stats::SessionScores& scores = session.scores;
  if (session.table.rows.empty()) return "This session holds no candidates yet.";
  if (scores.n + scores.failed + scores.unmeasured + scores.unparsed + scores.excluded == 0) {
    return "This session holds no forecasts, so there is nothing to set against its measurements.";
  }
  if (scores.failed == 0 && scores.excluded == 0 && scores.unparsed == 0) {
    return fmt::format("None of its {} has a measurement yet.", counted(scores.unmeasured, "forecast"));
  }
  return fmt::format(
      "No forecast stands beside a measured speedup: {} of kernels that failed, {} not measured, "
      "{} that could not be read, {} left out.",
      formatCount(scores.failed), formatCount(scores.unmeasured), formatCount(scores.unparsed),
      formatCount(scores.excluded));
}

Markup writePredictedAgainstMeasured(const SectionInput& in) {
  const ScatterCounts counts = countScatter(in.session.table, in.options.bins);
  if (counts.dots() + counts.of(Outcome::Failed) == 0) return emptyState(whyNothingScored(in.session));
  Markup out = scatterSvg(in.session.table, in.options.bins, in.id + "scatter");
  std::string words = fmt::format(
      "n = {}. Lines are the edges of the eight speed classes ({}), tinted squares where named "
      "and measured class agree. Height is the mean over all eight probabilities, so a right "
      "dot may lie beside its square.",
      formatCount(counts.dots()), binRuleInfo(in.options.bins).title);
  addCount(words, counts.atEdge, "beyond the axis, drawn at its edge");
  addCount(words, counts.unmeasured, "more with a forecast and no measured speedup");
  addCount(words, counts.failedUnforecast, "more failed and have no forecast");
  addCount(words, counts.unforecast, "more have no forecast");
  out.element("p", "note", words);
  farthestOff(out, in);
  return out;
}

Markup writeConfusion(const SectionInput& in) {
  const stats::SessionScores& scores = scoresBy(in.session, in.options.bins);
  if (scores.n == 0) return emptyState(whyNothingScored(in.session));
  return confusionSvg(scores, in.id + "confusion");
}

Markup writeReliability(const SectionInput& in) {
  const stats::SessionScores& scores = scoresBy(in.session, in.options.bins);
  if (scores.n == 0 || scores.reliability.empty()) return emptyState(whyNothingScored(in.session));
  Markup out = reliabilitySvg(scores, in.id + "reliability");
  out.element(
      "p", "note",
      fmt::format(
          "Forecasts grouped by the probability of the class they named ({}). On the dashed line a surrogate "
          "is right as often as it says; above it, more often.",
          binRuleInfo(scores.bins).title));
  return out;
}

}  // namespace kernelcast::report
