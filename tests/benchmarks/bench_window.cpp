// How quick the window is on a library of 100,000 candidates. Not a test: it prints what it measured beside
// the limits of the design, on whatever machine it runs. Without a display: QT_QPA_PLATFORM=offscreen.
//   bench_window [FILE] [--candidates N] [--sessions N] [--runs N]
// FILE is made where it does not exist (by default in a folder for temporary files, and removed again).
#include <QApplication>
#include <QLineEdit>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QTreeView>
#include <map>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "core/domain/number_format.h"
#include "core/domain/row_filter.h"
#include "tests/benchmarks/make_library.h"
#include "tests/benchmarks/timing.h"
#include "ui/MainWindow.h"
#include "ui/dialogs/PaletteDialog.h"
#include "ui/models/Workspace.h"
#include "ui/pages/PageTable.h"
#include "ui/pages/SessionListPanel.h"
#include "ui/pages/SessionPage.h"
#include "ui/widgets/Theme.h"

namespace {

using namespace kernelcast;
using namespace kernelcast::ui;
using benchmarks::Stopwatch;
using benchmarks::Timing;

constexpr int kPatience = 120'000;  // ms
constexpr double kLongestMs = 50;   // on the window's thread
constexpr double kFrameMs = 1000.0 / 30;

// Times every event that the window's thread handles.
class TimedApplication : public QApplication {
 public:
  using QApplication::QApplication;
  bool notify(QObject* receiver, QEvent* event) override {
    // Other threads have their events too. And one event may send others: the outermost is what the window's
    // thread is held up by.
    if (QThread::currentThread() != thread() || depth_ > 0) return QApplication::notify(receiver, event);
    const QByteArray name = receiver->metaObject()->className();
    const int type = event->type();
    ++depth_;
    const Stopwatch handling;
    const bool handled = QApplication::notify(receiver, event);
    --depth_;
    if (const double ms = handling.cpuMs(); ms > longest_) {
      longest_ = ms;
      wall_ = handling.ms();
      what_ = fmt::format("{}, event {}", name.toStdString(), type);
    }
    return handled;
  }
  void startOver() { longest_ = 0; }
  [[nodiscard]] double longest() const { return longest_; }
  [[nodiscard]] double wall() const { return wall_; }
  [[nodiscard]] const std::string& what() const { return what_; }

 private:
  int depth_ = 0;
  double longest_ = 0;  // ms, computing
  double wall_ = 0;     // ms, of the same event
  std::string what_;
};

class Bench {
 public:
  Bench(TimedApplication& app, QString file, int runs) : app_(app), file_(std::move(file)), runs_(runs) {}

  bool run() { return start() && pages() && filters() && palette() && resizes() && dockMoves(); }

 private:
  bool wait(const std::function<bool()>& done) { return QTest::qWaitFor(done, kPatience); }
  void longest(const char* during) {
    fmt::print(
        "    longest on the window's thread {}: {:.0f} ms computing, {:.0f} in all ({})  limit {:.0f} ms: "
        "{}\n",
        during, app_.longest(), app_.wall(), app_.what(), kLongestMs,
        app_.longest() <= kLongestMs ? "kept" : "BROKEN");
    app_.startOver();
  }
  Workspace& workspace() { return window_->workspace(); }

  bool start() {
    Timing painted{"start to the session list painted", 500, {}, {}};
    Timing opened{"open the large session, first page shown", 500, {}, {}};
    for (int run = 0; run < runs_; ++run) {
      window_.reset();
      app_.startOver();
      const Stopwatch starting;
      window_ = std::make_unique<MainWindow>(
          std::make_unique<Settings>(folder_.filePath(QStringLiteral("settings.ini"))));
      window_->resize(1440, 900);
      window_->show();
      workspace().openLibrary(file_);
      if (!wait([&] { return workspace().libraryState() == Workspace::LibraryState::Ready; })) return false;
      window_->sessionList()->view()->grab();
      starting.into(painted);
      const auto& all = workspace().sessions().summaries();
      const auto& biggest = *std::max_element(
          all.begin(), all.end(), [](const auto& a, const auto& b) { return a.candidates < b.candidates; });
      // The list opens the newest by itself; what is measured is the choice of another.
      const auto other =
          std::find_if(all.begin(), all.end(), [&](const auto& s) { return s.id != biggest.id; });
      if (other != all.end()) {
        workspace().openSession(other->id);
        if (!wait([&] { return shows(other->id); })) return false;
      }
      window_->sessionPage()->showPage(Command::ShowForecasts);
      app_.startOver();
      const Stopwatch opening;
      workspace().openSession(biggest.id);
      if (!wait([&] { return shows(biggest.id); })) return false;
      window_->grab();
      opening.into(opened);
    }
    benchmarks::print(painted);
    benchmarks::print(opened);
    longest("while a session opens");
    return true;
  }
  bool shows(const SessionId& id) {
    const auto& table = workspace().selection().table();
    return table && table->summary.id == id && window_->sessionPage()->current()->isSettled();
  }

