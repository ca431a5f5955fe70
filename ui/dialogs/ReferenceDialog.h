// A list to look things up in: signs on the left, what they mean on the right, scrolled where it is long.
#pragma once

#include <QDialog>

class QGridLayout;

namespace kernelcast::ui {

class ReferenceDialog : public QDialog {
  Q_OBJECT

 public:
  ReferenceDialog(const QString& name, const QString& title, QWidget* parent);

 protected:
  void addHead(const QString& text);
  // `name` may be empty; then the meaning stands beside the sign.
  void addLine(const QString& sign, const QString& name, const QString& meaning);

 private:
  QGridLayout* grid_ = nullptr;
  int row_ = 0;
};

}  // namespace kernelcast::ui
