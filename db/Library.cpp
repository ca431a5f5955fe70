#include "db/Library.h"

#include <cstdlib>

#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/domain/ulid.h"
#include "db/Deletion.h"
#include "db/LibraryImpl.h"
#include "db/Migrate.h"
#include "db/PrivateCopy.h"
#include "db/Probe.h"
#include "db/ReaderImpl.h"
#include "db/SqlError.h"
#include "db/SqlEventStore.h"
#include "db/SqlImportSink.h"

namespace kernelcast::db {

namespace fs = std::filesystem;

fs::path defaultLibraryPath() {
  const auto variable = [](const char* name) -> fs::path {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets variables here
    return value == nullptr ? fs::path() : fs::path(value);
  };
  // The XDG specification: a path that is not absolute is to be ignored.
  fs::path data = variable("XDG_DATA_HOME");
  if (!data.is_absolute()) {
    fs::path home = variable("HOME");
    // Started without an environment, by cron or systemd: what the system says of the user.
    // NOLINTNEXTLINE(concurrency-mt-unsafe): asked once, at start
    if (const passwd* user = home.is_absolute() ? nullptr : ::getpwuid(::getuid())) home = user->pw_dir;
    data = home / ".local" / "share";
  }
  return data / "kernelcast" / "library.kcast";
}

namespace {

// A library appears whole: it is made under another name beside its place and then put there, so that another
// process that looks at the same moment sees none or all of it.
Result<void> createLibrary(const fs::path& path, const LibraryInternals& internals, bool wal) {
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (error) {
    return failure(fmt::format("cannot create the folder of {}: {}", path.string(), error.message()));
  }
  fs::path fresh = path;
  fresh += ".new-" + newUlid();
  const auto made = guarded(path.string(), "create the library", [&]() -> Result<void> {
    Connection connection(fresh.string(), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, 1'000);
    const auto migrated = migrate(connection, fresh, internals.steps, internals.here);
    if (!migrated) return failure(migrated.error());
    if (wal) connection.exec("PRAGMA journal_mode = WAL");
    return {};
  });
  Result<void> placed = made;
  // link() where another process was first: its library is as good as ours.
  if (made && ::link(fresh.c_str(), path.c_str()) != 0 && errno != EEXIST) {
    if (::renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) != 0 &&
        errno != EEXIST) {
      placed = failure(fmt::format("cannot create {}: {}", path.string(),
                                   std::error_code(errno, std::generic_category()).message()));
    }
  }
  for (const char* suffix : {"", "-wal", "-shm", "-journal"}) fs::remove(sideFile(fresh, suffix), error);
  return placed;
}

Result<void> refuseNetwork(const fs::path& path, const LibraryInternals& internals,
                           const OpenOptions& options) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const std::string network = internals.here.networkFileSystem(folder);
  if (network.empty() || options.allowNetworkJournal) return {};
  return failure(fmt::format(
      "{} is on a network file system ({}), where the fast journal (WAL) is not safe: two machines "
      "could damage the library. Nothing was changed; keep the library on a local disk, or allow "
      "the slower journal for it",
      path.string(), network));
}

}  // namespace

Library::Impl::Impl(fs::path libraryPath, LibraryInternals with)
    : path(std::move(libraryPath)),
      internals(std::move(with)),
      leases(std::make_unique<Leases>(internals.here)) {}

Library::Impl::~Impl() {
  if (writer) {
    leases->letAllGo();
    if (leases->any()) {
      // Where this fails they end with the process.
      static_cast<void>(writer->run("give the leases back", [this](Connection& connection) -> Result<void> {
        leases->settle(connection);
        return {};
      }));
    }
  }
  // Readers close first, so that the writer is the last and leaves no WAL behind.
  events.reset();
  sink.reset();
  annotations.reset();
  writer.reset();
}

Result<std::unique_ptr<Connection>> Library::Impl::readOnlyConnection() const {
  return guarded(path.string(), "open the library", [this]() -> Result<std::unique_ptr<Connection>> {
    const fs::path& file = privateCopy ? privateCopy->file() : path;
    const std::string name = immutable ? immutableUri(file) : file.string();
    auto connection = std::make_unique<Connection>(
        name, SQLITE_OPEN_READONLY | (immutable ? SQLITE_OPEN_URI : 0), internals.here.busyTimeoutMs);
    connection->exec("PRAGMA query_only = ON");
    return connection;
  });
}

