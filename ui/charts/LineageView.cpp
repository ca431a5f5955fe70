#include "ui/charts/LineageView.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "core/domain/number_format.h"
#include "ui/charts/OutcomeMark.h"
#include "ui/widgets/Theme.h"
#include "ui/widgets/ToQString.h"

namespace kernelcast::ui {

namespace {

constexpr double kMargin = 34;
constexpr double kLegend = 34;  // height at the bottom
constexpr double kNames = 150;  // right of the last generation
constexpr double kMostX = 130;
constexpr double kMostY = 26;
constexpr double kLeastNamed = 15;  // rows closer than this have no room for names
constexpr double kSpot = 2;         // pixels; two marks nearer than that are one
constexpr double kBeyond = 20;      // pixels; marks that far outside may still reach in
constexpr double kLow = -2;         // log2 of the speedups at the ends of the colour scale
constexpr double kHigh = 3;

QString nameOf(const CandidateRow& row) {
  QString name = toQString(row.name);
  name.replace(u'\n', u' ');
  return name;
}

}  // namespace

LineageView::LineageView(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(QStringLiteral("Lineage of the kernels"));
  setMinimumSize(240, 180);
  connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void LineageView::setTree(std::shared_ptr<const SessionTable> table,
                          std::shared_ptr<const LineageLayout> layout, std::vector<int> visible) {
  const bool another = !table_ || !table || table_->summary.id != table->summary.id;
  table_ = std::move(table);
  layout_ = std::move(layout);
  visible_ = std::move(visible);
  nodeOfRow_.assign(table_ ? table_->rows.size() : 0, -1);
  int best = 0;
  for (std::size_t i = 0; layout_ && i < layout_->nodes.size(); ++i) {
    const LineageNode& node = layout_->nodes[i];
    if (node.row >= 0) nodeOfRow_[static_cast<std::size_t>(node.row)] = static_cast<int>(i);
    if (node.onBestPath && node.row >= 0) best = std::max(best, node.generation);
  }
  summary_ = layout_ ? QStringLiteral("%1 kernels in %2 generations; the best lies in generation %3.")
                           .arg(toQString(formatCount(static_cast<std::int64_t>(
                               std::count_if(layout_->nodes.begin(), layout_->nodes.end(),
                                             [](const LineageNode& node) { return node.row >= 0; })))))
                           .arg(layout_->generations)
                           .arg(best)
                     : QString();
  setAccessibleDescription(summary_);
  if (another) fitted_ = true;
  if (fitted_) fit();
  update();
}

void LineageView::setCurrentRow(int row) {
  current_ = row;
  if (const int node = nodeOf(row); node >= 0) {
    reveal(place(layout_->nodes[static_cast<std::size_t>(node)]));
    setAccessibleDescription(textOf(layout_->nodes[static_cast<std::size_t>(node)]) + QStringLiteral(" ") +
                             summary_);
  }
  update();
}

void LineageView::fit() {
  fitted_ = true;
  origin_ = {kMargin, kMargin};
  if (!layout_ || layout_->nodes.empty()) return;
  const double across = std::max(1, layout_->generations);
  stepX_ = std::clamp((width() - 2 * kMargin - kNames) / across, 2.0, kMostX);
  stepY_ = std::clamp((height() - 2 * kMargin - kLegend) / std::max(1.0, layout_->rows - 1), 0.02, kMostY);
  update();
}

QPointF LineageView::place(const LineageNode& node) const {
  return {origin_.x() + node.generation * stepX_, origin_.y() + node.y * stepY_};
}

QPointF LineageView::pointOf(int row) const {
  const int node = nodeOf(row);
  return node >= 0 ? place(layout_->nodes[static_cast<std::size_t>(node)]) : QPointF();
}

double LineageView::radiusOf(const LineageNode& node) const {
  const double size = 4 + std::min(4.0, std::sqrt(static_cast<double>(node.children)));
  return std::min(size, std::max(1.5, stepY_ * 0.45));
}

int LineageView::nodeOf(int row) const {
  if (!layout_ || row < 0 || static_cast<std::size_t>(row) >= nodeOfRow_.size()) return -1;
  const int node = nodeOfRow_[static_cast<std::size_t>(row)];
  if (node >= 0) return node;
  // Another row of the same candidate stands for it.
  const CandidateRow& wanted = table_->rows[static_cast<std::size_t>(row)];
  for (std::size_t i = 0; i < layout_->nodes.size(); ++i) {
    const int other = layout_->nodes[i].row;
    if (other < 0) continue;
    const CandidateRow& candidate = table_->rows[static_cast<std::size_t>(other)];
    if (candidate.number == wanted.number && candidate.task == wanted.task) return static_cast<int>(i);
  }
  return -1;
}

int LineageView::nodeAt(QPointF position) const {
  int found = -1;
  double nearest = 12;
  for (std::size_t i = 0; layout_ && i < layout_->nodes.size(); ++i) {
    const QPointF away = place(layout_->nodes[i]) - position;
    const double distance = std::hypot(away.x(), away.y());
    if (distance >= nearest || layout_->nodes[i].row < 0) continue;
    nearest = distance;
    found = static_cast<int>(i);
  }
  return found;
}

QString LineageView::textOf(const LineageNode& node) const {
  const CandidateRow& row = table_->rows[static_cast<std::size_t>(node.row)];
  QString text =
      QStringLiteral("#%1 %2, generation %3: ").arg(row.number).arg(nameOf(row)).arg(node.generation);
  text += row.hasSpeedup() && !isFailure(row.status) ? toQString(formatSpeedup(row.speedup))
                                                     : toQString(info(row.status).title);
  if (node.children > 0) text += QStringLiteral(", %1 written from it").arg(node.children);
  return text + u'.';
}

QColor LineageView::colourOf(const CandidateRow& row) const {
  const Theme& theme = Theme::instance();
  const double at = std::clamp((std::log2(row.speedup) - kLow) / (kHigh - kLow), 0.0, 1.0);
  return mix(mix(theme.colour(ColourRole::Panel), theme.colour(ColourRole::Accent), 0.18),
             theme.colour(ColourRole::Accent), at);
}

bool LineageView::isVisibleRow(int row) const {
  return row < 0 || std::binary_search(visible_.begin(), visible_.end(), row);
}

void LineageView::paintEdges(QPainter& painter) const {
  const Theme& theme = Theme::instance();
  for (const bool best : {false, true}) {
    painter.setPen(best ? QPen(theme.colour(ColourRole::OffByOne), 2.5)
                        : QPen(theme.colour(ColourRole::Line), 1));
    painter.setBrush(Qt::NoBrush);
    QPoint lastFrom;
    QPoint lastTo(-1, -1);
    for (const LineageNode& node : layout_->nodes) {
      if (node.parent < 0 || node.onBestPath != best) continue;
      const QPointF from = place(layout_->nodes[static_cast<std::size_t>(node.parent)]);
      const QPointF to = place(node);
      if (std::max(from.y(), to.y()) < 0 || std::min(from.y(), to.y()) > height()) continue;
      // Children of one parent come one after another: many of them may be the same line.
      if (to.toPoint() == lastTo && from.toPoint() == lastFrom) continue;
      lastFrom = from.toPoint();
      lastTo = to.toPoint();
      if (!best && stepY_ < 3) {
        painter.drawLine(from, to);
        continue;
      }
      QPainterPath path(from);
      const double middle = (from.x() + to.x()) / 2;
      path.cubicTo(QPointF(middle, from.y()), QPointF(middle, to.y()), to);
      painter.drawPath(path);
    }
  }
}

// Of several nodes on one spot that is smaller than a mark, one is painted: one on the best path before all
// others, then one that the filter shows.
std::vector<int> LineageView::paintedNodes() const {
  const QRectF seen = QRectF(rect()).adjusted(-kBeyond, -kBeyond, kBeyond, kBeyond);
  const bool crowded = stepY_ < kSpot;
  const auto columns = static_cast<std::size_t>(seen.width() / kSpot) + 1;
  std::vector<bool> taken(crowded ? columns * (static_cast<std::size_t>(seen.height() / kSpot) + 1) : 0);
  std::vector<int> painted;
  const auto take = [&](const auto& wanted) {
    for (std::size_t i = 0; i < layout_->nodes.size(); ++i) {
      const LineageNode& node = layout_->nodes[i];
      const QPointF centre = place(node);
      if (!seen.contains(centre) || !wanted(node)) continue;
      if (crowded) {
        const auto spot = static_cast<std::size_t>((centre.y() - seen.top()) / kSpot) * columns +
                          static_cast<std::size_t>((centre.x() - seen.left()) / kSpot);
        if (taken[spot]) continue;
        taken[spot] = true;
      }
      painted.push_back(static_cast<int>(i));
    }
  };
  if (!crowded) {
    take([](const LineageNode&) { return true; });
    return painted;
  }
  const auto leads = [](const LineageNode& node) { return node.onBestPath || node.row < 0; };
  take(leads);
  take([&](const LineageNode& node) { return !leads(node) && isVisibleRow(node.row); });
  take([&](const LineageNode& node) { return !leads(node) && !isVisibleRow(node.row); });
  std::reverse(painted.begin(), painted.end());  // what leads is on top
  return painted;
}

void LineageView::paintNodes(QPainter& painter) const {
  const Theme& theme = Theme::instance();
  const QFontMetricsF metrics(painter.font());
  for (const int index : paintedNodes()) {
    const LineageNode& node = layout_->nodes[static_cast<std::size_t>(index)];
    const QPointF centre = place(node);
    const double radius = radiusOf(node);
    if (node.row < 0) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(theme.colour(ColourRole::Ink));
      painter.drawRect(QRectF(centre.x() - 4, centre.y() - 4, 8, 8));
      painter.setPen(theme.colour(ColourRole::Muted));
      const QString task =
          node.task >= 0 ? toQString(table_->tasks[static_cast<std::size_t>(node.task)]) : QString();
      painter.drawText(QRectF(centre.x() - 20, centre.y() - 8 - metrics.height(), 200, metrics.height()),
                       Qt::AlignVCenter, task);
      continue;
    }
    const CandidateRow& row = table_->rows[static_cast<std::size_t>(node.row)];
    painter.setOpacity(isVisibleRow(node.row) ? 1 : 0.22);
    if (isFailure(row.status)) {
      drawOutcomeMark(painter, Outcome::Failed, centre, 2 * std::min(radius, 5.0),
                      theme.colour(ColourRole::Muted));
    } else if (row.hasSpeedup()) {
      painter.setPen(QPen(theme.colour(node.onBestPath ? ColourRole::OffByOne : ColourRole::Panel),
                          node.onBestPath ? 2 : 1));
      painter.setBrush(colourOf(row));
      painter.drawEllipse(centre, radius, radius);
    } else {
      painter.setPen(QPen(theme.colour(ColourRole::Muted), 1));
      painter.setBrush(theme.colour(ColourRole::Panel));
      painter.drawEllipse(centre, radius, radius);
    }
    if (stepY_ >= kLeastNamed && (node.children == 0 || stepX_ >= kMostX)) {
      painter.setPen(theme.colour(node.onBestPath ? ColourRole::Ink : ColourRole::Muted));
      const double room = node.children == 0 ? kNames : stepX_ - 2 * radius - 12;
      const QString text = metrics.elidedText(nameOf(row), Qt::ElideRight, room);
      const QRectF label(centre.x() + radius + 4, centre.y() - metrics.height() / 2,
                         metrics.horizontalAdvance(text) + 4, metrics.height());
      // Edges go on behind the name.
      if (node.children > 0) painter.fillRect(label.adjusted(-1, 1, 0, -1), theme.colour(ColourRole::Panel));
      painter.drawText(label, Qt::AlignVCenter, text);
    }
    painter.setOpacity(1);
  }
  if (const int node = nodeOf(current_); node >= 0) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.colour(ColourRole::Accent), 2));
    const LineageNode& at = layout_->nodes[static_cast<std::size_t>(node)];
    painter.drawEllipse(place(at), radiusOf(at) + 4, radiusOf(at) + 4);
  }
}

