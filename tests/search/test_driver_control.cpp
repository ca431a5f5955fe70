// What a search's owner may do to it, and what providers and a disk may do to a search.
#include <QTest>
#include <thread>

#include "core/search/budget.h"
#include "tests/search/scripted_providers.h"
#include "tests/search/search_run.h"

using namespace kernelcast;
using namespace kernelcast::search;
using namespace kernelcast::search::test;

class TestDriverControl : public QObject {
  Q_OBJECT

 private slots:
  void refusesToStart();
  void pauseLetsCallsFinishAndDispatchesNothing();
  void pausedSessionGoesOnInAnotherProcess();
  void stopCancels();
  void stopRecordsLateResults();
  void stoppingBeginsNothingNew();
  void stopWhilePaused();
  void detachAndResumeEndsTheSame();
  void destroyedWhileCallsAreOut();
  void lateAnswersFallOnTheFloor();
  void failedAppendEndsTheSearch();
  void aLockedStoreIsWaitedFor();
  void aLockedStoreMayBeLeft_data();
  void aLockedStoreMayBeLeft();
  void commitsBeforeItDispatches();
  void keepsToTheRoomOfProviders();
  void providersOfEveryManner_data();
  void providersOfEveryManner();
  void cancellationNobodyAskedForIsAFailure();
  void sourcesReachThoseWhoNeedThem();
  void wallTimeEndsTheSearch();
  void wallTimeLeavesOutPausesAndInterruptions();
  void storeWithoutEventsIsRefused();
};

namespace {

SearchConfig config(int steps = 3, std::string policy = "top-k") {
  return replayConfig(std::move(policy), steps, 2, 3);
}

SessionStarted start(const SearchConfig& config) {
  SessionStarted started;
  started.config = config;
  started.seeds = {{"reference", sha256Hex("ref"), "ref", 1}};
  return started;
}

// The whole search with providers that answer at once.
Outcomes undisturbed(const SearchConfig& config, const Script& script = {}) {
  MemoryStore store;
  Script instant = script;
  instant.delivery = [](Stage, Slot) { return Delivery::Inline; };
  ScriptedProviders providers(instant);
  Watcher watcher;
  SearchDriver driver(store, providers.providers(), watcher);
  if (const auto running = driver.start(kSession, start(config)); !running) {
    throw std::runtime_error(running.error().message);
  }
  const SearchProgress progress = driver.wait();
  return outcomesOf(store, progress);
}

Script later() {
  Script script;
  script.delivery = [](Stage, Slot) { return Delivery::Later; };
  return script;
}

int countOf(const MemoryStore& store, std::string_view kind) {
  int count = 0;
  for (const auto& event : store.events()) count += event.kind == kind ? 1 : 0;
  return count;
}

}  // namespace

void TestDriverControl::refusesToStart() {
  MemoryStore store;
  ScriptedProviders providers((Script()));
  Watcher watcher;
  {
    SearchDriver driver(store, {}, watcher);
    QCOMPARE(driver.start(kSession, start(config())).error().message,
             std::string("there is nobody to write kernels"));
  }
  {
    Providers blind = providers.providers();
    blind.surrogate = nullptr;
    SearchDriver driver(store, blind, watcher);
    QVERIFY(driver.start(kSession, start(config()))
                .error()
                .message.starts_with("policy \"top-k\" needs forecasts"));
    QVERIFY(driver.start(kSession, start(config(1, "standard"))).has_value());
    QCOMPARE(driver.wait().state, SessionState::Finished);
    QCOMPARE(driver.start(kSession, start(config(1, "standard"))).error().kind, Error::Kind::Conflict);
  }
  {
    SearchConfig wrong = config();
    wrong.steps = 0;
    SearchDriver driver(store, providers.providers(), watcher);
    QCOMPARE(driver.start(kSession, start(wrong)).error().message,
             std::string("'steps' must be from 1 to 1000000, and is 0"));
    wrong = config();
    wrong.policy.name = "native";
    QCOMPARE(driver.start(kSession, start(wrong)).error().kind, Error::Kind::NotInBuild);
    QCOMPARE(driver.wait().state,
             SessionState::Running);  // of a search that never began: nothing to wait for
  }
  // Held by somebody else.
  MemoryStore held;
  QVERIFY(held.create(kSession, {1, 0, start(config())}).has_value());
  SearchDriver driver(held, providers.providers(), watcher);
  QCOMPARE(driver.resume(kSession).error().kind, Error::Kind::Conflict);
}

