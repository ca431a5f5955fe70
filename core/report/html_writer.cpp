#include "core/report/html_writer.h"

#include <vector>

#include <fmt/format.h>

#include "core/domain/number_format.h"
#include "core/report/html_style.h"
#include "core/report/markup.h"
#include "core/report/report_sections.h"
#include "core/report/wording.h"

namespace kernelcast::report {

namespace {

std::string nameOf(const ReportSession& session) {
  const SessionSummary& summary = session.table.summary;
  if (!summary.name.empty()) return summary.name;
  return summary.id.empty() ? std::string("Session without a name") : summary.id;
}

std::string titleOf(const Report& report) {
  if (!report.title.empty()) return report.title;
  if (report.sessions.empty()) return "Empty report";
  if (report.sessions.size() == 1) return nameOf(report.sessions.front());
  return fmt::format("{} and {} more", nameOf(report.sessions.front()), report.sessions.size() - 1);
}

// Every search of this build takes its kernels and measurements from a recording.
bool isReplay(const SessionSummary& summary) { return summary.kind == SessionKind::Search; }

std::string anchorOf(std::size_t session) { return fmt::format("s{}", session + 1); }

void brand(Markup& out, const ReportOptions& options) {
  out.raw(
      R"(<div class="brand"><svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" viewBox="0 0 64 64" aria-hidden="true">)"
      R"(<rect class="f-accent" x="2" y="2" width="60" height="60" rx="14"/><path d="M13 51 51 13" fill="none" stroke="#fff" )"
      R"(stroke-opacity=".5" stroke-width="2.5" stroke-linecap="round"/><circle cx="19" cy="35" r="6.5" fill="#fff"/>)"
      R"(<path d="M36 37 43 49H29z" fill="#fff"/><rect x="38" y="13" width="12" height="12" rx="2" fill="#fff"/></svg>)"
      "<b>Kernelcast</b>");
  if (options.createdMs > 0) out.element("span", "", formatUtc(options.createdMs));
  out.raw("</div>\n");
}

void meta(Markup& out, std::string_view name, std::string_view value) {
  out.raw("<div>").element("dt", "", name).element("dd", "", value).raw("</div>\n");
}

void sessionFacts(Markup& out, const ReportSession& session, const ReportOptions& options) {
  const SessionTable& table = session.table;
  out.raw("<dl class=\"meta\">\n");
  meta(out, table.tasks.size() == 1 ? "task" : "tasks", listed(table.tasks));
  meta(out, "measured on", listed(table.devices));
  meta(out, "forecasts by", listed(table.surrogates));
  if (table.summary.createdMs > 0) meta(out, "created", formatUtc(table.summary.createdMs));
  meta(out, "state", info(table.summary.state).title);
  meta(out, "candidates", formatCount(table.summary.candidates));
  meta(out, "speed classes", binRuleInfo(options.bins).title);
  out.raw("</dl>\n");
}

void figureCell(Markup& out, const stats::SessionScores& scores, std::string_view key) {
  const auto found = scores.figures.find(key);
  const stats::MetricInfo* info = stats::findMetric(key);
  out.raw("<td class=\"num\">");
  if (info == nullptr || found == scores.figures.end() || !found->second.value) {
    out.text(kNoNumber).raw("</td>");
    return;
  }
  const stats::Figure& figure = found->second;
  out.text(formatSignificant(*figure.value)).raw("<br/>");
  out.element("small", "",
              info->perPool ? counted(figure.tasks, "task") : fmt::format("n = {}", formatCount(figure.n)));
  out.raw("</td>");
}

// One line a session, where there are several: the way to each, and its key figures beside the others'.
void overview(Markup& out, const Report& report) {
  out.raw(
      "<div class=\"card overview\"><h3>Sessions</h3><div "
      "class=\"scroll\"><table><thead><tr><th>session</th><th>tasks</th>"
      "<th>device</th><th class=\"num\">right speed class</th><th class=\"num\">within one</th>"
      "<th class=\"num\">forecast error (RPS)</th><th class=\"num\">rank agreement</th>"
      "<th class=\"num\">failed</th></tr></thead><tbody>\n");
  for (std::size_t i = 0; i < report.sessions.size(); ++i) {
    const ReportSession& session = report.sessions[i];
    const stats::SessionScores& scores = scoresBy(session, report.options.bins);
    const bool scored = scores.n > 0;
    out.raw("<tr><td><a")
        .attribute("href", std::string_view("#" + anchorOf(i)))
        .raw(">")
        .text(nameOf(session))
        .raw("</a></td>");
    out.element("td", "", listed(session.table.tasks)).element("td", "", listed(session.table.devices));
    out.element("td", "num", scored ? ofTotal(scores.rightBin, scores.n) : std::string(kNoNumber));
    out.element("td", "num", scored ? ofTotal(scores.withinOne, scores.n) : std::string(kNoNumber));
    figureCell(out, scores, "rps");
    figureCell(out, scores, "kendall_tau_b");
    out.element("td", "num", formatCount(scores.failed)).raw("</tr>\n");
  }
  out.raw("</tbody></table></div></div>\n");
}

void card(Markup& out, const ReportSection& section, const SectionInput& in) {
  // Long cards may break over pages; a chart stays on one.
  const bool isLong = section.key == "candidates" || section.key == "kernels" || section.key == "wrong_order";
  const std::string classes =
      fmt::format("card w{} h{}{}", section.columns, section.rows, isLong ? " long" : "");
  out.raw("<div").attribute("class", std::string_view(classes));
  out.attribute("id", std::string_view(in.id + std::string(section.key)))
      .raw("><h3>")
      .text(section.title)
      .raw("</h3>\n");
  out.append(section.write(in)).raw("</div>\n");
}

void writeSession(Markup& out, const Report& report, std::size_t index) {
  const ReportSession& session = report.sessions[index];
  const std::string anchor = anchorOf(index);
  out.raw("<section class=\"session\"")
      .attribute("id", std::string_view(anchor))
      .raw(">\n<header class=\"session\">");
  // Its name is the page's own title where it stands alone.
  const bool alone = report.sessions.size() == 1 && titleOf(report) == nameOf(session);
  if (!alone) out.element("h2", "", nameOf(session));
  sessionFacts(out, session, report.options);
  if (isReplay(session.table.summary)) {
    out.element(
        "p", "replay",
        "This search replayed a recording: its kernels, forecasts and measurements were taken from what an "
        "earlier session had seen. It shows how the program works and is no evidence of what forecasts "
        "save.");
  }
  out.raw("</header>\n<div class=\"cards\">\n");
  const SectionInput in{session, report.options, anchor + "-"};
  for (const ReportSection& section : reportSections()) {
    if (showsSection(report.options, section.key)) card(out, section, in);
  }
  out.raw("</div>\n</section>\n");
}

}  // namespace

