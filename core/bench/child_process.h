// Runs a program by its argument list, never through a shell, within limits, and reads all it says.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/domain/result.h"

namespace kernelcast::bench {

struct ChildLimits {
  std::chrono::milliseconds deadline{60'000};
  std::size_t outputBytes = std::size_t{64} << 20U;  // of standard output and error, each
  std::uint64_t memoryBytes = 0;                     // of address space; 0: no limit
  unsigned cpuSeconds = 0;                           // 0: no limit
};

struct ChildEnd {
  enum class How { Exited, Signalled, TimedOut, TooMuchOutput, Cancelled };
  How how = How::Exited;
  int code = 0;  // of Exited; the signal of Signalled
  std::string out;
  std::string err;
};

// The program and all that it started are gone when this returns, and die with the calling thread. Its
// standard input holds `input`, then ends. An error where it could not be started, with the system's words.
Result<ChildEnd> runChild(const std::vector<std::string>& arguments, std::string_view input,
                          const ChildLimits& limits, const std::stop_token& stop = {});

}  // namespace kernelcast::bench
