#include "ui/charts/ConfusionMatrix.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/domain/number_format.h"
#include "ui/charts/SpeedClasses.h"
#include "ui/widgets/Theme.h"
#include "ui/widgets/ToQString.h"

namespace kernelcast::ui {

namespace {

constexpr double kGap = 3;
constexpr double kCellMaximum = 44;

Outcome outcomeAt(ConfusionMatrix::Cell cell) {
  const int miss = std::abs(cell.first - cell.second);
  return miss == 0 ? Outcome::Hit : miss == 1 ? Outcome::OffByOne : Outcome::OffByMore;
}

// How counts are written, the same in all cells: in full, smaller, in thousands. A count that is too wide
// even so is left to the tooltip.
struct CountStyle {
  QFont font;
  bool thousands = false;

  CountStyle(const ConfusionMatrix::Counts& counts, double width) {
    const QFont full = Theme::instance().font(TextSize::Label, QFont::DemiBold);
    for (const auto& [scale, inThousands] :
         {std::pair(1.0, false), std::pair(0.82, false), std::pair(0.82, true), std::pair(0.72, true)}) {
      font = full;
      font.setPointSizeF(full.pointSizeF() * scale);
      thousands = inThousands;
      const bool fits = std::all_of(counts.begin(), counts.end(), [&](const auto& row) {
        return std::all_of(row.begin(), row.end(), [&](int count) { return this->fits(count, width); });
      });
      if (fits) return;
    }
  }
  [[nodiscard]] QString text(int count) const {
    return thousands && count >= 1000 ? QStringLiteral("%1k").arg(std::lround(count / 1000.0))
                                      : toQString(formatCount(count));
  }
  [[nodiscard]] bool fits(int count, double width) const {
    return QFontMetricsF(font).horizontalAdvance(text(count)) <= width;
  }
};

// Where the cells lie inside a widget; the same for painting, hit tests and the height.
struct Layout {
  double line = 0;
  double left = 0;
  double top = 2;
  double pitch = 0;
  double below = 0;      // class names and title beneath the cells
  bool upright = false;  // names of columns are turned where they are wider than a cell

  Layout(double width, double height, BinRule rule) {
    const QFontMetricsF metrics(Theme::instance().font(TextSize::Label));
    line = metrics.height();
    double rowNames = 0;
    double columnNames = 0;
    for (int bin = 1; bin <= kBinCount; ++bin) {
      rowNames = std::max(rowNames, metrics.horizontalAdvance(className(bin, BinRule::Prompt, false)));
      columnNames = std::max(columnNames, metrics.horizontalAdvance(className(bin, rule, false)));
    }
    left = line + 6 + rowNames + 6;
    pitch = std::min(kCellMaximum, std::floor((width - left) / kBinCount));
    upright = columnNames > pitch - 1;
    below = 4 + (upright ? columnNames : line) + 4 + line + 2;
    if (height > 0) pitch = std::min(pitch, std::floor((height - top - below) / kBinCount));
    pitch = std::max(pitch, 6.0);
  }
  [[nodiscard]] double side() const { return pitch * kBinCount - kGap; }
  [[nodiscard]] QRectF cell(int predicted, int measured) const {
    return {left + (measured - 1) * pitch, top + (kBinCount - predicted) * pitch, pitch - kGap, pitch - kGap};
  }
};

}  // namespace

ConfusionMatrix::ConfusionMatrix(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  setAccessibleName(QStringLiteral("Predicted by measured speed class"));
  connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
  setCounts({}, BinRule::Prompt);
}

void ConfusionMatrix::setCounts(const Counts& counts, BinRule rule) {
  counts_ = counts;
  rule_ = rule;
  total_ = 0;
  largest_ = 0;
  int right = 0;
  int near = 0;
  for (int predicted = 1; predicted <= kBinCount; ++predicted) {
    for (int measured = 1; measured <= kBinCount; ++measured) {
      const int here = count({predicted, measured});
      total_ += here;
      largest_ = std::max(largest_, here);
      if (predicted == measured) right += here;
      if (std::abs(predicted - measured) == 1) near += here;
    }
  }
  summary_ = total_ == 0
                 ? QStringLiteral("No forecast has been measured yet.")
                 : QStringLiteral(
                       "%1 forecasts by predicted and measured speed class: %2 in the right class, "
                       "%3 off by one class, %4 off by more. Speed classes %5.")
                       .arg(toQString(formatCount(total_)), toQString(formatCount(right)),
                            toQString(formatCount(near)), toQString(formatCount(total_ - right - near)),
                            toQString(binRuleInfo(rule).title));
  setAccessibleDescription(summary_);
  updateGeometry();
  update();
}

void ConfusionMatrix::setSelectedCell(std::optional<Cell> cell) {
  selected_ = cell;
  update();
}

int ConfusionMatrix::count(Cell cell) const {
  return counts_[static_cast<std::size_t>(cell.first) - 1][static_cast<std::size_t>(cell.second) - 1];
}

int ConfusionMatrix::heightForWidth(int width) const {
  const Layout layout(width, 0, rule_);
  return static_cast<int>(std::ceil(layout.top + layout.side() + layout.below));
}

QRectF ConfusionMatrix::cellRect(int predicted, int measured) const {
  return Layout(width(), height(), rule_).cell(predicted, measured);
}

std::optional<ConfusionMatrix::Cell> ConfusionMatrix::cellAt(QPointF position) const {
  const Layout layout(width(), height(), rule_);
  const int measured = static_cast<int>(std::floor((position.x() - layout.left) / layout.pitch)) + 1;
  const int predicted = kBinCount - static_cast<int>(std::floor((position.y() - layout.top) / layout.pitch));
  if (measured < 1 || measured > kBinCount || predicted < 1 || predicted > kBinCount) return std::nullopt;
  return Cell(predicted, measured);
}

QString ConfusionMatrix::cellText(Cell cell) const {
  return QStringLiteral("forecast %1, measured %2: %3 of %4")
      .arg(className(cell.first, BinRule::Prompt), className(cell.second, rule_),
           toQString(formatCount(count(cell))), toQString(formatCount(total_)));
}

void ConfusionMatrix::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::instance();
  const Layout layout(width(), height(), rule_);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QFont font = theme.font(TextSize::Label);
  const QColor panel = theme.colour(ColourRole::Panel);
  const CountStyle written(counts_, layout.pitch - kGap);

