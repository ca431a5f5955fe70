// How long a library of 100,000 candidates takes to open, to list and to show. Not a test: it prints what it
// measured beside the limits of the design, on whatever machine it runs.
//   bench_library [FILE] [--candidates N] [--sessions N] [--runs N]
// FILE is made where it does not exist (by default in the folder for temporary files, and removed again).
#include <algorithm>
#include <cstdio>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "core/domain/number_format.h"
#include "db/Library.h"
#include "tests/benchmarks/make_library.h"
#include "tests/benchmarks/timing.h"

namespace {

using namespace kernelcast;
using benchmarks::Stopwatch;
using benchmarks::Timing;

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
  for (const Timing& timing : {open, list, largest, detail, cases, rare, common, shortest}) {
    benchmarks::print(timing);
  }
  fmt::print("peak memory {:.0f} MiB\n", benchmarks::memoryMiB("VmHWM"));
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
  if (!std::filesystem::exists(path) && !benchmarks::makeLibraryInChild(path, shape)) return 1;
  measure(path, runs);
  if (own) std::filesystem::remove(path);
  return 0;
}
