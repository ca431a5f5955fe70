// Small rounded words: a chip can be clicked, and taken away where it has a cross; a pill only says
// something.
#pragma once

#include <QLabel>
#include <QToolButton>

namespace kernelcast::ui {

// One choice of several, checked while it holds.
class ChoiceChip : public QToolButton {
  Q_OBJECT

 public:
  explicit ChoiceChip(const QString& text, QWidget* parent = nullptr);
};

// A filter that is on: clicking takes it away.
class FilterChipButton : public QToolButton {
  Q_OBJECT

 public:
  explicit FilterChipButton(const QString& text, QWidget* parent = nullptr);
  // Narrower than its words it shows their beginning, and all of them in its tooltip; never without the
  // cross.
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString words_;
};

class Pill : public QLabel {
  Q_OBJECT

 public:
  explicit Pill(QWidget* parent = nullptr);
  void setStatus(const QString& text);
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace kernelcast::ui
