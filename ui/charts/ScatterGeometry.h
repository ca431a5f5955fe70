// Where the points of a scatter fall in pixels, and which of them lie under the pointer.
#pragma once

#include <QPointF>
#include <QRectF>
#include <limits>
#include <vector>

#include "ui/charts/ScatterData.h"

namespace kernelcast::ui {

// Pixels of the chart and the log2 range they show. A lane without rows has an empty rectangle.
struct ScatterFrame {
  QRectF plot;
  QRectF failedLane;  // beside the plot, same height
  QRectF notMeasuredLane;
  QRectF notForecastLane;  // below the plot, same width
  double xLow = -3;
  double xHigh = 3;
  double yLow = -3;
  double yHigh = 3;
  qreal mark = 9;  // diameter of a mark

  [[nodiscard]] double x(double log2) const {
    return plot.left() + (log2 - xLow) / (xHigh - xLow) * plot.width();
  }
  [[nodiscard]] double y(double log2) const {
    return plot.bottom() - (log2 - yLow) / (yHigh - yLow) * plot.height();
  }
  bool operator==(const ScatterFrame&) const = default;
};

// Marks that share a lane: `along` are their positions on the axis. Returns an offset across the lane for
// each, so that marks closer than `size` do not cover each other while the lane has room, and are strewn
// evenly where it has none. Same input, same places.
std::vector<double> spreadAcross(const std::vector<double>& along, double width, double size);

class ScatterGeometry {
 public:
  void place(const std::vector<ScatterPoint>& points, const ScatterFrame& frame);
  void clear();

  [[nodiscard]] const ScatterFrame& frame() const { return frame_; }
  // One for each point; not inside the frame where a zoom has left it out.
  [[nodiscard]] const std::vector<QPointF>& positions() const { return positions_; }
  [[nodiscard]] bool isShown(std::size_t point) const { return shown_[point] != 0; }
  [[nodiscard]] int shownCount() const { return shownCount_; }

  // Points within `radius` of `at`, nearest first; equal distances in the order of the points.
  [[nodiscard]] std::vector<int> within(QPointF at, double radius) const;

 private:
  void buildGrid();

  ScatterFrame frame_;
  std::vector<QPointF> positions_;
  std::vector<char> shown_;
  int shownCount_ = 0;

  // Cells of a coarse grid, each a run of `cellPoints_` from cellStart_[cell] on.
  QRectF area_;
  int columns_ = 0;
  int rows_ = 0;
  std::vector<int> cellStart_;
  std::vector<int> cellPoints_;
};

}  // namespace kernelcast::ui
