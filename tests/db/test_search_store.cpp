// Searches on a library: events and rows in one transaction, leases, what was lost in flight, interruption.
#include <QObject>
#include <QTest>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "core/domain/hash.h"
#include "core/domain/ulid.h"
#include "tests/db/library_fixture.h"
#include "tests/db/searches.h"
#include "tests/db/table_checks.h"

namespace kernelcast::db {

using fixtures::LibraryFixture;
using fixtures::must;
using search::Event;
using search::LedgerEntry;
using search::Slot;
using search::Spent;

namespace {

// Another process on the same file: who it is and what time it is are told to it.
struct Elsewhere {
  std::int64_t now = 1'772'000'000'000;
  std::string host = "here";
  std::string boot = "boot-1";
  std::int64_t pid = 100;
  std::map<std::int64_t, std::int64_t> processes{{100, 5000}, {200, 6000}};  // pid -> start

  [[nodiscard]] LibraryInternals internals() {
    LibraryInternals own;
    own.here.nowMs = [this] { return now; };
    own.here.host = host;
    own.here.boot = boot;
    own.here.pid = pid;
    own.here.pidNamespace = "pid:[1]";
    own.here.processStart = [this](std::int64_t id) -> std::optional<std::int64_t> {
      const auto found = processes.find(id);
      return found == processes.end() ? std::nullopt : std::optional(found->second);
    };
    return own;
  }
};

Event nth(std::int64_t seq, search::EventBody body) {
  return {seq, 1'772'000'000'000 + seq, std::move(body)};
}

search::MutationCompleted written(Slot slot, const std::string& source) {
  search::MutationCompleted mutation;
  mutation.slot = slot;
  mutation.name = "kernel " + slotKey(slot);
  mutation.source = source;
  mutation.kernelHash = sha256Hex(source);
  mutation.usage = {100, 20, 0.5};
  return mutation;
}

}  // namespace

class TestSearchStore : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup() { library_.reset(); }
  void eventsAndRowsAreOne();
  void aGapIsRefused();
  void anEventThatCannotFollowLeavesNothing();
  void wrongSource();
  void verification();
  void lostTriesCount();
  void aSecondHolderIsRefused();
  void deadLeases_data();
  void deadLeases();
  void theOldHolderMayNotWrite();
  void releaseGivesTheLeaseBack();
  void heartbeat();
  void aCommitThatFailsChangesNoLease();
  void interrupted();
  void pausedStaysPaused();
  void liveMeasurements();
  void compileLog();
  void importedSessionsCannotBeResumed();
  void aMovedSearchGoesOn();

 private:
  // A started search of the sample's softmax: two parents of three samples a step.
  SessionId start(Library& library, const std::string& policy = "top-k");
  std::optional<LibraryFixture> fixture_;
  std::unique_ptr<Library> library_;
};

void TestSearchStore::init() {
  fixture_.emplace();
  library_ = fixture_->open();
  must(library_->importSink().store(fixtures::sample()));
}

SessionId TestSearchStore::start(Library& library, const std::string& policy) {
  SessionId id = newUlid();
  must(library.eventStore().create(id,
                                   nth(1, fixtures::startedFrom(library, fixtures::replayConfig(policy)))));
  return id;
}

