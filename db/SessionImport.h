// Writes one session of the exchange form into a library, with all rows that derive from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/exchange/native.h"
#include "db/Lease.h"
#include "db/Sql.h"
#include "db/Writer.h"

namespace kernelcast::db {

// What an import needs of the writer that runs it.
struct ImportPauses {
  Leases& leases;
  const Writer::Breathe& breathe;
  // Set to the session's row and lease. Where they are in the library after an error or an exception, some of
  // it was committed and has to be purged.
  std::optional<LeaseToken>& begun;
};

// Runs inside the writer's transaction, or several of them: until the last row is written the session is
// hidden and its lease is ours. Where it returns an error the transaction must be taken back. `contentHash`
// is of the session. Refuses what contradicts the library: a run or a measurement that is there with other
// figures.
Result<void> importSession(Connection& connection, const exchange::ExchangeSession& session,
                           const std::string& contentHash, std::int64_t nowMs, ImportPauses& pauses);

}  // namespace kernelcast::db
