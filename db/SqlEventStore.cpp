#include "db/SqlEventStore.h"

#include <fmt/format.h>

#include "core/domain/hash.h"
#include "core/domain/json.h"
#include "core/domain/ulid.h"
#include "db/ReaderImpl.h"
#include "db/SqlError.h"
#include "db/SqlImportSink.h"

namespace kernelcast::db {

namespace {

constexpr std::chrono::milliseconds kLookEvery{100};  // whether an append is still wanted

using search::Event;
using search::LedgerEntry;
using search::Spent;

// An event as its row holds it, made on the caller's thread.
struct EventRow {
  std::string slot;
  std::string payload;
};

void insertEvent(Connection& connection, std::int64_t session, const Event& event, const EventRow& row) {
  const search::EventKindInfo& kind = search::kindOf(event.body);
  connection.run(
      "INSERT INTO events(session, seq, at_ms, kind, version, slot, payload) VALUES (?, ?, ?, ?, ?, ?, ?)",
      session, event.seq, event.atMs, kind.key, kind.version, row.slot, row.payload);
}

EventRow rowOf(const Event& event) {
  return {search::eventSlotKey(event.body), dumpJson(search::payloadToJson(event.body))};
}

void writeLedger(Connection& connection, std::int64_t session, std::int64_t opening,
                 const LedgerEntry& entry) {
  const auto request = static_cast<std::int64_t>(entry.request);
  if (entry.kind == LedgerEntry::Kind::Settled) {
    connection.run("DELETE FROM ledger WHERE session = ? AND opening = ? AND request = ?", session, opening,
                   request);
    return;
  }
  const Spent& worst = entry.worstCase;
  connection.run(
      R"(
      INSERT INTO ledger(session, opening, request, stage, slot, mutations, forecasts, gpu_evaluations,
      tokens, cost, gpu_seconds) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?))",
      session, opening, request, search::info(entry.stage).key, search::slotKey(entry.slot), worst.mutations,
      worst.forecasts, worst.gpuEvaluations, worst.tokens, worst.cost, worst.gpuSeconds);
}

Spent lostTries(Connection& connection, std::int64_t session) {
  connection.run("UPDATE ledger SET lost = 1 WHERE session = ? AND lost = 0", session);
  Rows rows = connection.query(
      R"(
      SELECT ifnull(sum(mutations), 0), ifnull(sum(forecasts), 0), ifnull(sum(gpu_evaluations), 0),
      ifnull(sum(tokens), 0), total(cost), total(gpu_seconds) FROM ledger WHERE session = ? AND lost = 1)",
      session);
  Spent lost;
  if (!rows.next()) return lost;
  lost.mutations = rows->integer();
  lost.forecasts = rows->integer();
  lost.gpuEvaluations = rows->integer();
  lost.tokens = rows->integer();
  lost.cost = rows->real();
  lost.gpuSeconds = rows->real();
  return lost;
}

}  // namespace

std::shared_ptr<SqlEventStore::Running> SqlEventStore::find(const SessionId& id) {
  const std::lock_guard lock(mutex_);
  const auto found = running_.find(id);
  return found == running_.end() ? nullptr : found->second;
}

void SqlEventStore::keep(const SessionId& id, std::shared_ptr<Running> running) {
  const std::lock_guard lock(mutex_);
  running_[id] = std::move(running);
}

Result<void> SqlEventStore::create(const SessionId& id, const Event& started) {
  if (writer_ == nullptr) return failure(readOnlyError("start a search"));
  const auto* body = std::get_if<search::SessionStarted>(&started.body);
  if (!isUlid(id) || body == nullptr || started.seq != 1) {
    return failure(Error::Kind::BadInput, "a search starts with its first event under a session id (a ULID)");
  }
  const EventRow row = rowOf(started);
  auto running = std::make_shared<Running>();
  LeaseToken lease;
  const auto done = writer_->run("start a search", [&](Connection& connection) -> Result<void> {
    if (findSession(connection, id, Deleted::Found)) {
      return failure(Error::Kind::Conflict, fmt::format("session {} is in this library already", id));
    }
    auto context = beginSearch(connection, id, *body, started.atMs);
    if (!context) return failure(context.error());
    running->context = std::move(*context);
    running->opening = 1;
    running->lastSeq = 1;
    const std::int64_t session = running->context.session;
    insertEvent(connection, session, started, row);
    connection.run("UPDATE sessions SET last_seq = 1, opening = 1 WHERE id = ?", session);
    return leases_.take(connection, session, id).map([&](LeaseToken&& taken) { lease = std::move(taken); });
  });
  if (!done) return done;
  leases_.keep(std::move(lease));
  keep(id, std::move(running));
  return done;
}

