// Two processes on one library: one searches, the other reads; one is killed, the other goes on.
#include <QObject>
#include <QTest>

#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/db/child_process.h"
#include "tests/db/library_fixture.h"
#include "tests/db/searches.h"
#include "tests/db/table_checks.h"

namespace kernelcast::db {

using fixtures::Child;
using fixtures::LibraryFixture;
using fixtures::must;

class TestProcesses : public QObject {
  Q_OBJECT
 private slots:
  void oneSearchesAnotherReads();
  void killedAtAnyTimeAndResumed();
  void aReusedProcessIdIsNoHolder();
  void bothWrite();
  void aLockOfAnotherProgramIsWaitedFor();
};

void TestProcesses::oneSearchesAnotherReads() {
  const LibraryFixture fixture;
  const auto library = fixture.open();
  MUST(library->importSink().store(fixtures::sample()));
  Child child("search", fixture.file());
  const SessionId id = child.line();
  QCOMPARE(id.size(), std::size_t{26});

  auto reader = library->reader();
  MUST(reader);
  // It is seen to grow, and whatever is seen belongs together.
  auto version = must(reader->dataVersion());
  int changes = 0;
  for (int polls = 0; polls < 500 && changes < 5; ++polls) {
    const auto now = must(reader->dataVersion());
    if (now != version) {
      ++changes;
      const auto table = reader->table(id);
      MUST(table);
      QCOMPARE(fixtures::countsText(table->summary), fixtures::countsText(fixtures::recount(*table)));
    }
    version = now;
    QTest::qSleep(5);
  }
  QVERIFY(changes > 0);
  QCOMPARE(must(library->markInterrupted()), 0);
  const auto refused = library->eventStore().open(id);
  REFUSED(refused, QString("is being run by process %1 on").arg(child.pid()).toStdString());
  Child second("open-search", fixture.file(), id);
  QVERIFY(QString::fromStdString(second.line())
              .startsWith("refused: session \"replay with standard\" is being run by process"));
  QCOMPARE(child.line(), std::string("ended"));
  child.end();
  QCOMPARE(must(reader->session(id)).state, SessionState::Finished);
}

// The end is that of a search that nobody killed: the same rows, whenever it happened.
void TestProcesses::killedAtAnyTimeAndResumed() {
  const LibraryFixture whole;
  std::string expected;
  {
    const auto library = whole.open();
    MUST(library->importSink().store(fixtures::sample()));
    Child child("search", whole.file());
    const SessionId id = child.line();
    QCOMPARE(child.line(), std::string("ended"));
    child.end();
    auto reader = library->reader();
    MUST(reader);
    expected = fixtures::tableText(must(reader->table(id)));
  }
  for (const int afterMs : {1, 40, 90, 150, 260}) {
    const LibraryFixture fixture;
    const auto library = fixture.open();
    MUST(library->importSink().store(fixtures::sample()));
    SessionId id;
    {
      Child child("search", fixture.file());
      id = child.line();
      QCOMPARE(id.size(), std::size_t{26});
      QTest::qSleep(afterMs);
      child.kill();
    }
    auto reader = library->reader();
    MUST(reader);
    const SessionState left = must(reader->session(id)).state;
    if (left != SessionState::Finished) {
      QCOMPARE(left, SessionState::Interrupted);
      QCOMPARE(must(library->markInterrupted()), 1);
      fixtures::QuietObserver observer;
      const auto search = RecordedSearch::resume(*library, id, observer);
      MUST(search);
      (*search)->driver().wait();
      QCOMPARE(observer.error, std::string());
    }
    QCOMPARE(must(reader->session(id)).state, SessionState::Finished);
    QCOMPARE(QString::fromStdString(fixtures::tableText(must(reader->table(id)))),
             QString::fromStdString(expected));
  }
}

void TestProcesses::aReusedProcessIdIsNoHolder() {
  const LibraryFixture fixture;
  const auto library = fixture.open();
  MUST(library->importSink().store(fixtures::sample()));
  Child child("search", fixture.file());
  const SessionId id = child.line();
  QVERIFY(!library->eventStore().open(id));
  // As if the holder had died and its id had been given to another process.
  SQLite::Database raw(fixture.file(), SQLite::OPEN_READWRITE, 5000);
  raw.exec("UPDATE leases SET pid_start = pid_start - 1");
  MUST(library->eventStore().open(id));
}

void TestProcesses::bothWrite() {
  const LibraryFixture fixture;
  const auto library = fixture.open();
  MUST(library->importSink().store(fixtures::sample()));
  Child first("search", fixture.file());
  Child second("search", fixture.file());
  const SessionId a = first.line();
  const SessionId b = second.line();
  const SessionId own = fixtures::replay(*library, fixtures::replayConfig("top-k"));
  QCOMPARE(first.line(), std::string("ended"));
  QCOMPARE(second.line(), std::string("ended"));
  auto reader = library->reader();
  MUST(reader);
  for (const SessionId& id : {a, b, own}) QCOMPARE(must(reader->session(id)).state, SessionState::Finished);
  QCOMPARE(fixtures::tableText(must(reader->table(a))), fixtures::tableText(must(reader->table(b))));
  SQLite::Database raw(fixture.file(), SQLite::OPEN_READONLY, 5000);
  QCOMPARE(raw.execAndGet("PRAGMA integrity_check").getString(), std::string("ok"));
}

// Held for longer than SQLite waits: the search tells so, and goes on when it is free.
void TestProcesses::aLockOfAnotherProgramIsWaitedFor() {
  const LibraryFixture fixture;
  LibraryInternals impatient;
  impatient.here.busyTimeoutMs = 100;
  const auto library = fixture.openAs(impatient);
  MUST(library->importSink().store(fixtures::sample()));
  struct Waits final : search::Observer {
    void onCommitted(const SessionId&, std::span<const search::Event>,
                     const search::SearchProgress&) override {}
    void onWaiting(const search::SearchProgress& progress) override {
      told = progress.waiting.find("locked by another program") != std::string::npos;
    }
    void onEnded(const search::SearchProgress&, const std::optional<Error>& why) override {
      failed = why.has_value();
    }
    std::atomic<bool> told = false;
    std::atomic<bool> failed = false;
  };
  auto config = fixtures::replayConfig("standard");
  config.steps = 20;
  config.recorded.delayMsLow = config.recorded.delayMsHigh = 20;
  Waits observer;
  const auto search = RecordedSearch::start(*library, config, observer);
  MUST(search);
  {
    Child other("hold", fixture.file());
    QCOMPARE(other.line(), std::string("locked"));
    QTRY_VERIFY_WITH_TIMEOUT(observer.told, 10'000);
    QTest::qSleep(1'000);  // ten times as long as it waits
    QVERIFY((*search)->driver().progress().state == SessionState::Running);
    // What is no search is told at once, as before.
    REFUSED(library->importSink().store(fixtures::sample()), "another program has been writing");
    other.end();
  }
  QCOMPARE((*search)->driver().wait().state, SessionState::Finished);
  QVERIFY(!observer.failed);
  // And one that waits may be left.
  Waits second;
  const auto left = RecordedSearch::start(*library, config, second);
  MUST(left);
  Child other("hold", fixture.file());
  QCOMPARE(other.line(), std::string("locked"));
  QTRY_VERIFY_WITH_TIMEOUT(second.told, 10'000);
  QElapsedTimer timer;
  timer.start();
  (*left)->driver().detach();
  (*left)->driver().wait();
  QVERIFY(timer.elapsed() < 5'000);
  QVERIFY(!second.failed);
  other.end();
}

}  // namespace kernelcast::db

QTEST_APPLESS_MAIN(kernelcast::db::TestProcesses)
#include "test_processes.moc"
