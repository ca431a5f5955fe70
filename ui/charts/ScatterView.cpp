#include "ui/charts/ScatterView.h"

#include <QApplication>
#include <QCategoryAxis>
#include <QChart>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "ui/charts/ChartStyle.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

constexpr double kTickSpaceX = 46;
constexpr double kTickSpaceY = 26;
constexpr double kLaneGap = 8;
constexpr double kLaneMinimum = 44;
constexpr int kCrowdedLane = 200;  // rows from which on a lane takes a share of the width
constexpr double kCrowdedShare = 0.12;
constexpr double kBottomLane = 36;
constexpr double kBottomGap = 8;  // of it, so that the lowest tick label stays clear of the lane's title
constexpr double kSmallestSpan = 0.25;  // octaves: the deepest zoom
constexpr double kReach = 4;            // pixels beyond the edge of a mark that still count as on it
constexpr double kSamePlace = 2;        // pixels

void setTicks(QCategoryAxis& axis, const std::vector<AxisTick>& ticks) {
  QStringList labels;
  for (const AxisTick& tick : ticks) labels += tick.label;
  if (labels == axis.categoriesLabels()) {
    const bool same = std::all_of(ticks.begin(), ticks.end(), [&axis](const AxisTick& tick) {
      return std::abs(axis.endValue(tick.label) - tick.log2) < 1e-9;
    });
    if (same) return;  // every change of a category lays the chart out again
  }
  for (const QString& label : axis.categoriesLabels()) axis.remove(label);
  if (ticks.empty()) return;
  axis.setStartValue(ticks.front().log2 - 1);
  for (const AxisTick& tick : ticks) axis.append(tick.label, tick.log2);
}

// Ends of an interval in log2; none unless both are finite and above zero.
std::optional<std::pair<double, double>> logInterval(double low, double high) {
  if (!(low > 0) || !(high >= low) || !std::isfinite(high)) return std::nullopt;
  return std::pair(std::log2(low), std::log2(high));
}

// Keeps a range of the given span inside [low, high].
std::pair<double, double> inside(double from, double to, double low, double high) {
  if (to - from >= high - low) return {low, high};
  if (from < low) return {low, low + (to - from)};
  if (to > high) return {high - (to - from), high};
  return {from, to};
}

}  // namespace

ScatterView::ScatterView(QWidget* parent) : QChartView(parent) {
  chart_ = new QChart;
  xAxis_ = new QCategoryAxis;
  yAxis_ = new QCategoryAxis;
  for (QCategoryAxis* axis : {xAxis_, yAxis_}) {
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    axis->setRange(-3, 3);
    axis->setGridLineVisible(false);  // the item draws the grid, which has class edges too
  }
  chart_->addAxis(xAxis_, Qt::AlignBottom);
  chart_->addAxis(yAxis_, Qt::AlignLeft);
  anchor_ = new QLineSeries;
  chart_->addSeries(anchor_);
  anchor_->attachAxis(xAxis_);
  anchor_->attachAxis(yAxis_);
  nameAxes();
  chartstyle::attach(*chart_);
  chartstyle::prepare(*this);
  setChart(chart_);
  item_ = new ScatterItem(chart_);

  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
  setMinimumSize(280, 220);
  connect(chart_, &QChart::plotAreaChanged, this, &ScatterView::updateFrame);
  connect(&Theme::instance(), &Theme::changed, this, [this] { item_->forgetColours(); });
}

void ScatterView::nameAxes() {
  const bool speedups = data_.quantity == ScatterQuantity::Speedup;
  const QString unit = speedups ? QStringLiteral("×, log") : QStringLiteral("µs, log");
  const QString quantity = speedups ? QStringLiteral("speedup") : QStringLiteral("runtime");
  chartstyle::setTitle(*xAxis_, QStringLiteral("measured ") + quantity, unit);
  chartstyle::setTitle(*yAxis_, QStringLiteral("forecast ") + quantity, unit);
}