std::string writeHtml(const Report& report) {
  const std::string title = titleOf(report);
  Markup out;
  // Void elements are closed, so that the document is XML as well and can be checked whole. The policy stands
  // before anything else: whatever slipped through would find no script, no network and no form.
  out.raw(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "img-src data:\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<meta name=\"color-scheme\" content=\"light dark\"/>\n<meta name=\"referrer\" "
      "content=\"no-referrer\"/>\n<title>");
  out.text(title)
      .raw(" · Kernelcast report</title>\n<style>")
      .append(styleSheet())
      .raw("</style>\n</head>\n<body>\n<main class=\"page\">\n");
  brand(out, report.options);
  out.element("h1", "", title).raw("\n");
  if (report.sessions.empty())
    out.element("p", "empty", "This report holds no sessions. Choose at least one and export it again.");
  if (report.sessions.size() > 1) overview(out, report);
  for (std::size_t i = 0; i < report.sessions.size(); ++i) writeSession(out, report, i);
  out.raw("<footer>Written by ")
      .text(report.options.programVersion.empty() ? "Kernelcast" : report.options.programVersion);
  out.raw(
      ". This file runs no script and loads nothing: it holds all that it "
      "shows.</footer>\n</main>\n</body>\n</html>\n");
  return out.str();
}

}  // namespace kernelcast::report
