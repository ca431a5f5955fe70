// What is known of one forecast against its measurement, in sentences built from facts, that claim no cause.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/measured_cases.h"
#include "core/analysis/misranks.h"
#include "core/domain/session.h"
#include "core/domain/speedup_bin.h"

namespace kernelcast::analysis {

enum class MissFactKind {
  Headline,          // measured, forecast, how many classes off and in which direction; or why there is no S
  TrueClass,         // the probability that the measured class was given
  Interval,          // whether the measurement lies in the forecast's 10-90% interval
  BeyondScale,       // S outside what a forecast can say
  Ranks,             // by forecast and by measurement, with the ties that noise leaves
  Cases,             // on how many it is faster than the reference, and the range
  DraggingCase,      // the one case without which the mean would be another
  FailedUnforeseen,  // failed though it was forecast faster than the reference
  Resources,         // spills and local memory
  NotArgmax,         // it named a class that its own probabilities do not favour
  OddSum,            // probabilities as answered do not sum to one
  Unparsed,          // repeats that could not be read
  WrongOrder,        // a pair that the forecast put in the wrong order
};

// Where the fact can be seen.
struct FactLink {
  enum class Target { None, Bins, Case, Pair, Ranks, Resources, CompileLog, Rationale };
  Target target = Target::None;
  int index = -1;  // Case: into the cases given; Pair: the other kernel's row in SessionTable::rows; else -1
  bool operator==(const FactLink&) const = default;
};

struct MissFact {
  MissFactKind kind = MissFactKind::Headline;
  std::string sentence;  // plain UTF-8, ends in a full stop
  FactLink link;
  bool operator==(const MissFact&) const = default;
};

// In the order of MissFactKind; the first is the headline, and there is always one. `cases` are
// measuredCases() of the row's detail, empty while they are not known. Spills come from `runs` of the detail.
// Pairs are looked for among `rows`, the `mostPairs` heaviest. O(n) in the table's rows.
struct MissContext {
  BinRule rule = BinRule::Prompt;
  std::span<const MeasuredCase> cases;
  std::span<const Measurement> runs;
  std::span<const int> rows;
  std::size_t mostPairs = 3;
};
std::vector<MissFact> missFacts(const SessionTable& table, int row, const MissContext& context);

// The case whose removal moves the geometric mean the most, where that is by a tenth or more: position in
// `cases`, the geometric mean of the others, and whether it holds the mean below that. None with fewer than
// three cases that have a speedup.
struct DraggingCase {
  int index = 0;
  double others = 0;
  bool down = false;
};
std::optional<DraggingCase> draggingCase(std::span<const MeasuredCase> cases);

}  // namespace kernelcast::analysis