void LineageView::paintLegend(QPainter& painter) const {
  const Theme& theme = Theme::instance();
  const QFontMetricsF metrics(painter.font());
  const double y = height() - kLegend + 8;
  painter.fillRect(QRectF(0, height() - kLegend, width(), kLegend), theme.colour(ColourRole::Panel));
  double x = 4;
  const auto words = [&](const QString& text, bool ink = false) {
    painter.setPen(theme.colour(ink ? ColourRole::Ink : ColourRole::Muted));
    painter.drawText(QPointF(x, y + metrics.ascent()), text);
    x += metrics.horizontalAdvance(text) + 8;
  };
  if (width() >= 560) words(QStringLiteral("measured"));
  words(QStringLiteral("speedup"));
  words(toQString(formatSpeedup(std::exp2(kLow))));
  for (int i = 0; i < 24; ++i) {
    CandidateRow row;
    row.speedup = std::exp2(kLow + (kHigh - kLow) * i / 23.0);
    painter.fillRect(QRectF(x, y + 2, 4, metrics.height() - 4), colourOf(row));
    x += 4;
  }
  x += 8;
  words(QStringLiteral("≥ ") + toQString(formatSpeedup(std::exp2(kHigh))));
  x += 8;
  drawOutcomeMark(painter, Outcome::Failed, {x + 4, y + metrics.height() / 2}, 8,
                  theme.colour(ColourRole::Muted));
  x += 14;
  words(QStringLiteral("failed"));
  painter.setPen(QPen(theme.colour(ColourRole::Muted), 1));
  painter.setBrush(theme.colour(ColourRole::Panel));
  painter.drawEllipse(QPointF(x + 4, y + metrics.height() / 2), 4, 4);
  x += 14;
  words(QStringLiteral("not measured"));
  painter.setPen(QPen(theme.colour(ColourRole::OffByOne), 2.5));
  painter.drawLine(QPointF(x, y + metrics.height() / 2), QPointF(x + 16, y + metrics.height() / 2));
  x += 22;
  words(QStringLiteral("to the best"));
}

