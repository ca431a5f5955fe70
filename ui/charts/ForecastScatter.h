// Forecast against measured speedup: who is in the right class, who is not, who failed. Every row has a mark.
//
// Plot on log2 axes with the speed classes as grid; rows without a measured speedup stand in lanes beside it,
// rows without a forecast in a lane below. Arrow keys step from mark to mark, the wheel zooms, dragging pans,
// a double click or 0 shows all.
#pragma once

#include <QWidget>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "core/domain/outcome.h"

class QLabel;

namespace kernelcast::ui {

class LegendLabel;
class ScatterView;
struct ScatterData;

class ForecastScatter : public QWidget {
  Q_OBJECT

 public:
  explicit ForecastScatter(QWidget* parent = nullptr);

  // visibleRows are indices into table->rows. The zoom and the current row stay.
  void setTable(std::shared_ptr<const SessionTable> table, std::vector<int> visibleRows, BinRule rule);
  // Rings a row; -1 or a row that is not visible: none. Emits nothing.
  void setCurrentRow(int row);
  [[nodiscard]] int currentRow() const;

  // The chart in words, with its counts.
  [[nodiscard]] QString summary() const { return summary_; }
  void resetZoom();
  [[nodiscard]] bool isZoomed() const;

  [[nodiscard]] ScatterView* view() const { return view_; }
  [[nodiscard]] std::optional<QPointF> positionOf(int row) const;  // of its mark, in pixels of view()

 signals:
  void rowActivated(int row);

 private:
  void showCounts(const ScatterData& content);
  void showZoom();
  void describe();

  std::shared_ptr<const SessionTable> table_;
  BinRule rule_ = BinRule::Prompt;
  QString summary_;
  std::size_t points_ = 0;
  std::array<LegendLabel*, kOutcomes.size()> legend_{};
  std::array<LegendLabel*, 2> ground_{};  // the identity line and the class squares
  QLabel* zoomNote_ = nullptr;
  ScatterView* view_ = nullptr;
};

}  // namespace kernelcast::ui
