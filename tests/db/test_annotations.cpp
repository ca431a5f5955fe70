// What people add to a library and take out of it: notes, tags and causes, and sessions that are deleted, put
// back and purged.
#include <QObject>
#include <QTest>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "db/Annotations.h"
#include "db/Texts.h"
#include "tests/db/child_process.h"
#include "tests/db/library_fixture.h"
#include "tests/db/searches.h"
#include "tests/exchange/full_session.h"

namespace kernelcast::db {

using exchange::ImportSink;
using fixtures::Child;
using fixtures::LibraryFixture;
using fixtures::must;
using Tags = std::vector<std::string>;

class TestAnnotations : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup() { library_.reset(); }
  void notes();
  void tags();
  void causesOfPairs();
  void refusals_data();
  void refusals();
  void readOnly();
  void deletedIsHidden();
  void restored();
  void aRunningSearchIsNotDeleted();
  void purgedLeavesNothing();
  void purgedBesideItsReplay();
  void whatPeopleAddedComesBack();
  void importedAgainWhileDeleted();
  void othersDoNotPurgeWhatCanBeRestored();
  void aKilledProcessRestoresNothing();
  void textsNeededAgainStay();

 private:
  [[nodiscard]] std::string rowCounts() const;
  [[nodiscard]] SessionAnnotations read() const {
    return must(must(library_->reader()).annotations(fixtures::sample().id));
  }
  void reopen() {
    library_.reset();
    library_ = fixture_->open();
  }
  // Until the writer has done what it does when it is idle.
  void waitForPurge() const {
    QTRY_COMPARE_WITH_TIMEOUT(countOf("sessions WHERE deleted_ms IS NOT NULL"), 0, 10'000);
  }
  [[nodiscard]] int countOf(const std::string& what) const {
    SQLite::Database raw(fixture_->file(), SQLite::OPEN_READONLY, 5000);
    return raw.execAndGet("SELECT count(*) FROM " + what).getInt();
  }

  std::optional<LibraryFixture> fixture_;
  std::unique_ptr<Library> library_;
  std::string kernel_;  // of the sample
  std::string other_;
};

void TestAnnotations::init() {
  fixture_.emplace();
  library_ = fixture_->open();
  must(library_->importSink().store(fixtures::sample()));
  const auto table = must(must(library_->reader()).table(fixtures::sample().id));
  kernel_ = table.rows[0].kernelHash;
  other_ = table.rows[1].kernelHash;
}

// Rows of every table but those of the index, which are not one a text.
std::string TestAnnotations::rowCounts() const {
  SQLite::Database raw(fixture_->file(), SQLite::OPEN_READONLY, 5000);
  SQLite::Statement names(
      raw, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'text_search%'");
  std::string counts;
  while (names.executeStep()) {
    const std::string table = names.getColumn(0).getString();
    counts += table + " " + raw.execAndGet("SELECT count(*) FROM " + table).getString() + "\n";
  }
  return counts;
}

void TestAnnotations::notes() {
  auto& annotations = library_->annotations();
  QCOMPARE(read(), SessionAnnotations());
  QCOMPARE(must(annotations.setKernelNote(kernel_, "spills at 256 threads")), std::string());
  QCOMPARE(must(annotations.setKernelNote(kernel_, "two\nlines")), std::string("spills at 256 threads"));
  QCOMPARE(must(annotations.setSessionNote(fixtures::sample().id, "for Ada")), std::string());
  QCOMPARE(must(annotations.setSessionNote(fixtures::sample().id, "for Grace")), std::string("for Ada"));
  QCOMPARE(read().kernels.at(kernel_).note, std::string("two\nlines"));
  QCOMPARE(read().kernels.size(), std::size_t{1});
  QCOMPARE(read().note, std::string("for Grace"));
  auto reader = must(library_->reader());
  QCOMPARE(must(reader.kernelAnnotation(kernel_)).note, std::string("two\nlines"));
  QCOMPARE(must(reader.kernelAnnotation(other_)), KernelAnnotation());
  QCOMPARE(must(reader.kernelAnnotation("no hash")), KernelAnnotation());
  // Undone by writing what was replaced; an empty one leaves no row.
  QCOMPARE(must(annotations.setKernelNote(kernel_, "")), std::string("two\nlines"));
  QCOMPARE(must(annotations.setSessionNote(fixtures::sample().id, "")), std::string("for Grace"));
  QCOMPARE(countOf("kernel_notes") + countOf("session_notes"), 0);
  // Bytes that are no text become one.
  MUST(annotations.setKernelNote(kernel_, "latin \xE9"));
  QCOMPARE(read().kernels.at(kernel_).note, std::string("latin \uFFFD"));
  // One of a kernel that is in no session of this library is kept, and is not of this session.
  MUST(annotations.setKernelNote(std::string(64, 'a'), "elsewhere"));
  QCOMPARE(read().kernels.size(), std::size_t{1});
}

void TestAnnotations::tags() {
  auto& annotations = library_->annotations();
  QCOMPARE(must(annotations.setKernelTags(kernel_, {" fast ", "odd", "fast"})), Tags());
  QCOMPARE(must(annotations.setKernelTags(kernel_, {"odd", "à voir"})), (Tags{"fast", "odd"}));
  QCOMPARE(must(annotations.setSessionTags(fixtures::sample().id, {"paper"})), Tags());
  QCOMPARE(read().kernels.at(kernel_).tags, (Tags{"odd", "à voir"}));
  QCOMPARE(read().tags, (Tags{"paper"}));
  QCOMPARE(must(must(library_->reader()).kernelAnnotation(kernel_)).tags, (Tags{"odd", "à voir"}));
  QCOMPARE(must(annotations.setKernelTags(kernel_, {})), (Tags{"odd", "à voir"}));
  QVERIFY(read().kernels.empty());
}

void TestAnnotations::causesOfPairs() {
  auto& annotations = library_->annotations();
  const SessionId& id = fixtures::sample().id;
  const KernelPair pair{"row_softmax", kernel_, other_, "NVIDIA H200"};
  const KernelPair turned{"row_softmax", other_, kernel_, "NVIDIA H200"};
  const KernelPair elsewhere{"row_softmax", kernel_, other_, ""};
  QCOMPARE(must(annotations.setPairCause(id, pair, "noise")), std::string());
  QCOMPARE(must(annotations.setPairCause(id, turned, "other")), std::string());
  QCOMPARE(must(annotations.setPairCause(id, elsewhere, "case_mix")), std::string());
  QCOMPARE(must(annotations.setPairCause(id, pair, "coin_flip")), std::string("noise"));
  QCOMPARE(read().pairCauses.size(), std::size_t{3});
  QVERIFY(std::find(read().pairCauses.begin(), read().pairCauses.end(), PairCause{pair, "coin_flip"}) !=
          read().pairCauses.end());
  QCOMPARE(must(annotations.setPairCause(id, turned, "")), std::string("other"));
  QCOMPARE(must(annotations.setPairCause(id, elsewhere, "")), std::string("case_mix"));
  QCOMPARE(read().pairCauses, (std::vector{PairCause{pair, "coin_flip"}}));
}

void TestAnnotations::refusals_data() {
  QTest::addColumn<QString>("what");
  QTest::addColumn<QString>("words");
  QTest::newRow("a hash that is none") << "hash"
                                       << "is no hash of a kernel";
  QTest::newRow("a session id that is none") << "session"
                                             << "is no session id";
  QTest::newRow("a note without end") << "long note"
                                      << "at most 100000 bytes";
  QTest::newRow("a blank tag") << "blank tag"
                               << "is no tag";
  QTest::newRow("a tag of two lines") << "two lines"
                                      << "is no tag";
  QTest::newRow("a tag without end") << "long tag"
                                     << "is no tag";
  QTest::newRow("a kernel beside itself") << "same pair"
                                          << "two different kernels";
}

void TestAnnotations::refusals() {
  QFETCH(const QString, what);
  QFETCH(const QString, words);
  auto& annotations = library_->annotations();
  MUST(annotations.setKernelNote(kernel_, "kept"));
  MUST(annotations.setKernelTags(kernel_, {"kept"}));
  const SessionAnnotations before = read();
  const auto said = [&]() -> std::optional<Error> {
    const auto of = [](const auto& result) { return result ? std::nullopt : std::optional(result.error()); };
    if (what == "hash") return of(annotations.setKernelNote("abc", "x"));
    if (what == "session") return of(annotations.setSessionNote("abc", "x"));
    if (what == "long note") return of(annotations.setKernelNote(kernel_, std::string(100'001, 'x')));
    if (what == "blank tag") return of(annotations.setKernelTags(kernel_, {"new", "  "}));
    if (what == "two lines") return of(annotations.setKernelTags(kernel_, {"new", "a\nb"}));
    if (what == "long tag") return of(annotations.setKernelTags(kernel_, {"new", std::string(101, 'x')}));
    return of(
        annotations.setPairCause(fixtures::sample().id, {"row_softmax", kernel_, kernel_, ""}, "noise"));
  }();
  QVERIFY(said.has_value());
  QVERIFY2(said->message.find(words.toStdString()) != std::string::npos, said->message.c_str());
  QVERIFY(said->kind == Error::Kind::BadInput);
  QCOMPARE(read(), before);
}

void TestAnnotations::readOnly() {
  library_.reset();
  OpenOptions options;
  options.readOnly = true;
  library_ = fixture_->open(options);
  const SessionId& id = fixtures::sample().id;
  REFUSED(library_->annotations().setKernelNote(kernel_, "x"), "reading only");
  REFUSED(library_->annotations().setKernelTags(kernel_, {"x"}), "reading only");
  REFUSED(library_->annotations().setSessionNote(id, "x"), "reading only");
  REFUSED(library_->annotations().setSessionTags(id, {"x"}), "reading only");
  REFUSED(library_->annotations().setPairCause(id, {"row_softmax", kernel_, other_, ""}, "noise"),
          "reading only");
  REFUSED(library_->deleteSession(id), "reading only");
  REFUSED(library_->restoreSession(id), "reading only");
  REFUSED(library_->purgeDeleted(), "reading only");
  QCOMPARE(read(), SessionAnnotations());
}

void TestAnnotations::deletedIsHidden() {
  const SessionId& id = fixtures::sample().id;
  auto reader = must(library_->reader());
  QVERIFY(!must(reader.searchText("softmax")).empty());
  MUST(library_->deleteSession(id));
  QVERIFY(must(reader.sessions()).empty());
  QVERIFY(must(reader.searchText("softmax")).empty());
  QVERIFY(must(reader.searchText("blockIdx")).empty());
  const std::string name = fixtures::sample().name;
  for (const auto& said : {std::string(id), id.substr(0, 12), name}) {
    REFUSED(reader.resolve(said), "deleted");
    QCOMPARE(reader.resolve(said).error().kind, Error::Kind::NotFound);
  }
  REFUSED(reader.table(id), "was deleted");
  REFUSED(reader.session(id), "was deleted");
  REFUSED(reader.annotations(id), "was deleted");
  REFUSED(library_->deleteSession(id), "was deleted");
  REFUSED(library_->eventStore().open(id), "was deleted");
  REFUSED(library_->deleteSession("01KV5JE8G0TEST000000000001"), "there is no session");
}

void TestAnnotations::restored() {
  const SessionId& id = fixtures::sample().id;
  const std::string before = rowCounts();
  MUST(library_->deleteSession(id));
  MUST(library_->restoreSession(id));
  QCOMPARE(rowCounts(), before);
  auto reader = must(library_->reader());
  QCOMPARE(must(reader.table(id)).rows.size(), std::size_t{38});
  MUST(library_->restoreSession(id));  // twice is once
  QCOMPARE(must(library_->purgeDeleted()), 0);
  QCOMPARE(must(reader.sessions()).size(), std::size_t{1});
  MUST(library_->deleteSession(id));
  QCOMPARE(must(library_->purgeDeleted()), 1);
  REFUSED(library_->restoreSession(id), "there is no session");
}

void TestAnnotations::aRunningSearchIsNotDeleted() {
  auto config = fixtures::replayConfig("top-k");
  config.recorded.delayMsLow = config.recorded.delayMsHigh = 20;
  fixtures::QuietObserver observer;
  const auto search = must(RecordedSearch::start(*library_, config, observer));
  const SessionId id = search->session();
  const auto refused = library_->deleteSession(id);
  REFUSED(refused, "is being run by process");
  QCOMPARE(refused.error().kind, Error::Kind::Conflict);
  QVERIFY(must(must(library_->reader()).session(id)).state == SessionState::Running);
  MUST(library_->restoreSession(id));  // it is not deleted, so it runs on
  search->driver().detach();
  search->driver().wait();
  QCOMPARE(observer.error, std::string());
  // Interrupted, it may go; and restored it goes on.
  MUST(library_->deleteSession(id));
  QCOMPARE(must(must(library_->reader()).sessions()).size(), std::size_t{1});
  MUST(library_->restoreSession(id));
  QVERIFY(must(must(library_->reader()).session(id)).state == SessionState::Interrupted);
  fixtures::QuietObserver again;
  const auto resumed = must(RecordedSearch::resume(*library_, id, again));
  resumed->driver().wait();
  QCOMPARE(again.error, std::string());
  QVERIFY(must(must(library_->reader()).session(id)).state == SessionState::Finished);
}

// As if it had never been imported: no row of any table, and no word of it in the index.
void TestAnnotations::purgedLeavesNothing() {
  const std::string before = rowCounts();
  const auto full = fixtures::fullSession();
  MUST(library_->importSink().store(full));
  QVERIFY(rowCounts() != before);
  MUST(library_->deleteSession(full.id));
  QCOMPARE(must(library_->purgeDeleted()), 1);
  QCOMPARE(rowCounts(), before);
  SQLite::Database raw(fixture_->file(), SQLite::OPEN_READWRITE, 5000);
  QCOMPARE(raw.execAndGet("SELECT count(*) FROM pragma_foreign_key_check").getInt(), 0);
  QCOMPARE(raw.execAndGet("PRAGMA integrity_check").getString(), std::string("ok"));
  const auto indexed = [&](const std::string& word) {
    // The index holds which three characters a text has, and no positions.
    std::string query;
    for (std::size_t i = 0; i + 3 <= word.size(); ++i) {
      query += (i == 0 ? "\"" : " AND \"") + word.substr(i, 3) + "\"";
    }
    return raw.execAndGet(fmt::format("SELECT count(*) FROM text_search('{}')", query)).getInt();
  };
  QCOMPARE(indexed("latin"), 0);
  QVERIFY(indexed("blockIdx") > 0);  // of the one that stays
  // All of it, down to an empty library.
  MUST(library_->deleteSession(fixtures::sample().id));
  QCOMPARE(must(library_->purgeDeleted()), 1);
  QCOMPARE(indexed("blockIdx"), 0);
  for (const char* table : {"texts", "kernels", "candidates", "measurements", "runs", "orphans", "leases"}) {
    QCOMPARE(countOf(table), 0);
  }
  // And it can all come back.
  MUST(library_->importSink().store(fixtures::sample()));
  QCOMPARE(rowCounts(), before);
  QVERIFY(!must(must(library_->reader()).searchText("blockIdx")).empty());
}

// A replay stands on measurements of the session it replays: they stay as long as it does.
void TestAnnotations::purgedBesideItsReplay() {
  const SessionId replay = fixtures::replay(*library_, fixtures::replayConfig("standard"));
  auto reader = must(library_->reader());
  const auto before = must(reader.table(replay));
  const auto detail = must(reader.detail(replay, before.rows[0].number, before.devices[0], ""));
  QVERIFY(!detail.runs.empty());
  MUST(library_->deleteSession(fixtures::sample().id));
  QCOMPARE(must(library_->purgeDeleted()), 1);
  const auto after = must(reader.detail(replay, before.rows[0].number, before.devices[0], ""));
  QCOMPARE(after.runs, detail.runs);
  QCOMPARE(after.source, detail.source);
  QCOMPARE(after.referenceRuns, detail.referenceRuns);
  MUST(reader.exchangeSession(replay));
  SQLite::Database raw(fixture_->file(), SQLite::OPEN_READWRITE, 5000);
  QCOMPARE(raw.execAndGet("SELECT count(*) FROM pragma_foreign_key_check").getInt(), 0);
  MUST(library_->deleteSession(replay));
  QCOMPARE(must(library_->purgeDeleted()), 1);
  QCOMPARE(countOf("measurements") + countOf("texts") + countOf("runs"), 0);
}

void TestAnnotations::whatPeopleAddedComesBack() {
  const SessionId& id = fixtures::sample().id;
  auto& annotations = library_->annotations();
  MUST(annotations.setKernelNote(kernel_, "note"));
  MUST(annotations.setKernelTags(other_, {"tag"}));
  MUST(annotations.setSessionNote(id, "session"));
  MUST(annotations.setSessionTags(id, {"paper"}));
  MUST(annotations.setPairCause(id, {"row_softmax", kernel_, other_, "NVIDIA H200"}, "noise"));
  const SessionAnnotations before = read();
  MUST(library_->deleteSession(id));
  QCOMPARE(must(library_->purgeDeleted()), 1);
  QCOMPARE(countOf("texts"), 0);
  MUST(library_->importSink().store(fixtures::sample()));
  QCOMPARE(read(), before);
}

void TestAnnotations::importedAgainWhileDeleted() {
  const SessionId& id = fixtures::sample().id;
  const std::string before = rowCounts();
  MUST(library_->deleteSession(id));
  QVERIFY(must(library_->importSink().store(fixtures::sample())) == ImportSink::Stored::New);
  QCOMPARE(rowCounts(), before);
  QCOMPARE(must(must(library_->reader()).sessions()).size(), std::size_t{1});
  // Other content under the same id is refused while it is there, and not once it is deleted.
  auto changed = fixtures::sample();
  changed.name = "changed";
  REFUSED(library_->importSink().store(changed), "with other content");
  MUST(library_->deleteSession(id));
  QVERIFY(must(library_->importSink().store(changed)) == ImportSink::Stored::New);
  QCOMPARE(must(must(library_->reader()).session(id)).name, std::string("changed"));
  QCOMPARE(must(library_->purgeDeleted()), 0);
}

// Another program that starts meanwhile leaves it; once this one has closed the library, the next removes it.
void TestAnnotations::othersDoNotPurgeWhatCanBeRestored() {
  const SessionId& id = fixtures::sample().id;
  MUST(library_->deleteSession(id));
  {
    Child child("list", fixture_->file());
    QCOMPARE(child.line(), std::string());
    child.end();
  }
  MUST(library_->restoreSession(id));
  MUST(library_->deleteSession(id));
  reopen();
  waitForPurge();
  QTRY_COMPARE_WITH_TIMEOUT(countOf("texts"), 0, 10'000);
  QCOMPARE(countOf("orphans"), 0);
}

void TestAnnotations::aKilledProcessRestoresNothing() {
  {
    Child child("delete", fixture_->file(), fixtures::sample().id);
    QCOMPARE(child.line(), std::string("deleted"));
    QVERIFY(must(must(library_->reader()).sessions()).empty());
    QCOMPARE(must(library_->purgeDeleted()), 0);  // it is the other's to take back
    child.kill();
  }
  reopen();
  waitForPurge();
  QTRY_COMPARE_WITH_TIMEOUT(countOf("texts"), 0, 10'000);
}

// Between a session's purge and the removal of its texts somebody may store them again.
void TestAnnotations::textsNeededAgainStay() {
  MUST(library_->deleteSession(fixtures::sample().id));
  library_.reset();
  {
    SQLite::Database raw(fixture_->file(), SQLite::OPEN_READWRITE, 5000);
    raw.exec("UPDATE sessions SET deleted_ms = NULL");
    raw.exec("DELETE FROM leases");
    raw.exec("INSERT INTO orphans SELECT DISTINCT kernel FROM candidates LIMIT 3");
  }
  {
    // As a writer does it that has not become idle yet.
    Connection connection(fixture_->file().string(), SQLITE_OPEN_READWRITE, 5000);
    TextStore texts(connection);
    for (const auto& kernel : fixtures::sample().kernels) texts.storeKernel(kernel.source);
  }
  QCOMPARE(countOf("orphans"), 0);
}

}  // namespace kernelcast::db

QTEST_APPLESS_MAIN(kernelcast::db::TestAnnotations)
#include "test_annotations.moc"
