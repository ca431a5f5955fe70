// A column of cards that scrolls where the window is too low for them.
#pragma once

#include <QScrollArea>
#include <QVBoxLayout>

namespace kernelcast::ui {

class ScrollColumn : public QScrollArea {
 public:
  // `least`: height below which it scrolls rather than squeezes.
  explicit ScrollColumn(int least, QWidget* parent = nullptr) : QScrollArea(parent) {
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto* body = new QWidget(this);
    body->setMinimumHeight(least);
    column_ = new QVBoxLayout(body);
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(12);
    setWidget(body);
  }
  [[nodiscard]] QVBoxLayout* column() const { return column_; }

 private:
  QVBoxLayout* column_ = nullptr;
};

}  // namespace kernelcast::ui