void TestSearchStore::eventsAndRowsAreOne() {
  const SessionId id = start(*library_);
  auto& store = library_->eventStore();
  search::ForecastCompleted forecast{{0, 0, 1}, {}};
  forecast.forecast.probabilities = {0, 0, 0, 0, 1, 0, 0, 0};
  forecast.forecast.predictedBin = 5;
  forecast.forecast.usage = {1000, 100, 0.25};
  search::ParentJudged judged;
  judged.verdicts = {{{0, 0, 0}, Verdict::Skipped, {}}, {{0, 0, 1}, Verdict::Trusted, 0.1}};
  const std::vector<Event> events{nth(2, written({0, 0, 0}, "a")), nth(3, written({0, 0, 1}, "b")),
                                  nth(4, forecast), nth(5, judged)};
  MUST(store.append(id, events, {}));
  auto reader = library_->reader();
  MUST(reader);
  const auto table = reader->table(id);
  MUST(table);
  QCOMPARE(table->rows.size(), std::size_t{2});
  QCOMPARE(table->rows[0].status, RowStatus::Skipped);
  QCOMPARE(table->rows[1].status, RowStatus::Trusted);
  QCOMPARE(table->rows[1].verdict, Verdict::Trusted);
  QCOMPARE(table->rows[1].predictedBin, 5);
  QCOMPARE(table->rows[1].kernelHash, sha256Hex("b"));
  QCOMPARE(table->rows[1].parentName, std::string("reference"));
  QCOMPARE(table->summary.candidates, 2);
  QCOMPARE(table->summary.forecasts, 1);
  QCOMPARE(table->summary.trusted, 1);
  QCOMPARE(table->summary.skipped, 1);
  QCOMPARE(table->summary.tokens, std::int64_t{1340});
  QCOMPARE(table->summary.cost, 1.25);
  QCOMPARE(table->summary.state, SessionState::Running);
  QCOMPARE(table->summary.updatedMs, events.back().atMs);
  const auto read = reader->events(id);
  MUST(read);
  QCOMPARE(read->size(), std::size_t{5});
  const auto source = store.kernelSource(sha256Hex("b"));
  MUST(source);
  QCOMPARE(*source, std::string("b"));
  REFUSED(store.kernelSource(sha256Hex("nobody wrote this")), "there is no kernel");
  MUST(store.append(id, std::vector{nth(6, search::Stopped{"enough"})}, {}));
  const auto stopped = reader->session(id);
  MUST(stopped);
  QCOMPARE(stopped->state, SessionState::Stopped);
  QCOMPARE(stopped->stateNote, std::string("enough"));
}

void TestSearchStore::aGapIsRefused() {
  const SessionId id = start(*library_);
  const auto gap = library_->eventStore().append(id, std::vector{nth(3, search::Paused{})}, {});
  REFUSED(gap, "event 2 was expected and 3 came");
  QCOMPARE(gap.error().kind, Error::Kind::Conflict);
  REFUSED(library_->eventStore().append(newUlid(), std::vector{nth(2, search::Paused{})}, {}),
          "not open in this process");
  const auto twice = library_->eventStore().create(
      id, nth(1, fixtures::startedFrom(*library_, fixtures::replayConfig("top-k"))));
  REFUSED(twice, "in this library already");
}

void TestSearchStore::anEventThatCannotFollowLeavesNothing() {
  const SessionId id = start(*library_);
  search::ForecastCompleted forecast{{0, 1, 0}, {}};
  const auto refused =
      library_->eventStore().append(id, std::vector{nth(2, written({0, 0, 0}, "a")), nth(3, forecast)}, {});
  REFUSED(refused, "candidate #4 (slot 0/1/0) has not been written");
  auto reader = library_->reader();
  MUST(reader);
  const auto table = reader->table(id);
  MUST(table);
  QVERIFY(table->rows.empty());
  QCOMPARE(table->summary.candidates, 0);
  QCOMPARE(must(reader->events(id)).size(), std::size_t{1});
  MUST(library_->eventStore().append(id, std::vector{nth(2, written({0, 0, 0}, "a"))}, {}));
}

void TestSearchStore::wrongSource() {
  const SessionId id = start(*library_);
  auto mutation = written({0, 0, 0}, "a");
  mutation.kernelHash = sha256Hex("something else");
  REFUSED(library_->eventStore().append(id, std::vector{nth(2, mutation)}, {}), "not the one its hash names");
}

