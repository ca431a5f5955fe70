// The line on top: the program's name, its one primary action, which library is open, light or dark.
#pragma once

#include <QWidget>

#include "ui/widgets/Theme.h"

class QPushButton;
class QToolButton;

namespace kernelcast::ui {

class ElidedLabel;

class TopBar : public QWidget {
  Q_OBJECT

 public:
  explicit TopBar(QWidget* parent = nullptr);

  void setLibrary(const QString& path, bool readOnly);
  // Hidden while there is nothing to replay; disabled, with the reason as its tooltip, while it cannot be.
  void setReplay(bool visible, const QString& whyNot);
  void showThemeMode(ThemeMode mode);
  [[nodiscard]] QPushButton* replayButton() const { return replay_; }
  [[nodiscard]] QToolButton* themeButton() const { return theme_; }

 signals:
  void replayRequested();
  void keysRequested();
  void themeModeChosen(kernelcast::ui::ThemeMode mode);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QPushButton* replay_ = nullptr;
  ElidedLabel* library_ = nullptr;
  QToolButton* theme_ = nullptr;
};

}  // namespace kernelcast::ui
