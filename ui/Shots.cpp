#include "ui/Shots.h"

#include <QApplication>
#include <QDeadlineTimer>
#include <QDialog>
#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QMouseEvent>
#include <QPainter>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "core/analysis/misranks.h"
#include "core/domain/outcome.h"
#include "ui/MainWindow.h"
#include "ui/charts/ForecastScatter.h"
#include "ui/charts/ReliabilityChart.h"
#include "ui/charts/ScatterTools.h"
#include "ui/charts/ScatterView.h"
#include "ui/dialogs/CloseDialog.h"
#include "ui/dialogs/ColumnFilterDialog.h"
#include "ui/dialogs/ColumnsDialog.h"
#include "ui/dialogs/FilterHelpDialog.h"
#include "ui/dialogs/KeysDialog.h"
#include "ui/dialogs/NewSearchDialog.h"
#include "ui/dialogs/PaletteDialog.h"
#include "ui/dialogs/PreferencesDialog.h"
#include "ui/dialogs/ReportDialog.h"
#include "ui/models/Bundled.h"
#include "ui/models/EventTableModel.h"
#include "ui/models/PlainText.h"
#include "ui/models/SearchJob.h"
#include "ui/models/Workspace.h"
#include "ui/pages/CalibrationPage.h"
#include "ui/pages/CandidateTable.h"
#include "ui/pages/ForecastsPage.h"
#include "ui/pages/InspectorDetail.h"
#include "ui/pages/InspectorNotes.h"
#include "ui/pages/InspectorPanel.h"
#include "ui/pages/InspectorSource.h"
#include "ui/pages/JobsStrip.h"
#include "ui/pages/KeyFigureRow.h"
#include "ui/pages/LogPage.h"
#include "ui/pages/PageTable.h"
#include "ui/pages/PairPage.h"
#include "ui/pages/SessionPage.h"
#include "ui/widgets/Chip.h"
#include "ui/widgets/InlineMessage.h"
#include "ui/widgets/KeyFigure.h"
#include "ui/widgets/Segments.h"

namespace kernelcast::ui {

namespace {

constexpr int kPatienceMs = 60'000;

// The row whose forecast missed by most classes, the costliest of them: what the program is there to explain.
int worstMiss(const SessionTable& table, BinRule rule) {
  int worst = -1;
  std::pair<int, double> largest{-1, 0};
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const CandidateRow& row = table.rows[i];
    const auto measured = binOf(row.speedup, rule);
    if (!measured || row.predictedBin == 0) continue;
    const std::pair miss{std::abs(row.predictedBin - *measured),
                         std::abs(std::log2(row.speedup) - expectedLog2Speedup(row.probabilities))};
    if (miss <= largest) continue;
    largest = miss;
    worst = static_cast<int>(i);
  }
  return worst;
}

}  // namespace

Shots::Shots(ShotsOptions options) : options_(std::move(options)) {}
Shots::~Shots() = default;

bool Shots::waitUntil(const QString& what, const std::function<bool()>& holds) {
  const QDeadlineTimer deadline(kPatienceMs);
  // Wakes the loop, so that the deadline is looked at even where nothing happens.
  QTimer alarm;
  alarm.start(250);
  while (!holds()) {
    if (deadline.hasExpired()) {
      error_ = QStringLiteral("%1 did not happen within %2 s").arg(what).arg(kPatienceMs / 1000);
      return false;
    }
    QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
  }
  return true;
}

std::unique_ptr<MainWindow> Shots::newWindow(const QString& library, const QString& session) {
  // A file of its own: pictures must not depend on what somebody dragged, nor leave anything behind.
  auto window = std::make_unique<MainWindow>(std::make_unique<Settings>(settingsFile_));
  window->resize(options_.size);
  window->show();
  window->workspace().openLibrary(library, session);
  return window;
}