void TestSearchStore::verification() {
  const SessionId id = start(*library_);
  search::ForecastCompleted forecast{{0, 0, 0}, {}};
  forecast.forecast.probabilities = {0, 0, 0, 0, 0, 0, 1, 0};
  forecast.forecast.predictedBin = 7;
  search::ParentJudged judged;
  judged.verdicts = {{{0, 0, 0}, Verdict::Trusted, 0.9}};
  search::MeasurementCompleted measured;
  measured.slot = {0, 0, 0};
  measured.speedup = 1.5;
  measured.verification = true;
  measured.gpuSeconds = 2;
  MUST(library_->eventStore().append(
      id, std::vector{nth(2, written({0, 0, 0}, "a")), nth(3, forecast), nth(4, judged), nth(5, measured)},
      {}));
  auto reader = library_->reader();
  MUST(reader);
  const auto table = reader->table(id);
  MUST(table);
  QCOMPARE(table->rows[0].verdict, Verdict::Trusted);
  QCOMPARE(table->rows[0].status, RowStatus::Ok);
  QCOMPARE(table->rows[0].speedup, 1.5);
  QCOMPARE(table->summary.measured, 1);
  QCOMPARE(table->summary.correct, 1);
  QCOMPARE(table->summary.gpuSeconds, 2.0);
  QCOMPARE(table->summary.best.size(), std::size_t{1});
  QCOMPARE(table->summary.best[0].speedup, 1.5);
}

void TestSearchStore::lostTriesCount() {
  const SessionId id = start(*library_);
  auto& store = library_->eventStore();
  const auto reserved = [](std::uint64_t request, std::int64_t tokens) {
    Spent worst;
    worst.forecasts = 1;
    worst.tokens = tokens;
    worst.cost = 0.5;
    return LedgerEntry{LedgerEntry::Kind::Reserved, request, search::Stage::Forecast, {0, 0, 0}, worst};
  };
  const LedgerEntry settled{LedgerEntry::Kind::Settled, 1, search::Stage::Forecast, {0, 0, 0}, {}};
  MUST(store.append(id, {}, std::vector{reserved(1, 10), reserved(2, 100), reserved(3, 1000)}));
  MUST(store.append(id, {}, std::vector{settled}));
  store.release(id);
  const auto opened = store.open(id);
  MUST(opened);
  QCOMPARE(opened->events.size(), std::size_t{1});
  QCOMPARE(opened->lost.forecasts, std::int64_t{2});
  QCOMPARE(opened->lost.tokens, std::int64_t{1100});
  QCOMPARE(opened->lost.cost, 1.0);
  // Request ids start anew; what was lost before stays lost.
  MUST(store.append(id, {}, std::vector{reserved(2, 7)}));
  store.release(id);
  const auto again = store.open(id);
  MUST(again);
  QCOMPARE(again->lost.tokens, std::int64_t{1107});
}

void TestSearchStore::aSecondHolderIsRefused() {
  Elsewhere first;
  const auto holder = fixture_->openAs(first.internals());
  const SessionId id = start(*holder);
  Elsewhere second;
  second.pid = 200;
  second.now += 4000;
  const auto other = fixture_->openAs(second.internals());
  const auto refused = other->eventStore().open(id);
  REFUSED(refused, "is being run by process 100 on here, last heard of 4");
  QCOMPARE(refused.error().kind, Error::Kind::Conflict);
  // Not even the same process opens it twice.
  QVERIFY(!holder->eventStore().open(id));
}

void TestSearchStore::deadLeases_data() {
  QTest::addColumn<QString>("what");
  QTest::addColumn<bool>("dead");
  QTest::newRow("its process lives") << "nothing" << false;
  QTest::newRow("its process is gone") << "gone" << true;
  QTest::newRow("its id belongs to another process") << "reused" << true;
  QTest::newRow("the machine was started again") << "boot" << true;
  QTest::newRow("another host, silent for 29 s") << "host 29" << false;
  QTest::newRow("another host, silent for 31 s") << "host 31" << true;
  QTest::newRow("a process id of another namespace, silent for 29 s") << "namespace 29" << false;
  QTest::newRow("a process id of another namespace, silent for 31 s") << "namespace 31" << true;
  QTest::newRow("alive and silent on the same boot") << "silent" << false;
}