void ScatterView::setContent(std::shared_ptr<const SessionTable> table, ScatterData content, BinRule rule,
                             std::shared_ptr<const analysis::ReferenceTimes> references) {
  table_ = std::move(table);
  references_ = std::move(references);
  rule_ = rule;
  pointOfRow_.assign(table_ ? table_->rows.size() : 0, -1);
  for (std::size_t i = 0; i < content.points.size(); ++i) {
    pointOfRow_[static_cast<std::size_t>(content.points[i].row)] = static_cast<int>(i);
  }
  for (auto& cached : orders_) cached.clear();
  const int hovered = item_->hovered();
  const int hoveredRow = hovered < 0 ? -1 : item_->points()[static_cast<std::size_t>(hovered)].row;
  item_->setPoints(std::exchange(content.points, {}));
  const bool sameAxes = content.quantity == data_.quantity;
  data_ = std::move(content);
  if (!sameAxes) {
    nameAxes();
    zoom_.reset();
  }
  updateFrame();
  // What the mouse draws goes on while a search runs; the corner of a box by keyboard may be another row now.
  if (!sameAxes || cornerRow_ >= 0) stopDrawing();
  setCurrentRow(currentRow_);
  // A running search replaces the table many times a second; what the pointer rests on stays.
  const int still = pointOf(hoveredRow);
  item_->setHovered(still, whiskersOf(still));
  if (hovered >= 0 && still < 0) QToolTip::hideText();
}

void ScatterView::setCurrentRow(int row) {
  currentRow_ = row;
  const int point = pointOf(row);
  item_->setCurrent(point, whiskersOf(point));
  if (cornerRow_ >= 0) showDrawing();
}

void ScatterView::setMessage(const QString& message) { item_->setMessage(message); }

ScatterView::Range ScatterView::full() const { return {data_.xLow, data_.xHigh, data_.yLow, data_.yHigh}; }

int ScatterView::pointOf(int row) const {
  return row >= 0 && static_cast<std::size_t>(row) < pointOfRow_.size()
             ? pointOfRow_[static_cast<std::size_t>(row)]
             : -1;
}

ScatterItem::Whiskers ScatterView::whiskersOf(int point) const {
  if (point < 0 || !table_) return {};
  const ScatterPoint& at = item_->points()[static_cast<std::size_t>(point)];
  const CandidateRow& row = table_->rows[static_cast<std::size_t>(at.row)];
  ScatterItem::Whiskers whiskers;
  if (at.forecast) {
    const double low = forecastQuantile(row.probabilities, 0.1);
    const double high = forecastQuantile(row.probabilities, 0.9);
    const double reference = references_ ? references_->of(row).us : 0;
    whiskers.forecast = references_ ? logInterval(reference / high, reference / low) : logInterval(low, high);
  }
  // The interval of a speedup holds the reference's noise too: it is none of the runtime.
  if (at.column == ScatterColumn::Plot && !references_)
    whiskers.measured = logInterval(row.speedupLow, row.speedupHigh);
  return whiskers;
}

double ScatterView::laneWidth(ScatterColumn column) const {
  const int rows = column == ScatterColumn::Failed ? data_.failed : data_.notMeasured;
  if (rows == 0) return 0;
  const QFontMetricsF metrics(Theme::instance().font(TextSize::Label));
  const double lane =
      std::max(kLaneMinimum, std::ceil(metrics.horizontalAdvance(ScatterItem::laneTitle(column))) + 4);
  return rows > kCrowdedLane ? std::max(lane, kCrowdedShare * width()) : lane;
}

void ScatterView::updateMargins() {
  double right = 0;
  for (const ScatterColumn column : {ScatterColumn::Failed, ScatterColumn::NotMeasured}) {
    const double lane = laneWidth(column);
    if (lane > 0) right += lane + kLaneGap;
  }
  const QFontMetricsF metrics(Theme::instance().font(TextSize::Label));
  const int top = right > 0 ? static_cast<int>(std::ceil(metrics.height())) + 4 : 4;
  const QMargins margins(0, top, right > 0 ? static_cast<int>(std::ceil(right)) : 12, 0);
  if (margins != chart_->margins()) chart_->setMargins(margins);
  chart_->layout()->activate();  // at once, so that positions are right when the caller asks for them
}

