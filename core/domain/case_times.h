// Times of one task's benchmark cases on one device, candidate by candidate: what a session's rows do not
// hold.
#pragma once

#include <string>
#include <vector>

namespace kernelcast {

struct CaseColumn {
  std::string label;      // "4096 × 1024"
  std::string longLabel;  // "rows=4096 cols=1024"
  bool operator==(const CaseColumn&) const = default;
};

// One case of one candidate, of runs combined as its speedup combines them. Microseconds.
struct CaseTime {
  int candidate = 0;       // number
  int column = 0;          // index into CaseTimes::columns
  double medianUs = 0;     // above zero
  double referenceUs = 0;  // of the reference in the same runs; above zero
  bool operator==(const CaseTime&) const = default;
};

struct CaseTimes {
  std::vector<CaseColumn> columns;  // in the task's order of benchmark cases
  std::vector<CaseTime> times;      // at most one for each candidate and column; failed candidates have none
  bool operator==(const CaseTimes&) const = default;
};

}  // namespace kernelcast