bool Shots::snap(MainWindow& window, const QString& name) {
  for (const ThemeMode theme : options_.themes) {
    window.setThemeMode(theme);
    QCoreApplication::processEvents();
    // What a running search changed just now is laid out before it is drawn.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    QPixmap picture = window.grab();
    for (auto* dialog : window.findChildren<QDialog*>()) {
      if (!dialog->isVisible()) continue;
      const QPixmap over = dialog->grab();
      QPainter painter(&picture);
      painter.fillRect(picture.rect(), QColor(0, 0, 0, 90));
      const QPoint at((picture.width() - over.width()) / 2, (picture.height() - over.height()) / 2);
      painter.drawPixmap(at, over);
      painter.setPen(Theme::instance().colour(ColourRole::Line));
      painter.drawRect(QRect(at, over.size()));
    }
    const QString path =
        QDir(options_.folder)
            .filePath(QStringLiteral("%1_%2.png")
                          .arg(name, QLatin1String(theme == ThemeMode::Dark ? "dark" : "light")));
    if (!picture.save(path)) {
      error_ = QStringLiteral("%1 could not be written").arg(path);
      return false;
    }
    written_ << path;
  }
  return true;
}

QStringList Shots::draw() {
  QTemporaryDir scratch;
  if (!scratch.isValid() || !QDir().mkpath(options_.folder)) {
    error_ = QStringLiteral("%1 could not be made").arg(scratch.isValid() ? options_.folder : scratch.path());
    return written_;
  }
  settingsFile_ = scratch.filePath(QStringLiteral("settings.ini"));
  if (!drawWelcome(scratch.path())) return written_;

  const QString own = scratch.filePath(QStringLiteral("sample.kcast"));
  const bool given = !options_.library.isEmpty();
  {
    const auto window = newWindow(given ? options_.library : own, options_.session);
    Workspace& workspace = window->workspace();
    if (!waitUntil(QStringLiteral("opening the library"), [&] {
          using State = Workspace::LibraryState;
          return workspace.libraryState() != State::Opening && workspace.libraryState() != State::None;
        })) {
      return written_;
    }
    if (workspace.libraryState() == Workspace::LibraryState::Failed) {
      error_ = workspace.libraryError();
      return written_;
    }
    if (!given) workspace.openSample();
    if (!drawSession(*window)) return written_;
    if (!given && !drawReplay(*window)) return written_;
  }
  if (given) {
    const auto window = newWindow(own);
    Workspace& workspace = window->workspace();
    if (!waitUntil(QStringLiteral("making a library"),
                   [&] { return workspace.libraryState() == Workspace::LibraryState::Empty; })) {
      return written_;
    }
    workspace.openSample();
    if (!waitUntil(QStringLiteral("opening the sample"),
                   [&] { return workspace.selection().table() != nullptr; }) ||
        !drawReplay(*window)) {
      return written_;
    }
  }
  return written_;
}

bool Shots::drawWelcome(const QString& folder) {
  {
    const auto window = newWindow(folder + QStringLiteral("/empty.kcast"));
    if (!waitUntil(QStringLiteral("making a library"),
                   [&] { return window->workspace().libraryState() == Workspace::LibraryState::Empty; }) ||
        !snap(*window, QStringLiteral("welcome"))) {
      return false;
    }
  }
  const QString foreign = folder + QStringLiteral("/notes.txt");
  QFile file(foreign);
  if (!file.open(QIODevice::WriteOnly) || file.write("not a library\n") < 0) {
    error_ = QStringLiteral("%1 could not be written").arg(foreign);
    return false;
  }
  file.close();
  const auto window = newWindow(foreign);
  return waitUntil(QStringLiteral("refusing a file that is no library"),
                   [&] { return window->workspace().libraryState() == Workspace::LibraryState::Failed; }) &&
         snap(*window, QStringLiteral("library_error")) && drawChoice(folder);
}

// A start that asks which library, where one of those that were opened is gone.
bool Shots::drawChoice(const QString& folder) {
  auto settings = std::make_unique<Settings>(folder + QStringLiteral("/ask.ini"));
  settings->setValue(Setting::StartLibrary, QStringLiteral("ask"));
  settings->setValue(Setting::RecentLibraries,
                     QStringList{folder + QStringLiteral("/empty.kcast"),
                                 QStringLiteral("/mnt/lab/kernels/h100_attention.kcast")});
  MainWindow window(std::move(settings));
  window.resize(options_.size);
  window.show();
  window.openAtStart({}, {});
  return snap(window, QStringLiteral("which_library"));
}

