// Boxes and lassos of ScatterView.
#include <QKeyEvent>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ui/charts/ScatterView.h"

namespace kernelcast::ui {

namespace {

constexpr double kStep = 2;        // pixels between two points of a lasso
constexpr double kAtTheEnd = 1;    // pixels from the end of an axis that still are its end
constexpr double kAroundMark = 6;  // pixels that a box by keyboard reaches beyond its corners

QPointF inside(QPointF at, const QRectF& room) {
  return {std::clamp(at.x(), room.left(), room.right()), std::clamp(at.y(), room.top(), room.bottom())};
}

}  // namespace

void ScatterView::setTool(ScatterTool tool) {
  stopDrawing();
  if (tool == tool_) return;
  tool_ = tool;
  showCursor();
  emit toolChanged(tool);
}

void ScatterView::showCursor() {
  if (tool_ == ScatterTool::Move) {
    viewport()->unsetCursor();
  } else {
    viewport()->setCursor(Qt::CrossCursor);
  }
}

ScatterView::Drawing ScatterView::drawingFrom(QPointF at, ScatterTool tool) const {
  const ScatterFrame& frame = item_->frame();
  for (const QRectF& lane : {frame.failedLane, frame.notMeasuredLane, frame.notForecastLane}) {
    if (lane.contains(at)) return {tool, lane, false, {at}};
  }
  return {tool, frame.plot, true, {at}};
}

QPolygonF ScatterView::areaOf(const Drawing& drawing) const {
  if (drawing.path.size() < 2) return {};
  if (drawing.tool == ScatterTool::Lasso) return drawing.path;
  const QRectF box = QRectF(drawing.path.front(), drawing.path.back()).normalized();
  return QPolygonF({box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()});
}

void ScatterView::draw(QPointF to) {
  QPolygonF& path = drawing_->path;
  if (drawing_->tool == ScatterTool::Box) {
    path = {inside(path.front(), drawing_->room), inside(to, drawing_->room)};
  } else if (QLineF(path.back(), to).length() >= kStep) {
    path << to;
  }
  item_->setDrawing(areaOf(*drawing_));
}

// The box by keyboard, from its corner to the current mark.
void ScatterView::showDrawing() {
  const auto corner = positionOf(cornerRow_);
  const auto current = positionOf(currentRow_);
  if (!corner || !current) return stopDrawing();
  const QRectF box =
      QRectF(*corner, *current).normalized().adjusted(-kAroundMark, -kAroundMark, kAroundMark, kAroundMark);
  drawing_ = drawingFrom(*corner, ScatterTool::Box);
  drawing_->path = {inside(box.topLeft(), drawing_->room), inside(box.bottomRight(), drawing_->room)};
  item_->setDrawing(areaOf(*drawing_));
}

void ScatterView::finishDrawing() {
  const Drawing drawing = *drawing_;
  stopDrawing();
  const QPolygonF area = areaOf(drawing);
  const ScatterFrame& frame = item_->frame();
  if (drawing.tool == ScatterTool::Box && drawing.inPlot) {
    const QRectF box = area.boundingRect();
    const Range whole = full();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const auto x = [&](double pixel) {
      return frame.xLow + (pixel - frame.plot.left()) / frame.plot.width() * (frame.xHigh - frame.xLow);
    };
    const auto y = [&](double pixel) {
      return frame.yLow + (frame.plot.bottom() - pixel) / frame.plot.height() * (frame.yHigh - frame.yLow);
    };
    ScatterBox result{x(box.left()), x(box.right()), y(box.bottom()), y(box.top())};
    // Dragged to the very end of an axis it has no end on that side.
    if (x(box.left() - kAtTheEnd) <= whole.xLow) result.xLow = -kInfinity;
    if (x(box.right() + kAtTheEnd) >= whole.xHigh) result.xHigh = kInfinity;
    if (y(box.bottom() + kAtTheEnd) <= whole.yLow) result.yLow = -kInfinity;
    if (y(box.top() - kAtTheEnd) >= whole.yHigh) result.yHigh = kInfinity;
    QMetaObject::invokeMethod(
        this, [this, result] { emit boxDrawn(result); }, Qt::QueuedConnection);
    return;
  }
  std::vector<int> rows;
  for (const int point : pointsWithin(item_->geometry(), area)) {
    rows.push_back(item_->points()[static_cast<std::size_t>(point)].row);
  }
  QMetaObject::invokeMethod(
      this, [this, rows] { emit rowsPicked(rows); }, Qt::QueuedConnection);
}

void ScatterView::stopDrawing() {
  cornerRow_ = -1;
  dragging_ = dragging_ && !drawing_;
  if (!std::exchange(drawing_, std::nullopt)) return;
  pressedAt_.reset();
  item_->setDrawing({});
}

void ScatterView::setCorner() {
  if (!positionOf(currentRow_)) return;
  if (cornerRow_ >= 0) return finishDrawing();
  cornerRow_ = currentRow_;
  showDrawing();
}

bool ScatterView::keyOfTool(QKeyEvent& event) {
  const auto toggle = [this](ScatterTool tool) { setTool(tool_ == tool ? ScatterTool::Move : tool); };
  switch (event.key()) {
    case Qt::Key_B: toggle(ScatterTool::Box); return true;
    case Qt::Key_L: toggle(ScatterTool::Lasso); return true;
    case Qt::Key_Escape:
      if (drawing_) {
        stopDrawing();
      } else if (tool_ != ScatterTool::Move) {
        setTool(ScatterTool::Move);
      } else {
        return false;
      }
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (tool_ != ScatterTool::Box) return false;
      setCorner();
      return true;
    default: return false;
  }
}

}  // namespace kernelcast::ui
