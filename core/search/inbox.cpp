#include "core/search/inbox.h"

#include <utility>

namespace kernelcast::search {

void Inbox::put(Arrived arrived) {
  const std::lock_guard lock(mutex_);
  if (closed_) return;
  answers_.push_back(std::move(arrived));
  changed_.notify_one();
}

void Inbox::wantPause(bool pause) {
  const std::lock_guard lock(mutex_);
  pause_ = pause;
  wishChanged_ = true;
  changed_.notify_one();
}

void Inbox::wantStop() {
  const std::lock_guard lock(mutex_);
  stop_ = true;
  wishChanged_ = true;
  changed_.notify_one();
}

void Inbox::wantDetach() {
  const std::lock_guard lock(mutex_);
  detach_ = true;
  wishChanged_ = true;
  changed_.notify_one();
}

void Inbox::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  answers_.clear();
}

bool Inbox::endWanted() const {
  const std::lock_guard lock(mutex_);
  return stop_ || detach_;
}

bool Inbox::detachWanted() const {
  const std::lock_guard lock(mutex_);
  return detach_;
}

Inbox::Taken Inbox::take() {
  const std::lock_guard lock(mutex_);
  return takeLocked();
}

Inbox::Taken Inbox::wait(std::optional<std::chrono::milliseconds> atMost) {
  std::unique_lock lock(mutex_);
  const auto ready = [this] { return !answers_.empty() || wishChanged_; };
  if (atMost) changed_.wait_for(lock, *atMost, ready);
  else changed_.wait(lock, ready);
  return takeLocked();
}

Inbox::Taken Inbox::takeLocked() {
  wishChanged_ = false;
  return {std::exchange(answers_, {}), pause_, stop_, detach_};
}

}  // namespace kernelcast::search
