// What the engine costs where providers answer at once, on a store in memory and on a library with every
// event durable. Not a test: it prints what it measured beside the limits of the design, on whatever machine
// it runs.
//   bench_engine [--events N] [--block N] [--memory-only]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "core/domain/ulid.h"
#include "core/search/driver.h"
#include "db/Library.h"
#include "tests/search/MemoryStore.h"
#include "tests/search/scripted_providers.h"

namespace {

using namespace kernelcast;
using namespace kernelcast::search;
using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Of this process: what others do on the machine does not count.
double cpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// A place to keep events, made anew for each measurement.
struct Place {
  std::string name;
  std::function<std::unique_ptr<EventStore>()> make;
};

// A library in a file of its own, which goes with it.
class FileStore final : public EventStore {
 public:
  FileStore() {
    file_ =
        std::filesystem::temp_directory_path() / fmt::format("bench_engine_{}_{}.kcast", ::getpid(), ++made_);
    auto library = db::Library::open(file_);
    if (!library) throw std::runtime_error(library.error().message);
    library_ = std::move(*library);
  }
  ~FileStore() override {
    library_.reset();
    for (const char* suffix : {"", "-wal", "-shm"}) {
      std::error_code ignored;
      std::filesystem::remove(file_.string() + suffix, ignored);
    }
  }
  Result<void> create(const SessionId& id, const Event& started) override {
    return store().create(id, started);
  }
  Result<OpenedSearch> open(const SessionId& id) override { return store().open(id); }
  Result<void> append(const SessionId& id, std::span<const Event> events, std::span<const LedgerEntry> ledger,
                      const WhileLocked& whileLocked) override {
    return store().append(id, events, ledger, whileLocked);
  }
  Result<std::string> kernelSource(const std::string& hash) override { return store().kernelSource(hash); }
  void release(const SessionId& id) override { store().release(id); }

 private:
  EventStore& store() { return library_->eventStore(); }
  static inline int made_ = 0;
  std::filesystem::path file_;
  std::unique_ptr<db::Library> library_;
};

// Notes when each block of events was complete, and leaves after the last.
class BlockTimer final : public Observer {
 public:
  BlockTimer(std::int64_t block, std::int64_t most) : block_(block), most_(most) {}
  void onCommitted(const SessionId& /*session*/, std::span<const Event> events,
                   const SearchProgress& /*progress*/) override {
    if (events.empty()) return;
    const std::int64_t seq = events.back().seq;
    ++commits;
    last = seq;
    if (seq / block_ > static_cast<std::int64_t>(blocks.size())) {
      const std::int64_t counted = seq - begunAt_;
      blocks.push_back({secondsSince(begun_) / static_cast<double>(counted),
                        (cpuSeconds() - cpuBegun_) / static_cast<double>(counted)});
      begunAt_ = seq;
      begun_ = Clock::now();
      cpuBegun_ = cpuSeconds();
    }
    if (most_ > 0 && seq >= most_ && leave) leave();
  }
  void onEnded(const SearchProgress& /*progress*/, const std::optional<Error>& error) override {
    if (error) std::fprintf(stderr, "%s\n", error->message.c_str());
  }
  std::function<void()> leave;
  struct Block {
    double wall = 0;  // seconds an event
    double cpu = 0;   // of all threads
  };
  std::vector<Block> blocks;
  std::int64_t commits = 0;
  std::int64_t last = 0;

