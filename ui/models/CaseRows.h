// The times of one kernel case by case, beside its reference's.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/domain/session.h"

namespace kernelcast::ui {

struct CaseRow {
  QString label;      // "8192 × 8192"
  QString longLabel;  // "m=8192 n=8192"
  std::optional<double> referenceUs;
  double medianUs = 0;
  std::optional<double> spreadUs;  // standard deviation of a launch, the largest of the runs'
  int n = 0;                       // timed launches
  std::optional<double> speedup;
  bool operator==(const CaseRow&) const = default;
};

// Of runs combined as the speedup combines them; empty where the candidate has no times. A reference that
// does not match leaves its columns empty.
std::vector<CaseRow> caseRows(const CandidateDetail& detail);
// In the order of the cases, those that are known.
std::vector<double> speedupsOf(const std::vector<CaseRow>& cases);

}  // namespace kernelcast::ui
