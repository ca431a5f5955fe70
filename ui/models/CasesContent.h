// Benchmark cases by kernels as the heat map shows them: the grid with the times behind each cell, in words.
#pragma once

#include <QString>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/analysis/cases_grid.h"

namespace kernelcast::ui {

struct CasesContent {
  std::shared_ptr<const SessionTable> table;  // null: nothing was read yet
  int task = -1;                              // indices into the table
  int device = -1;
  analysis::CasesGrid grid;
  std::vector<CaseTime> cells;            // as grid.speedups; of cells that did not run the times are 0
  std::unordered_map<int, int> kernelOf;  // position in grid.rows by number of the candidate

  [[nodiscard]] int kernels() const { return static_cast<int>(grid.rows.size()); }
  [[nodiscard]] int columns() const { return static_cast<int>(grid.columns.size()); }
  [[nodiscard]] const CandidateRow& row(int kernel) const {
    return table->rows[static_cast<std::size_t>(grid.rows[static_cast<std::size_t>(kernel)])];
  }
  [[nodiscard]] bool failed(int kernel) const { return isFailure(row(kernel).status); }
  [[nodiscard]] double speedup(int kernel, int column) const {
    return grid.at(static_cast<std::size_t>(kernel), static_cast<std::size_t>(column));
  }
  [[nodiscard]] bool wins(int kernel, int column) const {
    return grid.winners[static_cast<std::size_t>(column)] == kernel;
  }
};

CasesContent casesContent(std::shared_ptr<const SessionTable> table, std::span<const int> rows, int task,
                          int device, const CaseTimes& times);

// "12 kernels on 3 cases of transpose, 0.9× to 8.1×; 2 failed. Fastest: 4096 × 1024 tile64_vec 8.12×; ..."
QString casesSummary(const CasesContent& content);
// One cell, every number in it. A column of -1 is the kernel as a whole.
QString casesCellText(const CasesContent& content, int kernel, int column);
// Why there is nothing to show; empty where there is something.
QString casesEmptySentence(const CasesContent& content);

// log2 S at which the colours of the grid end on either side: that of its largest speedup or slowdown, whole
// octaves, 1 to 3.
double casesColourEnd(const analysis::CasesGrid& grid);

}  // namespace kernelcast::ui
