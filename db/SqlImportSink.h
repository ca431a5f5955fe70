// The ImportSink of a library.
#pragma once

#include "core/exchange/formats.h"
#include "db/SessionImport.h"
#include "db/Surroundings.h"
#include "db/Writer.h"

namespace kernelcast::db {

class SqlImportSink final : public exchange::ImportSink {
 public:
  // writer may be null: the library is read-only, and everything is refused.
  SqlImportSink(Writer* writer, Leases& leases, const Surroundings& here)
      : writer_(writer), leases_(leases), here_(here) {}
  Result<Stored> store(const exchange::ExchangeSession& session) override;

 private:
  Result<void> storeIn(Connection& connection, const exchange::ExchangeSession& session,
                       const std::string& hash, ImportPauses& pauses, Stored& stored) const;
  void purgeHalf(const LeaseToken& begun);

  Writer* writer_;
  Leases& leases_;
  const Surroundings& here_;
};

// What every writing function says of a library that is open for reading only.
Error readOnlyError(std::string_view doing);

}  // namespace kernelcast::db
