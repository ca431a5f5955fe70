#include "ui/charts/ScatterItem.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ui/charts/ChartStyle.h"
#include "ui/charts/OutcomeMark.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

// Rare and costly outcomes lie on top of common ones.
constexpr std::array<Outcome, kOutcomes.size()> kPaintOrder{Outcome::Open, Outcome::Failed, Outcome::Hit,
                                                            Outcome::OffByOne, Outcome::OffByMore};
// Up to here marks are outlined, so that neighbours stay apart; beyond they are translucent, so that crowds
// show.
constexpr std::size_t kOutlined = 2000;
constexpr double kCrowdOpacity = 0.7;

QLineF upright(double x, const QRectF& rect) {
  const double snapped = std::floor(x) + 0.5;
  return {snapped, rect.top(), snapped, rect.bottom()};
}

QLineF level(double y, const QRectF& rect) {
  const double snapped = std::floor(y) + 0.5;
  return {rect.left(), snapped, rect.right(), snapped};
}

// `below` under `above`, both premultiplied.
QRgb over(QRgb above, QRgb below) {
  const quint32 rest = 255 - qAlpha(above);
  quint32 odd = (below & 0xff00ff) * rest;
  odd = ((odd + ((odd >> 8) & 0xff00ff) + 0x800080) >> 8) & 0xff00ff;
  quint32 even = ((below >> 8) & 0xff00ff) * rest;
  even = (even + ((even >> 8) & 0xff00ff) + 0x800080) & 0xff00ff00;
  return above + (odd | even);
}

// Draws `mark`, centred, at each place. A painter spends more on the call than on the few pixels of a mark:
// for 50,000 of them that is a dropped frame.
void stamp(QImage& layer, const QImage& mark, const std::vector<QPoint>& places) {
  struct Run {
    int y, left, right;  // of a row of the mark, from its first to behind its last visible pixel
    const QRgb* row;
  };
  std::vector<Run> runs;
  for (int y = 0; y < mark.height(); ++y) {
    const auto* row = reinterpret_cast<const QRgb*>(mark.constScanLine(y));
    const auto* first = std::find_if(row, row + mark.width(), [](QRgb pixel) { return pixel != 0; });
    if (first == row + mark.width()) continue;
    int right = mark.width();
    while (row[right - 1] == 0) --right;
    runs.push_back({y, static_cast<int>(first - row), right, row});
  }
  const QPoint half(mark.width() / 2, mark.height() / 2);
  auto* pixels = reinterpret_cast<QRgb*>(layer.bits());
  const qsizetype stride = layer.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
  for (const QPoint& place : places) {
    const QPoint corner = place - half;
    for (const Run& run : runs) {
      const int y = corner.y() + run.y;
      if (y < 0 || y >= layer.height()) continue;
      QRgb* line = pixels + y * stride;
      const int right = std::min(run.right, layer.width() - corner.x());
      for (int x = std::max(run.left, -corner.x()); x < right; ++x) {
        QRgb& pixel = line[corner.x() + x];
        pixel = over(run.row[x], pixel);
      }
    }
  }
}

QPen hairline(const QColor& colour) {
  QPen pen(colour, 1);
  pen.setCosmetic(true);
  return pen;
}

}  // namespace

ScatterItem::ScatterItem(QGraphicsItem* parent) : QGraphicsItem(parent) { setZValue(10); }

QString ScatterItem::laneTitle(ScatterColumn column) {
  return column == ScatterColumn::Failed ? QStringLiteral("failed") : QStringLiteral("not measured");
}

qreal ScatterItem::markSize(std::size_t count) {
  if (count <= 300) return 9;
  if (count <= kOutlined) return 7;
  return count <= 10000 ? 5 : 4;
}

void ScatterItem::setPoints(std::vector<ScatterPoint> points) {
  points_ = std::move(points);
  current_ = -1;
  hovered_ = -1;
  placed_ = false;
  layerRatio_ = 0;
  update();
}

void ScatterItem::setFrame(const ScatterFrame& frame, Grid grid, const QSizeF& size) {
  if (size != size_) {
    prepareGeometryChange();
    size_ = size;
  }
  grid_ = std::move(grid);
  update();
  if (frame == frame_) return;
  frame_ = frame;
  placed_ = false;
  layerRatio_ = 0;
}

const ScatterGeometry& ScatterItem::geometry() const {
  if (!placed_) geometry_.place(points_, frame_);
  placed_ = true;
  return geometry_;
}

void ScatterItem::setCurrent(int point, const Whiskers& whiskers) {
  current_ = point;
  currentWhiskers_ = whiskers;
  update();
}

void ScatterItem::setHovered(int point, const Whiskers& whiskers) {
  if (point == hovered_) return;
  hovered_ = point;
  hoveredWhiskers_ = whiskers;
  update();
}

void ScatterItem::setMessage(const QString& message) {
  message_ = message;
  update();
}

void ScatterItem::setDrawing(QPolygonF area) {
  drawing_ = std::move(area);
  update();
}

