// The visible rows of the open session as a table over candidateColumns(), sorted by any of them.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/domain/candidate_columns.h"
#include "ui/models/Selection.h"

namespace kernelcast::ui {

// True where a column's cells are numbers: right-aligned, digits under digits.
bool isNumeric(CellFormat format);

// The order in which rows stand under one column: working candidates that have a value, then those that have
// none, then failed ones, in either direction; equal ones by their place in the session.
std::vector<int> sortedRows(const SessionTable& table, std::vector<int> rows, const CandidateColumn& column,
                            Qt::SortOrder order);

// Sorts by itself rather than through a proxy: filtering and sorting 100,000 rows is one pass over indices.
class CandidateTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role {
    RowRole = Qt::UserRole + 1,  // index into SessionTable::rows
    OutcomeRole,                 // kernelcast::Outcome as int
    EmptyRole,                   // the cell holds nothing
    FilteredRole,                // of a title: what the filter asks about its column; empty: nothing
  };

  explicit CandidateTableModel(Selection& selection, QObject* parent = nullptr);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

  [[nodiscard]] int sortColumn() const { return sortColumn_; }
  [[nodiscard]] Qt::SortOrder sortOrder() const { return sortOrder_; }
  // Between a place in this table and an index into SessionTable::rows; -1 where there is none.
  [[nodiscard]] int placeOf(int row) const;
  [[nodiscard]] int rowAt(int place) const;
  // Cells of these places and columns with a line of titles, tab-separated, numbers as shown.
  [[nodiscard]] QString asTsv(const std::vector<int>& places, const std::vector<int>& columns) const;

 private:
  void reload();
  void order();
  [[nodiscard]] CellValue cell(int place, int column) const;
  [[nodiscard]] QVariant toolTip(int place, int column) const;

  Selection& selection_;
  std::shared_ptr<const SessionTable> table_;  // what order_ points into
  std::vector<int> order_;
  std::vector<std::string> filtered_;  // as filteredColumns()
  int sortColumn_ = -1;
  Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
};

}  // namespace kernelcast::ui