Result<search::OpenedSearch> SqlEventStore::open(const SessionId& id) {
  if (writer_ == nullptr) return failure(readOnlyError("go on with a search"));
  auto running = std::make_shared<Running>();
  search::OpenedSearch opened;
  LeaseToken lease;
  const auto done = writer_->run("go on with a search", [&](Connection& connection) -> Result<void> {
    const auto session = findSession(connection, id);
    if (!session) return failure(session.error());
    auto taken = leases_.take(connection, session->id, session->name);
    if (!taken) return failure(taken.error());
    lease = std::move(*taken);
    auto context = loadSearch(connection, session->id, id);
    if (!context) return failure(context.error());
    running->context = std::move(*context);
    opened.lost = lostTries(connection, session->id);
    connection.run(
        R"(
        UPDATE sessions SET opening = opening + 1, state = CASE state WHEN 'interrupted' THEN 'running' ELSE
        state END WHERE id = ?)",
        session->id);
    running->opening =
        connection.integer("SELECT opening FROM sessions WHERE id = ?", session->id).value_or(0);
    running->lastSeq =
        connection.integer("SELECT last_seq FROM sessions WHERE id = ?", session->id).value_or(0);
    return {};
  });
  if (!done) return failure(done.error());
  leases_.keep(std::move(lease));
  const std::int64_t session = running->context.session;
  keep(id, std::move(running));

  // The log is read beside the writer, which others wait for.
  auto events = guarded(file_, "read events", [&]() -> Result<std::vector<Event>> {
    const std::lock_guard lock(readMutex_);
    if (!reader_) {
      auto connection = openReader_();
      if (!connection) return failure(connection.error());
      reader_ = std::move(*connection);
    }
    return readEvents(*reader_, session);
  });
  if (!events) {
    release(id);
    return failure(events.error());
  }
  opened.events = std::move(*events);
  return opened;
}

Result<void> SqlEventStore::append(const SessionId& id, std::span<const Event> events,
                                   std::span<const LedgerEntry> ledger,
                                   const search::WhileLocked& whileLocked) {
  if (writer_ == nullptr) return failure(readOnlyError("go on with a search"));
  if (events.empty() && ledger.empty()) return {};
  const auto running = find(id);
  if (!running) {
    return failure(Error::Kind::Conflict, fmt::format("session {} is not open in this process", id));
  }
  std::vector<EventRow> rows;
  rows.reserve(events.size());
  for (const Event& event : events) rows.push_back(rowOf(event));

  const auto wanted = std::make_shared<std::atomic<bool>>(true);
  auto written = writer_->submit(
      "append to a search",
      [&](Connection& connection) -> Result<void> {
        const std::int64_t session = running->context.session;
        if (auto held = leases_.check(connection, session); !held) return held;
        SearchProjection projection(connection, running->context);
        std::int64_t seq = running->lastSeq;
        for (std::size_t i = 0; i < events.size(); ++i) {
          if (events[i].seq != ++seq) {
            return failure(Error::Kind::Conflict,
                           fmt::format("event {} was expected and {} came: somebody else appended to "
                                       "this session, or an event is missing",
                                       seq, events[i].seq));
          }
          if (auto applied = projection.apply(events[i]); !applied) {
            return failure(applied.error().in(fmt::format("event {}", seq)));
          }
          insertEvent(connection, session, events[i], rows[i]);
        }
        projection.finish();
        for (const LedgerEntry& entry : ledger) writeLedger(connection, session, running->opening, entry);
        if (!events.empty()) {
          // One that was imported is no longer what its document said.
          connection.run(
              "UPDATE sessions SET last_seq = ?, updated_ms = max(updated_ms, ?), content_hash = NULL WHERE "
              "id = "
              "?",
              seq, events.back().atMs, session);
        }
        return {};
      },
      Writer::Patience::WaitsOn, wanted);
  for (bool told = false; written.wait_for(kLookEvery) != std::future_status::ready;) {
    if (whileLocked.goOn && !whileLocked.goOn()) *wanted = false;
    if (!told && writer_->isWaiting() && whileLocked.waiting) {
      told = true;
      whileLocked.waiting();
    }
  }
  const auto done = written.get();
  if (done && !events.empty()) running->lastSeq = events.back().seq;
  return done;
}

Result<std::string> SqlEventStore::kernelSource(const std::string& hash) {
  return guarded(file_, "read a kernel", [&]() -> Result<std::string> {
    const std::lock_guard lock(readMutex_);
    if (!reader_) {
      auto connection = openReader_();
      if (!connection) return failure(connection.error());
      reader_ = std::move(*connection);
    }
    const auto kernel = TextStore(*reader_).findKernel(hash);
    if (!kernel)
      return failure(Error::Kind::NotFound, fmt::format("there is no kernel {} in this library", hash));
    auto source = readText(*reader_, *kernel);
    if (source && sha256Hex(*source) != hash) {
      return failure(
          fmt::format("the source of kernel {} is damaged: its bytes do not have that hash", hash));
    }
    return source;
  });
}

void SqlEventStore::release(const SessionId& id) {
  std::shared_ptr<Running> running;
  {
    const std::lock_guard lock(mutex_);
    const auto found = running_.find(id);
    if (found == running_.end()) return;
    running = std::move(found->second);
    running_.erase(found);
  }
  leases_.letGo(running->context.session);
  // Where this fails the heartbeat tries again.
  std::vector<LeaseToken> removed;
  const auto done = writer_->run("give the lease back", [&](Connection& connection) -> Result<void> {
    removed = leases_.settle(connection);
    return {};
  });
  if (done) leases_.forget(removed);
}

}  // namespace kernelcast::db
