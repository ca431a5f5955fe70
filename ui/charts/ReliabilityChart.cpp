#include "ui/charts/ReliabilityChart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QtMath>
#include <algorithm>
#include <cmath>

#include "core/domain/number_format.h"
#include "ui/charts/ChartStyle.h"
#include "ui/widgets/Theme.h"
#include "ui/widgets/ToQString.h"

namespace kernelcast::ui {

namespace {

constexpr int kStrip = 44;  // height of the bars of counts

QString percent(double share) { return toQString(formatPercent(share)); }

QString rangeOf(const ReliabilityDot& dot) {
  return QStringLiteral("%1–%2").arg(percent(dot.low), percent(dot.high));
}

}  // namespace

ReliabilityChart::ReliabilityChart(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(QStringLiteral("Reliability of the named class"));
  connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
  setDots({}, std::nullopt);
}

void ReliabilityChart::setDots(std::vector<ReliabilityDot> dots, std::optional<int> selectedGroup) {
  dots_ = std::move(dots);
  selected_ = selectedGroup;
  cursor_ = std::min(cursor_, static_cast<int>(dots_.size()) - 1);
  total_ = 0;
  largest_ = 1;
  QStringList words;
  for (const ReliabilityDot& dot : dots_) {
    total_ += dot.n;
    largest_ = std::max(largest_, dot.n);
    words << QStringLiteral("said %1, right %2 of %3").arg(rangeOf(dot), percent(dot.accuracy)).arg(dot.n);
  }
  summary_ = words.isEmpty() ? QStringLiteral("No forecast has been measured yet.")
                             : words.join(QStringLiteral("; ")) + u'.';
  setAccessibleDescription(summary_);
  update();
}

QRectF ReliabilityChart::plot() const {
  const double line = QFontMetricsF(Theme::instance().font(TextSize::Label)).height();
  const QRectF room = QRectF(rect()).adjusted(line + 46, 12, -20, -(2 * line + 16 + kStrip));
  // A square: the diagonal is at 45 degrees.
  const double side = std::max(40.0, std::min(room.width(), room.height()));
  return {room.left() + (room.width() - side) / 2, room.top(), side, side};
}

QRectF ReliabilityChart::countStrip() const {
  const QRectF area = plot();
  return {area.left(), area.bottom() + 6, area.width(), kStrip};
}

QPointF ReliabilityChart::at(double confidence, double accuracy) const {
  const QRectF area = plot();
  return {area.left() + confidence * area.width(), area.bottom() - accuracy * area.height()};
}

// Area by n.
double ReliabilityChart::radiusOf(int n) const {
  return 4 + 8 * std::sqrt(static_cast<double>(n) / largest_);
}

QPointF ReliabilityChart::centreOf(int group) const {
  const auto found =
      std::find_if(dots_.begin(), dots_.end(), [&](const ReliabilityDot& dot) { return dot.group == group; });
  return found == dots_.end() ? QPointF() : at(found->meanConfidence, found->accuracy);
}

int ReliabilityChart::groupAt(QPointF position) const {
  for (const ReliabilityDot& dot : dots_) {
    const QPointF away = at(dot.meanConfidence, dot.accuracy) - position;
    if (std::hypot(away.x(), away.y()) <= radiusOf(dot.n) + 4) return dot.group;
  }
  // A bar stands for its group over its whole height.
  const QRectF strip = countStrip();
  if (!strip.contains(position)) return 0;
  const int group = std::min(9, static_cast<int>((position.x() - strip.left()) / strip.width() * 10)) + 1;
  const bool there =
      std::any_of(dots_.begin(), dots_.end(), [&](const ReliabilityDot& dot) { return dot.group == group; });
  return there ? group : 0;
}

QString ReliabilityChart::textOf(const ReliabilityDot& dot) const {
  return QStringLiteral(
             "Said %1 (mean %2): right %3, %4 of %5 forecasts.\n"
             "If what it says were true, %6 to %7 nine times in ten.")
      .arg(rangeOf(dot), percent(dot.meanConfidence), percent(dot.accuracy),
           toQString(formatCount(std::llround(dot.accuracy * dot.n))), toQString(formatCount(dot.n)),
           percent(dot.chanceLow), percent(dot.chanceHigh));
}

void ReliabilityChart::paintAxes(QPainter& painter) const {
  const Theme& theme = Theme::instance();
  const QRectF area = plot();
  const double line = QFontMetricsF(painter.font()).height();
  for (const double tick : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    painter.setPen(chartstyle::gridPen());
    painter.drawLine(at(0, tick), at(1, tick));
    painter.drawLine(at(tick, 0), at(tick, 1));
    painter.setPen(theme.colour(ColourRole::Muted));
    painter.drawText(QRectF(area.left() - 48, at(0, tick).y() - line / 2, 42, line),
                     Qt::AlignRight | Qt::AlignVCenter, percent(tick));
    painter.drawText(QRectF(at(tick, 0).x() - 30, countStrip().bottom() + 3, 60, line), Qt::AlignCenter,
                     percent(tick));
  }
  painter.drawText(
      QRectF(area.left() - 40, countStrip().bottom() + line + 5, area.width() + 80, line), Qt::AlignCenter,
      QStringLiteral("probability of the named class, n = %1").arg(toQString(formatCount(total_))));
  painter.save();
  painter.translate(area.left() - 48 - line / 2, area.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-area.height() / 2, -line / 2, area.height(), line), Qt::AlignCenter,
                   QStringLiteral("share that was right"));
  painter.restore();
  painter.setPen(chartstyle::referencePen());
  painter.drawLine(at(0, 0), at(1, 1));
}

