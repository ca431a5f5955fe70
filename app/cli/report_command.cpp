// report: sessions as one self-contained HTML file.
#include <algorithm>
#include <cctype>
#include <chrono>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "core/domain/number_format.h"
#include "core/exchange/formats.h"
#include "core/report/html_writer.h"
#include "core/report/report_source.h"

namespace kernelcast::cli {

namespace {

Result<report::ReportSession> loadSession(db::Reader& reader, const std::string& name,
                                          std::size_t detailBytes) {
  const auto id = reader.resolve(name);
  if (!id) return failure(id.error());
  report::ReportReads reads;
  reads.table = [&](const SessionId& session) { return reader.table(session); };
  reads.detail = [&](const SessionId& session, int candidate, std::string_view device,
                     std::string_view surrogate) {
    return reader.detail(session, candidate, device, surrogate);
  };
  reads.devices = [&](const SessionId& session) { return reader.devices(session); };
  reads.dataHash = [&](const SessionId& session) -> Result<std::string> {
    const auto exchange = reader.exchangeSession(session);
    if (!exchange) return failure(exchange.error());
    return exchange::contentHash(*exchange);
  };
  return report::reportSession(reads, *id, detailBytes);
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
  output.words = writtenWords(out, html.size());
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
