// How many rows are shown, and a field that filters them by name.
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace kernelcast::ui {

class Selection;

class FilterField : public QWidget {
  Q_OBJECT

 public:
  explicit FilterField(Selection& selection, QWidget* parent = nullptr);
  void focusText();
  [[nodiscard]] QString countText() const;
  [[nodiscard]] QLineEdit* text() const { return text_; }

 private:
  void showFilter();

  Selection& selection_;
  QLabel* count_ = nullptr;
  QLineEdit* text_ = nullptr;
};

}  // namespace kernelcast::ui
