// The one writing connection of a process to a library, on a thread of its own. Jobs that wait together are
// committed together, and each is acknowledged after it is durable.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/domain/result.h"
#include "db/Sql.h"

namespace kernelcast::db {

class Writer {
 public:
  // Runs on the writer's thread inside its transaction. What it wrote is taken back where it returns an
  // error; the other jobs of the group stay.
  using Job = std::function<Result<void>(Connection&)>;

  // For a job that takes long. Called between two of its rows, it now and then commits what the job wrote so
  // far, lets all that waits have its turn, and goes on in a new transaction: true where it did. An error
  // ends the job.
  using Breathe = std::function<Result<bool>()>;
  using LongJob = std::function<Result<void>(Connection&, const Breathe&)>;

  // `pulse` is a job of the writer's own, asked for every `every` while nothing else may be going on; it
  // returns false where there is nothing to do, and then no transaction is begun. `committed` is told when
  // what the job wrote is durable, and not where that failed: the next one tries again.
  struct Pulse {
    std::function<bool()> wanted;
    Job job;
    std::function<void()> committed;
    std::chrono::milliseconds every{};
  };

  // What a job does where another program holds the file: give up after the busy timeout, or wait on, so that
  // a backup or a copy in progress does not end a search. Waiting ends with the writer, and for a job once
  // its `wanted` is false.
  enum class Patience { Short, WaitsOn };
  using Wanted = std::shared_ptr<const std::atomic<bool>>;

  // `file` stands in messages.
  Writer(std::unique_ptr<Connection> connection, std::string file, Pulse pulse);
  ~Writer();  // commits what waits, then closes
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // Waits until the job is durable, from any thread but the writer's own. `doing` stands in "cannot ...".
  Result<void> run(std::string doing, Job job, Patience patience = Patience::Short);
  // The same without waiting.
  std::future<Result<void>> submit(std::string doing, Job job, Patience patience = Patience::Short,
                                   Wanted wanted = {});
  // As run, for a job of many transactions, after `slice` of which each it breathes. Where it fails, what was
  // committed before stays: the caller must know what to do with it.
  Result<void> runLong(std::string doing, LongJob job, std::chrono::milliseconds slice);
  // Another program has held the file for a whole busy timeout, and jobs wait for it.
  [[nodiscard]] bool isWaiting() const { return waiting_; }
  // `slice` is run in a transaction of its own whenever nothing waits, as long as it returns true. One that
  // fails is not run again; closing does not wait for the rest.
  using Slice = std::function<Result<bool>(Connection&)>;
  void whenIdle(std::string doing, Slice slice);

 private:
  struct Waiting {
    Waiting() = default;
    Waiting(std::string what, Job work) : doing(std::move(what)), job(std::move(work)) {}

    std::string doing;
    Job job;
    std::promise<Result<void>> done;
    Patience patience = Patience::Short;
    Wanted wanted;    // null: for as long as the writer lives
    LongJob longJob;  // instead of `job`
    std::chrono::milliseconds slice{};

    [[nodiscard]] bool waitsOn() const { return patience == Patience::WaitsOn && (!wanted || *wanted); }
  };
  void loop();
  // Jobs up to the next long one, or that one alone.
  std::deque<Waiting> takeGroup();
  void runAlone(Waiting& waiting);
  void beatWhenDue();
  void commit(std::deque<Waiting>& group);
  std::optional<Error> tryToCommit(std::deque<Waiting>& group, std::vector<Result<void>>& results);
  [[nodiscard]] bool waitsOn(std::deque<Waiting>& group, std::vector<Result<void>>& results,
                             const Error& error);
  void beat();
  void runChore();

  std::unique_ptr<Connection> connection_;
  std::chrono::steady_clock::time_point nextBeat_;  // the writer's thread only
  bool held_ = false;  // the last try met a lock of another program; the writer's thread only
  std::atomic<bool> waiting_ = false;
  const int busyTimeoutMs_;
  const std::string file_;
  const Pulse pulse_;
  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Waiting> queue_;  // guarded by mutex_
  struct Chore {
    std::string doing;
    Slice slice;
  };
  std::optional<Chore> chore_;  // guarded by mutex_
  bool closing_ = false;        // guarded by mutex_
  std::thread thread_;          // last: it uses all of the above
};

}  // namespace kernelcast::db
