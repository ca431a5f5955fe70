// A window on the bundled sample, in a library and with settings of its own.
#pragma once

#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "ui/MainWindow.h"
#include "ui/models/Workspace.h"

namespace kernelcast::tests {

inline constexpr int kPatience = 30'000;

struct SampleWindow {
  QTemporaryDir folder;
  QString settingsFile = folder.filePath(QStringLiteral("settings.ini"));
  QString library = folder.filePath(QStringLiteral("library.kcast"));
  std::unique_ptr<ui::MainWindow> window =
      std::make_unique<ui::MainWindow>(std::make_unique<ui::Settings>(settingsFile));
  bool ready = false;

  explicit SampleWindow(QSize size = {1440, 900}) {
    using State = ui::Workspace::LibraryState;
    window->resize(size);
    window->show();
    window->workspace().openLibrary(library);
    ready = QTest::qWaitFor([&] { return window->workspace().libraryState() == State::Empty; }, kPatience);
    window->workspace().openSample();
    ready = ready && QTest::qWaitFor([&] { return selection().table() != nullptr; }, kPatience);
  }
  ui::MainWindow* operator->() const { return window.get(); }
  [[nodiscard]] ui::Selection& selection() const { return window->workspace().selection(); }
  // The dialog of this kind that is open; null where there is none.
  template <typename T>
  [[nodiscard]] T* dialog() const {
    for (T* found : window->findChildren<T*>()) {
      if (found->isVisible()) return found;
    }
    return nullptr;
  }
};

}  // namespace kernelcast::tests
