#include "ui/charts/BestSoFarChart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "core/domain/number_format.h"
#include "ui/charts/ChartStyle.h"
#include "ui/charts/SpeedClasses.h"
#include "ui/widgets/Theme.h"
#include "ui/widgets/ToQString.h"

namespace kernelcast::ui {

namespace {

constexpr int kReach = 9;        // pixels from a corner that still mean it
constexpr int kLabelRoom = 118;  // right of the plot, for the lines' names

// 1, 2 or 5 times a power of ten, for about five ticks.
int evaluationStep(int most) {
  const double rough = std::max(1.0, most / 5.0);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    if (factor * power >= rough) return static_cast<int>(factor * power);
  }
  return static_cast<int>(10 * power);
}

}  // namespace

// Lines of one colour are told apart by their dashes and by the name at their end.
QPen BestSoFarChart::penOf(const BestLine& line) const {
  const Theme& theme = Theme::instance();
  QPen pen(theme.colour(line.ofOther() ? ColourRole::Muted : ColourRole::Accent), line.ofOther() ? 1.2 : 2);
  pen.setCapStyle(Qt::FlatCap);
  static const std::vector<QList<qreal>> kDashes{{}, {5, 2}, {2, 2}, {7, 2, 2, 2}};
  const QList<qreal>& dashes =
      kDashes[static_cast<std::size_t>(std::max(0, static_cast<int>(tasks_.indexOf(line.task)))) %
              kDashes.size()];
  if (!dashes.isEmpty()) pen.setDashPattern(dashes);
  return pen;
}

BestSoFarChart::BestSoFarChart(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(QStringLiteral("Best speedup so far"));
  connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
  setLines({});
}

void BestSoFarChart::setLines(std::vector<BestLine> lines) {
  lines_ = std::move(lines);
  cursor_ = -1;
  most_ = 1;
  double low = 0;  // the reference is always in sight
  double high = 0;
  QStringList words;
  tasks_.clear();
  for (const BestLine& line : lines_) {
    if (!tasks_.contains(line.task)) tasks_ << line.task;
    most_ = std::max(most_, line.evaluations);
    for (const BestLine::Step& step : line.steps) {
      low = std::min(low, std::log2(step.speedup));
      high = std::max(high, std::log2(step.speedup));
    }
    const QString name =
        line.ofOther() ? line.label + QStringLiteral(" in “%1”").arg(line.session) : line.label;
    words << (line.steps.empty()
                  ? QStringLiteral("%1: nothing ran right in %2 evaluations").arg(name).arg(line.evaluations)
                  : QStringLiteral("%1: %2 after %3 of %4 evaluations")
                        .arg(name, toQString(formatSpeedup(line.steps.back().speedup)))
                        .arg(line.steps.back().evaluations)
                        .arg(line.evaluations));
  }
  low_ = std::floor(low * 2 - 0.2) / 2;
  high_ = std::ceil(high * 2 + 0.2) / 2;
  summary_ = words.isEmpty() ? QStringLiteral("Nothing has been measured yet.")
                             : words.join(QStringLiteral("; ")) + u'.';
  setAccessibleDescription(summary_);
  update();
}

QRectF BestSoFarChart::plot() const {
  const double line = QFontMetricsF(Theme::instance().font(TextSize::Label)).height();
  return QRectF(rect()).adjusted(line + 44, 6, -kLabelRoom, -(2 * line + 10));
}

double BestSoFarChart::x(double evaluations) const {
  const QRectF area = plot();
  return area.left() + evaluations / most_ * area.width();
}

double BestSoFarChart::y(double speedup) const {
  const QRectF area = plot();
  return area.bottom() - (std::log2(speedup) - low_) / (high_ - low_) * area.height();
}

QPointF BestSoFarChart::pointOf(std::size_t line, std::size_t step) const {
  const BestLine::Step& at = lines_.at(line).steps.at(step);
  return {x(at.evaluations), y(at.speedup)};
}

std::vector<BestSoFarChart::Corner> BestSoFarChart::corners() const {
  std::vector<Corner> all;
  for (const bool ofOther : {false, true}) {
    for (std::size_t line = 0; line < lines_.size(); ++line) {
      if (lines_[line].ofOther() != ofOther) continue;
      for (std::size_t step = 0; step < lines_[line].steps.size(); ++step) all.push_back({line, step});
    }
  }
  return all;
}