void TestDriverControl::pauseLetsCallsFinishAndDispatchesNothing() {
  MemoryStore store;
  ScriptedProviders providers(later());
  Watcher watcher;
  SearchDriver driver(store, providers.providers(), watcher);
  std::atomic<int> commits = 0;
  watcher.onProgress = [&](const SearchProgress&) {
    if (++commits == 8) driver.pause();
  };
  QVERIFY(driver.start(kSession, start(config())).has_value());
  QTRY_VERIFY(driver.progress().state == SessionState::Paused && driver.progress().inFlight == 0);
  const auto events = store.events().size();
  const int calls = providers.calls(Stage::Mutation) + providers.calls(Stage::Compile) +
                    providers.calls(Stage::Forecast) + providers.calls(Stage::Measurement);
  QTest::qSleep(30);
  QCOMPARE(store.events().size(), events);
  QCOMPARE(providers.calls(Stage::Mutation) + providers.calls(Stage::Compile) +
               providers.calls(Stage::Forecast) + providers.calls(Stage::Measurement),
           calls);
  QCOMPARE(store.reserved(), Spent{});
  // Calls that were out when it was paused are recorded behind the pause.
  driver.unpause();
  const Outcomes run = outcomesOf(store, driver.wait());
  QCOMPARE(run.progress.state, SessionState::Finished);
  QCOMPARE(countOf(store, "paused"), 1);
  QCOMPARE(countOf(store, "resumed"), 1);
  const Outcomes expected = undisturbed(config());
  QCOMPARE(run.digest, expected.digest);
  QCOMPARE(run.set, expected.set);
}

void TestDriverControl::pausedSessionGoesOnInAnotherProcess() {
  MemoryStore store;
  {
    ScriptedProviders providers(later());
    Watcher watcher;
    SearchDriver driver(store, providers.providers(), watcher);
    driver.pause();  // before it began: paused from its first moment
    QVERIFY(driver.start(kSession, start(config())).has_value());
    QTRY_VERIFY(driver.progress().state == SessionState::Paused);
    QCOMPARE(providers.calls(Stage::Mutation), 0);
  }
  QVERIFY(!store.leased());
  QCOMPARE(store.events().back().kind, std::string("paused"));
  ScriptedProviders providers(later());
  Watcher watcher;
  SearchDriver driver(store, providers.providers(), watcher);
  QVERIFY(driver.resume(kSession).has_value());
  const Outcomes run = outcomesOf(store, driver.wait());
  QCOMPARE(countOf(store, "resumed"), 1);
  QCOMPARE(run.digest, undisturbed(config()).digest);
}

void TestDriverControl::stopCancels() {
  MemoryStore store;
  Script script;
  script.delivery = [](Stage stage, Slot) {
    return stage == Stage::Forecast ? Delivery::UntilCancelled : Delivery::Inline;
  };
  ScriptedProviders providers(script);
  Watcher watcher;
  SearchDriver driver(store, providers.providers(), watcher);
  QVERIFY(driver.start(kSession, start(config())).has_value());
  QTRY_COMPARE(providers.calls(Stage::Forecast), 3);
  QTRY_COMPARE(driver.progress().inFlight, 3);
  driver.stop();
  driver.stop();
  const SearchProgress progress = driver.wait();
  QCOMPARE(progress.state, SessionState::Stopped);
  QCOMPARE(progress.reason, std::string("stopped on request"));
  QCOMPARE(countOf(store, "request_cancelled"), 3);
  QCOMPARE(store.events().back().kind, std::string("stopped"));
  QCOMPARE(progress.spent.forecasts, std::int64_t{3});  // the calls were made
  QCOMPARE(store.reserved(), Spent{});
  QCOMPARE(watcher.ended(), 1);
  QVERIFY(!watcher.error());
  QVERIFY(!store.leased());
  QVERIFY(outcomesOf(store, progress).unique);
  // An ended session is resumed to its end, and nothing is added.
  const auto events = store.events().size();
  SearchDriver again(store, providers.providers(), watcher);
  QVERIFY(again.resume(kSession).has_value());
  QCOMPARE(again.wait().state, SessionState::Stopped);
  QCOMPARE(store.events().size(), events);
}

