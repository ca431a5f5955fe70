// Which of a parent's samples are measured, trusted or skipped: one table of policies for engine, dialog,
// command line.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/search/state.h"

namespace kernelcast::search {

struct RankRuleInfo {
  std::string_view key;    // "expected_log_speedup"
  std::string_view title;  // "expected log speedup"
  std::string_view sentence;
  // incumbent: best measured S so far, at least 1.
  double (*score)(const BinProbabilities& p, double incumbent);
};
// expected_bin, expected_log_speedup, beats_incumbent.
std::span<const RankRuleInfo> rankRules();

struct PolicyInfo {
  std::string_view key;       // "top-k"
  std::string_view title;     // on the card
  std::string_view sentence;  // what it does, for the dialog
  bool usesSurrogate;
  bool mayTrust;        // so that leaders must be verified
  bool ranksSamples;    // measures the best `k` of a parent's samples by `rank`
  bool needsThreshold;  // means nothing without `tau`
  bool modelMayDefer;   // the model is offered the GPU beside the forecast
  bool inBuild;         // false: listed, and refused with "not in this build yet"
  // Verdicts for all samples of one parent, in slot order. Samples that never reached a forecast (failed
  // mutation, compile failure) are not among them.
  std::vector<ParentJudged::Judged> (*judge)(std::span<const SlotState> samples, const SearchState& state,
                                             const SearchConfig& config);
  // The most GPU evaluations that one parent's samples may cost, by the number whose audit coin fell and of
  // the others.
  int (*worstCaseEvaluations)(int audits, int others, const SearchConfig& config);
};
// standard, top-k, threshold, native, certified, shadow.
std::span<const PolicyInfo> policies();
const PolicyInfo* findPolicy(std::string_view key);

}  // namespace kernelcast::search
