// The list of shortcuts, made from the table of commands.
#pragma once

#include <QDialog>

namespace kernelcast::ui {

class KeysDialog : public QDialog {
  Q_OBJECT

 public:
  explicit KeysDialog(QWidget* parent = nullptr);
};

}  // namespace kernelcast::ui
