#include <algorithm>

#include <fmt/format.h>

#include "core/search/budget.h"
#include "core/search/parent_selection.h"
#include "core/search/policy.h"
#include "core/search/state.h"

namespace kernelcast::search {

namespace {

using Progress = SlotState::Progress;

// The verdicts of a parent fall at once, when each of its samples has its forecast or will never have one.
std::vector<Action> verdictsDue(const SearchState& state, const SearchConfig& config,
                                const PolicyInfo& policy) {
  std::vector<Action> decisions;
  for (int parent = 0; parent < static_cast<int>(state.stepParents.size()); ++parent) {
    std::vector<SlotState> waiting;
    bool early = false;
    for (const SlotState& slot : slotsOfParent(state, parent)) {
      early = early || slot.progress < Progress::Verdict;
      if (!early && slot.progress == Progress::Verdict) waiting.push_back(slot);
    }
    if (early || waiting.empty()) continue;
    decisions.emplace_back(Decide{ParentJudged{state.step, parent, policy.judge(waiting, state, config)}});
  }
  return decisions;
}

std::vector<Action> requestsOf(const SearchState& state, const std::vector<SlotState>& slots,
                               bool verification) {
  std::vector<Action> requests;
  for (const SlotState& slot : slots) {
    switch (slot.progress) {
      case Progress::Mutation:
        requests.emplace_back(AskMutation{slot.slot, slot.parentNode,
                                          state.nodes.at(slot.parentNode).kernelHash, slot.ordinal});
        break;
      case Progress::Compile: requests.emplace_back(AskCompile{slot.slot, slot.kernelHash}); break;
      case Progress::Forecast: requests.emplace_back(AskForecast{slot.slot, slot.kernelHash}); break;
      case Progress::Measurement:
        requests.emplace_back(AskMeasurement{slot.slot, slot.kernelHash, verification});
        break;
      case Progress::Verdict:
      case Progress::Done: break;
    }
  }
  return requests;
}

// A search that trusted forecasts measures the best of them before it is called finished, as far as the
// reserve goes.
std::vector<Action> finish(const SearchState& state, const SearchConfig& config, const PolicyInfo& policy,
                           const Spent& lost, std::string reason) {
  if (policy.mayTrust && !state.verificationDone && !state.trustedLeaders.empty()) {
    VerificationStarted verification;
    Spent used = state.spent;
    used += lost;
    for (const SlotState& leader : state.trustedLeaders) {
      const Spent more = worstCaseOf(Stage::Measurement, config.worstCase);
      if (firstExceeded(config.budgets, used, more) != nullptr) break;
      used += more;
      verification.leaders.push_back(leader.slot);
    }
    return {Decide{std::move(verification)}};
  }
  const auto unverified =
      std::ssize(state.trustedLeaders) - std::count_if(state.verifying.begin(), state.verifying.end(),
                                                       [](const SlotState& slot) { return !slot.notAsked; });
  if (policy.mayTrust && unverified > 0) {
    reason += fmt::format("; {} trusted leaders could not be verified", unverified);
  }
  return {Decide{Finished{std::move(reason)}}};
}

}  // namespace

std::vector<Action> nextActions(const SearchState& state, const SearchConfig& config, const Spent& lost) {
  if (!state.started || state.phase != SessionState::Running) return {};
  const PolicyInfo* policy = findPolicy(config.policy.name);
  if (policy == nullptr) return {Decide{Failed{fmt::format("policy \"{}\" is unknown", config.policy.name)}}};

  if (state.stepOpen) {
    if (policy->judge == nullptr) {
      return {Decide{Failed{fmt::format("policy \"{}\" is not in this build yet", policy->key)}}};
    }
    const auto done = [](const SlotState& slot) { return slot.progress == Progress::Done; };
    if (std::all_of(state.openSlots.begin(), state.openSlots.end(), done))
      return {Decide{StepCompleted{state.step}}};
    std::vector<Action> actions = verdictsDue(state, config, *policy);
    for (Action& request : requestsOf(state, state.openSlots, false)) actions.push_back(std::move(request));
    return actions;
  }
  if (!state.verifying.empty() && !state.verificationDone) return requestsOf(state, state.verifying, true);

  const int ran = state.step + 1;
  if (ran >= config.steps) {
    return finish(state, config, *policy, lost,
                  ran == 1 ? "the only step is done" : fmt::format("all {} steps done", ran));
  }
  std::vector<StepStarted::Parent> parents = selectParents(state, config.puct, config.parents);
  if (parents.empty()) {
    return finish(state, config, *policy, lost,
                  state.recordedCandidates > 0 ? fmt::format("recording exhausted: reached {} of {}",
                                                             state.counts.proposed, state.recordedCandidates)
                                               : std::string("no kernel is left that can be a parent"));
  }
  Admission admission = admitStep(state, config, static_cast<int>(parents.size()), lost);
  if (admission.admitted.empty()) {
    return finish(state, config, *policy, lost, std::string(admission.refusedBy->reason));
  }
  if (state.verificationDone) return {Decide{Finished{"the trusted leaders are verified"}}};
  // Parents behind the last slot that fits are not parents of this step.
  parents.resize(static_cast<std::size_t>(admission.admitted.back().slot.parent) + 1);
  return {Decide{StepStarted{ran, std::move(parents), std::move(admission.admitted), admission.refused}}};
}

}  // namespace kernelcast::search
