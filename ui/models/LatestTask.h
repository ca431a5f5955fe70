// A calculation away from the window's thread, asked for again and again: one runs, one waits, the newest
// wins.
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QtConcurrent>
#include <functional>
#include <optional>
#include <utility>

namespace kernelcast::ui {

// Used on the window's thread alone. `work` must hold what it reads; `done` is not called for a question that
// was overtaken, nor after the task is gone.
template <typename T>
class LatestTask {
 public:
  using Work = std::function<T()>;
  using Done = std::function<void(T)>;

  LatestTask() {
    QObject::connect(&watcher_, &QFutureWatcher<T>::finished, &watcher_, [this] { onFinished(); });
  }
  ~LatestTask() { watcher_.waitForFinished(); }
  LatestTask(const LatestTask&) = delete;
  LatestTask& operator=(const LatestTask&) = delete;

  void start(Work work, Done done) {
    if (running_) {
      pending_.emplace(std::move(work), std::move(done));
      return;
    }
    run(std::move(work), std::move(done));
  }
  [[nodiscard]] bool isIdle() const { return !running_ && !pending_; }

 private:
  void run(Work work, Done done) {
    running_ = true;
    done_ = std::move(done);
    watcher_.setFuture(QtConcurrent::run(std::move(work)));
  }
  void onFinished() {
    if (pending_) {
      auto [work, done] = std::move(*pending_);
      pending_.reset();
      run(std::move(work), std::move(done));
      return;
    }
    running_ = false;
    done_(watcher_.result());
  }

  QFutureWatcher<T> watcher_;
  Done done_;
  std::optional<std::pair<Work, Done>> pending_;
  bool running_ = false;
};

}  // namespace kernelcast::ui
