// The whole window on a library of its own: open the sample, replay it, pause, stop, close, resume.
#include <QFile>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include "tests/ui/WarningGuard.h"
#include "tests/ui/layout_check.h"
#include "ui/MainWindow.h"
#include "ui/dialogs/CloseDialog.h"
#include "ui/dialogs/KeysDialog.h"
#include "ui/models/Bundled.h"
#include "ui/models/CandidateTableModel.h"
#include "ui/models/SearchJob.h"
#include "ui/models/Workspace.h"
#include "ui/pages/CandidateTable.h"
#include "ui/pages/ForecastsPage.h"
#include "ui/pages/InspectorDetail.h"
#include "ui/pages/InspectorPanel.h"
#include "ui/pages/InspectorSource.h"
#include "ui/pages/InspectorSummary.h"
#include "ui/pages/JobsStrip.h"
#include "ui/pages/KeyFigureRow.h"
#include "ui/pages/PageTable.h"
#include "ui/pages/SessionListPanel.h"
#include "ui/pages/SessionPage.h"
#include "ui/pages/TopBar.h"
#include "ui/pages/WelcomePage.h"
#include "ui/widgets/Chip.h"
#include "ui/widgets/CodeView.h"
#include "ui/widgets/InlineMessage.h"
#include "ui/widgets/KeyFigure.h"
#include "ui/widgets/Segments.h"

using namespace kernelcast;
using namespace kernelcast::ui;

namespace {

constexpr int kPatience = 30'000;

struct Window {
  QTemporaryDir folder;
  QString library = folder.filePath(QStringLiteral("library.kcast"));
  std::unique_ptr<MainWindow> window = std::make_unique<MainWindow>(
      std::make_unique<Settings>(folder.filePath(QStringLiteral("settings.ini"))));

  Window() {
    window->resize(1440, 900);
    window->show();
  }
  MainWindow* operator->() const { return window.get(); }
  [[nodiscard]] Workspace& workspace() const { return window->workspace(); }
  [[nodiscard]] const SessionTable* table() const { return workspace().selection().table().get(); }
  [[nodiscard]] bool isReady() const { return workspace().libraryState() == Workspace::LibraryState::Ready; }

  [[nodiscard]] bool openSample() const {
    workspace().openLibrary(library);
    if (!QTest::qWaitFor([&] { return workspace().libraryState() == Workspace::LibraryState::Empty; },
                         kPatience))
      return false;
    QTest::mouseClick(window->welcome()->openSample(), Qt::LeftButton);
    return QTest::qWaitFor([&] { return table() != nullptr; }, kPatience);
  }
  // Delays in milliseconds; none lets it run as fast as it can.
  [[nodiscard]] bool startReplay(int delay) const {
    auto config = bundledReplay();
    if (!config) return false;
    config->recorded.delayMsLow = delay;
    config->recorded.delayMsHigh = delay;
    workspace().setReplay(*config);
    QTest::mouseClick(window->topBar()->replayButton(), Qt::LeftButton);
    return QTest::qWaitFor([&] { return workspace().job() != nullptr; }, kPatience);
  }
  [[nodiscard]] bool replayReaches(int n) const {
    return QTest::qWaitFor(
               [&] { return workspace().job() == nullptr || workspace().job()->progress().reached >= n; },
               kPatience) &&
           workspace().job() != nullptr;
  }
  [[nodiscard]] bool replayEnds() const {
    return QTest::qWaitFor([&] { return workspace().job() == nullptr; }, kPatience);
  }
  [[nodiscard]] SessionState stateOf(const SessionId& id) const {
    const SessionSummary* summary = workspace().sessions().find(id);
    return summary != nullptr ? summary->state : SessionState::Imported;
  }
};

}  // namespace

