// What every command of kernelcast-cli shares: the library, the output, the exit code.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/domain/json.h"
#include "core/domain/result.h"
#include "db/Library.h"

namespace kernelcast::cli {

// The contract with scripts.
enum ExitCode : int { kDone = 0, kFailed = 1, kWrongUsage = 2, kNoSuchThing = 3 };
int exitCodeOf(const Error& error);

struct Context {
  std::filesystem::path library;
  bool json = false;
  std::size_t width = 0;  // of the terminal that words are printed on, in characters; 0: none, no limit

  // Opens the library; for writing it is made where it does not exist.
  [[nodiscard]] Result<std::unique_ptr<db::Library>> openForWriting() const;
  [[nodiscard]] Result<std::unique_ptr<db::Library>> openForReading() const;
};

// A command computes a document and, for people, the same in words; it prints nothing itself.
struct Output {
  OrderedJson document;
  std::string words;
  std::vector<Error>
      failures;  // parts that could not be done, while others were; the first gives the exit code
};
using Run = std::function<Result<Output>(const Context&)>;

// Each adds its commands to the application and, once parsed, leaves what to run in `chosen`.
void addLibraryCommands(CLI::App& app, Run& chosen);  // sample, import, export, sessions
void addFigureCommands(CLI::App& app, Run& chosen);   // candidates, stats
void addSearchCommands(CLI::App& app, Run& chosen);   // search
void addReportCommand(CLI::App& app, Run& chosen);    // report
void addBenchCommands(CLI::App& app, Run& chosen);    // bench, devices
void addTaskCommands(CLI::App& app, Run& chosen);     // task check
void addLaterCommands(CLI::App& app, Run& chosen);    // known, and not in this build yet

// 0 to 2^64 - 1. The parser's own conversion takes -1 for the largest.
CLI::Validator unsignedInteger();

// What a command that wrote a file says of it; nothing where it went to standard output or another stream.
std::string writtenWords(const std::filesystem::path& out, std::size_t bytes);

// A session as `sessions`, `sample`, `import` and `search` print it.
OrderedJson sessionJson(const SessionSummary& summary);

}  // namespace kernelcast::cli
