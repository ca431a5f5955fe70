// Every figure of a session in one call: what the page, the report and `stats` on the command line show.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/domain/session.h"
#include "core/domain/speedup_bin.h"
#include "core/stats/reliability.h"
#include "core/stats/selective.h"

namespace kernelcast::stats {

// A number with what it stands on. value is empty where the figure is undefined or not in this build.
struct Figure {
  std::optional<double> value;
  std::optional<double> low;  // 95% interval; empty where not asked or n is too small
  std::optional<double> high;
  int n = 0;         // rows (or pools, for ranking figures) behind it
  std::string note;  // why it is empty, or what was left out; may be empty
  int tasks = 0;     // tasks behind it, for ranking figures
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
  bool perPool;   // computed inside each pool, averaged inside tasks, then over tasks; n counts pools
  bool usesBins;  // depends on the labelling rule
};
// In the order of the command line: accuracy, within_one, brier, half_brier, rps, log_score, ece, mce, smece,
// kendall_tau_b, spearman, aurc, regret_at_10_percent.
std::span<const MetricInfo> metrics();
const MetricInfo* findMetric(std::string_view key);

struct SessionScores;

// Figures that stand beside one of metrics() and say what it is worth: smoothed, against a baseline, in other
// words.
struct CompanionInfo {
  std::string_view beside;  // key of the metric it is shown under
  MetricInfo metric;        // its own key, words and unit
  const Figure& (*figure)(const SessionScores& scores);
  bool ofUnreadable = false;  // the same as its metric where every forecast was read
};
// In the order of the metrics they stand beside; what says "the same" comes first among them.
std::span<const CompanionInfo> companions();

// Forecasts of which something is odd, counted over the n scored ones and left in every figure.
struct FlagInfo {
  std::string_view key;        // "not_argmax"
  std::string_view title;      // "Named another class than its most likely"
  std::string_view technical;  // "predicted bin is not the argmax"
  std::string_view sentence;
  int SessionScores::*count;
};
std::span<const FlagInfo> flags();

// One (task, device, surrogate) and its orders. Rows have a readable forecast.
struct PoolScores {
  int task = -1;  // indices into SessionTable::tasks, devices, surrogates
  int device = -1;
  int surrogate = -1;
  int working = 0;  // rows with S > 0: behind tau and Spearman
  int failed = 0;   // rows of failed candidates: with S = 0 in the pool of regret, out of the rest
  std::optional<double> kendallTauB;  // empty where an order is constant or fewer than two rows work
  std::optional<double> spearman;
  std::optional<Regret> regret;  // at 10%; empty where no kernel works
  // Rows of the table that regret is about: the best of the pool, and the best of those that are measured; -1
  // where there is no regret, and for the second where equal forecasts leave it to chance.
  int bestRow = -1;
  int foundRow = -1;
};

// Every forecast is in exactly one of n, failed, unmeasured, unparsed and excluded.
struct SessionScores {
  BinRule bins = BinRule::Prompt;
  int n = 0;           // scored rows: parsed forecasts with a measured speedup, repeats counted
  int failed = 0;      // forecasts of candidates that failed: no bin, beside the scores
  int unmeasured = 0;  // forecasts without a measurement yet
  int unparsed = 0;    // forecasts that could not be read
  int excluded = 0;    // probabilities that are no distribution (NaN, infinite), or an S that is a data error
  double parseRate = 0;  // of all forecasts; NaN where there is none
  int rightBin = 0;      // of n
  int withinOne = 0;     // of n
  int beyondScale = 0;   // of n: measured S outside 0.177..5.66
  int notArgmax = 0;     // of n: another bin than the named one has a larger probability
  int oddSum = 0;        // of n: raw probability sum outside 0.75..1.1
  std::map<std::string, Figure, std::less<>> figures;  // by metric key; every key of metrics() is present
  // confusion[predicted - 1][true - 1]
  std::array<std::array<int, kBinCount>, kBinCount> confusion{};
  std::vector<ReliabilityGroup> reliability;  // equal width, ten groups

  // brier, half_brier, rps and log_score with unreadable forecasts of working candidates scored as uniform.
  std::map<std::string, Figure, std::less<>> allRows;
  Figure logScoreSmoothed;       // log score of 0.98 p + 0.02 base rates
  Figure rpsSkill;               // 1 - RPS / RPS of forecasting the base rates; 1 is perfect, 0 no better
  Figure meanBinError;           // mean |predicted bin - true bin|
  BinProbabilities baseRates{};  // shares of the true bins over the scored rows; zero where there is none

  std::vector<PoolScores> pools;  // by (task, device, surrogate), those with a ranked and measured row
  int poolsWithoutWorking = 0;    // of pools
  int unranked = 0;  // measured kernels without a readable forecast, in no pool though their task has one
  Figure regretRandomOrder;  // regret_at_10_percent, measuring in random order, and in the perfect one
  Figure regretPerfectOrder;
};

// Pure; the order of rows changes nothing, to the last bit. `only`, where given, selects rows by index into
// SessionTable::rows; an empty span is "not given", so a selection that may be empty goes through scoreRows.
// O(n log n).
SessionScores scoreSession(const SessionTable& table, BinRule bins, std::span<const int> only = {});
SessionScores scoreRows(const SessionTable& table, BinRule bins, std::span<const int> rows);

// Fills rankForecast (by expected speedup, over all rows with a forecast) and rankMeasured (by S, over rows
// that have one) inside each (task, device, surrogate). Expected speedups are rounded to 1e-9 first; equal
// ones share the smaller rank. Other rows get 0. O(n log n).
void fillRanks(SessionTable& table);

// The measured intervals of two kernels overlap: noise cannot tell them apart. Where no interval is known the
// point value stands for it.
bool intervalsOverlap(const CandidateRow& faster, const CandidateRow& slower);

// A pair that the forecast put in the wrong order.
struct WrongOrderPair {
  int faster = 0;  // index into rows: measured faster, forecast slower
  int slower = 0;
  double costLog2 = 0;  // |log2(S_faster / S_slower)|
  double probabilityFaster =
      0;  // the forecast's own P(faster beats slower), below 0.5 where it was sure of the opposite
  bool withinNoise = false;  // intervals overlap
};
// Costliest first, then most confident; inside (task, device, surrogate), over working candidates with a
// forecast.
struct WrongOrderPairs {
  std::vector<WrongOrderPair> pairs;
  std::int64_t total = 0;     // wrong-order pairs
  std::int64_t compared = 0;  // pairs compared, ties in either left out
};
// O(n log n + limit log n): pairs are counted by inversions, and the costliest are drawn one by one from n
// ordered lists that are never written out. Where more than 65,536 pairs share the cost of the last one
// returned, which of them is returned is decided among the first 65,536, those furthest apart in forecast
// speedup.
WrongOrderPairs wrongOrderPairs(const SessionTable& table, std::size_t limit = 100);
// The same among the given rows.
WrongOrderPairs wrongOrderPairs(const SessionTable& table, std::size_t limit, std::span<const int> rows);

}  // namespace kernelcast::stats