void TestSearchStore::deadLeases() {
  QFETCH(const QString, what);
  QFETCH(const bool, dead);
  Elsewhere first;
  const auto holder = fixture_->openAs(first.internals());
  const SessionId id = start(*holder);
  Elsewhere second;
  second.pid = 200;
  if (what == "gone") second.processes.erase(100);
  if (what == "reused") second.processes[100] = 5001;
  if (what == "boot") second.boot = "boot-2";
  if (what.startsWith("host")) second.host = "there";
  if (what.endsWith("29")) second.now += 29'000;
  if (what.endsWith("31")) second.now += 31'000;
  if (what == "silent") second.now += 3'600'000;
  LibraryInternals internals = second.internals();
  if (what.startsWith("namespace")) internals.here.pidNamespace = "pid:[2]";
  const auto other = fixture_->openAs(internals);
  auto reader = other->reader();
  MUST(reader);
  QCOMPARE(must(reader->session(id)).state, dead ? SessionState::Interrupted : SessionState::Running);
  QCOMPARE(must(other->markInterrupted()), dead ? 1 : 0);
  QCOMPARE(must(reader->session(id)).state, dead ? SessionState::Interrupted : SessionState::Running);
  const auto opened = other->eventStore().open(id);
  QCOMPARE(opened.has_value(), dead);
  QCOMPARE(must(reader->session(id)).state, SessionState::Running);
}

void TestSearchStore::theOldHolderMayNotWrite() {
  Elsewhere first;
  const auto holder = fixture_->openAs(first.internals());
  const SessionId id = start(*holder);
  Elsewhere second;
  second.pid = 200;
  second.processes.erase(100);
  const auto other = fixture_->openAs(second.internals());
  MUST(other->eventStore().open(id));
  const auto late = holder->eventStore().append(id, std::vector{nth(2, search::Paused{})}, {});
  REFUSED(late, "taken over by process 200 on here");
  QCOMPARE(late.error().kind, Error::Kind::Conflict);
  MUST(other->eventStore().append(id, std::vector{nth(2, search::Paused{})}, {}));
  // Giving back what was taken over does not take it from the new holder.
  holder->eventStore().release(id);
  MUST(other->eventStore().append(id, std::vector{nth(3, search::Resumed{})}, {}));
}

void TestSearchStore::releaseGivesTheLeaseBack() {
  Elsewhere first;
  SessionId byRelease;
  SessionId byClosing;
  Elsewhere second;
  second.pid = 200;
  const auto other = fixture_->openAs(second.internals());
  {
    const auto holder = fixture_->openAs(first.internals());
    byRelease = start(*holder);
    byClosing = start(*holder);
    holder->eventStore().release(byRelease);
    holder->eventStore().release(byRelease);  // twice is once
    MUST(other->eventStore().open(byRelease));
    QVERIFY(!other->eventStore().open(byClosing));
  }
  MUST(other->eventStore().open(byClosing));
}

void TestSearchStore::heartbeat() {
  Elsewhere first;
  std::atomic<std::int64_t> now = first.now;
  LibraryInternals internals = first.internals();
  internals.here.nowMs = [&now] { return now.load(); };
  internals.here.heartbeatEveryMs = 10;
  const auto holder = fixture_->openAs(internals);
  const SessionId id = start(*holder);
  now += 60'000;
  SQLite::Database raw(fixture_->file(), SQLite::OPEN_READONLY);
  const auto beat = [&] { return raw.execAndGet("SELECT heartbeat_ms FROM leases").getInt64() == now; };
  QTRY_VERIFY_WITH_TIMEOUT(beat(), 5000);
}

