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

Result<LeaseToken> Leases::take(Connection& connection, std::int64_t session, const std::string& name) const {
  if (const auto found = readLease(connection, session); found && !isDead(*found, here_)) {
    const std::lock_guard lock(mutex_);
    const auto own = held_.find(session);
    const bool leftOver = own != held_.end() && own->second.letGo && own->second.token == found->token;
    if (!leftOver) {
      return failure(
          Error::Kind::Conflict,
          fmt::format("session \"{}\" is being run by {}. It can be watched from here, and goes on from here "
                      "once that one has ended",
                      name, holderOf(*found, here_)));
    }
  }
  LeaseToken taken{session, newUlid()};
  const std::int64_t now = here_.nowMs();
  connection.run(
      R"(
      INSERT OR REPLACE INTO leases(session, token, host, boot, pid_namespace, pid, pid_start, taken_ms,
      heartbeat_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?))",
      session, taken.token, here_.host, here_.boot, here_.pidNamespace, here_.pid,
      here_.processStart(here_.pid).value_or(kNoStart), now, now);
  return taken;
}

void Leases::keep(LeaseToken taken) {
  const std::lock_guard lock(mutex_);
  held_[taken.session] = {std::move(taken.token), false};
}

Result<void> Leases::check(Connection& connection, std::int64_t session) const {
  std::string own;
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = held_.find(session); found != held_.end() && !found->second.letGo)
      own = found->second.token;
  }
  const auto held = readLease(connection, session);
  if (!own.empty() && held && held->token == own) return {};
  if (!held) return failure(Error::Kind::Conflict, "this process does not hold the session: open it first");
  return failure(Error::Kind::Conflict,
                 fmt::format("the session was taken over by {}. Nothing more is written from here",
                             holderOf(*held, here_)));
}

void Leases::letGo(std::int64_t session) {
  const std::lock_guard lock(mutex_);
  if (const auto found = held_.find(session); found != held_.end()) found->second.letGo = true;
}

void Leases::letAllGo() {
  const std::lock_guard lock(mutex_);
  for (auto& [session, own] : held_) own.letGo = true;
}

std::vector<LeaseToken> Leases::settle(Connection& connection) const {
  std::map<std::int64_t, Held> all;
  {
    const std::lock_guard lock(mutex_);
    all = held_;
  }
  std::vector<LeaseToken> removed;
  for (const auto& [session, own] : all) {
    if (own.letGo) {
      connection.run("DELETE FROM leases WHERE session = ? AND token = ?", session, own.token);
      removed.push_back({session, own.token});
    } else if (connection.run("UPDATE leases SET heartbeat_ms = ? WHERE session = ? AND token = ?",
                              here_.nowMs(), session, own.token) == 0) {
      removed.push_back({session, own.token});  // taken over, or removed with a deletion that was taken back
    }
  }
  return removed;
}

void Leases::forget(const std::vector<LeaseToken>& removed) {
  const std::lock_guard lock(mutex_);
  for (const LeaseToken& one : removed) {
    const auto found = held_.find(one.session);
    if (found != held_.end() && found->second.token == one.token) held_.erase(found);
  }
}

void Leases::forgetDeletion(std::int64_t session) {
  const std::lock_guard lock(mutex_);
  held_.erase(session);
}

bool Leases::any() const {
  const std::lock_guard lock(mutex_);
  return !held_.empty();
}

bool Leases::holds(const LeaseToken& lease) const {
  const std::lock_guard lock(mutex_);
  const auto found = held_.find(lease.session);
  return found != held_.end() && !found->second.letGo && found->second.token == lease.token;
}

}  // namespace kernelcast::db
