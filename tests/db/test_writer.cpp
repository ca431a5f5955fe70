// The writer's promises: what waits together is committed together, one that fails spoils no other, and
// nothing is acknowledged before it is durable.
#include <QObject>
#include <QScopeGuard>
#include <QTest>

#include <SQLiteCpp/SQLiteCpp.h>

#include "db/Writer.h"
#include "tests/db/library_fixture.h"

namespace kernelcast::db {

using fixtures::LibraryFixture;

namespace {

// Keeps the writer busy until it is told to go on, so that jobs gather behind it.
class Gate {
 public:
  Writer::Job job() {
    return [this](Connection&) -> Result<void> {
      entered_.set_value();
      opened_.get_future().wait();
      return {};
    };
  }
  void waitUntilEntered() { entered_.get_future().wait(); }
  void open() { opened_.set_value(); }

 private:
  std::promise<void> entered_;
  std::promise<void> opened_;
};

Writer::Job insert(int value) {
  return [value](Connection& connection) -> Result<void> {
    connection.run("INSERT INTO numbers VALUES (?)", value);
    return {};
  };
}

}  // namespace

class TestWriter : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup() { writer_.reset(), fixture_.reset(); }
  void waitingJobsAreOneGroup();
  void aFailingJobSpoilsNoOther();
  void threadsAreAcknowledgedAfterTheCommit();
  void closingCommitsWhatWaits();
  void anotherWriterInTheWay();
  void patientJobsOutwaitAnotherProgram();
  void closingEndsTheWait();
  void fullDisk();
  void pulse();

 private:
  void start(Writer::Pulse pulse = {{}, {}, {}, std::chrono::hours(1)}) {
    auto connection = std::make_unique<Connection>(fixture_->file().string(), SQLITE_OPEN_READWRITE, 100);
    commits_ = 0;
    const auto count = [](void* commits) { return ++*static_cast<std::atomic<int>*>(commits), 0; };
    sqlite3_commit_hook(connection->handle(), count, &commits_);
    writer_ = std::make_unique<Writer>(std::move(connection), fixture_->file().string(), std::move(pulse));
  }
  [[nodiscard]] std::string numbers() const {
    SQLite::Database raw(fixture_->file(), SQLite::OPEN_READONLY);
    return raw.execAndGet("SELECT ifnull(group_concat(x), '') FROM (SELECT x FROM numbers ORDER BY x)")
        .getString();
  }
  std::optional<LibraryFixture> fixture_;
  std::atomic<int> commits_ = 0;  // of the writer; outlives it
  std::unique_ptr<Writer> writer_;
};

void TestWriter::init() {
  fixture_.emplace();
  SQLite::Database raw(fixture_->file(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  raw.exec("PRAGMA journal_mode = WAL");
  raw.exec("CREATE TABLE numbers(x INTEGER PRIMARY KEY CHECK (x < 1000))");
}

void TestWriter::waitingJobsAreOneGroup() {
  start();
  Gate gate;
  auto first = writer_->submit("wait", gate.job());
  gate.waitUntilEntered();
  std::vector<std::future<Result<void>>> waiting;
  for (int i = 1; i <= 50; ++i) waiting.push_back(writer_->submit("count", insert(i)));
  gate.open();
  for (auto& one : waiting) MUST(one.get());
  MUST(first.get());
  QCOMPARE(commits_.load(), 2);
}

void TestWriter::aFailingJobSpoilsNoOther() {
  start();
  Gate gate;
  auto first = writer_->submit("wait", gate.job());
  gate.waitUntilEntered();
  auto before = writer_->submit("count", insert(1));
  auto refusing = writer_->submit("count", [](Connection& connection) -> Result<void> {
    connection.run("INSERT INTO numbers VALUES (2)");
    return failure("changed its mind");
  });
  auto contradicting = writer_->submit("count to 5000", [](Connection& connection) -> Result<void> {
    connection.run("INSERT INTO numbers VALUES (3)");
    connection.run("INSERT INTO numbers VALUES (5000)");
    return {};
  });
  auto throwing = writer_->submit("count", [](Connection& connection) -> Result<void> {
    connection.run("INSERT INTO numbers VALUES (4)");
    throw std::runtime_error("cannot happen");
  });
  auto after = writer_->submit("count", insert(5));
  gate.open();
  MUST(first.get());
  MUST(before.get());
  REFUSED(refusing.get(), "changed its mind");
  REFUSED(contradicting.get(), "cannot count to 5000");
  REFUSED(throwing.get(), "cannot happen");
  MUST(after.get());
  QCOMPARE(commits_.load(), 2);
  QCOMPARE(numbers(), std::string("1,5"));
}

void TestWriter::threadsAreAcknowledgedAfterTheCommit() {
  start();
  std::atomic<int> seen = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 25; ++i) {
        const int value = t * 25 + i;
        if (!writer_->run("count", insert(value))) continue;
        SQLite::Database raw(fixture_->file(), SQLite::OPEN_READONLY, 1000);
        seen += raw.execAndGet("SELECT count(*) FROM numbers WHERE x = " + std::to_string(value)).getInt();
      }
    });
  }
  for (auto& thread : threads) thread.join();
  QCOMPARE(seen.load(), 200);
  QVERIFY(commits_ <= 200);
}

