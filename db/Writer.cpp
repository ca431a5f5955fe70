#include "db/Writer.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include <SQLiteCpp/Savepoint.h>
#include <SQLiteCpp/Transaction.h>

#include "db/SqlError.h"

namespace kernelcast::db {

namespace {
constexpr int kLookAgainMs = 250;
}  // namespace

Writer::Writer(std::unique_ptr<Connection> connection, std::string file, Pulse pulse)
    : connection_(std::move(connection)),
      busyTimeoutMs_(static_cast<int>(connection_->integer("PRAGMA busy_timeout").value_or(0))),
      file_(std::move(file)),
      pulse_(std::move(pulse)),
      thread_([this] { loop(); }) {}

Writer::~Writer() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  arrived_.notify_one();
  thread_.join();
}

std::future<Result<void>> Writer::submit(std::string doing, Job job, Patience patience, Wanted wanted) {
  Waiting waiting(std::move(doing), std::move(job));
  waiting.patience = patience;
  waiting.wanted = std::move(wanted);
  auto done = waiting.done.get_future();
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(waiting));
  }
  arrived_.notify_one();
  return done;
}

Result<void> Writer::run(std::string doing, Job job, Patience patience) {
  return submit(std::move(doing), std::move(job), patience).get();
}

void Writer::whenIdle(std::string doing, Slice slice) {
  {
    const std::lock_guard lock(mutex_);
    chore_ = Chore{std::move(doing), std::move(slice)};
  }
  arrived_.notify_one();
}

Result<void> Writer::runLong(std::string doing, LongJob job, std::chrono::milliseconds slice) {
  Waiting waiting;
  waiting.doing = std::move(doing);
  waiting.longJob = std::move(job);
  waiting.slice = slice;
  auto done = waiting.done.get_future();
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(waiting));
  }
  arrived_.notify_one();
  return done.get();
}

std::deque<Writer::Waiting> Writer::takeGroup() {
  std::deque<Waiting> group;
  while (!queue_.empty() && (group.empty() || !queue_.front().longJob)) {
    const bool alone = static_cast<bool>(queue_.front().longJob);
    group.push_back(std::move(queue_.front()));
    queue_.pop_front();
    if (alone) break;
  }
  return group;
}

void Writer::loop() {
  nextBeat_ = std::chrono::steady_clock::now() + pulse_.every;
  for (;;) {
    std::deque<Waiting> group;
    {
      std::unique_lock lock(mutex_);
      arrived_.wait_until(lock, nextBeat_, [this] { return closing_ || !queue_.empty() || chore_; });
      if (closing_ && queue_.empty()) return;
      group = takeGroup();
    }
    if (group.empty()) runChore();
    else if (group.front().longJob) runAlone(group.front());
    else commit(group);
    beatWhenDue();
  }
}

void Writer::beatWhenDue() {
  const auto now = std::chrono::steady_clock::now();
  if (now < nextBeat_) return;
  beat();
  nextBeat_ = now + pulse_.every;
}

void Writer::runAlone(Waiting& waiting) {
  std::unique_ptr<SQLite::Transaction> transaction;
  auto started = std::chrono::steady_clock::now();
  const auto begin = [&] {
    transaction = std::make_unique<SQLite::Transaction>(connection_->database(),
                                                        SQLite::TransactionBehavior::IMMEDIATE);
    started = std::chrono::steady_clock::now();
  };
  const Breathe breathe = [&]() -> Result<bool> {
    if (std::chrono::steady_clock::now() - started < waiting.slice) return false;
    transaction->commit();
    transaction.reset();
    // What waits now has its turn; another long job waits until this one is through.
    std::deque<Waiting> group;
    {
      const std::lock_guard lock(mutex_);
      if (!queue_.empty() && !queue_.front().longJob) group = takeGroup();
    }
    if (!group.empty()) commit(group);
    beatWhenDue();
    begin();
    return true;
  };
  auto result = guarded(file_, waiting.doing, [&]() -> Result<void> {
    begin();
    auto done = waiting.longJob(*connection_, breathe);
    if (done) transaction->commit();
    return done;
  });
  try {
    transaction.reset();  // takes back what was not committed
  } catch (const SQLite::Exception&) {
    // SQLite took it back by itself.
  }
  waiting.done.set_value(std::move(result));
}

