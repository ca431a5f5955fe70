#include "ui/dialogs/PreferencesDialog.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/PlainText.h"
#include "ui/widgets/Card.h"

namespace kernelcast::ui {

PreferencesDialog::PreferencesDialog(Settings& settings, QWidget* parent)
    : QDialog(parent), settings_(settings) {
  setObjectName(QStringLiteral("preferences"));
  setWindowTitle(QStringLiteral("Preferences"));
  setModal(true);
  setMinimumWidth(560);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(20, 14, 20, 12);
  column->setSpacing(12);
  auto* title = new QLabel(windowTitle(), this);
  title->setProperty("role", "title");
  column->addWidget(title);
  for (const SettingGroupInfo& group : settingGroups()) {
    auto* card = new Card(QString::fromLatin1(group.title), this);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    grid->setColumnMinimumWidth(0, 110);
    grid->setColumnStretch(1, 1);
    for (const SettingEntry& entry : settingEntries()) {
      if (entry.kind == SettingKind::Choice && entry.group == group.group) addRow(entry, *grid);
    }
    card->body()->addLayout(grid);
    column->addWidget(card);
  }
  column->addStretch(1);
  note_ = new QLabel(this);
  note_->setProperty("role", "muted");
  note_->setWordWrap(true);
  column->addWidget(note_);

  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  const auto button = [&](const QString& name, const QString& text, const QString& toolTip) {
    auto* made = new QPushButton(text, this);
    made->setObjectName(name);
    made->setToolTip(toolTip);
    made->setAutoDefault(false);
    buttons->addWidget(made);
    return made;
  };
  defaults_ = button(QStringLiteral("defaults"), QStringLiteral("Restore defaults"),
                     QStringLiteral("Sets every row as at the first start"));
  auto* layout =
      button(QStringLiteral("layout"), QStringLiteral("Reset layout"),
             QStringLiteral("Forgets sizes, columns and the open tab; Cancel does not bring them back"));
  buttons->addStretch(1);
  auto* cancel = button(QStringLiteral("cancel"), QStringLiteral("Cancel"),
                        QStringLiteral("Puts back what was set before"));
  auto* close = button(QStringLiteral("close"), QStringLiteral("Done"), QStringLiteral("Keeps what is set"));
  close->setProperty("kind", "primary");
  close->setDefault(true);
  column->addLayout(buttons);
  connect(defaults_, &QPushButton::clicked, this, &PreferencesDialog::restoreDefaults);
  connect(layout, &QPushButton::clicked, this, &PreferencesDialog::resetLayout);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(close, &QPushButton::clicked, this, &QDialog::accept);
  connect(&settings_, &Settings::changed, this, [this](Setting setting) {
    if (rows_.contains(setting)) showValue(setting);
    showButtons();
  });
  for (const auto& [setting, row] : rows_) showValue(setting);
  showButtons();
  note_->setText(QStringLiteral(
      "A choice holds at once. Sizes, columns and the open tab are remembered by themselves."));
}

void PreferencesDialog::addRow(const SettingEntry& entry, QGridLayout& grid) {
  Row row;
  row.before = settings_.value(entry.setting);
  auto* name = new QLabel(QString::fromLatin1(entry.title), this);
  row.choices = new QComboBox(this);
  row.choices->setAccessibleName(name->text());
  row.choices->setAccessibleDescription(QString::fromLatin1(entry.sentence));
  for (const SettingChoice& choice : entry.choices()) {
    row.choices->addItem(choice.title, choice.value);
    row.choices->setItemData(row.choices->count() - 1, toolTipText(choice.sentence), Qt::ToolTipRole);
  }
  name->setBuddy(row.choices);
  row.meaning = new QLabel(this);
  row.meaning->setProperty("role", "label");
  row.meaning->setTextFormat(Qt::PlainText);
  row.meaning->setWordWrap(true);
  row.meaning->setAlignment(Qt::AlignTop);
  // The longest may take two lines; a shorter one leaves the rows below where they are.
  row.meaning->setMinimumHeight(2 * row.meaning->fontMetrics().lineSpacing());
  const int line = grid.rowCount();
  grid.addWidget(name, line, 0);
  grid.addWidget(row.choices, line, 1, Qt::AlignLeft);
  grid.addWidget(row.meaning, line + 1, 1);
  connect(row.choices, &QComboBox::currentIndexChanged, this,
          [this, setting = entry.setting, choices = row.choices] {
            settings_.setValue(setting, choices->currentData());
          });
  rows_[entry.setting] = row;
}

void PreferencesDialog::showValue(Setting setting) {
  const Row& row = rows_.at(setting);
  const QSignalBlocker blocker(row.choices);
  const QString value = settings_.value(setting).toString();
  row.choices->setCurrentIndex(row.choices->findData(value));
  const SettingEntry& entry = entryOf(setting);
  QString meaning = QString::fromLatin1(entry.sentence);
  for (const SettingChoice& choice : entry.choices()) {
    if (choice.value == value && !choice.sentence.isEmpty()) meaning += u' ' + choice.sentence;
  }
  row.meaning->setText(meaning);
}

void PreferencesDialog::showButtons() {
  defaults_->setEnabled(std::any_of(rows_.begin(), rows_.end(), [this](const auto& row) {
    return settings_.value(row.first) != entryOf(row.first).fallback();
  }));
}

void PreferencesDialog::restoreDefaults() {
  for (const auto& [setting, row] : rows_) settings_.reset(setting);
  note_->setText(QStringLiteral("Every row is as at the first start. Cancel puts back what was set before."));
}

void PreferencesDialog::resetLayout() {
  settings_.resetLayout();
  note_->setText(
      QStringLiteral("Sizes, columns and the open tab are as at the first start; the panes inside Forecasts "
                     "are so at the next one."));
}

QString PreferencesDialog::note() const { return note_->text(); }

void PreferencesDialog::reject() {
  for (const auto& [setting, row] : rows_) settings_.setValue(setting, row.before);
  QDialog::reject();
}

}  // namespace kernelcast::ui
