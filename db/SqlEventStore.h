// The EventStore of a library: leases, the ledger, and events with the rows that derive from them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "core/search/event_store.h"
#include "db/Lease.h"
#include "db/SearchProjection.h"
#include "db/Surroundings.h"
#include "db/Writer.h"

namespace kernelcast::db {

class SqlEventStore final : public search::EventStore {
 public:
  using OpenReader = std::function<Result<std::unique_ptr<Connection>>()>;

  // writer may be null: the library is read-only, and only kernelSource answers.
  SqlEventStore(Writer* writer, Leases& leases, const Surroundings& here, std::string file,
                OpenReader openReader)
      : writer_(writer),
        leases_(leases),
        here_(here),
        file_(std::move(file)),
        openReader_(std::move(openReader)) {}

  Result<void> create(const SessionId& id, const search::Event& started) override;
  Result<search::OpenedSearch> open(const SessionId& id) override;
  Result<void> append(const SessionId& id, std::span<const search::Event> events,
                      std::span<const search::LedgerEntry> ledger,
                      const search::WhileLocked& whileLocked) override;
  using search::EventStore::append;
  Result<std::string> kernelSource(const std::string& hash) override;
  void release(const SessionId& id) override;

 private:
  // A search that this process runs. Used by one engine at a time; the writer's thread works on it while that
  // waits.
  struct Running {
    SearchContext context;
    std::int64_t opening = 0;
    std::int64_t lastSeq = 0;
  };
  std::shared_ptr<Running> find(const SessionId& id);
  void keep(const SessionId& id, std::shared_ptr<Running> running);

  Writer* writer_;
  Leases& leases_;
  const Surroundings& here_;
  const std::string file_;
  const OpenReader openReader_;
  std::mutex mutex_;
  std::map<SessionId, std::shared_ptr<Running>> running_;  // guarded by mutex_
  std::mutex readMutex_;
  std::unique_ptr<Connection> reader_;  // guarded by readMutex_; opened when first needed
};

}  // namespace kernelcast::db