void ScatterView::updateFrame() {
  if (updating_) return;
  updating_ = true;
  updateMargins();
  const QRectF area = chart_->plotArea();
  const Range view = range();
  ScatterFrame frame;
  frame.plot = area;
  frame.xLow = view.xLow;
  frame.xHigh = view.xHigh;
  frame.yLow = view.yLow;
  frame.yHigh = view.yHigh;
  frame.mark = ScatterItem::markSize(item_->points().size());

  // The lane below takes its pixels from the plot, so that tick labels stay beneath both; the axis reaches as
  // far beyond the range as the lane is high.
  const bool anyBelow = data_.notForecast + data_.noReference > 0;
  const double below = anyBelow && area.height() > 3 * kBottomLane ? kBottomLane : 0;
  if (below > 0) {
    frame.plot.setBottom(area.bottom() - below);
    frame.notForecastLane =
        QRectF(area.left(), area.bottom() - below + kBottomGap, area.width(), below - kBottomGap);
  }
  const double beyond = frame.plot.height() > 0 ? (view.yHigh - view.yLow) * below / frame.plot.height() : 0;
  xAxis_->setRange(view.xLow, view.xHigh);
  yAxis_->setRange(view.yLow - beyond, view.yHigh);
  const auto ticks = data_.quantity == ScatterQuantity::Speedup ? speedupTicks : runtimeTicks;
  ScatterItem::Grid grid{ticks(view.xLow, view.xHigh, area.width(), kTickSpaceX),
                         ticks(view.yLow, view.yHigh, frame.plot.height(), kTickSpaceY), rule_,
                         data_.quantity};
  setTicks(*xAxis_, grid.xTicks);
  setTicks(*yAxis_, grid.yTicks);

  double left = area.right() + kLaneGap;
  for (const ScatterColumn column : {ScatterColumn::Failed, ScatterColumn::NotMeasured}) {
    const double lane = laneWidth(column);
    if (lane == 0) continue;
    QRectF& rect = column == ScatterColumn::Failed ? frame.failedLane : frame.notMeasuredLane;
    rect = QRectF(left, frame.plot.top(), lane, frame.plot.height());
    left += lane + kLaneGap;
  }

  item_->setFrame(frame, std::move(grid), chart_->size());
  updating_ = false;
}

std::vector<int> ScatterView::pointsAt(QPointF at) const {
  const ScatterGeometry& geometry = item_->geometry();
  return geometry.within(at, item_->frame().mark / 2 + kReach);
}

int ScatterView::rowAt(QPointF at) const {
  const std::vector<int> points = pointsAt(at);
  return points.empty() ? -1 : item_->points()[static_cast<std::size_t>(points.front())].row;
}

std::optional<QPointF> ScatterView::positionOf(int row) const {
  const int point = pointOf(row);
  if (point < 0 || !item_->geometry().isShown(static_cast<std::size_t>(point))) return std::nullopt;
  return item_->geometry().positions()[static_cast<std::size_t>(point)];
}

void ScatterView::select(int point) {
  const int row = item_->points()[static_cast<std::size_t>(point)].row;
  setCurrentRow(row);
  // A listener may replace the table, and with it what this event is about.
  QMetaObject::invokeMethod(
      this, [this, row] { emit activated(row); }, Qt::QueuedConnection);
}

void ScatterView::resetZoom() {
  if (!zoom_) return;
  zoom_.reset();
  updateFrame();
  emit zoomChanged();
}

void ScatterView::setZoom(const Range& wanted) {
  const Range all = full();
  const auto [xLow, xHigh] = inside(wanted.xLow, wanted.xHigh, all.xLow, all.xHigh);
  const auto [yLow, yHigh] = inside(wanted.yLow, wanted.yHigh, all.yLow, all.yHigh);
  const bool whole =
      xHigh - xLow >= all.xHigh - all.xLow - 1e-9 && yHigh - yLow >= all.yHigh - all.yLow - 1e-9;
  zoom_ = whole ? std::nullopt : std::optional<Range>({xLow, xHigh, yLow, yHigh});
  updateFrame();
  emit zoomChanged();
}

void ScatterView::zoomBy(double factor, QPointF around, bool horizontally) {
  const ScatterFrame& frame = item_->frame();
  if (frame.plot.isEmpty()) return;
  Range view = range();
  const auto scale = [factor](double& low, double& high, double share) {
    const double span = std::max(kSmallestSpan, (high - low) * factor);
    const double fixed = low + (high - low) * share;
    low = fixed - span * share;
    high = low + span;
  };
  const double across = std::clamp((around.x() - frame.plot.left()) / frame.plot.width(), 0.0, 1.0);
  const double up = std::clamp((frame.plot.bottom() - around.y()) / frame.plot.height(), 0.0, 1.0);
  if (horizontally) scale(view.xLow, view.xHigh, across);
  scale(view.yLow, view.yHigh, up);
  setZoom(view);
}

