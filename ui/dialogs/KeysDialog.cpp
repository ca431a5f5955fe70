#include "ui/dialogs/KeysDialog.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>

#include "ui/models/CommandRouter.h"
#include "ui/widgets/ScrollColumn.h"

namespace kernelcast::ui {

KeysDialog::KeysDialog(const CommandRouter& commands, QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("keys"));
  setWindowTitle(QStringLiteral("Keys"));
  resize(700, 600);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 16, 16, 12);
  column->setSpacing(12);
  auto* scroll = new ScrollColumn(0, this);
  scroll->setFocusPolicy(Qt::StrongFocus);
  scroll->setAccessibleName(windowTitle());
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(24);
  grid->setVerticalSpacing(7);
  grid->setColumnStretch(2, 1);
  int row = 0;
  for (const CommandEntry& entry : commandEntries()) {
    const auto keys = shortcutsOf(entry.command);
    if (keys.isEmpty() || !commands.isHandled(entry.command)) continue;
    auto* key = new QLabel(keys.front().toString(QKeySequence::NativeText), this);
    key->setProperty("role", "code");
    auto* name = new QLabel(QString::fromLatin1(entry.name), this);
    auto* sentence = new QLabel(QString::fromLatin1(entry.sentence), this);
    sentence->setProperty("role", "muted");
    sentence->setWordWrap(true);
    grid->addWidget(key, row, 0, Qt::AlignTop);
    grid->addWidget(name, row, 1, Qt::AlignTop);
    grid->addWidget(sentence, row, 2);
    ++row;
  }
  scroll->column()->addLayout(grid);
  scroll->column()->addStretch(1);
  column->addWidget(scroll, 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
}

}  // namespace kernelcast::ui
