// Overview and Calibration by mouse and keyboard: what they show, that what they filter to is exact, and that
// other sessions are compared at equal budgets.
#include <QAbstractItemModelTester>
#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include "tests/ui/WarningGuard.h"
#include "tests/ui/fixture_table.h"
#include "tests/ui/layout_check.h"
#include "ui/MainWindow.h"
#include "ui/charts/BestSoFarChart.h"
#include "ui/charts/FunnelBars.h"
#include "ui/charts/ReliabilityChart.h"
#include "ui/models/CalibrationContent.h"
#include "ui/models/OverviewContent.h"
#include "ui/models/ScoreTableModel.h"
#include "ui/models/SearchJob.h"
#include "ui/models/Workspace.h"
#include "ui/pages/CalibrationPage.h"
#include "ui/pages/OverviewPage.h"
#include "ui/pages/SessionPage.h"
#include "ui/widgets/Theme.h"

using namespace kernelcast;
using namespace kernelcast::ui;
using namespace kernelcast::tests;

namespace {

constexpr int kPatience = 30'000;

BinProbabilities sure(int bin, double p) {
  BinProbabilities all{};
  all.fill((1 - p) / (kBinCount - 1));
  all.at(static_cast<std::size_t>(bin - 1)) = p;
  return all;
}

// A correct kernel of speedup 1.2 (class 5) that names class 5 with each of `stated`, one forecast for each.
void addKernel(SessionTable& table, int number, const std::vector<double>& stated, int surrogate = 0,
               RowStatus status = RowStatus::Ok) {
  CandidateRow row;
  row.number = number;
  row.task = row.device = 0;
  row.surrogate = surrogate;
  row.name = "kernel_" + std::to_string(number);
  row.status = status;
  if (status == RowStatus::Ok) row.speedup = 1.2;
  row.forecasts = static_cast<int>(stated.size());
  row.predictedBin = 5;
  for (std::size_t repeat = 0; repeat < stated.size(); ++repeat) {
    const BinProbabilities p = sure(5, stated[repeat]);
    for (std::size_t bin = 0; bin < p.size(); ++bin)
      row.probabilities[bin] += p[bin] / static_cast<double>(stated.size());
    table.forecasts.push_back({static_cast<int>(table.rows.size()), static_cast<int>(repeat), true, 5, 1, p});
  }
  table.rows.push_back(row);
}

SessionTable emptyTable() {
  SessionTable table;
  table.summary.id = "01J00000000000000000000001";
  table.tasks = {"t"};
  table.devices = {"NVIDIA H200"};
  table.surrogates = {"one", "two"};
  return table;
}

std::vector<int> rowsOf(const SessionTable& table, const stats::ReliabilityGroup& group) {
  std::vector<int> rows;
  for (const int forecast : group.forecasts)
    rows.push_back(table.forecasts[static_cast<std::size_t>(forecast)].row);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

struct Window {
  QTemporaryDir folder;
  std::unique_ptr<MainWindow> window = std::make_unique<MainWindow>(
      std::make_unique<Settings>(folder.filePath(QStringLiteral("settings.ini"))));
  bool ready = false;

  explicit Window(QSize size = {1440, 900}) {
    window->resize(size);
    window->show();
    window->workspace().openLibrary(folder.filePath(QStringLiteral("library.kcast")));
    ready = QTest::qWaitFor(
        [&] { return window->workspace().libraryState() == Workspace::LibraryState::Empty; }, kPatience);
    window->workspace().openSample();
    ready = ready && QTest::qWaitFor([&] { return selection().table() != nullptr; }, kPatience);
  }
  [[nodiscard]] Selection& selection() const { return window->workspace().selection(); }
  template <typename T>
  [[nodiscard]] T* show(Command command) const {
    window->sessionPage()->showPage(command);
    auto* page = window->sessionPage()->page<T>();
    return QTest::qWaitFor([&] { return page->isVisible() && page->isSettled(); }, kPatience) ? page
                                                                                              : nullptr;
  }
  template <typename T>
  [[nodiscard]] bool filter(const T& page, const RowFilter& wanted) const {
    selection().setFilter(wanted);
    return QTest::qWaitFor([&] { return page.isSettled(); }, kPatience);
  }
  // Another session over the same tasks.
  [[nodiscard]] bool replay() const {
    Workspace& workspace = window->workspace();
    workspace.startReplay();
    return QTest::qWaitFor([&] { return workspace.job() != nullptr; }, kPatience) &&
           QTest::qWaitFor([&] { return workspace.job() == nullptr; }, 2 * kPatience);
  }
};

void click(QWidget& widget, QPointF at) { QTest::mouseClick(&widget, Qt::LeftButton, {}, at.toPoint()); }

}  // namespace

class TestOverviewCalibration : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    Theme::instance().apply(*qApp);
    Theme::instance().setMode(ThemeMode::Light);
  }
  void cleanup() { VERIFY_NO_WARNINGS(guard_); }

  // The field "group" and the diagram must put every stated probability into the same group, edges too.
  void groupsAgreeAtTheirEdges() {
    SessionTable table = emptyTable();
    int number = 0;
    for (const double edge : {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0}) {
      for (const double stated : {std::nextafter(edge, 0), edge, std::nextafter(edge, 1), edge - 0.05}) {
        if (stated <= 1) addKernel(table, ++number, {stated});
      }
    }
    addKernel(table, ++number, {0.35}, 0, RowStatus::Incorrect);  // has a group, and no place in the diagram
    addKernel(table, ++number, {0.35}, 0, RowStatus::Pending);
    const auto scores = stats::scoreSession(table, BinRule::Prompt);
    QCOMPARE(scores.reliability.size(), std::size_t{10});
    int rows = 0;
    for (const stats::ReliabilityGroup& group : scores.reliability) {
      const GroupFilter made = filterToGroup(table, {}, scores, numberOf(group));
      QCOMPARE(groupOf(made.filter), std::optional(numberOf(group)));
      QCOMPARE(filteredRows(table, made.filter, BinRule::Prompt), rowsOf(table, group));
      QCOMPARE(made.others, 0);
      rows += made.rows;
    }
    QCOMPARE(rows, scores.n);
  }

  // Forecasts of one kernel on either side of an edge: the filter sees their mean, the diagram each of them.
  void repeatsStandInTheirOwnGroups() {
    SessionTable table = emptyTable();
    addKernel(table, 1, {0.45, 0.75});  // mean 0.6: neither group
    addKernel(table, 2, {0.45, 0.48});
    addKernel(table, 3, {0.65, 0.65});
    const auto scores = stats::scoreSession(table, BinRule::Prompt);
    for (const stats::ReliabilityGroup& group : scores.reliability) {
      const GroupFilter made = filterToGroup(table, {}, scores, numberOf(group));
      QCOMPARE(filteredRows(table, made.filter, BinRule::Prompt), rowsOf(table, group));
    }
    const std::vector<GroupForecast> fifth = forecastsOf(table, scores, 5);
    QCOMPARE(fifth, (std::vector<GroupForecast>{{1, 1, 0.48, 5, 5}, {0, 0, 0.45, 5, 5}, {1, 0, 0.45, 5, 5}}));
    QCOMPARE(filterText(filterToGroup(table, {}, scores, 5).filter), std::string("#1,2 surrogate=one"));
    QCOMPARE(calibrationOf(table, {}, BinRule::Prompt).kernels, 3);
  }

  // A filter names kernels, not rows: where one of two surrogates' rows is meant it says what more it shows.
  void rowsOfOtherSurrogatesAreCounted() {
    SessionTable table = emptyTable();
    addKernel(table, 1, {0.45, 0.75}, 0);
    addKernel(table, 1, {0.95}, 1);
    addKernel(table, 2, {0.95}, 0);
    addKernel(table, 2, {0.45, 0.95}, 1);
    const auto scores = stats::scoreSession(table, BinRule::Prompt);
    const GroupFilter low = filterToGroup(table, {}, scores, 5);  // #1 by one, #2 by two
    QCOMPARE(low.rows, 2);
    QCOMPARE(low.others, 2);
    const GroupFilter high = filterToGroup(table, {}, scores, 8);  // #1 by one alone
    QCOMPARE(filteredRows(table, high.filter, BinRule::Prompt), (std::vector<int>{0}));
    QCOMPARE(high.others, 0);
  }

  void chanceIsSaidBesideTheError() {
    SessionTable table = emptyTable();
    for (int i = 1; i <= 30; ++i) addKernel(table, i, {0.55});
    const CalibrationContent content = calibrationOf(table, {}, BinRule::Prompt);
    QCOMPARE(content.kernels, 30);
    // All right at 55%: 0.45 off, and a true 55% of 30 falls within 14 of 30 and 21 of 30.
    const QString text = calibrationErrorText(content);
    QVERIFY2(text.startsWith(QStringLiteral("ECE 0.45, by chance alone ")) &&
                 text.endsWith(QStringLiteral("n = 30")),
             qPrintable(text));
    QVERIFY(std::abs(content.chance->accuracy[0].low - 12.0 / 30) < 1.5 / 30);
    QVERIFY(std::abs(content.chance->accuracy[0].high - 21.0 / 30) < 1.5 / 30);
    QVERIFY(reliabilitySentence(*content.scores, content.kernels).contains(QStringLiteral("less sure")));
    QVERIFY(reliabilitySentence(*content.scores, content.kernels).contains(QStringLiteral("\nSays ")));
    QVERIFY(reliabilitySentence(*content.scores, 19).isEmpty());
    QVERIFY(calibrationErrorText(calibrationOf(emptyTable(), {}, BinRule::Prompt)).isEmpty());
  }

  void listOfAGroupKeepsItsContract() {
    auto table = std::make_shared<SessionTable>(emptyTable());
    addKernel(*table, 7, {0.45, 0.41});
    addKernel(*table, 8, {0.43});
    table->rows[1].speedup = 3;
    GroupForecastModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto scores = stats::scoreSession(*table, BinRule::Prompt);
    model.setForecasts(table, forecastsOf(*table, scores, 5), BinRule::Prompt);
    const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(cell(0, GroupForecastModel::Kernel), QStringLiteral("#7 kernel_7, forecast 1"));
    QCOMPARE(cell(1, GroupForecastModel::Kernel), QStringLiteral("#8 kernel_8"));
    QCOMPARE(cell(1, GroupForecastModel::Stated), QStringLiteral("43%"));
    QVERIFY(cell(0, GroupForecastModel::Measured).startsWith(u'✓'));
    QVERIFY(cell(1, GroupForecastModel::Measured).startsWith(u'✗'));
    QVERIFY(cell(1, GroupForecastModel::Measured).contains(QStringLiteral("4×")));
    model.setForecasts(table, {}, BinRule::Prompt);
    QCOMPARE(model.rowCount(), 0);
  }

  void dotListsItsForecastsBesideTheChart() {
    const Window w;
    QVERIFY(w.ready);
    auto* page = w.show<CalibrationPage>(Command::ShowCalibration);
    QVERIFY(page != nullptr);
    QVERIFY(!page->groupView()->isVisible());
    const auto scores = stats::scoreSession(*w.selection().table(), BinRule::Prompt);
    const auto largest = std::max_element(scores.reliability.begin(), scores.reliability.end(),
                                          [](const auto& a, const auto& b) { return a.n < b.n; });
    click(*page->reliability(), page->reliability()->centreOf(numberOf(*largest)));
    QTRY_VERIFY(page->groupView()->isVisible());
    QCOMPARE(page->group()->rowCount(), largest->n);
    QCOMPARE(static_cast<int>(w.selection().visibleRows().size()), largest->n);
    QVERIFY(page->groupNote().isEmpty());  // one forecast each
    // A row of it is the selected kernel, and the other way round.
    page->groupView()->setFocus();
    page->groupView()->selectRow(0);
    QTest::keyClick(page->groupView(), Qt::Key_Down);
    QCOMPARE(w.selection().currentRow(), page->group()->forecasts()[1].row);
    w.selection().setCurrentRow(page->group()->forecasts()[0].row);
    QCOMPARE(page->groupView()->currentIndex().row(), 0);
    // Back in the history the list is gone, forward it is there again.
    w.selection().back();
    QTRY_VERIFY(!page->groupView()->isVisible());
    w.selection().forward();
    QTRY_VERIFY(page->groupView()->isVisible());
    QTest::mouseClick(page->allGroups(), Qt::LeftButton);
    QTRY_VERIFY(!page->groupView()->isVisible());
    QVERIFY(w.selection().filter().isEmpty());
  }

  // The filter that a dot adds is taken away as a whole, and nothing that was there before it.
  void dotLeavesOtherFiltersAlone() {
    const Window w;
    QVERIFY(w.ready);
    auto* page = w.show<CalibrationPage>(Command::ShowCalibration);
    QVERIFY(page != nullptr);
    const RowFilter before = *parseFilter("correct task:sgemm");
    QVERIFY(w.filter(*page, before));
    page->reliability()->setFocus(Qt::TabFocusReason);
    QVERIFY(page->reliability()->accessibleDescription().startsWith(QStringLiteral("Said ")));
    QTest::keyClick(page->reliability(), Qt::Key_Return);
    QVERIFY(w.selection().filter() != before);
    QVERIFY(groupOf(w.selection().filter()).has_value());
    QTest::keyClick(page->reliability(), Qt::Key_Return);
    QVERIFY(w.selection().filter() == before);
  }

  void scoresStandUnderTheirRule() {
    const Window w;
    QVERIFY(w.ready);
    auto* page = w.show<CalibrationPage>(Command::ShowCalibration);
    QVERIFY(page != nullptr);
    const auto accuracy = [&](ScoreTableModel::Column column) {
      return page->scores()->index(0, column).data().toString();
    };
    const QString asked = accuracy(ScoreTableModel::AsAsked);
    const QString published = accuracy(ScoreTableModel::AsPublished);
    QCOMPARE(asked, QStringLiteral("50%"));
    QVERIFY2(page->beside().startsWith(QStringLiteral("32 forecasts scored; beside them ")),
             qPrintable(page->beside()));
    w.selection().setBinRule(BinRule::PaperCode);
    QTRY_VERIFY(page->isSettled());
    QTRY_COMPARE(accuracy(ScoreTableModel::AsAsked), asked);
    QCOMPARE(accuracy(ScoreTableModel::AsPublished), published);
  }

  void allForecastsAreScoredWhereSomeCouldNotBeRead() {
    SessionTable table = emptyTable();
    for (int i = 1; i <= 4; ++i) addKernel(table, i, {0.8});
    const auto titles = [&] {
      QStringList found;
      const auto scores = stats::scoreSession(table, BinRule::Prompt);
      for (const ScoreRow& row : scoreRowsOf(&scores, nullptr)) found << row.title + u'|' + row.standsOn;
      return found.filter(QStringLiteral("all forecasts"));
    };
    QVERIFY(titles().isEmpty());
    table.rows[0].unparsed = 1;
    table.forecasts.push_back({0, 1, false, 0, 0, uniformProbabilities()});
    QCOMPARE(titles().size(), 4);
    for (const QString& title : titles())
      QVERIFY2(title.endsWith(QStringLiteral("n = 5")), qPrintable(title));
  }

  void funnelStaysWholeWhileAStageIsShown() {
    const Window w;
    QVERIFY(w.ready);
    auto* page = w.show<OverviewPage>(Command::ShowOverview);
    QVERIFY(page != nullptr);
    const QString best = page->best()->summary();
    QCOMPARE(page->funnelSentence(),
             QStringLiteral("38 of 38 were measured; 32 of them ran right, 23 faster than the reference."));
    QVERIFY(w.filter(*page, *parseFilter("task:transpose")));
    const QString ofTask = page->funnel()->summary();
    QVERIFY(w.filter(*page, {}));
    const auto stage = [&](std::size_t at) {
      click(*page->funnel(), page->funnel()->rowRect(at).center());
      QTRY_VERIFY(page->isSettled());
    };
    stage(7);
    QVERIFY(page->funnel()->summary().contains(QStringLiteral("proposed 38")));
    QVERIFY(page->funnel()->summary().contains(QStringLiteral("correct 32 (shown)")));
    QCOMPARE(page->best()->summary(), best);  // failures were paid for too
    stage(8);                                 // instead of the other
    QCOMPARE(filterText(w.selection().filter()), std::string("faster"));
    stage(2);  // not applicable: nothing to show
    QCOMPARE(filterText(w.selection().filter()), std::string("faster"));
    stage(0);
    QVERIFY(w.selection().filter().isEmpty());
    // Another condition stays.
    QVERIFY(w.filter(*page, *parseFilter("task:transpose")));
    QCOMPARE(page->funnel()->summary(), ofTask);
    page->funnel()->clearFocus();  // the mouse gave it
    page->funnel()->setFocus(Qt::TabFocusReason);
    QTest::keyClick(page->funnel(), Qt::Key_Down);
    QTest::keyClick(page->funnel(), Qt::Key_Return);
    QVERIFY2(filterText(w.selection().filter()) == "task:transpose forecast",
             filterText(w.selection().filter()).c_str());
    QTest::keyClick(page->funnel(), Qt::Key_Return);
    QCOMPARE(filterText(w.selection().filter()), std::string("task:transpose"));
  }

  void bestKernelIsSelectedThoughAFilterHidesIt() {
    const Window w;
    QVERIFY(w.ready);
    auto* page = w.show<OverviewPage>(Command::ShowOverview);
    QVERIFY(page != nullptr);
    QVERIFY(w.filter(*page, *parseFilter("failed")));
    click(*page->best(), page->best()->pointOf(0, 0));
    QVERIFY(w.selection().current() != nullptr);
    QVERIFY(w.selection().filter().isEmpty());
  }

  void otherSessionsAreOverlaidByChoice() {
    const Window w;
    QVERIFY(w.ready);
    const SessionId sample = w.selection().table()->summary.id;
    auto* page = w.show<OverviewPage>(Command::ShowOverview);
    QVERIFY(page != nullptr);
    QVERIFY(!page->others()->isEnabled());
    QCOMPARE(page->others()->text(), QStringLiteral("No other session of these tasks"));
    QVERIFY(page->bestSentence().isEmpty());
    QVERIFY(w.replay());
    w.window->workspace().openSession(sample);
    QTRY_COMPARE_WITH_TIMEOUT(w.selection().table()->summary.id, sample, kPatience);
    page = w.show<OverviewPage>(Command::ShowOverview);
    QTRY_COMPARE_WITH_TIMEOUT(page->others()->text(), QStringLiteral("Other sessions: 1 of 1"), kPatience);
    QTRY_VERIFY(page->bestSentence().contains(QStringLiteral("evaluations each")));
    QVERIFY2(page->bestSentence().contains(QStringLiteral("One run each")), qPrintable(page->bestSentence()));
    // A menu is modal while it is open: its own signal fills it.
    emit page->others()->menu()->aboutToShow();
    QAction* first = page->others()->menu()->actions().front();
    QVERIFY(first->isChecked());
    first->trigger();
    QCOMPARE(page->others()->text(), QStringLiteral("Other sessions: 0 of 1"));
    QVERIFY(page->bestSentence().isEmpty());
    QVERIFY(!page->best()->summary().contains(QStringLiteral("in “")));
    // Remembered while the window is open, on another session and back.
    QVERIFY(w.filter(*page, *parseFilter("correct")));
    QCOMPARE(page->others()->text(), QStringLiteral("Other sessions: 0 of 1"));
    emit page->others()->menu()->aboutToShow();
    page->others()->menu()->actions().front()->trigger();
    QTRY_VERIFY(page->best()->summary().contains(QStringLiteral("in “")));
  }

  void replaySaysThatItIsNoEvidence() {
    const Window w;
    QVERIFY(w.ready);
    QVERIFY(w.replay());
    auto* page = w.show<OverviewPage>(Command::ShowOverview);
    QVERIFY(page != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(w.selection().table()->summary.kind == SessionKind::Search, kPatience);
    const auto labels = page->findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
      return label->isVisible() && label->text().contains(QStringLiteral("no evidence"));
    }));
    QVERIFY(!page->funnel()->summary().contains(QStringLiteral("trusted not applicable")));
  }

  void budgetsAreEqualBeforeTheyAreCompared() {
    const BestLine own{"t", "t", {}, 10, {{1, 1.0, 0, {}}, {4, 2.0, 1, {}}, {9, 8.0, 2, {}}}};
    BestLine other{"t", "t", "run 2", 5, {{2, 3.0, 0, {}}}};
    // Ours reached 8× at its ninth evaluation; the other one had five.
    QCOMPARE(equalBudgetSentence({own}, {other}),
             QStringLiteral(
                 "After 5 evaluations each t has 2.00× here and 3.00× in “run 2”. One run each: another "
                 "may go another way."));
    other.steps.clear();
    QVERIFY(equalBudgetSentence({own}, {other}).contains(QStringLiteral("nothing right in “run 2”")));
    other.label = QStringLiteral("t, A100");  // another race
    QVERIFY(equalBudgetSentence({own}, {other}).isEmpty());
    QVERIFY(equalBudgetSentence({own}, {}).isEmpty());
  }

  void stagesAreTakenOutAlone() {
    const RowFilter filter = *parseFilter("task:x -failed correct speedup>=2");
    QCOMPARE(filterText(withoutStages(filter)), filterText(*parseFilter("task:x -failed speedup>=2")));
    QCOMPARE(stageOf(filter), std::string("correct"));
    QCOMPARE(stageOf(*parseFilter("correct measured")), std::string());
    QCOMPARE(stageOf(*parseFilter("-correct")), std::string());
    QCOMPARE(filterText(ofSearch(filter)), filterText(*parseFilter("task:x")));
  }

  void layoutsHold_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("1440x900") << QSize(1440, 900);
    QTest::newRow("1100x700") << QSize(1100, 700);
  }
  void layoutsHold() {
    QFETCH(QSize, size);
    const Window w(size);
    QVERIFY(w.ready);
    auto* overview = w.show<OverviewPage>(Command::ShowOverview);
    QVERIFY(overview != nullptr);
    QTest::qWait(50);
    QStringList problems = overlapsIn(*overview) + cutTextsIn(*overview);
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
    auto* page = w.show<CalibrationPage>(Command::ShowCalibration);
    QVERIFY(page != nullptr);
    const auto scores = stats::scoreSession(*w.selection().table(), BinRule::Prompt);
    click(*page->reliability(), page->reliability()->centreOf(numberOf(scores.reliability.front())));
    QTRY_VERIFY(page->group()->rowCount() > 0);
    QTest::qWait(50);
    problems = overlapsIn(*page) + cutTextsIn(*page);
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
  }

 private:
  WarningGuard guard_;
};

QTEST_MAIN(TestOverviewCalibration)
#include "test_overview_calibration.moc"