const std::vector<int>& ScatterView::order(bool byHeight) {
  std::vector<int>& sorted = orders_[byHeight ? 1 : 0];
  const auto& points = item_->points();
  if (sorted.size() == points.size()) return sorted;
  sorted.resize(points.size());
  std::iota(sorted.begin(), sorted.end(), 0);
  const auto key = [&points, byHeight](int index) {
    const ScatterPoint& p = points[static_cast<std::size_t>(index)];
    // As seen on screen: the plot, then its lanes from left to right; what was not forecast lies lowest.
    const double expected = p.forecast ? p.expected : -std::numeric_limits<double>::infinity();
    const auto column = static_cast<double>(p.column);
    return byHeight ? std::array{expected, column, p.measured} : std::array{column, p.measured, expected};
  };
  std::stable_sort(sorted.begin(), sorted.end(), [&key](int a, int b) { return key(a) < key(b); });
  return sorted;
}

void ScatterView::step(bool byHeight, int direction) {
  const std::vector<int>& sorted = order(byHeight);
  if (sorted.empty()) return;
  const int count = static_cast<int>(sorted.size());
  const auto at = std::find(sorted.begin(), sorted.end(), item_->current());
  int next = direction > 0 ? 0 : count - 1;
  if (at != sorted.end()) next = std::clamp(static_cast<int>(at - sorted.begin()) + direction, 0, count - 1);
  const int point = sorted[static_cast<std::size_t>(next)];
  if (point == item_->current()) return;
  reveal(point);
  select(point);
}

void ScatterView::jump(bool toEnd) {
  const std::vector<int>& sorted = order(false);
  if (sorted.empty()) return;
  const int point = toEnd ? sorted.back() : sorted.front();
  reveal(point);
  select(point);
}

void ScatterView::reveal(int point) {
  if (!zoom_ || item_->geometry().isShown(static_cast<std::size_t>(point))) return;
  const ScatterPoint& at = item_->points()[static_cast<std::size_t>(point)];
  Range view = *zoom_;
  const auto centre = [](double& low, double& high, double value) {
    if (value >= low && value <= high) return;
    const double half = (high - low) / 2;
    low = value - half;
    high = value + half;
  };
  if (at.column == ScatterColumn::Plot) centre(view.xLow, view.xHigh, at.measured);
  if (at.forecast) centre(view.yLow, view.yHigh, at.expected);
  setZoom(view);
}

void ScatterView::hover(QPointF at, QPoint global) {
  const std::vector<int> points = pointsAt(at);
  const int point = points.empty() ? -1 : points.front();
  if (point == item_->hovered()) return;
  item_->setHovered(point, whiskersOf(point));
  if (point < 0) {
    QToolTip::hideText();
    return;
  }
  const auto& positions = item_->geometry().positions();
  const auto others = std::count_if(points.begin() + 1, points.end(), [&](int other) {
    return QLineF(positions[static_cast<std::size_t>(other)], positions[static_cast<std::size_t>(point)])
               .length() <= kSamePlace;
  });
  QToolTip::showText(global,
                     scatterToolTip(*table_, item_->points()[static_cast<std::size_t>(point)].row, rule_,
                                    static_cast<int>(others), references_.get()),
                     viewport());
}

void ScatterView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QChartView::mousePressEvent(event);
  pressedAt_ = event->position();
  pressedRange_ = range();
  dragging_ = false;
  const ScatterTool tool = event->modifiers().testFlag(Qt::ShiftModifier)     ? ScatterTool::Box
                           : event->modifiers().testFlag(Qt::ControlModifier) ? ScatterTool::Lasso
                                                                              : tool_;
  if (tool != ScatterTool::Move) {
    cornerRow_ = -1;
    drawing_ = drawingFrom(event->position(), tool);
  }
  event->accept();
}

