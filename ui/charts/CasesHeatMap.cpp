#include "ui/charts/CasesHeatMap.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "core/domain/number_format.h"
#include "ui/charts/OutcomeMark.h"
#include "ui/charts/SpeedClasses.h"
#include "ui/models/PlainText.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

constexpr double kRow = 21;
constexpr double kGap = 2;
constexpr double kNarrowest = 42;  // a cell that still holds "0.763×"
constexpr double kWidest = 120;
constexpr double kLongestNames = 190;
constexpr double kNamesShare = 0.36;
constexpr double kMark = 8;
constexpr int kLegendSteps = 28;
constexpr double kLegendStep = 3;

QString speedupText(double value) { return plainText(formatSpeedup(value)); }

}  // namespace

CasesHeatMap::CasesHeatMap(QWidget* parent) : QAbstractScrollArea(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setFrameShape(QFrame::NoFrame);
  setAccessibleName(QStringLiteral("Speedup of each case, kernel by kernel"));
  verticalScrollBar()->setSingleStep(static_cast<int>(kRow));
  horizontalScrollBar()->setSingleStep(static_cast<int>(kNarrowest));
  connect(&Theme::instance(), &Theme::changed, this, [this] {
    arrange();
    viewport()->update();
  });
  arrange();
  describe();
}

bool CasesHeatMap::isEmpty() const {
  return !message_.isEmpty() || !content_.table || content_.kernels() == 0 || content_.columns() == 0;
}

void CasesHeatMap::setContent(CasesContent content) {
  content_ = std::move(content);
  message_.clear();
  colourEnd_ = casesColourEnd(content_.grid);
  column_ = std::clamp(column_, 0, std::max(0, content_.columns() - 1));
  arrange();
  setCurrentRow(currentRow_);
  viewport()->update();
}

void CasesHeatMap::setMessage(const QString& message) {
  message_ = message;
  arrange();
  describe();
  viewport()->update();
}

void CasesHeatMap::setCurrentRow(int row) {
  currentRow_ = row;
  kernel_ = -1;
  const bool known =
      content_.table && row >= 0 && static_cast<std::size_t>(row) < content_.table->rows.size();
  if (known) {
    // A candidate has a row for each surrogate, and one line here.
    const CandidateRow& own = content_.table->rows[static_cast<std::size_t>(row)];
    const auto found = content_.kernelOf.find(own.number);
    if (own.task == content_.task && own.device == content_.device && found != content_.kernelOf.end()) {
      kernel_ = found->second;
    }
  }
  reveal();
  describe();
  viewport()->update();
}

QColor CasesHeatMap::colourOf(double speedup) const {
  const Theme& theme = Theme::instance();
  const double at = std::clamp(std::log2(speedup) / colourEnd_, -1.0, 1.0);
  // Indigo and orange are told apart by every kind of colour vision, and both leave the ground in lightness.
  return mix(theme.colour(ColourRole::Grid),
             theme.colour(at > 0 ? ColourRole::Accent : ColourRole::OffByMore), std::abs(at));
}

void CasesHeatMap::arrange() {
  const QFontMetricsF metrics(Theme::instance().font(TextSize::Label));
  const double width = viewport()->width();
  layout_.row = kRow;
  layout_.legend = std::ceil(metrics.height()) + 8;
  layout_.whole = std::ceil(metrics.horizontalAdvance(QStringLiteral("0.763×"))) + 12;
  layout_.names = std::floor(std::min(kLongestNames, width * kNamesShare));
  const double room = width - layout_.names - layout_.whole;
  const int columns = std::max(1, content_.columns());
  layout_.cell = std::clamp(std::floor(room / columns), kNarrowest, kWidest);
  const bool fits =
      std::all_of(content_.grid.columns.begin(), content_.grid.columns.end(), [&](const CaseColumn& column) {
        return metrics.horizontalAdvance(oneLine(column.label)) <= layout_.cell - kGap;
      });
  layout_.header = std::ceil((fits ? 1 : 2) * metrics.height()) + 6;
  const double shown = isEmpty() ? 0 : content_.kernels() * layout_.row;
  const double high = std::max(0.0, viewport()->height() - layout_.header - layout_.legend);
  verticalScrollBar()->setPageStep(static_cast<int>(high));
  verticalScrollBar()->setRange(0, static_cast<int>(std::max(0.0, shown - high)));
  const double wide = isEmpty() ? 0 : columns * layout_.cell;
  horizontalScrollBar()->setPageStep(static_cast<int>(room));
  horizontalScrollBar()->setRange(0, static_cast<int>(std::max(0.0, wide - room)));
}

