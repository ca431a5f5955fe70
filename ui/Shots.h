// Draws every page, dialog and state of the window to PNG files, without a display.
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <functional>
#include <memory>
#include <vector>

#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

class MainWindow;

struct ShotsOptions {
  QString folder;
  QString library;  // shown, never written to; empty: the sample
  QString session;
  std::vector<ThemeMode> themes{ThemeMode::Light, ThemeMode::Dark};
  QSize size{1440, 900};
};

class Shots {
 public:
  explicit Shots(ShotsOptions options);
  ~Shots();

  // The files written; an error says which picture could not be drawn and why. Spins the event loop.
  [[nodiscard]] QStringList draw();
  [[nodiscard]] QString error() const { return error_; }

 private:
  std::unique_ptr<MainWindow> newWindow(const QString& library, const QString& session = {});
  bool waitUntil(const QString& what, const std::function<bool()>& holds);
  bool snap(MainWindow& window, const QString& name);
  bool drawWelcome(const QString& folder);
  bool drawChoice(const QString& folder);
  bool drawSession(MainWindow& window);
  bool drawForecasts(MainWindow& window);
  bool drawInspector(MainWindow& window);
  bool drawPair(MainWindow& window);
  bool drawColumns(MainWindow& window);
  bool drawGroup(MainWindow& window);
  bool drawLog(MainWindow& window);
  bool drawReplay(MainWindow& window);

  ShotsOptions options_;
  QString settingsFile_;
  QStringList written_;
  QString error_;
};

}  // namespace kernelcast::ui
