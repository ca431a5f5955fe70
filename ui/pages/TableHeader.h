// A table's titles on up to two lines, as far right or left as their cells: a long title need not widen its
// column. A column that the filter asks about has a funnel and a line below.
#pragma once

#include <QHeaderView>

namespace kernelcast::ui {

class TableHeader : public QHeaderView {
  Q_OBJECT

 public:
  explicit TableHeader(QWidget* parent = nullptr);
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintSection(QPainter* painter, const QRect& rect, int logicalIndex) const override;
  [[nodiscard]] QSize sectionSizeFromContents(int logicalIndex) const override;
};

}  // namespace kernelcast::ui
