// An event store in memory that keeps what a file would: encoded payloads, texts by hash, a ledger.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "core/domain/json.h"
#include "core/search/event_store.h"

namespace kernelcast::search::test {

class MemoryStore final : public EventStore {
 public:
  struct StoredEvent {
    std::int64_t seq = 0;
    std::int64_t atMs = 0;
    std::string kind;
    int version = 1;
    std::string payload;
  };
  struct Commit {  // one append, as one transaction
    std::size_t events = 0;
    std::vector<LedgerEntry> ledger;
  };

  // Appends after this many fail; absent: none.
  std::optional<int> failAfterAppends;
  // Another program holds the store: appends wait, and tell so at once.
  std::atomic<bool> locked = false;
  // Payloads are kept encoded, as in a file; without, appending is cheap and a session cannot be opened
  // again.
  bool encodes = true;

  Result<void> create(const SessionId& /*id*/, const Event& started) override {
    const std::lock_guard lock(mutex_);
    leased_ = true;
    keep(started);
    commits_.push_back({1, {}});
    return {};
  }

  Result<OpenedSearch> open(const SessionId& id) override {
    const std::lock_guard lock(mutex_);
    if (leased_) return failure(Error::Kind::Conflict, fmt::format("{} is held by somebody else", id));
    OpenedSearch opened;
    for (const StoredEvent& stored : events_) {
      auto body = eventFromJson(stored.kind, stored.version, *parseJson(stored.payload));
      if (!body) return failure(body.error());
      opened.events.push_back({stored.seq, stored.atMs, std::move(*body)});
    }
    for (const auto& [request, worst] : reserved_) lost_ += worst;
    reserved_.clear();
    opened.lost = lost_;
    leased_ = true;
    return opened;
  }

  using EventStore::append;
  Result<void> append(const SessionId& /*id*/, std::span<const Event> events,
                      std::span<const LedgerEntry> ledger, const WhileLocked& whileLocked) override {
    if (locked && whileLocked.waiting) whileLocked.waiting();
    while (locked) {
      if (whileLocked.goOn && !whileLocked.goOn()) return failure(Error::Kind::Conflict, "it is locked");
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const std::lock_guard lock(mutex_);
    if (failAfterAppends && (*failAfterAppends)-- <= 0) return failure("the disk is full");
    if (!leased_) return failure("the lease was given back");
    for (const Event& event : events) keep(event);
    for (const LedgerEntry& entry : ledger) enter(entry);
    commits_.push_back({events.size(), {ledger.begin(), ledger.end()}});
    return {};
  }

  Result<std::string> kernelSource(const std::string& hash) override {
    const std::lock_guard lock(mutex_);
    const auto found = sources_.find(hash);
    if (found == sources_.end()) return failure(Error::Kind::NotFound, "no kernel " + hash);
    return found->second;
  }

  void release(const SessionId& /*id*/) override {
    const std::lock_guard lock(mutex_);
    leased_ = false;
  }

  // What a file holds that was cut off after `count` events: ledger entries of whole commits only. Copies.
  [[nodiscard]] std::unique_ptr<MemoryStore> truncated(std::size_t count) const {
    const std::lock_guard lock(mutex_);
    auto copy = std::make_unique<MemoryStore>();
    copy->events_.assign(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(count));
    copy->sources_ = sources_;
    std::size_t seen = 0;
    for (const Commit& commit : commits_) {
      seen += commit.events;
      if (seen > count) break;
      for (const LedgerEntry& entry : commit.ledger) copy->enter(entry);
    }
    return copy;
  }

  [[nodiscard]] std::vector<StoredEvent> events() const {
    const std::lock_guard lock(mutex_);
    return events_;
  }
  [[nodiscard]] std::vector<Commit> commits() const {
    const std::lock_guard lock(mutex_);
    return commits_;
  }
  [[nodiscard]] bool leased() const {
    const std::lock_guard lock(mutex_);
    return leased_;
  }
  [[nodiscard]] Spent reserved() const {
    const std::lock_guard lock(mutex_);
    Spent sum;
    for (const auto& [request, worst] : reserved_) sum += worst;
    return sum;
  }

 private:
  void keep(const Event& event) {
    if (const auto* started = std::get_if<SessionStarted>(&event.body)) {
      for (const Seed& seed : started->seeds) sources_.emplace(seed.kernelHash, seed.source);
    } else if (const auto* mutation = std::get_if<MutationCompleted>(&event.body)) {
      sources_.emplace(mutation->kernelHash, mutation->source);
    }
    const EventKindInfo& kind = kindOf(event.body);
    events_.push_back({event.seq, event.atMs, encodes ? std::string(kind.key) : std::string(), kind.version,
                       encodes ? dumpJson(payloadToJson(event.body)) : std::string()});
  }
  void enter(const LedgerEntry& entry) {
    if (entry.kind == LedgerEntry::Kind::Reserved) reserved_.emplace(entry.request, entry.worstCase);
    else reserved_.erase(entry.request);
  }

  mutable std::mutex mutex_;
  std::vector<StoredEvent> events_;
  std::vector<Commit> commits_;
  std::map<std::string, std::string> sources_;
  std::map<RequestId, Spent> reserved_;
  Spent lost_;
  bool leased_ = false;
};

}  // namespace kernelcast::search::test