void ScatterItem::setFocusShown(bool shown) {
  focusShown_ = shown;
  update();
}

void ScatterItem::forgetColours() {
  layerRatio_ = 0;
  update();
}

void ScatterItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  const Theme& theme = Theme::instance();
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing, false);
  if (message_.isEmpty()) paintGround(*painter);  // lines would strike the words out
  paintLanes(*painter);
  if (geometry().shownCount() > 0)
    painter->drawImage(QPointF(), layer(painter->device()->devicePixelRatio()));
  if (!message_.isEmpty()) paintMessage(*painter);
  if (focusShown_) {
    painter->setPen(hairline(theme.colour(ColourRole::Accent)));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(frame_.plot);
  }
  painter->setRenderHint(QPainter::Antialiasing);
  if (!drawing_.isEmpty()) {
    QColor inside = theme.colour(ColourRole::Accent);
    inside.setAlphaF(0.12F);
    painter->setPen(QPen(theme.colour(ColourRole::Accent), 1.2, Qt::DashLine));
    painter->setBrush(inside);
    painter->drawPolygon(drawing_);
  }
  if (hovered_ >= 0 && hovered_ != current_)
    paintRing(*painter, hovered_, hoveredWhiskers_, theme.colour(ColourRole::Muted));
  if (current_ >= 0) paintRing(*painter, current_, currentWhiskers_, theme.colour(ColourRole::Accent));
  painter->restore();
}

void ScatterItem::paintGround(QPainter& painter) const {
  const Theme& theme = Theme::instance();
  const ScatterFrame& frame = frame_;
  const QRectF plot = frame.plot;
  if (plot.isEmpty()) return;
  painter.save();
  painter.setClipRect(plot.adjusted(0, 0, 1, 1));

  const bool speedups = grid_.quantity == ScatterQuantity::Speedup;
  if (speedups) {
    paintClasses(painter);
  } else {
    paintFactor(painter);
  }
  painter.setPen(hairline(theme.colour(ColourRole::Grid)));
  for (const AxisTick& tick : grid_.xTicks) painter.drawLine(upright(frame.x(tick.log2), plot));
  for (const AxisTick& tick : grid_.yTicks) painter.drawLine(level(frame.y(tick.log2), plot));
  if (speedups) {
    painter.setPen(hairline(theme.tint(Tint::ClassEdge)));
    for (const double edge : classEdgesLog2(grid_.rule)) painter.drawLine(upright(frame.x(edge), plot));
    for (const double edge : classEdgesLog2(BinRule::Prompt)) painter.drawLine(level(frame.y(edge), plot));
  }

  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(chartstyle::referencePen());
  const double low = std::min(frame.xLow, frame.yLow);
  const double high = std::max(frame.xHigh, frame.yHigh);
  painter.drawLine(QPointF(frame.x(low), frame.y(low)), QPointF(frame.x(high), frame.y(high)));
  painter.restore();
}

// Where forecast and measurement fall in the same speed class.
void ScatterItem::paintClasses(QPainter& painter) const {
  const ScatterFrame& frame = frame_;
  const QRectF plot = frame.plot;
  const auto columns = classEdgesLog2(grid_.rule);
  const auto rows = classEdgesLog2(BinRule::Prompt);
  const QColor square = Theme::instance().tint(Tint::ClassSquare);
  for (std::size_t bin = 0; bin <= columns.size(); ++bin) {
    const bool first = bin == 0;
    const bool last = bin == columns.size();
    const double left = first ? plot.left() : std::floor(frame.x(columns[bin - 1]));
    const double right = last ? plot.right() + 1 : std::floor(frame.x(columns[bin]));
    const double bottom = first ? plot.bottom() + 1 : std::floor(frame.y(rows[bin - 1]));
    const double top = last ? plot.top() : std::floor(frame.y(rows[bin]));
    const QRectF rect = QRectF(left, top, right - left, bottom - top).intersected(plot.adjusted(0, 0, 1, 1));
    if (right > left && bottom > top) painter.fillRect(rect, square);
  }
}

// Classes are of speedups: among runtimes of several tasks only their ratio says how far a forecast was off.
void ScatterItem::paintFactor(QPainter& painter) const {
  const ScatterFrame& frame = frame_;
  constexpr double kOctave = 1;
  const double low = std::min(frame.xLow, frame.yLow) - kOctave;
  const double high = std::max(frame.xHigh, frame.yHigh) + kOctave;
  const QPolygonF band({{frame.x(low), frame.y(low - kOctave)},
                        {frame.x(low), frame.y(low + kOctave)},
                        {frame.x(high), frame.y(high + kOctave)},
                        {frame.x(high), frame.y(high - kOctave)}});
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(Theme::instance().tint(Tint::ClassSquare));
  painter.drawPolygon(band);
  painter.restore();
}

