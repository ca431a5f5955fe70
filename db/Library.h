// One library: a SQLite file that holds sessions. Opens, probes, migrates; hands out the writer and readers.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/domain/result.h"
#include "core/exchange/formats.h"
#include "core/search/event_store.h"
#include "db/Reader.h"

namespace kernelcast::db {

struct OpenOptions {
  bool create = true;  // where the file does not exist
  bool readOnly = false;
  bool allowNetworkJournal = false;  // a network file system: use a DELETE journal instead of refusing
};

class Annotations;
struct LibraryInternals;  // time, host and formats, for tests

// The default library: $XDG_DATA_HOME/kernelcast/library.kcast, else ~/.local/share/kernelcast/library.kcast.
std::filesystem::path defaultLibraryPath();

// Thread-safe: the writer is a thread of its own, and each Reader is used on one thread.
class Library {
 public:
  // Probes the file on a private copy first: one that is newer, foreign, damaged or truncated is refused with
  // a sentence and left byte for byte as it was. Older ones are migrated after a backup beside the file.
  static Result<std::unique_ptr<Library>> open(const std::filesystem::path& path, OpenOptions options = {});
  // The same in other surroundings.
  static Result<std::unique_ptr<Library>> openIn(const std::filesystem::path& path, OpenOptions options,
                                                 const LibraryInternals& internals);
  ~Library();  // flushes the writer, gives leases back
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const;
  // Asked for, or because the file or its folder may not be written.
  [[nodiscard]] bool readOnly() const;
  // The copy that was made before an older library was brought up to date, where it was.
  [[nodiscard]] std::optional<std::filesystem::path> backup() const;
  // A new read-only connection, for use on one thread.
  Result<Reader> reader() const;
  search::EventStore& eventStore();
  exchange::ImportSink& importSink();
  Annotations& annotations();

  // Hides the session from every list and reader. It can be restored until this library is closed; then, or
  // with purgeDeleted(), its rows go, in the background when the library is next opened for writing. What
  // people noted of it stays, and shows again where it is imported again. Conflict where it is being run.
  Result<void> deleteSession(const SessionId& id);
  // NotFound where it has been purged; one that is not deleted stays as it is.
  Result<void> restoreSession(const SessionId& id);
  // Removes for good what is deleted and not another process's to restore. The number of sessions.
  Result<int> purgeDeleted();

  // Marks sessions whose lease is dead as interrupted. Called at start and before sessions are listed.
  Result<int> markInterrupted();

  class Impl;
  [[nodiscard]] const Impl& impl() const { return *impl_; }  // for the rest of db

 private:
  explicit Library(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace kernelcast::db
