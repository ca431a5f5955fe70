// Every figure of a session in one call: what the page, the report and `stats` on the command line show.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/domain/session.h"
#include "core/domain/speedup_bin.h"

namespace kernelcast::stats {

// A number with what it stands on. value is empty where the figure is undefined or not in this build.
struct Figure {
  std::optional<double> value;
  std::optional<double> low;   // 95% interval; empty where not asked or n is too small
  std::optional<double> high;
  int n = 0;                   // rows (or pools, for ranking figures) behind it
  std::string note;            // why it is empty, or what was left out; may be empty
};

enum class MetricUnit { Share, Score, Correlation };

// The one list of figures: keys of the command line's JSON, titles of the screen, sources of the formulas.
struct MetricInfo {
  std::string_view key;        // "rps"
  std::string_view title;      // "Forecast error (RPS, 0 is perfect)"
  std::string_view technical;  // "ranked probability score"
  std::string_view sentence;   // one sentence with the formula's source
  MetricUnit unit;
  bool lowerIsBetter;
  bool perPool;                // computed inside each task and averaged; n counts tasks
  bool usesBins;               // depends on the labelling rule
};
// In the order of the command line: accuracy, within_one, brier, half_brier, rps, log_score, ece, mce, smece,
// kendall_tau_b, spearman, aurc, regret_at_10_percent.
std::span<const MetricInfo> metrics();
const MetricInfo* findMetric(std::string_view key);

// One bar of the top-label reliability diagram. Empty groups are absent.
struct ReliabilityGroup {
  double low = 0;             // bounds of the group's confidence
  double high = 0;
  double meanConfidence = 0;  // never the group's middle
  double accuracy = 0;        // share of right speed classes
  int n = 0;
  std::vector<int> forecasts;  // indices into SessionTable::forecasts
};

struct SessionScores {
  BinRule bins = BinRule::Prompt;
  int n = 0;            // scored rows: parsed forecasts with a measured speedup, repeats counted
  int failed = 0;       // forecasts of candidates that failed: no bin, beside the scores
  int unmeasured = 0;   // forecasts without a measurement yet
  int unparsed = 0;     // forecasts that could not be read
  int excluded = 0;     // NaN or infinite, counted and left out
  double parseRate = 0; // of all forecasts; NaN where there is none
  int rightBin = 0;     // of n
  int withinOne = 0;    // of n
  int beyondScale = 0;  // measured S outside 0.177..5.66
  std::map<std::string, Figure, std::less<>> figures;  // by metric key; every key of metrics() is present
  // confusion[predicted - 1][true - 1]
  std::array<std::array<int, kBinCount>, kBinCount> confusion{};
  std::vector<ReliabilityGroup> reliability;  // equal width, ten groups
};

// Pure; the order of rows changes nothing. `only`, where given, selects rows by index into SessionTable::rows.
SessionScores scoreSession(const SessionTable& table, BinRule bins, std::span<const int> only = {});

// Fills rankForecast (by expected speedup, over all rows with a forecast) and rankMeasured (by S, over rows that have
// one) inside each (task, device, surrogate). Scores are rounded to 1e-9 first; equal ones share the smaller rank.
void fillRanks(SessionTable& table);

// A pair that the forecast put in the wrong order.
struct WrongOrderPair {
  int faster = 0;  // index into rows: measured faster, forecast slower
  int slower = 0;
  double costLog2 = 0;             // |log2(S_faster / S_slower)|
  double probabilityFaster = 0;    // the forecast's own P(faster beats slower), below 0.5 where it was sure of the opposite
  bool withinNoise = false;        // intervals overlap
};
// Costliest first, then most confident; inside (task, device, surrogate). At most `limit`; total in `total`.
struct WrongOrderPairs {
  std::vector<WrongOrderPair> pairs;
  std::int64_t total = 0;     // wrong-order pairs
  std::int64_t compared = 0;  // pairs compared, ties in either left out
};
WrongOrderPairs wrongOrderPairs(const SessionTable& table, std::size_t limit = 100);

}  // namespace kernelcast::stats
