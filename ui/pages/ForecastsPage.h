// Forecast against measurement: scatter and confusion matrix, with the table of the same rows below.
#pragma once

#include <QWidget>

namespace kernelcast::ui {

class CandidateTable;
class CandidateTableModel;
class Card;
class ColumnChoice;
class ConfusionMatrix;
class ForecastScatter;
class Selection;
class Settings;

class ForecastsPage : public QWidget {
  Q_OBJECT

 public:
  ForecastsPage(Selection& selection, CandidateTableModel& model, ColumnChoice& columns, Settings& settings,
                QWidget* parent = nullptr);

  [[nodiscard]] ForecastScatter* scatter() const { return scatter_; }
  [[nodiscard]] ConfusionMatrix* matrix() const { return matrix_; }
  [[nodiscard]] CandidateTable* table() const { return table_; }

 signals:
  void inspectRequested();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void showRows();

  Selection& selection_;
  ForecastScatter* scatter_ = nullptr;
  ConfusionMatrix* matrix_ = nullptr;
  Card* tableCard_ = nullptr;
  CandidateTable* table_ = nullptr;
};

}  // namespace kernelcast::ui