int BestSoFarChart::nearest(QPointF position) const {
  const std::vector<Corner> all = corners();
  int found = -1;
  double best = kReach + 1e-9;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const QPointF away = pointOf(all[i].line, all[i].step) - position;
    const double distance = std::hypot(away.x(), away.y());
    if (distance >= best) continue;
    best = distance;
    found = static_cast<int>(i);
  }
  return found;
}

QString BestSoFarChart::textOf(const Corner& corner) const {
  const BestLine& line = lines_[corner.line];
  const BestLine::Step& step = line.steps[corner.step];
  return QStringLiteral("%1: %2 by %3, evaluation %4 of %5")
      .arg(line.ofOther() ? line.label + QStringLiteral(" in “%1”").arg(line.session) : line.label,
           toQString(formatSpeedup(step.speedup)), step.name)
      .arg(step.evaluations)
      .arg(line.evaluations);
}

void BestSoFarChart::paintAxes(QPainter& painter) const {
  const Theme& theme = Theme::instance();
  const QRectF area = plot();
  const double line = QFontMetricsF(painter.font()).height();
  for (const AxisTick& tick : speedupTicks(low_, high_, area.height(), 34)) {
    const double at = area.bottom() - (tick.log2 - low_) / (high_ - low_) * area.height();
    painter.setPen(tick.log2 == 0 ? chartstyle::referencePen() : chartstyle::gridPen());
    painter.drawLine(QPointF(area.left(), at), QPointF(area.right(), at));
    painter.setPen(theme.colour(ColourRole::Muted));
    painter.drawText(QRectF(area.left() - 48, at - line / 2, 42, line), Qt::AlignRight | Qt::AlignVCenter,
                     tick.label);
  }
  const int step = evaluationStep(most_);
  for (int tick = 0; tick <= most_; tick += step) {
    painter.setPen(chartstyle::gridPen());
    painter.drawLine(QPointF(x(tick), area.top()), QPointF(x(tick), area.bottom()));
    painter.setPen(theme.colour(ColourRole::Muted));
    painter.drawText(QRectF(x(tick) - 40, area.bottom() + 3, 80, line), Qt::AlignCenter,
                     toQString(formatCount(tick)));
  }
  painter.drawText(QRectF(area.left() - 60, area.bottom() + line + 5, area.width() + 120, line),
                   Qt::AlignCenter, QStringLiteral("GPU evaluations, in candidate order"));
  painter.save();
  painter.translate(line / 2, area.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-area.height() / 2, -line / 2, area.height(), line), Qt::AlignCenter,
                   QStringLiteral("best speedup (×, log)"));
  painter.restore();
}

void BestSoFarChart::paintLine(QPainter& painter, std::size_t index) const {
  const BestLine& line = lines_[index];
  if (line.steps.empty()) return;
  QPainterPath path(pointOf(index, 0));
  for (std::size_t i = 1; i < line.steps.size(); ++i) {
    path.lineTo(x(line.steps[i].evaluations), y(line.steps[i - 1].speedup));
    path.lineTo(pointOf(index, i));
  }
  path.lineTo(x(line.evaluations), y(line.steps.back().speedup));
  painter.setBrush(Qt::NoBrush);
  painter.setPen(penOf(line));
  painter.drawPath(path);
  if (line.ofOther()) return;
  painter.setPen(QPen(Theme::instance().colour(ColourRole::Panel), 1));
  painter.setBrush(Theme::instance().colour(ColourRole::Accent));
  for (std::size_t i = 0; i < line.steps.size(); ++i) painter.drawEllipse(pointOf(index, i), 3.5, 3.5);
}

