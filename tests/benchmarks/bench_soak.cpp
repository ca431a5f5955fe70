// Whether a window that follows a live session for hours keeps what it should have given back. Not a test: it
// prints the memory as it goes. Ten hours at ten updates a second are 360,000 updates; here they come as fast
// as they are shown, fewer of them, and the growth per update is printed.
//   bench_soak [--updates N] [--candidates N]
#include <QApplication>
#include <QTemporaryDir>
#include <QTest>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "core/domain/number_format.h"
#include "tests/benchmarks/make_library.h"
#include "tests/benchmarks/timing.h"
#include "ui/MainWindow.h"
#include "ui/models/Workspace.h"
#include "ui/pages/PageTable.h"
#include "ui/pages/SessionPage.h"
#include "ui/widgets/Theme.h"

namespace {

using namespace kernelcast;
using namespace kernelcast::ui;

constexpr int kPatience = 60'000;           // ms
constexpr double kUpdates = 10.0 * 3600 * 10;  // of ten hours

// Every update is another table, as a live session's is: one more row is measured each time, and the page
// changes now and then.
bool soak(MainWindow& window, int updates) {
  Selection& selection = window.workspace().selection();
  const auto whole = selection.table();
  const int rows = static_cast<int>(whole->rows.size());
  const auto pages = pageEntries();
  const int warmUp = updates / 5;
  double before = 0;
  const benchmarks::Stopwatch soaking;
  for (int i = 0; i < updates; ++i) {
    if (i == warmUp) before = benchmarks::memoryMiB("VmRSS");
    auto table = std::make_shared<SessionTable>(*whole);
    table->rows.resize(static_cast<std::size_t>(rows / 2 + i % (rows / 2)));
    std::erase_if(table->forecasts, [&](const auto& forecast) {
      return static_cast<std::size_t>(forecast.row) >= table->rows.size();
    });
    table->summary.updatedMs += i;
    selection.setTable(std::move(table));
    if (i % 50 == 0) {
      window.sessionPage()->showPage(pages[static_cast<std::size_t>(i / 50) % pages.size()].command);
    }
    selection.setCurrentRow(i % (rows / 2));
    QCoreApplication::processEvents();
    window.grab();
    if (i % std::max(1, updates / 10) == 0) {
      fmt::print("{:>8} updates  {:>6.1f} MiB\n", formatCount(i), benchmarks::memoryMiB("VmRSS"));
      std::fflush(stdout);
    }
  }
  const bool settled =
      QTest::qWaitFor([&] { return window.sessionPage()->current()->isSettled(); }, kPatience);
  const double grown = benchmarks::memoryMiB("VmRSS") - before;
  const double counted = updates - warmUp;
  fmt::print("{} updates of {} rows in {:.0f} s, {:.1f} ms each\n", formatCount(updates), formatCount(rows),
             soaking.ms() / 1000, soaking.ms() / updates);
  fmt::print("grown by {:.2f} MiB over {} updates after warming up: {:.1f} bytes each, {:.1f} MiB in ten hours\n",
             grown, formatCount(static_cast<std::int64_t>(counted)), grown * 1024 * 1024 / counted,
             grown / counted * kUpdates);
  return settled;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App options("Memory of a window that follows a live session");
  benchmarks::LibraryShape shape;
  shape.candidates = 1280;
  int updates = 5000;
  options.add_option("--updates", updates)->check(CLI::Range(10, 10'000'000));
  options.add_option("--candidates", shape.candidates)->check(CLI::Range(10, 1'000'000));
  CLI11_PARSE(options, argc, argv);

  const QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("soak.kcast"));
  if (!benchmarks::makeLibraryInChild(file.toStdString(), shape)) return 1;
  QApplication app(argc, argv);
  Theme::instance().apply(app);
  MainWindow window(std::make_unique<Settings>(folder.filePath(QStringLiteral("settings.ini"))));
  window.resize(1440, 900);
  window.show();
  window.workspace().openLibrary(file);
  if (!QTest::qWaitFor([&] { return window.workspace().selection().table() != nullptr; }, kPatience)) {
    fmt::print("the session did not open\n");
    return 1;
  }
  return soak(window, updates) ? 0 : 1;
}
