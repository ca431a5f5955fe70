#include "db/Migrate.h"

#include <algorithm>

#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

#include "core/domain/number_format.h"
#include "db/SqlError.h"

namespace kernelcast::db {

namespace {

int versionOf(Connection& connection) {
  return static_cast<int>(connection.integer("PRAGMA user_version").value_or(0));
}

// "library.kcast.v1-20260301T140509Z.backup", beside the file; a number is added where that is taken.
std::filesystem::path backupPath(const std::filesystem::path& file, int version, std::int64_t nowMs) {
  std::string time;
  for (const char c : formatUtc(nowMs)) {
    if (c == ' ') time += 'T';
    else if (c != '-' && c != ':') time += c;
  }
  for (int i = 1;; ++i) {
    auto path = file;
    path += fmt::format(".v{}-{}{}.backup", version, time, i == 1 ? "" : fmt::format("-{}", i));
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return path;
  }
}

Result<void> runStep(Connection& connection, const Migration& step, bool first) {
  SQLite::Transaction transaction(connection.database(), SQLite::TransactionBehavior::IMMEDIATE);
  if (versionOf(connection) >= step.version)
    return {};  // another process did it while we waited for the lock
  if (first) connection.exec(fmt::format("PRAGMA application_id = {}", kApplicationId));
  connection.exec(std::string(step.sql));
  connection.exec(fmt::format("PRAGMA user_version = {}", step.version));
  {
    Rows rows = connection.query("PRAGMA foreign_key_check");
    if (rows.next()) return failure(fmt::format("rows of table {} would refer to nothing", rows->string()));
  }
  transaction.commit();
  return {};
}

}  // namespace

Result<std::optional<std::filesystem::path>> migrate(Connection& connection,
                                                     const std::filesystem::path& file,
                                                     std::span<const Migration> steps,
                                                     const Surroundings& here) {
  std::optional<std::filesystem::path> backup;
  const int before = versionOf(connection);
  if (before > 0 && before < latestVersion(steps)) {
    const auto path = backupPath(file, before, here.nowMs());
    const auto made =
        guarded(file.string(), "back up the library before it is brought up to date", [&]() -> Result<void> {
          const std::string target = path.string();
          connection.run("VACUUM INTO ?", target);
          return {};
        });
    if (!made) {
      std::error_code ignored;
      std::filesystem::remove(path, ignored);
      return failure(made.error());
    }
    backup = path;
  }
  for (const Migration& step : steps) {
    if (step.version <= before) continue;
    const std::string doing = fmt::format("bring the library to format {}", step.version);
    const auto done = guarded(file.string(), doing, [&] { return runStep(connection, step, before == 0); });
    if (!done) {
      const std::string kept =
          backup ? fmt::format(". The file stays as it was; a backup is {}", backup->string()) : "";
      return failure(done.error().kind, done.error().message + kept);
    }
  }
  return backup;
}

}  // namespace kernelcast::db
