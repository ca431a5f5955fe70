#include "core/search/parent_selection.h"

#include <algorithm>
#include <cmath>

namespace kernelcast::search {

namespace {

constexpr double kSmallestScale = 1e-6;

double rounded(double score) { return std::round(score * 1e9) / 1e9; }

// Slot order: seeds as they were given (0, -1, -2, ...), then candidates by number.
bool earlier(NodeId a, NodeId b) { return a <= 0 && b <= 0 ? a > b : a < b; }

bool better(const Node& a, const Node& b) {
  return a.reward != b.reward ? a.reward > b.reward : earlier(a.id, b.id);
}

double rewardScale(const SearchState& state) {
  // The archive is in order of reward: the ends of the non-seeds are their extremes.
  const auto isSeed = [&](NodeId id) { return state.nodes.at(id).seed; };
  const auto best = std::find_if_not(state.archive.begin(), state.archive.end(), isSeed);
  double range = 0;
  if (best != state.archive.end()) {
    const auto worst = std::find_if_not(state.archive.rbegin(), state.archive.rend(), isSeed);
    range = state.nodes.at(*best).reward - state.nodes.at(*worst).reward;
  } else if (!state.archive.empty()) {
    range = state.nodes.at(state.archive.front()).reward - state.nodes.at(state.archive.back()).reward;
  }
  return std::max(range, kSmallestScale);
}

// Says of a node whether it is on one line of descent with a chosen parent. Walks up once over each node: a
// chain of descent may be as long as the search has steps.
class Lineage {
 public:
  explicit Lineage(const SearchState& state) : state_(state) {}

  void choose(NodeId id) {
    chosen_.insert(id);
    for (const Node* node = &state_.nodes.at(id); !node->seed;) {
      node = &state_.nodes.at(node->parent);
      if (!above_.insert(node->id).second) break;
    }
    below_.clear();
  }

  bool related(NodeId id) { return above_.contains(id) || belowChosen(id); }

 private:
  bool belowChosen(NodeId id) {
    std::vector<NodeId> walked;
    bool below = false;
    for (const Node* node = &state_.nodes.at(id);; node = &state_.nodes.at(node->parent)) {
      if (const auto known = below_.find(node->id); known != below_.end()) {
        below = known->second;
        break;
      }
      if (chosen_.contains(node->id)) {
        below = true;
        break;
      }
      walked.push_back(node->id);
      if (node->seed) break;
    }
    for (const NodeId node : walked) below_.emplace(node, below);
    return below;
  }

  const SearchState& state_;
  std::set<NodeId> chosen_;
  std::set<NodeId> above_;  // ancestors of the chosen
  std::unordered_map<NodeId, bool>
      below_;  // known since the last choice: the node itself or one above it is chosen
};

struct Scored {
  const Node* node = nullptr;
  double score = 0;
};

// Takes the step's children of one parent, best first, into nodes and archive.
void takeChildren(SearchState& state, Node& parent, std::vector<const SlotState*> children,
                  std::vector<NodeId>& added) {
  std::stable_sort(children.begin(), children.end(),
                   [](const SlotState* a, const SlotState* b) { return *a->reward > *b->reward; });
  int taken = 0;
  for (const SlotState* child : children) {
    Node node;
    node.id = candidateNumber(child->slot, state.config.parents, state.config.samples);
    node.parent = parent.id;
    node.name = child->name;
    node.kernelHash = child->kernelHash;
    node.reward = *child->reward;
    // A kernel enters once in a search: one that was cut would be asked for the same children again.
    if (taken < state.config.puct.kPerParent.value_or(state.config.samples) &&
        state.archiveHashes.insert(node.kernelHash).second) {
      node.archived = true;
      added.push_back(node.id);
      ++taken;
    }
    state.nodes.insert_or_assign(node.id, std::move(node));
  }
}

void sortInto(SearchState& state, std::vector<NodeId> added) {
  const auto order = [&](NodeId a, NodeId b) { return better(state.nodes.at(a), state.nodes.at(b)); };
  std::sort(added.begin(), added.end(), order);
  const auto middle = static_cast<std::ptrdiff_t>(state.archive.size());
  state.archive.insert(state.archive.end(), added.begin(), added.end());
  std::inplace_merge(state.archive.begin(), state.archive.begin() + middle, state.archive.end(), order);
}

void cutArchive(SearchState& state) {
  auto excess = std::ssize(state.archive) - state.config.puct.capacity;
  for (auto at = state.archive.end(); excess > 0 && at != state.archive.begin();) {
    --at;
    Node& node = state.nodes.at(*at);
    if (node.seed) continue;
    node.archived = false;
    at = state.archive.erase(at);
    --excess;
  }
}

}  // namespace

std::vector<StepStarted::Parent> selectParents(const SearchState& state, const PuctConfig& puct, int count) {
  const auto total = static_cast<double>(state.archive.size());
  const double scale = rewardScale(state);
  const double exploration = puct.c * scale * std::sqrt(1.0 + state.expansions);
  std::vector<Scored> scored;
  scored.reserve(state.archive.size());
  for (std::size_t rank = 0; rank < state.archive.size(); ++rank) {
    const Node& node = state.nodes.at(state.archive[rank]);
    if (node.exhausted) continue;
    // sum over ranks of (N - rank) = N (N + 1) / 2
    const double prior = (total - static_cast<double>(rank)) / (total * (total + 1) / 2);
    const double value = node.bestChild.value_or(node.reward);
    scored.push_back({&node, rounded(value + exploration * prior / (1.0 + node.visits))});
  }
  std::sort(scored.begin(), scored.end(), [](const Scored& a, const Scored& b) {
    return a.score != b.score ? a.score > b.score : better(*a.node, *b.node);
  });
  std::vector<StepStarted::Parent> parents;
  Lineage lineage(state);
  for (const Scored& candidate : scored) {
    if (std::ssize(parents) >= count) break;
    if (lineage.related(candidate.node->id)) continue;
    lineage.choose(candidate.node->id);
    parents.push_back({candidate.node->id, candidate.score});
  }
  return parents;
}

void archiveSeed(SearchState& state, Node seed) {
  if (state.archiveHashes.insert(seed.kernelHash).second) {
    seed.archived = true;
    const NodeId id = seed.id;
    state.nodes.insert_or_assign(id, std::move(seed));
    sortInto(state, {id});
  }
}

void foldStep(SearchState& state) {
  std::vector<NodeId> added;
  for (std::size_t index = 0; index < state.stepParents.size(); ++index) {
    bool tried = false;
    std::vector<const SlotState*> children;
    for (const SlotState& slot : slotsOfParent(state, static_cast<int>(index))) {
      if (!slot.exhausted && !slot.notAsked) tried = true;
      if (slot.reward) children.push_back(&slot);
    }
    if (!tried) continue;
    Node& parent = state.nodes.at(state.stepParents[index]);
    parent.expanded = true;
    ++state.expansions;
    for (const SlotState* child : children) {
      parent.bestChild = std::max(parent.bestChild.value_or(*child->reward), *child->reward);
    }
    // No two parents are on one line of descent, but two may have an ancestor in common: it counts both
    // visits.
    for (Node* node = &parent;; node = &state.nodes.at(node->parent)) {
      ++node->visits;
      if (node->seed) break;
    }
    takeChildren(state, parent, std::move(children), added);
  }
  sortInto(state, std::move(added));
  cutArchive(state);
}

}  // namespace kernelcast::search
