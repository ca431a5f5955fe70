// A row of the session list: name and best speedup, origin, how many were measured and a state worth saying.
#pragma once

#include <QStyledItemDelegate>

namespace kernelcast::ui {

class SessionDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  static void paintGroup(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index);
  static void paintSession(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index);
};

}  // namespace kernelcast::ui