void LineageView::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::instance();
  QPainter painter(this);
  painter.setFont(theme.font(TextSize::Label));
  if (!layout_ || layout_->nodes.empty()) {
    painter.setPen(theme.colour(ColourRole::Muted));
    painter.drawText(rect(), Qt::AlignCenter, QStringLiteral("No kernel has been written yet."));
    return;
  }
  painter.setRenderHint(QPainter::Antialiasing, stepY_ > 1);
  paintEdges(painter);
  paintNodes(painter);
  paintLegend(painter);
}

void LineageView::zoom(double factor, QPointF centre) {
  if (!layout_) return;
  fitted_ = false;
  const double before = stepY_;
  stepY_ = std::clamp(stepY_ * factor, 0.02, 2 * kMostY);
  const double y = stepY_ / before;
  // Generations spread only as far as they need.
  const double beforeX = stepX_;
  stepX_ = std::clamp(stepX_ * std::sqrt(y), 2.0, 1.6 * kMostX);
  const double x = stepX_ / beforeX;
  origin_ = {centre.x() - (centre.x() - origin_.x()) * x, centre.y() - (centre.y() - origin_.y()) * y};
  update();
}

void LineageView::reveal(QPointF position) {
  const QRectF room = QRectF(rect()).adjusted(20, 20, -20, -20 - kLegend);
  if (room.contains(position) || room.isEmpty()) return;
  fitted_ = false;
  origin_ += room.center() - position;
}

