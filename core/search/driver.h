// Runs one search on a thread of its own: folds events, asks providers, commits before it dispatches.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "core/search/event_store.h"
#include "core/search/providers.h"
#include "core/search/state.h"

namespace kernelcast::search {

// What a progress line or a jobs dock shows. A value; no reference into the engine.
struct SearchProgress {
  SessionId session;
  SessionState state = SessionState::Running;
  std::string reason;
  std::string waiting;  // what it waits for instead of going on; empty: it goes on
  int step = 0;         // steps completed
  int steps = 0;        // at most
  Counts counts;
  BestSoFar best;
  Spent spent;
  Spent lost;
  int inFlight = 0;
  int reached = 0;   // recorded candidates replayed so far
  int recorded = 0;  // of so many; 0 where nothing is replayed
  double elapsedSeconds = 0;
  std::optional<double> etaSeconds;  // from the pace so far; absent before the first step is done
};

// Called on the engine's thread; must return quickly and must not call the driver's wait().
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void onCommitted(const SessionId& session, std::span<const Event> events,
                           const SearchProgress& progress) = 0;
  // Nothing can be committed for some seconds now; progress.waiting says why. What was asked for before goes
  // on.
  virtual void onWaiting(const SearchProgress& progress) { static_cast<void>(progress); }
  // The engine's thread is about to end: the last call. error is set where the search could not go on.
  virtual void onEnded(const SearchProgress& progress, const std::optional<Error>& error) = 0;
};

class SearchDriver {
 public:
  using Clock = std::function<std::int64_t()>;  // UTC milliseconds

  // All are borrowed and must outlive the driver.
  SearchDriver(EventStore& store, Providers providers, Observer& observer, Clock clock = {});
  ~SearchDriver();  // stops like detach(): cancels calls, appends nothing more, gives the lease back
  SearchDriver(const SearchDriver&) = delete;
  SearchDriver& operator=(const SearchDriver&) = delete;

  // Creates the session, or opens it and goes on where it was; then returns while the engine's thread runs.
  Result<void> start(const SessionId& id, SessionStarted started);
  Result<void> resume(const SessionId& id);

  void pause();  // dispatch nothing more, let calls in flight finish
  void unpause();
  void stop();            // cancel calls in flight, append their cancellation, end as "stopped"
  void detach();          // end the thread without an event: the session can be resumed
  SearchProgress wait();  // until the thread has ended
  [[nodiscard]] SearchProgress progress() const;

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace kernelcast::search
