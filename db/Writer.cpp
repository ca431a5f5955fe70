#include "db/Writer.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include <SQLiteCpp/Savepoint.h>
#include <SQLiteCpp/Transaction.h>

#include "db/SqlError.h"

namespace kernelcast::db {

Writer::Writer(std::unique_ptr<Connection> connection, std::string file, Pulse pulse)
    : connection_(std::move(connection)),
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

std::future<Result<void>> Writer::submit(std::string doing, Job job, Patience patience) {
  Waiting waiting{std::move(doing), std::move(job), {}, patience};
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

std::int64_t Writer::groups() const {
  const std::lock_guard lock(mutex_);
  return groups_;
}

void Writer::loop() {
  auto nextBeat = std::chrono::steady_clock::now() + pulse_.every;
  for (;;) {
    std::deque<Waiting> group;
    {
      std::unique_lock lock(mutex_);
      arrived_.wait_until(lock, nextBeat, [this] { return closing_ || !queue_.empty(); });
      if (closing_ && queue_.empty()) return;
      group.swap(queue_);
    }
    if (!group.empty()) commit(group);
    if (const auto now = std::chrono::steady_clock::now(); now >= nextBeat) {
      beat();
      nextBeat = now + pulse_.every;
    }
  }
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

// Jobs that will not wait are told so; the others stay, and those that came meanwhile join them. False where
// none is left, or the writer closes.
bool Writer::waitsOn(std::deque<Waiting>& group, std::vector<Result<void>>& results, const Error& error) {
  for (Waiting& waiting : group) {
    if (waiting.patience == Patience::Short) waiting.done.set_value(failure(error));
  }
  std::erase_if(group, [](const Waiting& waiting) { return waiting.patience == Patience::Short; });
  results.assign(group.size(), {});
  if (group.empty()) return false;
  std::unique_lock lock(mutex_);
  // The busy timeout has passed already; a short rest keeps a timeout of nothing from spinning.
  if (arrived_.wait_for(lock, std::chrono::milliseconds(20), [this] { return closing_; })) return false;
  std::move(queue_.begin(), queue_.end(), std::back_inserter(group));
  queue_.clear();
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
  if (!failed) {
    const std::lock_guard lock(mutex_);
    ++groups_;
  }
  for (std::size_t i = 0; i < group.size(); ++i) {
    if (failed && results[i]) results[i] = failure(*failed);
    group[i].done.set_value(std::move(results[i]));
  }
}

void Writer::beat() {
  if (!pulse_.wanted || !pulse_.wanted()) return;
  std::deque<Waiting> group;
  group.push_back({"keep the lease", pulse_.job, {}, Patience::Short});
  auto ignored = group.front().done.get_future();  // a beat that failed is followed by the next
  commit(group);
}

}  // namespace kernelcast::db
