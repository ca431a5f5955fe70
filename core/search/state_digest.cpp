#include <algorithm>

#include "core/domain/json.h"
#include "core/search/state.h"

namespace kernelcast::search {

namespace {

template <typename T>
Json orNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json digest(const Node& node) {
  return Json::array({node.id, node.parent, node.name, node.kernelHash, node.reward, orNull(node.bestChild),
                      node.visits, node.asked, node.seed, node.expanded, node.exhausted, node.archived});
}

Json digest(const std::vector<SlotState>& slots) {
  Json list = Json::array();
  for (const SlotState& slot : slots) {
    list.push_back(Json::array({slotKey(slot.slot), slot.parentNode, slot.ordinal, slot.audit,
                                static_cast<int>(slot.progress), slot.name, slot.kernelHash,
                                orNull(slot.probabilities), info(slot.verdict).key, orNull(slot.reward),
                                slot.measured, slot.exhausted, slot.notAsked}));
  }
  return list;
}

}  // namespace

Json stateDigest(const SearchState& state) {
  std::vector<const Node*> nodes;
  for (const auto& [id, node] : state.nodes) nodes.push_back(&node);
  std::sort(nodes.begin(), nodes.end(), [](const Node* a, const Node* b) { return a->id < b->id; });
  Json nodeList = Json::array();
  for (const Node* node : nodes) nodeList.push_back(digest(*node));
  const Counts& counts = state.counts;
  const Spent& spent = state.spent;
  return {
      {"phase", info(state.phase).key},
      {"reason", state.reason},
      {"config", toJson(state.config)},
      {"recorded_candidates", state.recordedCandidates},
      {"step", state.step},
      {"step_open", state.stepOpen},
      {"started", state.started},
      {"slots", digest(state.openSlots)},
      {"step_parents", state.stepParents},
      {"refused", state.refused},
      {"nodes", std::move(nodeList)},
      {"archive", state.archive},
      {"archive_hashes", state.archiveHashes},
      {"expansions", state.expansions},
      {"counts",
       {counts.proposed, counts.forecast, counts.trusted, counts.deferred, counts.skipped, counts.audited,
        counts.measured, counts.correct, counts.compileFailed, counts.mutationFailed}},
      {"spent",
       {spent.mutations, spent.forecasts, spent.gpuEvaluations, spent.tokens, spent.cost, spent.gpuSeconds}},
      {"best",
       {state.best.candidate, state.best.name, state.best.kernelHash, state.best.speedup,
        state.best.measured}},
      {"incumbent", state.incumbent},
      {"trusted_leaders", digest(state.trustedLeaders)},
      {"verifying", digest(state.verifying)},
      {"verification_done", state.verificationDone},
  };
}

}  // namespace kernelcast::search
