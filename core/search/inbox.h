// What reaches the engine's thread from others: answers of providers, and what the driver's owner asks for.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <variant>
#include <vector>

#include "core/search/providers.h"

namespace kernelcast::search {

using Answer = std::variant<MutationAnswer, CompileAnswer, ForecastAnswer, MeasureAnswer>;

struct Arrived {
  RequestId id = 0;
  Answer answer;
};

// Shared with every completion, so that an answer which comes after the engine has ended falls on the floor.
class Inbox {
 public:
  struct Taken {
    std::vector<Arrived> answers;
    bool pause = false;  // what is wanted now, not what was asked last
    bool stop = false;
    bool detach = false;
  };

  void put(Arrived arrived);
  void wantPause(bool pause);
  void wantStop();
  void wantDetach();
  void close();
  // Its owner wants the search to end, in whichever way.
  [[nodiscard]] bool endWanted() const;
  [[nodiscard]] bool detachWanted() const;

  // Everything that is there.
  Taken take();
  // Waits until there is an answer, a wish that differs from what was taken last, or the time is over.
  Taken wait(std::optional<std::chrono::milliseconds> atMost);

 private:
  Taken takeLocked();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Arrived> answers_;
  bool pause_ = false;
  bool stop_ = false;
  bool detach_ = false;
  bool closed_ = false;
  bool wishChanged_ = false;
};

}  // namespace kernelcast::search
