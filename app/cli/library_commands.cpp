// sample, import, export, sessions: what goes into a library, what comes out, what is there.
#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/terminal_text.h"
#include "app/cli/text_table.h"
#include "core/domain/number_format.h"
#include "core/exchange/formats.h"
#include "core/exchange/sample.h"
#include "core/report/csv_writer.h"
#include "core/stats/session_scores.h"

namespace kernelcast::cli {

namespace {

OrderedJson listSummaries(db::Reader& reader, const std::vector<SessionId>& ids, std::string& words) {
  OrderedJson list = OrderedJson::array();
  for (const SessionId& id : ids) {
    if (const auto summary = reader.session(id)) {
      list.push_back(sessionJson(*summary));
      words += fmt::format("{}  {}  ({} candidates, {} forecasts, {} measured)\n", summary->id,
                           terminalLine(summary->name), formatCount(summary->candidates),
                           formatCount(summary->forecasts), formatCount(summary->measured));
    }
  }
  return list;
}

Result<Output> runSample(const Context& context) {
  const auto library = context.openForWriting();
  if (!library) return failure(library.error());
  const auto document = exchange::readNative(exchange::sampleDocument());
  if (!document) return failure(document.error().in("bundled sample"));
  const auto stored = (*library)->importSink().store(document->session);
  if (!stored) return failure(stored.error());
  auto reader = (*library)->reader();
  if (!reader) return failure(reader.error());
  const bool fresh = *stored == exchange::ImportSink::Stored::New;
  Output output;
  output.words = fresh ? "The sample is now in " + context.library.string() + ":\n"
                       : "The sample was already in " + context.library.string() + "; nothing changed:\n";
  output.document["library"] = context.library.string();
  output.document["already_there"] = !fresh;
  output.document["sessions"] = listSummaries(*reader, {document->session.id}, output.words);
  return output;
}

// Makes the library when the first session is to be stored, so that files that cannot be read leave none
// behind.
class LazySink final : public exchange::ImportSink {
 public:
  explicit LazySink(const Context& context) : context_(context) {}
  Result<Stored> store(const exchange::ExchangeSession& session) override {
    if (!library_) {
      auto opened = context_.openForWriting();
      if (!opened) return failure(opened.error());
      library_ = std::move(*opened);
    }
    return library_->importSink().store(session);
  }
  db::Library& library() { return *library_; }

 private:
  const Context& context_;
  std::unique_ptr<db::Library> library_;
};

Result<Output> runImport(const Context& context, const std::vector<std::filesystem::path>& paths,
                         const std::string& as) {
  for (const auto& path : paths) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
      return failure(Error::Kind::NotFound,
                     fmt::format("there is no file {}: nothing was imported", path.string()));
    }
  }
  LazySink sink(context);
  int read = 0;
  int kept = 0;
  std::string format;
  OrderedJson refused = OrderedJson::array();
  std::vector<SessionId> sessions;
  Output output;
  for (const auto& path : paths) {
    const auto result = exchange::importFile(path, sink, as);
    if (!result) {
      const Error::Kind kind = result.error().kind;
      if (kind == Error::Kind::NotInBuild || kind == Error::Kind::WrongUsage) return failure(result.error());
      refused.push_back({{"where", path.string()}, {"reason", result.error().message}});
      const bool named = result.error().message.find(path.string()) != std::string::npos;
      output.failures.push_back(named ? result.error() : result.error().in(path.string()));
      continue;
    }
    format = result->report.format;
    read += result->report.read;
    kept += result->report.kept;
    output.words += fmt::format("{}: {}, {} rows read, {} kept{}\n", path.string(), format,
                                formatCount(result->report.read), formatCount(result->report.kept),
                                result->alreadyThere ? "; it was already here, nothing changed" : "");
    for (const auto& row : result->report.refused) {
      refused.push_back({{"where", path.string() + ": " + row.where}, {"reason", row.reason}});
      output.words += fmt::format("  refused {}: {}\n", row.where, row.reason);
    }
    sessions.insert(sessions.end(), result->sessions.begin(), result->sessions.end());
  }
  output.document["format"] = format;
  output.document["read"] = read;
  output.document["kept"] = kept;
  output.document["refused"] = std::move(refused);
  output.document["sessions"] = OrderedJson::array();
  if (!sessions.empty()) {
    auto reader = sink.library().reader();
    if (!reader) return failure(reader.error());
    output.document["sessions"] = listSummaries(*reader, sessions, output.words);
  }
  return output;
}

