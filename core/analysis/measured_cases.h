// The times of one kernel case by case, beside its reference's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/domain/session.h"

namespace kernelcast::analysis {

struct MeasuredCase {
  std::string label;      // "8192 × 8192"
  std::string longLabel;  // "m=8192 n=8192"
  double medianUs = 0;
  std::optional<double> stdUs;  // standard deviation of a launch, the largest of the runs'
  int n = 0;                    // timed launches
  std::optional<double> referenceUs;
  std::optional<double> speedup;  // reference / own median
  bool operator==(const MeasuredCase&) const = default;
};

// Of runs combined as the speedup combines them, in the candidate's order of cases; empty where it has no
// times. Cases that the reference did not run leave its columns empty.
std::vector<MeasuredCase> measuredCases(const CandidateDetail& detail);

}  // namespace kernelcast::analysis