std::optional<Error> Writer::tryToCommit(std::deque<Waiting>& group, std::vector<Result<void>>& results) {
  try {
    SQLite::Transaction transaction(connection_->database(), SQLite::TransactionBehavior::IMMEDIATE);
    for (std::size_t i = 0; i < group.size(); ++i) {
      SQLite::Savepoint savepoint(connection_->database(), "job");
      results[i] = guarded(file_, group[i].doing, [&] { return group[i].job(*connection_); });
      // Some errors (a full disk) make SQLite take the whole transaction back.
      if (sqlite3_get_autocommit(connection_->handle()) != 0) {
        return results[i] ? Error{Error::Kind::Failed, "the transaction was taken back"} : results[i].error();
      }
      if (results[i]) savepoint.release();
      else savepoint.rollback();
    }
    transaction.commit();
  } catch (const SQLite::Exception& exception) {
    // Before any job ran: nothing was done that would be done twice.
    held_ =
        (exception.getErrorCode() & 0xff) == SQLITE_BUSY &&
        std::all_of(results.begin(), results.end(), [](const auto& result) { return result.has_value(); });
    return sqlError(exception, file_, group.front().doing);
  }
  return {};
}

// Jobs that will not wait are told so; the others stay, and those that came meanwhile join them, but for long
// ones, which do not wait either. False where none is left, or the writer closes.
bool Writer::waitsOn(std::deque<Waiting>& group, std::vector<Result<void>>& results, const Error& error) {
  std::erase_if(group, [&](Waiting& waiting) {
    if (waiting.waitsOn()) return false;  // asked once: another thread may change its mind meanwhile
    waiting.done.set_value(failure(error));
    return true;
  });
  results.assign(group.size(), {});
  if (group.empty()) return false;
  waiting_ = true;
  // One timeout has passed; from now on it is looked more often whether the jobs are still wanted.
  connection_->database().setBusyTimeout(std::min(busyTimeoutMs_, kLookAgainMs));
  std::unique_lock lock(mutex_);
  // The busy timeout has passed already; a short rest keeps a timeout of nothing from spinning.
  if (arrived_.wait_for(lock, std::chrono::milliseconds(20), [this] { return closing_; })) return false;
  for (; !queue_.empty(); queue_.pop_front()) {
    if (queue_.front().longJob) queue_.front().done.set_value(failure(error));
    else group.push_back(std::move(queue_.front()));
  }
  results.resize(group.size());
  return true;
}

void Writer::commit(std::deque<Waiting>& group) {
  std::vector<Result<void>> results(group.size());
  std::optional<Error> failed;
  do {
    held_ = false;
    failed = tryToCommit(group, results);
  } while (failed && held_ && waitsOn(group, results, *failed));
  if (waiting_) {
    waiting_ = false;
    connection_->database().setBusyTimeout(busyTimeoutMs_);
  }
  for (std::size_t i = 0; i < group.size(); ++i) {
    if (failed && results[i]) results[i] = failure(*failed);
    group[i].done.set_value(std::move(results[i]));
  }
}

void Writer::runChore() {
  std::optional<Chore> chore;
  {
    const std::lock_guard lock(mutex_);
    chore.swap(chore_);
  }
  if (!chore) return;
  bool more = false;
  std::deque<Waiting> group;
  group.emplace_back(chore->doing, [&](Connection& connection) -> Result<void> {
    return chore->slice(connection).map([&](bool left) { more = left; });
  });
  auto done = group.front().done.get_future();
  commit(group);
  const bool again = done.get().has_value() && more;
  const std::lock_guard lock(mutex_);
  if (again && !chore_) chore_ = std::move(chore);
}

void Writer::beat() {
  if (!pulse_.wanted || !pulse_.wanted()) return;
  std::deque<Waiting> group;
  group.emplace_back("keep the lease", pulse_.job);
  auto done = group.front().done.get_future();
  commit(group);
  if (done.get() && pulse_.committed) pulse_.committed();
}

}  // namespace kernelcast::db