void CasesHeatMap::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  arrange();
}

QRectF CasesHeatMap::cellRect(int kernel, int column) const {
  return {layout_.names + layout_.whole + column * layout_.cell - horizontalScrollBar()->value(),
          layout_.header + kernel * layout_.row - verticalScrollBar()->value(), layout_.cell - kGap,
          layout_.row - kGap};
}

std::optional<CasesHeatMap::Cell> CasesHeatMap::cellAt(QPointF at) const {
  if (isEmpty() || at.y() < layout_.header || at.y() >= viewport()->height() - layout_.legend) return {};
  const int kernel = static_cast<int>((at.y() - layout_.header + verticalScrollBar()->value()) / layout_.row);
  if (kernel >= content_.kernels()) return {};
  const double across = at.x() - layout_.names - layout_.whole;
  if (across < 0) return Cell{kernel, -1};
  const int column = static_cast<int>((across + horizontalScrollBar()->value()) / layout_.cell);
  return Cell{kernel, column < content_.columns() ? column : -1};
}

void CasesHeatMap::reveal() {
  if (isEmpty() || kernel_ < 0) return;
  const QRectF rect = cellRect(kernel_, column_);
  const double bottom = viewport()->height() - layout_.legend;
  QScrollBar& down = *verticalScrollBar();
  if (rect.top() < layout_.header)
    down.setValue(down.value() - static_cast<int>(layout_.header - rect.top()));
  if (rect.bottom() > bottom)
    down.setValue(down.value() + static_cast<int>(std::ceil(rect.bottom() - bottom)));
  if (!cursorShown_) return;
  QScrollBar& across = *horizontalScrollBar();
  const double left = layout_.names + layout_.whole;
  if (rect.left() < left) across.setValue(across.value() - static_cast<int>(left - rect.left()));
  if (rect.right() > viewport()->width()) {
    across.setValue(across.value() + static_cast<int>(std::ceil(rect.right() - viewport()->width())));
  }
}

void CasesHeatMap::describe() {
  QString text = message_.isEmpty() ? casesSummary(content_) : message_;
  if (!isEmpty() && kernel_ >= 0) {
    text = casesCellText(content_, kernel_, column_).replace(u'\n', QStringLiteral(", ")) +
           QStringLiteral(". ") + text;
  }
  setAccessibleDescription(text);
}

void CasesHeatMap::select(int kernel) {
  const int row = content_.grid.rows[static_cast<std::size_t>(kernel)];
  setCurrentRow(row);
  QMetaObject::invokeMethod(
      this, [this, row] { emit rowActivated(row); }, Qt::QueuedConnection);
}

void CasesHeatMap::mousePressEvent(QMouseEvent* event) {
  event->setAccepted(event->button() == Qt::LeftButton);  // the release selects
}

void CasesHeatMap::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QAbstractScrollArea::mouseReleaseEvent(event);
  const auto cell = cellAt(event->position());
  if (!cell) return;
  if (cell->column >= 0) column_ = cell->column;
  select(cell->kernel);
}

void CasesHeatMap::keyPressEvent(QKeyEvent* event) {
  if (isEmpty()) return event->ignore();
  const int last = content_.kernels() - 1;
  const int page = std::max(1, static_cast<int>(verticalScrollBar()->pageStep() / layout_.row));
  const auto go = [&](int kernel) {
    cursorShown_ = true;
    kernel = std::clamp(kernel, 0, last);
    if (kernel != kernel_) select(kernel);
    viewport()->update();
  };
  const auto along = [&](int step) {
    column_ = std::clamp(column_ + step, 0, content_.columns() - 1);
    go(std::max(0, kernel_));
    reveal();
    describe();
  };
  switch (event->key()) {
    case Qt::Key_Up: return go(kernel_ < 0 ? last : kernel_ - 1);
    case Qt::Key_Down: return go(kernel_ + 1);
    case Qt::Key_PageUp: return go(kernel_ - page);
    case Qt::Key_PageDown: return go(kernel_ + page);
    case Qt::Key_Home: return go(0);
    case Qt::Key_End: return go(last);
    case Qt::Key_Left: return along(-1);
    case Qt::Key_Right: return along(1);
    default: event->ignore();  // to the page, whose keys are others
  }
}

void CasesHeatMap::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  cursorShown_ = event->reason() != Qt::MouseFocusReason;
  viewport()->update();
}

void CasesHeatMap::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  cursorShown_ = false;
  viewport()->update();
}

