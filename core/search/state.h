// The state of a search: a pure fold over its events, and what follows from it.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "core/search/event.h"

namespace kernelcast::search {

// A kernel that may be a parent. Nodes that left the archive stay for the lineage of those below them.
struct Node {
  NodeId id = 0;
  NodeId parent = 0;  // itself for seeds
  std::string name;
  std::string kernelHash;
  double reward = 0;                // S, measured or expected where trusted
  std::optional<double> bestChild;  // best reward among its children, once one had a reward
  int visits = 0;
  int asked = 0;  // mutations ever asked of it: the next ordinal
  bool seed = false;
  bool expanded = false;   // was a parent before
  bool exhausted = false;  // its recording holds no further child
  bool archived = false;
};

struct SlotState {
  enum class Progress { Mutation, Compile, Forecast, Verdict, Measurement, Done };
  Slot slot;
  NodeId parentNode = 0;
  int ordinal = 0;
  bool audit = false;
  Progress progress = Progress::Mutation;
  std::string name;
  std::string kernelHash;
  std::optional<BinProbabilities> probabilities;  // of a forecast that was read
  Verdict verdict = Verdict::None;
  std::optional<double> reward;
  bool measured = false;   // a device, or the recording of one, said something of it
  bool exhausted = false;  // nothing was written: the recording held no further child
  bool notAsked = false;   // nothing was asked: tries lost in flight had spent its share of a budget
};

// Counted over the whole session.
struct Counts {
  int proposed = 0;  // kernels written
  int forecast = 0;
  int trusted = 0;
  int deferred = 0;
  int skipped = 0;
  int audited = 0;
  int measured = 0;
  int correct = 0;
  int compileFailed = 0;
  int mutationFailed = 0;
};

struct BestSoFar {
  int candidate = 0;  // 0: nothing measured yet
  std::string name;
  std::string kernelHash;
  double speedup = 0;
  bool measured = true;
};

struct SearchState {
  SessionState phase = SessionState::Running;
  std::string reason;  // why it ended
  std::int64_t lastSeq = 0;
  SearchConfig config;
  int recordedCandidates = 0;
  int step = -1;  // the step that runs or ran last
  bool stepOpen = false;
  bool started = false;
  std::vector<SlotState> openSlots;        // of the open step, in slot order
  std::vector<NodeId> stepParents;         // of the open step
  int refused = 0;                         // slots that did not fit the budgets in the last step
  std::unordered_map<NodeId, Node> nodes;  // all that ever had a reward
  std::vector<NodeId> archive;             // by reward, best first, ties by slot order
  std::set<std::string> archiveHashes;     // duplicates by content are dropped
  int expansions = 0;                      // T of PUCT
  Counts counts;
  Spent spent;           // by events; tries lost in flight are beside it, in the ledger
  BestSoFar best;        // measured ones only
  double incumbent = 1;  // best measured S before the open step, at least 1: judges compare to it
  std::vector<SlotState> trustedLeaders;  // best trusted, bounded by config.verifyLeaders
  std::vector<SlotState> verifying;
  bool verificationDone = false;
};

// The open step's slots of one parent.
std::span<const SlotState> slotsOfParent(const SearchState& state, int parent);

// Pure: no clock, no chance, no I/O. An event that cannot follow is refused with a sentence, never repaired.
Result<SearchState> apply(SearchState&& state, const Event& event);

// Everything of a state that does not depend on the order in which results arrived: equal for a search that
// was killed and resumed and for one that was not.
Json stateDigest(const SearchState& state);

// An event the engine itself decides, to be committed before anything that depends on it.
struct Decide {
  EventBody event;
};
struct AskMutation {
  Slot slot;
  NodeId parentNode = 0;
  std::string parentHash;
  int ordinal = 0;
};
struct AskCompile {
  Slot slot;
  std::string kernelHash;
};
struct AskForecast {
  Slot slot;
  std::string kernelHash;
};
struct AskMeasurement {
  Slot slot;
  std::string kernelHash;
  bool verification = false;
};
using Action = std::variant<Decide, AskMutation, AskCompile, AskForecast, AskMeasurement>;

// Everything that may be done now, decisions first, requests in slot order; the driver leaves out what is in
// flight. Pure. `lost` is what tries that were lost in flight cost; it counts against the budgets.
std::vector<Action> nextActions(const SearchState& state, const SearchConfig& config, const Spent& lost = {});

}  // namespace kernelcast::search