void TestDriverControl::stopRecordsLateResults() {
  MemoryStore store;
  Script script;
  script.delivery = [](Stage stage, Slot slot) {
    if (stage != Stage::Measurement) return Delivery::Inline;
    return slot.parent == 0 ? Delivery::LateResult : Delivery::UntilCancelled;
  };
  ScriptedProviders providers(script);
  Watcher watcher;
  SearchDriver driver(store, providers.providers(), watcher);
  QVERIFY(driver.start(kSession, start(replayConfig("standard", 1, 2, 2))).has_value());
  // One seed, so one parent: measurements of its two samples; none answers.
  QTRY_COMPARE(driver.progress().inFlight, 2);
  QTRY_COMPARE(providers.calls(Stage::Measurement), 2);
  driver.stop();
  const SearchProgress progress = driver.wait();
  QCOMPARE(progress.state, SessionState::Stopped);
  QCOMPARE(countOf(store, "measurement_completed"), 2);
  QCOMPARE(countOf(store, "request_cancelled"), 0);
  QCOMPARE(progress.spent.gpuEvaluations, std::int64_t{2});
  QVERIFY(progress.best.candidate > 0);
  QCOMPARE(countOf(store, "step_completed"), 0);
}

void TestDriverControl::stoppingBeginsNothingNew() {
  MemoryStore store;
  Script script;
  script.delivery = [](Stage, Slot slot) {
    return slot.sample == 0   ? Delivery::LateResult
           : slot.sample == 1 ? Delivery::Deaf
                              : Delivery::UntilCancelled;
  };
  ScriptedProviders providers(script);
  Watcher watcher;
  SearchDriver driver(store, providers.providers(), watcher);
  QVERIFY(driver.start(kSession, start(config())).has_value());
  QTRY_COMPARE(driver.progress().inFlight, 3);
  QTRY_COMPARE(providers.calls(Stage::Mutation), 3);
  driver.stop();
  // One kernel came late and waits for its compiler; another call has not ended.
  QTRY_COMPARE(countOf(store, "mutation_completed"), 1);
  QTest::qSleep(20);
  QCOMPARE(driver.progress().state, SessionState::Running);
  QCOMPARE(countOf(store, "request_cancelled"), 1);
  providers.answerHeld();
  QCOMPARE(driver.wait().state, SessionState::Stopped);
  QCOMPARE(countOf(store, "mutation_completed"), 2);
  QCOMPARE(providers.calls(Stage::Compile), 0);
}

void TestDriverControl::stopWhilePaused() {
  MemoryStore store;
  ScriptedProviders providers(later());
  Watcher watcher;
  SearchDriver driver(store, providers.providers(), watcher);
  driver.pause();
  QVERIFY(driver.start(kSession, start(config())).has_value());
  QTRY_VERIFY(driver.progress().state == SessionState::Paused);
  driver.stop();
  QCOMPARE(driver.wait().state, SessionState::Stopped);
  QVERIFY(!watcher.error());
}

void TestDriverControl::detachAndResumeEndsTheSame() {
  const Outcomes expected = undisturbed(config(4));
  for (int leaveAfter = 0; leaveAfter < 60; leaveAfter += 3) {
    MemoryStore store;
    for (int opening = 0;; ++opening) {
      ScriptedProviders providers(later());
      Watcher watcher;
      SearchDriver driver(store, providers.providers(), watcher);
      int left = leaveAfter;
      watcher.onProgress = [&](const SearchProgress&) {
        if (opening < 3 && left-- == 0) driver.detach();
      };
      if (opening == 0) QVERIFY(driver.start(kSession, start(config(4))).has_value());
      else QVERIFY(driver.resume(kSession).has_value());
      const SearchProgress progress = driver.wait();
      QVERIFY(!watcher.error());
      QVERIFY(watcher.inSequence());
      QVERIFY(!store.leased());
      if (progress.state == SessionState::Finished) break;
      QCOMPARE(progress.state, SessionState::Running);
    }
    const Outcomes run = outcomesOf(store, {});
    QVERIFY(run.unique);
    QCOMPARE(run.digest, expected.digest);
    QCOMPARE(run.set, expected.set);
  }
}

