// The section of kernels: each candidate's forecast, rationale, cases, logs and source, folded away.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/domain/measurement.h"
#include "core/domain/number_format.h"
#include "core/report/candidate_words.h"
#include "core/report/detailed_rows.h"
#include "core/report/forecast_svg.h"
#include "core/report/section_writers.h"
#include "core/report/wording.h"

namespace kernelcast::report {

namespace {

void longText(Markup& out, std::string_view text, std::size_t limit) {
  const std::string_view start = startOf(text, limit);
  out.text(start);
  if (start.size() < text.size()) {
    out.text(fmt::format("\n… {} more are left out.",
                         formatBytes(static_cast<double>(text.size() - start.size()))));
  }
}

void codeBlock(Markup& out, std::string_view text, std::size_t limit) {
  out.raw("<pre><code>");
  longText(out, text, limit);
  out.raw("</code></pre>\n");
}

void sourceEntry(Markup& out, std::string_view heading, std::string_view source, std::size_t limit) {
  if (source.empty()) return;
  out.raw("<details class=\"source\"><summary>").text(heading).raw("</summary>");
  codeBlock(out, source, limit);
  out.raw("</details>\n");
}

void rationales(Markup& out, const std::vector<Forecast>& forecasts, std::size_t limit) {
  const bool several = forecasts.size() > 1;
  for (std::size_t i = 0; i < forecasts.size(); ++i) {
    const Forecast& forecast = forecasts[i];
    const std::string which = several ? fmt::format(" {} of {}", i + 1, forecasts.size()) : std::string();
    if (!forecast.parsed) {
      out.element("h4", "", fmt::format("Answer{} could not be read", which));
      out.raw("<p class=\"rationale\">");
      longText(out,
               forecast.parseError.empty() ? std::string_view("The reason was not recorded.")
                                           : forecast.parseError,
               limit);
      out.raw("</p>\n");
    }
    if (forecast.rationale.empty()) continue;
    out.element("h4", "", fmt::format("Rationale{} of the surrogate", which)).raw("<p class=\"rationale\">");
    longText(out, forecast.rationale, limit);
    out.raw("</p>\n");
  }
}

// Each distinct log once, with the runs that said it.
void failures(Markup& out, const CandidateDetail& detail, std::size_t limit) {
  std::set<std::pair<MeasurementStatus, std::string>> said;
  out.raw("<div class=\"logs\">");
  for (const Measurement& run : detail.runs) {
    if (run.status == MeasurementStatus::Ok || !said.insert({run.status, run.error}).second) continue;
    const auto count = std::count_if(detail.runs.begin(), detail.runs.end(), [&](const Measurement& other) {
      return other.status == run.status && other.error == run.error;
    });
    out.element("h4", "",
                fmt::format("{}, {} of {}", statusInfo(run.status).title, count,
                            counted(std::ssize(detail.runs), "run")));
    if (run.error.empty()) out.element("p", "muted", "No log was recorded.");
    else codeBlock(out, run.error, limit);
  }
  out.raw("</div>\n");
}

void caseTimes(Markup& out, const CandidateDetail& detail) {
  const auto candidate = combineRuns(detail.runs);
  if (!candidate || candidate->status != MeasurementStatus::Ok || candidate->cases.empty()) return;
  const auto reference = combineRuns(detail.referenceRuns);
  const auto ratios = reference ? caseSpeedups(*reference, *candidate) : failure("");
  const bool compared = ratios.has_value() && ratios->size() == candidate->cases.size();
  out.element("h4", "", "Times by case");
  out.raw("<table class=\"cases\"><thead><tr><th>case</th>");
  if (compared) out.raw("<th class=\"num\">reference</th>");
  out.raw("<th class=\"num\">median</th>");
  if (compared) out.raw("<th class=\"num\">speedup</th>");
  out.raw("<th class=\"num\">launches</th></tr></thead><tbody>\n");
  for (std::size_t c = 0; c < candidate->cases.size(); ++c) {
    const CaseTiming& timing = candidate->cases[c];
    out.raw("<tr><td")
        .attribute("title", caseLabelLong(timing.params))
        .raw(">")
        .text(caseLabel(timing.params))
        .raw("</td>");
    if (compared) out.element("td", "num", formatMicroseconds(reference->cases[c].medianUs));
    out.element("td", "num", formatMicroseconds(timing.medianUs));
    if (compared) out.element("td", "num", formatSpeedup((*ratios)[c]));
    out.element("td", "num", formatCount(timing.n)).raw("</tr>\n");
  }
  out.raw("</tbody></table>\n");
  const auto good = std::count_if(detail.runs.begin(), detail.runs.end(),
                                  [](const Measurement& run) { return run.status == MeasurementStatus::Ok; });
  if (good > 1)
    out.element("p", "note",
                fmt::format("Medians of {}: the median of each run's, of two runs their mean.",
                            counted(good, "run")));
}

std::string headline(const CandidateRow& row) {
  if (isFailure(row.status)) return std::string(info(row.status).title);
  if (!row.hasSpeedup()) return std::string(info(row.status).title);
  return fmt::format("measured {}", formatSpeedup(row.speedup));
}

void kernelEntry(Markup& out, const SectionInput& in, int index) {
  const SessionTable& table = in.session.table;
  const CandidateRow& row = table.rows[static_cast<std::size_t>(index)];
  const CandidateDetail& detail = in.session.details[static_cast<std::size_t>(index)];
  const std::size_t limit = in.options.textBytes;
  const std::string anchor = kernelAnchor(in.id, index);

  out.raw("<details class=\"kernel\"><summary>");
  out.append(outcomeMark(row, in.options.bins)).element("b", "", row.name);
  out.element("span", "muted place", fmt::format("#{} · {}", row.number, placeOf(table, row)));
  if (row.hasForecast()) {
    out.element("span", "said",
                fmt::format("forecast {}", formatSpeedup(expectedSpeedup(row.probabilities))));
  } else {
    out.element("span", "said muted", "no forecast");
  }
  // Browsers open an entry whose inside is linked to, and leave one shut that is itself the target.
  out.element("span", "said", headline(row)).raw("</summary>\n<div class=\"halves\"");
  out.attribute("id", std::string_view(anchor)).raw("><div>\n");

  if (!detail.note.empty()) {
    out.element("h4", "", "What was tried").raw("<p>");
    longText(out, detail.note, limit);
    out.raw("</p>\n");
  }
  if (row.hasForecast()) {
    out.element("h4", "",
                row.forecasts > 1 ? fmt::format("Forecast, mean of {}", row.forecasts) : "Forecast");
    out.append(forecastSvg(row, in.options.bins, anchor + "-bars"));
  }
  out.raw("</div><div>\n");
  rationales(out, detail.forecasts, limit);
  caseTimes(out, detail);
  out.raw("</div></div>\n");
  failures(out, detail, limit);
  sourceEntry(out, "Source", detail.source, limit);
  out.raw("</details>\n");
}

}  // namespace

Markup writeKernels(const SectionInput& in) {
  const DetailedRows detailed = detailedRows(in.session, in.options);
  if (detailed.available == 0) return emptyState("No sources, rationales or logs came with this session.");
  Markup out;
  out.raw("<p class=\"note top\">");
  out.element("span", "on-screen", "Open an entry for its forecast, rationale, times, logs and source. ");
  if (detailed.rows.size() < detailed.available) {
    out.text(
        fmt::format("{} entries are shown, each task's fastest first: {}.",
                    ofTotal(std::ssize(detailed.rows), static_cast<std::int64_t>(detailed.available)),
                    detailed.full ? "more would make the file too large to read" : "so many were asked for"));
  }
  out.raw("</p>\n");
  std::set<int> tasksWithReference;
  for (const int index : detailed.rows) {
    const int task = in.session.table.rows[static_cast<std::size_t>(index)].task;
    const CandidateDetail& detail = in.session.details[static_cast<std::size_t>(index)];
    if (detail.referenceSource.empty() || !tasksWithReference.insert(task).second) continue;
    const std::string place =
        placeOf(in.session.table, in.session.table.rows[static_cast<std::size_t>(index)]);
    out.raw("<details class=\"kernel\"><summary><b>")
        .text(detail.referenceName.empty() ? "reference" : detail.referenceName);
    out.raw("</b>")
        .element("span", "muted place", fmt::format("the reference of {}", place))
        .raw("</summary>");
    codeBlock(out, detail.referenceSource, in.options.textBytes);
    out.raw("</details>\n");
  }
  for (const int index : detailed.rows) kernelEntry(out, in, index);
  return out;
}

}  // namespace kernelcast::report