class TestWindow : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    Theme::instance().apply(*qApp);
    Theme::instance().setMode(ThemeMode::Light);
  }
  void cleanup() { VERIFY_NO_WARNINGS(guard_); }

  void sampleOpensFromAnEmptyLibrary() {
    const Window w;
    QVERIFY(w.openSample());
    QCOMPARE(w.table()->rows.size(), std::size_t{38});
    QTRY_COMPARE(w->sessionPage()->figures()->figures()[0]->value(), QStringLiteral("16 of 32"));
    QCOMPARE(w->sessionPage()->figures()->figures()[1]->value(), QStringLiteral("30 of 32"));
    QCOMPARE(w->sessionPage()->figures()->figures()[5]->value(), QStringLiteral("6"));
    QVERIFY(w->topBar()->replayButton()->isVisible());
    QVERIFY(!w->message()->isVisible());
  }

  void selectedRowIsReadAndInspected() {
    const Window w;
    QVERIFY(w.openSample());
    const auto& rows = w.table()->rows;
    const auto found =
        std::find_if(rows.begin(), rows.end(), [](const auto& r) { return r.name == "coalesced_writes"; });
    QVERIFY(found != rows.end());
    w.workspace().selection().setCurrentRow(static_cast<int>(found - rows.begin()));
    InspectorDetail* detail = w->inspector()->detail();
    QTRY_VERIFY(detail->isVisible());
    QVERIFY(w->inspector()->summary()->facts().contains(QStringLiteral("Measured 3.45×")));
    QVERIFY(w->inspector()->summary()->facts().contains(QStringLiteral("on 3 of 3 cases")));
    QVERIFY(!detail->rationale().isEmpty());
    QCOMPARE(detail->cases()->model()->rowCount(), 3);
    QVERIFY(detail->source()->code()->text().contains(QStringLiteral("__global__")));
    // Quick steps: only the last row's detail may stay.
    for (int i = 0; i < 10; ++i) w->trigger(Command::NextRow);
    const CandidateRow* current = w.workspace().selection().current();
    QTRY_VERIFY(detail->isVisible());
    QTest::qWait(200);
    QCOMPARE(w->inspector()->summary()->name(), QString::fromStdString(current->name));
    QVERIFY(detail->isVisible());
  }

  void foreignFileIsRefusedInline() {
    const Window w;
    const QString path = w.folder.filePath(QStringLiteral("notes.txt"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("not a library\n");
    file.close();
    w.workspace().openLibrary(path);
    QTRY_COMPARE(w.workspace().libraryState(), Workspace::LibraryState::Failed);
    QVERIFY(!w->welcome()->hint().isEmpty());
    QVERIFY(!w->topBar()->replayButton()->isVisible());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("not a library\n"));
  }

  void replayRunsToItsEnd() {
    const Window w;
    QVERIFY(w.openSample());
    QVERIFY(w.startReplay(0));
    QVERIFY(w.replayEnds());
    QTRY_VERIFY(w.table()->summary.kind == SessionKind::Search);
    QTRY_VERIFY(w.table()->summary.state == SessionState::Finished);
    QVERIFY(w.table()->rows.size() >= 5);
    QVERIFY(w->sessionMessage()->isVisible());
    QVERIFY2(w->sessionMessage()->text().contains(QStringLiteral("no evidence")),
             qPrintable(w->sessionMessage()->text()));
    QVERIFY(w->sessionMessage()->text().contains(QStringLiteral("Best: #")));
    QVERIFY(!w->jobs()->isVisible());
    QVERIFY(w->topBar()->replayButton()->isEnabled());
    QCOMPARE(w.workspace().sessions().summaries().size(), std::size_t{2});
  }

  void progressIsShownAndPaused() {
    const Window w;
    QVERIFY(w.openSample());
    QVERIFY(w.startReplay(40));
    QVERIFY(w.replayReaches(2));
    QVERIFY(w->jobs()->isVisible());
    QVERIFY2(w->jobs()->text().contains(QStringLiteral("reached ")), qPrintable(w->jobs()->text()));
    QVERIFY(!w->topBar()->replayButton()->isEnabled());
    QTest::mouseClick(w->jobs()->pauseButton(), Qt::LeftButton);
    QCOMPARE(w->jobs()->pauseButton()->text(), QStringLiteral("Resume"));
    QTRY_COMPARE_WITH_TIMEOUT(w.workspace().job()->progress().state, SessionState::Paused, kPatience);
    const int reached = w.workspace().job()->progress().reached;
    QTest::qWait(300);
    QCOMPARE(w.workspace().job()->progress().reached, reached);
    QTest::mouseClick(w->jobs()->pauseButton(), Qt::LeftButton);
    QVERIFY(w.replayEnds());
    QTRY_VERIFY(w.table()->summary.state == SessionState::Finished);
  }

  void stopEndsTheSearch() {
    const Window w;
    QVERIFY(w.openSample());
    QVERIFY(w.startReplay(100));
    QVERIFY(w.replayReaches(1));
    const SessionId id = w.workspace().job()->session();
    QTest::mouseClick(w->jobs()->stopButton(), Qt::LeftButton);
    QVERIFY(w.replayEnds());
    QTRY_COMPARE_WITH_TIMEOUT(w.stateOf(id), SessionState::Stopped, kPatience);
    QTRY_VERIFY(w->sessionMessage()->isVisible());
  }

  void closingWhileRunningAsks() {
    const Window w;
    QVERIFY(w.openSample());
    QVERIFY(w.startReplay(100));
    QVERIFY(w.replayReaches(1));
    QVERIFY(!w->close());
    auto* question = w->findChild<CloseDialog*>();
    QVERIFY(question != nullptr && question->isVisible());
    QVERIFY(!w->close());
    QCOMPARE(w->findChildren<CloseDialog*>().size(), 1);
    QTest::mouseClick(question->button(CloseDialog::Cancel), Qt::LeftButton);
    QVERIFY(w->isVisible());
    QVERIFY(w.workspace().job() != nullptr);
    QTRY_VERIFY(w->findChild<CloseDialog*>() == nullptr);

    QVERIFY(!w->close());
    QTest::mouseClick(w->findChild<CloseDialog*>()->button(CloseDialog::Stop), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!w->isVisible(), kPatience);
    QVERIFY(w.workspace().job() == nullptr);
  }

  void closingBeforeTheSearchHasBegun_data() {
    QTest::addColumn<int>("answer");
    QTest::newRow("stop") << int{CloseDialog::Stop};
    QTest::newRow("keep") << int{CloseDialog::KeepResumable};
  }
  void closingBeforeTheSearchHasBegun() {
    QFETCH(int, answer);
    const Window w;
    QVERIFY(w.openSample());
    QVERIFY(w.startReplay(50));
    QVERIFY(!w->close());
    w->findChild<CloseDialog*>()->done(answer);
    QTRY_VERIFY_WITH_TIMEOUT(!w->isVisible(), kPatience);
    QVERIFY(w.workspace().job() == nullptr);
  }

  void manyShortReplaysEachEndOnce() {
    const Window w;
    QVERIFY(w.openSample());
    const QSignalSpy started(&w.workspace(), &Workspace::jobStarted);
    const QSignalSpy ended(&w.workspace(), &Workspace::jobEnded);
    for (int i = 1; i <= 5; ++i) {
      QVERIFY(w.startReplay(0));
      QVERIFY(w.replayEnds());
      QCOMPARE(started.size(), i);
      QCOMPARE(ended.size(), i);
    }
    QTRY_COMPARE_WITH_TIMEOUT(w.workspace().sessions().summaries().size(), std::size_t{6}, kPatience);
  }

  void keptSearchIsOfferedAndResumed() {
    Window w;
    QVERIFY(w.openSample());
    QVERIFY(w.startReplay(100));
    QVERIFY(w.replayReaches(2));
    const SessionId id = w.workspace().job()->session();
    QVERIFY(!w->close());
    QTest::mouseClick(w->findChild<CloseDialog*>()->button(CloseDialog::KeepResumable), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!w->isVisible(), kPatience);
    w.window = std::make_unique<MainWindow>(
        std::make_unique<Settings>(w.folder.filePath(QStringLiteral("settings.ini"))));
    w->resize(1440, 900);
    w->show();
    w.workspace().openLibrary(w.library, QString::fromStdString(id));
    QTRY_VERIFY_WITH_TIMEOUT(w->sessionMessage()->isVisible(), kPatience);
    QCOMPARE(w.stateOf(id), SessionState::Interrupted);
    QPushButton* resume = nullptr;
    for (auto* button : w->sessionMessage()->findChildren<QPushButton*>()) {
      if (button->text() == QStringLiteral("Resume")) resume = button;
    }
    QVERIFY(resume != nullptr);
    QTest::mouseClick(resume, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(w.workspace().job() != nullptr, kPatience);
    QVERIFY(w.replayEnds());
    QTRY_COMPARE_WITH_TIMEOUT(w.stateOf(id), SessionState::Finished, kPatience);
  }

  void anotherProcessIsSeen() {
    const Window w;
    QVERIFY(w.openSample());
    w.workspace().library().setPollInterval(50);
    Window other;
    other.workspace().openLibrary(w.library);
    QTRY_VERIFY_WITH_TIMEOUT(other.isReady(), kPatience);
    QVERIFY(other.startReplay(0));
    QVERIFY(other.replayEnds());
    QTRY_COMPARE_WITH_TIMEOUT(w.workspace().sessions().summaries().size(), std::size_t{2}, kPatience);
  }

  void nothingOverlapsAtAnySize() {
    const Window w;
    QVERIFY(w.openSample());
    w.workspace().selection().setCurrentRow(10);
    QTRY_VERIFY(w->inspector()->detail()->isVisible());
    for (const QSize size : {QSize(1440, 900), QSize(1100, 700), QSize(1920, 1080), QSize(1440, 900)}) {
      w->resize(size);
      for (const PageEntry& entry : pageEntries()) {
        w->sessionPage()->showPage(entry.command);
        QTest::qWait(20);
        const QStringList problems = tests::settledProblemsOf(*w->centralWidget(), *w.window);
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join(QLatin1Char('\n'))));
      }
      // The other views of the forecasts page.
      w->sessionPage()->showPage(Command::ShowForecasts);
      auto* forecasts = w->sessionPage()->page<ForecastsPage>();
      for (const int view : {1, 2, 0}) {
        forecasts->views()->segment(view)->click();
        forecasts->sides()->segment(view > 0 ? 1 : 0)->click();
        QVERIFY(QTest::qWaitFor([&] { return forecasts->isSettled(); }, kPatience));
        QTest::qWait(50);
        const QStringList problems = tests::settledProblemsOf(*w->centralWidget(), *w.window);
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join(QLatin1Char('\n'))));
      }
    }
  }

  void themeSwitchIsRemembered() {
    const Window w;
    QVERIFY(w.openSample());
    w->trigger(Command::SwitchTheme);
    QVERIFY(Theme::instance().isDark());
    QVERIFY(w->grab().toImage().pixelColor(5, 60).lightness() < 60);
    QCOMPARE(Settings(w.folder.filePath(QStringLiteral("settings.ini"))).value(Setting::Theme).toString(),
             QStringLiteral("dark"));
    w->trigger(Command::SwitchTheme);
    QVERIFY(!Theme::instance().isDark());
  }

  void keysReachTheirCommands() {
    const Window w;
    QVERIFY(w.openSample());
    QTest::keyClick(w.window.get(), Qt::Key_J);
    QCOMPARE(w.workspace().selection().currentRow(), 0);
    QTest::keyClick(w.window.get(), Qt::Key_J);
    QCOMPARE(w.workspace().selection().currentRow(), 1);
    QTest::keyClick(w.window.get(), Qt::Key_K);
    QCOMPARE(w.workspace().selection().currentRow(), 0);
    QTest::keyClick(w.window.get(), Qt::Key_5, Qt::ControlModifier);
    QCOMPARE(w->sessionPage()->shownPage(), Command::ShowCandidates);
    QTest::keyClick(w.window.get(), Qt::Key_2, Qt::ControlModifier);
    QCOMPARE(w->sessionPage()->shownPage(), Command::ShowForecasts);
    w->trigger(Command::ShowKeys);
    auto* keys = w->findChild<KeysDialog*>();
    QVERIFY(keys != nullptr && keys->isVisible());
    keys->close();
  }

  void columnsAndSplittersPersist() {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("settings.ini"));
    {
      MainWindow window(std::make_unique<Settings>(file));
      window.resize(1300, 800);
      window.show();
      window.close();
    }
    MainWindow window(std::make_unique<Settings>(file));
    QCOMPARE(window.size(), QSize(1300, 800));
  }

 private:
  tests::WarningGuard guard_;
};

QTEST_MAIN(TestWindow)
#include "test_window.moc"
