// The PUCT rule by numbers worked out by hand, and what a step leaves in the archive.
#include <QTest>

#include "core/search/parent_selection.h"

using namespace kernelcast;
using namespace kernelcast::search;

class TestParentSelection : public QObject {
  Q_OBJECT

 private slots:
  void oneSeed();
  void scaleOfSeedsAlone();
  void scoresByHand();
  void ancestorsAndDescendantsExclude();
  void relationThroughNodesOutsideTheArchive();
  void exhaustedNodesAreNotEligible();
  void tiesByRewardThenSlot();
  void roundsBeforeComparing();
  void visitsAndBestChildrenMoveUp();
  void parentWithoutValidChildCountsAsVisited();
  void exhaustedParentCountsNoVisit();
  void takesAtMostKPerParent();
  void dropsDuplicates();
  void cutsToCapacityAndKeepsSeeds();
};

namespace {

SearchState fresh(const std::vector<double>& seeds, int parents = 4, int samples = 4) {
  SessionStarted started;
  started.config.parents = parents;
  started.config.samples = samples;
  started.config.steps = 100;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    started.seeds.push_back({"seed", "seed " + std::to_string(i), {}, seeds[i]});
  }
  return *apply(SearchState{}, {1, 0, started});
}

void add(SearchState& state, NodeId id, NodeId parent, double reward, bool archived = true) {
  Node node;
  node.id = id;
  node.parent = parent;
  node.kernelHash = "kernel " + std::to_string(id);
  node.reward = reward;
  node.archived = archived;
  state.nodes[id] = node;
  if (!archived) return;
  auto at = state.archive.begin();
  while (at != state.archive.end() && state.nodes.at(*at).reward >= reward) ++at;
  state.archive.insert(at, id);
}

SlotState child(int step, int parent, int sample, NodeId node, std::optional<double> reward) {
  SlotState slot;
  slot.slot = {step, parent, sample};
  slot.parentNode = node;
  slot.kernelHash = "child " + slotKey(slot.slot);
  slot.reward = reward;
  slot.progress = SlotState::Progress::Done;
  return slot;
}

// The archive of "scoresByHand": 9 is a child of 3.
SearchState four() {
  SearchState state = fresh({1.0});
  add(state, 3, 0, 2.0);
  add(state, 5, 0, 1.5);
  add(state, 9, 3, 1.8);
  state.nodes[0].visits = 3;
  state.nodes[0].bestChild = 2.0;
  state.nodes[0].expanded = true;
  state.nodes[3].visits = 1;
  state.nodes[3].bestChild = 1.8;
  state.nodes[3].expanded = true;
  state.expansions = 3;
  return state;
}

std::vector<NodeId> ids(const std::vector<StepStarted::Parent>& parents) {
  std::vector<NodeId> list;
  for (const auto& parent : parents) list.push_back(parent.node);
  return list;
}

}  // namespace

void TestParentSelection::oneSeed() {
  const auto parents = selectParents(fresh({1.0}), {}, 4);
  QCOMPARE(ids(parents), std::vector<NodeId>{0});
  // scale at its least: 1 + 1 * 1e-6 * 1 * 1 / 1
  QCOMPARE(parents[0].score, 1.000001);
}

void TestParentSelection::scaleOfSeedsAlone() {
  // Ranks: seed -1 (1.2), then the reference. P = 2/3, 1/3; scale 0.2; T = 0.
  const auto parents = selectParents(fresh({1.0, 1.2}), {}, 4);
  QCOMPARE(ids(parents), (std::vector<NodeId>{-1, 0}));
  QVERIFY(std::abs(parents[0].score - (1.2 + 0.2 * 2 / 3)) < 1e-9);
  QVERIFY(std::abs(parents[1].score - (1.0 + 0.2 * 1 / 3)) < 1e-9);
}

