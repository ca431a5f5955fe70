// What the reference of each task took on each device: a forecast speedup is a runtime once it is applied to
// it.
#pragma once

#include <map>
#include <utility>

#include "core/domain/session.h"

namespace kernelcast::analysis {

struct ReferenceTime {
  double us = CandidateRow::kUnknown;  // geometric mean of the reference's case medians, microseconds
  bool ofTask = false;  // measured beside other kernels of the task on that device, not in the row's own runs
};

class ReferenceTimes {
 public:
  explicit ReferenceTimes(const SessionTable& table);

  // A row that ran beside its reference has that time. One that failed or was not measured has the median of
  // what the reference took beside the others of its task and device. One that ran other cases than any
  // reference has none, nor has a row whose reference nobody measured.
  [[nodiscard]] ReferenceTime of(const CandidateRow& row) const;

 private:
  std::map<std::pair<int, int>, double> ofTask_;  // by task and device
};

}  // namespace kernelcast::analysis
