#include "ui/pages/TableHeader.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "ui/models/CandidateTableModel.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

// Where the delegates put the text of a cell, from either edge.
constexpr int kLeft = 10;
constexpr int kRight = 8;

constexpr qreal kFunnel = 8;

void drawFunnel(QPainter& painter, const QPointF& place, const QColor& colour) {
  const QRectF box(place, QSizeF(kFunnel, kFunnel + 1));
  const auto at = [&box](qreal x, qreal y) {
    return QPointF(box.left() + x * box.width(), box.top() + y * box.height());
  };
  QPainterPath funnel(at(0, 0));
  for (const QPointF point : {at(1, 0), at(0.62, 0.5), at(0.62, 1), at(0.38, 0.82), at(0.38, 0.5)})
    funnel.lineTo(point);
  funnel.closeSubpath();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillPath(funnel, colour);
}

}  // namespace

TableHeader::TableHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
  setSectionsClickable(true);
  setHighlightSections(false);
  setMinimumSectionSize(36);
}

QSize TableHeader::sizeHint() const {
  return {QHeaderView::sizeHint().width(), 2 * fontMetrics().lineSpacing() + 12};
}

QSize TableHeader::sectionSizeFromContents(int logicalIndex) const {
  return {QHeaderView::sectionSizeFromContents(logicalIndex).width(), sizeHint().height()};
}

void TableHeader::paintSection(QPainter* painter, const QRect& rect, int logicalIndex) const {
  const Theme& theme = Theme::instance();
  painter->save();
  painter->fillRect(rect, theme.colour(ColourRole::Panel));
  painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.colour(ColourRole::Line));
  const bool sorted = isSortIndicatorShown() && sortIndicatorSection() == logicalIndex;
  QString text = model()->headerData(logicalIndex, Qt::Horizontal, Qt::DisplayRole).toString();
  if (sorted)
    text += sortIndicatorOrder() == Qt::AscendingOrder ? QStringLiteral(" ↑") : QStringLiteral(" ↓");
  const auto alignment =
      model()->headerData(logicalIndex, Qt::Horizontal, Qt::TextAlignmentRole).value<Qt::Alignment>();
  const int side = alignment & Qt::AlignRight ? Qt::AlignRight : Qt::AlignLeft;
  painter->setFont(font());
  const bool filtered = !model()
                             ->headerData(logicalIndex, Qt::Horizontal, CandidateTableModel::FilteredRole)
                             .toString()
                             .isEmpty();
  if (filtered) {
    const QColor accent = theme.tint(Tint::AccentText);
    painter->fillRect(QRect(rect.left(), rect.bottom() - 1, rect.width(), 2), accent);
    // In the margin across from the text, or behind it where it is short: no title is broken otherwise
    // because its column is filtered.
    qreal x = rect.left() + 1.5;
    if (side == Qt::AlignLeft) {
      const int behind = kLeft + QFontMetrics(font()).horizontalAdvance(text) + 6;
      x = rect.left() + std::min<qreal>(behind, rect.width() - kFunnel - 1);
    }
    drawFunnel(*painter, {x, rect.bottom() - 18.0}, accent);
  }
  painter->setPen(theme.colour(sorted || filtered ? ColourRole::Ink : ColourRole::Muted));
  painter->drawText(rect.adjusted(kLeft, 4, -kRight, -6), side | Qt::AlignBottom | Qt::TextWordWrap, text);
  painter->restore();
}

}  // namespace kernelcast::ui
