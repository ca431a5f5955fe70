// Sessions that are deleted: marked and hidden first, so that it can be taken back, and purged later. All
// functions run in their caller's transaction.
#pragma once

#include <cstdint>
#include <vector>

#include "core/domain/session.h"
#include "db/Lease.h"
#include "db/Sql.h"

namespace kernelcast::db {

// In `deleted_ms` of a session that is being imported: it was never there, and goes with who imports it.
inline constexpr std::int64_t kBeingImported = 0;

// Hides the session and takes its lease: while that is alive nobody purges it. Conflict where somebody runs
// it; NotFound where there is none, or it is deleted already.
Result<LeaseToken> markDeleted(Connection& connection, const Leases& leases, const SessionId& id,
                               const Surroundings& here);
// Shows it again, whoever deleted it. The session's row; 0 where it was not deleted, and so stays as it is.
// NotFound where it was purged.
Result<std::int64_t> restoreDeleted(Connection& connection, const SessionId& id);

// Deleted ones that are no other process's to take back. `leases`: those held here do not count.
std::vector<std::int64_t> purgeable(Connection& connection, const Surroundings& here, const Leases& leases);
// The same, leaving those that this process could still take back.
std::vector<std::int64_t> abandoned(Connection& connection, const Surroundings& here);

// Removes the session and what it alone refers to. Its texts that nobody refers to any more are listed in
// `orphans`. Notes, tags and causes stay.
void purgeSession(Connection& connection, std::int64_t session);
inline constexpr int kOrphansAtOnce = 200;  // some 50 ms of the writer's time
// Removes up to `limit` of those texts; true while there are more.
bool sweepOrphans(Connection& connection, int limit);

}  // namespace kernelcast::db
