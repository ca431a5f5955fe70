#include "core/search/policy.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/domain/forecast.h"

namespace kernelcast::search {

namespace {

double expectedBin(const BinProbabilities& p, double /*incumbent*/) {
  double sum = 0;
  for (std::size_t k = 0; k < p.size(); ++k) sum += static_cast<double>(k + 1) * p[k];
  return sum;
}

double expectedLogSpeedup(const BinProbabilities& p, double /*incumbent*/) { return expectedLog2Speedup(p); }

// P(S > incumbent), with the mass of a class spread evenly over log S between its edges.
double beatsIncumbent(const BinProbabilities& p, double incumbent) {
  const double target = std::log2(incumbent);
  double sum = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    // The open classes end half an octave beyond their centre.
    const double low = k == 0 ? kBinCentresLog2.front() - 0.5 : std::log2(kBinEdges[k - 1]);
    const double high = k + 1 == p.size() ? kBinCentresLog2.back() + 0.5 : std::log2(kBinEdges[k]);
    sum += p[k] * std::clamp((high - target) / (high - low), 0.0, 1.0);
  }
  return sum;
}

constexpr std::array<RankRuleInfo, 3> kRankRules{{
    {"expected_log_speedup", "expected log speedup",
     "Ranks by the mean of log2 S under the forecast: the size of a gain counts.", expectedLogSpeedup},
    {"expected_bin", "expected class", "Ranks by the mean speed class under the forecast.", expectedBin},
    {"beats_incumbent", "chance to beat the best",
     "Ranks by the forecast probability of being faster than the best kernel measured before this step.",
     beatsIncumbent},
}};

using Judged = ParentJudged::Judged;

std::vector<Judged> judgeStandard(std::span<const SlotState> samples, const SearchState& /*state*/,
                                  const SearchConfig& /*config*/) {
  std::vector<Judged> verdicts;
  for (const SlotState& sample : samples) verdicts.push_back({sample.slot, Verdict::Deferred, std::nullopt});
  return verdicts;
}

int evaluateAll(int audits, int others, const SearchConfig& /*config*/) { return audits + others; }

std::vector<Judged> judgeTopK(std::span<const SlotState> samples, const SearchState& state,
                              const SearchConfig& config) {
  const auto rules = rankRules();
  const auto rule = std::find_if(rules.begin(), rules.end(),
                                 [&](const RankRuleInfo& info) { return info.key == config.policy.rank; });
  std::vector<Judged> verdicts;
  std::vector<std::size_t> ranked;
  for (const SlotState& sample : samples) {
    Judged judged{sample.slot, Verdict::Skipped, std::nullopt};
    if (sample.probabilities && rule != rules.end()) {
      judged.score = std::round(rule->score(*sample.probabilities, state.incumbent) * 1e9) / 1e9;
    }
    if (sample.audit) judged.verdict = Verdict::Audit;
    else ranked.push_back(verdicts.size());
    verdicts.push_back(judged);
  }
  // Stable over slot order, so equal scores and samples without a forecast keep it.
  std::stable_sort(ranked.begin(), ranked.end(), [&](std::size_t a, std::size_t b) {
    const auto& first = verdicts[a].score;
    const auto& second = verdicts[b].score;
    return first && (!second || *first > *second);
  });
  const std::size_t deferred =
      std::min(ranked.size(), static_cast<std::size_t>(std::max(0, config.policy.k)));
  for (std::size_t i = 0; i < deferred; ++i) verdicts[ranked[i]].verdict = Verdict::Deferred;
  return verdicts;
}

int evaluateTopK(int audits, int others, const SearchConfig& config) {
  return audits + std::min(others, std::max(0, config.policy.k));
}

constexpr std::array<PolicyInfo, 6> kPolicies{{
    {.key = "standard",
     .title = "Measure everything",
     .sentence = "Every kernel is measured and no forecast is asked for: the baseline at an equal budget.",
     .usesSurrogate = false,
     .mayTrust = false,
     .ranksSamples = false,
     .needsThreshold = false,
     .modelMayDefer = false,
     .inBuild = true,
     .judge = judgeStandard,
     .worstCaseEvaluations = evaluateAll},
    {.key = "top-k",
     .title = "Measure the k best",
     .sentence =
         "The k best forecasts of each parent are measured and the rest is skipped; random spot checks "
         "come on top.",
     .usesSurrogate = true,
     .mayTrust = false,
     .ranksSamples = true,
     .needsThreshold = false,
     .modelMayDefer = false,
     .inBuild = true,
     .judge = judgeTopK,
     .worstCaseEvaluations = evaluateTopK},
    {.key = "threshold",
     .title = "Trust confident forecasts",
     .sentence = "A forecast that is confident enough stands in for a measurement; the others are measured.",
     .usesSurrogate = true,
     .mayTrust = true,
     .ranksSamples = false,
     .needsThreshold = true,
     .modelMayDefer = false,
     .inBuild = false,
     .judge = nullptr,
     .worstCaseEvaluations = evaluateAll},
    {.key = "native",
     .title = "Let the model decide",
     .sentence = "The model itself chooses between giving a forecast and asking for a measurement.",
     .usesSurrogate = true,
     .mayTrust = true,
     .ranksSamples = false,
     .needsThreshold = false,
     .modelMayDefer = true,
     .inBuild = false,
     .judge = nullptr,
     .worstCaseEvaluations = evaluateAll},
    {.key = "certified",
     .title = "Trust with a guarantee",
     .sentence =
         "As with confident forecasts, at a threshold whose error is certified; until there is one, all "
         "are measured.",
     .usesSurrogate = true,
     .mayTrust = true,
     .ranksSamples = false,
     .needsThreshold = false,
     .modelMayDefer = false,
     .inBuild = false,
     .judge = nullptr,
     .worstCaseEvaluations = evaluateAll},
    {.key = "shadow",
     .title = "Measure everything, compare policies",
     .sentence = "Every kernel is measured, and what each other policy would have saved and lost is written "
                 "beside it.",
     .usesSurrogate = true,
     .mayTrust = false,
     .ranksSamples = false,
     .needsThreshold = false,
     .modelMayDefer = false,
     .inBuild = false,
     .judge = nullptr,
     .worstCaseEvaluations = evaluateAll},
}};

}  // namespace

std::span<const RankRuleInfo> rankRules() { return kRankRules; }
std::span<const PolicyInfo> policies() { return kPolicies; }

const PolicyInfo* findPolicy(std::string_view key) {
  const auto* found = std::find_if(kPolicies.begin(), kPolicies.end(),
                                   [&](const PolicyInfo& policy) { return policy.key == key; });
  return found == kPolicies.end() ? nullptr : found;
}

}  // namespace kernelcast::search
