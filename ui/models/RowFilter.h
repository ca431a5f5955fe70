// Which rows of a session are shown: one value that every view of the page follows.
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "core/domain/session.h"
#include "core/domain/speedup_bin.h"

namespace kernelcast::ui {

// A cell of the confusion matrix, classes 1..8.
struct MatrixCell {
  int predicted = 0;
  int measured = 0;
  bool operator==(const MatrixCell&) const = default;
};

struct RowFilter {
  std::optional<std::string> task;  // by name: indices may move when a table is read again
  std::optional<MatrixCell> cell;
  QString text;  // in the name of the kernel or its parent, "#17" for a number; case is ignored in ASCII
  [[nodiscard]] bool isEmpty() const { return !task && !cell && text.isEmpty(); }
  bool operator==(const RowFilter&) const = default;
};

// Indices into table.rows, ascending. O(rows).
std::vector<int> filteredRows(const SessionTable& table, const RowFilter& filter, BinRule rule);

// One part of a filter as a chip says it.
struct FilterChip {
  enum class Part { Task, Cell, Text };
  Part part = Part::Task;
  QString text;
};
std::vector<FilterChip> chipsOf(const RowFilter& filter, BinRule rule);
RowFilter without(RowFilter filter, FilterChip::Part part);

}  // namespace kernelcast::ui
