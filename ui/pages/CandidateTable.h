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

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void showColumns();
  void showCurrent();
  void showColumnMenu(const QPoint& position);

  CandidateTableModel& model_;
  ColumnChoice& columns_;
  Selection& selection_;
  bool following_ = false;  // the selection leads, the table follows
};

}  // namespace kernelcast::ui