void TestWriter::closingCommitsWhatWaits() {
  start();
  Gate gate;
  auto first = writer_->submit("wait", gate.job());
  gate.waitUntilEntered();
  std::vector<std::future<Result<void>>> waiting;
  for (int i = 1; i <= 10; ++i) waiting.push_back(writer_->submit("count", insert(i)));
  gate.open();
  writer_.reset();
  for (auto& one : waiting) MUST(one.get());
  QCOMPARE(numbers(), std::string("1,2,3,4,5,6,7,8,9,10"));
}

void TestWriter::anotherWriterInTheWay() {
  start();
  SQLite::Database raw(fixture_->file(), SQLite::OPEN_READWRITE);
  raw.exec("BEGIN IMMEDIATE");
  const auto refused = writer_->run("count", insert(1));
  REFUSED(refused, "another program has been writing");
  QCOMPARE(refused.error().kind, Error::Kind::Conflict);
  raw.exec("ROLLBACK");
  MUST(writer_->run("count", insert(1)));
}

// A search goes on once a backup or a copy lets go of the file; who would not wait is told at once.
void TestWriter::patientJobsOutwaitAnotherProgram() {
  start();
  SQLite::Database other(fixture_->file(), SQLite::OPEN_READWRITE);
  other.exec("BEGIN IMMEDIATE");
  auto patient = writer_->submit("append", insert(1), Writer::Patience::WaitsOn);
  auto hasty = writer_->submit("import", insert(2));
  const auto told = hasty.get();
  QVERIFY(!told);
  QVERIFY(patient.wait_for(std::chrono::milliseconds(400)) == std::future_status::timeout);
  other.exec("COMMIT");
  QVERIFY(patient.get());
  QCOMPARE(numbers(), std::string("1"));
}

void TestWriter::closingEndsTheWait() {
  start();
  SQLite::Database other(fixture_->file(), SQLite::OPEN_READWRITE);
  other.exec("BEGIN IMMEDIATE");
  auto patient = writer_->submit("append", insert(1), Writer::Patience::WaitsOn);
  QVERIFY(patient.wait_for(std::chrono::milliseconds(200)) == std::future_status::timeout);
  writer_.reset();
  const auto told = patient.get();
  QVERIFY(!told);
  QVERIFY2(!told.error().message.empty(), told.error().message.c_str());
  other.exec("COMMIT");
  QCOMPARE(numbers(), std::string());
}

// A disk that is full takes the whole group back; afterwards the writer goes on.
void TestWriter::fullDisk() {
  start();
  MUST(writer_->run("limit", [](Connection& connection) -> Result<void> {
    connection.exec("CREATE TABLE large(x)");
    const auto pages = connection.integer("PRAGMA page_count").value_or(0);
    connection.exec("PRAGMA max_page_count = " + std::to_string(pages + 4));
    return {};
  }));
  Gate gate;
  auto first = writer_->submit("wait", gate.job());
  gate.waitUntilEntered();
  auto before = writer_->submit("count", insert(1));
  auto large = writer_->submit("store much", [](Connection& connection) -> Result<void> {
    connection.run("INSERT INTO large VALUES (zeroblob(1000000))");
    return {};
  });
  gate.open();
  REFUSED(large.get(), "the disk is full");
  // Whether the others were kept is SQLite's choice; that they were told the truth is ours.
  const bool kept = before.get().has_value();
  QCOMPARE(numbers(), std::string(kept ? "1" : ""));
  static_cast<void>(first.get());
  MUST(writer_->run("count", insert(2)));
  QCOMPARE(numbers(), std::string(kept ? "1,2" : "2"));
}

void TestWriter::pulse() {
  std::atomic<bool> wanted = false;
  std::atomic<int> asked = 0;
  std::atomic<int> committed = 0;
  start({[&] {
           ++asked;
           return wanted.load();
         },
         [](Connection& connection) -> Result<void> {
           connection.run("INSERT OR REPLACE INTO numbers VALUES (7)");
           return {};
         },
         [&] { ++committed; }, std::chrono::milliseconds(5)});
  const auto closing = qScopeGuard([this] { writer_.reset(); });  // it asks until then
  QTRY_VERIFY_WITH_TIMEOUT(asked > 3, 5000);
  QCOMPARE(commits_.load(), 0);  // nothing to do, so nothing is written
  wanted = true;
  QTRY_VERIFY_WITH_TIMEOUT(numbers() == "7", 5000);
  QTRY_VERIFY_WITH_TIMEOUT(committed > 0, 5000);
}

}  // namespace kernelcast::db

QTEST_APPLESS_MAIN(kernelcast::db::TestWriter)
#include "test_writer.moc"
