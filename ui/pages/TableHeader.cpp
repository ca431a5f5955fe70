#include "ui/pages/TableHeader.h"

#include <QPainter>

#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

// Where the delegates put the text of a cell, from either edge.
constexpr int kLeft = 10;
constexpr int kRight = 8;

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
  painter->setPen(theme.colour(sorted ? ColourRole::Ink : ColourRole::Muted));
  painter->drawText(rect.adjusted(kLeft, 4, -kRight, -6), side | Qt::AlignBottom | Qt::TextWordWrap, text);
  painter->restore();
}

}  // namespace kernelcast::ui
