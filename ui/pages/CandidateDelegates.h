// How cells of a candidates table are drawn: nothing is muted, a name carries its outcome's mark.
#pragma once

#include "ui/widgets/TabularNumbers.h"

namespace kernelcast::ui {

class CandidateNumberDelegate : public NumberDelegate {
  Q_OBJECT

 public:
  using NumberDelegate::NumberDelegate;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

class CandidateTextDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

class CandidateNameDelegate : public CandidateTextDelegate {
  Q_OBJECT

 public:
  using CandidateTextDelegate::CandidateTextDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace kernelcast::ui
