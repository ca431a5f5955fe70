// The one list of outside formats, and the two interfaces between files and a library.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "core/exchange/native.h"

namespace kernelcast::exchange {

// Takes what an importer read. One transaction: all or nothing.
class ImportSink {
 public:
  enum class Stored { New, AlreadyThere };
  virtual ~ImportSink() = default;
  // The same session id with the same content changes nothing; with other content it is refused (Conflict).
  virtual Result<Stored> store(const ExchangeSession& session) = 0;
};

// Gives exporters what a library holds.
class RowSource {
 public:
  virtual ~RowSource() = default;
  virtual Result<ExchangeSession> exchangeSession(const SessionId& id) = 0;
  virtual Result<SessionTable> table(const SessionId& id) = 0;
};

struct FormatInfo {
  std::string_view key;  // "native"
  std::string_view title;
  std::string_view files;  // "*.json"
  bool canImport;
  bool canExport;
  bool inBuild;          // false: named, and refused with "not in this build yet"
  bool writtenByReport;  // export is report's writer over RowSource::table, which this folder may not include
  // Null where this build has none of its own.
  Result<NativeDocument> (*read)(std::string_view text) = nullptr;
  Result<std::string> (*write)(const SessionId& id, RowSource& source) = nullptr;
};
// native, csv, eval-set, predictions, training-pool, discovery-pairs, events, kernelbot, kernelbench, ...
std::span<const FormatInfo> formats();
const FormatInfo* findFormat(std::string_view key);

struct ImportResult {
  ReadReport report;
  std::vector<SessionId> sessions;
  bool alreadyThere = false;
};
// Reads a file, detects its format unless `as` names one, and stores it. What is wrong with the content is
// said without the file's name, which the caller puts in front.
Result<ImportResult> importFile(const std::filesystem::path& path, ImportSink& sink,
                                std::string_view as = {});
// Text of an export; writes nothing. Formats that are writtenByReport are the caller's to route there.
Result<std::string> exportSession(const SessionId& id, RowSource& source, std::string_view as);

// Whole file as bytes, or a sentence. Files over `limit` bytes are refused.
Result<std::string> readFile(const std::filesystem::path& path,
                             std::uintmax_t limit = std::uintmax_t{4} << 30U);
// Writes beside the target and renames, so that a failure leaves the old file.
Result<void> writeFile(const std::filesystem::path& path, std::string_view bytes);

}  // namespace kernelcast::exchange
