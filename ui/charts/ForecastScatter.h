// Forecast against measurement: who is in the right class, who is not, who failed. Every row has a mark.
//
// Plot on log axes, of speedups with the speed classes as grid or of runtimes; rows without a measured
// speedup stand in lanes beside it, rows without a forecast in a lane below. Arrow keys step from mark to
// mark, the wheel zooms, dragging pans, a double click or 0 shows all.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/domain/row_filter.h"
#include "ui/charts/ScatterData.h"

class QLabel;

namespace kernelcast::ui {

class ScatterLegend;
class ScatterView;

class ForecastScatter : public QWidget {
  Q_OBJECT

 public:
  explicit ForecastScatter(QWidget* parent = nullptr);

  // visibleRows are indices into table->rows. The zoom and the current row stay.
  void setTable(std::shared_ptr<const SessionTable> table, std::vector<int> visibleRows, BinRule rule);
  // What both axes measure; speedups at first.
  void setQuantity(ScatterQuantity quantity);
  [[nodiscard]] ScatterQuantity quantity() const { return quantity_; }
  // Rings a row; -1 or a row that is not visible: none. Emits nothing.
  void setCurrentRow(int row);
  [[nodiscard]] int currentRow() const;

  // The chart in words, with its counts.
  [[nodiscard]] QString summary() const { return summary_; }
  void resetZoom();
  [[nodiscard]] bool isZoomed() const;

  [[nodiscard]] ScatterView* view() const { return view_; }
  [[nodiscard]] ScatterLegend* legend() const { return legend_; }
  [[nodiscard]] std::optional<QPointF> positionOf(int row) const;  // of its mark, in pixels of view()

 signals:
  void rowActivated(int row);
  void inspectRequested();
  // A box or lasso was drawn: what it holds of the rows that are shown. After the mouse or key event.
  void termsChosen(const std::vector<kernelcast::FilterTerm>& terms);

 private:
  void choose(const std::vector<FilterTerm>& terms);
  void showRows();
  void showNote();
  void describe();

  std::shared_ptr<const SessionTable> table_;
  BinRule rule_ = BinRule::Prompt;
  QString summary_;
  std::vector<int> rows_;
  ScatterQuantity quantity_ = ScatterQuantity::Speedup;
  std::shared_ptr<const analysis::ReferenceTimes> references_;  // of table_, once runtimes were asked for
  std::size_t points_ = 0;
  bool nothingInside_ = false;  // of what was drawn last
  ScatterLegend* legend_ = nullptr;
  QLabel* referenceNote_ = nullptr;
  ScatterView* view_ = nullptr;
};

}  // namespace kernelcast::ui
