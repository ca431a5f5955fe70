// How long the analysis of a session of 100,000 rows takes. Not a test: it prints what it measured beside the
// limits of the design, on whatever machine it runs.
//   bench_analysis [--candidates N] [--runs N]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <random>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "core/analysis/cases_grid.h"
#include "core/analysis/funnel.h"
#include "core/analysis/misranks.h"
#include "core/analysis/miss_facts.h"
#include "core/stats/pools.h"
#include "tests/benchmarks/timing.h"

namespace {

using namespace kernelcast;

constexpr double kLimitMs = 100;
constexpr int kCases = 6;

// One task, device and surrogate: the largest pool there can be. Forecasts know something of the truth; a
// tenth fails, a third was skipped.
SessionTable makeTable(int candidates) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  SessionTable table;
  table.tasks = {"task"};
  table.devices = {"device"};
  table.surrogates = {"surrogate"};
  for (int i = 0; i < candidates; ++i) {
    CandidateRow row;
    row.number = i + 1;
    row.task = row.device = row.surrogate = 0;
    const double truth = normal(random);
    const double guess = truth + normal(random);
    double sum = 0;
    for (std::size_t k = 0; k < row.probabilities.size(); ++k) {
      const double off = kBinCentresLog2[k] - guess;
      sum += row.probabilities[k] = std::exp(-off * off);
    }
    for (double& p : row.probabilities) p /= sum;
    row.forecasts = 1;
    row.predictedBin = argmaxBin(row.probabilities);
    row.rawProbabilitySum = 1;
    row.runs = 1;
    const auto kind = random() % 30;
    row.verdict = kind < 10 ? Verdict::Skipped : Verdict::Deferred;
    row.status = kind < 10 ? RowStatus::Skipped : kind < 13 ? RowStatus::Incorrect : RowStatus::Ok;
    if (row.status == RowStatus::Skipped) row.runs = 0;
    if (row.status == RowStatus::Ok) {
      row.speedup = std::exp2(truth);
      row.speedupLow = row.speedup * 0.98;
      row.speedupHigh = row.speedup * 1.02;
    }
    table.rows.push_back(row);
  }
  return table;
}

CaseTimes makeTimes(const SessionTable& table) {
  CaseTimes times;
  for (int column = 0; column < kCases; ++column) times.columns.push_back({std::to_string(column), {}});
  for (const CandidateRow& row : table.rows) {
    for (int column = 0; row.hasSpeedup() && column < kCases; ++column) {
      times.times.push_back({row.number, column, 100 / row.speedup, 100.0 + column});
    }
  }
  return times;
}

void measure(const std::string& what, int runs, const std::function<std::string()>& work) {
  benchmarks::Timing timing{what, kLimitMs, {}, {}};
  std::string found;
  for (int run = 0; run < runs; ++run) {
    const benchmarks::Stopwatch working;
    found = work();
    working.into(timing);
  }
  benchmarks::print(timing);
  fmt::print("    {}\n", found);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Times of the analysis of one large session"};
  int candidates = 100'000;
  int runs = 5;
  app.add_option("--candidates", candidates)->check(CLI::PositiveNumber);
  app.add_option("--runs", runs)->check(CLI::PositiveNumber);
  CLI11_PARSE(app, argc, argv);

  const SessionTable table = makeTable(candidates);
  const CaseTimes times = makeTimes(table);
  const std::vector<int> rows = stats::allRows(table);
  fmt::print("n = {} candidates in one pool, {} runs each, {} cores\n", candidates, runs,
             std::thread::hardware_concurrency());
  measure("misranks, 500 listed", runs, [&] {
    const auto found = analysis::misranks(table, rows);
    return fmt::format("{} wrong-order pairs, list {}", found.wrongOrder,
                       found.complete ? "complete" : "of the costliest");
  });
  measure("skipped near the cut", runs,
          [&] { return fmt::format("{} listed", analysis::skippedNearCut(table, rows).size()); });
  const auto working = std::find_if(rows.begin() + candidates / 2, rows.end(), [&](int row) {
    return table.rows[static_cast<std::size_t>(row)].hasSpeedup();
  });
  const int selected = working == rows.end() ? 0 : *working;
  measure("what is known of one row", runs, [&] {
    return fmt::format("{} sentences",
                       analysis::missFacts(table, selected, {BinRule::Prompt, {}, {}, rows}).size());
  });
  measure("funnel", runs, [&] { return fmt::format("{} stages", analysis::funnelOf(table, rows).size()); });
  measure("best so far", runs, [&] {
    const auto series = analysis::bestSoFar(table, rows);
    return fmt::format("{} improvements", series.empty() ? 0 : series.front().points.size());
  });
  measure("cases by kernels", runs, [&] {
    return fmt::format("{} cells", analysis::casesGrid(table, rows, 0, 0, times).speedups.size());
  });
  return 0;
}
