// Writes one session of the exchange form into a library, with all rows that derive from it.
#pragma once

#include <cstdint>
#include <string>

#include "core/exchange/native.h"
#include "db/Sql.h"

namespace kernelcast::db {

// Runs inside the writer's transaction; where it returns an error the transaction must be taken back.
// `contentHash` is of the session. Refuses what contradicts the library: a run or a measurement that is there
// with other figures.
Result<void> importSession(Connection& connection, const exchange::ExchangeSession& session,
                           const std::string& contentHash, std::int64_t nowMs);

}  // namespace kernelcast::db
