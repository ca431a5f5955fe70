#include "ui/pages/CandidateDelegates.h"

#include <QApplication>
#include <QPainter>

#include "ui/charts/OutcomeMark.h"
#include "ui/models/CandidateTableModel.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

constexpr int kMarkRoom = 18;

void muteEmpty(QStyleOptionViewItem* option, const QModelIndex& index) {
  if (!index.data(CandidateTableModel::EmptyRole).toBool()) return;
  option->palette.setColor(QPalette::Text, Theme::instance().colour(ColourRole::Muted));
}

}  // namespace

void CandidateNumberDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  NumberDelegate::initStyleOption(option, index);
  muteEmpty(option, index);
}

void CandidateTextDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  muteEmpty(option, index);
}

void CandidateNameDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                                  const QModelIndex& index) const {
  QStyleOptionViewItem item = option;
  initStyleOption(&item, index);
  const QWidget* widget = option.widget;
  const QStyle* style = widget != nullptr ? widget->style() : QApplication::style();
  const QString text = item.text;
  const QRect rect = style->subElementRect(QStyle::SE_ItemViewItemText, &item, widget).adjusted(2, 0, -2, 0);
  item.text.clear();
  style->drawControl(QStyle::CE_ItemViewItem, &item, painter, widget);

  const auto outcome = static_cast<Outcome>(index.data(CandidateTableModel::OutcomeRole).toInt());
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  drawOutcomeMark(*painter, outcome, QPointF(rect.left() + 5, rect.center().y() + 0.5), 8,
                  Theme::instance().outcome(outcome));
  painter->setFont(item.font);
  painter->setPen(item.palette.color(QPalette::Text));
  const QRect words = rect.adjusted(kMarkRoom, 0, 0, 0);
  painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                    QFontMetrics(item.font).elidedText(text, Qt::ElideMiddle, words.width()));
  painter->restore();
}

QSize CandidateNameDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  return CandidateTextDelegate::sizeHint(option, index) + QSize(kMarkRoom, 0);
}

}  // namespace kernelcast::ui
