#include "ui/widgets/FlowLayout.h"

#include <algorithm>

namespace kernelcast::ui {

FlowLayout::FlowLayout(QWidget* parent, int horizontalSpacing, int verticalSpacing)
    : QLayout(parent), horizontalSpacing_(horizontalSpacing), verticalSpacing_(verticalSpacing) {
  setContentsMargins(0, 0, 0, 0);
}

void FlowLayout::addItem(QLayoutItem* item) {
  items_.emplace_back(item);
  invalidate();
}

QLayoutItem* FlowLayout::itemAt(int index) const {
  return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
  if (index < 0 || index >= count()) return nullptr;
  QLayoutItem* item = items_[static_cast<std::size_t>(index)].release();
  items_.erase(items_.begin() + index);
  invalidate();
  return item;
}

int FlowLayout::heightForWidth(int width) const { return place(QRect(0, 0, width, 0), false); }

QSize FlowLayout::sizeHint() const {
  const QMargins margins = contentsMargins();
  int width = 0;
  int height = 0;
  for (const auto& item : items_) {
    if (item->isEmpty()) continue;
    width += item->sizeHint().width() + (width > 0 ? horizontalSpacing_ : 0);
    height = std::max(height, item->sizeHint().height());
  }
  return {width + margins.left() + margins.right(), height + margins.top() + margins.bottom()};
}

QSize FlowLayout::minimumSize() const {
  const QMargins margins = contentsMargins();
  QSize size(0, 0);
  for (const auto& item : items_) {
    if (!item->isEmpty()) size = size.expandedTo(item->minimumSize());
  }
  return size.grownBy(margins);
}

void FlowLayout::setGeometry(const QRect& rect) {
  QLayout::setGeometry(rect);
  place(rect, true);
}

int FlowLayout::place(const QRect& rect, bool move) const {
  const QMargins margins = contentsMargins();
  const QRect inside = rect.marginsRemoved(margins);
  int x = inside.left();
  int y = inside.top();
  int row = 0;
  for (const auto& item : items_) {
    if (item->isEmpty()) continue;  // a hidden widget takes no room
    // A width below the hint is used only where even a row of its own is too narrow.
    QSize size = item->sizeHint();
    size.setWidth(std::min(size.width(), std::max(inside.width(), item->minimumSize().width())));
    if (x > inside.left() && x + size.width() > inside.left() + inside.width()) {
      x = inside.left();
      y += row + verticalSpacing_;
      row = 0;
    }
    if (move) item->setGeometry(QRect(QPoint(x, y), size));
    x += size.width() + horizontalSpacing_;
    row = std::max(row, size.height());
  }
  return y + row - inside.top() + margins.top() + margins.bottom();
}

}  // namespace kernelcast::ui
