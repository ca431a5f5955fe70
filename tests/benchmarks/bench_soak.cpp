// Whether a window that follows a live session for hours keeps what it should have given back. Not a test: it
// prints the memory as it goes. Ten hours at ten updates a second are 360,000 updates; here they come as fast
// as they are shown, fewer of them. Every round ends in the state it began with, so what is in use then
// should be the same: the growth over the second half is printed, per update and for ten hours.
//   bench_soak [--rounds N] [--candidates N]
#include <QApplication>
#include <QTemporaryDir>
#include <QTest>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <malloc.h>

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

constexpr int kPatience = 60'000;              // ms
constexpr double kUpdates = 10.0 * 3600 * 10;  // of ten hours

constexpr int kUpdatesPerPage = 50;

double inUseMiB() { return static_cast<double>(::mallinfo2().uordblks) / (1024 * 1024); }

// Every update is another table, as a live session's is: one more row is there each time, another is
// selected, and now and then the page changes.
void updateOnce(MainWindow& window, const SessionTable& whole, int i) {
  const auto pages = pageEntries();
  const int half = static_cast<int>(whole.rows.size()) / 2;
  auto table = std::make_shared<SessionTable>(whole);
  table->rows.resize(static_cast<std::size_t>(half + i % half));
  std::erase_if(table->forecasts, [&](const auto& forecast) {
    return static_cast<std::size_t>(forecast.row) >= table->rows.size();
  });
  table->summary.updatedMs += i;
  Selection& selection = window.workspace().selection();
  selection.setTable(std::move(table));
  if (i % kUpdatesPerPage == 0) {
    window.sessionPage()->showPage(pages[static_cast<std::size_t>(i / kUpdatesPerPage)].command);
  }
  selection.setCurrentRow(i % half);
  QCoreApplication::processEvents();
  window.grab();
}

bool soak(MainWindow& window, int rounds) {
  const auto whole = window.workspace().selection().table();
  const int perRound = kUpdatesPerPage * static_cast<int>(pageEntries().size());
  std::vector<double> inUse;
  const benchmarks::Stopwatch soaking;
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < perRound; ++i) updateOnce(window, *whole, i);
    updateOnce(window, *whole, 0);
    if (!QTest::qWaitFor([&] { return window.sessionPage()->current()->isSettled(); }, kPatience))
      return false;
    QTest::qWait(200);  // answers on their way
    inUse.push_back(inUseMiB());
    fmt::print("round {:>3}: {:.2f} MiB in use, {:.1f} MiB resident\n", round + 1, inUse.back(),
               benchmarks::memoryMiB("VmRSS"));
    std::fflush(stdout);
  }
  const int updates = rounds * (perRound + 1);
  const std::size_t middle = inUse.size() / 2;
  const double counted = static_cast<double>(inUse.size() - 1 - middle) * (perRound + 1);
  const double grown = inUse.back() - inUse[middle];
  fmt::print("{} updates of {} rows in {:.0f} s, {:.1f} ms each\n", formatCount(updates),
             formatCount(static_cast<std::int64_t>(whole->rows.size())), soaking.ms() / 1000,
             soaking.ms() / updates);
  fmt::print(
      "what is in use grew by {:.3f} MiB over the last {} updates: {:.1f} bytes each, {:.1f} MiB in ten "
      "hours\n",
      grown, formatCount(static_cast<std::int64_t>(counted)), grown * 1024 * 1024 / counted,
      grown / counted * kUpdates);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App options("Memory of a window that follows a live session");
  benchmarks::LibraryShape shape;
  shape.candidates = 1280;
  int rounds = 8;
  options.add_option("--rounds", rounds)->check(CLI::Range(4, 1'000'000));
  options.add_option("--candidates", shape.candidates)->check(CLI::Range(100, 1'000'000));
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
  if (soak(window, rounds)) return 0;
  fmt::print("a page did not settle\n");
  return 1;
}