bool CasesHeatMap::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  if (const auto cell = cellAt(help->pos())) {
    // The rectangle lets the next cell have its own words at once.
    QToolTip::showText(help->globalPos(),
                       QStringLiteral("<p style='white-space:pre'>%1</p>")
                           .arg(casesCellText(content_, cell->kernel, cell->column).toHtmlEscaped()),
                       viewport(), cellRect(cell->kernel, std::max(0, cell->column)).toAlignedRect());
  } else {
    QToolTip::hideText();
  }
  return true;
}

void CasesHeatMap::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::instance();
  QPainter painter(viewport());
  painter.setFont(theme.font(TextSize::Label));
  painter.setRenderHint(QPainter::Antialiasing);
  if (isEmpty()) {
    painter.setFont(theme.font(TextSize::Body));
    painter.setPen(theme.colour(ColourRole::Muted));
    painter.drawText(viewport()->rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap,
                     message_.isEmpty() ? casesEmptySentence(content_) : message_);
    return;
  }
  const double bottom = viewport()->height() - layout_.legend;
  const int first = static_cast<int>(verticalScrollBar()->value() / layout_.row);
  painter.setClipRect(QRectF(0, layout_.header - 1, viewport()->width(), bottom - layout_.header + 1));
  for (int kernel = first; kernel < content_.kernels(); ++kernel) {
    const double top = cellRect(kernel, 0).top();
    if (top >= bottom) break;
    paintRow(painter, kernel, top);
  }
  paintCursor(painter);  // over its neighbours
  painter.setClipping(false);
  paintHeader(painter);
  paintLegend(painter);
}

void CasesHeatMap::paintRow(QPainter& painter, int kernel, double top) const {
  const Theme& theme = Theme::instance();
  const CandidateRow& row = content_.row(kernel);
  const double height = layout_.row - kGap;
  const double left = layout_.names + layout_.whole;
  if (kernel == kernel_) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.colour(ColourRole::Selection));
    painter.drawRoundedRect(QRectF(0, top, left - 3, height), 3, 3);
  }
  painter.setPen(theme.colour(ColourRole::Ink));
  const QRectF name(4, top, layout_.names - 8, height);
  painter.drawText(
      name, Qt::AlignVCenter | Qt::TextSingleLine,
      painter.fontMetrics().elidedText(oneLine(row.name), Qt::ElideMiddle, static_cast<int>(name.width())));
  const QRectF cells(left, top, viewport()->width() - left, height);
  if (content_.failed(kernel)) {
    // One lane across all cases, a mark and a word: it has no times to colour.
    const QRectF lane(left, top, std::min(cells.width(), content_.columns() * layout_.cell - kGap), height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.tint(Tint::Lane));
    painter.drawRoundedRect(lane, 3, 3);
    drawOutcomeMark(painter, Outcome::Failed, {left + 10, top + height / 2}, kMark,
                    theme.outcome(Outcome::Failed));
    painter.setPen(theme.colour(ColourRole::Muted));
    painter.drawText(lane.adjusted(20, 0, -4, 0), Qt::AlignVCenter | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(plainText(info(row.status).title), Qt::ElideRight,
                                                      static_cast<int>(lane.width()) - 24));
    return;
  }
  painter.setPen(theme.colour(ColourRole::Muted));
  painter.drawText(QRectF(layout_.names, top, layout_.whole - 8, height), Qt::AlignRight | Qt::AlignVCenter,
                   speedupText(row.speedup));
  painter.save();
  painter.setClipRect(cells, Qt::IntersectClip);
  for (int column = 0; column < content_.columns(); ++column) {
    const QRectF rect = cellRect(kernel, column);
    if (rect.right() >= left && rect.left() <= viewport()->width()) paintCell(painter, kernel, column, rect);
  }
  painter.restore();
}

void CasesHeatMap::paintCell(QPainter& painter, int kernel, int column, const QRectF& rect) const {
  const Theme& theme = Theme::instance();
  const double speedup = content_.speedup(kernel, column);
  const bool ran = std::isfinite(speedup);
  const bool wins = content_.wins(kernel, column);
  const QColor fill = ran ? colourOf(speedup) : theme.colour(ColourRole::Panel);
  painter.setPen(ran ? QPen(Qt::NoPen) : QPen(theme.colour(ColourRole::Line), 1, Qt::DashLine));
  painter.setBrush(fill);
  painter.drawRoundedRect(ran ? rect : rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
  painter.setPen(ran ? theme.textOn(fill) : theme.colour(ColourRole::Muted));
  painter.setFont(theme.font(TextSize::Label, wins ? QFont::Bold : QFont::Normal));
  painter.drawText(rect, Qt::AlignCenter, ran ? speedupText(speedup) : QStringLiteral("–"));
  if (wins) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.colour(ColourRole::Ink), 1.6));
    painter.drawRoundedRect(rect.adjusted(0.8, 0.8, -0.8, -0.8), 3, 3);
  }
  painter.setFont(theme.font(TextSize::Label));
}

