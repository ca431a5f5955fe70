// Who may append to a session: a row that names a process on a boot of a host, and proves itself by a token.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "core/domain/result.h"
#include "db/Sql.h"
#include "db/Surroundings.h"

namespace kernelcast::db {

struct Lease {
  std::string token;
  std::string host;
  std::string boot;
  std::string pidNamespace;
  std::int64_t pid = 0;
  std::int64_t pidStart = 0;
  std::int64_t takenMs = 0;
  std::int64_t heartbeatMs = 0;
};

// On the same boot of the same host: its process is gone, or its id now belongs to another one. Another boot
// of the same host: dead. Another host, or a process whose ids cannot be looked up from here: dead after 30 s
// of silence.
bool isDead(const Lease& lease, const Surroundings& here);
// "process 4711 on host-a, last heard of 3 s ago".
std::string holderOf(const Lease& lease, const Surroundings& here);

std::optional<Lease> readLease(Connection& connection, std::int64_t session);

// The leases that this process holds on one library. Thread-safe; functions with a connection run in its
// transaction.
class Leases {
 public:
  explicit Leases(const Surroundings& here) : here_(here) {}

  // Conflict, with the holder's name, where it is alive elsewhere. Else the token that was written, which is
  // ours from hold() on: memory follows what was committed.
  Result<std::string> take(Connection& connection, std::int64_t session, const std::string& name);
  void hold(std::int64_t session, std::string token);
  // Conflict where it is not ours any more.
  Result<void> check(Connection& connection, std::int64_t session) const;
  // Takes the row away; letGo() follows the commit. Where it fails, heartbeats and a later try go on.
  void giveBack(Connection& connection, std::int64_t session) const;
  void letGo(std::int64_t session);
  void beat(Connection& connection) const;
  [[nodiscard]] bool any() const;
  void giveAllBack(Connection& connection);

 private:
  const Surroundings& here_;
  mutable std::mutex mutex_;
  std::map<std::int64_t, std::string> tokens_;  // session -> token, guarded by mutex_
};

}  // namespace kernelcast::db
