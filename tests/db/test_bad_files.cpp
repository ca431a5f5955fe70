// Whatever file the program is pointed at: what it is not fit for is refused with a sentence, and left byte
// for byte as it was, with its WAL.
#include <QObject>
#include <QTest>

#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/stat.h>

#include "tests/db/child_process.h"
#include "tests/db/library_fixture.h"

namespace kernelcast::db {

using fixtures::bytesOf;
using fixtures::Child;
using fixtures::LibraryFixture;
using fixtures::must;
using fixtures::wal;
using fixtures::writeBytes;

class TestBadFiles : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void refusals_data();
  void refusals();
  void everyTruncation();
  void damageIsNoCrash();
  void walOfAKilledWriterIsRead();
  void journalOfAKilledWriterIsPlayedBack();
  void lockedForGood();
  void missing();
  void missingTables_data();
  void missingTables();
  void danglingLinks();
  void permissions();
  void readOnlyFolderWithALiveWal();
  void copiedWhileAnotherWrites();
  void networkFileSystem();
  void oddNames();
  void openedTwiceInOneProcess();
  void openedTogether();
  void openedWhileAnotherWrites();

 private:
  // A sound library with the sample, and the same as a killed writer leaves it: the newest transactions in
  // the WAL.
  std::string sound_;
  std::string crashed_;
  std::string crashedWal_;
};

namespace {

void setField(std::string& bytes, std::size_t offset, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) bytes[offset + i] = static_cast<char>(value >> (24 - 8 * i));
}

bool isSound(const std::filesystem::path& file) {
  return SQLite::Database(file, SQLite::OPEN_READONLY, 5000)
             .execAndGet("PRAGMA integrity_check")
             .getString() == "ok";
}

// What a writer that was killed leaves: `sql` committed and never checkpointed.
std::pair<std::string, std::string> withLiveWal(const std::string& bytes, const std::string& sql) {
  const LibraryFixture scratch;
  writeBytes(scratch.file(), bytes);
  SQLite::Database raw(scratch.file(), SQLite::OPEN_READWRITE);
  raw.exec("PRAGMA journal_mode = WAL");
  raw.exec("PRAGMA wal_autocheckpoint = 0");
  raw.exec(sql);
  return {bytesOf(scratch.file()), bytesOf(wal(scratch.file()))};
}

}  // namespace