void TestDriverControl::destroyedWhileCallsAreOut() {
  MemoryStore store;
  Script script;
  script.delivery = [](Stage, Slot) { return Delivery::UntilCancelled; };
  ScriptedProviders providers(script);
  Watcher watcher;
  {
    SearchDriver driver(store, providers.providers(), watcher);
    QVERIFY(driver.start(kSession, start(config())).has_value());
    QTRY_COMPARE(providers.calls(Stage::Mutation), 3);
  }
  QCOMPARE(watcher.ended(), 1);
  QVERIFY(!watcher.error());
  QVERIFY(!store.leased());
  QCOMPARE(countOf(store, "request_cancelled"), 0);
  QCOMPARE(store.events().size(), std::size_t{2});
}

void TestDriverControl::lateAnswersFallOnTheFloor() {
  MemoryStore store;
  // Never answers to a cancellation either; what it says comes when the driver is long gone.
  class Deaf final : public Mutator {
   public:
    void submit(MutationRequest request, Completion<MutationAnswer> done) override {
      const std::lock_guard lock(mutex);
      held.emplace_back(request.id, std::move(done));
    }
    void cancel(RequestId /*id*/) override { throw std::runtime_error("cannot be cancelled"); }
    [[nodiscard]] int maxInFlight() const override { return 0; }  // taken as one
    [[nodiscard]] bool needsSources() const override { return false; }
    std::mutex mutex;
    std::vector<std::pair<RequestId, Completion<MutationAnswer>>> held;
  } deaf;
  ScriptedProviders others((Script()));
  Providers providers = others.providers();
  providers.mutator = &deaf;
  Watcher watcher;
  {
    SearchDriver driver(store, providers, watcher);
    QVERIFY(driver.start(kSession, start(config())).has_value());
    QTRY_VERIFY(driver.progress().inFlight == 1 && [&] {
      const std::lock_guard lock(deaf.mutex);
      return deaf.held.size() == 1;
    }());
  }
  for (auto& [id, done] : deaf.held) done(id, {});
  QCOMPARE(store.events().size(), std::size_t{2});
}

void TestDriverControl::failedAppendEndsTheSearch() {
  const Outcomes expected = undisturbed(config());
  int failed = 0;
  for (int appends = 0; appends < 200; ++appends) {
    MemoryStore store;
    store.failAfterAppends = appends;
    ScriptedProviders providers(later());
    Watcher watcher;
    {
      SearchDriver driver(store, providers.providers(), watcher);
      QVERIFY(driver.start(kSession, start(config())).has_value());
      const SearchProgress progress = driver.wait();
      if (!watcher.error()) {
        QCOMPARE(progress.state, SessionState::Finished);
        break;
      }
      ++failed;
      QCOMPARE(watcher.error()->message, std::string("the disk is full"));
      QCOMPARE(watcher.ended(), 1);
      QVERIFY(!store.leased());
      // What is told is what is stored.
      QCOMPARE(progress.counts.proposed, countOf(store, "mutation_completed"));
    }
    // Everything that was sent had been reserved in a commit.
    std::array<int, 4> reserved{};
    for (const auto& commit : store.commits()) {
      for (const auto& entry : commit.ledger) {
        if (entry.kind == LedgerEntry::Kind::Reserved) ++reserved[static_cast<std::size_t>(entry.stage)];
      }
    }
    for (const Stage stage : {Stage::Mutation, Stage::Forecast, Stage::Measurement}) {
      QCOMPARE(providers.calls(stage), reserved[static_cast<std::size_t>(stage)]);
    }
    store.failAfterAppends.reset();
    SearchDriver driver(store, providers.providers(), watcher);
    QVERIFY(driver.resume(kSession).has_value());
    const Outcomes run = outcomesOf(store, driver.wait());
    QCOMPARE(run.digest, expected.digest);
    QCOMPARE(run.set, expected.set);
  }
  QVERIFY(failed > 20);
}

