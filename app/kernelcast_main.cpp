// kernelcast: the window, or with --shots its pictures.
#include <QApplication>
#include <cstdio>
#include <string>

#include <CLI/CLI.hpp>

#include "ui/MainWindow.h"
#include "ui/Shots.h"
#include "ui/models/Bundled.h"
#include "ui/models/ThemeModes.h"
#include "ui/models/Workspace.h"

namespace {

using namespace kernelcast;
using namespace kernelcast::ui;

struct Arguments {
  std::string library;
  std::string session;
  std::string theme;
  std::string shots;
  std::string size = "1440x900";
  bool replay = false;
};

// "1440x900"; empty where it is nothing of the kind.
QSize sizeOf(const std::string& text) {
  int width = 0;
  int height = 0;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%dx%d%c", &width, &height, &rest) != 2) return {};
  const bool sensible = width >= 640 && height >= 480 && width <= 8000 && height <= 8000;
  return sensible ? QSize(width, height) : QSize();
}

int drawShots(const Arguments& arguments) {
  ShotsOptions options;
  options.folder = QString::fromStdString(arguments.shots);
  options.library = QString::fromStdString(arguments.library);
  options.session = QString::fromStdString(arguments.session);
  options.size = sizeOf(arguments.size);
  if (const auto mode = themeModeFromKey(QString::fromStdString(arguments.theme));
      mode && *mode != ThemeMode::System) {
    options.themes = {*mode};
  }
  Shots shots(options);
  for (const QString& path : shots.draw()) std::printf("%s\n", qPrintable(path));
  if (shots.error().isEmpty()) return 0;
  std::fprintf(stderr, "kernelcast: %s\n", qPrintable(shots.error()));
  return 1;
}

int openWindow(const Arguments& arguments) {
  auto settings = std::make_unique<Settings>();
  const QString theme = arguments.theme.empty() ? settings->value(Setting::Theme).toString()
                                                : QString::fromStdString(arguments.theme);
  Theme::instance().setMode(themeModeFromKey(theme).value_or(ThemeMode::System));
  MainWindow window(std::move(settings));
  window.show();
  Workspace& workspace = window.workspace();
  window.openAtStart(QString::fromStdString(arguments.library), QString::fromStdString(arguments.session));
  if (arguments.replay) {
    QObject::connect(
        &workspace, &Workspace::libraryChanged, &workspace, [&workspace, asked = false]() mutable {
          using State = Workspace::LibraryState;
          const bool open =
              workspace.libraryState() == State::Ready || workspace.libraryState() == State::Empty;
          if (!open || std::exchange(asked, true)) return;
          workspace.startReplay();
        });
  }
  return QApplication::exec();
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App cli("Kernelcast: explore forecasts and search runs of GPU kernels", "kernelcast");
  cli.set_version_flag("--version", KERNELCAST_VERSION);
  std::string named;
  auto* library = cli.add_option("--library", arguments.library, "library file; made where it does not exist")
                      ->type_name("FILE");
  cli.add_option("LIBRARY", named, "the same, as file managers give it")
      ->type_name("FILE")
      ->excludes(library);
  cli.add_option("--session", arguments.session, "session to open: id, unique beginning of one, or name")
      ->type_name("ID");
  cli.add_option("--theme", arguments.theme, "light, dark or system")
      ->check(CLI::IsMember({"light", "dark", "system"}));
  cli.add_flag("--replay", arguments.replay, "open the sample and replay it as a search");
  auto* shots =
      cli.add_option("--shots", arguments.shots, "draw every page and dialog to PNG files in DIR, and exit")
          ->type_name("DIR");
  cli.add_option("--size", arguments.size, "size of the pictures, WIDTHxHEIGHT")
      ->type_name("SIZE")
      ->needs(shots)
      ->check([](const std::string& text) {
        return sizeOf(text).isEmpty() ? std::string("must read like 1440x900, from 640x480 on")
                                      : std::string();
      });
  try {
    cli.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return cli.exit(error) == 0 ? 0 : 2;
  }
  if (!named.empty()) arguments.library = named;

  // Pictures need no display, and a machine without one can still draw them.
  if (!arguments.shots.empty() && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
  }
  int one = 1;
  QApplication application(one, argv);
  QApplication::setApplicationName(QStringLiteral("kernelcast"));
  QApplication::setApplicationDisplayName(QStringLiteral("Kernelcast"));
  QApplication::setApplicationVersion(QStringLiteral(KERNELCAST_VERSION));
  QApplication::setDesktopFileName(QStringLiteral("kernelcast"));
  QApplication::setWindowIcon(bundledIcon());
  Theme::instance().apply(application);
  return arguments.shots.empty() ? openWindow(arguments) : drawShots(arguments);
}
