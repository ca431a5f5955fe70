#include "ui/models/Selection.h"

#include <algorithm>

#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

constexpr std::size_t kLongestHistory = 200;

// The single class that a term names.
std::optional<int> classOf(const RowFilter& filter, std::string_view field) {
  const FilterTerm* term = filter.find(field);
  if (term == nullptr || term->negated || term->ranges.size() != 1) return {};
  const NumberRange& range = term->ranges.front();
  return range.low == range.high ? std::optional(static_cast<int>(range.low)) : std::nullopt;
}

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

std::optional<MatrixCell> cellOf(const RowFilter& filter) {
  const auto predicted = classOf(filter, "bin");
  const auto measured = classOf(filter, "true");
  return predicted && measured ? std::optional(MatrixCell{*predicted, *measured}) : std::nullopt;
}

std::vector<FilterChip> chipsOf(const RowFilter& filter, BinRule rule) {
  std::vector<FilterChip> chips;
  for (std::size_t i = 0; i < filter.terms.size(); ++i) {
    chips.push_back({i, oneLine(termWords(filter.terms[i], rule))});
  }
  return chips;
}

Selection::Selection(QObject* parent) : QObject(parent) {}

void Selection::setTable(std::shared_ptr<const SessionTable> table) {
  const bool same = table && table_ && table->summary.id == table_->summary.id;
  const int before = current_;
  std::vector<int> marks;
  if (same) {
    current_ = sameRow(*table_, current_, *table);
    for (const int row : marked_) {
      if (const int now = sameRow(*table_, row, *table); now >= 0) marks.push_back(now);
    }
  } else {
    current_ = -1;
    filter_ = {};
    history_ = {RowFilter{}};
    place_ = 0;
    typing_ = false;
  }
  picked_.clear();
  table_ = std::move(table);
  visible_ = table_ ? filteredRows(*table_, filter_, rule_) : std::vector<int>{};
  if (current_ >= 0 && !isVisible(current_)) current_ = -1;
  const bool marksMoved = std::exchange(marked_, marks) != marks;
  emit rowsChanged();
  // Also where the index is the same: what is known of the row may be new.
  if (before >= 0 || current_ >= 0) emit currentRowChanged(current_);
  if (marksMoved) emit markedChanged();
}

void Selection::setBinRule(BinRule rule) {
  if (rule == rule_) return;
  rule_ = rule;
  refilter();
}

void Selection::setFilter(const RowFilter& filter, Change change) {
  if (filter == filter_) {
    typing_ = typing_ && change == Change::Typing;
    return;
  }
  history_.resize(place_ + 1);
  if (change == Change::Typing && typing_) {
    history_.back() = filter;
  } else {
    history_.push_back(filter);
    if (history_.size() > kLongestHistory) history_.erase(history_.begin());
  }
  typing_ = change == Change::Typing;
  place_ = history_.size() - 1;
  apply(filter);
}

void Selection::toggleTerm(const FilterTerm& term) {
  const FilterTerm* present = filter_.find(term.field);
  setFilter(present != nullptr && *present == term ? filter_.without(term.field) : filter_.with(term));
}

void Selection::toggleCell(MatrixCell cell) {
  if (cellOf(filter_) == cell) {
    setFilter(filter_.without("bin").without("true"));
  } else {
    setFilter(filter_.with(numberTerm("bin", cell.predicted)).with(numberTerm("true", cell.measured)));
  }
}

void Selection::back() {
  if (!canGoBack()) return;
  typing_ = false;
  apply(history_[--place_]);
}

void Selection::forward() {
  if (!canGoForward()) return;
  typing_ = false;
  apply(history_[++place_]);
}

void Selection::apply(const RowFilter& filter) {
  filter_ = filter;
  refilter();
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

void Selection::toggleMark(int row) {
  if (!table_ || row < 0 || static_cast<std::size_t>(row) >= table_->rows.size()) return;
  const auto found = std::find(marked_.begin(), marked_.end(), row);
  if (found != marked_.end()) {
    marked_.erase(found);
  } else {
    if (marked_.size() == 2) marked_.erase(marked_.begin());
    marked_.push_back(row);
  }
  emit markedChanged();
}

void Selection::clearMarks() {
  if (marked_.empty()) return;
  marked_.clear();
  emit markedChanged();
}

void Selection::comparePair(int a, int b) {
  const auto known = [this](int row) {
    return table_ && row >= 0 && static_cast<std::size_t>(row) < table_->rows.size();
  };
  if (known(a) && known(b) && a != b) emit pairRequested(a, b);
}

const CandidateRow* Selection::current() const {
  return table_ && current_ >= 0 ? &table_->rows[static_cast<std::size_t>(current_)] : nullptr;
}

bool Selection::isVisible(int row) const { return std::binary_search(visible_.begin(), visible_.end(), row); }

}  // namespace kernelcast::ui