void ReliabilityChart::paintCounts(QPainter& painter) const {
  const Theme& theme = Theme::instance();
  const QRectF strip = countStrip();
  const double line = QFontMetricsF(painter.font()).height();
  painter.setPen(chartstyle::axisPen());
  painter.drawLine(strip.bottomLeft(), strip.bottomRight());
  for (const ReliabilityDot& dot : dots_) {
    const double height = std::max(2.0, (strip.height() - line) * dot.n / largest_);
    const double left = strip.left() + (dot.group - 1) * strip.width() / 10;
    painter.setPen(Qt::NoPen);
    painter.setBrush(selected_ == dot.group ? theme.colour(ColourRole::Accent)
                                            : theme.tint(Tint::AccentPale));
    painter.drawRect(QRectF(left + 2, strip.bottom() - height, strip.width() / 10 - 4, height));
    painter.setPen(theme.colour(ColourRole::Muted));
    painter.drawText(QRectF(left - 10, strip.bottom() - height - line, strip.width() / 10 + 20, line),
                     Qt::AlignCenter, toQString(formatCount(dot.n)));
  }
}

void ReliabilityChart::paintChance(QPainter& painter) const {
  painter.setPen(Qt::NoPen);
  painter.setBrush(Theme::instance().colour(ColourRole::Selection));
  for (const ReliabilityDot& dot : dots_) {
    if (dot.n < kTrend) continue;  // chance would do nearly anything
    const QPointF top = at(dot.meanConfidence, dot.chanceHigh);
    const QPointF bottom = at(dot.meanConfidence, dot.chanceLow);
    painter.drawRoundedRect(QRectF(top - QPointF(5, 3), bottom + QPointF(5, 3)), 4, 4);
  }
}

// n under each dot, above those that are low: neighbours may stand close beside.
void ReliabilityChart::paintNumbers(QPainter& painter) const {
  const double line = QFontMetricsF(painter.font()).height();
  painter.setPen(Theme::instance().colour(ColourRole::Ink));
  for (const ReliabilityDot& dot : dots_) {
    const QPointF centre = at(dot.meanConfidence, dot.accuracy);
    const double away = radiusOf(dot.n) + 3;
    const double top = dot.accuracy < 0.15 ? centre.y() - away - line : centre.y() + away;
    painter.drawText(QRectF(centre.x() - 40, top, 80, line), Qt::AlignCenter, toQString(formatCount(dot.n)));
  }
}

