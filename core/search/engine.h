// The engine's thread: the only one that folds events and asks what to do next.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/search/dispatcher.h"
#include "core/search/driver.h"
#include "core/search/inbox.h"

namespace kernelcast::search {

class SearchDriver::Engine {
 public:
  Engine(EventStore& store, Providers providers, Observer& observer, Clock clock);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  Result<void> start(const SessionId& id, SessionStarted started);
  Result<void> resume(const SessionId& id);
  Inbox& inbox() { return *inbox_; }
  SearchProgress wait();
  [[nodiscard]] SearchProgress progress() const;

 private:
  Result<void> begin();
  void launch();
  void run();
  // One search; returns at its end, when it is to be left, or with what it could not go on for.
  std::optional<Error> loop();
  Result<void> recordAnswers(std::vector<Arrived> answers);
  Result<void> heedWishes(const Inbox::Taken& taken);
  // Decisions until only requests remain, and the requests that are sent after the commit.
  Result<void> decide();
  // Folds the event into the state and into the batch that is committed next.
  Result<void> take(EventBody body);
  Result<void> commit(std::span<const Event> events);
  void countTime();
  [[nodiscard]] std::optional<std::chrono::milliseconds> patience() const;
  [[nodiscard]] bool ended() const;
  void publish();

  EventStore& store_;
  Observer& observer_;
  Clock clock_;
  std::shared_ptr<Inbox> inbox_ = std::make_shared<Inbox>();
  Dispatcher dispatcher_;

  // The engine's thread alone, once it runs.
  SessionId id_;
  SearchState state_;
  Spent lost_;
  std::vector<Event> batch_;
  std::vector<LedgerEntry> ledger_;
  std::vector<Outgoing> outgoing_;
  std::int64_t lastAtMs_ = 0;   // of the last event: time never runs backwards in a log
  std::int64_t activeMs_ = 0;   // time the search ran, earlier openings counted in and pauses not
  std::int64_t countedMs_ = 0;  // clock up to which activeMs_ is counted
  bool lossesSettled_ = true;   // what was lost before this opening has been weighed against the budgets
  bool stopping_ = false;
  bool timeIsUp_ = false;

  mutable std::mutex mutex_;
  std::condition_variable done_;
  SearchProgress progress_;
  bool begun_ = false;
  bool running_ = false;
  std::thread thread_;
};

}  // namespace kernelcast::search
