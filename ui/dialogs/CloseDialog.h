// Asked once, when the window is closed while a search runs: what is to become of it.
#pragma once

#include <QDialog>

class QPushButton;

namespace kernelcast::ui {

class CloseDialog : public QDialog {
  Q_OBJECT

 public:
  enum Answer { Cancel = QDialog::Rejected, Stop = QDialog::Accepted, KeepResumable };

  explicit CloseDialog(const QString& progress, QWidget* parent = nullptr);
  [[nodiscard]] QPushButton* button(Answer answer) const;

 private:
  QPushButton* stop_ = nullptr;
  QPushButton* keep_ = nullptr;
  QPushButton* cancel_ = nullptr;
};

}  // namespace kernelcast::ui