void TestDriverControl::aLockedStoreIsWaitedFor() {
  MemoryStore store;
  ScriptedProviders providers(later());
  Watcher watcher;
  SearchDriver driver(store, providers.providers(), watcher);
  std::atomic<int> commits = 0;
  watcher.onProgress = [&](const SearchProgress&) {
    if (++commits == 5) store.locked = true;
  };
  QVERIFY(driver.start(kSession, start(config())).has_value());
  QTRY_VERIFY(!watcher.waiting().empty());
  QVERIFY(watcher.waiting().find("locked by another program") != std::string::npos);
  QCOMPARE(driver.progress().waiting, watcher.waiting());
  QCOMPARE(driver.progress().state, SessionState::Running);
  const auto events = store.events().size();
  QTest::qSleep(30);
  QCOMPARE(store.events().size(), events);
  store.locked = false;
  const Outcomes run = outcomesOf(store, driver.wait());
  QCOMPARE(run.progress.waiting, std::string());
  QVERIFY(!watcher.error());
  const Outcomes expected = undisturbed(config());
  QCOMPARE(run.digest, expected.digest);
  QCOMPARE(run.set, expected.set);
}

void TestDriverControl::aLockedStoreMayBeLeft_data() {
  QTest::addColumn<bool>("stopped");
  QTest::newRow("stopped") << true;
  QTest::newRow("left") << false;
}

// Whoever holds the store may hold it for good: the search ends all the same, and goes on once it is free.
void TestDriverControl::aLockedStoreMayBeLeft() {
  QFETCH(const bool, stopped);
  MemoryStore store;
  {
    ScriptedProviders providers(later());
    Watcher watcher;
    SearchDriver driver(store, providers.providers(), watcher);
    std::atomic<int> commits = 0;
    watcher.onProgress = [&](const SearchProgress&) {
      if (++commits == 5) store.locked = true;
    };
    QVERIFY(driver.start(kSession, start(config())).has_value());
    QTRY_VERIFY(!watcher.waiting().empty());
    if (stopped) driver.stop();
    else driver.detach();
    driver.wait();
    QCOMPARE(watcher.error().has_value(), stopped);  // a stop that could not be written down is told
  }
  store.locked = false;
  QVERIFY(!store.leased());
  ScriptedProviders providers(later());
  Watcher watcher;
  SearchDriver driver(store, providers.providers(), watcher);
  QVERIFY(driver.resume(kSession).has_value());
  QCOMPARE(outcomesOf(store, driver.wait()).digest, undisturbed(config()).digest);
}

void TestDriverControl::commitsBeforeItDispatches() {
  MemoryStore store;
  std::atomic<int> early = 0;
  Script script = later();
  script.onSubmit = [&](Stage stage, Slot slot, RequestId id) {
    bool reserved = stage == Stage::Compile;
    for (const auto& commit : store.commits()) {
      for (const auto& entry : commit.ledger) {
        reserved = reserved || (entry.kind == LedgerEntry::Kind::Reserved && entry.request == id &&
                                entry.stage == stage && entry.slot == slot);
      }
    }
    // The event that a call of this stage follows upon.
    const std::string_view before = stage == Stage::Mutation   ? "step_started"
                                    : stage == Stage::Compile  ? "mutation_completed"
                                    : stage == Stage::Forecast ? "compile_completed"
                                                               : "parent_judged";
    const std::string key = stage == Stage::Mutation      ? std::to_string(slot.step)
                            : stage == Stage::Measurement ? fmt::format("{}/{}", slot.step, slot.parent)
                                                          : slotKey(slot);
    bool committed = false;
    for (const auto& event : store.events()) {
      committed = committed ||
                  (event.kind == before &&
                   eventSlotKey(*eventFromJson(event.kind, event.version, *parseJson(event.payload))) == key);
    }
    if (!reserved || !committed) ++early;
  };
  ScriptedProviders providers(script);
  Watcher watcher;
  SearchDriver driver(store, providers.providers(), watcher);
  QVERIFY(driver.start(kSession, start(config())).has_value());
  QCOMPARE(driver.wait().state, SessionState::Finished);
  QVERIFY(providers.calls(Stage::Measurement) > 0);
  QCOMPARE(early.load(), 0);
}

