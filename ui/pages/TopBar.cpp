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

#include "ui/models/CommandRouter.h"
#include "ui/models/PlainText.h"
#include "ui/models/ThemeModes.h"

namespace kernelcast::ui {

TopBar::TopBar(CommandRouter& commands, QWidget* parent) : QWidget(parent), commands_(commands) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(16, 6, 12, 7);
  row->setSpacing(8);
  auto* name = new QLabel(QStringLiteral("Kernelcast"), this);
  name->setProperty("role", "title");
  row->addWidget(name);
  row->addSpacing(4);
  row->addWidget(addButton(Command::NewSearch, QStringLiteral("New search"), "primary"));
  replay_ = addButton(Command::Replay, QStringLiteral("Replay"), "");
  row->addWidget(replay_);
  row->addWidget(addButton(Command::Import, QStringLiteral("Import"), ""));
  row->addWidget(addButton(Command::Report, QStringLiteral("Report"), ""));
  row->addStretch(1);
  const QString keys = shortcutsOf(Command::Palette).front().toString(QKeySequence::NativeText);
  find_ = addButton(Command::Palette, QStringLiteral("Find a session, a kernel, a command   %1").arg(keys),
                    "find");
  find_->setMinimumWidth(90);
  find_->setMaximumWidth(310);
  row->addWidget(find_, 2);

  library_ = new QToolButton(this);
  library_->setProperty("kind", "quiet");
  library_->setPopupMode(QToolButton::InstantPopup);
  library_->setFocusPolicy(Qt::StrongFocus);
  auto* libraries = new QMenu(library_);
  for (const Command command :
       {Command::OpenLibrary, Command::Import, Command::ExportCsv, Command::Reload, Command::Preferences,
        Command::ShowKeys, Command::FilterHelp, Command::Quit}) {
    QAction* action = libraries->addAction(QString::fromLatin1(entryOf(command).name));
    const auto sequences = shortcutsOf(command);
    if (!sequences.isEmpty()) {
      action->setText(action->text() + u'\t' + sequences.front().toString(QKeySequence::NativeText));
    }
    connect(action, &QAction::triggered, this, [this, command] { commands_.trigger(command); });
    connect(libraries, &QMenu::aboutToShow, action, [this, action, command] {
      action->setVisible(commands_.isHandled(command));
      action->setEnabled(commands_.whyNot(command).isEmpty());
    });
    if (command == Command::OpenLibrary) recent_ = libraries->addMenu(QStringLiteral("Open recent"));
  }
  connect(libraries, &QMenu::aboutToShow, this, &TopBar::menuOpens);
  library_->setMenu(libraries);
  row->addWidget(library_);

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

  auto* help = new QToolButton(this);
  help->setProperty("kind", "quiet");
  help->setText(QStringLiteral("?"));
  help->setAccessibleName(QString::fromLatin1(entryOf(Command::ShowKeys).name));
  help->setToolTip(toolTipOf(Command::ShowKeys));
  help->setFocusPolicy(Qt::StrongFocus);
  row->addWidget(help);

  connect(help, &QToolButton::clicked, this, [this] { commands_.trigger(Command::ShowKeys); });
  showThemeMode(Theme::instance().mode());
  setLibrary({}, false);
  showCommands(false);
}

QPushButton* TopBar::addButton(Command command, const QString& text, const char* kind) {
  auto* button = new QPushButton(text, this);
  if (*kind != '\0') button->setProperty("kind", kind);
  button->setToolTip(toolTipOf(command));
  button->setAccessibleName(QString::fromLatin1(entryOf(command).name));
  connect(button, &QPushButton::clicked, this, [this, command] { commands_.trigger(command); });
  buttons_.emplace_back(command, button);
  return button;
}

void TopBar::setLibrary(const QString& path, bool readOnly) {
  const QString name = path.isEmpty() ? QStringLiteral("No library") : QFileInfo(path).fileName();
  const QString words = readOnly ? name + QStringLiteral(" (read-only)") : name;
  library_->setText(buttonText(library_->fontMetrics().elidedText(words, Qt::ElideMiddle, 150)) +
                    QStringLiteral(" ▾"));
  library_->setAccessibleName(QStringLiteral("Library ") + words);
  library_->setToolTip(toolTipText(QStringLiteral("Library: ") + QDir::toNativeSeparators(path)));
}

void TopBar::showRecent(const std::vector<RecentLibrary>& libraries) {
  recent_->clear();
  recent_->setEnabled(!libraries.empty());
  recent_->setToolTipsVisible(true);
  for (const RecentLibrary& library : libraries) {
    const QFileInfo file(library.path);
    const QString folder =
        recent_->fontMetrics().elidedText(QDir::toNativeSeparators(file.path()), Qt::ElideMiddle, 320);
    QAction* action = recent_->addAction(
        buttonText(file.fileName() +
                   (library.missing ? QStringLiteral("   missing   ") : QStringLiteral("   ")) + folder));
    action->setToolTip(toolTipText(library.missing ? missingSentence(library.path)
                                                   : QDir::toNativeSeparators(library.path)));
    connect(action, &QAction::triggered, this, [this, path = library.path] { emit recentChosen(path); });
  }
}

void TopBar::showCommands(bool ready) {
  for (const auto& [command, button] : buttons_) {
    const QString whyNot = commands_.whyNot(command);
    button->setEnabled(whyNot.isEmpty());
    button->setToolTip(whyNot.isEmpty() ? toolTipOf(command) : toolTipText(whyNot));
    button->setVisible(commands_.isHandled(command));
  }
  replay_->setVisible(ready);  // on an empty library the welcome page leads
}

void TopBar::showThemeMode(ThemeMode mode) {
  for (QAction* action : theme_->menu()->actions()) {
    const bool chosen = action->data().toInt() == static_cast<int>(mode);
    action->setChecked(chosen);
    if (chosen) theme_->setText(QStringLiteral("Theme: %1").arg(action->text().toLower()));
  }
  theme_->setAccessibleName(theme_->text());
}

void TopBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const QString keys = shortcutsOf(Command::Palette).front().toString(QKeySequence::NativeText);
  find_->setText((width() >= 1250 ? QStringLiteral("Find a session, a kernel, a command   %1")
                                  : QStringLiteral("Find   %1"))
                     .arg(keys));
}

void TopBar::paintEvent(QPaintEvent* /*event*/) {
  const Theme& theme = Theme::instance();
  QPainter painter(this);
  painter.fillRect(rect(), theme.colour(ColourRole::Panel));
  painter.fillRect(QRect(0, height() - 1, width(), 1), theme.colour(ColourRole::Line));
}

}  // namespace kernelcast::ui