 private:
  std::int64_t block_;
  std::int64_t most_;
  std::int64_t begunAt_ = 0;
  Clock::time_point begun_ = Clock::now();
  double cpuBegun_ = cpuSeconds();
};

SessionStarted eightSeeds(SearchConfig config) {
  config.task = "made_up";
  config.recorded.session = "none";
  config.policy.name = "top-k";
  config.policy.auditShare = 0;
  SessionStarted started;
  started.config = std::move(config);
  for (int i = 0; i < 8; ++i) {
    const std::string source = fmt::format("// seed {}\n", i);
    started.seeds.push_back({fmt::format("seed_{}", i), sha256Hex(source), source, 1 + 0.01 * i});
  }
  return started;
}

struct Ran {
  SearchProgress progress;
  double seconds = 0;
};

Ran run(EventStore& store, BlockTimer& timer, SessionStarted started, test::Script script) {
  test::ScriptedProviders providers(std::move(script));
  SearchDriver driver(store, providers.providers(), timer);
  timer.leave = [&] { driver.detach(); };
  const auto start = Clock::now();
  if (const auto running = driver.start(newUlid(), std::move(started)); !running) {
    throw std::runtime_error(running.error().message);
  }
  Ran ran{driver.wait(), 0};
  ran.seconds = secondsSince(start);
  timer.leave = {};
  return ran;
}

void candidatesAndEvaluations(const Place& place) {
  constexpr double kLimit = 3;
  SearchConfig config;
  config.steps = 1000;
  config.parents = 8;
  config.samples = 16;
  config.policy.k = 4;
  config.budgets.mutations = 1280;
  config.budgets.gpuEvaluations = 320;
  test::Script script;
  script.maxInFlight = 16;
  const auto store = place.make();
  BlockTimer timer(1'000'000, 0);
  const Ran ran = run(*store, timer, eightSeeds(config), script);
  fmt::print("{:<18} {} candidates, {} evaluations, {} events in {} commits: {:.3f} s  limit {:.0f} s: {}\n",
             place.name, ran.progress.counts.proposed, ran.progress.spent.gpuEvaluations, timer.last,
             timer.commits, ran.seconds, kLimit, ran.seconds <= kLimit ? "kept" : "BROKEN");
}

void timePerEvent(const Place& place, std::int64_t events, std::int64_t block) {
  // Flat: no block may cost the processor half as much again as the second, the first one warming up.
  constexpr double kLimit = 1.5;
  SearchConfig config;
  config.steps = 1'000'000;
  config.parents = 4;
  config.samples = 8;
  config.policy.k = 2;
  test::Script script;
  script.mutationFails = 0.02;
  script.compileFails = 0.05;
  script.forecastMissing = 0.02;
  script.wrongResult = 0.05;
  script.maxInFlight = 16;
  const auto store = place.make();
  BlockTimer timer(block, events);
  const Ran ran = run(*store, timer, eightSeeds(config), script);
  fmt::print("{:<18} {} events, {} candidates, {} steps: {:.2f} s\n", place.name, timer.last,
             ran.progress.counts.proposed, ran.progress.step, ran.seconds);
  const double base = timer.blocks.at(timer.blocks.size() > 1 ? 1 : 0).cpu;
  for (std::size_t i = 0; i < timer.blocks.size(); ++i) {
    const auto& took = timer.blocks[i];
    const double ratio = took.cpu / base;
    fmt::print(
        "{:<18} up to event {:>7}: {:>6.1f} us an event, {:>6.1f} us of the processor's, {:.2f} of the "
        "second "
        "block's  limit {:.1f}: {}\n",
        place.name, static_cast<std::int64_t>(i + 1) * block, took.wall * 1e6, took.cpu * 1e6, ratio, kLimit,
        i == 0 || ratio <= kLimit ? "kept" : "BROKEN");
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Times the search engine with providers that answer at once.");
  std::int64_t events = 100'000;
  std::int64_t block = 10'000;
  bool memoryOnly = false;
  app.add_option("--events", events, "how many events the long search has");
  app.add_option("--block", block, "events that are timed together");
  app.add_flag("--memory-only", memoryOnly, "leave the library out");
  CLI11_PARSE(app, argc, argv);

  std::vector<Place> places{{"memory", [] {
                               auto store = std::make_unique<test::MemoryStore>();
                               store->encodes = false;
                               return store;
                             }}};
  if (!memoryOnly) places.push_back({"library, durable", [] { return std::make_unique<FileStore>(); }});
  try {
    for (const Place& place : places) {
      candidatesAndEvaluations(place);
      timePerEvent(place, events, block);
    }
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
  return 0;
}
