// The list of shortcuts, made from the table of commands.
#pragma once

#include <QDialog>

namespace kernelcast::ui {

class CommandRouter;

class KeysDialog : public QDialog {
  Q_OBJECT

 public:
  // Commands that something in the window does.
  explicit KeysDialog(const CommandRouter& commands, QWidget* parent = nullptr);
};

}  // namespace kernelcast::ui
