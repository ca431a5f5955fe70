// Every candidate in a table of its own.
#pragma once

#include <QWidget>

namespace kernelcast::ui {

class CandidateTable;
class CandidateTableModel;
class ColumnChoice;
class Selection;

class CandidatesPage : public QWidget {
  Q_OBJECT

 public:
  CandidatesPage(Selection& selection, CandidateTableModel& model, ColumnChoice& columns,
                 QWidget* parent = nullptr);
  [[nodiscard]] CandidateTable* table() const { return table_; }

 signals:
  void inspectRequested();

 private:
  CandidateTable* table_ = nullptr;
};

}  // namespace kernelcast::ui