void TestParentSelection::scoresByHand() {
  // P = 0.4, 0.3, 0.2, 0.1 for 3, 9, 5, 0; scale = 2.0 - 1.5, the seed left out; sqrt(1 + T) = 2.
  // 9: 1.8 + 0.3 = 2.1;  0: 2.0 + 0.1 / 4 = 2.025;  3: 1.8 + 0.4 / 2 = 2.0;  5: 1.5 + 0.2 = 1.7
  const auto parents = selectParents(four(), {}, 4);
  QCOMPARE(ids(parents), (std::vector<NodeId>{9, 5}));
  QCOMPARE(parents[0].score, 2.1);
  QCOMPARE(parents[1].score, 1.7);
  // Twice the exploration: 9: 2.4; 5: 1.9.
  PuctConfig wide;
  wide.c = 2;
  QCOMPARE(selectParents(four(), wide, 1)[0].score, 2.4);
  // None: the best value stands, Q of the expanded reference is its best child's.
  PuctConfig greedy;
  greedy.c = 0;
  QCOMPARE(ids(selectParents(four(), greedy, 1)), std::vector<NodeId>{0});
}

void TestParentSelection::ancestorsAndDescendantsExclude() {
  SearchState state = four();
  // The reference comes first now, and everything is below it.
  state.nodes[0].bestChild = 5;
  QCOMPARE(ids(selectParents(state, {}, 4)), std::vector<NodeId>{0});
  // Siblings do not exclude one another.
  state.nodes[0].exhausted = true;
  add(state, 12, 5, 1.6);
  add(state, 13, 5, 1.55);
  const auto parents = ids(selectParents(state, {}, 10));
  QCOMPARE(parents, (std::vector<NodeId>{9, 12, 13}));
}

void TestParentSelection::relationThroughNodesOutsideTheArchive() {
  SearchState state = fresh({1.0});
  state.nodes[0].exhausted = true;
  add(state, 2, 0, 2.0);
  add(state, 7, 2, 1.2, false);
  add(state, 11, 7, 1.9);
  QCOMPARE(ids(selectParents(state, {}, 2)), std::vector<NodeId>{2});
  state.nodes[2].visits = 50;
  state.nodes[2].bestChild = 1.2;
  QCOMPARE(ids(selectParents(state, {}, 2)), std::vector<NodeId>{11});
}

void TestParentSelection::exhaustedNodesAreNotEligible() {
  SearchState state = four();
  state.nodes[9].exhausted = true;
  QCOMPARE(ids(selectParents(state, {}, 4)), std::vector<NodeId>{0});
  for (auto& [id, node] : state.nodes) node.exhausted = true;
  QVERIFY(selectParents(state, {}, 4).empty());
  // Ranks are among all that are archived: the others' scores stay.
  state.nodes[5].exhausted = false;
  QCOMPARE(selectParents(state, {}, 4)[0].score, 1.7);
}

void TestParentSelection::tiesByRewardThenSlot() {
  SearchState state = fresh({1.0, 1.0, 1.0});
  add(state, 4, 0, 1.0);
  add(state, 8, -1, 1.0);
  PuctConfig greedy;
  greedy.c = 0;
  for (auto& [id, node] : state.nodes) node.exhausted = id == 0;
  QCOMPARE(ids(selectParents(state, greedy, 5)), (std::vector<NodeId>{-1, -2, 4}));
  // Equal scores, other rewards: the better kernel first.
  state = fresh({1.0});
  state.nodes[0].exhausted = true;
  add(state, 4, 0, 1.2);
  add(state, 8, 0, 1.4);
  state.nodes[4].bestChild = 1.4;
  QCOMPARE(ids(selectParents(state, greedy, 5)), (std::vector<NodeId>{8, 4}));
}

void TestParentSelection::roundsBeforeComparing() {
  SearchState state = fresh({1.0});
  state.nodes[0].exhausted = true;
  add(state, 4, 0, 1.5);
  add(state, 8, 0, 1.4);
  PuctConfig greedy;
  greedy.c = 0;
  state.nodes[8].bestChild = 1.5 + 2e-10;
  QCOMPARE(ids(selectParents(state, greedy, 5)), (std::vector<NodeId>{4, 8}));
  state.nodes[8].bestChild = 1.5 + 2e-9;
  QCOMPARE(ids(selectParents(state, greedy, 5)), (std::vector<NodeId>{8, 4}));
}

