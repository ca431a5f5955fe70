// The calls in flight: which requests may be sent now, what they reserve, what an answer says as an event.
#pragma once

#include <map>
#include <memory>
#include <unordered_map>

#include "core/search/event_store.h"
#include "core/search/inbox.h"
#include "core/search/state.h"

namespace kernelcast::search {

struct InFlight {
  RequestId id = 0;
  Stage stage = Stage::Mutation;
  Slot slot;
  NodeId parentNode = 0;
  bool verification = false;
  bool cancelAsked = false;
};

// A request, complete and not sent yet.
struct Outgoing {
  InFlight call;
  std::variant<MutationRequest, CompileRequest, ForecastRequest, MeasureRequest> request;
};

// What an answer says, as the event that records it. A cancellation that nobody asked for is a failed call.
EventBody eventOf(const InFlight& call, Answer answer);

// Used on the engine's thread alone.
class Dispatcher {
 public:
  // `store` gives the sources of kernels that are not of the open step.
  Dispatcher(EventStore& store, Providers providers, std::shared_ptr<Inbox> inbox);

  // A message where a provider that the config needs is absent.
  [[nodiscard]] Result<void> check(const SearchConfig& config) const;

  // Those of the actions' requests that are not in flight and that the providers have room for, marked as in
  // flight.
  Result<std::vector<Outgoing>> take(const std::vector<Action>& actions, const SearchState& state);
  static std::vector<LedgerEntry> reservations(const std::vector<Outgoing>& outgoing,
                                               const WorstCase& worstCase);
  // Answers may come before this returns. A provider that throws has failed that call.
  void send(std::vector<Outgoing> outgoing);

  // The call an answer belongs to; none for an answer that was not asked for or came twice.
  std::optional<InFlight> settle(RequestId id);
  // What an event leaves for later requests: the text of a new kernel, what its compiler said.
  void remember(const EventBody& event);
  void cancelAll();
  [[nodiscard]] int inFlight() const { return static_cast<int>(calls_.size()); }

 private:
  struct Room {
    int mutations = 0;
    int compiles = 0;
    int forecasts = 0;
    int measurements = 0;
  };
  [[nodiscard]] Room room() const;
  Result<std::string> source(const Provider* provider, const std::string& hash);

  EventStore& store_;
  Providers providers_;
  std::shared_ptr<Inbox> inbox_;
  bool sourcesNeeded_ = false;
  RequestId lastId_ = 0;
  std::map<RequestId, InFlight> calls_;
  std::map<Slot, RequestId> bySlot_;                      // a slot has one call at a time
  std::unordered_map<std::string, std::string> sources_;  // of the open step's kernels and of the reference
  std::map<Slot, std::vector<KernelResources>> compilerFacts_;  // of the open step
};

}  // namespace kernelcast::search
