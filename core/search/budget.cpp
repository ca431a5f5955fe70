#include "core/search/budget.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "core/domain/hash.h"
#include "core/search/policy.h"

namespace kernelcast::search {

namespace {

template <typename T>
double orUnlimited(const std::optional<T>& limit) {
  return limit ? static_cast<double>(*limit) : std::numeric_limits<double>::infinity();
}

constexpr std::array<BudgetInfo, 6> kBudgets{{
    {"mutations", "kernels written", "the mutation budget is spent",
     [](const Budgets& budgets) { return orUnlimited(budgets.mutations); },
     [](const Spent& spent) { return static_cast<double>(spent.mutations); }},
    {"forecasts", "forecasts", "the forecast budget is spent",
     [](const Budgets& budgets) { return orUnlimited(budgets.forecasts); },
     [](const Spent& spent) { return static_cast<double>(spent.forecasts); }},
    {"gpu_evaluations", "GPU evaluations", "the GPU budget is spent",
     [](const Budgets& budgets) { return orUnlimited(budgets.gpuEvaluations); },
     [](const Spent& spent) { return static_cast<double>(spent.gpuEvaluations); }},
    {"tokens", "tokens", "the token budget is spent",
     [](const Budgets& budgets) { return orUnlimited(budgets.tokens); },
     [](const Spent& spent) { return static_cast<double>(spent.tokens); }},
    {"cost", "cost", "the cost budget is spent",
     [](const Budgets& budgets) { return orUnlimited(budgets.cost); },
     [](const Spent& spent) { return spent.cost; }},
    {"gpu_seconds", "GPU time", "the GPU-time budget is spent",
     [](const Budgets& budgets) { return orUnlimited(budgets.gpuSeconds); },
     [](const Spent& spent) { return spent.gpuSeconds; }},
}};

Spent evaluations(int count, const WorstCase& worstCase) {
  Spent spent;
  spent.gpuEvaluations = count;
  spent.gpuSeconds = count * worstCase.gpuSecondsPerEvaluation;
  return spent;
}

Spent sum(Spent a, const Spent& b) { return a += b; }

// The worst case of samples that are taken one after the other, those of one parent together: what one of
// them may cost on the GPU depends on the samples beside it.
class WorstCaseSum {
 public:
  WorstCaseSum(const SearchConfig& config, Spent used)
      : config_(config), policy_(findPolicy(config.policy.name)), used_(used) {}

  // Takes a sample that still needs these calls, and a measurement if the policy says so. The budget it does
  // not fit, or none.
  const BudgetInfo* take(const StepStarted::Admitted& sample, bool mutation, bool forecast) {
    if (parent_ != sample.slot.parent) audits_ = others_ = 0;
    parent_ = sample.slot.parent;
    const int before = policy_->worstCaseEvaluations(audits_, others_, config_);
    int& taken = sample.audit ? audits_ : others_;
    ++taken;
    Spent more =
        evaluations(policy_->worstCaseEvaluations(audits_, others_, config_) - before, config_.worstCase);
    if (mutation) more += worstCaseOf(Stage::Mutation, config_.worstCase);
    if (forecast && policy_->usesSurrogate) more += worstCaseOf(Stage::Forecast, config_.worstCase);
    const BudgetInfo* exceeded = firstExceeded(config_.budgets, used_, more);
    if (exceeded != nullptr) --taken;
    else used_ += more;
    return exceeded;
  }
  // Takes one measurement that is decided already.
  const BudgetInfo* takeMeasurement() {
    const Spent more = evaluations(1, config_.worstCase);
    const BudgetInfo* exceeded = firstExceeded(config_.budgets, used_, more);
    if (exceeded == nullptr) used_ += more;
    return exceeded;
  }

