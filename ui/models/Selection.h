// The open session as every view of it sees it: one table, one filter, one current row.
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "ui/models/RowFilter.h"

namespace kernelcast::ui {

class Selection : public QObject {
  Q_OBJECT

 public:
  explicit Selection(QObject* parent = nullptr);

  // The same session read again keeps filter and current row; another one starts without either. Null closes
  // it.
  void setTable(std::shared_ptr<const SessionTable> table);
  void setBinRule(BinRule rule);
  void setFilter(const RowFilter& filter);
  // The same cell a second time takes the filter away.
  void toggleCell(MatrixCell cell);
  // An index into rows(); one that is not shown, or out of range, selects nothing.
  void setCurrentRow(int row);

  [[nodiscard]] const std::shared_ptr<const SessionTable>& table() const { return table_; }
  [[nodiscard]] BinRule binRule() const { return rule_; }
  [[nodiscard]] const RowFilter& filter() const { return filter_; }
  [[nodiscard]] const std::vector<int>& visibleRows() const { return visible_; }
  [[nodiscard]] int currentRow() const { return current_; }
  // Null where nothing is selected.
  [[nodiscard]] const CandidateRow* current() const;

 signals:
  void rowsChanged();  // table, filter or speed classes: what is shown is another set, or looks different
  void currentRowChanged(int row);

 private:
  void refilter();
  [[nodiscard]] bool isVisible(int row) const;

  std::shared_ptr<const SessionTable> table_;
  BinRule rule_ = BinRule::Prompt;
  RowFilter filter_;
  std::vector<int> visible_;
  int current_ = -1;
};

}  // namespace kernelcast::ui