void TestParentSelection::visitsAndBestChildrenMoveUp() {
  SearchState state = four();
  state.stepParents = {9, 5};
  state.openSlots = {child(2, 0, 0, 9, 1.9), child(2, 0, 1, 9, 2.5), child(2, 1, 0, 5, 1.1)};
  foldStep(state);
  QCOMPARE(state.nodes[9].visits, 1);
  QCOMPARE(state.nodes[3].visits, 2);
  QCOMPARE(state.nodes[5].visits, 1);
  QCOMPARE(state.nodes[0].visits, 5);  // above both
  QCOMPARE(*state.nodes[9].bestChild, 2.5);
  QCOMPARE(*state.nodes[3].bestChild, 1.8);  // moves to the direct parent only
  QCOMPARE(*state.nodes[5].bestChild, 1.1);
  QCOMPARE(state.expansions, 5);
  const int best = candidateNumber({2, 0, 1}, 4, 4);
  QCOMPARE(state.archive.front(), best);
  QCOMPARE(state.nodes[best].parent, 9);
  QVERIFY(std::is_sorted(state.archive.begin(), state.archive.end(),
                         [&](NodeId a, NodeId b) { return state.nodes[a].reward > state.nodes[b].reward; }));
}

void TestParentSelection::parentWithoutValidChildCountsAsVisited() {
  SearchState state = four();
  state.stepParents = {9};
  state.openSlots = {child(2, 0, 0, 9, {}), child(2, 0, 1, 9, {})};
  foldStep(state);
  QCOMPARE(state.nodes[9].visits, 1);
  QVERIFY(!state.nodes[9].bestChild.has_value());
  QVERIFY(state.nodes[9].expanded);
  QCOMPARE(state.expansions, 4);
  QCOMPARE(state.archive.size(), std::size_t{4});
}

void TestParentSelection::exhaustedParentCountsNoVisit() {
  SearchState state = four();
  state.stepParents = {9, 5};
  state.openSlots = {child(2, 0, 0, 9, {}), child(2, 0, 1, 9, {}), child(2, 1, 0, 5, {}),
                     child(2, 1, 1, 5, 1.3)};
  for (std::size_t i = 0; i < 3; ++i) state.openSlots[i].exhausted = true;
  foldStep(state);
  QCOMPARE(state.nodes[9].visits, 0);
  QVERIFY(!state.nodes[9].expanded);
  QCOMPARE(state.nodes[5].visits, 1);
  QCOMPARE(state.expansions, 4);
}

void TestParentSelection::takesAtMostKPerParent() {
  SearchState state = four();
  state.config.puct.kPerParent = 1;
  state.stepParents = {9, 5};
  state.openSlots = {child(2, 0, 0, 9, 1.9), child(2, 0, 1, 9, 2.5), child(2, 1, 0, 5, 1.1),
                     child(2, 1, 1, 5, 1.2)};
  foldStep(state);
  QCOMPARE(state.archive.size(), std::size_t{6});
  QVERIFY(state.nodes[candidateNumber({2, 0, 1}, 4, 4)].archived);
  QVERIFY(!state.nodes[candidateNumber({2, 0, 0}, 4, 4)].archived);
  QVERIFY(state.nodes[candidateNumber({2, 1, 1}, 4, 4)].archived);
}

void TestParentSelection::dropsDuplicates() {
  SearchState state = fresh({1.0});
  state.config.puct.kPerParent = 1;
  state.stepParents = {0};
  state.openSlots = {child(0, 0, 0, 0, 1.9), child(0, 0, 1, 0, 1.4)};
  state.openSlots[0].kernelHash = "seed 0";  // the reference again
  foldStep(state);
  // A duplicate takes nobody's place.
  QCOMPARE(state.archive, (std::vector<NodeId>{2, 0}));
  QCOMPARE(*state.nodes[0].bestChild, 1.9);
}

void TestParentSelection::cutsToCapacityAndKeepsSeeds() {
  SearchState state = fresh({1.0, 0.5});
  state.config.puct.capacity = 3;
  state.stepParents = {0};
  state.openSlots = {child(0, 0, 0, 0, 1.9), child(0, 0, 1, 0, 0.7), child(0, 0, 2, 0, 0.4)};
  foldStep(state);
  QCOMPARE(state.archive, (std::vector<NodeId>{1, 0, -1}));
  QVERIFY(!state.nodes[2].archived);
  QVERIFY(state.nodes[1].archived);
  // What was cut does not come back under another slot.
  state.stepParents = {0};
  state.openSlots = {child(1, 0, 0, 0, 3.0)};
  state.openSlots[0].kernelHash = "child 0/0/1";
  foldStep(state);
  QCOMPARE(state.archive, (std::vector<NodeId>{1, 0, -1}));
}

QTEST_APPLESS_MAIN(TestParentSelection)
#include "test_parent_selection.moc"
