#include "db/Deletion.h"

#include <array>

#include <fmt/format.h>

#include "core/domain/text.h"
#include "db/ReaderImpl.h"
#include "db/Texts.h"

namespace kernelcast::db {

namespace {

// A parent row's deletion looks for children in each table that may refer to it, and most of those have no
// index for that: 100,000 kernels would mean as many scans. What is removed here is asked for as whole sets
// instead, each with one scan.
class WithoutForeignKeys {
 public:
  explicit WithoutForeignKeys(Connection& connection) : handle_(connection.handle()) { set(0); }
  ~WithoutForeignKeys() { set(1); }
  WithoutForeignKeys(const WithoutForeignKeys&) = delete;
  WithoutForeignKeys& operator=(const WithoutForeignKeys&) = delete;

 private:
  void set(int on) { sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_FKEY, on, nullptr); }
  sqlite3* handle_;
};

// Each with the session's row as its parameter, in this order.
constexpr std::array kListTexts{
    "INSERT OR IGNORE INTO orphans SELECT kernel FROM session_kernels WHERE session = ?",
    "INSERT OR IGNORE INTO orphans SELECT kernel FROM candidates WHERE session = ?",
    "INSERT OR IGNORE INTO orphans SELECT anchor FROM forecasts WHERE session = ?",
    "INSERT OR IGNORE INTO orphans SELECT rationale FROM forecasts WHERE session = ? AND rationale IS NOT "
    "NULL",
    "INSERT OR IGNORE INTO orphans SELECT kernel FROM measurements JOIN session_measurements ON measurement "
    "= "
    "measurements.id WHERE session = ?"};
// Measurements and runs may be another session's too: a replay's, or those of an import of the same runs.
constexpr std::array kRemoveShared{
    R"(
    DELETE FROM measurements WHERE id IN (SELECT measurement FROM session_measurements WHERE session = ?1) AND
    id NOT IN (SELECT measurement FROM session_measurements WHERE session <> ?1))",
    R"(
    DELETE FROM runs WHERE id IN (SELECT run FROM session_runs WHERE session = ?1) AND id NOT IN (SELECT run
    FROM session_runs WHERE session <> ?1) AND id NOT IN (SELECT run FROM measurements) AND id NOT IN (SELECT
    run FROM candidates WHERE session <> ?1 AND run IS NOT NULL))"};
constexpr std::array kRemoveOwn{"DELETE FROM candidate_rows WHERE session = ?",
                                "DELETE FROM forecasts WHERE session = ?",
                                "DELETE FROM candidates WHERE session = ?",
                                "DELETE FROM session_references WHERE session = ?",
                                "DELETE FROM session_measurements WHERE session = ?",
                                "DELETE FROM session_runs WHERE session = ?",
                                "DELETE FROM session_kernels WHERE session = ?",
                                "DELETE FROM session_surrogates WHERE session = ?",
                                "DELETE FROM session_devices WHERE session = ?",
                                "DELETE FROM session_tasks WHERE session = ?",
                                "DELETE FROM session_summary WHERE session = ?",
                                "DELETE FROM events WHERE session = ?",
                                "DELETE FROM ledger WHERE session = ?",
                                "DELETE FROM leases WHERE session = ?",
                                "DELETE FROM recalibrations WHERE session = ?",
                                "DELETE FROM certificates WHERE session = ?",
                                "DELETE FROM sessions WHERE id = ?"};
// What is named once and referred to: gone with the last that did. Row 1 says "unknown" and stays.
constexpr std::array kRemoveUnnamed{
    R"(
    DELETE FROM surrogates WHERE id <> 1 AND id NOT IN (SELECT surrogate FROM session_surrogates) AND id NOT
    IN (SELECT surrogate FROM forecasts) AND id NOT IN (SELECT surrogate FROM recalibrations))",
    "DELETE FROM models WHERE id <> 1 AND id NOT IN (SELECT model FROM surrogates)",
    R"(
    INSERT OR IGNORE INTO orphans SELECT text FROM prompts WHERE id <> 1 AND id NOT IN (SELECT prompt FROM
    surrogates))",
    "DELETE FROM prompts WHERE id <> 1 AND id NOT IN (SELECT prompt FROM surrogates)",
    "DELETE FROM task_definitions WHERE id NOT IN (SELECT definition FROM session_tasks)",
    R"(
    DELETE FROM task_versions WHERE id NOT IN (SELECT task_version FROM task_definitions) AND id NOT IN
    (SELECT task_version FROM measurements))",
    R"(
    DELETE FROM devices WHERE id <> 1 AND id NOT IN (SELECT device FROM session_devices) AND id NOT IN
    (SELECT device FROM runs) AND id NOT IN (SELECT device FROM forecasts))",
    R"(
    DELETE FROM versions WHERE id <> 1 AND id NOT IN (SELECT program FROM sessions) AND id NOT IN (SELECT
    tool FROM runs) AND id NOT IN (SELECT driver FROM devices) AND id NOT IN (SELECT nvrtc FROM devices))"};
