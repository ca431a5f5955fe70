// Answers that come after a while, from one timer thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "core/search/providers.h"

namespace kernelcast::search {

class DelayedAnswers {
 public:
  using Answer = std::function<void(bool cancelled)>;

  DelayedAnswers() = default;
  ~DelayedAnswers();  // cancels what has not been given, and joins
  DelayedAnswers(const DelayedAnswers&) = delete;
  DelayedAnswers& operator=(const DelayedAnswers&) = delete;

  // Without a delay the answer is given before this returns, on the caller's thread.
  void give(RequestId id, std::chrono::microseconds delay, Answer answer);
  // Gives the answer as cancelled, on the caller's thread; nothing where it was given already.
  void cancel(RequestId id);

 private:
  using Due = std::pair<std::chrono::steady_clock::time_point, std::uint64_t>;
  struct Entry {
    RequestId id = 0;
    Answer answer;
  };
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<Due, Entry> queue_;  // the number keeps answers due at the same moment in order
  std::unordered_map<RequestId, Due> dueOf_;
  std::uint64_t given_ = 0;
  bool ending_ = false;
  std::thread thread_;  // started by the first delay
};

}  // namespace kernelcast::search
