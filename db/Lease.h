// Who may append to a session: a row that names a process on a boot of a host, and proves itself by a token.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

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

// A lease as it was written, by the transaction that wrote it.
struct LeaseToken {
  std::int64_t session = 0;
  std::string token;
};

// The leases that this process holds on one library. Thread-safe. Functions with a connection run in its
// transaction and leave the memory as it is: what they wrote counts once that transaction has committed, and
// is then told by keep() or forget(). So the memory never says more than the library, whatever becomes of a
// commit.
class Leases {
 public:
  explicit Leases(const Surroundings& here) : here_(here) {}

  // Conflict, with the holder's name, where it is held and alive; also where this process is the holder.
  Result<LeaseToken> take(Connection& connection, std::int64_t session, const std::string& name) const;
  // The transaction that took it has committed.
  void keep(LeaseToken taken);
  // Conflict where it is not ours any more.
  Result<void> check(Connection& connection, std::int64_t session) const;
  // Nothing more is done under it. Its row goes with the next settle().
  void letGo(std::int64_t session);
  void letAllGo();
  // Renews what is held and removes the rows of what was let go. Returns those of which no row is left.
  std::vector<LeaseToken> settle(Connection& connection) const;
  // The transaction that removed them has committed.
  void forget(const std::vector<LeaseToken>& removed);
  // The transaction that removed the lease of a session which was deleted from here has committed.
  void forgetDeletion(std::int64_t session);
  // Something is to be settled.
  [[nodiscard]] bool any() const;
  // That this process took it and still wants it.
  [[nodiscard]] bool holds(const LeaseToken& lease) const;

 private:
  struct Held {
    std::string token;
    bool letGo = false;
  };
  const Surroundings& here_;
  mutable std::mutex mutex_;
  std::map<std::int64_t, Held> held_;  // by session, guarded by mutex_
};

}  // namespace kernelcast::db
