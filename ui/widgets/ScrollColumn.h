// A column of cards that scrolls where the window is too low for them.
#pragma once

#include <QEvent>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

namespace kernelcast::ui {

class ScrollColumn : public QScrollArea {
 public:
  // `least`: height below which it scrolls rather than squeezes; more where the cards need more.
  explicit ScrollColumn(int least, QWidget* parent = nullptr) : QScrollArea(parent), least_(least) {
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto* body = new QWidget(this);
    body->setMinimumHeight(least);
    column_ = new QVBoxLayout(body);
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(12);
    body->installEventFilter(this);
    setWidget(body);
  }
  [[nodiscard]] QVBoxLayout* column() const { return column_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched == widget() && (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize)) {
      const int needed = column_->hasHeightForWidth() ? column_->minimumHeightForWidth(widget()->width())
                                                      : column_->minimumSize().height();
      widget()->setMinimumHeight(std::max(least_, needed));
    }
    return QScrollArea::eventFilter(watched, event);
  }

 private:
  int least_;
  QVBoxLayout* column_ = nullptr;
};

}  // namespace kernelcast::ui
