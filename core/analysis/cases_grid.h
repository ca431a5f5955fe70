// Benchmark cases by kernels, for the heat map: which kernel wins which case, and what a mean over cases
// hides.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/domain/case_times.h"
#include "core/domain/session.h"

namespace kernelcast::analysis {

struct CasesGrid {
  std::vector<CaseColumn> columns;
  // Indices into SessionTable::rows, one for each candidate that a device judged: by falling S, failures
  // last, equal ones by number.
  std::vector<int> rows;
  // Reference time / kernel time, kernel after kernel: rows.size() * columns.size() values, NaN where the
  // case did not run.
  std::vector<double> speedups;
  std::vector<int> winners;  // of each column: position in `rows` of its fastest kernel; -1: none ran it
  std::vector<int> won;      // of each kernel: columns it wins
  double lowest = CandidateRow::kUnknown;  // of all speedups; NaN where there is none
  double highest = CandidateRow::kUnknown;

  [[nodiscard]] double at(std::size_t kernel, std::size_t column) const {
    return speedups[kernel * columns.size() + column];
  }
};

// Of the given rows those of the task and device (indices into SessionTable). A candidate with several
// surrogates is one kernel, its row that of the first. Of kernels that win a case alike the first in `rows`
// has it; times of a candidate that is not among the rows, or that are not above zero, are left out. The
// order of rows and of times changes nothing. O(n log n + times).
CasesGrid casesGrid(const SessionTable& table, std::span<const int> rows, int task, int device,
                    const CaseTimes& times);

}  // namespace kernelcast::analysis
