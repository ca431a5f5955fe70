#include "core/search/estimate.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "core/search/policy.h"

namespace kernelcast::search {

namespace {

// Of one parent's samples: the best k, and each other one with the chance of a spot check.
double measuredOfParent(const SearchConfig& config, const PolicyInfo& policy) {
  const double samples = config.samples;
  if (!policy.usesSurrogate) return samples;
  if (policy.key == "top-k") {
    // Coins fall before ranks are known; audits are measured beside the k.
    const double audits = samples * config.policy.auditShare;
    return std::min(samples, std::min<double>(config.policy.k, samples - audits) + audits);
  }
  return samples;  // what it trusts is not known before it runs
}

}  // namespace

SearchEstimate estimateOf(const SearchConfig& config, std::optional<int> recordedCandidates) {
  SearchEstimate estimate;
  const PolicyInfo* policy = findPolicy(config.policy.name);
  if (policy == nullptr || config.samples < 1) return estimate;
  const std::int64_t slots = std::int64_t{config.steps} * config.parents * config.samples;
  std::int64_t candidates = std::min<std::int64_t>(slots, 1'000'000'000);
  if (recordedCandidates) candidates = std::min<std::int64_t>(candidates, *recordedCandidates);
  if (config.budgets.mutations) candidates = std::min(candidates, *config.budgets.mutations);
  if (policy->usesSurrogate && config.budgets.forecasts)
    candidates = std::min(candidates, *config.budgets.forecasts);
  double evaluations = static_cast<double>(candidates) * measuredOfParent(config, *policy) / config.samples;
  if (config.budgets.gpuEvaluations && evaluations > static_cast<double>(*config.budgets.gpuEvaluations)) {
    // The budget ends the search; what came before it keeps its proportion.
    const double share = static_cast<double>(*config.budgets.gpuEvaluations) / evaluations;
    evaluations = static_cast<double>(*config.budgets.gpuEvaluations);
    candidates = static_cast<std::int64_t>(std::floor(static_cast<double>(candidates) * share));
  }
  estimate.candidates = static_cast<int>(candidates);
  estimate.forecasts = policy->usesSurrogate ? estimate.candidates : 0;
  estimate.evaluations = evaluations;
  estimate.evaluationsOfAll = estimate.candidates;
  const double delay = (config.recorded.delayMsLow + config.recorded.delayMsHigh) / 2e3;
  if (delay > 0) {
    const double perStep = std::int64_t{config.parents} * config.samples;
    const double steps = std::ceil(estimate.candidates / perStep);
    const double waves = std::ceil(perStep / std::max(1, config.recorded.maxInFlight));
    const double stages = policy->usesSurrogate ? 4 : 3;  // written, compiled, forecast, measured
    estimate.wallSeconds = steps * waves * stages * delay;
  }
  return estimate;
}

std::string savingSentence(const SearchConfig& config, const SearchEstimate& estimate) {
  const PolicyInfo* policy = findPolicy(config.policy.name);
  if (policy == nullptr) return {};
  if (!policy->usesSurrogate) {
    return "Every candidate is measured: nothing is forecast and nothing saved. This is the baseline to "
           "compare with.";
  }
  const auto whole = [](double value) { return static_cast<std::int64_t>(std::llround(value)); };
  if (whole(estimate.saved()) <= 0) {
    return "This saves no evaluation: as many of a parent's samples are measured as are written.";
  }
  return fmt::format("Measuring all of them would take {} evaluations; this is expected to take {}.",
                     whole(estimate.evaluationsOfAll), whole(estimate.evaluations));
}

}  // namespace kernelcast::search
