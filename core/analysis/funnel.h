// What became of a session's candidates, what the forecasts saved, and how the best kernel was found.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/domain/session.h"

namespace kernelcast::analysis {

struct FunnelStage {
  std::string_view key;       // "proposed"
  std::string_view title;     // on screen
  std::string_view filter;    // that chooses its rows, as core/domain/row_filter reads it; empty: all
  std::string_view sentence;  // what is counted
  bool ofPolicy = false;      // says something only where a policy ran
  std::optional<int> count;   // rows; none: not applicable
};
// proposed, forecast, trusted, deferred, skipped, spot checks, measured, correct, faster. Counts the rows
// that each filter chooses.
std::vector<FunnelStage> funnelOf(const SessionTable& table, std::span<const int> rows);

// What forecasts stood in for, and what they took. Of the whole session.
struct Savings {
  std::optional<int> evaluationsSaved;  // trusted and skipped candidates; none where no policy ran
  // Those times the mean GPU seconds of a measured one; none where GPU time was not recorded.
  std::optional<double> gpuSecondsSaved;
  int evaluations = 0;
  std::optional<double> gpuSeconds;
  std::optional<std::int64_t> tokens;
  std::optional<double> cost;
};
Savings savingsOf(const SessionSummary& summary);

struct BestPoint {
  int evaluations = 0;  // GPU evaluations of the task so far, failures counted
  double speedup = 0;   // the best S among them
  int row = 0;          // that has it, index into SessionTable::rows
};
struct BestSeries {
  int task = -1;                  // index into SessionTable::tasks
  int device = -1;                // index into devices
  int evaluations = 0;            // in all: the line goes on to here
  std::vector<BestPoint> points;  // one for each improvement
};
// Best measured speedup so far, for each task and device, in the order of candidate numbers: a table does not
// hold when each was measured. Rows that differ in their surrogate alone count once.
std::vector<BestSeries> bestSoFar(const SessionTable& table, std::span<const int> rows);

}  // namespace kernelcast::analysis
