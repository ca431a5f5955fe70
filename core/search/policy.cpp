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

int evaluateAll(std::span<const StepStarted::Admitted> samples, const SearchConfig& /*config*/) {
  return static_cast<int>(samples.size());
}

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

int evaluateTopK(std::span<const StepStarted::Admitted> samples, const SearchConfig& config) {
  const auto audits =
      std::count_if(samples.begin(), samples.end(), [](const auto& sample) { return sample.audit; });
  const auto others = static_cast<std::ptrdiff_t>(samples.size()) - audits;
  return static_cast<int>(audits + std::min<std::ptrdiff_t>(others, std::max(0, config.policy.k)));
}

constexpr std::array<PolicyInfo, 6> kPolicies{{
    {"standard", "Measure everything",
     "Every kernel is measured and no forecast is asked for: the baseline at an equal budget.", false, false,
     true, judgeStandard, evaluateAll},
    {"top-k", "Measure the k best",
     "The k best forecasts of each parent are measured and the rest is skipped; random spot checks come on "
     "top.",
     true, false, true, judgeTopK, evaluateTopK},
    {"threshold", "Trust confident forecasts",
     "A forecast that is confident enough stands in for a measurement; the others are measured.", true, true,
     false, nullptr, evaluateAll},
    {"native", "Let the model decide",
     "The model itself chooses between giving a forecast and asking for a measurement.", true, true, false,
     nullptr, evaluateAll},
    {"certified", "Trust with a guarantee",
     "As with confident forecasts, at a threshold whose error is certified; until there is one, all are "
     "measured.",
     true, true, false, nullptr, evaluateAll},
    {"shadow", "Measure everything, compare policies",
     "Every kernel is measured, and what each other policy would have saved and lost is written beside it.",
     true, false, false, nullptr, evaluateAll},
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
