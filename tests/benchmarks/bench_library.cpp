// How long a library of 100,000 candidates takes to open, to list and to show. Not a test: it prints what it
// measured beside the limits of the design, on whatever machine it runs.
//   bench_library [FILE] [--candidates N] [--sessions N] [--runs N]
// FILE is made where it does not exist (by default in the folder for temporary files, and removed again).
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/domain/number_format.h"
#include "db/Library.h"
#include "tests/benchmarks/make_library.h"

namespace {

using namespace kernelcast;
using Clock = std::chrono::steady_clock;

struct Timing {
  std::string what;
  double limitMs = 0;  // 0: the design sets none
  std::vector<double> ms;
  std::vector<double> cpuMs;  // of this thread: what it would be on a machine that does nothing else
};

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double cpuMs() {
  timespec spent{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
  return static_cast<double>(spent.tv_sec) * 1e3 + static_cast<double>(spent.tv_nsec) / 1e6;
}

class Stopwatch {
 public:
  void into(Timing& timing) const {
    timing.ms.push_back(since(start_));
    timing.cpuMs.push_back(cpuMs() - cpu_);
  }

 private:
  Clock::time_point start_ = Clock::now();
  double cpu_ = cpuMs();
};

void print(Timing timing) {
  std::sort(timing.ms.begin(), timing.ms.end());
  std::sort(timing.cpuMs.begin(), timing.cpuMs.end());
  const double median = timing.ms[timing.ms.size() / 2];
  std::string verdict;
  if (timing.limitMs > 0) {
    verdict = fmt::format("limit {:.0f} ms: {}", timing.limitMs,
                          timing.ms.back() <= timing.limitMs ? "kept" : "BROKEN");
  }
  fmt::print("{:<44} {:>8.1f} ms, {:.1f} of it computing  ({:.1f} to {:.1f}, n = {})  {}\n", timing.what,
             median, timing.cpuMs[timing.cpuMs.size() / 2], timing.ms.front(), timing.ms.back(),
             timing.ms.size(), verdict);
}

double peakMiB() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
  }
  return 0;
}

// In a process of its own, so that its memory is not counted as the reader's.
bool makeInChild(const std::filesystem::path& file, const benchmarks::LibraryShape& shape) {
  const auto start = Clock::now();
  const pid_t child = ::fork();
  if (child == 0) {
    const auto made = benchmarks::makeLibrary(file, shape);
    if (!made) std::fprintf(stderr, "%s\n", made.error().message.c_str());
    ::_exit(made ? 0 : 1);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  fmt::print("made and imported in {:.1f} s\n", since(start) / 1000);
  return status == 0;
}

template <typename T>
T must(Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "%s\n", result.error().message.c_str());
  std::exit(1);
}

void measure(const std::filesystem::path& file, int runs) {
  Timing open{"open the library", 0, {}, {}};
  Timing list{"open and list all sessions", 500, {}, {}};
  Timing largest{"open a session: table()", 500, {}, {}};
  Timing detail{"select a row: detail()", 50, {}, {}};
  Timing cases{"heat map: caseTimes()", 500, {}, {}};
  Timing rare{"search: a kernel's own name", 50, {}, {}};
  Timing common{"search: a word in every source", 50, {}, {}};
  Timing shortest{"search: two letters, names only", 50, {}, {}};
  std::size_t rows = 0;
  std::size_t sessions = 0;
  for (int run = 0; run < runs; ++run) {
    const Stopwatch opening;
    const auto library = must(db::Library::open(file));
    opening.into(open);
    must(library->markInterrupted());
    auto reader = must(library->reader());
    const auto summaries = must(reader.sessions());
    opening.into(list);
    sessions = summaries.size();
    const auto& biggest =
        *std::max_element(summaries.begin(), summaries.end(),
                          [](const auto& a, const auto& b) { return a.candidates < b.candidates; });
    const Stopwatch loading;
    const SessionTable table = must(reader.table(biggest.id));
    loading.into(largest);
    rows = table.rows.size();
    const CandidateRow& row = table.rows[table.rows.size() / 2];
    const Stopwatch selecting;
    must(reader.detail(biggest.id, row.number, table.devices[0], table.surrogates[0]));
    selecting.into(detail);
    const Stopwatch timing;
    must(reader.caseTimes(biggest.id, table.tasks[0], table.devices[0]));
    timing.into(cases);
    const auto search = [&](Timing& timing, const std::string& text) {
      const Stopwatch searching;
      must(reader.searchText(text));
      searching.into(timing);
    };
    search(rare, fmt::format("softmax_0_{}(", row.number));
    search(common, "blockIdx");
    search(shortest, "99");
  }
  fmt::print("{} sessions, the largest with {} rows; {} on disk\n",
             formatCount(static_cast<std::int64_t>(sessions)), formatCount(static_cast<std::int64_t>(rows)),
             formatBytes(static_cast<double>(std::filesystem::file_size(file))));
  for (const Timing& timing : {open, list, largest, detail, cases, rare, common, shortest}) print(timing);
  fmt::print("peak memory {:.0f} MiB\n", peakMiB());
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Opens, lists and reads a large library");
  std::string file;
  benchmarks::LibraryShape shape;
  int runs = 5;
  app.add_option("file", file, "made where it does not exist");
  app.add_option("--candidates", shape.candidates)->check(CLI::Range(1, 10'000'000));
  app.add_option("--sessions", shape.smallSessions, "small sessions beside the large one")
      ->check(CLI::Range(0, 1'000'000));
  app.add_option("--runs", runs)->check(CLI::Range(1, 1000));
  CLI11_PARSE(app, argc, argv);

  const bool own = file.empty();
  const std::filesystem::path path =
      own ? std::filesystem::temp_directory_path() / fmt::format("bench-{}.kcast", ::getpid())
          : std::filesystem::path(file);
  if (!std::filesystem::exists(path) && !makeInChild(path, shape)) return 1;
  measure(path, runs);
  if (own) std::filesystem::remove(path);
  return 0;
}
