#include "ui/models/Selection.h"

#include <algorithm>

namespace kernelcast::ui {

namespace {

// The row that stands for the same candidate, device and surrogate in a table that was read again.
int sameRow(const SessionTable& before, int row, const SessionTable& after) {
  if (row < 0) return -1;
  const CandidateRow& old = before.rows[static_cast<std::size_t>(row)];
  const auto found = std::find_if(after.rows.begin(), after.rows.end(), [&](const CandidateRow& r) {
    return r.number == old.number && r.task == old.task && r.device == old.device &&
           r.surrogate == old.surrogate;
  });
  return found == after.rows.end() ? -1 : static_cast<int>(found - after.rows.begin());
}

}  // namespace

Selection::Selection(QObject* parent) : QObject(parent) {}

void Selection::setTable(std::shared_ptr<const SessionTable> table) {
  const bool same = table && table_ && table->summary.id == table_->summary.id;
  const int before = current_;
  current_ = same ? sameRow(*table_, current_, *table) : -1;
  if (!same) filter_ = {};
  table_ = std::move(table);
  visible_ = table_ ? filteredRows(*table_, filter_, rule_) : std::vector<int>{};
  if (current_ >= 0 && !isVisible(current_)) current_ = -1;
  emit rowsChanged();
  // Also where the index is the same: what is known of the row may be new.
  if (before >= 0 || current_ >= 0) emit currentRowChanged(current_);
}

void Selection::setBinRule(BinRule rule) {
  if (rule == rule_) return;
  rule_ = rule;
  refilter();
}

void Selection::setFilter(const RowFilter& filter) {
  if (filter == filter_) return;
  filter_ = filter;
  refilter();
}

void Selection::toggleCell(MatrixCell cell) {
  RowFilter filter = filter_;
  if (filter.cell == cell) filter.cell.reset();
  else filter.cell = cell;
  setFilter(filter);
}

void Selection::refilter() {
  visible_ = table_ ? filteredRows(*table_, filter_, rule_) : std::vector<int>{};
  const int before = current_;
  if (current_ >= 0 && !isVisible(current_)) current_ = -1;
  // A cell with a single row in it was clicked to see that row.
  if (current_ < 0 && !filter_.isEmpty() && visible_.size() == 1) current_ = visible_.front();
  emit rowsChanged();
  if (current_ != before) emit currentRowChanged(current_);
}

void Selection::setCurrentRow(int row) {
  const int next = isVisible(row) ? row : -1;
  if (next == current_) return;
  current_ = next;
  emit currentRowChanged(current_);
}

const CandidateRow* Selection::current() const {
  return table_ && current_ >= 0 ? &table_->rows[static_cast<std::size_t>(current_)] : nullptr;
}

bool Selection::isVisible(int row) const { return std::binary_search(visible_.begin(), visible_.end(), row); }

}  // namespace kernelcast::ui
