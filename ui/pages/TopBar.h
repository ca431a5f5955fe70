// The line on top: the program's name, what one does most, the field that finds anything, which library is
// open, light or dark.
#pragma once

#include <QWidget>
#include <utility>
#include <vector>

#include "ui/models/CommandTable.h"
#include "ui/models/RecentLibraries.h"
#include "ui/widgets/Theme.h"

class QMenu;
class QPushButton;
class QToolButton;

namespace kernelcast::ui {

class CommandRouter;

class TopBar : public QWidget {
  Q_OBJECT

 public:
  explicit TopBar(CommandRouter& commands, QWidget* parent = nullptr);

  void setLibrary(const QString& path, bool readOnly);
  // Buttons whose commands cannot run say why in their tooltips. Replay is hidden while there is nothing to
  // replay.
  void showCommands(bool ready);
  void showThemeMode(ThemeMode mode);
  // In the library's menu; a missing one says so and can still be chosen.
  void showRecent(const std::vector<RecentLibrary>& libraries);
  [[nodiscard]] QPushButton* replayButton() const { return replay_; }
  [[nodiscard]] QPushButton* findButton() const { return find_; }
  [[nodiscard]] QToolButton* themeButton() const { return theme_; }
  [[nodiscard]] QToolButton* libraryButton() const { return library_; }
  [[nodiscard]] QMenu* recentMenu() const { return recent_; }

 signals:
  void themeModeChosen(kernelcast::ui::ThemeMode mode);
  void menuOpens();  // of the library: what it lists may have changed
  void recentChosen(const QString& path);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QPushButton* addButton(Command command, const QString& text, const char* kind);

  CommandRouter& commands_;
  std::vector<std::pair<Command, QPushButton*>> buttons_;
  QPushButton* replay_ = nullptr;
  QPushButton* find_ = nullptr;
  QToolButton* library_ = nullptr;
  QMenu* recent_ = nullptr;
  QToolButton* theme_ = nullptr;
};

}  // namespace kernelcast::ui
