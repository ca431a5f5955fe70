// The table of candidates: follows the one selection, sorts by its headers, shows the columns one chooses.
#pragma once

#include <QTableView>

namespace kernelcast::ui {

class CandidateTableModel;
class ColumnChoice;
class Selection;

class CandidateTable : public QTableView {
  Q_OBJECT

 public:
  CandidateTable(CandidateTableModel& model, ColumnChoice& columns, Selection& selection,
                 QWidget* parent = nullptr);

  // Selected rows, or the current one, as tab-separated text with titles; nothing where no row is selected.
  [[nodiscard]] QString selectedRowsAsText() const;
  void copySelectedRows() const;

 signals:
  void inspectRequested();
  void columnsRequested();           // to choose which are shown
  void filterRequested(int column);  // by one of candidateColumns()

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void showColumns();
  void showCurrent();
  // What can be done with one column, at a place on the screen.
  void showColumnMenu(int column, const QPoint& place);

  CandidateTableModel& model_;
  ColumnChoice& columns_;
  Selection& selection_;
  bool following_ = false;  // the selection leads, the table follows
};

}  // namespace kernelcast::ui
