#include "core/analysis/reference_times.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kernelcast::analysis {

namespace {

bool usable(double us) { return std::isfinite(us) && us > 0; }

}  // namespace

ReferenceTimes::ReferenceTimes(const SessionTable& table) {
  std::map<std::pair<int, int>, std::vector<double>> measured;
  for (const CandidateRow& row : table.rows) {
    if (usable(row.referenceUs)) measured[{row.task, row.device}].push_back(row.referenceUs);
  }
  for (auto& [where, times] : measured) {
    // The lower of two in the middle: a time that was measured.
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) / 2);
    std::nth_element(times.begin(), middle, times.end());
    ofTask_.emplace(where, *middle);
  }
}

ReferenceTime ReferenceTimes::of(const CandidateRow& row) const {
  if (usable(row.referenceUs)) return {row.referenceUs, false};
  if (row.status == RowStatus::Ok) return {};
  const auto found = ofTask_.find({row.task, row.device});
  return found == ofTask_.end() ? ReferenceTime{} : ReferenceTime{found->second, true};
}

}  // namespace kernelcast::analysis
