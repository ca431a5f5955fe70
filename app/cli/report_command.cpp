// report: sessions as one self-contained HTML file.
#include <algorithm>
#include <cctype>
#include <chrono>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "core/domain/number_format.h"
#include "core/exchange/formats.h"
#include "core/report/html_writer.h"
#include "core/report/report_model.h"
#include "core/stats/session_scores.h"

namespace kernelcast::cli {

namespace {

std::size_t textBytes(const CandidateDetail& detail) {
  std::size_t bytes = detail.source.size();
  for (const Forecast& forecast : detail.forecasts) bytes += forecast.rationale.size();
  for (const Measurement& run : detail.runs) bytes += run.error.size();
  return bytes;
}

Result<report::ReportSession> loadSession(db::Reader& reader, const std::string& name,
                                          std::size_t detailBytes) {
  const auto id = reader.resolve(name);
  if (!id) return failure(id.error());
  auto table = reader.table(*id);
  if (!table) return failure(table.error());
  stats::fillRanks(*table);
  report::ReportSession session;
  session.table = std::move(*table);
  session.scores = stats::scoreSession(session.table, BinRule::Prompt);
  session.scoresPaperCode = stats::scoreSession(session.table, BinRule::PaperCode);
  session.pairs = stats::wrongOrderPairs(session.table);
  std::size_t bytes = 0;
  for (const CandidateRow& row : session.table.rows) {
    if (bytes > detailBytes) break;  // the writer says how many it left out
    const auto nameAt = [](const std::vector<std::string>& names, int index) -> std::string_view {
      return index >= 0 ? std::string_view(names[static_cast<std::size_t>(index)]) : std::string_view();
    };
    auto detail = reader.detail(*id, row.number, nameAt(session.table.devices, row.device),
                                nameAt(session.table.surrogates, row.surrogate));
    if (!detail) return failure(detail.error());
    bytes += textBytes(*detail);
    session.details.push_back(std::move(*detail));
  }
  auto devices = reader.devices(*id);
  if (!devices) return failure(devices.error());
  session.devices = std::move(*devices);
  const auto exchange = reader.exchangeSession(*id);
  if (!exchange) return failure(exchange.error());
  session.dataHash = exchange::contentHash(*exchange);
  return session;
}

Result<Output> runReport(const Context& context, const std::vector<std::string>& sessions,
                         const std::filesystem::path& out) {
  std::string kind = out.extension().string();
  std::transform(kind.begin(), kind.end(), kind.begin(), [](unsigned char c) { return std::tolower(c); });
  if (kind == ".pdf" || kind == ".md") {
    return failure(Error::Kind::NotInBuild,
                   fmt::format("reports as {} are not in this build yet; .html is", kind));
  }
  if (kind != ".html") {
    return failure(Error::Kind::WrongUsage,
                   fmt::format("--out must end in .html, .pdf or .md, and is {}", out.filename().string()));
  }
  const auto library = context.openForReading();
  if (!library) return failure(library.error());
  auto reader = (*library)->reader();
  if (!reader) return failure(reader.error());
  report::Report report;
  report.options.programVersion = "kernelcast " KERNELCAST_VERSION;
  report.options.createdMs = std::chrono::duration_cast<std::chrono::milliseconds>(
                                 std::chrono::system_clock::now().time_since_epoch())
                                 .count();
  for (const std::string& name : sessions) {
    auto session = loadSession(*reader, name, report.options.detailBytes);
    if (!session) return failure(session.error());
    report.sessions.push_back(std::move(*session));
  }
  const std::string html = report::writeHtml(report);
  if (const auto written = exchange::writeFile(out, html); !written) return failure(written.error());
  Output output;
  OrderedJson ids = OrderedJson::array();
  for (const auto& session : report.sessions) ids.push_back(session.table.summary.id);
  output.document = {{"sessions", std::move(ids)}, {"out", out.string()}, {"bytes", html.size()}};
  output.words = fmt::format("{} ({})\n", out.string(), formatBytes(static_cast<double>(html.size())));
  return output;
}

}  // namespace

void addReportCommand(CLI::App& app, Run& chosen) {
  struct Arguments {
    std::vector<std::string> sessions;
    std::filesystem::path out;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("report", "Write a report of one or more sessions");
  command->add_option("SESSION", arguments->sessions, "Ids, unique prefixes of 10 characters, or exact names")
      ->required();
  command
      ->add_option("--out", arguments->out,
                   "The file to write: .html (.pdf and .md are not in this build yet)")
      ->required()
      ->type_name("FILE");
  command->callback([&chosen, arguments] {
    chosen = [arguments](const Context& context) {
      return runReport(context, arguments->sessions, arguments->out);
    };
  });
}

}  // namespace kernelcast::cli