bool Shots::drawSession(MainWindow& window) {
  Workspace& workspace = window.workspace();
  Selection& selection = workspace.selection();
  SessionPage& page = *window.sessionPage();
  bool scored = false;
  const QMetaObject::Connection onScores =
      QObject::connect(&workspace.scorer(), &SessionScorer::scored, [&scored] { scored = true; });
  const auto settle = [&](const QString& what) {
    return waitUntil(what, [&] { return std::exchange(scored, false); });
  };

  bool done = waitUntil(QStringLiteral("opening a session"), [&] { return selection.table() != nullptr; });
  done = done && settle(QStringLiteral("scoring the session"));
  if (done) {
    page.showPage(Command::ShowForecasts);
    selection.setCurrentRow(worstMiss(*selection.table(), selection.binRule()));
  }
  // isVisibleTo: hidden until the detail of the row has been read.
  const auto inspected = [&] { return window.inspector()->detail()->isVisibleTo(window.inspector()); };
  const bool selected = selection.current() != nullptr;
  done = done && (!selected || waitUntil(QStringLiteral("reading a candidate"), inspected));
  done = done && snap(window, QStringLiteral("forecasts")) && drawForecasts(window);
  if (done && selected) done = drawInspector(window);
  if (done && selected) {
    const int predicted = selection.current()->predictedBin;
    const int measured = binOf(selection.current()->speedup, selection.binRule()).value_or(0);
    selection.toggleCell({predicted, measured});
    done = done && settle(QStringLiteral("scoring the filtered rows")) &&
           snap(window, QStringLiteral("filtered"));
    selection.setFilter({});
    done = done && settle(QStringLiteral("scoring all rows"));
  }
  if (done) {
    const auto failed =
        std::find_if(selection.table()->rows.begin(), selection.table()->rows.end(),
                     [](const CandidateRow& row) { return row.status == RowStatus::CompileFailed; });
    if (failed != selection.table()->rows.end()) {
      selection.setCurrentRow(static_cast<int>(failed - selection.table()->rows.begin()));
      done = waitUntil(QStringLiteral("reading a failed candidate"), inspected);
      page.showPage(Command::ShowCandidates);
      done = done && snap(window, QStringLiteral("failed_candidate"));
    }
  }
  selection.setCurrentRow(selected ? worstMiss(*selection.table(), selection.binRule()) : -1);
  for (const PageEntry& entry : pageEntries()) {
    if (entry.command == Command::ShowForecasts) continue;  // drawn above, with its states
    page.showPage(entry.command);
    done = done && (!selected || waitUntil(QStringLiteral("reading a candidate"), inspected)) &&
           waitUntil(QStringLiteral("filling a page"), [&] { return page.current()->isSettled(); }) &&
           snap(window, QLatin1String(entry.key));
  }
  if (done) done = drawColumns(window);
  if (done) done = drawGroup(window);
  page.showPage(Command::ShowForecasts);
  if (done && selected) done = drawPair(window);
  if (done) {
    window.trigger(Command::ShowKeys);
    done = snap(window, QStringLiteral("keys"));
    if (auto* keys = window.findChild<KeysDialog*>()) keys->close();
  }
  if (done) {
    window.trigger(Command::FilterHelp);
    done = snap(window, QStringLiteral("filter_help"));
    if (auto* help = window.findChild<FilterHelpDialog*>()) help->close();
  }
  if (done) {
    window.trigger(Command::Preferences);
    done = snap(window, QStringLiteral("preferences"));
    if (auto* preferences = window.findChild<PreferencesDialog*>()) preferences->accept();
  }
  if (done) {
    window.trigger(Command::Report);
    done = snap(window, QStringLiteral("report"));
    if (auto* report = window.findChild<ReportDialog*>()) report->reject();
  }
  if (done) {
    window.trigger(Command::NewSearch);
    if (auto* search = window.findChild<NewSearchDialog*>()) {  // refused on a library that cannot be written
      done = snap(window, QStringLiteral("new_search"));
      search->close();
    }
  }
  if (done) {
    window.trigger(Command::Palette);
    auto* palette = window.findChild<PaletteDialog*>();
    palette->field()->setText(QStringLiteral("float4"));
    done = waitUntil(QStringLiteral("finding kernels"), [&] { return palette->isSettled(); }) &&
           snap(window, QStringLiteral("palette"));
    palette->close();
  }
  QObject::disconnect(onScores);
  return done;
}