Result<Output> runExport(const Context& context, const std::string& session, const std::string& as,
                         const std::filesystem::path& out) {
  if (out == "-")
    return failure(Error::Kind::WrongUsage, "--out is a file; /dev/stdout is the way to standard output");
  const exchange::FormatInfo* format = exchange::findFormat(as);
  if (format == nullptr || !format->canExport) {
    return failure(Error::Kind::WrongUsage, fmt::format("\"{}\" is no format to export", as));
  }
  if (!format->inBuild)
    return failure(Error::Kind::NotInBuild, fmt::format("exporting {} is not in this build yet", as));
  const auto library = context.openForReading();
  if (!library) return failure(library.error());
  auto reader = (*library)->reader();
  if (!reader) return failure(reader.error());
  const auto id = reader->resolve(session);
  if (!id) return failure(id.error());
  std::string bytes;
  if (format->writtenByReport) {
    auto table = reader->table(*id);
    if (!table) return failure(table.error());
    stats::fillRanks(*table);
    bytes = report::candidatesCsv(*table);
  } else {
    auto text = exchange::exportSession(*id, *reader, as);
    if (!text) return failure(text.error());
    bytes = std::move(*text);
  }
  if (const auto written = exchange::writeFile(out, bytes); !written) return failure(written.error());
  Output output;
  output.document = {{"session", *id}, {"format", as}, {"out", out.string()}, {"bytes", bytes.size()}};
  output.words = writtenWords(out, bytes.size());
  return output;
}

std::string joined(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, ", "));
}

Result<Output> runSessions(const Context& context) {
  const auto library = context.openForReading();
  if (!library) return failure(library.error());
  auto reader = (*library)->reader();
  if (!reader) return failure(reader.error());
  const auto sessions = reader->sessions();
  if (!sessions) return failure(sessions.error());
  Output output;
  output.document = OrderedJson::array();
  std::vector<std::vector<std::string>> rows;
  for (const SessionSummary& s : *sessions) {
    output.document.push_back(sessionJson(s));
    const auto best =
        std::max_element(s.best.begin(), s.best.end(),
                         [](const BestOfTask& a, const BestOfTask& b) { return a.speedup < b.speedup; });
    rows.push_back({s.id, s.name, joined(s.tasks), joined(s.devices), std::string(info(s.state).title),
                    formatCount(s.candidates), formatCount(s.measured), formatCount(s.correct),
                    best == s.best.end() ? kNoNumber : formatSpeedup(best->speedup) + " " + best->name});
  }
  output.words = textTable(
      {{"id"},
       {"name"},
       {"tasks"},
       {"devices"},
       {"state"},
       {"candidates", true},
       {"measured", true},
       {"correct", true},
       {"best"}},
      rows, "The library holds no session yet: `kernelcast-cli sample` puts the bundled sample there.",
      context.width);
  return output;
}

}  // namespace

void addLibraryCommands(CLI::App& app, Run& chosen) {
  app.add_subcommand("sample", "Put the bundled sample into the library")->callback([&chosen] {
    chosen = runSample;
  });

  struct ImportArguments {
    std::vector<std::filesystem::path> paths;
    std::string as;
  };
  auto import = std::make_shared<ImportArguments>();
  CLI::App* importCommand = app.add_subcommand("import", "Import files; their format is detected");
  importCommand->add_option("PATH", import->paths, "Files")->required();
  importCommand->add_option("--as", import->as, "Name the format instead of detecting it")
      ->type_name("FORMAT");
  importCommand->callback([&chosen, import] {
    chosen = [import](const Context& context) { return runImport(context, import->paths, import->as); };
  });

  struct ExportArguments {
    std::string session;
    std::string as;
    std::filesystem::path out;
  };
  auto arguments = std::make_shared<ExportArguments>();
  CLI::App* exportCommand = app.add_subcommand("export", "Write a session in another form");
  exportCommand
      ->add_option("SESSION", arguments->session, "Id, unique prefix of 10 characters, or exact name")
      ->required();
  std::vector<std::string> here;
  std::vector<std::string> later;
  for (const exchange::FormatInfo& format : exchange::formats()) {
    if (format.canExport) (format.inBuild ? here : later).emplace_back(format.key);
  }
  std::string formats = joined(here);
  if (!later.empty()) formats += fmt::format(" ({} are not in this build yet)", joined(later));
  exportCommand->add_option("--as", arguments->as, formats)->required()->type_name("FORMAT");
  exportCommand->add_option("--out", arguments->out, "The file to write")->required()->type_name("FILE");
  exportCommand->callback([&chosen, arguments] {
    chosen = [arguments](const Context& context) {
      return runExport(context, arguments->session, arguments->as, arguments->out);
    };
  });

  app.add_subcommand("sessions", "List the library's sessions")->callback([&chosen] {
    chosen = runSessions;
  });
}

}  // namespace kernelcast::cli
