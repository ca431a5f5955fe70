#include "ui/dialogs/KeysDialog.h"

#include "ui/models/CommandRouter.h"

namespace kernelcast::ui {

KeysDialog::KeysDialog(const CommandRouter& commands, QWidget* parent)
    : ReferenceDialog(QStringLiteral("keys"), QStringLiteral("Keys"), parent) {
  for (const CommandEntry& entry : commandEntries()) {
    const auto keys = shortcutsOf(entry.command);
    if (keys.isEmpty() || !commands.isHandled(entry.command)) continue;
    addLine(keys.front().toString(QKeySequence::NativeText), QString::fromLatin1(entry.name),
            QString::fromLatin1(entry.sentence));
  }
}

}  // namespace kernelcast::ui