// The other views of the forecasts page.
bool Shots::drawForecasts(MainWindow& window) {
  auto* page = window.sessionPage()->page<ForecastsPage>();
  if (page == nullptr) return true;
  page->views()->segment(1)->click();
  bool done = snap(window, QStringLiteral("forecasts_runtime"));
  page->views()->segment(0)->click();
  // A box that is being drawn, from one corner of the plot's middle to the other.
  ScatterView& view = *page->scatter()->view();
  const QRectF plot = view.item().frame().plot;
  const QRectF box = QRectF(plot.center(), plot.topRight()).normalized().adjusted(-30, 12, -8, 20);
  const auto mouse = [&view](QEvent::Type type, QPointF at, Qt::MouseButton button) {
    QMouseEvent event(type, at, view.viewport()->mapToGlobal(at), button, Qt::LeftButton, {});
    QApplication::sendEvent(view.viewport(), &event);
  };
  page->tools()->box()->click();
  mouse(QEvent::MouseButtonPress, box.topLeft(), Qt::LeftButton);
  mouse(QEvent::MouseMove, box.bottomRight(), Qt::NoButton);
  done = done && snap(window, QStringLiteral("forecasts_box"));
  view.setTool(ScatterTool::Move);
  page->views()->segment(2)->click();
  page->sides()->segment(1)->click();
  done = done && waitUntil(QStringLiteral("reading the times of cases"), [&] { return page->isSettled(); }) &&
         snap(window, QStringLiteral("forecasts_cases"));
  page->views()->segment(0)->click();
  page->sides()->segment(0)->click();
  return done;
}

// What is noted here is shown and never written: the library may be somebody's.
bool Shots::drawInspector(MainWindow& window) {
  InspectorPanel& inspector = *window.inspector();
  inspector.notes()->setAnnotation(
      {"Reads are strided and writes coalesced: look at L2 before anything else.", {"l2", "strided"}});
  inspector.scrollTo(*inspector.notes());
  bool done = snap(window, QStringLiteral("inspector_noted"));
  inspector.notes()->editNote();
  inspector.notes()->editTags();
  QCoreApplication::processEvents();
  inspector.scrollTo(*inspector.notes());
  done = done && snap(window, QStringLiteral("inspector_editing"));
  inspector.notes()->clear();
  inspector.scrollTo(*inspector.detail());
  done = done && snap(window, QStringLiteral("inspector"));
  InspectorSource& source = *inspector.detail()->source();
  source.setBeside(InspectorSource::Beside::Reference);
  inspector.scrollTo(source);
  done = done && snap(window, QStringLiteral("inspector_source"));
  source.setBeside(InspectorSource::Beside::Nothing);
  return done;
}

// Two columns filtered, and the dialogs that filter and choose them.
bool Shots::drawColumns(MainWindow& window) {
  SessionPage& page = *window.sessionPage();
  Selection& selection = window.workspace().selection();
  page.showPage(Command::ShowCandidates);
  CandidateTable* table = page.current()->table();
  const auto draw = [&](const char* column, const QString& name) {
    emit table->filterRequested(static_cast<int>(findCandidateColumn(column) - candidateColumns().data()));
    const bool done = snap(window, name);
    if (auto* dialog = window.findChild<ColumnFilterDialog*>()) delete dialog;
    return done;
  };
  selection.setFilter(*parseFilter("-failed 0.5<speedup<=4"));
  bool done = snap(window, QStringLiteral("candidates_filtered")) &&
              draw("speedup", QStringLiteral("column_filter_range")) &&
              draw("task", QStringLiteral("column_filter_values")) &&
              draw("verdict", QStringLiteral("column_filter_flags"));
  if (done) {
    window.trigger(Command::ChooseColumns);
    done = snap(window, QStringLiteral("columns"));
    if (auto* dialog = window.findChild<ColumnsDialog*>()) dialog->close();
  }
  selection.setFilter({});
  return done;
}

// The forecasts of one dot of the reliability diagram.
bool Shots::drawGroup(MainWindow& window) {
  SessionPage& page = *window.sessionPage();
  page.showPage(Command::ShowCalibration);
  auto* calibration = page.page<CalibrationPage>();
  const RowFilter before = window.workspace().selection().filter();
  const auto settled = [&] { return calibration->isSettled(); };
  if (!waitUntil(QStringLiteral("drawing the reliability"), settled)) return false;
  for (int group = 10; group > 0 && !calibration->groupView()->isVisible(); --group) {
    emit calibration->reliability()->groupClicked(group);
    if (!waitUntil(QStringLiteral("choosing a dot"), settled)) return false;
  }
  const bool done = snap(window, QStringLiteral("calibration_group"));
  window.workspace().selection().setFilter(before);
  return done;
}

