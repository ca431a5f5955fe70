#include "db/Probe.h"

#include <chrono>
#include <set>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db/Migrate.h"
#include "db/PrivateCopy.h"
#include "db/SqlError.h"
#include "db/VfsFile.h"
#include "db/WalPeek.h"

namespace kernelcast::db {

namespace fs = std::filesystem;

namespace {

// Up to here every page is looked at on each start; above, the roots are, and the rest when it is read.
constexpr std::uintmax_t kWholeCheckBytes = 4U << 20U;
tl::unexpected<Error> refused(const fs::path& file, std::string_view why, std::string_view todo) {
  return failure(Error::Kind::BadInput,
                 fmt::format("{} {}. It was left as it is; {}", file.string(), why, todo));
}

// As this process's effective user. Asked without opening: see VfsFile.
bool may(const fs::path& path, int mode) {
  return ::faccessat(AT_FDCWD, path.c_str(), mode, AT_EACCESS) == 0;
}

Result<void> checkKind(const fs::path& file, const struct stat& facts) {
  if (S_ISDIR(facts.st_mode)) return refused(file, "is a folder, not a library", "name a file in it");
  if (!S_ISREG(facts.st_mode)) return refused(file, "is no ordinary file", "a library must be one");
  if (!may(file, R_OK)) {
    return failure(fmt::format(
        "{} may not be read by this user. Ask its owner for access, or name another library", file.string()));
  }
  if (facts.st_size == 0) {
    return refused(file, "is empty (0 bytes) and so holds no library",
                   "if it is not wanted, remove it and it will be created anew");
  }
  return {};
}

// What the bytes say, before SQLite takes it for a database.
Result<Probed> checkBytes(const fs::path& file, const LibraryInternals& internals) {
  const auto read = VfsFile::open(file).and_then([](const VfsFile& opened) { return opened.read(0, 100); });
  if (!read) return failure(read.error());
  const std::string& start = *read;
  if (!std::string_view(start).starts_with("SQLite format 3")) {
    return refused(file, "is not a Kernelcast library, nor an SQLite database at all", "name another file");
  }
  if (start.size() < 100)
    return refused(file, "is cut off inside its first 100 bytes", "take a backup of it, if there is one");
  const DatabaseHeader stored = parseHeader(start);
  const std::uintmax_t size = sizeOrZero(file);
  if (stored.pageSize == 0)
    return refused(file, "is damaged: its header makes no sense", "take a backup of it, if there is one");
  const auto pagesInFile = static_cast<std::uint32_t>(size / stored.pageSize);
  const WalPeek wal = peekWal(sideFile(file, "-wal"), pagesInFile);
  const DatabaseHeader newest = wal.page1 ? parseHeader(*wal.page1) : stored;

  if (newest.applicationId != kApplicationId) {
    return refused(file, "is an SQLite database of another program, not a Kernelcast library",
                   "name another file");
  }
  const int latest = latestVersion(internals.steps);
  if (newest.userVersion > latest) {
    return refused(
        file,
        fmt::format("was written by a newer Kernelcast (format {}; this one knows formats up to {})",
                    newest.userVersion, latest),
        "open it with the newer version");
  }
  if (newest.userVersion < 1) {
    return refused(file, "says that it is a library and holds no format version: it is damaged",
                   "take a backup of it, if there is one");
  }
  const std::uint32_t expected = wal.live ? wal.pages : stored.pages;
  if (pagesInFile + wal.beyond < expected) {
    return refused(
        file,
        fmt::format(
            "is cut off: {} of {} pages are there. A copy or download that did not end looks like this",
            pagesInFile + wal.beyond, expected),
        "copy it again, or take a backup");
  }
  return Probed{true, false, wal.live, newest.userVersion};
}

// The tables that the steps up to a version make, as their SQL says. Rows of a dropped one are gone; what is
// left would be read and written as if they had never been.
std::set<std::string> tablesOf(std::span<const Migration> steps, int version) {
  std::set<std::string> tables;
  const auto each = [](std::string_view sql, std::string_view statement, auto&& take) {
    for (std::size_t at = sql.find(statement); at != std::string_view::npos;
         at = sql.find(statement, at + 1)) {
      const std::size_t begin = at + statement.size();
      take(std::string(sql.substr(begin, sql.find_first_of(" (;\n", begin) - begin)));
    }
  };
  for (const Migration& step : steps) {
    if (step.version > version) break;
    const auto add = [&](std::string name) { tables.insert(std::move(name)); };
    each(step.sql, "\nCREATE TABLE ", add);
    each(step.sql, "\nCREATE VIRTUAL TABLE ", add);
    each(step.sql, "\nDROP TABLE ", [&](const std::string& name) { tables.erase(name); });
  }
  return tables;
}

Result<void> checkRoots(Connection& connection, const fs::path& file, std::span<const Migration> steps) {
  std::set<std::string> missing =
      tablesOf(steps, static_cast<int>(connection.integer("PRAGMA user_version").value_or(0)));
  {
    Rows rows = connection.query("SELECT name FROM sqlite_schema WHERE type = 'table'");
    while (rows.next()) missing.erase(rows->string());
  }
  std::vector<std::string> tables;
  {
    Rows rows = connection.query("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0");
    while (rows.next()) tables.push_back(rows->string());
  }
  if (tables.empty())
    return refused(file, "holds no tables: it is damaged", "take a backup of it, if there is one");
  if (!missing.empty()) {
    return refused(file, fmt::format("is damaged: its table \"{}\" is missing", *missing.begin()),
                   "take a backup of it, if there is one");
  }
  for (const std::string& table : tables) {
    std::string quoted;
    for (const char c : table) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    connection.exec("SELECT 1 FROM \"" + quoted + "\" LIMIT 1");
  }
  return {};
}

// The whole file, page by page.
Result<void> checkWhole(Connection& connection, const fs::path& file) {
  Rows rows = connection.query("PRAGMA quick_check(1)");
  const std::string said = rows.next() ? rows->string() : "no answer";
  if (said == "ok") return {};
  return refused(file, fmt::format("is damaged ({})", said),
                 "make a copy, then take a backup from beside it, or recover what can be read with: sqlite3 "
                 "FILE .recover");
}

Result<void> checkPages(const std::string& name, int flags, const fs::path& file,
                        std::span<const Migration> steps) {
  return guarded(file.string(), "open the library", [&]() -> Result<void> {
    Connection connection(name, flags, 1'000);
    if (auto roots = checkRoots(connection, file, steps); !roots) return roots;
    return sizeOrZero(file) <= kWholeCheckBytes ? checkWhole(connection, file) : Result<void>();
  });
}

bool isThere(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored);
}

// Its bytes have said that it is ours: what follows may make or change its -shm file, and nothing else.
Result<void> checkInside(const fs::path& file, bool liveWal, std::span<const Migration> steps) {
  // A rollback journal is there while somebody writes in that mode, or was killed: then the file is sound
  // again once it has been opened.
  if (sizeOrZero(sideFile(file, "-journal")) > 0) return {};
  const auto inUse = [&] { return isThere(sideFile(file, "-wal")) || isThere(sideFile(file, "-shm")); };
  const auto alone = [&] {
    return checkPages(immutableUri(file), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, file, steps);
  };
  if (!inUse()) {
    auto checked = alone();
    if (checked || !inUse()) return checked;  // else somebody began to write while we looked
  }
  if (opensShared(file)) return checkPages(file.string(), SQLITE_OPEN_READONLY, file, steps);
  if (!liveWal) return alone();
  const auto copy = PrivateCopy::of(file);
  if (!copy) return failure(copy.error());
  return checkPages(copy->file().string(), SQLITE_OPEN_READWRITE, file, steps);
}

}  // namespace

bool opensShared(const fs::path& file) {
  try {
    Connection connection(file.string(), SQLITE_OPEN_READONLY, 1'000);
    connection.integer("SELECT count(*) FROM sqlite_schema");
  } catch (const SQLite::Exception& exception) {
    const int code = exception.getErrorCode() & 0xff;
    return code != SQLITE_CANTOPEN && code != SQLITE_READONLY;
  }
  return true;
}

std::string immutableUri(const fs::path& file) {
  std::string uri = "file:";
  for (const char c : fs::absolute(file).string()) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '/' || c == '.' || c == '-' || c == '_';
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri + "?immutable=1";
}

Result<Probed> probe(const fs::path& file, const LibraryInternals& internals) {
  struct stat facts {};
  if (::stat(file.c_str(), &facts) != 0) {
    std::error_code ignored;
    if (errno == ENOENT && fs::is_symlink(file, ignored)) {
      return failure(
          Error::Kind::NotFound,
          fmt::format("{} is a link to {}, and nothing is there. Mount or restore what it leads to, or name "
                      "another file",
                      file.string(), fs::read_symlink(file, ignored).string()));
    }
    if (errno == ENOENT) return Probed{};
    const std::string why = errno == EACCES ? "its folder may not be entered by this user"
                                            : std::error_code(errno, std::generic_category()).message();
    return failure(fmt::format("cannot reach {}: {}", file.string(), why));
  }
  if (auto kind = checkKind(file, facts); !kind) return failure(kind.error());
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  auto probed = checkBytes(file, internals);
  for (int again = 0; !probed && again < 3 && isThere(sideFile(file, "-wal")); ++again) {
    // Another process may have been moving its WAL into the file between two reads.
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    probed = checkBytes(file, internals);
  }
  if (!probed) return probed;
  if (auto inside = checkInside(file, probed->liveWal, internals.steps); !inside)
    return failure(inside.error());
  probed->writable = may(file, W_OK) && may(folder, W_OK | X_OK);
  return probed;
}

}  // namespace kernelcast::db