void ScatterItem::paintLanes(QPainter& painter) const {
  const Theme& theme = Theme::instance();
  const ScatterFrame& frame = frame_;
  painter.setFont(theme.font(TextSize::Label));
  const double line = QFontMetricsF(painter.font(), painter.device()).height();
  const auto ground = [&](const QRectF& rect) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.tint(Tint::Lane));
    painter.drawRoundedRect(rect, 4, 4);
    painter.restore();
  };
  const auto column = [&](const QRectF& lane, const QString& title) {
    if (lane.isEmpty()) return;
    QRectF whole = lane;
    if (!frame.notForecastLane.isEmpty()) whole.setBottom(frame.notForecastLane.bottom());
    ground(whole);
    painter.setPen(theme.colour(ColourRole::Muted));
    painter.drawText(QRectF(lane.center().x() - 100, lane.top() - line - 3, 200, line), Qt::AlignCenter,
                     title);
  };
  column(frame.failedLane, laneTitle(ScatterColumn::Failed));
  column(frame.notMeasuredLane, laneTitle(ScatterColumn::NotMeasured));
  if (!frame.notForecastLane.isEmpty()) {
    ground(frame.notForecastLane);
    painter.setPen(theme.colour(ColourRole::Muted));
    // Inside, since the axis has its title where a label would stand.
    painter.drawText(frame.notForecastLane.adjusted(6, 0, -6, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     grid_.quantity == ScatterQuantity::Speedup ? QStringLiteral("not forecast")
                                                                : QStringLiteral("no forecast runtime"));
  }
}

void ScatterItem::paintRing(QPainter& painter, int point, const Whiskers& whiskers,
                            const QColor& colour) const {
  const auto index = static_cast<std::size_t>(point);
  if (index >= geometry().positions().size() || !geometry().isShown(index)) return;
  const ScatterFrame& frame = frame_;
  const QPointF at = geometry().positions()[index];
  const double radius = frame.mark / 2 + 4.5;
  painter.setPen(QPen(colour, 1.4, Qt::SolidLine, Qt::FlatCap));
  // A whisker starts at the ring, so that the mark inside stays legible, and ends with a tick, in the plot or
  // lane.
  constexpr double kTick = 3;
  if (whiskers.forecast) {
    for (const auto& [end, side] :
         {std::pair(whiskers.forecast->second, -1), std::pair(whiskers.forecast->first, 1)}) {
      const double y = std::clamp(frame.y(end), frame.plot.top(), frame.plot.bottom());
      if ((y - at.y()) * side <= radius) continue;
      painter.drawLine(QPointF(at.x(), at.y() + side * radius), QPointF(at.x(), y));
      painter.drawLine(QPointF(at.x() - kTick, y), QPointF(at.x() + kTick, y));
    }
  }
  if (whiskers.measured) {
    for (const auto& [end, side] :
         {std::pair(whiskers.measured->first, -1), std::pair(whiskers.measured->second, 1)}) {
      const double x = std::clamp(frame.x(end), frame.plot.left(), frame.plot.right());
      if ((x - at.x()) * side <= radius) continue;
      painter.drawLine(QPointF(at.x() + side * radius, at.y()), QPointF(x, at.y()));
      painter.drawLine(QPointF(x, at.y() - kTick), QPointF(x, at.y() + kTick));
    }
  }
  painter.setPen(QPen(colour, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawEllipse(at, radius, radius);
}

void ScatterItem::paintMessage(QPainter& painter) const {
  const Theme& theme = Theme::instance();
  painter.setFont(theme.font(TextSize::Body));
  painter.setPen(theme.colour(ColourRole::Muted));
  const QRectF plot = frame_.plot;
  painter.drawText(plot.adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap, message_);
}

const QImage& ScatterItem::layer(qreal devicePixelRatio) {
  const QSize pixels = (size_ * devicePixelRatio).toSize();
  if (layerRatio_ == devicePixelRatio && layer_.size() == pixels) return layer_;
  layerRatio_ = devicePixelRatio;
  if (layer_.size() != pixels) layer_ = QImage(pixels, QImage::Format_ARGB32_Premultiplied);
  layer_.fill(Qt::transparent);

  const Theme& theme = Theme::instance();
  const bool outlined = points_.size() <= kOutlined;
  const std::vector<QPointF>& positions = geometry().positions();
  std::array<std::vector<QPoint>, kOutcomes.size()> places;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (!geometry_.isShown(i)) continue;
    const QPointF at = positions[i] * devicePixelRatio;
    places[static_cast<std::size_t>(points_[i].outcome)].push_back(
        {static_cast<int>(std::floor(at.x())), static_cast<int>(std::floor(at.y()))});
  }
  for (const Outcome outcome : kPaintOrder) {
    const auto& members = places[static_cast<std::size_t>(outcome)];
    if (members.empty()) continue;
    QColor colour = theme.outcome(outcome);
    if (!outlined) colour.setAlphaF(static_cast<float>(kCrowdOpacity));
    stamp(layer_,
          outcomeMarkImage(outcome, frame_.mark, devicePixelRatio, colour,
                           outlined ? theme.colour(ColourRole::Panel) : QColor()),
          members);
  }
  layer_.setDevicePixelRatio(devicePixelRatio);
  return layer_;
}

}  // namespace kernelcast::ui
