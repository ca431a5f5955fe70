// The plot of ForecastScatter: axes by Qt Charts, points by ScatterItem, and what mouse and keyboard do with
// them.
//
// Dragging moves a zoom, or draws a box or a lasso: with a tool, or with Shift and Ctrl held. B and L take up
// and lay down the tools, Escape lays them down. With the box, Enter makes the current mark a corner, and
// Enter on another mark draws the box between the two.
#pragma once

#include <QChartView>
#include <memory>
#include <optional>
#include <vector>

#include "ui/charts/ScatterItem.h"
#include "ui/charts/ScatterPick.h"

class QCategoryAxis;
class QLineSeries;

namespace kernelcast::ui {

class ScatterView : public QChartView {
  Q_OBJECT

 public:
  explicit ScatterView(QWidget* parent = nullptr);

  // A zoom stays as it is, so that a running search does not pull the view away; not where the axes measure
  // something else. Runtimes come with the reference times that they were made with.
  void setContent(std::shared_ptr<const SessionTable> table, ScatterData content, BinRule rule,
                  std::shared_ptr<const analysis::ReferenceTimes> references = nullptr);
  void setCurrentRow(int row);  // -1 or a row that is not among the points: none
  [[nodiscard]] int currentRow() const { return currentRow_; }
  void setMessage(const QString& message);

  void setTool(ScatterTool tool);
  [[nodiscard]] ScatterTool tool() const { return tool_; }

  void resetZoom();
  [[nodiscard]] bool isZoomed() const { return zoom_.has_value(); }
  [[nodiscard]] int shownCount() const { return item_->geometry().shownCount(); }

  [[nodiscard]] const ScatterItem& item() const { return *item_; }
  [[nodiscard]] std::optional<QPointF> positionOf(
      int row) const;                                       // viewport pixels; none where a zoom hides it
  [[nodiscard]] int rowAt(QPointF viewportPosition) const;  // -1 where nothing is near

 signals:
  void activated(int row);  // after the mouse or key event has been dealt with
  void inspectRequested();  // Enter on the row that is current
  void zoomChanged();
  void toolChanged(kernelcast::ui::ScatterTool tool);
  // After the event, as above. A box that was begun in the plot; anything else gives the rows themselves,
  // which may be none.
  void boxDrawn(const kernelcast::ui::ScatterBox& box);
  void rowsPicked(const std::vector<int>& rows);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  struct Range {
    double xLow, xHigh, yLow, yHigh;
  };
  // A box or lasso that is being drawn.
  struct Drawing {
    ScatterTool tool = ScatterTool::Box;
    QRectF room;  // where it began: the plot, or a lane
    bool inPlot = true;
    QPolygonF path;  // of a box its two corners
  };

  [[nodiscard]] Drawing drawingFrom(QPointF at, ScatterTool tool) const;
  [[nodiscard]] QPolygonF areaOf(const Drawing& drawing) const;
  void draw(QPointF to);
  void showDrawing();
  void showCursor();
  void finishDrawing();
  void stopDrawing();
  bool keyOfTool(QKeyEvent& event);
  void setCorner();

  [[nodiscard]] double laneWidth(ScatterColumn column) const;  // 0 where no row needs the lane
  void nameAxes();
  void updateMargins();
  void updateFrame();
  void zoomBy(double factor, QPointF around, bool horizontally);
  void setZoom(const Range& range);
  void step(bool byHeight, int direction);
  void jump(bool toEnd);
  void select(int point);
  void hover(QPointF at, QPoint global);
  void reveal(int point);
  [[nodiscard]] std::vector<int> pointsAt(QPointF at) const;
  [[nodiscard]] Range full() const;
  [[nodiscard]] Range range() const { return zoom_.value_or(full()); }
  [[nodiscard]] int pointOf(int row) const;
  [[nodiscard]] ScatterItem::Whiskers whiskersOf(int point) const;
  const std::vector<int>& order(bool byHeight);

  std::shared_ptr<const SessionTable> table_;
  std::shared_ptr<const analysis::ReferenceTimes> references_;  // of runtimes
  ScatterData data_;                                            // its points live in the item
  BinRule rule_ = BinRule::Prompt;
  int currentRow_ = -1;
  std::optional<Range> zoom_;
  std::vector<int> pointOfRow_;
  std::vector<int>
      orders_[2];  // points by place on the measured axis, and by forecast; made when first stepped
  bool updating_ = false;

  QChart* chart_ = nullptr;
  QCategoryAxis* xAxis_ = nullptr;
  QCategoryAxis* yAxis_ = nullptr;
  QLineSeries* anchor_ = nullptr;  // empty: a chart needs a series to map positions
  ScatterItem* item_ = nullptr;

  std::optional<QPointF> pressedAt_;
  Range pressedRange_{};
  bool dragging_ = false;
  ScatterTool tool_ = ScatterTool::Move;
  std::optional<Drawing> drawing_;
  int cornerRow_ = -1;  // of a box that is drawn by keyboard
};

}  // namespace kernelcast::ui
