// The schema's own promises, the steps that lead from one format to the next, and their backups.
#include <QObject>
#include <QTest>
#include <set>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "db/SessionRows.h"
#include "db/Sql.h"
#include "tests/db/library_fixture.h"
#include "tests/db/searches.h"

namespace kernelcast::db {

using fixtures::bytesOf;
using fixtures::LibraryFixture;
using fixtures::must;

namespace {

constexpr std::string_view kColour = "ALTER TABLE sessions ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue'";
constexpr std::string_view kFailing =
    "ALTER TABLE sessions ADD COLUMN size INTEGER; SELECT nothing FROM nowhere";

int latestHere() { return static_cast<int>(migrations().size()); }

// The format of this build and those that may follow.
LibraryInternals upTo(std::vector<Migration>& steps, std::string_view further = {}) {
  steps.assign(migrations().begin(), migrations().end());
  const int latest = static_cast<int>(steps.size());
  steps.push_back({latest + 1, "colour", kColour});
  if (!further.empty()) steps.push_back({latest + 2, "further", further});
  LibraryInternals internals;
  internals.steps = steps;
  internals.here.nowMs = [] { return std::int64_t{1'772'374'000'000}; };
  return internals;
}

}  // namespace

class TestSchema : public QObject {
  Q_OBJECT
 private slots:
  void embeddedAsWritten();
  void header();
  void constraints_data();
  void constraints();
  void rowColumnsAreThoseOfTheTable();
  void theFirstFormatIsBroughtUpToDate();
  void olderIsMigratedAfterABackup();
  void aFailedStepLeavesTheOldFormat();
  void migratedTogether();
  void readOnlyOlder();
  void statementsRefuseToBeReused();

 private:
  static std::filesystem::path onlyBackup(const LibraryFixture& fixture);
};

void TestSchema::embeddedAsWritten() {
  QVERIFY(!migrations().empty());
  int version = 0;
  for (const Migration& step : migrations()) {
    QCOMPARE(step.version, ++version);
    const auto file = std::filesystem::path(KERNELCAST_SOURCE_DIR) / "db" / "schema" /
                      QString::asprintf("%04d_%s.sql", version, std::string(step.name).c_str()).toStdString();
    QVERIFY(bytesOf(file) == step.sql);
  }
}

void TestSchema::header() {
  const LibraryFixture fixture;
  fixture.open().reset();
  SQLite::Database raw(fixture.file(), SQLite::OPEN_READONLY);
  QCOMPARE(raw.execAndGet("PRAGMA application_id").getInt(), kApplicationId);
  QCOMPARE(raw.execAndGet("PRAGMA user_version").getInt(), static_cast<int>(migrations().size()));
  QCOMPARE(raw.execAndGet("PRAGMA journal_mode").getString(), std::string("wal"));
  QCOMPARE(raw.execAndGet("PRAGMA integrity_check").getString(), std::string("ok"));
  const auto header = SQLite::Database::getHeaderInfo(fixture.file().string());
  QCOMPARE(header.applicationId, static_cast<long>(kApplicationId));
}

void TestSchema::constraints_data() {
  QTest::addColumn<QString>("sql");
  QTest::newRow("a candidate of no session") << "INSERT INTO candidates(session, number, task_ix, kernel, "
                                                "name, parent) VALUES (99, 1, 0, 1, 'x', 0)";
  QTest::newRow("candidate number 0") << "UPDATE candidates SET number = 0 WHERE number = 1";
  QTest::newRow("a kernel that is no text") << "INSERT INTO kernels VALUES (99999, zeroblob(32))";
  QTest::newRow("a short hash")
      << "INSERT INTO texts(hash, size, searchable, zstd) VALUES (x'00', 0, 0, x'00')";
  QTest::newRow("a hash twice")
      << "INSERT INTO texts(hash, size, searchable, zstd) SELECT hash, 0, 0, x'' FROM texts LIMIT 1";
  QTest::newRow("text for a number") << "UPDATE candidates SET parent = 'reference'";
  QTest::newRow("an unknown state") << "UPDATE sessions SET state = 'dreaming'";
  QTest::newRow("an unknown status") << "UPDATE candidates SET status = 'lovely'";
  QTest::newRow("an unknown verdict") << "UPDATE candidates SET verdict = 'guilty'";
  QTest::newRow("a speedup of zero") << "UPDATE candidates SET speedup = 0";
  QTest::newRow("bin nine") << "UPDATE forecasts SET predicted_bin = 9";
  QTest::newRow("seven probabilities") << "UPDATE forecasts SET probabilities = zeroblob(56)";
  QTest::newRow("a forecast twice") << "INSERT INTO forecasts SELECT * FROM forecasts LIMIT 1";
  QTest::newRow("a measurement twice")
      << "INSERT INTO measurements(kernel, task_version, run, status, body) SELECT "
         "kernel, task_version, run, status, body FROM measurements LIMIT 1";
  QTest::newRow("unknown twice is a conflict, not two NULLs")
      << "INSERT INTO surrogates(name) VALUES ('unknown')";
  QTest::newRow("an event without a session") << "INSERT INTO events VALUES (99, 1, 0, 'x', 1, '', '{}')";
  QTest::newRow("a session with candidates is not deleted") << "DELETE FROM sessions";
  QTest::newRow("a session id of another length") << "UPDATE sessions SET ulid = 'short'";
  QTest::newRow("an empty tag") << "INSERT INTO session_tags VALUES ('01KV5JE8G0TEST000000000001', '', 1)";
}

void TestSchema::constraints() {
  QFETCH(const QString, sql);
  const LibraryFixture fixture;
  MUST(fixture.open()->importSink().store(fixtures::sample()));
  SQLite::Database raw(fixture.file(), SQLite::OPEN_READWRITE);
  raw.exec("PRAGMA foreign_keys = ON");
  QVERIFY_EXCEPTION_THROWN(raw.exec(sql.toStdString()), SQLite::Exception);
}

std::filesystem::path TestSchema::onlyBackup(const LibraryFixture& fixture) {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(fixture.folder())) {
    if (entry.path().extension() == ".backup") found.push_back(entry.path());
  }
  return found.size() == 1 ? found.front() : std::filesystem::path();
}