void ReliabilityChart::paintDots(QPainter& painter) const {
  const Theme& theme = Theme::instance();
  painter.setPen(QPen(theme.colour(ColourRole::Accent), 1.5));
  const ReliabilityDot* before = nullptr;
  for (const ReliabilityDot& dot : dots_) {
    // Neighbouring groups alone, and only those that say something: a line is read as a trend.
    if (before != nullptr && before->group + 1 == dot.group && before->n >= kTrend && dot.n >= kTrend) {
      painter.drawLine(at(before->meanConfidence, before->accuracy), at(dot.meanConfidence, dot.accuracy));
    }
    before = &dot;
  }
  for (std::size_t i = 0; i < dots_.size(); ++i) {
    const ReliabilityDot& dot = dots_[i];
    const bool few = dot.n < kTrend;
    const QColor fill = few ? theme.colour(ColourRole::Panel) : theme.colour(ColourRole::Accent);
    const double radius = radiusOf(dot.n);
    const QPointF centre = at(dot.meanConfidence, dot.accuracy);
    painter.setPen(QPen(few ? theme.colour(ColourRole::Accent) : theme.colour(ColourRole::Panel), 1.3));
    painter.setBrush(fill);
    painter.drawEllipse(centre, radius, radius);
    const bool cursor = cursor_ == static_cast<int>(i);
    if (selected_ == dot.group || cursor) {
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(theme.colour(cursor ? ColourRole::OffByMore : ColourRole::Ink), 2));
      painter.drawEllipse(centre, radius + 3, radius + 3);
    }
  }
}

void ReliabilityChart::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(theme.font(TextSize::Label));
  if (dots_.empty()) {
    painter.setPen(theme.colour(ColourRole::Muted));
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, summary_);
    return;
  }
  paintAxes(painter);
  paintCounts(painter);
  paintChance(painter);
  paintDots(painter);
  paintNumbers(painter);
}

// No higher than its square needs.
void ReliabilityChart::resizeEvent(QResizeEvent* event) {
  const int line = qCeil(QFontMetricsF(Theme::instance().font(TextSize::Label)).height());
  setMaximumHeight(std::max(minimumSizeHint().height(), width() - 38 + line + kStrip));
  QWidget::resizeEvent(event);
}

void ReliabilityChart::mouseReleaseEvent(QMouseEvent* event) {
  const int group = groupAt(event->position());
  if (event->button() == Qt::LeftButton && group > 0) emit groupClicked(group);
}

void ReliabilityChart::keyPressEvent(QKeyEvent* event) {
  const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
  if (step != 0 && !dots_.empty()) {
    cursor_ = std::clamp(cursor_ + step, 0, static_cast<int>(dots_.size()) - 1);
    setAccessibleDescription(textOf(dots_[static_cast<std::size_t>(cursor_)]));
    update();
  } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter ||
              event->key() == Qt::Key_Space) &&
             cursor_ >= 0) {
    emit groupClicked(dots_[static_cast<std::size_t>(cursor_)].group);
  } else {
    QWidget::keyPressEvent(event);
  }
}

void ReliabilityChart::focusInEvent(QFocusEvent* event) {
  if (event->reason() != Qt::MouseFocusReason && cursor_ < 0 && !dots_.empty()) {
    cursor_ = 0;
    setAccessibleDescription(textOf(dots_.front()));
  }
  update();
  QWidget::focusInEvent(event);
}

void ReliabilityChart::focusOutEvent(QFocusEvent* event) {
  cursor_ = -1;
  setAccessibleDescription(summary_);
  update();
  QWidget::focusOutEvent(event);
}

bool ReliabilityChart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int group = groupAt(help->pos());
  const auto found =
      std::find_if(dots_.begin(), dots_.end(), [&](const ReliabilityDot& dot) { return dot.group == group; });
  if (found == dots_.end()) QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(),
                       textOf(*found) + QStringLiteral("\nClick to show these rows alone."), this);
  return true;
}

}  // namespace kernelcast::ui
