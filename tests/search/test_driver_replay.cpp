// Searches over a recording: the order of answers and interruptions leave no trace.
#include <QTest>

#include "tests/search/search_run.h"

using namespace kernelcast;
using namespace kernelcast::search;
using namespace kernelcast::search::test;

class TestDriverReplay : public QObject {
  Q_OBJECT

 private slots:
  void standardMeasuresEverything();
  void topKSkipsTheRest();
  void orderOfAnswersDoesNotMatter_data();
  void orderOfAnswersDoesNotMatter();
  void resumesFromEveryPrefix_data();
  void resumesFromEveryPrefix();
  void exhaustedRecordingSaysWhatItReached();
  void finishedSessionResumesToItsEnd();
};

void TestDriverReplay::standardMeasuresEverything() {
  MemoryStore store;
  const Recording recording = syntheticRecording(1);
  const Outcomes run = replay(recording, replayConfig("standard", 4, 2, 3), store);
  QCOMPARE(run.progress.state, SessionState::Finished);
  QCOMPARE(run.progress.reason, std::string("all 4 steps done"));
  QVERIFY(run.unique);
  const Counts& counts = run.progress.counts;
  QVERIFY(counts.proposed > 6);
  QCOMPARE(counts.forecast, 0);
  QCOMPARE(counts.skipped + counts.trusted + counts.audited, 0);
  QCOMPARE(counts.deferred, counts.proposed - counts.compileFailed);
  QVERIFY(counts.measured <= counts.deferred);
  QVERIFY(run.progress.best.candidate > 0);
  QVERIFY(run.progress.best.speedup > 1);
  QCOMPARE(run.progress.spent.gpuEvaluations, static_cast<std::int64_t>(counts.measured));
  QVERIFY(!store.leased());
  QCOMPARE(store.reserved(), Spent{});
}

void TestDriverReplay::topKSkipsTheRest() {
  MemoryStore store;
  const Outcomes run = replay(syntheticRecording(2), replayConfig("top-k", 4, 2, 4), store);
  const Counts& counts = run.progress.counts;
  QCOMPARE(run.progress.state, SessionState::Finished);
  QVERIFY(counts.forecast > 0);
  QVERIFY(counts.skipped > 0);
  QVERIFY(counts.audited > 0);
  QVERIFY(counts.deferred > 0);
  QCOMPARE(counts.deferred + counts.skipped + counts.audited, counts.proposed - counts.compileFailed);
}

void TestDriverReplay::orderOfAnswersDoesNotMatter_data() {
  QTest::addColumn<QString>("policy");
  QTest::newRow("standard") << "standard";
  QTest::newRow("top-k") << "top-k";
}

void TestDriverReplay::orderOfAnswersDoesNotMatter() {
  QFETCH(const QString, policy);
  const Recording recording = syntheticRecording(3);
  SearchConfig config = replayConfig(policy.toStdString(), 4, 2, 3);
  config.policy.rank = "beats_incumbent";
  MemoryStore instantStore;
  const Outcomes instant = replay(recording, config, instantStore);
  for (std::uint64_t shuffle = 0; shuffle < 50; ++shuffle) {
    SearchConfig delayed = config;
    delayed.recorded.delayMsHigh = 1 + static_cast<int>(shuffle % 4);
    delayed.recorded.maxInFlight = 1 + static_cast<int>(shuffle % 7);
    // The delays hang on the request's seed and slot: another wrapper seed shuffles them without changing the
    // search.
    MemoryStore store;
    RecordedProviderSet providers(recording, delayed.recorded, config.seed, shuffle);
    Watcher watcher;
    SearchDriver driver(store, providers.providers(), watcher);
    QVERIFY(driver.start(kSession, *startedFromRecording(recording, config)));
    const Outcomes run = outcomesOf(store, driver.wait());
    QVERIFY(watcher.inSequence());
    QVERIFY(run.unique);
    QCOMPARE(run.digest, instant.digest);
    QCOMPARE(run.set, instant.set);
  }
}

void TestDriverReplay::resumesFromEveryPrefix_data() { orderOfAnswersDoesNotMatter_data(); }

void TestDriverReplay::resumesFromEveryPrefix() {
  QFETCH(const QString, policy);
  const Recording recording = syntheticRecording(4);
  SearchConfig config = replayConfig(policy.toStdString(), 4, 2, 3);
  config.recorded.delayMsHigh = 2;
  MemoryStore whole;
  const Outcomes uninterrupted = replay(recording, config, whole);
  SearchConfig instant = config;
  instant.recorded.delayMsHigh = 0;
  for (std::size_t prefix = 1; prefix <= whole.events().size(); ++prefix) {
    const auto store = whole.truncated(prefix);
    const Outcomes run = resume(recording, instant, *store);
    QVERIFY(run.unique);
    QCOMPARE(run.digest, uninterrupted.digest);
    QCOMPARE(run.set, uninterrupted.set);
    QCOMPARE(store->reserved(), Spent{});
  }
}

void TestDriverReplay::exhaustedRecordingSaysWhatItReached() {
  RecordingShape shape;
  shape.candidates = 13;
  shape.childrenOfReference = 4;
  shape.repeated = 0;
  shape.failing = 1e-9;
  shape.withoutMeasurement = 0;
  MemoryStore store;
  const Outcomes run = replay(syntheticRecording(5, shape), replayConfig("standard", 100, 2, 2), store);
  QCOMPARE(run.progress.state, SessionState::Finished);
  QCOMPARE(run.progress.reason, std::string("recording exhausted: reached 13 of 13"));
  QCOMPARE(run.progress.reached, 13);
  QCOMPARE(run.progress.recorded, 13);
  QCOMPARE(run.progress.spent.mutations, std::int64_t{13});
  QCOMPARE(run.progress.counts.mutationFailed, 0);
}

void TestDriverReplay::finishedSessionResumesToItsEnd() {
  MemoryStore store;
  const Recording recording = syntheticRecording(6);
  const SearchConfig config = replayConfig("standard", 2, 2, 2);
  const Outcomes first = replay(recording, config, store);
  const std::size_t events = store.events().size();
  const Outcomes again = resume(recording, config, store);
  QCOMPARE(store.events().size(), events);
  QCOMPARE(again.progress.state, SessionState::Finished);
  QCOMPARE(again.progress.reason, first.progress.reason);
  QVERIFY(!store.leased());
}

QTEST_APPLESS_MAIN(TestDriverReplay)
#include "test_driver_replay.moc"