// A lease that is in memory and not in the library, or the other way round, would let two processes append,
// or none.
void TestSearchStore::aCommitThatFailsChangesNoLease() {
  Elsewhere first;
  LibraryInternals internals = first.internals();
  internals.here.heartbeatEveryMs = 10;
  const auto holder = fixture_->openAs(internals);
  std::atomic<bool> failing = false;
  const auto hook = [](void* fails) { return static_cast<std::atomic<bool>*>(fails)->load() ? 1 : 0; };
  MUST(holder->impl().writer->run("watch commits", [&](Connection& connection) -> Result<void> {
    sqlite3_commit_hook(connection.handle(), hook, &failing);
    return {};
  }));
  SQLite::Database raw(fixture_->file(), SQLite::OPEN_READONLY);
  const auto leases = [&] { return raw.execAndGet("SELECT count(*) FROM leases").getInt(); };
  const auto& held = *holder->impl().leases;

  const auto started = nth(1, fixtures::startedFrom(*holder, fixtures::replayConfig("top-k")));
  const SessionId id = newUlid();
  failing = true;
  QVERIFY(!holder->eventStore().create(id, started));
  QVERIFY(!held.any());
  QCOMPARE(leases(), 0);
  failing = false;
  MUST(holder->eventStore().create(id, started));
  QVERIFY(held.any());
  QCOMPARE(leases(), 1);

  // Given back in vain: it is nobody else's yet, and nothing more is written under it.
  failing = true;
  holder->eventStore().release(id);
  QCOMPARE(leases(), 1);
  QVERIFY(held.any());
  REFUSED(holder->eventStore().append(id, std::vector{nth(2, search::Paused{})}, {}),
          "not open in this process");
  Elsewhere second;
  second.pid = 200;
  QVERIFY(!fixture_->openAs(second.internals())->eventStore().open(id));
  QVERIFY(!holder->eventStore().open(id));
  QCOMPARE(leases(), 1);
  // The heartbeat makes up for it.
  failing = false;
  QTRY_COMPARE_WITH_TIMEOUT(leases(), 0, 5000);
  QTRY_VERIFY_WITH_TIMEOUT(!held.any(), 5000);
  MUST(holder->eventStore().open(id));
  MUST(holder->eventStore().append(id, std::vector{nth(2, search::Paused{})}, {}));
}

void TestSearchStore::interrupted() {
  const SessionId id = start(*library_);
  auto reader = library_->reader();
  MUST(reader);
  QCOMPARE(must(library_->markInterrupted()), 0);
  library_->eventStore().release(id);
  // Nobody runs it: that is how it is shown, and then how it is written.
  QCOMPARE(must(reader->session(id)).state, SessionState::Interrupted);
  QCOMPARE(must(library_->markInterrupted()), 1);
  QCOMPARE(must(library_->markInterrupted()), 0);
  QCOMPARE(must(reader->session(id)).state, SessionState::Interrupted);
  MUST(library_->eventStore().open(id));
  QCOMPARE(must(reader->session(id)).state, SessionState::Running);
}

void TestSearchStore::pausedStaysPaused() {
  const SessionId id = start(*library_);
  MUST(library_->eventStore().append(id, std::vector{nth(2, search::Paused{})}, {}));
  library_->eventStore().release(id);
  QCOMPARE(must(library_->markInterrupted()), 0);
  auto reader = library_->reader();
  MUST(reader);
  QCOMPARE(must(reader->session(id)).state, SessionState::Paused);
  MUST(library_->eventStore().open(id));
  QCOMPARE(must(reader->session(id)).state, SessionState::Paused);
}

// A GPU's own words: stored once each, the reference's too, and the row is of that run.
void TestSearchStore::liveMeasurements() {
  const SessionId id = start(*library_, "standard");
  Measurement reference;
  CaseTiming timing;
  timing.params.values = {{"rows", 64}, {"cols", 1024}};
  timing.medianUs = 30;
  timing.n = 60;
  timing.stdUs = 0.3;
  reference.cases = {timing};
  Measurement own = reference;
  own.cases[0].medianUs = 20;
  own.resources = {{"k", 40, 1024, 0, 0}};
  search::MeasurementCompleted measured;
  measured.slot = {0, 0, 0};
  measured.run = "bracket 1";
  measured.speedup = 1.5;
  measured.measurement = own;
  measured.reference = reference;
  search::MeasurementCompleted second = measured;
  second.slot = {0, 0, 1};
  second.measurement->cases[0].medianUs = 60;
  second.speedup = 0.5;
  MUST(library_->eventStore().append(
      id,
      std::vector{nth(2, written({0, 0, 0}, "a")), nth(3, written({0, 0, 1}, "b")), nth(4, measured),
                  nth(5, second)},
      {}));
  auto reader = library_->reader();
  MUST(reader);
  const auto table = reader->table(id);
  MUST(table);
  QCOMPARE(table->rows[0].speedup, 1.5);
  QCOMPARE(table->rows[0].runtimeUs, 20.0);
  QCOMPARE(table->rows[0].referenceUs, 30.0);
  QCOMPARE(table->rows[0].registers, 40);
  QVERIFY(table->rows[0].speedupLow < 1.5 && table->rows[0].speedupHigh > 1.5);
  QCOMPARE(table->summary.best[0].candidate, 1);
  const auto out = reader->exchangeSession(id);
  MUST(out);
  QCOMPARE(out->runs.size(), std::size_t{1});
  QCOMPARE(out->runs[0].key, std::string("bracket 1"));
  QCOMPARE(out->measurements.size(), std::size_t{3});
  const auto detail = reader->detail(id, 1, table->devices[0], "");
  MUST(detail);
  QCOMPARE(detail->runs, (std::vector{own}));
  QCOMPARE(detail->referenceRuns, (std::vector{reference}));
  QCOMPARE(detail->runLabels, (std::vector<std::string>{"bracket 1"}));
}