void TestDriverControl::keepsToTheRoomOfProviders() {
  for (const int room : {1, 2, 5}) {
    MemoryStore store;
    std::mutex mutex;
    std::map<Stage, int> out;
    std::map<Stage, int> most;
    Script script = later();
    script.maxInFlight = room;
    script.onSubmit = [&](Stage stage, Slot, RequestId) {
      const std::lock_guard lock(mutex);
      most[stage] = std::max(most[stage], ++out[stage]);
    };
    ScriptedProviders providers(script);
    Watcher watcher;
    SearchDriver driver(store, providers.providers(), watcher);
    QVERIFY(driver.start(kSession, start(config(2))).has_value());
    driver.wait();
    // What the ledger says was out at once; answers are settled before room is given again.
    std::map<Stage, int> open;
    std::map<Stage, int> mostOpen;
    for (const auto& commit : store.commits()) {
      for (const auto& entry : commit.ledger) {
        if (entry.kind == LedgerEntry::Kind::Settled) --open[entry.stage];
      }
      for (const auto& entry : commit.ledger) {
        if (entry.kind == LedgerEntry::Kind::Reserved)
          mostOpen[entry.stage] = std::max(mostOpen[entry.stage], ++open[entry.stage]);
      }
    }
    for (const auto& [stage, count] : mostOpen) QVERIFY(count <= room);
    QCOMPARE(mostOpen[Stage::Mutation], std::min(room, 6));
  }
}

void TestDriverControl::providersOfEveryManner_data() {
  QTest::addColumn<int>("delivery");
  QTest::newRow("at once") << static_cast<int>(Delivery::Inline);
  QTest::newRow("later") << static_cast<int>(Delivery::Later);
  QTest::newRow("twice") << static_cast<int>(Delivery::Twice);
  QTest::newRow("answers, then throws") << static_cast<int>(Delivery::ThrowsAfter);
  QTest::newRow("throws") << static_cast<int>(Delivery::ThrowsFirst);
}

void TestDriverControl::providersOfEveryManner() {
  QFETCH(const int, delivery);
  for (const Stage odd : {Stage::Mutation, Stage::Compile, Stage::Forecast, Stage::Measurement}) {
    MemoryStore store;
    Script script;
    script.delivery = [&](Stage stage, Slot) {
      return stage == odd ? static_cast<Delivery>(delivery) : Delivery::Inline;
    };
    ScriptedProviders providers(script);
    Watcher watcher;
    SearchDriver driver(store, providers.providers(), watcher);
    QVERIFY(driver.start(kSession, start(config())).has_value());
    const Outcomes run = outcomesOf(store, driver.wait());
    QVERIFY2(!watcher.error(), watcher.error() ? watcher.error()->message.c_str() : "");
    QCOMPARE(run.progress.state, SessionState::Finished);
    QVERIFY(run.unique);
    QCOMPARE(store.reserved(), Spent{});
    if (static_cast<Delivery>(delivery) != Delivery::ThrowsFirst) {
      QCOMPARE(run.digest, undisturbed(config()).digest);
      continue;
    }
    // A call that could not be made is a failed one, and says why.
    bool said = false;
    for (const auto& event : store.events()) {
      said =
          said || event.payload.find("the call could not be made: thrown by a provider") != std::string::npos;
    }
    QVERIFY(said);
    const Counts& counts = run.progress.counts;
    if (odd == Stage::Mutation) QVERIFY(counts.proposed == 0 && counts.mutationFailed > 0);
    if (odd == Stage::Compile)
      QVERIFY(counts.proposed > 0 && counts.forecast == 0 && counts.compileFailed == 0);
    if (odd == Stage::Compile) QCOMPARE(run.progress.spent.gpuEvaluations, std::int64_t{0});
    if (odd == Stage::Forecast) QVERIFY(counts.forecast == 0 && counts.deferred > 0);
    if (odd == Stage::Measurement) QVERIFY(counts.deferred > 0 && counts.measured == 0);
    if (odd == Stage::Measurement) QVERIFY(run.progress.spent.gpuEvaluations > 0);
  }
}

