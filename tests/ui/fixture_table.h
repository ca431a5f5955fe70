// A session of any size for tests of the window: several tasks, failures, unmeasured and unforecast rows.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "core/domain/session.h"

namespace kernelcast::tests {

// Its own generator: the standard's distributions differ between libraries, and counts in tests must not.
class FixtureRandom {
 public:
  explicit FixtureRandom(std::uint64_t seed) : state_(seed * 2654435769u + 88172645463325252u) {}
  // 0 <= x < 1
  double next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<double>(state_ >> 11) * 0x1.0p-53;
  }

 private:
  std::uint64_t state_;
};

inline std::shared_ptr<SessionTable> fixtureTable(int n, std::uint64_t seed = 1) {
  static constexpr std::array<const char*, 4> kTasks{"transpose", "row_softmax", "sgemm", "causal_conv1d"};
  static constexpr std::array<const char*, 6> kMoves{"tile_32",  "warp_per_row", "vec4",
                                                     "smem_pad", "unroll_8",     "async_copy"};
  FixtureRandom random(seed);
  auto table = std::make_shared<SessionTable>();
  SessionSummary& summary = table->summary;
  summary.id = "01J00000000000000000000000";
  summary.name = "fixture";
  summary.kind = SessionKind::Search;
  summary.state = SessionState::Finished;
  table->tasks.assign(kTasks.begin(), kTasks.end());
  table->devices = {"NVIDIA H200"};
  table->surrogates = {"fixture-model"};
  summary.tasks = table->tasks;
  summary.devices = table->devices;
  summary.surrogates = table->surrogates;
  summary.candidates = n;

  for (int i = 0; i < n; ++i) {
    CandidateRow row;
    // By (task, number), as every table is.
    const int perTask = (n + 3) / 4;
    row.task = i / std::max(1, perTask);
    row.number = i % std::max(1, perTask) + 1;
    row.device = 0;
    row.surrogate = 0;
    row.parent = row.number > 4 ? row.number / 2 : 0;
    row.name = std::string(kMoves[static_cast<std::size_t>(random.next() * kMoves.size())]) + "_v" +
               std::to_string(row.number);
    row.parentName = "reference";

    const double log2 = (random.next() + random.next() + random.next() - 1.4) * 2;
    const double forecastLog2 = std::clamp(log2 + (random.next() - 0.5) * 1.6, -2.5, 2.5);
    if (random.next() >= 0.04) {  // 4% without a forecast, some of them unreadable
      double sum = 0;
      for (int bin = 0; bin < kBinCount; ++bin) {
        const auto at = static_cast<std::size_t>(bin);
        row.probabilities[at] = std::exp(-std::pow((kBinCentresLog2[at] - forecastLog2) / 0.6, 2));
        sum += row.probabilities[at];
      }
      for (double& p : row.probabilities) p /= sum;
      row.predictedBin = argmaxBin(row.probabilities);
      row.rawProbabilitySum = 1;
      row.forecasts = 1;
      table->forecasts.push_back({i, 0, true, row.predictedBin, 1, row.probabilities});
      ++summary.forecasts;
    } else if (random.next() < 0.5) {
      row.unparsed = 1;
      table->forecasts.push_back({i, 0, false, 0, 0, uniformProbabilities()});
      ++summary.forecasts;
    }

    const double fate = random.next();
    if (fate < 0.04) {
      row.status = RowStatus::CompileFailed;
    } else if (fate < 0.1) {
      row.status = RowStatus::Incorrect;
    } else if (fate < 0.12) {
      row.status = RowStatus::TimedOut;
    } else if (fate < 0.2) {
      row.status = RowStatus::Skipped;
      row.verdict = Verdict::Skipped;
    } else if (fate < 0.22) {
      row.status = RowStatus::Infrastructure;
    } else {
      row.status = RowStatus::Ok;
      row.verdict = Verdict::Deferred;
      row.speedup = std::exp2(log2);
      row.speedupLow = row.speedup * (1 - 0.02 * random.next());
      row.speedupHigh = row.speedup * (1 + 0.02 * random.next());
      row.runs = 2;
      row.cases = 3;
      row.referenceUs = 120;
      row.runtimeUs = row.referenceUs / row.speedup;
      row.registers = 32 + static_cast<int>(random.next() * 96);
    }
    if (isMeasured(row.status)) ++summary.measured;
    if (row.status == RowStatus::Ok) ++summary.correct;
    if (row.verdict == Verdict::Skipped) ++summary.skipped;
    if (row.verdict == Verdict::Deferred) ++summary.deferred;
    table->rows.push_back(std::move(row));
  }
  return table;
}

inline std::vector<int> allRows(const SessionTable& table) {
  std::vector<int> rows(table.rows.size());
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

}  // namespace kernelcast::tests