// At the lines' ends, moved apart where they would stand on each other.
void BestSoFarChart::paintLabels(QPainter& painter) const {
  const Theme& theme = Theme::instance();
  const QRectF area = plot();
  const QFontMetricsF metrics(painter.font());
  struct Label {
    double at;
    std::size_t line;
  };
  std::vector<Label> labels;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (!lines_[i].steps.empty()) labels.push_back({y(lines_[i].steps.back().speedup), i});
  }
  std::sort(labels.begin(), labels.end(), [](const Label& a, const Label& b) { return a.at < b.at; });
  for (std::size_t i = 1; i < labels.size(); ++i) {
    labels[i].at = std::max(labels[i].at, labels[i - 1].at + metrics.height());
  }
  double over = labels.empty() ? 0 : std::max(0.0, labels.back().at - area.bottom());
  for (std::size_t i = labels.size(); over > 0 && i-- > 0;) {
    const double above = i > 0 ? labels[i - 1].at + metrics.height() : area.top();
    labels[i].at -= over;
    over = std::max(0.0, above - labels[i].at);
  }
  for (const Label& label : labels) {
    const BestLine& line = lines_[label.line];
    const double end = x(line.evaluations);
    const double lineAt = y(line.steps.back().speedup);
    if (std::abs(label.at - lineAt) > 2 || end < area.right() - 2) {
      painter.setPen(QPen(theme.colour(ColourRole::Line), 1));
      painter.drawLine(QPointF(end, lineAt), QPointF(area.right() + 6, label.at));
    }
    painter.setPen(theme.colour(line.ofOther() ? ColourRole::Muted : ColourRole::Ink));
    // The number is never cut, the name is.
    const QString speedup = u' ' + toQString(formatSpeedup(line.steps.back().speedup));
    const double room = kLabelRoom - 8 - metrics.horizontalAdvance(speedup);
    painter.drawText(
        QRectF(area.right() + 8, label.at - metrics.height() / 2, kLabelRoom - 8, metrics.height()),
        Qt::AlignVCenter,
        metrics.elidedText(line.ofOther() ? line.session : line.label, Qt::ElideRight, room) + speedup);
  }
}

void BestSoFarChart::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(theme.font(TextSize::Label));
  if (lines_.empty()) {
    painter.setPen(theme.colour(ColourRole::Muted));
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, summary_);
    return;
  }
  paintAxes(painter);
  for (const bool ofOther : {true, false}) {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (lines_[i].ofOther() == ofOther) paintLine(painter, i);
    }
  }
  paintLabels(painter);
  const std::vector<Corner> all = corners();
  if (cursor_ >= 0 && static_cast<std::size_t>(cursor_) < all.size()) {
    const Corner& corner = all[static_cast<std::size_t>(cursor_)];
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.colour(ColourRole::Ink), 2));
    painter.drawEllipse(pointOf(corner.line, corner.step), 7, 7);
  }
}

void BestSoFarChart::mouseReleaseEvent(QMouseEvent* event) {
  const int found = nearest(event->position());
  if (event->button() != Qt::LeftButton || found < 0) return QWidget::mouseReleaseEvent(event);
  pick(corners()[static_cast<std::size_t>(found)]);
}

// A kernel of another session cannot be selected here.
void BestSoFarChart::pick(const Corner& corner) {
  const BestLine& line = lines_[corner.line];
  if (!line.ofOther()) emit rowClicked(line.steps[corner.step].row);
}

void BestSoFarChart::keyPressEvent(QKeyEvent* event) {
  const std::vector<Corner> all = corners();
  const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
  if (step != 0 && !all.empty()) {
    cursor_ = std::clamp(cursor_ + step, 0, static_cast<int>(all.size()) - 1);
    setAccessibleDescription(textOf(all[static_cast<std::size_t>(cursor_)]));
    update();
  } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && cursor_ >= 0) {
    pick(all[static_cast<std::size_t>(cursor_)]);
  } else {
    QWidget::keyPressEvent(event);
  }
}

void BestSoFarChart::focusInEvent(QFocusEvent* event) {
  if (event->reason() != Qt::MouseFocusReason && cursor_ < 0 && !corners().empty()) {
    cursor_ = 0;
    setAccessibleDescription(textOf(corners().front()));
  }
  update();
  QWidget::focusInEvent(event);
}

void BestSoFarChart::focusOutEvent(QFocusEvent* event) {
  cursor_ = -1;
  setAccessibleDescription(summary_);
  update();
  QWidget::focusOutEvent(event);
}

bool BestSoFarChart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int found = nearest(help->pos());
  if (found < 0) QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(), textOf(corners()[static_cast<std::size_t>(found)]).toHtmlEscaped(),
                       this);
  return true;
}

}  // namespace kernelcast::ui