void TestSchema::rowColumnsAreThoseOfTheTable() {
  const LibraryFixture fixture;
  fixture.open().reset();
  SQLite::Database raw(fixture.file(), SQLite::OPEN_READONLY);
  SQLite::Statement names(raw, "SELECT name FROM pragma_table_info('candidate_rows')");
  std::set<std::string> columns;
  while (names.executeStep()) columns.insert(names.getColumn(0).getString());
  std::set<std::string> known{"session", "repeat"};
  for (const RowColumn& column : rowColumns()) QVERIFY(known.insert(std::string(column.name)).second);
  QVERIFY(columns == known);
}

// A library as the first format's program left it, with a replay and an import in it.
void TestSchema::theFirstFormatIsBroughtUpToDate() {
  const LibraryFixture current;
  SessionId replayed;
  {
    const auto library = current.open();
    MUST(library->importSink().store(fixtures::sample()));
    replayed = fixtures::replay(*library, fixtures::replayConfig("top-k"));
    auto reader = library->reader();
    MUST(reader);
    QVERIFY(must(reader->session(replayed)).recorded);
    // An export of it says so too.
    const LibraryFixture elsewhere;
    const auto other = elsewhere.open();
    MUST(other->importSink().store(must(reader->exchangeSession(replayed))));
    QVERIFY(must(must(other->reader()).session(replayed)).recorded);
  }
  const LibraryFixture fixture;
  {
    // Rows of the tables that the first format has, by the columns that it has.
    SQLite::Database raw(fixture.file(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    raw.exec(std::string(migrations().front().sql));
    raw.exec(fmt::format("PRAGMA application_id = {}", kApplicationId));
    raw.exec("PRAGMA user_version = 1");
    raw.exec(fmt::format("ATTACH '{}' AS newer", current.file().string()));
    std::vector<std::string> tables;
    SQLite::Statement names(raw,
                            "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE "
                            "'text_search%' AND name NOT LIKE 'sqlite_%'");
    while (names.executeStep()) tables.push_back(names.getColumn(0).getString());
    for (const std::string& table : tables) {
      const std::string columns =
          raw.execAndGet(fmt::format("SELECT group_concat(name) FROM pragma_table_info('{}', 'main')", table))
              .getString();
      raw.exec(fmt::format("INSERT OR REPLACE INTO main.{} ({}) SELECT {} FROM newer.{}", table, columns,
                           columns, table));
    }
    QCOMPARE(raw.execAndGet("SELECT count(*) FROM main.sessions").getInt(), 2);
  }
  const auto library = fixture.open();
  QVERIFY(library->backup().has_value());
  QCOMPARE(*library->backup(), onlyBackup(fixture));
  auto reader = library->reader();
  MUST(reader);
  QVERIFY(must(reader->session(replayed)).recorded);
  QVERIFY(!must(reader->session(fixtures::sample().id)).recorded);
  QCOMPARE(must(reader->table(fixtures::sample().id)).rows.size(), std::size_t{38});
  SQLite::Database raw(fixture.file(), SQLite::OPEN_READONLY);
  QCOMPARE(raw.execAndGet("PRAGMA user_version").getInt(), latestHere());
  QCOMPARE(raw.execAndGet("PRAGMA integrity_check").getString(), std::string("ok"));
}

void TestSchema::olderIsMigratedAfterABackup() {
  const LibraryFixture fixture;
  MUST(fixture.open()->importSink().store(fixtures::sample()));
  std::vector<Migration> steps;
  const LibraryInternals newer = upTo(steps);
  {
    const auto library = fixture.openAs(newer);
    auto reader = library->reader();
    MUST(reader);
    QCOMPARE(must(reader->table(fixtures::sample().id)).rows.size(), std::size_t{38});
    QVERIFY(library->backup().has_value());
    QCOMPARE(library->backup()->filename().string(),
             fmt::format("library.kcast.v{}-20260301T140640Z.backup", latestHere()));
    QCOMPARE(*library->backup(), onlyBackup(fixture));
  }
  SQLite::Database raw(fixture.file(), SQLite::OPEN_READONLY);
  QCOMPARE(raw.execAndGet("PRAGMA user_version").getInt(), latestHere() + 1);
  QCOMPARE(raw.execAndGet("SELECT colour FROM sessions").getString(), std::string("blue"));
  // Once; and the new format is refused by the program that wrote the old one.
  QVERIFY(!fixture.openAs(newer)->backup());
  QVERIFY(!onlyBackup(fixture).empty());
  REFUSED(Library::open(fixture.file()),
          fmt::format("written by a newer Kernelcast (format {}; this one knows formats up to {})",
                      latestHere() + 1, latestHere()));
  // The backup is a library of the old format.
  const auto old = Library::open(onlyBackup(fixture));
  MUST(old);
  auto reader = (*old)->reader();
  MUST(reader);
  QCOMPARE(must(reader->table(fixtures::sample().id)).rows.size(), std::size_t{38});
}

void TestSchema::aFailedStepLeavesTheOldFormat() {
  const LibraryFixture fixture;
  MUST(fixture.open()->importSink().store(fixtures::sample()));
  std::vector<Migration> steps;
  const auto refused = Library::openIn(fixture.file(), {}, upTo(steps, kFailing));
  REFUSED(refused, fmt::format("bring the library to format {}", latestHere() + 2));
  QVERIFY(refused.error().message.find(onlyBackup(fixture).string()) != std::string::npos);
  SQLite::Database raw(fixture.file(), SQLite::OPEN_READONLY);
  QCOMPARE(raw.execAndGet("PRAGMA user_version").getInt(),
           latestHere() + 1);  // steps before it stand, each on its own
  QVERIFY(!raw.execAndGet("SELECT count(*) FROM pragma_table_info('sessions') WHERE name = 'size'").getInt());
  QCOMPARE(raw.execAndGet("SELECT count(*) FROM candidates").getInt(), 38);
}

void TestSchema::migratedTogether() {
  const LibraryFixture fixture;
  MUST(fixture.open()->importSink().store(fixtures::sample()));
  std::vector<Migration> steps;
  const LibraryInternals newer = upTo(steps);
  std::vector<std::thread> threads;
  std::mutex mutex;
  std::vector<std::string> refusals;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      const auto library = Library::openIn(fixture.file(), {}, newer);
      const std::lock_guard lock(mutex);
      if (!library) refusals.push_back(library.error().message);
    });
  }
  for (auto& thread : threads) thread.join();
  QVERIFY2(refusals.empty(), refusals.empty() ? "" : refusals.front().c_str());
  SQLite::Database raw(fixture.file(), SQLite::OPEN_READONLY);
  QCOMPARE(raw.execAndGet("PRAGMA user_version").getInt(), latestHere() + 1);
}

void TestSchema::readOnlyOlder() {
  const LibraryFixture fixture;
  MUST(fixture.open()->importSink().store(fixtures::sample()));
  const std::string before = bytesOf(fixture.file());
  std::vector<Migration> steps;
  OpenOptions options;
  options.readOnly = true;
  REFUSED(Library::openIn(fixture.file(), options, upTo(steps)),
          fmt::format("is of an older format ({})", latestHere()));
  QVERIFY(bytesOf(fixture.file()) == before);
  QVERIFY(onlyBackup(fixture).empty());
}

void TestSchema::statementsRefuseToBeReused() {
  Connection connection(":memory:", SQLITE_OPEN_READWRITE, 0);
  connection.exec("CREATE TABLE t(x); INSERT INTO t VALUES (1), (2)");
  constexpr std::string_view kAll = "SELECT x FROM t";
  Rows rows = connection.query(kAll);
  QVERIFY(rows.next());
  QVERIFY_EXCEPTION_THROWN(connection.query(kAll), std::logic_error);
  QCOMPARE(rows->integer(), std::int64_t{1});
}

}  // namespace kernelcast::db

QTEST_APPLESS_MAIN(kernelcast::db::TestSchema)
#include "test_schema.moc"
