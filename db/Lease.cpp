#include "db/Lease.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/domain/number_format.h"
#include "core/domain/ulid.h"

namespace kernelcast::db {

namespace {
constexpr std::int64_t kSilenceMs = 30'000;
constexpr std::int64_t kNoStart = 0;  // a machine that does not say when a process started
}  // namespace

bool isDead(const Lease& lease, const Surroundings& here) {
  if (lease.host == here.host) {
    if (lease.boot != here.boot) return true;
    const bool known = lease.pidNamespace == here.pidNamespace && lease.pidStart != kNoStart;
    if (known) return here.processStart(lease.pid) != lease.pidStart;
  }
  return here.nowMs() - lease.heartbeatMs > kSilenceMs;
}

std::string holderOf(const Lease& lease, const Surroundings& here) {
  const double silent =
      static_cast<double>(std::max<std::int64_t>(0, here.nowMs() - lease.heartbeatMs)) / 1000;
  return fmt::format("process {} on {}, last heard of {} ago", lease.pid, lease.host, formatDuration(silent));
}

std::optional<Lease> readLease(Connection& connection, std::int64_t session) {
  Rows rows = connection.query(
      R"(
      SELECT token, host, boot, pid_namespace, pid, pid_start, taken_ms, heartbeat_ms FROM leases WHERE
      session = ?)",
      session);
  if (!rows.next()) return std::nullopt;
  Lease lease;
  lease.token = rows->string();
  lease.host = rows->string();
  lease.boot = rows->string();
  lease.pidNamespace = rows->string();
  lease.pid = rows->integer();
  lease.pidStart = rows->integer();
  lease.takenMs = rows->integer();
  lease.heartbeatMs = rows->integer();
  return lease;
}

Result<std::string> Leases::take(Connection& connection, std::int64_t session, const std::string& name) {
  if (const auto held = readLease(connection, session); held && !isDead(*held, here_)) {
    return failure(
        Error::Kind::Conflict,
        fmt::format("session \"{}\" is being run by {}. It can be watched from here, and goes on from here "
                    "once that one has ended",
                    name, holderOf(*held, here_)));
  }
  const std::string token = newUlid();
  const std::int64_t now = here_.nowMs();
  connection.run(
      R"(
      INSERT OR REPLACE INTO leases(session, token, host, boot, pid_namespace, pid, pid_start, taken_ms,
      heartbeat_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?))",
      session, token, here_.host, here_.boot, here_.pidNamespace, here_.pid,
      here_.processStart(here_.pid).value_or(kNoStart), now, now);
  return token;
}

void Leases::hold(std::int64_t session, std::string token) {
  const std::lock_guard lock(mutex_);
  tokens_[session] = std::move(token);
}

void Leases::letGo(std::int64_t session) {
  const std::lock_guard lock(mutex_);
  tokens_.erase(session);
}

Result<void> Leases::check(Connection& connection, std::int64_t session) const {
  std::string own;
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = tokens_.find(session); found != tokens_.end()) own = found->second;
  }
  const auto held = readLease(connection, session);
  if (!own.empty() && held && held->token == own) return {};
  if (!held) return failure(Error::Kind::Conflict, "this process does not hold the session: open it first");
  return failure(Error::Kind::Conflict,
                 fmt::format("the session was taken over by {}. Nothing more is written from here",
                             holderOf(*held, here_)));
}

void Leases::giveBack(Connection& connection, std::int64_t session) const {
  std::string own;
  {
    const std::lock_guard lock(mutex_);
    const auto found = tokens_.find(session);
    if (found == tokens_.end()) return;
    own = found->second;
  }
  connection.run("DELETE FROM leases WHERE session = ? AND token = ?", session, own);
}

void Leases::beat(Connection& connection) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [session, token] : tokens_) {
    connection.run("UPDATE leases SET heartbeat_ms = ? WHERE session = ? AND token = ?", here_.nowMs(),
                   session, token);
  }
}

bool Leases::any() const {
  const std::lock_guard lock(mutex_);
  return !tokens_.empty();
}

void Leases::giveAllBack(Connection& connection) {
  std::map<std::int64_t, std::string> all;
  {
    const std::lock_guard lock(mutex_);
    all.swap(tokens_);
  }
  for (const auto& [session, token] : all) {
    connection.run("DELETE FROM leases WHERE session = ? AND token = ?", session, token);
  }
}

}  // namespace kernelcast::db
