// Items side by side, wrapped like words: legends, key figures, filter chips.
#pragma once

#include <QLayout>
#include <memory>
#include <vector>

namespace kernelcast::ui {

class FlowLayout : public QLayout {
 public:
  explicit FlowLayout(QWidget* parent = nullptr, int horizontalSpacing = 16, int verticalSpacing = 4);

  void addItem(QLayoutItem* item) override;
  [[nodiscard]] int count() const override { return static_cast<int>(items_.size()); }
  [[nodiscard]] QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override;
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSize() const override;
  void setGeometry(const QRect& rect) override;

 private:
  int place(const QRect& rect, bool move) const;  // returns the height it takes

  int horizontalSpacing_;
  int verticalSpacing_;
  std::vector<std::unique_ptr<QLayoutItem>> items_;
};

}  // namespace kernelcast::ui
