// Numbers whose digits stand in columns, in fonts whose digits differ in width.
//
// Inter's tabular digits are an OpenType feature, which Qt can ask for from 6.7 on. Before, each digit is
// drawn in a cell as wide as the widest one.
#pragma once

#include <QFontMetricsF>
#include <QStyledItemDelegate>

class QPainter;

namespace kernelcast::ui {

qreal tabularWidth(const QFontMetricsF& metrics, QStringView text);
// In the painter's font and pen; one line, clipped by nothing.
void drawTabular(QPainter& painter, const QRectF& rect, Qt::Alignment alignment, const QString& text);

// For the number columns of a table: a right-aligned cell, digits under digits.
class NumberDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace kernelcast::ui