void ScatterView::mouseMoveEvent(QMouseEvent* event) {
  if (!pressedAt_) {
    hover(event->position(), event->globalPosition().toPoint());
    return;
  }
  const QPointF moved = event->position() - *pressedAt_;
  if (!dragging_) {
    if (moved.manhattanLength() < QApplication::startDragDistance() || (!zoom_ && !drawing_)) return;
    dragging_ = true;
    viewport()->setCursor(drawing_ ? Qt::CrossCursor : Qt::ClosedHandCursor);
    item_->setHovered(-1, {});
    QToolTip::hideText();
  }
  if (drawing_) return draw(event->position());
  const QRectF plot = item_->frame().plot;
  if (plot.isEmpty()) return;
  Range view = pressedRange_;
  const double dx = moved.x() / plot.width() * (view.xHigh - view.xLow);
  const double dy = moved.y() / plot.height() * (view.yHigh - view.yLow);
  setZoom({view.xLow - dx, view.xHigh - dx, view.yLow + dy, view.yHigh + dy});
}

void ScatterView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !pressedAt_) return QChartView::mouseReleaseEvent(event);
  const QPointF start = *std::exchange(pressedAt_, std::nullopt);
  event->accept();
  if (std::exchange(dragging_, false)) {
    if (drawing_) {
      draw(event->position());
      finishDrawing();
    }
    showCursor();
    return;
  }
  stopDrawing();
  if ((event->position() - start).manhattanLength() >= QApplication::startDragDistance()) return;
  std::vector<int> points = pointsAt(event->position());
  if (points.empty()) return;
  // Marks on one place take turns, so that each of them can be reached.
  const QPointF place = item_->geometry().positions()[static_cast<std::size_t>(points.front())];
  std::erase_if(points, [&](int point) {
    return QLineF(item_->geometry().positions()[static_cast<std::size_t>(point)], place).length() >
           kSamePlace;
  });
  std::sort(points.begin(), points.end());
  const auto current = std::find(points.begin(), points.end(), item_->current());
  const bool isLast = current == points.end() || current + 1 == points.end();
  select(isLast ? points.front() : *(current + 1));
}

void ScatterView::mouseDoubleClickEvent(QMouseEvent* event) {
  resetZoom();
  event->accept();
}

void ScatterView::wheelEvent(QWheelEvent* event) {
  const double turns = event->angleDelta().y() / 120.0;
  if (turns == 0) return event->ignore();
  // Zooming out of the whole is scrolling the page.
  if ((turns < 0 && !zoom_) || drawing_) return event->ignore();
  const bool besides = event->position().x() > item_->frame().plot.right();
  zoomBy(std::exp2(-turns / 4), event->position(), !besides);
  event->accept();
}

void ScatterView::keyPressEvent(QKeyEvent* event) {
  if (keyOfTool(*event)) return;
  switch (event->key()) {
    case Qt::Key_Right: return step(false, 1);
    case Qt::Key_Left: return step(false, -1);
    case Qt::Key_Up: return step(true, 1);
    case Qt::Key_Down: return step(true, -1);
    case Qt::Key_Home: return jump(false);
    case Qt::Key_End: return jump(true);
    case Qt::Key_Plus:
    case Qt::Key_Minus: {
      const auto current = positionOf(currentRow_);
      return zoomBy(event->key() == Qt::Key_Plus ? 0.7 : 1 / 0.7,
                    current.value_or(item_->frame().plot.center()), true);
    }
    case Qt::Key_0: return resetZoom();
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (currentRow_ >= 0) emit inspectRequested();
      return;
    default: event->ignore();  // to the page, whose keys are others; a chart has none of its own
  }
}

bool ScatterView::event(QEvent* event) {
  // Escape is somebody's shortcut elsewhere; while there is something to leave here, it is ours.
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape &&
      (tool_ != ScatterTool::Move || drawing_)) {
    event->accept();
    return true;
  }
  return QChartView::event(event);
}

void ScatterView::leaveEvent(QEvent* event) {
  item_->setHovered(-1, {});
  QChartView::leaveEvent(event);
}

void ScatterView::focusInEvent(QFocusEvent* event) {
  QChartView::focusInEvent(event);
  item_->setFocusShown(event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                       event->reason() == Qt::ShortcutFocusReason);
}

void ScatterView::focusOutEvent(QFocusEvent* event) {
  QChartView::focusOutEvent(event);
  item_->setFocusShown(false);
}

}  // namespace kernelcast::ui
