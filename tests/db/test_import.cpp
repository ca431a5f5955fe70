// Importing: once is enough, other content under the same id is refused, and what fails leaves nothing
// behind.
#include <QObject>
#include <QTest>
#include <atomic>
#include <thread>

#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/benchmarks/make_library.h"
#include "tests/db/library_fixture.h"
#include "tests/exchange/full_session.h"

namespace kernelcast::db {

using exchange::ExchangeSession;
using exchange::ImportSink;
using fixtures::LibraryFixture;
using fixtures::must;

class TestImport : public QObject {
  Q_OBJECT
 private slots:
  void twiceIsOnce();
  void otherContentIsRefused();
  void allOrNothing_data();
  void allOrNothing();
  void inSlices();
  void inSlicesAllOrNothing_data() { allOrNothing_data(); }
  void inSlicesAllOrNothing() { refuse(0); }
  void othersWriteMeanwhile();
  void contradictingMeasurements();
  void kernelsAreStoredOnce();
  void notesAndTagsSurvive();
  void readOnlyLibrary();
  void resolve();

 private:
  static std::string countAll(const LibraryFixture& fixture);
  void refuse(int sliceMs);
};

// Rows of every table, so that nothing left behind goes unseen.
std::string TestImport::countAll(const LibraryFixture& fixture) {
  SQLite::Database raw(fixture.file(), SQLite::OPEN_READONLY);
  std::vector<std::string> tables;
  SQLite::Statement names(
      raw, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'text_search%'");
  while (names.executeStep()) tables.push_back(names.getColumn(0).getString());
  std::string counts;
  for (const std::string& table : tables) {
    counts += table + " " + raw.execAndGet("SELECT count(*) FROM " + table).getString() + "\n";
  }
  return counts;
}

void TestImport::twiceIsOnce() {
  const LibraryFixture fixture;
  const auto library = fixture.open();
  const auto first = library->importSink().store(fixtures::sample());
  MUST(first);
  QVERIFY(*first == ImportSink::Stored::New);
  const std::string before = countAll(fixture);
  const auto second = library->importSink().store(fixtures::sample());
  MUST(second);
  QVERIFY(*second == ImportSink::Stored::AlreadyThere);
  QCOMPARE(countAll(fixture), before);
  // The same under other local keys is the same.
  ExchangeSession renamed = fixtures::sample();
  for (auto& device : renamed.devices) device.key = "d-" + device.key;
  for (auto& forecast : renamed.forecasts) forecast.device = "d-" + forecast.device;
  for (auto& run : renamed.runs) run.device = "d-" + run.device;
  const auto third = library->importSink().store(renamed);
  MUST(third);
  QVERIFY(*third == ImportSink::Stored::AlreadyThere);
}

void TestImport::otherContentIsRefused() {
  const LibraryFixture fixture;
  const auto library = fixture.open();
  MUST(library->importSink().store(fixtures::sample()));
  const std::string before = countAll(fixture);
  ExchangeSession other = fixtures::sample();
  other.candidates[3].note += " and more";
  const auto refused = library->importSink().store(other);
  REFUSED(refused, "is in this library with other content");
  QCOMPARE(refused.error().kind, Error::Kind::Conflict);
  QCOMPARE(countAll(fixture), before);
}

void TestImport::allOrNothing_data() {
  QTest::addColumn<QString>("what");
  QTest::addColumn<QString>("words");
  QTest::newRow("a candidate's kernel") << "kernel"
                                        << "kernel \"nowhere\" is not in the document";
  QTest::newRow("a candidate twice") << "twice"
                                     << "candidate 1 is there twice";
  QTest::newRow("a forecast twice") << "forecast"
                                    << "two forecasts of candidate 1";
  QTest::newRow("the last measurement's run") << "run"
                                              << "run \"nowhere\" is not in the document";
  QTest::newRow("a forecast of no candidate") << "orphan"
                                              << "rows contradict each other";
  QTest::newRow("two references") << "reference"
                                  << "is unknown or has two";
  QTest::newRow("no session id") << "id"
                                 << "is no session id";
  QTest::newRow("a speedup below zero") << "speedup"
                                        << "rows contradict each other";
}

void TestImport::allOrNothing() { refuse(200); }

void TestImport::refuse(int sliceMs) {
  QFETCH(const QString, what);
  QFETCH(const QString, words);
  const LibraryFixture fixture;
  LibraryInternals internals;
  internals.here.importSliceMs = sliceMs;
  const auto library = fixture.openAs(internals);
  const std::string before = countAll(fixture);
  ExchangeSession session = fixtures::fullSession();
  if (what == "kernel") session.candidates[2].kernel = "nowhere";
  if (what == "twice") session.candidates[1].number = 1;
  if (what == "forecast") session.forecasts[1].repeat = 0;
  if (what == "run") session.measurements.back().run = "nowhere";
  if (what == "orphan") session.forecasts[2].candidate = 5;
  if (what == "reference") session.references[1] = session.references[0];
  if (what == "id") session.id = "not an id";
  if (what == "speedup") session.candidates[0].speedup = -1;
  const auto refused = library->importSink().store(session);
  REFUSED(refused, words.toStdString());
  QCOMPARE(countAll(fixture), before);
  MUST(library->importSink().store(fixtures::fullSession()));
}

// A transaction a row: what is there at the end is what one transaction writes.
void TestImport::inSlices() {
  const LibraryFixture whole;
  MUST(whole.open()->importSink().store(fixtures::fullSession()));
  const LibraryFixture fixture;
  LibraryInternals internals;
  internals.here.importSliceMs = 0;
  const auto library = fixture.openAs(internals);
  MUST(library->importSink().store(fixtures::fullSession()));
  QVERIFY(must(library->importSink().store(fixtures::fullSession())) == ImportSink::Stored::AlreadyThere);
  QCOMPARE(countAll(fixture), countAll(whole));
  auto reader = must(library->reader());
  QCOMPARE(exchange::contentHash(must(reader.exchangeSession(fixtures::fullSession().id))),
           exchange::contentHash(fixtures::fullSession()));
  QVERIFY(!library->impl().leases->any());
  // One that a killed process left half done is not there, and does not keep it from being imported.
  {
    SQLite::Database raw(fixture.file(), SQLite::OPEN_READWRITE, 5000);
    raw.exec("UPDATE sessions SET deleted_ms = 0");
    raw.exec("DELETE FROM candidate_rows");
  }
  QVERIFY(must(reader.sessions()).empty());
  REFUSED(reader.table(fixtures::fullSession().id), "being imported");
  QVERIFY(must(library->importSink().store(fixtures::fullSession())) == ImportSink::Stored::New);
  QCOMPARE(countAll(fixture), countAll(whole));
}

// The heartbeat of a running search, and its events, do not wait for the end of a long import.
void TestImport::othersWriteMeanwhile() {
  const LibraryFixture fixture;
  LibraryInternals internals;
  internals.here.importSliceMs = 5;
  const auto library = fixture.openAs(internals);
  benchmarks::LibraryShape shape;
  const auto large = benchmarks::makeSession(0, 3'000, shape);
  std::atomic<bool> ended = false;
  std::thread importing([&] {
    must(library->importSink().store(large));
    ended = true;
  });
  int between = 0;
  bool half = false;
  auto reader = must(library->reader());
  while (!ended) {
    MUST(library->impl().writer->run("look", [](Connection&) -> Result<void> { return {}; }));
    if (ended) break;
    ++between;
    // It is there with its last row, and not before.
    half = half || (!must(reader.sessions()).empty() && must(reader.table(large.id)).rows.size() != 3'000);
  }
  importing.join();
  QVERIFY2(between > 10, std::to_string(between).c_str());
  QVERIFY(!half);
  QCOMPARE(must(reader.table(large.id)).rows.size(), std::size_t{3'000});
}

// A run is the same wherever it is told of; figures that differ from those that are here are refused.
void TestImport::contradictingMeasurements() {
  const LibraryFixture fixture;
  const auto library = fixture.open();
  MUST(library->importSink().store(fixtures::sample()));
  ExchangeSession other = fixtures::sample();
  other.id = "01KV5JE8G0TEST000000000003";
  for (auto& run : other.runs) run.key = fixtures::sample().id + "/" + run.key;
  for (auto& measurement : other.measurements)
    measurement.run = fixtures::sample().id + "/" + measurement.run;
  MUST(library->importSink().store(other));
  const std::string before = countAll(fixture);
  other.id = "01KV5JE8G0TEST000000000004";
  for (auto& measurement : other.measurements) {
    if (!measurement.measurement.cases.empty()) measurement.measurement.cases[0].medianUs *= 2;
  }
  const auto refused = library->importSink().store(other);
  REFUSED(refused, "measured in this run already, with other figures");
  QCOMPARE(refused.error().kind, Error::Kind::Conflict);
  QCOMPARE(countAll(fixture), before);
}

void TestImport::kernelsAreStoredOnce() {
  const LibraryFixture fixture;
  const auto library = fixture.open();
  MUST(library->importSink().store(fixtures::sample()));
  SQLite::Database raw(fixture.file(), SQLite::OPEN_READONLY);
  const int texts = raw.execAndGet("SELECT count(*) FROM texts").getInt();
  QCOMPARE(raw.execAndGet("SELECT count(*) FROM kernels").getInt(), 42);
  ExchangeSession other = fixtures::sample();
  other.id = "01KV5JE8G0TEST000000000005";
  MUST(library->importSink().store(other));
  QCOMPARE(raw.execAndGet("SELECT count(*) FROM texts").getInt(), texts);
  QCOMPARE(raw.execAndGet("SELECT count(*) FROM devices").getInt(),
           2);  // the unknown one is there from the start
}

void TestImport::notesAndTagsSurvive() {
  const LibraryFixture fixture;
  const auto library = fixture.open();
  MUST(library->importSink().store(fixtures::sample()));
  {
    SQLite::Database raw(fixture.file(), SQLite::OPEN_READWRITE);
    raw.exec("PRAGMA foreign_keys = ON");
    raw.exec("INSERT INTO kernel_notes SELECT hash, 'mine', 1 FROM kernels LIMIT 1");
    raw.exec("INSERT INTO kernel_tags SELECT hash, 'beyond the scale', 1 FROM kernels LIMIT 1");
    raw.exec("INSERT INTO session_notes VALUES ('" + fixtures::sample().id + "', 'the first', 1)");
    raw.exec("INSERT INTO session_tags VALUES ('" + fixtures::sample().id + "', 'keep', 1)");
    // The session is taken out, with what is its own; kernels stay, as other sessions may have them.
    for (const char* table : {"candidate_rows", "forecasts", "session_measurements", "session_runs",
                              "session_references", "session_kernels", "session_surrogates",
                              "session_devices", "candidates", "session_tasks", "session_summary"}) {
      raw.exec(std::string("DELETE FROM ") + table);
    }
    raw.exec("DELETE FROM sessions");
  }
  const auto again = library->importSink().store(fixtures::sample());
  MUST(again);
  QVERIFY(*again == ImportSink::Stored::New);
  SQLite::Database raw(fixture.file(), SQLite::OPEN_READONLY);
  QCOMPARE(raw.execAndGet("SELECT note FROM kernel_notes JOIN kernels ON hash = kernel_hash").getString(),
           std::string("mine"));
  QCOMPARE(raw.execAndGet("SELECT tag FROM session_tags JOIN sessions ON ulid = session_ulid").getString(),
           std::string("keep"));
}

void TestImport::readOnlyLibrary() {
  const LibraryFixture fixture;
  MUST(fixture.open()->importSink().store(fixtures::sample()));
  OpenOptions options;
  options.readOnly = true;
  const auto library = fixture.open(options);
  QVERIFY(library->readOnly());
  REFUSED(library->importSink().store(fixtures::fullSession()), "open for reading only");
  REFUSED(library->eventStore().open(fixtures::sample().id), "open for reading only");
  QCOMPARE(library->markInterrupted().value(), 0);
  auto reader = library->reader();
  MUST(reader);
  QCOMPARE(must(reader->sessions()).size(), std::size_t{1});
}

void TestImport::resolve() {
  const LibraryFixture fixture;
  const auto library = fixture.open();
  auto reader = library->reader();
  MUST(reader);
  REFUSED(reader->resolve("anything"), "the library is empty");
  MUST(library->importSink().store(fixtures::sample()));
  ExchangeSession other = fixtures::fullSession();
  MUST(library->importSink().store(other));
  const std::string& id = fixtures::sample().id;
  QCOMPARE(reader->resolve(id).value(), id);
  QCOMPARE(reader->resolve(other.name).value(), other.id);
  QCOMPARE(reader->resolve(fixtures::sample().name).value(), id);
  // Prefixes count from ten characters on, in either case.
  std::size_t differs = 0;
  while (id[differs] == other.id[differs]) ++differs;
  const std::string prefix = id.substr(0, std::max<std::size_t>(10, differs + 1));
  QCOMPARE(reader->resolve(prefix).value(), id);
  QCOMPARE(reader->resolve(QString::fromStdString(prefix).toLower().toStdString()).value(), id);
  REFUSED(reader->resolve(id.substr(0, 9)), "there is no session");
  REFUSED(reader->resolve("nothing like it"), other.id);
  other.id = "01KV5JE8G0TEST00000000000A";
  MUST(library->importSink().store(other));
  const auto ambiguous = reader->resolve(other.name);
  REFUSED(ambiguous, "names 2 sessions");
  QCOMPARE(ambiguous.error().kind, Error::Kind::Conflict);
}

}  // namespace kernelcast::db

QTEST_APPLESS_MAIN(kernelcast::db::TestImport)
#include "test_import.moc"
