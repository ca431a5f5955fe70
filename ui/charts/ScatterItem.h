// All points of a scatter as one graphics item. Qt's own series make an item a point: seconds for 50,000.
//
// The points are drawn once into a layer of device pixels, from cached images of the marks; a frame that only
// moves the hover or the selection copies that layer.
#pragma once

#include <QGraphicsItem>
#include <QImage>
#include <QPolygonF>
#include <optional>
#include <vector>

#include "ui/charts/ScatterGeometry.h"
#include "ui/charts/SpeedClasses.h"

namespace kernelcast::ui {

class ScatterItem : public QGraphicsItem {
 public:
  // Bars through a point, log2: the forecast's 10-90% upright, the measurement's interval lengthwise. Low
  // end first.
  struct Whiskers {
    std::optional<std::pair<double, double>> forecast;
    std::optional<std::pair<double, double>> measured;
  };
  struct Grid {
    std::vector<AxisTick> xTicks;
    std::vector<AxisTick> yTicks;
    BinRule rule = BinRule::Prompt;  // of the measured axis
    ScatterQuantity quantity = ScatterQuantity::Speedup;
  };

  explicit ScatterItem(QGraphicsItem* parent);

  void setPoints(std::vector<ScatterPoint> points);
  void setFrame(const ScatterFrame& frame, Grid grid, const QSizeF& size);
  void setCurrent(int point, const Whiskers& whiskers);  // -1: none
  void setHovered(int point, const Whiskers& whiskers);
  void setMessage(const QString& message);  // in the middle of the plot, instead of points
  void setDrawing(QPolygonF area);          // what a box or lasso holds so far; empty: none is drawn
  void setFocusShown(bool shown);
  void forgetColours();  // after a change of theme

  [[nodiscard]] const std::vector<ScatterPoint>& points() const { return points_; }
  // Points are placed when somebody first asks: a resize changes the frame several times before it is
  // painted.
  [[nodiscard]] const ScatterGeometry& geometry() const;
  [[nodiscard]] const ScatterFrame& frame() const { return frame_; }
  [[nodiscard]] int current() const { return current_; }
  [[nodiscard]] int hovered() const { return hovered_; }

  [[nodiscard]] QRectF boundingRect() const override { return QRectF(QPointF(), size_); }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

  static QString laneTitle(ScatterColumn column);
  // Diameter of a mark where `count` share the chart.
  static qreal markSize(std::size_t count);

 private:
  void paintGround(QPainter& painter) const;
  void paintClasses(QPainter& painter) const;
  void paintFactor(QPainter& painter) const;
  void paintLanes(QPainter& painter) const;
  void paintRing(QPainter& painter, int point, const Whiskers& whiskers, const QColor& colour) const;
  void paintMessage(QPainter& painter) const;
  const QImage& layer(qreal devicePixelRatio);

  std::vector<ScatterPoint> points_;
  ScatterFrame frame_;
  mutable ScatterGeometry geometry_;
  mutable bool placed_ = false;
  Grid grid_;
  QSizeF size_;
  int current_ = -1;
  int hovered_ = -1;
  Whiskers currentWhiskers_;
  Whiskers hoveredWhiskers_;
  QString message_;
  QPolygonF drawing_;
  bool focusShown_ = false;

  QImage layer_;
  qreal layerRatio_ = 0;  // 0: stale
};

}  // namespace kernelcast::ui