void CasesHeatMap::paintCursor(QPainter& painter) const {
  if (!cursorShown_ || kernel_ < 0) return;
  const QRectF rect = cellRect(kernel_, column_);
  if (rect.left() < layout_.names + layout_.whole - 1) return;  // scrolled under the names
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(Theme::instance().colour(ColourRole::Ink), 3));
  painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), 4, 4);
  painter.setPen(QPen(Theme::instance().colour(ColourRole::Panel), 1));
  painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), 4, 4);
}

void CasesHeatMap::paintHeader(QPainter& painter) const {
  const Theme& theme = Theme::instance();
  const double left = layout_.names + layout_.whole;
  const double height = layout_.header - 4;
  painter.setPen(theme.colour(ColourRole::Muted));
  constexpr int kAtTheCells = Qt::AlignBottom;
  painter.drawText(QRectF(4, 0, layout_.names, height), kAtTheCells, QStringLiteral("kernel"));
  painter.drawText(QRectF(layout_.names, 0, layout_.whole - 8, height), Qt::AlignRight | kAtTheCells,
                   QStringLiteral("mean"));
  painter.save();
  painter.setClipRect(QRectF(left, 0, viewport()->width() - left, layout_.header));
  for (int column = 0; column < content_.columns(); ++column) {
    const QRectF below = cellRect(0, column);
    const QRectF rect(below.left(), 0, below.width(), height);
    const QString label = oneLine(content_.grid.columns[static_cast<std::size_t>(column)].label);
    constexpr int kWrapped = Qt::AlignHCenter | kAtTheCells | Qt::TextWordWrap;
    if (rect.contains(painter.boundingRect(rect, kWrapped, label))) {
      painter.drawText(rect, kWrapped, label);
    } else {
      painter.drawText(
          rect, Qt::AlignHCenter | kAtTheCells,
          painter.fontMetrics().elidedText(label, Qt::ElideMiddle, static_cast<int>(rect.width())));
    }
  }
  painter.restore();
}

void CasesHeatMap::paintLegend(QPainter& painter) const {
  const Theme& theme = Theme::instance();
  const QFontMetricsF metrics(painter.font());
  const double top = viewport()->height() - layout_.legend + 6;
  const double middle = top + metrics.height() / 2;
  const double width = viewport()->width();
  double x = 4;
  // What does not fit whole is left out, the least needed last.
  const auto words = [&](const QString& text) {
    const double advance = metrics.horizontalAdvance(text);
    if (x + advance > width) return;
    painter.setPen(theme.colour(ColourRole::Muted));
    painter.drawText(QPointF(x, top + metrics.ascent()), text);
    x += advance + 6;
  };
  const bool wide = width >= 440;
  words(wide ? QStringLiteral("speedup over the reference  ≤ ") + speedupTickLabel(-colourEnd_)
             : QStringLiteral("speedup ≤ ") + speedupTickLabel(-colourEnd_));
  painter.setRenderHint(QPainter::Antialiasing, false);  // no seams between the steps
  x = std::ceil(x);
  for (int i = 0; i < kLegendSteps; ++i) {
    const double log2 = colourEnd_ * (2.0 * i / (kLegendSteps - 1) - 1);
    painter.fillRect(QRectF(x, top + 2, kLegendStep, metrics.height() - 4), colourOf(std::exp2(log2)));
    x += kLegendStep;
  }
  painter.setRenderHint(QPainter::Antialiasing);
  x += 6;
  words(QStringLiteral("≥ ") + speedupTickLabel(colourEnd_));
  x += 8;
  const auto entry = [&](const QString& text, double mark, auto draw) {
    if (x + mark + 4 + metrics.horizontalAdvance(text) > width) return;
    draw();
    x += mark + 4;
    words(text);
    x += 6;
  };
  entry(wide ? QStringLiteral("fastest of its case") : QStringLiteral("fastest"), 14, [&] {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.colour(ColourRole::Ink), 1.6));
    painter.drawRoundedRect(QRectF(x + 1, middle - 5, 12, 10), 2, 2);
  });
  entry(QStringLiteral("failed"), kMark, [&] {
    drawOutcomeMark(painter, Outcome::Failed, {x + kMark / 2, middle}, kMark, theme.outcome(Outcome::Failed));
  });
}

}  // namespace kernelcast::ui
