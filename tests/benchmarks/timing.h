// What benchmarks share: a stopwatch, a line for each figure beside its limit, the memory of the process.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace kernelcast::benchmarks {

struct Timing {
  std::string what;
  double limitMs = 0;  // 0: the design sets none
  std::vector<double> ms;
  std::vector<double>
      cpuMs;  // of the thread that waits: what it would be on a machine that does nothing else
};

class Stopwatch {
 public:
  [[nodiscard]] double ms() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  }
  [[nodiscard]] double cpuMs() const { return cpuNow() - cpu_; }  // of this thread
  void into(Timing& timing) const {
    timing.ms.push_back(ms());
    timing.cpuMs.push_back(cpuMs());
  }

 private:
  static double cpuNow() {
    timespec spent{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return static_cast<double>(spent.tv_sec) * 1e3 + static_cast<double>(spent.tv_nsec) / 1e6;
  }
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double cpu_ = cpuNow();
};

// A limit holds where every run keeps it.
inline void print(Timing timing) {
  if (timing.ms.empty()) {
    fmt::print("{:<44} not measured\n", timing.what);
    return;
  }
  std::sort(timing.ms.begin(), timing.ms.end());
  std::sort(timing.cpuMs.begin(), timing.cpuMs.end());
  std::string verdict;
  if (timing.limitMs > 0) {
    verdict = fmt::format("limit {:.0f} ms: {}", timing.limitMs,
                          timing.ms.back() <= timing.limitMs ? "kept" : "BROKEN");
  }
  fmt::print("{:<44} {:>8.1f} ms, {:.1f} of it computing  ({:.1f} to {:.1f}, n = {})  {}\n", timing.what,
             timing.ms[timing.ms.size() / 2], timing.cpuMs[timing.cpuMs.size() / 2], timing.ms.front(),
             timing.ms.back(), timing.ms.size(), verdict);
  std::fflush(stdout);
}

// A line of /proc/self/status, "VmHWM" for the most there was, "VmRSS" for what there is; 0 where it has
// none.
inline double memoryMiB(const char* line) {
  std::ifstream status("/proc/self/status");
  const std::string wanted = std::string(line) + ':';
  for (std::string text; std::getline(status, text);) {
    if (text.starts_with(wanted)) return std::stod(text.substr(wanted.size())) / 1024;
  }
  return 0;
}

}  // namespace kernelcast::benchmarks