void TestBadFiles::initTestCase() {
  const LibraryFixture fixture;
  MUST(fixture.open()->importSink().store(fixtures::sample()));
  sound_ = bytesOf(fixture.file());
  QVERIFY(!std::filesystem::exists(wal(fixture.file())));
  QVERIFY(sound_.size() > 100'000);

  const LibraryFixture killed;
  Child child("import", killed.file());
  QCOMPARE(child.line(), std::string("imported"));
  child.kill();
  crashed_ = bytesOf(killed.file());
  crashedWal_ = bytesOf(wal(killed.file()));
  QVERIFY(crashedWal_.size() > 100'000);
}

void TestBadFiles::refusals_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QByteArray>("walBytes");
  QTest::addColumn<QString>("words");
  const auto row = [](const char* name, const std::string& bytes, const std::string& walBytes,
                      const char* words) {
    QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray::fromStdString(walBytes) << words;
  };
  const auto with = [](std::string bytes, std::size_t offset, std::uint32_t value) {
    setField(bytes, offset, value);
    return bytes;
  };
  row("empty", "", "", "is empty (0 bytes)");
  row("one byte", "S", "", "not a Kernelcast library, nor an SQLite database");
  row("text", "{\"format\": \"kernelcast-session\"}\n", "",
      "not a Kernelcast library, nor an SQLite database");
  row("zeros", std::string(8192, '\0'), "", "not a Kernelcast library, nor an SQLite database");
  row("cut off in the header", sound_.substr(0, 60), "", "cut off inside its first 100 bytes");
  row("cut off in the middle", sound_.substr(0, sound_.size() / 2), "", "is cut off: ");
  row("cut off by its last page", sound_.substr(0, sound_.size() - 4096), "", "is cut off: ");
  row("cut off by a byte", sound_.substr(0, sound_.size() - 1), "", "is cut off: ");
  row("another program's", with(sound_, 68, 0x47504b47), "", "of another program");
  row("no application id", with(sound_, 68, 0), "", "of another program");
  row("newer", with(sound_, 60, 99), "",
      "written by a newer Kernelcast (format 99; this one knows formats up to 2)");
  row("no format version", with(sound_, 60, 0), "", "holds no format version");
  row("a page size that is none", with(sound_, 16, 0x10100202U), "", "its header makes no sense");
  std::string garbled = sound_;
  std::fill(garbled.begin() + 100, garbled.begin() + 4096, '\x5a');
  row("the first page is garbled", garbled, "", "damaged");
  garbled = sound_;
  std::fill(garbled.begin() + 4096, garbled.end(), '\x5a');
  row("all but the first page is garbled", garbled, "", "damaged");
  garbled = sound_;
  for (std::size_t page = 20; page < garbled.size() / 4096; page += 7) garbled[page * 4096] = '\x77';
  row("some pages are garbled", garbled, "", "damaged");

  // The same, where the newest word is in a WAL that a killed writer left.
  auto live = withLiveWal(sound_, "PRAGMA user_version = 99");
  row("newer, in its WAL", live.first, live.second, "written by a newer Kernelcast (format 99");
  live = withLiveWal(sound_, "PRAGMA application_id = 7");
  row("another program's, in its WAL", live.first, live.second, "of another program");
  row("cut off, with a WAL", crashed_.substr(0, 4096), withLiveWal(sound_, "DELETE FROM session_tags").second,
      "is cut off");
  live = withLiveWal(sound_, "UPDATE sessions SET name = 'x'");
  garbled = live.first;
  for (std::size_t page = 20; page < garbled.size() / 4096; page += 7) garbled[page * 4096] = '\x77';
  row("damaged, with a WAL", garbled, live.second, "damaged");
}

void TestBadFiles::refusals() {
  QFETCH(const QByteArray, bytes);
  QFETCH(const QByteArray, walBytes);
  QFETCH(const QString, words);
  const LibraryFixture fixture;
  writeBytes(fixture.file(), bytes.toStdString());
  if (!walBytes.isEmpty()) writeBytes(wal(fixture.file()), walBytes.toStdString());
  for (const bool readOnly : {false, true}) {
    OpenOptions options;
    options.readOnly = readOnly;
    const auto library = Library::open(fixture.file(), options);
    REFUSED(library, words.toStdString());
    // What and where.
    QVERIFY(library.error().message.find(fixture.file().string()) != std::string::npos);
    QVERIFY(bytesOf(fixture.file()) == bytes.toStdString());
    QVERIFY(std::filesystem::exists(wal(fixture.file())) == !walBytes.isEmpty());
    if (!walBytes.isEmpty()) QVERIFY(bytesOf(wal(fixture.file())) == walBytes.toStdString());
    QVERIFY(!std::filesystem::exists(fixture.file().string() + "-journal"));
  }
}

// However short a copy fell.
void TestBadFiles::everyTruncation() {
  const LibraryFixture fixture;
  for (std::size_t size = 0; size < sound_.size(); size += 997) {
    writeBytes(fixture.file(), sound_.substr(0, size));
    const auto library = Library::open(fixture.file());
    QVERIFY2(!library, std::to_string(size).c_str());
    QCOMPARE(std::filesystem::file_size(fixture.file()), size);
  }
}

// A byte changed anywhere: refused, or opened and read with results or errors, and never worse.
void TestBadFiles::damageIsNoCrash() {
  const LibraryFixture fixture;
  int refused = 0;
  int read = 0;
  for (std::size_t at = 0; at < sound_.size(); at += 4099) {
    std::string bytes = sound_;
    bytes[at] = static_cast<char>(bytes[at] ^ 0xff);
    writeBytes(fixture.file(), bytes);
    std::filesystem::remove(wal(fixture.file()));
    OpenOptions options;
    options.readOnly = true;
    const auto library = Library::open(fixture.file(), options);
    if (!library) {
      ++refused;
      QVERIFY(bytesOf(fixture.file()) == bytes);
      continue;
    }
    ++read;
    auto reader = (*library)->reader();
    if (!reader) continue;
    const auto table = reader->table(fixtures::sample().id);
    const auto session = reader->exchangeSession(fixtures::sample().id);
    const auto found = reader->searchText("blockIdx");
    const auto recording = reader->recording(fixtures::sample().id, "row_softmax");
    for (const auto& said :
         {table ? std::string() : table.error().message, session ? std::string() : session.error().message,
          found ? std::string() : found.error().message}) {
      QVERIFY(said.size() < 1000);
    }
  }
  QVERIFY(refused > 0);
  QVERIFY(read > 0);
}

void TestBadFiles::walOfAKilledWriterIsRead() {
  const LibraryFixture fixture;
  writeBytes(fixture.file(), crashed_);
  writeBytes(wal(fixture.file()), crashedWal_);
  {
    OpenOptions options;
    options.readOnly = true;
    const auto library = fixture.open(options);
    auto reader = library->reader();
    MUST(reader);
    QCOMPARE(must(reader->table(fixtures::sample().id)).rows.size(), std::size_t{38});
  }
  // Reading changed neither; a writer may.
  QVERIFY(bytesOf(fixture.file()) == crashed_);
  QVERIFY(bytesOf(wal(fixture.file())) == crashedWal_);
  {
    const auto library = fixture.open();
    auto reader = library->reader();
    MUST(reader);
    QCOMPARE(must(reader->table(fixtures::sample().id)).rows.size(), std::size_t{38});
    QVERIFY(isSound(fixture.file()));
  }
  QVERIFY(!std::filesystem::exists(wal(fixture.file())));
  // A WAL that was cut off inside its last transaction is read up to the one before, as SQLite does.
  writeBytes(fixture.file(), crashed_);
  writeBytes(wal(fixture.file()), crashedWal_.substr(0, crashedWal_.size() - 100));
  const auto library = fixture.open();
  auto reader = library->reader();
  MUST(reader);
  QVERIFY(must(reader->sessions()).empty());
}

// The slower journal of network file systems: a transaction that was cut off is taken back by whoever opens
// the file, and by a reader on a copy.
void TestBadFiles::journalOfAKilledWriterIsPlayedBack() {
  const LibraryFixture scratch;
  writeBytes(scratch.file(), sound_);
  SQLite::Database raw(scratch.file(), SQLite::OPEN_READWRITE);
  raw.exec("PRAGMA journal_mode = DELETE");
  raw.exec("PRAGMA cache_size = 2");
  raw.exec("BEGIN");
  raw.exec("DELETE FROM candidate_rows");
  raw.exec("UPDATE measurements SET body = body || zeroblob(5000)");
  const std::string journal = bytesOf(scratch.file().string() + "-journal");
  const std::string torn = bytesOf(scratch.file());
  QVERIFY(journal.size() > 4096);
  QVERIFY(torn != sound_);

  const LibraryFixture fixture;
  writeBytes(fixture.file(), torn);
  writeBytes(fixture.file().string() + "-journal", journal);
  {
    OpenOptions options;
    options.readOnly = true;
    const auto library = fixture.open(options);
    auto reader = library->reader();
    MUST(reader);
    QCOMPARE(must(reader->table(fixtures::sample().id)).rows.size(), std::size_t{38});
  }
  QVERIFY(bytesOf(fixture.file()) == torn);
  QVERIFY(bytesOf(fixture.file().string() + "-journal") == journal);
  const auto library = fixture.open();
  auto reader = library->reader();
  MUST(reader);
  QCOMPARE(must(reader->table(fixtures::sample().id)).rows.size(), std::size_t{38});
  QVERIFY(isSound(fixture.file()));
}

void TestBadFiles::lockedForGood() {
  const LibraryFixture fixture;
  writeBytes(fixture.file(), sound_);
  Child other("lock", fixture.file());
  QCOMPARE(other.line(), std::string("locked"));
  QElapsedTimer timer;
  timer.start();
  const auto library = Library::open(fixture.file());
  REFUSED(library, "another program");
  QCOMPARE(library.error().kind, Error::Kind::Conflict);
  QVERIFY(timer.elapsed() < 10'000);
  other.end();
  QVERIFY(Library::open(fixture.file()).has_value());
}

// One that somebody dropped: said with its name, whatever is asked of the library later.
void TestBadFiles::missingTables_data() {
  QTest::addColumn<QString>("table");
  for (const char* table : {"ledger", "kernel_notes", "pair_causes", "text_search"})
    QTest::newRow(table) << table;
}

void TestBadFiles::missingTables() {
  QFETCH(const QString, table);
  const LibraryFixture fixture;
  writeBytes(fixture.file(), sound_);
  SQLite::Database(fixture.file(), SQLite::OPEN_READWRITE).exec("DROP TABLE " + table.toStdString());
  std::filesystem::remove(wal(fixture.file()));
  const std::string before = bytesOf(fixture.file());
  for (const bool readOnly : {false, true}) {
    OpenOptions options;
    options.readOnly = readOnly;
    REFUSED(Library::open(fixture.file(), options),
            "is damaged: its table \"" + table.toStdString() + "\" is missing");
    QVERIFY(bytesOf(fixture.file()) == before);
  }
}

void TestBadFiles::danglingLinks() {
  const LibraryFixture fixture;
  const auto link = fixture.folder() / "link.kcast";
  std::filesystem::create_symlink(fixture.folder() / "nowhere" / "library.kcast", link);
  for (const bool create : {true, false}) {
    OpenOptions options;
    options.create = create;
    const auto refused = Library::open(link, options);
    REFUSED(refused, "is a link to");
    REFUSED(refused, (fixture.folder() / "nowhere" / "library.kcast").string());
    QCOMPARE(refused.error().kind, Error::Kind::NotFound);
  }
  QVERIFY(std::filesystem::is_symlink(link));
  QVERIFY(!std::filesystem::exists(fixture.folder() / "nowhere"));
  // A link that leads to a library is as good as that.
  writeBytes(fixture.file(), sound_);
  std::filesystem::remove(link);
  std::filesystem::create_symlink(fixture.file(), link);
  {
    const auto held = must(Library::open(link));
    QVERIFY(std::filesystem::exists(fixture.file().string() + "-wal"));
    QVERIFY(!std::filesystem::exists(link.string() + "-wal"));
    MUST(Library::open(fixture.file()));
  }
  QVERIFY(std::filesystem::is_symlink(link));
}

void TestBadFiles::missing() {
  const LibraryFixture fixture;
  OpenOptions options;
  options.create = false;
  const auto none = Library::open(fixture.file(), options);
  REFUSED(none, "there is no library");
  QCOMPARE(none.error().kind, Error::Kind::NotFound);
  options.create = true;
  options.readOnly = true;
  REFUSED(Library::open(fixture.file(), options), "there is no library");
  QVERIFY(!std::filesystem::exists(fixture.file()));
  REFUSED(Library::open(fixture.folder()), "is a folder, not a library");
  const auto pipe = fixture.folder() / "pipe";
  QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
  REFUSED(Library::open(pipe), "is no ordinary file");
  writeBytes(fixture.folder() / "file", "x");
  REFUSED(Library::open(fixture.folder() / "file" / "library"), "cannot reach");
  // Folders on the way are made.
  QVERIFY(Library::open(fixture.folder() / "a" / "b" / "library.kcast").has_value());
  QCOMPARE(std::distance(std::filesystem::directory_iterator(fixture.folder() / "a" / "b"), {}), 1);
}

void TestBadFiles::permissions() {
  const LibraryFixture fixture;
  std::filesystem::permissions(fixture.folder(), std::filesystem::perms(0777));
  writeBytes(fixture.file(), sound_);
  const auto as = [&](int file, int folder) {
    std::filesystem::permissions(fixture.folder(), std::filesystem::perms(folder));
    std::filesystem::permissions(fixture.file(), std::filesystem::perms(file));
    Child child("nobody", fixture.file());
    const std::string line = child.line();
    child.end();
    std::filesystem::permissions(fixture.folder(), std::filesystem::perms(0777));
    return line;
  };
  QCOMPARE(as(0666, 0777), std::string("writable 1"));
  QCOMPARE(as(0444, 0777), std::string("read-only 1"));
  QCOMPARE(as(0666, 0555), std::string("read-only 1"));
  QVERIFY(QString::fromStdString(as(0000, 0777)).contains("may not be read by this user"));
  QVERIFY(QString::fromStdString(as(0666, 0700)).contains("its folder may not be entered"));
  std::filesystem::permissions(fixture.file(), std::filesystem::perms(0444));
  QVERIFY(!std::filesystem::exists(wal(fixture.file())));
}

// Side files cannot be made there, and the newest transactions are in the WAL: a private copy is read.
void TestBadFiles::readOnlyFolderWithALiveWal() {
  const LibraryFixture fixture;
  writeBytes(fixture.file(), crashed_);
  writeBytes(wal(fixture.file()), crashedWal_);
  for (const auto& file : {fixture.file(), wal(fixture.file())}) {
    std::filesystem::permissions(file, std::filesystem::perms(0444));
  }
  std::filesystem::permissions(fixture.folder(), std::filesystem::perms(0555));
  {
    Child child("nobody", fixture.file());
    QCOMPARE(child.line(), std::string("read-only 1"));
    child.end();
  }
  std::filesystem::permissions(fixture.folder(), std::filesystem::perms(0755));
  QVERIFY(bytesOf(fixture.file()) == crashed_);
  QVERIFY(bytesOf(wal(fixture.file())) == crashedWal_);
  QCOMPARE(std::distance(std::filesystem::directory_iterator(fixture.folder()), {}), 2);
}

// A private copy is one state of the library, whatever another process does to it meanwhile.
void TestBadFiles::copiedWhileAnotherWrites() {
  const LibraryFixture fixture;
  writeBytes(fixture.file(), sound_);
  Child child("churn", fixture.file());
  QCOMPARE(child.line(), std::string("churning"));
  int copied = 0;
  int busy = 0;
  for (int i = 0; i < 60; ++i) {
    const auto copy = PrivateCopy::of(fixture.file());
    if (!copy) {
      ++busy;
      REFUSED(copy, "without a pause");
      QCOMPARE(copy.error().kind, Error::Kind::Conflict);
      continue;
    }
    ++copied;
    SQLite::Database raw(copy->file(), SQLite::OPEN_READWRITE);
    QCOMPARE(raw.execAndGet("SELECT count(DISTINCT round) FROM churn").getInt(), 1);
    QCOMPARE(raw.execAndGet("SELECT count(*) FROM churn").getInt(), 60);
    QCOMPARE(raw.execAndGet("PRAGMA integrity_check").getString(), std::string("ok"));
  }
  child.end();
  QVERIFY2(copied > 0, std::to_string(busy).c_str());
  // Once nobody writes, the first try does.
  const auto copy = PrivateCopy::of(fixture.file());
  MUST(copy);
}

void TestBadFiles::networkFileSystem() {
  const LibraryFixture fixture;
  LibraryInternals remote;
  remote.here.networkFileSystem = [](const std::filesystem::path&) { return std::string("NFS"); };
  const auto refused = Library::openIn(fixture.file(), {}, remote);
  REFUSED(refused, "network file system (NFS)");
  QVERIFY(!std::filesystem::exists(fixture.file()));
  writeBytes(fixture.file(), sound_);
  REFUSED(Library::openIn(fixture.file(), {}, remote), "network file system (NFS)");
  QVERIFY(bytesOf(fixture.file()) == sound_);

  OpenOptions allowed;
  allowed.allowNetworkJournal = true;
  {
    const auto library = fixture.openAs(remote, allowed);
    SQLite::Database raw(fixture.file(), SQLite::OPEN_READONLY);
    QCOMPARE(raw.execAndGet("PRAGMA journal_mode").getString(), std::string("delete"));
    QVERIFY(!std::filesystem::exists(wal(fixture.file())));
    auto reader = library->reader();
    MUST(reader);
    QCOMPARE(must(reader->sessions()).size(), std::size_t{1});
  }
  {
    const LibraryFixture fresh;
    const auto library = fresh.openAs(remote, allowed);
    MUST(library->importSink().store(fixtures::sample()));
    QVERIFY(!std::filesystem::exists(wal(fresh.file())));
  }
  // Back on a local disk it uses WAL again.
  const auto library = fixture.open();
  SQLite::Database raw(fixture.file(), SQLite::OPEN_READONLY);
  QCOMPARE(raw.execAndGet("PRAGMA journal_mode").getString(), std::string("wal"));
}

// Names that mean something to SQLite's URIs or to a shell.
void TestBadFiles::oddNames() {
  const LibraryFixture fixture;
  for (const char* name :
       {"a b.kcast", "100%.kcast", "what?mode=ro", "a#b", "µ核.kcast", "quote'\".kcast", "file:x", "-wal"}) {
    const auto file = fixture.folder() / name;
    writeBytes(file, sound_);
    for (const bool readOnly : {false, true}) {
      OpenOptions options;
      options.readOnly = readOnly;
      const auto library = Library::open(file, options);
      MUST(library);
      auto reader = (*library)->reader();
      MUST(reader);
      QCOMPARE(must(reader->sessions()).size(), std::size_t{1});
    }
  }
}

// Closing a file drops all locks that a process holds on it, SQLite's too: looking at it must not.
void TestBadFiles::openedTwiceInOneProcess() {
  const LibraryFixture fixture;
  writeBytes(fixture.file(), sound_);
  const auto library = fixture.open();
  struct stat facts {};
  QCOMPARE(::stat(fixture.file().c_str(), &facts), 0);
  const auto locks = [&facts] {
    std::ifstream all("/proc/locks");
    const std::string inode = ":" + std::to_string(facts.st_ino) + " ";
    int count = 0;
    for (std::string line; std::getline(all, line);) count += line.find(inode) != std::string::npos ? 1 : 0;
    return count;
  };
  const int before = locks();
  if (before == 0) QSKIP("this machine does not list locks");
  for (const bool readOnly : {true, false}) {
    OpenOptions options;
    options.readOnly = readOnly;
    const auto again = fixture.open(options);
    QVERIFY(locks() >= before);
  }
  QVERIFY(locks() >= before);
  QVERIFY(!bytesOf(fixture.file()).empty());
  QVERIFY(locks() < before);  // what this test would see otherwise
}

// Several that start at the same moment make one library.
void TestBadFiles::openedTogether() {
  for (int round = 0; round < 5; ++round) {
    const LibraryFixture fixture;
    std::vector<std::thread> threads;
    std::atomic<int> opened = 0;
    std::atomic<bool> go = false;
    std::mutex mutex;
    std::string said;
    for (int i = 0; i < 6; ++i) {
      threads.emplace_back([&] {
        while (!go) std::this_thread::yield();
        const auto library = Library::open(fixture.file());
        if (library) ++opened;
        const std::lock_guard lock(mutex);
        if (!library) said = library.error().message;
      });
    }
    go = true;
    for (auto& thread : threads) thread.join();
    QVERIFY2(opened == 6, said.c_str());
    // Side files may stay where two closed at once; what a library was made under may not.
    for (const auto& entry : std::filesystem::directory_iterator(fixture.folder())) {
      const std::string name = entry.path().filename().string();
      QVERIFY2(name.starts_with("library.kcast") && name.find(".new-") == std::string::npos, name.c_str());
    }
  }
}

// While another process writes and moves its WAL into the file, the library is sound whenever it is looked
// at.
void TestBadFiles::openedWhileAnotherWrites() {
  const LibraryFixture fixture;
  writeBytes(fixture.file(), sound_);
  std::atomic<bool> done = false;
  std::thread writer([&] {
    while (!done) {  // opened and closed each time, so that the WAL comes and goes
      SQLite::Database raw(fixture.file(), SQLite::OPEN_READWRITE, 5000);
      raw.exec("PRAGMA wal_autocheckpoint = 8");
      for (int i = 0; i < 20; ++i) {
        raw.exec(
            "INSERT INTO texts(hash, size, searchable, zstd) VALUES (randomblob(32), 9000, 0, "
            "randomblob(9000))");
      }
    }
  });
  std::string said;
  for (int i = 0; i < 150 && said.empty(); ++i) {
    OpenOptions options;
    options.readOnly = i % 2 == 0;
    const auto library = Library::open(fixture.file(), options);
    if (!library) {
      said = library.error().message;
    } else if (auto reader = (*library)->reader(); !reader || must(reader->sessions()).size() != 1) {
      said = reader ? "the session is gone" : reader.error().message;
    }
  }
  done = true;
  writer.join();
  QVERIFY2(said.empty(), said.c_str());
}

}  // namespace kernelcast::db

QTEST_APPLESS_MAIN(kernelcast::db::TestBadFiles)
#include "test_bad_files.moc"