void TestDriverControl::cancellationNobodyAskedForIsAFailure() {
  MemoryStore store;
  class Quitter final : public Mutator {
   public:
    void submit(MutationRequest request, Completion<MutationAnswer> done) override {
      MutationAnswer answer;
      answer.outcome = Outcome::Cancelled;
      done(request.id, answer);
    }
    void cancel(RequestId /*id*/) override {}
    [[nodiscard]] int maxInFlight() const override { return 4; }
    [[nodiscard]] bool needsSources() const override { return false; }
  } quitter;
  ScriptedProviders others((Script()));
  Providers providers = others.providers();
  providers.mutator = &quitter;
  Watcher watcher;
  SearchDriver driver(store, providers, watcher);
  QVERIFY(driver.start(kSession, start(config())).has_value());
  const SearchProgress progress = driver.wait();
  QCOMPARE(progress.state, SessionState::Finished);
  QCOMPARE(countOf(store, "request_cancelled"), 0);
  QCOMPARE(progress.counts.mutationFailed, 9);  // three steps of the only parent
}

void TestDriverControl::sourcesReachThoseWhoNeedThem() {
  std::atomic<int> wrong = 0;
  std::atomic<int> asked = 0;
  const auto check = [&](const std::string& hash, const std::string& source) {
    ++asked;
    if (sha256Hex(source) != hash) ++wrong;
  };
  Script script = later();
  script.needsSources = true;
  script.onMutation = [&](const MutationRequest& request) {
    check(request.parentHash, request.parentSource);
  };
  script.onCompile = [&](const CompileRequest& request) { check(request.kernelHash, request.source); };
  script.onForecast = [&](const ForecastRequest& request) {
    check(request.kernelHash, request.source);
    check(request.anchorHash, request.anchorSource);
    // What the compiler said reaches the forecast, in a resumed search as well.
    if (request.compilerFacts.size() != 1 || request.compilerFacts[0].registers != 40) ++wrong;
  };
  script.onMeasure = [&](const MeasureRequest& request) {
    check(request.kernelHash, request.source);
    if (request.referenceHash != sha256Hex("ref")) ++wrong;
  };
  MemoryStore store;
  for (int opening = 0;; ++opening) {
    ScriptedProviders providers(script);
    Watcher watcher;
    SearchDriver driver(store, providers.providers(), watcher);
    int left = 7;
    watcher.onProgress = [&](const SearchProgress&) {
      if (opening < 5 && left-- == 0) driver.detach();
    };
    if (opening == 0) QVERIFY(driver.start(kSession, start(config())).has_value());
    else QVERIFY(driver.resume(kSession).has_value());
    const SearchProgress progress = driver.wait();
    QVERIFY2(!watcher.error(), watcher.error() ? watcher.error()->message.c_str() : "");
    if (progress.state == SessionState::Finished) break;
  }
  QCOMPARE(wrong.load(), 0);
  QVERIFY(asked > 50);
  QCOMPARE(outcomesOf(store, {}).digest, undisturbed(config()).digest);
}

