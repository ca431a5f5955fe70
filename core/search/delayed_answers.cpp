#include "core/search/delayed_answers.h"

namespace kernelcast::search {

DelayedAnswers::~DelayedAnswers() {
  std::map<Due, Entry> left;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    left.swap(queue_);
    dueOf_.clear();
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
  for (auto& [due, entry] : left) entry.answer(true);
}

void DelayedAnswers::give(RequestId id, std::chrono::microseconds delay, Answer answer) {
  if (delay.count() <= 0) {
    answer(false);
    return;
  }
  const std::lock_guard lock(mutex_);
  const Due due{std::chrono::steady_clock::now() + delay, ++given_};
  queue_.emplace(due, Entry{id, std::move(answer)});
  dueOf_.insert_or_assign(id, due);
  if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  changed_.notify_all();
}

void DelayedAnswers::cancel(RequestId id) {
  Answer answer;
  {
    const std::lock_guard lock(mutex_);
    const auto due = dueOf_.find(id);
    if (due == dueOf_.end()) return;
    const auto entry = queue_.find(due->second);
    answer = std::move(entry->second.answer);
    queue_.erase(entry);
    dueOf_.erase(due);
  }
  answer(true);
}

void DelayedAnswers::run() {
  std::unique_lock lock(mutex_);
  while (!ending_) {
    if (queue_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const auto next = queue_.begin();
    const auto when = next->first.first;
    if (std::chrono::steady_clock::now() < when) {
      changed_.wait_until(lock, when);
      continue;
    }
    const Answer answer = std::move(next->second.answer);
    dueOf_.erase(next->second.id);
    queue_.erase(next);
    // Unlocked: whoever is answered may ask for the next thing at once.
    lock.unlock();
    answer(false);
    lock.lock();
  }
}

}  // namespace kernelcast::search
