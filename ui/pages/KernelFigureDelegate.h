// A kernel's name with its figure at the right edge: where room is short the name gives way, never the
// number.
#pragma once

#include <QStyledItemDelegate>

namespace kernelcast::ui {

class KernelFigureDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  // The roles hold texts.
  KernelFigureDelegate(int nameRole, int figureRole, QObject* parent = nullptr);
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  int nameRole_;
  int figureRole_;
};

}  // namespace kernelcast::ui