void TestDriverControl::wallTimeEndsTheSearch() {
  SearchConfig limited = config(1000);
  limited.budgets.wallSeconds = 5;
  limited.puct.capacity = 20;
  MemoryStore store;
  ScriptedProviders providers(later());
  Watcher watcher;
  std::atomic<std::int64_t> now = 1'000'000;
  SearchDriver driver(store, providers.providers(), watcher, [&] { return now.load(); });
  watcher.onProgress = [&](const SearchProgress&) { now += 100; };
  QVERIFY(driver.start(kSession, start(limited)).has_value());
  const SearchProgress progress = driver.wait();
  QCOMPARE(progress.state, SessionState::Finished);
  QCOMPARE(progress.reason, std::string(kWallTimeSpent));
  QVERIFY(progress.elapsedSeconds >= 5 && progress.elapsedSeconds < 7);
  QCOMPARE(store.reserved(), Spent{});
  QCOMPARE(countOf(store, "request_cancelled"), 0);
  // Over at a step's end: the step is folded, and none is begun.
  MemoryStore endStore;
  Script jumping;
  jumping.maxInFlight = 16;
  jumping.onMeasure = [&](const MeasureRequest& request) {
    if (request.slot.step == 1) now += 10'000;
  };
  ScriptedProviders jumps(jumping);
  Watcher endWatcher;
  SearchDriver endDriver(endStore, jumps.providers(), endWatcher, [&] { return now.load(); });
  QVERIFY(endDriver.start(kSession, start(limited)).has_value());
  QCOMPARE(endDriver.wait().reason, std::string(kWallTimeSpent));
  QCOMPARE(countOf(endStore, "step_completed"), 2);
  QCOMPARE(countOf(endStore, "step_started"), 2);
  // Also while nothing at all happens.
  limited.budgets.wallSeconds = 0.05;
  Script silent;
  silent.delivery = [](Stage, Slot) { return Delivery::LateResult; };
  MemoryStore quietStore;
  ScriptedProviders quiet(silent);
  Watcher quietWatcher;
  SearchDriver quietDriver(quietStore, quiet.providers(), quietWatcher);
  QVERIFY(quietDriver.start(kSession, start(limited)).has_value());
  QTRY_VERIFY(quiet.calls(Stage::Mutation) == 3);
  QTest::qSleep(120);
  QCOMPARE(quietDriver.progress().state, SessionState::Running);  // calls in flight are let finish
  quiet.answerHeld();
  QCOMPARE(quietDriver.wait().reason, std::string(kWallTimeSpent));
  QCOMPARE(countOf(quietStore, "mutation_completed"), 3);
  QCOMPARE(quiet.calls(Stage::Compile), 0);
}

void TestDriverControl::wallTimeLeavesOutPausesAndInterruptions() {
  MemoryStore store;
  std::atomic<std::int64_t> now = 1'000'000;
  const auto clock = [&] { return now.load(); };
  // Each commit takes a second, and behind the last it is left; -1: they take no time, and `then` leaves it.
  const auto open = [&](int commits, const std::function<void(SearchDriver&)>& then) {
    ScriptedProviders providers(later());
    Watcher watcher;
    SearchDriver driver(store, providers.providers(), watcher, clock);
    int left = commits;
    watcher.onProgress = [&](const SearchProgress&) {
      if (commits < 0) return;
      if (left-- > 0) now += 1000;
      else driver.detach();
    };
    const bool fresh = store.events().empty();
    const auto running = fresh ? driver.start(kSession, start(config(50))) : driver.resume(kSession);
    if (!running) throw std::runtime_error(running.error().message);
    if (then) then(driver);
    return driver.wait().elapsedSeconds;
  };
  const double first = open(4, {});
  QVERIFY(first >= 3 && first <= 5);
  now += 3'600'000;  // an hour in which nobody ran it
  const double second = open(4, {});
  QVERIFY(second >= first + 2 && second <= first + 6);
  // In the log that hour is a silence like any other; a silence counts for ten minutes at most.
  const double third = open(4, {});
  QVERIFY(third >= second && third <= second + 600 + 6);
  // A pause, seen by the one who pauses and by the one who reads the log.
  const double fourth = open(-1, [&](SearchDriver& driver) {
    driver.pause();
    QTRY_VERIFY(driver.progress().state == SessionState::Paused && driver.progress().inFlight == 0);
    now += 500'000;
    driver.unpause();
    QTRY_VERIFY(driver.progress().state == SessionState::Running);
    driver.detach();
  });
  QVERIFY(fourth < third + 100);
  QVERIFY(open(0, {}) < fourth + 100);
}

void TestDriverControl::storeWithoutEventsIsRefused() {
  MemoryStore store;
  ScriptedProviders providers((Script()));
  Watcher watcher;
  SearchDriver driver(store, providers.providers(), watcher);
  QCOMPARE(driver.resume(kSession).error().message, std::string("the session has no events"));
  QVERIFY(!store.leased());
}

QTEST_APPLESS_MAIN(TestDriverControl)
#include "test_driver_control.moc"
