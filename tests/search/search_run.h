// Running searches in tests: an observer that watches the contract, and one whole run as a value.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "core/search/driver.h"
#include "core/search/recorded.h"
#include "core/search/state.h"
#include "tests/search/MemoryStore.h"
#include "tests/search/synthetic_recording.h"

namespace kernelcast::search::test {

inline const SessionId kSession = "01J0000000000000000000TEST";

// Notes what it is told, and whether events came in sequence.
class Watcher final : public Observer {
 public:
  // Called on the engine's thread with each progress; may drive the driver.
  std::function<void(const SearchProgress&)> onProgress;

  void onCommitted(const SessionId& /*session*/, std::span<const Event> events,
                   const SearchProgress& progress) override {
    {
      const std::lock_guard lock(mutex_);
      for (const Event& event : events) {
        inSequence_ = inSequence_ && (last_ == 0 || event.seq == last_ + 1);
        last_ = event.seq;
      }
    }
    if (onProgress) onProgress(progress);
  }
  void onWaiting(const SearchProgress& progress) override {
    const std::lock_guard lock(mutex_);
    waiting_ = progress.waiting;
  }
  [[nodiscard]] std::string waiting() const {
    const std::lock_guard lock(mutex_);
    return waiting_;
  }
  void onEnded(const SearchProgress& /*progress*/, const std::optional<Error>& error) override {
    const std::lock_guard lock(mutex_);
    ++ended_;
    error_ = error;
  }
  [[nodiscard]] bool inSequence() const {
    const std::lock_guard lock(mutex_);
    return inSequence_;
  }
  [[nodiscard]] int ended() const {
    const std::lock_guard lock(mutex_);
    return ended_;
  }
  [[nodiscard]] std::optional<Error> error() const {
    const std::lock_guard lock(mutex_);
    return error_;
  }

 private:
  mutable std::mutex mutex_;
  bool inSequence_ = true;
  std::int64_t last_ = 0;
  std::string waiting_;
  int ended_ = 0;
  std::optional<Error> error_;
};

inline SearchConfig replayConfig(std::string policy, int steps, int parents, int samples,
                                 std::uint64_t seed = 1) {
  SearchConfig config;
  config.name = "a test";
  config.steps = steps;
  config.parents = parents;
  config.samples = samples;
  config.seed = seed;
  config.policy.name = std::move(policy);
  config.policy.auditShare = 0.2;
  config.recorded.session = "synthetic";
  return config;
}

// (kind, slot) -> payload: what must be equal however a search was interrupted. Pauses are no part of it.
using EventSet = std::map<std::string, std::string>;

inline EventSet eventSet(const std::vector<MemoryStore::StoredEvent>& events, bool* unique = nullptr) {
  EventSet set;
  for (const auto& event : events) {
    if (event.kind == "paused" || event.kind == "resumed") continue;
    const auto body = eventFromJson(event.kind, event.version, *parseJson(event.payload));
    const bool added = set.emplace(event.kind + " " + eventSlotKey(*body), event.payload).second;
    if (!added && unique != nullptr) *unique = false;
  }
  return set;
}

// The fold of what a store holds.
inline SearchState stateOf(const std::vector<MemoryStore::StoredEvent>& events) {
  SearchState state;
  for (const auto& event : events) {
    auto next =
        apply(std::move(state),
              {event.seq, event.atMs, *eventFromJson(event.kind, event.version, *parseJson(event.payload))});
    if (!next) throw std::runtime_error(next.error().message);
    state = std::move(*next);
  }
  return state;
}

struct Outcomes {
  std::string digest;
  EventSet set;
  bool unique = true;
  SearchProgress progress;
};

inline Outcomes outcomesOf(const MemoryStore& store, SearchProgress progress) {
  Outcomes outcomes;
  const auto events = store.events();
  outcomes.set = eventSet(events, &outcomes.unique);
  outcomes.digest = dumpJson(stateDigest(stateOf(events)));
  outcomes.progress = std::move(progress);
  return outcomes;
}

// One replay from its start to its end.
inline Outcomes replay(const Recording& recording, const SearchConfig& config, MemoryStore& store) {
  RecordedProviderSet providers(recording, config.recorded, config.seed);
  Watcher watcher;
  SearchDriver driver(store, providers.providers(), watcher);
  const auto started = startedFromRecording(recording, config);
  if (!started) throw std::runtime_error(started.error().message);
  if (const auto running = driver.start(kSession, *started); !running)
    throw std::runtime_error(running.error().message);
  SearchProgress progress = driver.wait();
  if (watcher.error()) throw std::runtime_error(watcher.error()->message);
  if (!watcher.inSequence()) throw std::runtime_error("events were not committed in sequence");
  return outcomesOf(store, std::move(progress));
}

// Goes on with what a store holds.
inline Outcomes resume(const Recording& recording, const SearchConfig& config, MemoryStore& store) {
  RecordedProviderSet providers(recording, config.recorded, config.seed);
  Watcher watcher;
  SearchDriver driver(store, providers.providers(), watcher);
  if (const auto running = driver.resume(kSession); !running)
    throw std::runtime_error(running.error().message);
  SearchProgress progress = driver.wait();
  if (watcher.error()) throw std::runtime_error(watcher.error()->message);
  return outcomesOf(store, std::move(progress));
}

}  // namespace kernelcast::search::test
