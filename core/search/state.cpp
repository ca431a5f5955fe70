#include "core/search/state.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/domain/forecast.h"
#include "core/search/parent_selection.h"
#include "core/search/policy.h"

namespace kernelcast::search {

namespace {

// Why an event cannot follow; empty: it can, and the state has taken it.
using Refusal = std::string;
using Progress = SlotState::Progress;

// By binary search: slots are in slot order.
SlotState* openSlot(SearchState& state, Slot slot) {
  const auto found = std::lower_bound(state.openSlots.begin(), state.openSlots.end(), slot,
                                      [](const SlotState& entry, Slot key) { return entry.slot < key; });
  return found != state.openSlots.end() && found->slot == slot ? &*found : nullptr;
}

SlotState* verifyingSlot(SearchState& state, Slot slot) {
  const auto found = std::find_if(state.verifying.begin(), state.verifying.end(),
                                  [&](const SlotState& entry) { return entry.slot == slot; });
  return found != state.verifying.end() ? &*found : nullptr;
}

std::string_view waitsFor(Progress progress) {
  switch (progress) {
    case Progress::Mutation: return "waits for its kernel";
    case Progress::Compile: return "waits for the compiler";
    case Progress::Forecast: return "waits for its forecast";
    case Progress::Verdict: return "waits for a verdict";
    case Progress::Measurement: return "waits for its measurement";
    case Progress::Done: return "is done";
  }
  return "";
}

Refusal notNow(const SlotState* slot) {
  if (slot == nullptr) return "the open step has no such slot";
  return fmt::format("the slot {}", waitsFor(slot->progress));
}

// Ties go to the earlier slot, so that the order in which results arrive does not matter.
void offerBest(SearchState& state, const SlotState& slot, double speedup) {
  const int number = candidateNumber(slot.slot, state.config.parents, state.config.samples);
  BestSoFar& best = state.best;
  if (best.candidate == 0 || speedup > best.speedup || (speedup == best.speedup && number < best.candidate)) {
    best = {number, slot.name, slot.kernelHash, speedup, true};
  }
}

void settleVerification(SearchState& state) {
  state.verificationDone = std::all_of(state.verifying.begin(), state.verifying.end(),
                                       [](const SlotState& slot) { return slot.progress == Progress::Done; });
}

Refusal fold(SearchState& state, const SessionStarted& event) {
  if (state.started) return "the search has started already";
  if (event.seeds.empty()) return "there is no kernel to start from";
  if (findPolicy(event.config.policy.name) == nullptr) return "its policy is unknown";
  state.started = true;
  state.config = event.config;
  state.recordedCandidates = event.recordedCandidates;
  for (std::size_t i = 0; i < event.seeds.size(); ++i) {
    const Seed& seed = event.seeds[i];
    Node node;
    node.id = -static_cast<NodeId>(i);
    node.parent = node.id;
    node.name = seed.name;
    node.kernelHash = seed.kernelHash;
    node.reward = seed.reward;
    node.seed = true;
    archiveSeed(state, std::move(node));
  }
  return {};
}

Refusal fold(SearchState& state, const StepStarted& event) {
  if (state.stepOpen) return fmt::format("step {} is still open", state.step);
  if (event.step != state.step + 1) return fmt::format("step {} ran last", state.step);
  if (event.admitted.empty()) return "it has no slots";
  for (std::size_t i = 0; i < event.admitted.size(); ++i) {
    const Slot slot = event.admitted[i].slot;
    if (slot.step != event.step || slot.parent < 0 ||
        static_cast<std::size_t>(slot.parent) >= event.parents.size() ||
        (i > 0 && !(event.admitted[i - 1].slot < slot))) {
      return fmt::format("slot {} is not of this step, or out of order", slotKey(slot));
    }
  }
  for (const auto& parent : event.parents) {
    if (!state.nodes.contains(parent.node)) return fmt::format("parent {} is unknown", parent.node);
  }
  state.step = event.step;
  state.stepOpen = true;
  state.refused = event.refused;
  state.openSlots.clear();
  state.openSlots.reserve(event.admitted.size());
  state.stepParents.clear();
  for (const auto& parent : event.parents) state.stepParents.push_back(parent.node);
  for (const auto& admitted : event.admitted) {
    Node& parent = state.nodes.at(state.stepParents[static_cast<std::size_t>(admitted.slot.parent)]);
    SlotState slot;
    slot.slot = admitted.slot;
    slot.parentNode = parent.id;
    slot.ordinal = parent.asked++;
    slot.audit = admitted.audit;
    state.openSlots.push_back(std::move(slot));
  }
  return {};
}

Refusal fold(SearchState& state, const MutationCompleted& event) {
  SlotState* slot = openSlot(state, event.slot);
  if (slot == nullptr || slot->progress != Progress::Mutation) return notNow(slot);
  slot->name = event.name;
  slot->kernelHash = event.kernelHash;
  slot->progress = Progress::Compile;
  ++state.counts.proposed;
  state.spent += spentBy(event);
  return {};
}

Refusal fold(SearchState& state, const MutationFailed& event) {
  SlotState* slot = openSlot(state, event.slot);
  if (slot == nullptr || slot->progress != Progress::Mutation) return notNow(slot);
  slot->progress = Progress::Done;
  slot->exhausted = event.exhausted;
  slot->notAsked = event.notAsked;
  if (event.exhausted) state.nodes.at(slot->parentNode).exhausted = true;
  if (event.exhausted || event.notAsked) return {};
  ++state.counts.mutationFailed;
  state.spent += spentBy(event);
  return {};
}

Refusal fold(SearchState& state, const CompileCompleted& event) {
  SlotState* slot = openSlot(state, event.slot);
  if (slot == nullptr || slot->progress != Progress::Compile) return notNow(slot);
  if (event.ok) {
    const PolicyInfo* policy = findPolicy(state.config.policy.name);
    slot->progress = policy->usesSurrogate ? Progress::Forecast : Progress::Verdict;
  } else {
    slot->progress = Progress::Done;
    ++state.counts.compileFailed;
  }
  return {};
}

Refusal fold(SearchState& state, const ForecastCompleted& event) {
  SlotState* slot = openSlot(state, event.slot);
  if (slot == nullptr || slot->progress != Progress::Forecast) return notNow(slot);
  if (event.forecast.parsed) slot->probabilities = event.forecast.probabilities;
  slot->progress = Progress::Verdict;
  ++state.counts.forecast;
  state.spent += spentBy(event);
  return {};
}

Refusal fold(SearchState& state, const ForecastFailed& event) {
  SlotState* slot = openSlot(state, event.slot);
  if (slot == nullptr || slot->progress != Progress::Forecast) return notNow(slot);
  slot->progress = Progress::Verdict;
  state.spent += spentBy(event);
  return {};
}

Refusal fold(SearchState& state, const ParentJudged& event) {
  const auto samples = slotsOfParent(state, event.parent);
  const auto waiting = std::count_if(samples.begin(), samples.end(), [](const SlotState& slot) {
    return slot.progress == Progress::Verdict;
  });
  if (event.step != state.step || waiting != std::ssize(event.verdicts) || waiting == 0) {
    return fmt::format("{} slots of this parent wait for a verdict, not {}", waiting, event.verdicts.size());
  }
  for (const auto& judged : event.verdicts) {
    const SlotState* slot = openSlot(state, judged.slot);
    if (slot == nullptr || slot->slot.parent != event.parent || slot->progress != Progress::Verdict)
      return notNow(slot);
    if (judged.verdict == Verdict::None) return fmt::format("slot {} has no verdict", slotKey(judged.slot));
    if (judged.verdict == Verdict::Trusted && !slot->probabilities) {
      return fmt::format("slot {} is trusted without a forecast", slotKey(judged.slot));
    }
  }
  for (const auto& judged : event.verdicts) {
    SlotState& slot = *openSlot(state, judged.slot);
    slot.verdict = judged.verdict;
    slot.progress = Progress::Done;
    switch (judged.verdict) {
      case Verdict::None: break;
      case Verdict::Trusted:
        ++state.counts.trusted;
        slot.reward = expectedSpeedup(*slot.probabilities);
        break;
      case Verdict::Skipped: ++state.counts.skipped; break;
      case Verdict::Deferred:
        ++state.counts.deferred;
        slot.progress = Progress::Measurement;
        break;
      case Verdict::Audit:
        ++state.counts.audited;
        slot.progress = Progress::Measurement;
        break;
    }
  }
  return {};
}

Refusal fold(SearchState& state, const MeasurementCompleted& event) {
  SlotState* slot = event.verification ? verifyingSlot(state, event.slot) : openSlot(state, event.slot);
  if (slot == nullptr || slot->progress != Progress::Measurement) return notNow(slot);
  slot->progress = Progress::Done;
  if (isMeasured(rowStatusOf(event.status))) {
    slot->measured = true;
    ++state.counts.measured;
  }
  slot->reward.reset();
  if (event.status == MeasurementStatus::Ok) {
    ++state.counts.correct;
    if (event.speedup && std::isfinite(*event.speedup) && *event.speedup > 0) {
      slot->reward = event.speedup;
      offerBest(state, *slot, *event.speedup);
    }
  }
  state.spent += spentBy(event);
  if (event.verification) settleVerification(state);
  return {};
}

Refusal fold(SearchState& state, const MeasurementFailed& event) {
  SlotState* slot = event.verification ? verifyingSlot(state, event.slot) : openSlot(state, event.slot);
  // From any stage once there is a kernel: a compiler that broke down and a budget that ran out end here too.
  if (slot == nullptr || slot->progress == Progress::Mutation || slot->progress == Progress::Done)
    return notNow(slot);
  const bool onGpu = slot->progress == Progress::Measurement;
  slot->progress = Progress::Done;
  slot->notAsked = event.notAsked;
  slot->reward.reset();
  if (onGpu) state.spent += spentBy(event);
  if (event.verification) settleVerification(state);
  return {};
}

Refusal fold(SearchState& state, const StepCompleted& event) {
  if (!state.stepOpen || event.step != state.step) return "that step is not open";
  for (const SlotState& slot : state.openSlots) {
    if (slot.progress != Progress::Done)
      return fmt::format("slot {} {}", slotKey(slot.slot), waitsFor(slot.progress));
  }
  foldStep(state);
  for (SlotState& slot : state.openSlots) {
    if (slot.verdict == Verdict::Trusted && slot.reward) state.trustedLeaders.push_back(std::move(slot));
  }
  // Stable: earlier slots stand first among equals.
  std::stable_sort(state.trustedLeaders.begin(), state.trustedLeaders.end(),
                   [](const SlotState& a, const SlotState& b) { return *a.reward > *b.reward; });
  const auto kept = static_cast<std::size_t>(std::max(0, state.config.verifyLeaders));
  if (state.trustedLeaders.size() > kept) state.trustedLeaders.resize(kept);
  state.incumbent = std::max(1.0, state.best.speedup);
  state.openSlots.clear();
  state.stepParents.clear();
  state.stepOpen = false;
  return {};
}

Refusal fold(SearchState& state, const VerificationStarted& event) {
  if (state.stepOpen) return fmt::format("step {} is still open", state.step);
  if (state.verificationDone || !state.verifying.empty()) return "the leaders are verified once";
  std::vector<SlotState> verifying;
  for (const Slot slot : event.leaders) {
    const auto leader = std::find_if(state.trustedLeaders.begin(), state.trustedLeaders.end(),
                                     [&](const SlotState& entry) { return entry.slot == slot; });
    if (leader == state.trustedLeaders.end()) return fmt::format("{} is no trusted leader", slotKey(slot));
    verifying.push_back(*leader);
    verifying.back().progress = Progress::Measurement;
  }
  state.verifying = std::move(verifying);
  settleVerification(state);
  return {};
}

Refusal fold(SearchState& state, const RequestCancelled& event) {
  const SlotState* slot = openSlot(state, event.slot);
  if (slot == nullptr) slot = verifyingSlot(state, event.slot);
  if (slot == nullptr || slot->progress == Progress::Done) return notNow(slot);
  state.spent += spentBy(event);
  return {};
}

Refusal fold(SearchState& state, const Paused& /*event*/) {
  state.phase = SessionState::Paused;
  return {};
}
Refusal fold(SearchState& state, const Resumed& /*event*/) {
  state.phase = SessionState::Running;
  return {};
}
Refusal end(SearchState& state, SessionState phase, const std::string& reason) {
  state.phase = phase;
  state.reason = reason;
  return {};
}
Refusal fold(SearchState& state, const Stopped& event) {
  return end(state, SessionState::Stopped, event.reason);
}
Refusal fold(SearchState& state, const Finished& event) {
  return end(state, SessionState::Finished, event.reason);
}
Refusal fold(SearchState& state, const Failed& event) {
  return end(state, SessionState::Failed, event.reason);
}

// What may come while calls in flight finish: results, and an end. Decisions are taken by a running search
// only.
template <typename Body>
constexpr bool kWhilePaused =
    !std::is_same_v<Body, StepStarted> && !std::is_same_v<Body, ParentJudged> &&
    !std::is_same_v<Body, StepCompleted> && !std::is_same_v<Body, VerificationStarted> &&
    !std::is_same_v<Body, Paused> && !std::is_same_v<Body, Finished>;

}  // namespace

std::span<const SlotState> slotsOfParent(const SearchState& state, int parent) {
  const auto at = [&](int index) {
    return std::lower_bound(state.openSlots.begin(), state.openSlots.end(), index,
                            [](const SlotState& entry, int key) { return entry.slot.parent < key; });
  };
  return {at(parent), at(parent + 1)};
}

Result<SearchState> apply(SearchState&& state, const Event& event) {
  Refusal refusal = std::visit(
      [&]<typename Body>(const Body& body) -> Refusal {
        if (event.seq != state.lastSeq + 1) return fmt::format("event {} was the last", state.lastSeq);
        if (!std::is_same_v<Body, SessionStarted> && !state.started) return "the search has not started";
        switch (state.phase) {
          case SessionState::Running:
            if (std::is_same_v<Body, Resumed>) return "the search is running";
            break;
          case SessionState::Paused:
            if (!kWhilePaused<Body>) return "the search is paused";
            break;
          default: return fmt::format("the search is {}", info(state.phase).title);
        }
        return fold(state, body);
      },
      event.body);
  if (!refusal.empty()) {
    const std::string slot = eventSlotKey(event.body);
    return failure(Error::Kind::BadInput,
                   fmt::format("event {}, \"{}\"{}{}, cannot follow: {}", event.seq, kindOf(event.body).title,
                               slot.empty() ? "" : " of ", slot, refusal));
  }
  state.lastSeq = event.seq;
  return std::move(state);
}

}  // namespace kernelcast::search
