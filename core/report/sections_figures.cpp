// Sections made of numbers: key figures, what is counted, scores by both rules.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/domain/number_format.h"
#include "core/report/section_writers.h"
#include "core/report/wording.h"

namespace kernelcast::report {

namespace {

using stats::Figure;
using stats::MetricInfo;
using stats::MetricUnit;
using stats::SessionScores;

std::string shown(double value, MetricUnit unit) {
  return unit == MetricUnit::Share ? formatPercent(value) : formatSignificant(value);
}

std::string shownValue(const Figure& figure, MetricUnit unit) {
  return figure.value ? shown(*figure.value, unit) : std::string(kNoNumber);
}

std::string shownInterval(const Figure& figure, MetricUnit unit) {
  if (!figure.low || !figure.high) return {};
  return fmt::format("{} to {}", shown(*figure.low, unit), shown(*figure.high, unit));
}

std::string sampleSize(const Figure& figure, const MetricInfo& info) {
  return info.perPool ? counted(figure.tasks, "task") : formatCount(figure.n);
}

const Figure& figureOf(const SessionScores& scores, std::string_view key) {
  static const Figure kMissing;
  const auto found = scores.figures.find(key);
  return found == scores.figures.end() ? kMissing : found->second;
}

int forecastsOf(const SessionScores& scores) {
  return scores.n + scores.failed + scores.unmeasured + scores.unparsed + scores.excluded;
}

void keyFigure(Markup& out, std::string_view value, std::string_view caption,
               std::string_view sentence = {}) {
  out.raw("<div class=\"figure\"");
  if (!sentence.empty()) out.attribute("title", sentence);
  out.raw(">").element("b", "", value).element("span", "", caption).raw("</div>\n");
}

void metricFigure(Markup& out, const SessionScores& scores, std::string_view key, std::string_view words) {
  const MetricInfo* info = stats::findMetric(key);
  if (info == nullptr) return;
  const Figure& figure = figureOf(scores, key);
  std::string caption(words);
  if (!figure.value) caption += figure.note.empty() ? ", undefined" : ": " + figure.note;
  else if (info->perPool)
    caption += figure.tasks == 1 ? ", 1 task" : fmt::format(", mean of {}", counted(figure.tasks, "task"));
  else caption += fmt::format(", n = {}", formatCount(figure.n));
  const std::string interval = shownInterval(figure, info->unit);
  if (!interval.empty()) caption += fmt::format(" (95% interval {})", interval);
  keyFigure(out, shownValue(figure, info->unit), caption, info->sentence);
}

void countRow(Markup& out, std::string_view what, std::string_view n, std::string_view why = {}) {
  out.raw("<tr><td>").text(what);
  if (!why.empty()) out.raw("<br/>").element("small", "", why);
  out.raw("</td>").element("td", "num", n).raw("</tr>\n");
}

void scoreCells(Markup& out, const Figure& figure, const MetricInfo& info) {
  out.raw("<td class=\"num\">").text(shownValue(figure, info.unit));
  const std::string interval = shownInterval(figure, info.unit);
  if (!interval.empty()) out.raw("<br/>").element("small", "", interval);
  out.raw("</td>").element("td", "num muted", sampleSize(figure, info));
}

}  // namespace

Markup writeKeyFigures(const SectionInput& in) {
  const SessionScores& scores = scoresBy(in.session, in.options.bins);
  Markup out;
  out.raw("<div class=\"figures\">\n");
  if (scores.n > 0) {
    keyFigure(out, ofTotal(scores.rightBin, scores.n), "right speed class",
              "The class that the forecast named is the class of the measured speedup.");
    keyFigure(out, ofTotal(scores.withinOne, scores.n), "within one class",
              "The named class is the measured one or its neighbour.");
    metricFigure(out, scores, "rps", "forecast error (RPS, 0 is perfect)");
    metricFigure(out, scores, "kendall_tau_b", "rank agreement");
    metricFigure(out, scores, "regret_at_10_percent", "short of the best, measuring the top 10%");
  } else {
    keyFigure(out, kNoNumber, whyNothingScored(in.session));
  }
  if (forecastsOf(scores) > 0) {
    keyFigure(out, formatCount(scores.failed), "failed, in no class",
              "Forecasts of candidates that did not compile or did not run right.");
  } else {
    const auto& rows = in.session.table.rows;
    const auto failed =
        std::count_if(rows.begin(), rows.end(), [](const CandidateRow& r) { return isFailure(r.status); });
    keyFigure(out, ofTotal(failed, std::ssize(rows)), "candidates failed",
              "They did not compile or did not run right.");
  }
  out.raw("</div>\n");

  const auto& best = in.session.table.summary.best;
  if (!best.empty()) {
    out.raw("<p class=\"best\"><span class=\"muted\">Fastest measured: </span>");
    for (std::size_t i = 0; i < best.size(); ++i) {
      if (i > 0) out.raw("<span class=\"muted\">, </span>");
      out.raw("<span class=\"nowrap\">")
          .text(best[i].task)
          .raw(" <b>")
          .text(formatSpeedup(best[i].speedup))
          .raw("</b> ");
      out.element("span", "muted", best[i].name).raw("</span>");
    }
    out.raw("</p>\n");
  }
  return out;
}

Markup writeCounted(const SectionInput& in) {
  const SessionScores& scores = scoresBy(in.session, in.options.bins);
  Markup out;
  out.raw("<table class=\"plain\"><tbody>\n");
  countRow(out, "forecasts", formatCount(forecastsOf(scores)));
  countRow(out, "scored", formatCount(scores.n), "read, of kernels that run right");
  countRow(out, "failed", formatCount(scores.failed), "did not compile or run right: no class");
  countRow(out, "not measured", formatCount(scores.unmeasured));
  countRow(out, "could not be read", formatCount(scores.unparsed));
  if (scores.excluded > 0)
    countRow(out, "left out", formatCount(scores.excluded),
             "no distribution, or a working kernel without a speedup");
  if (scores.unranked > 0)
    countRow(out, "in no ranking", formatCount(scores.unranked),
             "compiled or measured, without a readable forecast");
  out.raw("</tbody><tbody>\n");
  for (const stats::FlagInfo& flag : stats::flags()) {
    out.raw("<tr><td")
        .attribute("title", fmt::format("{}: {}", flag.technical, flag.sentence))
        .raw(">")
        .text(flag.title);
    out.raw("</td>").element("td", "num", ofTotal(scores.*flag.count, scores.n)).raw("</tr>\n");
  }
  out.raw("</tbody></table>\n");
  return out;
}

Markup writeScores(const SectionInput& in) {
  const SessionScores& asked = in.session.scores;
  const SessionScores& published = in.session.scoresPaperCode;
  const auto hasValue = [](const auto& entry) { return entry.second.value.has_value(); };
  if (std::none_of(asked.figures.begin(), asked.figures.end(), hasValue) &&
      std::none_of(published.figures.begin(), published.figures.end(), hasValue)) {
    return emptyState(whyNothingScored(in.session));
  }
  Markup out;
  out.raw("<div class=\"scroll\"><table><thead><tr><th>figure</th>");
  for (const BinRule rule : {BinRule::Prompt, BinRule::PaperCode}) {
    out.raw("<th class=\"num\"")
        .attribute("title", binRuleInfo(rule).meaning)
        .raw(">")
        .text(binRuleInfo(rule).title);
    out.raw("</th><th class=\"num\">n</th>");
  }
  out.raw("</tr></thead><tbody>\n");
  bool anyInterval = false;
  const auto line = [&](const MetricInfo& info, const Figure& a, const Figure& b, bool beside) {
    anyInterval = anyInterval || a.low || b.low;
    out.raw("<tr><td");
    if (beside) out.raw(" class=\"beside\"");
    out.attribute("title", fmt::format("{}: {}", info.technical, info.sentence)).raw(">").text(info.title);
    // Two notes where they differ: each explains its own column.
    std::vector<std::string> notes;
    for (const std::string& note : {a.note, b.note}) {
      if (!note.empty() && std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    }
    for (const std::string& note : notes) out.raw("<br/>").element("small", "", note);
    out.raw("</td>");
    scoreCells(out, a, info);
    scoreCells(out, b, info);
    out.raw("</tr>\n");
  };
  for (const MetricInfo& info : stats::metrics()) {
    line(info, figureOf(asked, info.key), figureOf(published, info.key), false);
    for (const stats::CompanionInfo& companion : stats::companions()) {
      if (companion.beside != info.key || (companion.ofUnreadable && asked.unparsed == 0)) continue;
      line(companion.metric, companion.figure(asked), companion.figure(published), true);
    }
  }
  out.raw("</tbody></table></div>\n");
  out.raw("<p class=\"note\"><b>")
      .text(binRuleInfo(BinRule::Prompt).title)
      .raw("</b>: ")
      .text(binRuleInfo(BinRule::Prompt).meaning);
  out.raw(" <b>")
      .text(binRuleInfo(BinRule::PaperCode).title)
      .raw("</b>: ")
      .text(binRuleInfo(BinRule::PaperCode).meaning);
  out.raw(" n counts forecasts; ranking figures are computed inside each task and averaged.");
  if (anyInterval) out.raw(" Small figures are 95% intervals.");
  out.raw("</p>\n");
  return out;
}

}  // namespace kernelcast::report