 private:
  const SearchConfig& config_;
  const PolicyInfo* policy_;
  Spent used_;
  // Taken samples of the present parent.
  int parent_ = -1;
  int audits_ = 0;
  int others_ = 0;
};

}  // namespace

std::span<const BudgetInfo> budgetTable() { return kBudgets; }

const BudgetInfo* firstExceeded(const Budgets& budgets, const Spent& used, const Spent& more) {
  const Spent total = sum(used, more);
  const auto* exceeded = std::find_if(kBudgets.begin(), kBudgets.end(), [&](const BudgetInfo& budget) {
    return budget.spent(total) > budget.limit(budgets) + 1e-9;
  });
  return exceeded == kBudgets.end() ? nullptr : exceeded;
}

Spent worstCaseOf(Stage stage, const WorstCase& worstCase) {
  Spent spent;
  switch (stage) {
    case Stage::Mutation:
      spent.mutations = 1;
      spent.tokens = worstCase.tokensPerMutation;
      spent.cost = worstCase.costPerMutation;
      break;
    case Stage::Compile: break;
    case Stage::Forecast:
      spent.forecasts = 1;
      spent.tokens = worstCase.tokensPerForecast;
      spent.cost = worstCase.costPerForecast;
      break;
    case Stage::Measurement: return evaluations(1, worstCase);
  }
  return spent;
}

Spent verificationReserve(const SearchConfig& config) {
  const PolicyInfo* policy = findPolicy(config.policy.name);
  if (policy == nullptr || !policy->mayTrust) return {};
  return evaluations(config.verifyLeaders, config.worstCase);
}

Admission admitStep(const SearchState& state, const SearchConfig& config, int parents, const Spent& lost) {
  const bool audits = findPolicy(config.policy.name)->usesSurrogate;
  WorstCaseSum worstCase(config, sum(sum(state.spent, lost), verificationReserve(config)));
  Admission admission;
  for (int parent = 0; parent < parents; ++parent) {
    for (int sample = 0; sample < config.samples; ++sample) {
      StepStarted::Admitted admitted{{state.step + 1, parent, sample}, false};
      admitted.audit =
          audits && unitInterval(chance(config.seed, admitted.slot, "audit")) < config.policy.auditShare;
      if (const BudgetInfo* exceeded = worstCase.take(admitted, true, true)) {
        ++admission.refused;
        if (admission.refusedBy == nullptr) admission.refusedBy = exceeded;
      } else {
        admission.admitted.push_back(admitted);
      }
    }
  }
  return admission;
}

std::vector<EventBody> decisionsAfterLoss(const SearchState& state, const SearchConfig& config,
                                          const Spent& lost) {
  using Progress = SlotState::Progress;
  std::vector<EventBody> decisions;
  if (lost == Spent{} || findPolicy(config.policy.name) == nullptr) return decisions;
  const bool verifying = !state.stepOpen && !state.verifying.empty();
  const Spent reserve = verifying ? Spent{} : verificationReserve(config);
  WorstCaseSum worstCase(config, sum(sum(state.spent, lost), reserve));
  for (const SlotState& slot : verifying ? state.verifying : state.openSlots) {
    if (slot.progress == Progress::Done) continue;
    const BudgetInfo* exceeded =
        slot.progress == Progress::Measurement
            ? worstCase.takeMeasurement()
            : worstCase.take({slot.slot, slot.audit}, slot.progress == Progress::Mutation,
                             slot.progress != Progress::Verdict);
    if (exceeded == nullptr) continue;
    std::string reason = fmt::format("not asked for: {}, calls that were lost counted in", exceeded->reason);
    if (slot.progress == Progress::Mutation) {
      MutationFailed failed;
      failed.slot = slot.slot;
      failed.parentNode = slot.parentNode;
      failed.reason = std::move(reason);
      failed.notAsked = true;
      decisions.emplace_back(std::move(failed));
    } else {
      MeasurementFailed failed;
      failed.slot = slot.slot;
      failed.reason = std::move(reason);
      failed.verification = verifying;
      failed.notAsked = true;
      decisions.emplace_back(std::move(failed));
    }
  }
  return decisions;
}

}  // namespace kernelcast::search