void LineageView::showBest() {
  if (!layout_) return;
  const int task =
      nodeOf(current_) >= 0 ? layout_->nodes[static_cast<std::size_t>(nodeOf(current_))].task : -1;
  const LineageNode* best = nullptr;
  for (const LineageNode& node : layout_->nodes) {
    if (node.row < 0 || !node.onBestPath || (task >= 0 && node.task != task)) continue;
    if (best != nullptr && node.task != best->task) break;
    if (best == nullptr || node.generation > best->generation) best = &node;
  }
  if (best != nullptr) emit rowClicked(best->row);
}

// Left to the parent, right to the first child, up and down among its generation.
void LineageView::step(int key) {
  const int now = nodeOf(current_);
  if (now < 0) {
    const auto first = std::find_if(layout_->nodes.begin(), layout_->nodes.end(),
                                    [](const LineageNode& n) { return n.row >= 0; });
    if (first != layout_->nodes.end()) emit rowClicked(first->row);
    return;
  }
  const LineageNode& at = layout_->nodes[static_cast<std::size_t>(now)];
  int next = -1;
  if (key == Qt::Key_Left) {
    next = at.parent;
  } else {
    double nearest = 1e300;
    for (std::size_t i = 0; i < layout_->nodes.size(); ++i) {
      const LineageNode& node = layout_->nodes[i];
      const bool child = key == Qt::Key_Right && node.parent == now;
      const bool beside = key != Qt::Key_Right && node.generation == at.generation &&
                          (key == Qt::Key_Down ? node.y > at.y : node.y < at.y);
      const double away = child ? node.y : std::abs(node.y - at.y);
      if ((!child && !beside) || node.row < 0 || away >= nearest) continue;
      nearest = away;
      next = static_cast<int>(i);
    }
  }
  if (next >= 0 && layout_->nodes[static_cast<std::size_t>(next)].row >= 0) {
    emit rowClicked(layout_->nodes[static_cast<std::size_t>(next)].row);
  }
}

