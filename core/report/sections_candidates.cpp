// Sections that are lists of candidates: the wrong-order pairs and the table.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/domain/candidate_columns.h"
#include "core/domain/number_format.h"
#include "core/domain/speedup_missing.h"
#include "core/report/candidate_words.h"
#include "core/report/detailed_rows.h"
#include "core/report/reading_order.h"
#include "core/report/section_writers.h"
#include "core/report/wording.h"

namespace kernelcast::report {

namespace {

constexpr std::size_t kNameLetters = 40;

const CandidateRow* rowAt(const SessionTable& table, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < table.rows.size()
             ? &table.rows[static_cast<std::size_t>(index)]
             : nullptr;
}

MissingSpeedups missingSpeedups(const ReportSession& session) {
  MissingSpeedups missing(session.table);
  for (const int index : missing.undecided()) {
    const auto at = static_cast<std::size_t>(index);
    if (at < session.details.size()) missing.learn(session.table.rows[at], session.details[at].referenceRuns);
  }
  return missing;
}

// Where there is no speedup: why, in words where the status does not say it already.
void missingSpeedup(Markup& out, const SpeedupMissingInfo& why) {
  out.raw("<td class=\"num\"").attribute("title", why.sentence).raw(">");
  if (why.kernelWorks) out.element("span", "why", why.title);
  else out.text(kNoNumber);
  out.raw("</td>");
}

void candidateLine(Markup& out, const SectionInput& in, const CandidateRow& row, int index, bool linked,
                   const std::vector<const CandidateColumn*>& columns, const MissingSpeedups& missing) {
  out.raw("<tr>");
  for (const CandidateColumn* column : columns) {
    if (const auto why = missing.of(row); why && column->key == "speedup") {
      missingSpeedup(out, info(*why));
      continue;
    }
    const std::string words = formatCell(column->value(in.session.table, row), column->format);
    if (column->format != CellFormat::Text) {
      out.element("td", "num", words);
    } else if (column->key == "name") {
      // A name breaks only where it would push the figures out of sight.
      if (words.size() > kNameLetters) out.raw("<td class=\"name wraps\">");
      else out.raw("<td class=\"name\">");
      out.append(outcomeMark(row, in.options.bins));
      if (linked)
        out.raw("<a")
            .attribute("href", "#" + kernelAnchor(in.id, index))
            .raw(">")
            .text(words)
            .raw("</a></td>");
      else out.text(words).raw("</td>");
    } else {
      out.element("td", "", words);
    }
  }
  out.raw("</tr>\n");
}

}  // namespace

Markup writeWrongOrder(const SectionInput& in) {
  const SessionTable& table = in.session.table;
  const stats::WrongOrderPairs& pairs = in.session.pairs;
  Markup out;
  if (pairs.compared == 0) {
    return emptyState(
        "There are no two kernels of one task that both have a forecast and a measured speedup, so no order "
        "can "
        "be wrong.");
  }
  const std::size_t shown = std::min(pairs.pairs.size(), in.options.pairs);
  std::string intro = fmt::format("{} pairs stand in the wrong order.", ofTotal(pairs.total, pairs.compared));
  if (shown > 0 && static_cast<std::int64_t>(shown) < pairs.total) {
    intro += fmt::format(" The costliest {} are shown.", formatCount(static_cast<std::int64_t>(shown)));
  }
  out.element("p", "note top", intro);
  if (shown == 0) return out;
  out.raw(
      "<div class=\"scroll\"><table class=\"pairs\"><thead><tr><th>the forecast's order, and what was "
      "measured</th>"
      "<th>task</th><th class=\"num\">probability it gave that order</th><th "
      "class=\"num\">cost</th></tr></thead><tbody>\n");
  for (std::size_t i = 0; i < shown; ++i) {
    const stats::WrongOrderPair& pair = pairs.pairs[i];
    const CandidateRow* faster = rowAt(table, pair.faster);
    const CandidateRow* slower = rowAt(table, pair.slower);
    if (faster == nullptr || slower == nullptr) continue;
    const std::string cost = formatSpeedup(std::exp2(pair.costLog2));
    out.raw("<tr><td>forecast <b>").text(slower->name).raw("</b> faster than <b>").text(faster->name);
    out.raw("</b>; measured, <b>").text(faster->name).raw("</b> is ").text(cost).raw(" faster");
    if (pair.withinNoise) {
      out.raw(
          " <span class=\"tag\" title=\"The intervals of the two measured speedups overlap.\">within "
          "noise</span>");
    }
    out.raw("</td>").element("td", "", placeOf(table, *faster));
    out.element("td", "num", formatPercent(1 - pair.probabilityFaster))
        .element("td", "num", cost)
        .raw("</tr>\n");
  }
  out.raw("</tbody></table></div>\n");
  return out;
}

Markup writeCandidates(const SectionInput& in) {
  const SessionTable& table = in.session.table;
  Markup out;
  if (table.rows.empty()) {
    return emptyState("This session holds no candidates yet.");
  }
  const std::vector<int> order = readingOrder(table);
  const std::size_t shown = std::min(order.size(), in.options.tableRows);
  const auto columns = defaultColumns(table, in.options.bins);
  const DetailedRows detailed = detailedRows(in.session, in.options);
  const MissingSpeedups missing = missingSpeedups(in.session);

  out.element(
      "p", "note top",
      shown < order.size()
          ? fmt::format("The first {} rows are shown, each task's fastest first; an export as CSV holds all.",
                        ofTotal(static_cast<std::int64_t>(shown), std::ssize(order)))
          : fmt::format("n = {}. Each task's fastest first, failures last.", formatCount(std::ssize(order))));
  out.raw("<div class=\"scroll\"><table class=\"candidates\"><thead><tr>");
  for (const CandidateColumn* column : columns) {
    out.raw("<th").attribute("title", column->tooltip);
    if (column->format != CellFormat::Text) out.raw(" class=\"num\"");
    out.raw(">").text(column->title).raw("</th>");
  }
  out.raw("</tr></thead>\n");
  // A body for each task, and one for the failures: a hairline of air between them.
  int bodyTask = -2;
  bool bodyFailed = false;
  bool open = false;
  for (std::size_t i = 0; i < shown; ++i) {
    const int index = order[i];
    const CandidateRow& row = table.rows[static_cast<std::size_t>(index)];
    const bool failed = isFailure(row.status);
    if (!open || failed != bodyFailed || (!failed && row.task != bodyTask)) {
      if (open) out.raw("</tbody>");
      out.raw("<tbody>\n");
      open = true;
      bodyFailed = failed;
      bodyTask = row.task;
    }
    candidateLine(out, in, row, index, detailed.has(index), columns, missing);
  }
  out.raw("</tbody></table></div>\n");
  return out;
}

}  // namespace kernelcast::report
