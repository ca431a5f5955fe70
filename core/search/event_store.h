// Where a search keeps its events. Implemented by db; the engine never sees a database.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/search/event.h"
#include "core/search/providers.h"

namespace kernelcast::search {

// A request that was about to be sent, or its end. Reserved and never settled means lost in flight: it counts
// against the budgets and is no part of the events.
struct LedgerEntry {
  enum class Kind { Reserved, Settled };
  Kind kind = Kind::Reserved;
  RequestId request = 0;  // unique in the session's present opening
  Stage stage = Stage::Mutation;
  Slot slot;
  Spent worstCase;  // of a reservation
};

struct OpenedSearch {
  std::vector<Event> events;
  Spent lost;  // worst cases of all tries that were lost in flight, also earlier ones
};

// What an append does while another program holds the store. Both are called on the appending thread.
struct WhileLocked {
  std::function<bool()>
      goOn;  // asked several times a second; false: give up. Empty: wait for as long as it takes
  std::function<void()> waiting;  // told once, after some seconds
};

class EventStore {
 public:
  virtual ~EventStore() = default;

  // Creates the session with its first event (SessionStarted, seq 1) and takes its lease.
  virtual Result<void> create(const SessionId& id, const Event& started) = 0;
  // Takes the lease, marks open reservations as lost, returns all events. Conflict where the lease is alive
  // elsewhere, with a sentence that says who holds it.
  virtual Result<OpenedSearch> open(const SessionId& id) = 0;
  // One transaction: events in sequence, the rows derived from them, the ledger; either list may be empty.
  // Returns after it is durable. Compiling spends nothing and is not entered in the ledger. Conflict where it
  // was given up, with nothing written.
  virtual Result<void> append(const SessionId& id, std::span<const Event> events,
                              std::span<const LedgerEntry> ledger, const WhileLocked& whileLocked) = 0;
  Result<void> append(const SessionId& id, std::span<const Event> events,
                      std::span<const LedgerEntry> ledger) {
    return append(id, events, ledger, {});
  }
  virtual Result<std::string> kernelSource(const std::string& hash) = 0;
  // Gives the lease back. The session's state stays what the events made it.
  virtual void release(const SessionId& id) = 0;
};

}  // namespace kernelcast::search
