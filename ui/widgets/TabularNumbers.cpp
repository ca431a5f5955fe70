#include "ui/widgets/TabularNumbers.h"

#include <QApplication>
#include <QPainter>
#include <QStyle>
#include <algorithm>
#include <cmath>

namespace kernelcast::ui {

namespace {

bool isDigit(QChar c) { return c >= u'0' && c <= u'9'; }

qreal digitWidth(const QFontMetricsF& metrics) {
  qreal widest = 0;
  for (char16_t digit = u'0'; digit <= u'9'; ++digit)
    widest = std::max(widest, metrics.horizontalAdvance(QChar(digit)));
  return widest;
}

// Calls piece(text, x, width) for every digit and every run between digits; returns the whole width.
template <typename Piece>
qreal layOut(const QFontMetricsF& metrics, QStringView text, Piece piece) {
  const qreal cell = digitWidth(metrics);
  qreal x = 0;
  for (qsizetype i = 0; i < text.size();) {
    qsizetype end = i + 1;
    qreal width = cell;
    if (!isDigit(text[i])) {
      while (end < text.size() && !isDigit(text[end])) ++end;
      width = metrics.horizontalAdvance(text.sliced(i, end - i).toString());
    }
    piece(text.sliced(i, end - i), x, width);
    x += width;
    i = end;
  }
  return x;
}

}  // namespace

qreal tabularWidth(const QFontMetricsF& metrics, QStringView text) {
  return layOut(metrics, text, [](QStringView, qreal, qreal) {});
}

void drawTabular(QPainter& painter, const QRectF& rect, Qt::Alignment alignment, const QString& text) {
  const QFontMetricsF metrics(painter.font(), painter.device());
  const qreal width = tabularWidth(metrics, text);
  qreal left = rect.left();
  if (alignment & Qt::AlignRight) left = rect.right() - width;
  if (alignment & Qt::AlignHCenter) left = rect.center().x() - width / 2;
  qreal top = rect.center().y() - metrics.height() / 2;
  if (alignment & Qt::AlignTop) top = rect.top();
  if (alignment & Qt::AlignBottom) top = rect.bottom() - metrics.height();
  const qreal baseline = std::round(top + metrics.ascent());
  layOut(metrics, text, [&](QStringView part, qreal x, qreal cell) {
    const QString piece = part.toString();
    const qreal inset = isDigit(part[0]) ? (cell - metrics.horizontalAdvance(piece)) / 2 : 0;
    painter.drawText(QPointF(left + x + inset, baseline), piece);
  });
}

void NumberDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
  QStyleOptionViewItem item = option;
  initStyleOption(&item, index);
  const QString text = item.text;
  const QWidget* widget = option.widget;
  const QStyle* style = widget ? widget->style() : QApplication::style();
  const QRectF rect = style->subElementRect(QStyle::SE_ItemViewItemText, &item, widget).adjusted(2, 0, -2, 0);
  item.text.clear();
  style->drawControl(QStyle::CE_ItemViewItem, &item, painter, widget);

  painter->save();
  painter->setFont(item.font);
  // A selected row keeps its ink: the selection is a pale background.
  const auto group = item.state & QStyle::State_Enabled ? QPalette::Normal : QPalette::Disabled;
  painter->setPen(item.palette.color(group, QPalette::Text));
  if (tabularWidth(QFontMetricsF(item.font), text) <= rect.width()) {
    drawTabular(*painter, rect, Qt::AlignRight | Qt::AlignVCenter, text);
  } else {
    painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter,
                      QFontMetricsF(item.font).elidedText(text, Qt::ElideRight, rect.width()));
  }
  painter->restore();
}

QSize NumberDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem item = option;
  initStyleOption(&item, index);
  const QFontMetricsF metrics(item.font);
  QSize size = QStyledItemDelegate::sizeHint(option, index);
  size.rwidth() += static_cast<int>(
      std::ceil(tabularWidth(metrics, item.text) - metrics.horizontalAdvance(item.text) + 4));
  return size;
}

}  // namespace kernelcast::ui