Result<void> Library::Impl::startWriter(const OpenOptions& options) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const bool network = options.allowNetworkJournal && !internals.here.networkFileSystem(folder).empty();
  return guarded(path.string(), "open the library", [&]() -> Result<void> {
    // The first contact waits less: a file that is locked for good is said so at once.
    auto connection = std::make_unique<Connection>(path.string(), SQLITE_OPEN_READWRITE,
                                                   std::min(1'000, internals.here.busyTimeoutMs));
    const std::string wanted = network ? "delete" : "wal";
    const auto journal =
        connection->text(network ? "PRAGMA journal_mode = DELETE" : "PRAGMA journal_mode = WAL");
    if (journal != wanted) {
      return failure(fmt::format(
          "cannot open {}: its journal stays \"{}\" instead of \"{}\". Is another program using it?",
          path.string(), journal.value_or(""), wanted));
    }
    connection->exec("PRAGMA synchronous = FULL");
    connection->exec(
        "PRAGMA journal_size_limit = 67108864");  // what one large import left behind is given back
    connection->exec("PRAGMA cache_size = -32768");
    auto migrated = migrate(*connection, path, internals.steps, internals.here);
    if (!migrated) return failure(migrated.error());
    backup = std::move(*migrated);
    connection->database().setBusyTimeout(internals.here.busyTimeoutMs);
    const bool deleted = !abandoned(*connection, internals.here).empty() ||
                         connection->integer("SELECT 1 FROM orphans LIMIT 1");
    Writer::Pulse pulse;
    pulse.wanted = [this] { return leases->any(); };
    const auto removed = std::make_shared<std::vector<LeaseToken>>();
    pulse.job = [this, removed](Connection& own) -> Result<void> {
      *removed = leases->settle(own);
      return {};
    };
    pulse.committed = [this, removed] { leases->forget(*removed); };
    pulse.every = std::chrono::milliseconds(internals.here.heartbeatEveryMs);
    writer = std::make_unique<Writer>(std::move(connection), path.string(), std::move(pulse));
    if (deleted) purgeInBackground();
    return {};
  });
}

Result<std::unique_ptr<Library::Impl>> Library::Impl::open(const fs::path& given, const OpenOptions& options,
                                                           LibraryInternals with) {
  std::error_code error;
  fs::path path = fs::absolute(given, error);
  if (error) path = given;
  // SQLite keeps its side files beside what a link leads to. A link that leads nowhere is refused as it is.
  if (const fs::path target = fs::canonical(path, error); !error) path = target;
  auto impl = std::make_unique<Impl>(path, std::move(with));
  const LibraryInternals& internals = impl->internals;

  auto probed = probe(path, internals);
  if (!probed) return failure(probed.error());
  if (!probed->exists && (options.readOnly || !options.create)) {
    return failure(Error::Kind::NotFound, fmt::format("there is no library {}", path.string()));
  }
  if (!probed->exists) {
    fs::path existing = path.parent_path();
    while (!existing.empty() && !fs::exists(existing, error) && existing != existing.parent_path()) {
      existing = existing.parent_path();
    }
    if (auto local = refuseNetwork(existing / "x", internals, options); !local) return failure(local.error());
    const bool wal = internals.here.networkFileSystem(existing).empty();
    if (auto created = createLibrary(path, internals, wal); !created) return failure(created.error());
    probed = probe(path, internals);
    if (!probed) return failure(probed.error());
  }
  if (auto local = refuseNetwork(path, internals, options); !local) return failure(local.error());

  impl->readOnly = options.readOnly || !probed->writable;
  if (impl->readOnly) {
    if (probed->version < latestVersion(internals.steps)) {
      return failure(
          Error::Kind::Failed,
          fmt::format(
              "{} is of an older format ({}), and it cannot be brought up to date while it is open for "
              "reading only. Open it once where it may be written",
              path.string(), probed->version));
    }
    // A journal that a killed writer left has to be played back before anything can be read. A file that we
    // may not write and nobody uses gets no side files from us: they would be ours and not its owner's.
    const bool journal = sizeOrZero(sideFile(path, "-journal")) > 0;
    const bool unused =
        !fs::exists(sideFile(path, "-wal"), error) && !fs::exists(sideFile(path, "-shm"), error);
    if (!journal && ((unused && !probed->writable) || (!opensShared(path) && !probed->liveWal))) {
      impl->immutable = true;
    } else if (journal || !opensShared(path)) {
      auto copy = PrivateCopy::of(path);
      if (!copy) return failure(copy.error());
      const auto recovered = guarded(path.string(), "open the library", [&]() -> Result<void> {
        Connection(copy->file().string(), SQLITE_OPEN_READWRITE, 0)
            .integer("SELECT count(*) FROM sqlite_schema");
        return {};
      });
      if (!recovered) return failure(recovered.error());
      impl->privateCopy = std::move(*copy);
    }
  } else if (auto started = impl->startWriter(options); !started) {
    return failure(started.error());
  }
  Impl* own = impl.get();
  impl->events = std::make_unique<SqlEventStore>(impl->writer.get(), *impl->leases, internals.here,
                                                 path.string(), [own] { return own->readOnlyConnection(); });
  impl->sink = std::make_unique<SqlImportSink>(impl->writer.get(), *impl->leases, internals.here);
  impl->annotations = std::make_unique<Annotations>(impl->writer.get(), internals.here);
  return impl;
}

Library::Library(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Library::~Library() = default;

Result<std::unique_ptr<Library>> Library::open(const fs::path& path, OpenOptions options) {
  return openIn(path, options, LibraryInternals());
}

Result<std::unique_ptr<Library>> Library::openIn(const fs::path& path, OpenOptions options,
                                                 const LibraryInternals& internals) {
  auto impl = Impl::open(path, options, internals);
  if (!impl) return failure(impl.error());
  return std::unique_ptr<Library>(new Library(std::move(*impl)));
}

const fs::path& Library::path() const { return impl_->path; }
bool Library::readOnly() const { return impl_->readOnly; }
std::optional<fs::path> Library::backup() const { return impl_->backup; }

Result<Reader> Library::reader() const {
  auto connection = impl_->readOnlyConnection();
  if (!connection) return failure(connection.error());
  auto reader = std::make_unique<Reader::Impl>();
  reader->connection = std::move(*connection);
  reader->file = impl_->path.string();
  reader->here = impl_->internals.here;
  return Reader(std::move(reader));
}

search::EventStore& Library::eventStore() { return *impl_->events; }
exchange::ImportSink& Library::importSink() { return *impl_->sink; }
Annotations& Library::annotations() { return *impl_->annotations; }

Result<void> Library::deleteSession(const SessionId& id) {
  if (!impl_->writer) return failure(readOnlyError("delete a session"));
  LeaseToken lease;
  const auto done = impl_->writer->run("delete a session", [&](Connection& connection) -> Result<void> {
    auto taken = markDeleted(connection, *impl_->leases, id, impl_->internals.here);
    if (!taken) return failure(taken.error());
    lease = std::move(*taken);
    return {};
  });
  if (done) impl_->leases->keep(std::move(lease));
  return done;
}

Result<void> Library::restoreSession(const SessionId& id) {
  if (!impl_->writer) return failure(readOnlyError("restore a session"));
  std::int64_t session = 0;
  const auto done = impl_->writer->run("restore a session", [&](Connection& connection) -> Result<void> {
    return restoreDeleted(connection, id).map([&](std::int64_t row) { session = row; });
  });
  if (done) impl_->leases->forgetDeletion(session);
  return done;
}

Result<int> Library::purgeDeleted() {
  if (!impl_->writer) return failure(readOnlyError("purge deleted sessions"));
  int purged = 0;
  for (bool more = true; more;) {
    std::int64_t session = 0;
    const auto done =
        impl_->writer->run("purge deleted sessions", [&](Connection& connection) -> Result<void> {
          const auto free = purgeable(connection, impl_->internals.here, *impl_->leases);
          if (!free.empty()) purgeSession(connection, session = free.front());
          more = !free.empty() || sweepOrphans(connection, kOrphansAtOnce);
          return {};
        });
    if (!done) return failure(done.error());
    if (session == 0) continue;
    impl_->leases->forgetDeletion(session);
    ++purged;
  }
  return purged;
}

// What an earlier process left: a session at a time, then its texts, whenever the writer has nothing else to
// do. What it does not come to is left to the next.
void Library::Impl::purgeInBackground() {
  writer->whenIdle("purge deleted sessions", [this](Connection& connection) -> Result<bool> {
    const auto free = abandoned(connection, internals.here);
    if (free.empty()) return sweepOrphans(connection, kOrphansAtOnce);
    purgeSession(connection, free.front());
    return true;
  });
}

Result<int> Library::markInterrupted() {
  if (!impl_->writer) return 0;  // readers call such sessions interrupted anyway
  std::vector<std::int64_t> dead;
  const auto find = [&](Connection& connection) -> Result<void> {
    std::vector<std::int64_t> running;
    {
      Rows rows = connection.query("SELECT id FROM sessions WHERE state = 'running'");
      while (rows.next()) running.push_back(rows->integer());
    }
    for (const std::int64_t session : running) {
      const auto lease = readLease(connection, session);
      if (!lease || isDead(*lease, impl_->internals.here)) dead.push_back(session);
    }
    return {};
  };
  // Looked for by reading: this is called often, and nearly always there is none.
  const auto looked = guarded(impl_->path.string(), "look for interrupted searches", [&]() -> Result<void> {
    auto connection = impl_->readOnlyConnection();
    return connection ? find(**connection) : failure(connection.error());
  });
  if (!looked) return failure(looked.error());
  if (dead.empty()) return 0;
  dead.clear();
  const auto marked =
      impl_->writer->run("mark interrupted searches", [&](Connection& connection) -> Result<void> {
        if (auto found = find(connection); !found) return found;
        for (const std::int64_t session : dead) {
          connection.run("UPDATE sessions SET state = 'interrupted' WHERE id = ?", session);
          connection.run("DELETE FROM leases WHERE session = ?", session);
        }
        return {};
      });
  if (!marked) return failure(marked.error());
  return static_cast<int>(dead.size());
}

}  // namespace kernelcast::db
