#include "ui/pages/KeysDialog.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/models/CommandTable.h"
#include "ui/widgets/Card.h"

namespace kernelcast::ui {

KeysDialog::KeysDialog(QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("keys"));
  setWindowTitle(QStringLiteral("Keys"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(12);
  auto* card = new Card(QStringLiteral("Keys"), this);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(24);
  grid->setVerticalSpacing(7);
  grid->setColumnStretch(2, 1);
  int row = 0;
  for (const CommandEntry& entry : commandEntries()) {
    const auto keys = shortcutsOf(entry.command);
    if (keys.isEmpty()) continue;
    auto* key = new QLabel(keys.front().toString(QKeySequence::NativeText), card);
    key->setProperty("role", "code");
    auto* name = new QLabel(QString::fromLatin1(entry.name), card);
    auto* sentence = new QLabel(QString::fromLatin1(entry.sentence), card);
    sentence->setProperty("role", "muted");
    sentence->setWordWrap(true);
    sentence->setMinimumWidth(330);
    grid->addWidget(key, row, 0, Qt::AlignTop);
    grid->addWidget(name, row, 1, Qt::AlignTop);
    grid->addWidget(sentence, row, 2, Qt::AlignTop);
    ++row;
  }
  card->body()->addLayout(grid);
  column->addWidget(card);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
}

}  // namespace kernelcast::ui