// What the compiler refused was never measured; its log is shown all the same.
void TestSearchStore::compileLog() {
  const SessionId id = start(*library_, "standard");
  search::CompileCompleted compiled;
  compiled.slot = {0, 0, 0};
  compiled.ok = false;
  compiled.log = "error: identifier \"norm\" is undefined";
  MUST(library_->eventStore().append(id, std::vector{nth(2, written({0, 0, 0}, "a")), nth(3, compiled)}, {}));
  auto reader = library_->reader();
  MUST(reader);
  const auto table = reader->table(id);
  MUST(table);
  QCOMPARE(table->rows[0].status, RowStatus::CompileFailed);
  QCOMPARE(table->summary.measured, 0);
  const auto detail = reader->detail(id, 1, table->devices[0], "");
  MUST(detail);
  QCOMPARE(detail->runs.size(), std::size_t{1});
  QCOMPARE(detail->runs[0].status, MeasurementStatus::CompileFailed);
  QCOMPARE(detail->runs[0].error, compiled.log);
}

void TestSearchStore::importedSessionsCannotBeResumed() {
  REFUSED(library_->eventStore().open(fixtures::sample().id), "no search of this library");
  REFUSED(library_->eventStore().open(newUlid()), "there is no session");
  // The refusal leaves no lease behind.
  SQLite::Database raw(fixture_->file(), SQLite::OPEN_READONLY);
  QCOMPARE(raw.execAndGet("SELECT count(*) FROM leases").getInt(), 0);
}

// Exported while it was interrupted, imported elsewhere beside what it replays, and finished there.
void TestSearchStore::aMovedSearchGoesOn() {
  SessionId id;
  {
    fixtures::QuietObserver observer;
    auto config = fixtures::replayConfig("top-k");
    config.recorded.delayMsLow = config.recorded.delayMsHigh = 5;
    const auto search = RecordedSearch::start(*library_, config, observer);
    MUST(search);
    id = (*search)->session();
    QTRY_VERIFY_WITH_TIMEOUT((*search)->driver().progress().counts.proposed > 0, 5000);
    (*search)->driver().detach();
    (*search)->driver().wait();
  }
  auto reader = library_->reader();
  MUST(reader);
  const auto document = must(reader->exchangeSession(id));
  const LibraryFixture other;
  const auto elsewhere = other.open();
  MUST(elsewhere->importSink().store(fixtures::sample()));
  MUST(elsewhere->importSink().store(document));
  auto there = elsewhere->reader();
  MUST(there);
  QCOMPARE(must(there->session(id)).state, SessionState::Interrupted);
  for (Library* library : {elsewhere.get(), library_.get()}) {
    fixtures::QuietObserver observer;
    const auto search = RecordedSearch::resume(*library, id, observer);
    MUST(search);
    (*search)->driver().wait();
    QCOMPARE(observer.error, std::string());
  }
  QCOMPARE(must(there->session(id)).state, SessionState::Finished);
  QCOMPARE(QString::fromStdString(fixtures::tableText(must(there->table(id)))),
           QString::fromStdString(fixtures::tableText(must(reader->table(id)))));
  REFUSED(elsewhere->importSink().store(document), "with other content");
}

}  // namespace kernelcast::db

QTEST_APPLESS_MAIN(kernelcast::db::TestSearchStore)
#include "test_search_store.moc"