  bool pages() {
    for (const PageEntry& entry : pageEntries()) {
      Timing timing{fmt::format("show the page {}", entry.key), 0, {}, {}};
      for (int run = 0; run < runs_; ++run) {
        window_->sessionPage()->showPage(entry.command == Command::ShowForecasts ? Command::ShowOverview
                                                                                 : Command::ShowForecasts);
        if (!wait([&] { return window_->sessionPage()->current()->isSettled(); })) return false;
        app_.startOver();
        const Stopwatch showing;
        window_->sessionPage()->showPage(entry.command);
        if (!wait([&] { return window_->sessionPage()->current()->isSettled(); })) return false;
        window_->grab();
        showing.into(timing);
      }
      benchmarks::print(timing);
      longest("meanwhile");
    }
    return true;
  }

  bool filters() {
    window_->sessionPage()->showPage(Command::ShowForecasts);
    Timing timing{"change the filter", 100, {}, {}};
    app_.startOver();
    for (int run = 0; run < runs_; ++run) {
      for (const char* text : {"failed", "bin:5", "speedup>1.5", ""}) {
        const auto filter = parseFilter(text);
        if (!filter) {
          fmt::print("{}: {}\n", text, filter.error().message);
          return false;
        }
        const Stopwatch filtering;
        workspace().selection().setFilter(*filter);
        if (!wait([&] { return window_->sessionPage()->current()->isSettled(); })) return false;
        window_->sessionPage()->grab();
        filtering.into(timing);
      }
    }
    benchmarks::print(timing);
    longest("while filtering");
    return true;
  }

  // From the key to the answer that is there at once, and to the kernels.
  bool palette() {
    Timing typed{"a key in the palette", kLongestMs, {}, {}};
    Timing found{"kernels found after the last key", 0, {}, {}};
    app_.startOver();
    for (int run = 0; run < runs_; ++run) {
      window_->trigger(Command::Palette);
      auto* dialog = window_->findChild<PaletteDialog*>();
      if (dialog == nullptr) return false;
      for (const char letter : {'s', 'o', 'f', 't', 'm', 'a', 'x'}) {
        const Stopwatch typing;
        QTest::keyClick(dialog->field(), letter);
        dialog->grab();
        typing.into(typed);
        QTest::qWait(30);
      }
      const Stopwatch searching;
      if (!wait([&] { return dialog->isSettled(); })) return false;
      searching.into(found);
      dialog->close();
      if (!wait([&] { return window_->findChild<PaletteDialog*>() == nullptr; })) return false;
    }
    benchmarks::print(typed);
    benchmarks::print(found);
    longest("while typing");
    return true;
  }

  bool resizes() {
    window_->sessionPage()->showPage(Command::ShowForecasts);
    if (!wait([&] { return window_->sessionPage()->current()->isSettled(); })) return false;
    Timing frame{"a frame while the window is resized", kFrameMs, {}, {}};
    for (int step = 0; step < 60; ++step) {
      const Stopwatch resizing;
      window_->resize(1440 - 5 * step, 900 - 3 * step);
      QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
      window_->grab();
      resizing.into(frame);
      QCoreApplication::processEvents();
    }
    benchmarks::print(frame);
    return true;
  }

  bool dockMoves() {
    window_->resize(1440, 900);
    QTest::qWait(100);
    Timing frame{"a frame while the inspector is widened", kFrameMs, {}, {}};
    auto* splitter = window_->findChild<QSplitter*>();
    if (splitter == nullptr) return false;
    for (int step = 0; step < 60; ++step) {
      const Stopwatch moving;
      splitter->setSizes({224, 852 - 4 * step, 364 + 4 * step, 0});
      QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
      window_->grab();
      moving.into(frame);
      QCoreApplication::processEvents();
    }
    benchmarks::print(frame);
    return true;
  }

  TimedApplication& app_;
  QString file_;
  int runs_;
  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_;
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App options("Times of the window on a large library");
  std::string file;
  benchmarks::LibraryShape shape;
  shape.smallSessions = 200;
  int runs = 5;
  options.add_option("file", file, "made where it does not exist");
  options.add_option("--candidates", shape.candidates)->check(CLI::Range(1, 10'000'000));
  options.add_option("--sessions", shape.smallSessions, "small sessions beside the large one")
      ->check(CLI::Range(0, 1'000'000));
  options.add_option("--runs", runs)->check(CLI::Range(1, 1000));
  CLI11_PARSE(options, argc, argv);

  const QTemporaryDir folder;
  const std::filesystem::path path =
      file.empty() ? folder.filePath(QStringLiteral("bench.kcast")).toStdString() : file;
  if (!std::filesystem::exists(path) && !benchmarks::makeLibraryInChild(path, shape)) return 1;
  TimedApplication app(argc, argv);
  Theme::instance().apply(app);
  fmt::print("{} candidates, {} sessions beside\n", formatCount(shape.candidates),
             formatCount(shape.smallSessions));
  Bench bench(app, QString::fromStdString(path.string()), runs);
  const bool done = bench.run();
  if (!done) fmt::print("something did not come about in {} s\n", kPatience / 1000);
  const double peak = benchmarks::memoryMiB("VmHWM");
  fmt::print("peak memory {:.0f} MiB  limit 400 MiB: {}\n", peak, peak <= 400 ? "kept" : "BROKEN");
  return done ? 0 : 1;
}
