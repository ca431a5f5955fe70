// The open session as every view of it sees it: one table, one filter with its history, one current row, two
// marked ones.
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <utility>
#include <vector>

#include "core/domain/row_filter.h"

namespace kernelcast::ui {

// A cell of the confusion matrix, classes 1..8.
struct MatrixCell {
  int predicted = 0;
  int measured = 0;
  bool operator==(const MatrixCell&) const = default;
};
// The cell that a filter chooses; none where it chooses none or several.
std::optional<MatrixCell> cellOf(const RowFilter& filter);

// One condition of a filter, as its chip says it.
struct FilterChip {
  std::size_t term = 0;  // index into RowFilter::terms
  QString text;
};
std::vector<FilterChip> chipsOf(const RowFilter& filter, BinRule rule);

class Selection : public QObject {
  Q_OBJECT

 public:
  // Step: a filter of its own in the history. Typing: follows the one before it, as keystrokes do.
  enum class Change { Step, Typing };

  explicit Selection(QObject* parent = nullptr);

  // The same session read again keeps filter and current row; another one starts without either. Null closes
  // it.
  void setTable(std::shared_ptr<const SessionTable> table);
  void setBinRule(BinRule rule);
  void setFilter(const RowFilter& filter, Change change = Change::Step);
  // The term instead of those of its field; a second time takes it away.
  void toggleTerm(const FilterTerm& term);
  void toggleCell(MatrixCell cell);
  // Through the filters of this session.
  void back();
  void forward();
  // An index into rows(); one that is not shown, or out of range, selects nothing.
  void setCurrentRow(int row);
  // For the A|B page: the last two rows that were marked, oldest first. A marked row is unmarked.
  void toggleMark(int row);
  void clearMarks();
  // The two rows that a table has selected together; none where it has another number of them.
  void setPicked(std::vector<int> rows) { picked_ = std::move(rows); }
  [[nodiscard]] const std::vector<int>& picked() const { return picked_; }
  // Asks for the A|B page of two rows.
  void comparePair(int a, int b);

  [[nodiscard]] const std::shared_ptr<const SessionTable>& table() const { return table_; }
  [[nodiscard]] BinRule binRule() const { return rule_; }
  [[nodiscard]] const RowFilter& filter() const { return filter_; }
  [[nodiscard]] bool canGoBack() const { return place_ > 0; }
  [[nodiscard]] bool canGoForward() const { return place_ + 1 < history_.size(); }
  [[nodiscard]] const std::vector<int>& visibleRows() const { return visible_; }
  [[nodiscard]] bool isVisible(int row) const;
  [[nodiscard]] int currentRow() const { return current_; }
  // Null where nothing is selected.
  [[nodiscard]] const CandidateRow* current() const;
  [[nodiscard]] const std::vector<int>& marked() const { return marked_; }

 signals:
  void rowsChanged();  // table, filter or speed classes: what is shown is another set, or looks different
  void currentRowChanged(int row);
  void markedChanged();
  void pairRequested(int a, int b);

 private:
  void apply(const RowFilter& filter);
  void refilter();

  std::shared_ptr<const SessionTable> table_;
  BinRule rule_ = BinRule::Prompt;
  RowFilter filter_;
  std::vector<RowFilter> history_{RowFilter{}};
  std::size_t place_ = 0;  // of filter_ in history_
  bool typing_ = false;    // the newest entry is still being typed
  std::vector<int> visible_;
  int current_ = -1;
  std::vector<int> marked_;
  std::vector<int> picked_;
};

}  // namespace kernelcast::ui
