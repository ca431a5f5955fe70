// The list of shortcuts, made from the table of commands.
#pragma once

#include "ui/dialogs/ReferenceDialog.h"

namespace kernelcast::ui {

class CommandRouter;

class KeysDialog : public ReferenceDialog {
  Q_OBJECT

 public:
  // Commands that something in the window does.
  explicit KeysDialog(const CommandRouter& commands, QWidget* parent = nullptr);
};

}  // namespace kernelcast::ui
