#include "ui/pages/TopBar.h"

#include <QActionGroup>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include "ui/models/CommandTable.h"
#include "ui/models/PlainText.h"
#include "ui/models/ThemeModes.h"
#include "ui/widgets/ElidedLabel.h"

namespace kernelcast::ui {

TopBar::TopBar(QWidget* parent) : QWidget(parent) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(16, 6, 12, 7);
  row->setSpacing(12);
  auto* name = new QLabel(QStringLiteral("Kernelcast"), this);
  name->setProperty("role", "title");
  row->addWidget(name);
  replay_ = new QPushButton(QString::fromLatin1(entryOf(Command::Replay).name), this);
  replay_->setProperty("kind", "primary");
  row->addWidget(replay_);
  library_ = new ElidedLabel({}, this);
  library_->setProperty("role", "muted");
  library_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  row->addWidget(library_, 1);

  theme_ = new QToolButton(this);
  theme_->setProperty("kind", "quiet");
  theme_->setPopupMode(QToolButton::InstantPopup);
  theme_->setFocusPolicy(Qt::StrongFocus);
  theme_->setToolTip(toolTipOf(Command::SwitchTheme));
  auto* menu = new QMenu(theme_);
  auto* group = new QActionGroup(menu);
  for (const ThemeModeEntry& entry : themeModes()) {
    QAction* action = group->addAction(menu->addAction(QString::fromLatin1(entry.title)));
    action->setCheckable(true);
    action->setData(static_cast<int>(entry.mode));
    connect(action, &QAction::triggered, this, [this, mode = entry.mode] { emit themeModeChosen(mode); });
  }
  theme_->setMenu(menu);
  row->addWidget(theme_);

  auto* keys = new QToolButton(this);
  keys->setProperty("kind", "quiet");
  keys->setText(QStringLiteral("?"));
  keys->setAccessibleName(QString::fromLatin1(entryOf(Command::ShowKeys).name));
  keys->setToolTip(toolTipOf(Command::ShowKeys));
  keys->setFocusPolicy(Qt::StrongFocus);
  row->addWidget(keys);

  connect(replay_, &QPushButton::clicked, this, &TopBar::replayRequested);
  connect(keys, &QToolButton::clicked, this, &TopBar::keysRequested);
  showThemeMode(Theme::instance().mode());
  setReplay(false, {});
}

void TopBar::setLibrary(const QString& path, bool readOnly) {
  if (path.isEmpty()) return library_->setFullText({});
  const QString name = QFileInfo(path).fileName();
  library_->setFullText(readOnly ? name + QStringLiteral(" (read-only)") : name);
  library_->setToolTip(toolTipText(QStringLiteral("Library: ") + QDir::toNativeSeparators(path)));
}

void TopBar::setReplay(bool visible, const QString& whyNot) {
  replay_->setVisible(visible);
  replay_->setEnabled(whyNot.isEmpty());
  replay_->setToolTip(whyNot.isEmpty() ? toolTipOf(Command::Replay) : toolTipText(whyNot));
}

void TopBar::showThemeMode(ThemeMode mode) {
  for (QAction* action : theme_->menu()->actions()) {
    const bool chosen = action->data().toInt() == static_cast<int>(mode);
    action->setChecked(chosen);
    if (chosen) theme_->setText(QStringLiteral("Theme: %1").arg(action->text().toLower()));
  }
  theme_->setAccessibleName(theme_->text());
}

void TopBar::paintEvent(QPaintEvent* /*event*/) {
  const Theme& theme = Theme::instance();
  QPainter painter(this);
  painter.fillRect(rect(), theme.colour(ColourRole::Panel));
  painter.fillRect(QRect(0, height() - 1, width(), 1), theme.colour(ColourRole::Line));
}

}  // namespace kernelcast::ui
