#include "ui/dialogs/KeysDialog.h"

#include "ui/charts/ChartKeys.h"
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
  const auto addAll = [this](const QString& head, const auto& keys) {
    addHead(head);
    for (const ChartKey& key : keys)
      addLine(QString::fromLatin1(key.keys), QString::fromLatin1(key.name),
              QString::fromLatin1(key.sentence));
  };
  addAll(QStringLiteral("While a chart has the keyboard"), kChartKeys);
  addAll(QStringLiteral("In the scatter of forecasts too"), kScatterKeys);
}

}  // namespace kernelcast::ui
