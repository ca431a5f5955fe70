// Another process on a library, for tests: it does one thing, says so on its standard output, and waits to be
// killed or for its standard input to end.
//   library_child MODE FILE [SESSION]
#include <atomic>
#include <cstdio>
#include <iostream>
#include <string>
#include <thread>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <unistd.h>

#include "db/RecordedSearch.h"
#include "tests/db/searches.h"

namespace {

using namespace kernelcast;

void say(const std::string& line) {
  std::cout << line << std::endl;  // flushed: the other side waits for it
}

void wait() {
  std::string ignored;
  std::getline(std::cin, ignored);
}

std::unique_ptr<db::Library> opened(const char* file, db::OpenOptions options = {}) {
  auto library = db::Library::open(file, options);
  if (library) return std::move(*library);
  say("refused: " + library.error().message);
  std::exit(3);
}

// Runs as nobody where this process is root, for whom no file is unreadable.
void becomeNobody() {
  constexpr uid_t kNobody = 65534;
  if (::geteuid() == 0 && (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) std::exit(4);
}

int imports(const char* file) {
  const auto library = opened(file);
  fixtures::must(library->importSink().store(fixtures::sample()));
  say("imported");
  wait();
  return 0;
}

int searches(const char* file) {
  const auto library = opened(file);
  auto config = fixtures::replayConfig("standard");
  config.steps = 20;
  config.recorded.delayMsLow = 5;
  config.recorded.delayMsHigh = 25;
  fixtures::QuietObserver observer;
  auto search = fixtures::must(db::RecordedSearch::start(*library, config, observer));
  say(search->session());
  search->driver().wait();
  say("ended");
  wait();
  return 0;
}

int lists(const char* file) {
  const auto library = opened(file);
  auto reader = fixtures::must(library->reader());
  for (const SessionSummary& summary : fixtures::must(reader.sessions())) {
    say(fmt::format("{} {} {}", summary.id, info(summary.state).key, summary.candidates));
  }
  return 0;
}

int opensSearch(const char* file, const char* session) {
  const auto library = opened(file);
  const auto search = library->eventStore().open(session);
  say(search ? "opened" : "refused: " + search.error().message);
  return 0;
}

int deletes(const char* file, const char* session) {
  const auto library = opened(file);
  fixtures::must(library->deleteSession(session));
  say("deleted");
  wait();
  return 0;
}

int locks(const char* file) {
  SQLite::Database raw(file, SQLite::OPEN_READWRITE);
  raw.exec("PRAGMA locking_mode = EXCLUSIVE");
  raw.exec("BEGIN EXCLUSIVE");
  say("locked");
  wait();
  return 0;
}

// Commits and moves the WAL into the file without a pause; each state of the file is whole in itself.
int churns(const char* file) {
  SQLite::Database raw(file, SQLite::OPEN_READWRITE, 10'000);
  raw.exec("PRAGMA synchronous = OFF");
  raw.exec("PRAGMA wal_autocheckpoint = 0");
  raw.exec("CREATE TABLE IF NOT EXISTS churn(id INTEGER PRIMARY KEY, round INTEGER, filler BLOB)");
  raw.exec("BEGIN");
  for (int i = 1; i <= 60; ++i)
    raw.exec(fmt::format("INSERT OR REPLACE INTO churn VALUES ({}, 0, zeroblob(3000))", i));
  raw.exec("COMMIT");
  say("churning");
  std::atomic<bool> ended = false;
  std::thread watch([&] {
    wait();
    ended = true;
  });
  for (int round = 1; !ended; ++round) {
    raw.exec(fmt::format("UPDATE churn SET round = {}", round));
    if (round % 3 == 0) raw.exec("PRAGMA wal_checkpoint(RESTART)");
    if (round % 50 == 0) raw.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  }
  watch.join();
  return 0;
}

// What a backup or another program's transaction does: nobody else may write.
int holds(const char* file) {
  SQLite::Database raw(file, SQLite::OPEN_READWRITE, 10'000);
  raw.exec("BEGIN IMMEDIATE");
  say("locked");
  wait();
  return 0;
}

int opensAsNobody(const char* file) {
  becomeNobody();
  const auto library = opened(file);
  auto reader = fixtures::must(library->reader());
  say(fmt::format("{} {}", library->readOnly() ? "read-only" : "writable",
                  fixtures::must(reader.sessions()).size()));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const std::string mode = argv[1];
  try {
    if (mode == "import") return imports(argv[2]);
    if (mode == "search") return searches(argv[2]);
    if (mode == "list") return lists(argv[2]);
    if (mode == "open-search" && argc > 3) return opensSearch(argv[2], argv[3]);
    if (mode == "delete" && argc > 3) return deletes(argv[2], argv[3]);
    if (mode == "lock") return locks(argv[2]);
    if (mode == "churn") return churns(argv[2]);
    if (mode == "hold") return holds(argv[2]);
    if (mode == "nobody") return opensAsNobody(argv[2]);
  } catch (const std::exception& exception) {
    say(std::string("failed: ") + exception.what());
    return 1;
  }
  return 2;
}