constexpr std::array kKeepReferred{
    "DELETE FROM orphans WHERE text IN (SELECT kernel FROM session_kernels)",
    "DELETE FROM orphans WHERE text IN (SELECT kernel FROM session_references)",
    "DELETE FROM orphans WHERE text IN (SELECT kernel FROM candidates)",
    "DELETE FROM orphans WHERE text IN (SELECT kernel FROM measurements)",
    "DELETE FROM orphans WHERE text IN (SELECT anchor FROM forecasts)",
    "DELETE FROM orphans WHERE text IN (SELECT rationale FROM forecasts WHERE rationale IS NOT NULL)",
    "DELETE FROM orphans WHERE text IN (SELECT text FROM prompts WHERE text IS NOT NULL)"};

struct DeletedSession {
  std::int64_t id = 0;
  bool importing = false;
};
std::vector<DeletedSession> deletedOnes(Connection& connection) {
  std::vector<DeletedSession> all;
  Rows rows =
      connection.query("SELECT id, deleted_ms FROM sessions WHERE deleted_ms IS NOT NULL ORDER BY id");
  while (rows.next()) {
    const std::int64_t id = rows->integer();
    all.push_back({id, rows->integer() == kBeingImported});
  }
  return all;
}

}  // namespace

Result<LeaseToken> markDeleted(Connection& connection, const Leases& leases, const SessionId& id,
                               const Surroundings& here) {
  const auto session = findSession(connection, id);
  if (!session) return failure(session.error());
  auto taken = leases.take(connection, session->id, session->name);
  if (!taken) {
    return failure(taken.error().kind, taken.error().message + ". It was not deleted: stop it first");
  }
  connection.run("UPDATE sessions SET deleted_ms = ? WHERE id = ?", here.nowMs(), session->id);
  return taken;
}

Result<std::int64_t> restoreDeleted(Connection& connection, const SessionId& id) {
  const auto session = findSession(connection, id, Deleted::Found);
  if (!session) return failure(session.error());
  if (session->importing) return failure(Error::Kind::Conflict, "the session is being imported");
  if (!session->deleted) return 0;
  connection.run("UPDATE sessions SET deleted_ms = NULL WHERE id = ?", session->id);
  connection.run("DELETE FROM leases WHERE session = ?", session->id);
  return session->id;
}

std::vector<std::int64_t> purgeable(Connection& connection, const Surroundings& here, const Leases& leases) {
  std::vector<std::int64_t> free;
  for (const DeletedSession& session : deletedOnes(connection)) {
    const auto lease = readLease(connection, session.id);
    // What is being imported here is not given up by that.
    const bool own = lease && !session.importing && leases.holds({session.id, lease->token});
    if (!lease || isDead(*lease, here) || own) free.push_back(session.id);
  }
  return free;
}

std::vector<std::int64_t> abandoned(Connection& connection, const Surroundings& here) {
  return purgeable(connection, here, Leases(here));
}

void purgeSession(Connection& connection, std::int64_t session) {
  const WithoutForeignKeys bySets(connection);
  for (const char* sql : kListTexts) connection.run(sql, session);
  for (const char* sql : kRemoveShared) connection.run(sql, session);
  for (const char* sql : kRemoveOwn) connection.run(sql, session);
  for (const char* sql : kRemoveUnnamed) connection.run(sql);
  for (const char* sql : kKeepReferred) connection.run(sql);
}

bool sweepOrphans(Connection& connection, int limit) {
  std::vector<std::pair<std::int64_t, bool>> texts;  // id, searchable
  {
    Rows rows = connection.query(
        "SELECT id, searchable FROM orphans JOIN texts ON texts.id = text ORDER BY text LIMIT ?", limit);
    while (rows.next()) {
      const std::int64_t id = rows->integer();
      texts.emplace_back(id, rows->integer() != 0);
    }
  }
  const WithoutForeignKeys bySets(connection);
  for (const auto& [id, searchable] : texts) {
    // The index holds no texts: to forget one it has to be told it again. One that cannot be read stays in
    // it, and is never found, since what is found is looked up here.
    if (const auto text =
            searchable ? readText(connection, id) : Result<std::string>(failure("not indexed"))) {
      connection.run("INSERT INTO text_search(text_search, rowid, body) VALUES ('delete', ?, ?)", id,
                     toValidUtf8(*text));
    }
    connection.run("DELETE FROM kernels WHERE id = ?", id);
    connection.run("DELETE FROM texts WHERE id = ?", id);
    connection.run("DELETE FROM orphans WHERE text = ?", id);
  }
  return std::cmp_equal(texts.size(), limit);
}

}  // namespace kernelcast::db