void LineageView::wheelEvent(QWheelEvent* event) {
  zoom(std::pow(1.0015, event->angleDelta().y()), event->position());
  event->accept();
}

void LineageView::mousePressEvent(QMouseEvent* event) {
  pressed_ = event->position();
  dragging_ = false;
}

void LineageView::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton)) return;
  const QPointF moved = event->position() - pressed_;
  if (!dragging_ && std::hypot(moved.x(), moved.y()) < 4) return;
  dragging_ = true;
  fitted_ = false;
  origin_ += moved;
  pressed_ = event->position();
  update();
}

void LineageView::mouseReleaseEvent(QMouseEvent* event) {
  if (dragging_ || event->button() != Qt::LeftButton) return;
  const int node = nodeAt(event->position());
  if (node >= 0) emit rowClicked(layout_->nodes[static_cast<std::size_t>(node)].row);
}

void LineageView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (nodeAt(event->position()) < 0) fit();
}

void LineageView::keyPressEvent(QKeyEvent* event) {
  if (!layout_ || layout_->nodes.empty()) return QWidget::keyPressEvent(event);
  const QPointF centre = QRectF(rect()).center();
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: return step(event->key());
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(1.25, centre);
    case Qt::Key_Minus: return zoom(0.8, centre);
    case Qt::Key_0: return fit();
    default: QWidget::keyPressEvent(event);
  }
}

void LineageView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (fitted_) fit();
}

bool LineageView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int node = nodeAt(help->pos());
  if (node < 0) QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(),
                       textOf(layout_->nodes[static_cast<std::size_t>(node)]).toHtmlEscaped(), this);
  return true;
}

}  // namespace kernelcast::ui