// Of a session that has events.
bool Shots::drawLog(MainWindow& window) {
  SessionPage& page = *window.sessionPage();
  page.showPage(Command::ShowLog);
  auto* log = page.page<LogPage>();
  if (!waitUntil(QStringLiteral("reading the log"),
                 [&] { return log->isSettled() && log->model()->rowCount() > 0; })) {
    return false;
  }
  log->events()->selectRow(std::min(9, log->model()->rowCount() - 1));
  const bool done = snap(window, QStringLiteral("replay_log"));
  page.showPage(Command::ShowOverview);
  return done && waitUntil(QStringLiteral("filling a page"), [&] { return page.current()->isSettled(); }) &&
         snap(window, QStringLiteral("replay_overview"));
}

// The heaviest pair of which both kernels work: there is more to see in it.
bool Shots::drawPair(MainWindow& window) {
  Selection& selection = window.workspace().selection();
  const auto found = analysis::misranks(*selection.table(), selection.visibleRows(), 1, true);
  if (found.list.empty()) return true;
  selection.comparePair(found.list.front().favourite, found.list.front().better);
  const bool done = waitUntil(QStringLiteral("reading a pair"), [&] { return window.pair()->isSettled(); }) &&
                    snap(window, QStringLiteral("pair"));
  emit window.pair()->closed();
  return done;
}

bool Shots::drawReplay(MainWindow& window) {
  Workspace& workspace = window.workspace();
  auto config = bundledReplay();
  if (!config) {
    error_ = plainText(config.error().message);
    return false;
  }
  config->recorded.delayMsLow /= 4;
  config->recorded.delayMsHigh /= 4;
  workspace.setReplay(*config);
  workspace.startReplay();
  const auto reached = [&](int n) {
    return [&workspace, n] { return workspace.job() == nullptr || workspace.job()->progress().reached >= n; };
  };
  if (!waitUntil(QStringLiteral("the replay's start"), [&] { return workspace.job() != nullptr; }) ||
      !waitUntil(QStringLiteral("the replay's first steps"), reached(4))) {
    return false;
  }
  if (workspace.job() == nullptr) {
    error_ = QStringLiteral("the replay ended early: ") + window.message()->text();
    return false;
  }
  const SessionId session = workspace.job()->session();
  workspace.job()->pause();
  if (!waitUntil(QStringLiteral("showing the replay"),
                 [&] {
                   const auto& table = workspace.selection().table();
                   return table && table->summary.id == session && table->rows.size() >= 3;
                 }) ||
      !snap(window, QStringLiteral("replay_paused"))) {
    return false;
  }
  window.close();
  auto* question = window.findChild<CloseDialog*>();
  if (question == nullptr) {
    error_ = QStringLiteral("closing the window did not ask what becomes of the search");
    return false;
  }
  if (!snap(window, QStringLiteral("close"))) return false;
  question->done(CloseDialog::Cancel);
  workspace.job()->detach();
  if (!waitUntil(QStringLiteral("leaving the replay"), [&] { return workspace.job() == nullptr; }) ||
      !waitUntil(QStringLiteral("the offer to resume"),
                 [&] {
                   return window.sessionMessage()->isVisible() &&
                          workspace.isResumable(workspace.selection().table()->summary);
                 }) ||
      !snap(window, QStringLiteral("replay_resumable"))) {
    return false;
  }
  workspace.resumeSession(session);
  if (!waitUntil(QStringLiteral("the replay's next steps"), reached(6)) ||
      !snap(window, QStringLiteral("replay_running")) ||
      !waitUntil(QStringLiteral("the replay's end"), [&] { return workspace.job() == nullptr; })) {
    return false;
  }
  return waitUntil(QStringLiteral("showing the end"),
                   [&] {
                     const auto& table = workspace.selection().table();
                     return table && table->summary.state == SessionState::Finished;
                   }) &&
         snap(window, QStringLiteral("replay_finished")) && drawLog(window);
}

}  // namespace kernelcast::ui