  for (int predicted = 1; predicted <= kBinCount; ++predicted) {
    for (int measured = 1; measured <= kBinCount; ++measured) {
      const QRectF rect = layout.cell(predicted, measured);
      const int here = count({predicted, measured});
      QColor fill = theme.colour(ColourRole::Grid);
      if (here > 0) {
        // By root: a few forecasts beside many still show.
        const double strength = std::sqrt(static_cast<double>(here) / largest_);
        fill = mix(panel, theme.outcome(outcomeAt({predicted, measured})), 0.25 + 0.75 * strength);
      }
      painter.setPen(Qt::NoPen);
      painter.setBrush(fill);
      painter.drawRoundedRect(rect, 3, 3);
      if (predicted == measured && here == 0) {
        // The diagonal shows where right forecasts would stand.
        painter.setBrush(theme.tint(Tint::ClassSquare));
        painter.drawRoundedRect(rect, 3, 3);
      }
      if (here > 0) {
        painter.setPen(theme.textOn(fill));
        painter.setFont(written.font);
        if (written.fits(here, rect.width())) painter.drawText(rect, Qt::AlignCenter, written.text(here));
      }
      const bool isCursor = cursorShown_ && cursor_ == Cell(predicted, measured);
      if (isCursor || selected_ == Cell(predicted, measured)) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.colour(isCursor ? ColourRole::Accent : ColourRole::Ink), 2));
        painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), 4, 4);
      }
    }
  }

  painter.setFont(font);
  painter.setPen(theme.colour(ColourRole::Muted));
  const double bottom = layout.top + layout.side();
  for (int bin = 1; bin <= kBinCount; ++bin) {
    const QRectF row = layout.cell(bin, 1);
    painter.drawText(QRectF(layout.line, row.top(), layout.left - layout.line - 6, row.height()),
                     Qt::AlignRight | Qt::AlignVCenter, className(bin, BinRule::Prompt, false));
    const QRectF column = layout.cell(1, bin);
    const QString name = className(bin, rule_, false);
    if (layout.upright) {
      painter.save();
      painter.translate(column.center().x(), bottom + 4);
      painter.rotate(-90);
      painter.drawText(QRectF(-200, -layout.line / 2, 200, layout.line), Qt::AlignRight | Qt::AlignVCenter,
                       name);
      painter.restore();
    } else {
      painter.drawText(QRectF(column.center().x() - 40, bottom + 4, 80, layout.line), Qt::AlignCenter, name);
    }
  }
  const double width = layout.side();
  const QString title = QStringLiteral("measured class (×), n = %1").arg(toQString(formatCount(total_)));
  const double half = std::ceil(painter.fontMetrics().horizontalAdvance(title) / 2.0) + 1;
  // Under the cells, and inside the widget where they are narrower than the words.
  const double centre = std::min(layout.left + width / 2, this->width() - half);
  painter.drawText(QRectF(centre - half, bottom + layout.below - layout.line - 2, 2 * half, layout.line),
                   Qt::AlignCenter, title);
  painter.save();
  painter.translate(layout.line / 2, layout.top + width / 2);
  painter.rotate(-90);
  painter.drawText(QRectF(-width / 2, -layout.line / 2, width, layout.line), Qt::AlignCenter,
                   QStringLiteral("forecast class (×)"));
  painter.restore();
}

void ConfusionMatrix::click(Cell cell) {
  if (count(cell) == 0) return;
  cursor_ = cell;
  QMetaObject::invokeMethod(
      this, [this, cell] { emit cellClicked(cell.first, cell.second); }, Qt::QueuedConnection);
}

void ConfusionMatrix::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mouseReleaseEvent(event);
  if (const auto cell = cellAt(event->position())) click(*cell);
}

void ConfusionMatrix::keyPressEvent(QKeyEvent* event) {
  const auto move = [this](int& bin, int step) {
    bin = std::clamp(bin + step, 1, kBinCount);
    cursorShown_ = true;
    setAccessibleDescription(cellText(cursor_) + QStringLiteral(". ") + summary_);
    update();
  };
  switch (event->key()) {
    case Qt::Key_Right: return move(cursor_.second, 1);
    case Qt::Key_Left: return move(cursor_.second, -1);
    case Qt::Key_Up: return move(cursor_.first, 1);
    case Qt::Key_Down: return move(cursor_.first, -1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: return click(cursor_);
    default: QWidget::keyPressEvent(event);
  }
}

void ConfusionMatrix::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  cursorShown_ = event->reason() != Qt::MouseFocusReason;
  update();
}

void ConfusionMatrix::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  cursorShown_ = false;
  update();
}

bool ConfusionMatrix::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  if (const auto cell = cellAt(help->pos())) {
    QToolTip::showText(help->globalPos(), cellText(*cell), this);
  } else {
    QToolTip::hideText();
  }
  return true;
}

}  // namespace kernelcast::ui
