// A window on the sample, in a library and with settings of its own.
#pragma once

#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "ui/MainWindow.h"
#include "ui/models/Workspace.h"
#include "ui/pages/InspectorDetail.h"
#include "ui/pages/InspectorPanel.h"
#include "ui/pages/SessionPage.h"

namespace kernelcast::tests {

inline constexpr int kPatience = 30'000;  // ms; a wait that takes so long has failed

struct SampleWindow {
  QTemporaryDir folder;
  QString settingsFile = folder.filePath(QStringLiteral("settings.ini"));
  QString library = folder.filePath(QStringLiteral("library.kcast"));
  std::unique_ptr<ui::MainWindow> window =
      std::make_unique<ui::MainWindow>(std::make_unique<ui::Settings>(settingsFile));
  bool ready = false;

  explicit SampleWindow(QSize size = {1440, 900}) {
    window->resize(size);
    window->show();
    workspace().openLibrary(library);
    ready = QTest::qWaitFor([&] { return libraryIs(ui::Workspace::LibraryState::Empty); }, kPatience);
    workspace().openSample();
    ready = ready && QTest::qWaitFor([&] { return selection().table() != nullptr; }, kPatience);
    window->activateWindow();
    ready = ready && QTest::qWaitForWindowActive(window.get());
  }
  ui::MainWindow* operator->() const { return window.get(); }
  [[nodiscard]] ui::Workspace& workspace() const { return window->workspace(); }
  [[nodiscard]] ui::Selection& selection() const { return workspace().selection(); }
  [[nodiscard]] const SessionTable& table() const { return *selection().table(); }
  [[nodiscard]] bool libraryIs(ui::Workspace::LibraryState state) const {
    return workspace().libraryState() == state;
  }
  // Null where it does not settle.
  template <typename Page>
  [[nodiscard]] Page* show(ui::Command command) const {
    window->sessionPage()->showPage(command);
    auto* page = window->sessionPage()->page<Page>();
    const auto settled = [page] { return page != nullptr && page->isVisible() && page->isSettled(); };
    return QTest::qWaitFor(settled, kPatience) ? page : nullptr;
  }
  // The dialog of this kind that is open; null where there is none.
  template <typename T>
  [[nodiscard]] T* dialog() const {
    for (T* found : window->findChildren<T*>()) {
      if (found->isVisible()) return found;
    }
    return nullptr;
  }
  // -1 where there is none.
  [[nodiscard]] int rowNamed(const char* name) const {
    for (std::size_t i = 0; i < table().rows.size(); ++i) {
      if (table().rows[i].name == name) return static_cast<int>(i);
    }
    return -1;
  }
  // True once its detail is shown.
  [[nodiscard]] bool select(const char* name) const {
    selection().setCurrentRow(rowNamed(name));
    return QTest::qWaitFor([&] { return window->inspector()->detail()->isVisible(); }, kPatience);
  }
};

}  // namespace kernelcast::tests
