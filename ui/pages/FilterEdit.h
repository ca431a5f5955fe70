// How many rows are shown, the way back and forward through the filters, and the field that filters are typed
// in.
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace kernelcast::ui {

class CommandRouter;
class Selection;

class FilterEdit : public QWidget {
  Q_OBJECT

 public:
  FilterEdit(Selection& selection, CommandRouter& commands, QWidget* parent = nullptr);
  void focusText();
  [[nodiscard]] QString countText() const;
  [[nodiscard]] QLineEdit* text() const { return text_; }
  // Why what is typed does not filter; empty where it does. What was filtered before stays.
  [[nodiscard]] const QString& error() const { return error_; }

 signals:
  void errorChanged(const QString& sentence);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void onTyped(const QString& text);
  void showFilter();
  void setError(const QString& sentence);

  Selection& selection_;
  QLabel* count_ = nullptr;
  QLineEdit* text_ = nullptr;
  QToolButton* back_ = nullptr;
  QToolButton* forward_ = nullptr;
  QString error_;
  bool typing_ = false;  // what is shown came from here
};

}  // namespace kernelcast::ui
