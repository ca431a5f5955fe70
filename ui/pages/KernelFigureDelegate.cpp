#include "ui/pages/KernelFigureDelegate.h"

#include <QApplication>
#include <QPainter>

namespace kernelcast::ui {

namespace {

constexpr int kGap = 8;

}  // namespace

KernelFigureDelegate::KernelFigureDelegate(int nameRole, int figureRole, QObject* parent)
    : QStyledItemDelegate(parent), nameRole_(nameRole), figureRole_(figureRole) {}

void KernelFigureDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const {
  QStyleOptionViewItem item = option;
  initStyleOption(&item, index);
  const QWidget* widget = option.widget;
  const QStyle* style = widget != nullptr ? widget->style() : QApplication::style();
  const QRect rect = style->subElementRect(QStyle::SE_ItemViewItemText, &item, widget).adjusted(2, 0, -2, 0);
  item.text.clear();
  style->drawControl(QStyle::CE_ItemViewItem, &item, painter, widget);

  const QString figure = index.data(figureRole_).toString();
  const QFontMetrics metrics(item.font);
  const int taken = qMin(metrics.horizontalAdvance(figure), rect.width());
  const QRect name = rect.adjusted(0, 0, -taken - kGap, 0);
  painter->save();
  painter->setFont(item.font);
  painter->setPen(item.palette.color(QPalette::Text));
  painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter, figure);
  painter->drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                    metrics.elidedText(index.data(nameRole_).toString(), Qt::ElideMiddle, name.width()));
  painter->restore();
}

}  // namespace kernelcast::ui
