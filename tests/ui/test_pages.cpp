// The pages of a session on the sample, by mouse and keyboard: what they show, and that they agree.
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "core/analysis/worst_forecasts.h"
#include "core/search/config.h"
#include "core/stats/session_scores.h"
#include "tests/ui/SampleWindow.h"
#include "tests/ui/WarningGuard.h"
#include "ui/MainWindow.h"
#include "ui/charts/BestSoFarChart.h"
#include "ui/charts/CasesHeatMap.h"
#include "ui/charts/ForecastScatter.h"
#include "ui/charts/FunnelBars.h"
#include "ui/charts/LineageView.h"
#include "ui/charts/ReliabilityChart.h"
#include "ui/charts/ScatterTools.h"
#include "ui/charts/ScatterView.h"
#include "ui/dialogs/FileActions.h"
#include "ui/dialogs/NewSearchDialog.h"
#include "ui/dialogs/PaletteDialog.h"
#include "ui/models/CandidateTableModel.h"
#include "ui/models/CommandRouter.h"
#include "ui/models/EventTableModel.h"
#include "ui/models/MisrankTableModel.h"
#include "ui/models/SearchJob.h"
#include "ui/models/Workspace.h"
#include "ui/pages/CalibrationPage.h"
#include "ui/pages/CandidateTable.h"
#include "ui/pages/CandidatesPage.h"
#include "ui/pages/CasesView.h"
#include "ui/pages/CostliestPairs.h"
#include "ui/pages/ForecastsPage.h"
#include "ui/pages/InspectorPanel.h"
#include "ui/pages/LineagePage.h"
#include "ui/pages/LogPage.h"
#include "ui/pages/MisranksPage.h"
#include "ui/pages/OverviewPage.h"
#include "ui/pages/PairPage.h"
#include "ui/pages/SessionPage.h"
#include "ui/pages/SourceDiffView.h"
#include "ui/widgets/Chip.h"
#include "ui/widgets/CodeView.h"
#include "ui/widgets/InlineMessage.h"
#include "ui/widgets/KernelLinks.h"
#include "ui/widgets/KeyFigure.h"
#include "ui/widgets/Segments.h"

using namespace kernelcast;
using namespace kernelcast::ui;
using kernelcast::tests::kPatience;
using kernelcast::tests::SampleWindow;

class TestPages : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    Theme::instance().apply(*qApp);
    Theme::instance().setMode(ThemeMode::Light);
  }
  void cleanup() { VERIFY_NO_WARNINGS(guard_); }

  void overviewSaysTheBestAndFiltersByStage() {
    const SampleWindow s;
    QVERIFY(s.ready);
    auto* page = s.show<OverviewPage>(Command::ShowOverview);
    QVERIFY(page != nullptr);
    QVERIFY2(page->best()->summary().contains(QStringLiteral("transpose: 7.57×")),
             qPrintable(page->best()->summary()));
    QVERIFY2(page->funnel()->summary().contains(QStringLiteral("trusted not applicable")),
             qPrintable(page->funnel()->summary()));
    QVERIFY(page->funnel()->summary().contains(QStringLiteral("correct 32")));
    // The stage "correct" is the eighth.
    QTest::mouseClick(page->funnel(), Qt::LeftButton, {}, page->funnel()->rowRect(7).center().toPoint());
    QCOMPARE(s.selection().visibleRows().size(), std::size_t{32});
    QCOMPARE(filterText(s.selection().filter()), std::string("correct"));
    QTest::mouseClick(page->funnel(), Qt::LeftButton, {}, page->funnel()->rowRect(7).center().toPoint());
    QCOMPARE(s.selection().visibleRows().size(), std::size_t{38});
    // A corner of the first line selects the kernel that made it.
    QTest::mouseClick(page->best(), Qt::LeftButton, {}, page->best()->pointOf(0, 0).toPoint());
    QVERIFY(s.selection().current() != nullptr);
  }

  void reliabilityBarFiltersToExactlyItsRows() {
    const SampleWindow s;
    QVERIFY(s.ready);
    auto* page = s.show<CalibrationPage>(Command::ShowCalibration);
    QVERIFY(page != nullptr);
    const auto scores = stats::scoreSession(s.table(), BinRule::Prompt);
    int checked = 0;
    for (const stats::ReliabilityGroup& group : scores.reliability) {
      const int number = static_cast<int>(group.low * 10 + 0.5) + 1;
      QTest::mouseClick(page->reliability(), Qt::LeftButton, {},
                        page->reliability()->centreOf(number).toPoint());
      std::vector<int> wanted;
      for (const int forecast : group.forecasts)
        wanted.push_back(s.table().forecasts[static_cast<std::size_t>(forecast)].row);
      std::sort(wanted.begin(), wanted.end());
      QCOMPARE(s.selection().visibleRows(), wanted);
      // The chart stays whole, so that another bar can be chosen.
      QVERIFY(QTest::qWaitFor([&] { return page->isSettled(); }, kPatience));
      QVERIFY(page->reliability()->summary().contains(QStringLiteral("of %1").arg(group.n)));
      ++checked;
    }
    QVERIFY(checked >= 5);
    QTest::mouseClick(page->reliability(), Qt::LeftButton, {},
                      page->reliability()
                          ->centreOf(static_cast<int>(scores.reliability.back().low * 10 + 0.5) + 1)
                          .toPoint());
    QVERIFY(s.selection().filter().isEmpty());
    QVERIFY2(page->sentence().contains(QStringLiteral("n = 32")), qPrintable(page->sentence()));
  }

  void boxIsOneStepOfTheFilterHistory() {
    const SampleWindow s;
    QVERIFY(s.ready);
    auto* page = s.show<ForecastsPage>(Command::ShowForecasts);
    QVERIFY(page != nullptr);
    ScatterView& view = *page->scatter()->view();
    for (const int shown : {0, 1}) {
      QTest::mouseClick(page->views()->segment(shown), Qt::LeftButton);
      QCOMPARE(page->scatter()->quantity(), shown == 0 ? ScatterQuantity::Speedup : ScatterQuantity::Runtime);
      const int row = s.rowNamed("coalesced_writes");
      const QPointF at = *page->scatter()->positionOf(row);
      QTest::mouseClick(page->tools()->box(), Qt::LeftButton);
      QVERIFY(view.hasFocus());
      QTest::mousePress(view.viewport(), Qt::LeftButton, {}, (at - QPointF(4, 4)).toPoint());
      for (const QPointF to : {at, at + QPointF(20, 12)}) {
        QMouseEvent move(QEvent::MouseMove, to, view.viewport()->mapToGlobal(to), Qt::NoButton,
                         Qt::LeftButton, {});
        QApplication::sendEvent(view.viewport(), &move);
      }
      QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, (at + QPointF(20, 12)).toPoint());
      QTRY_VERIFY(!s.selection().filter().isEmpty());
      QVERIFY(s.selection().isVisible(row));
      QVERIFY(s.selection().visibleRows().size() < 10);
      QVERIFY2(filterText(s.selection().filter()).starts_with(shown == 0 ? "speedup:" : "runtime_us:"),
               filterText(s.selection().filter()).c_str());
      QVERIFY(*parseFilter(filterText(s.selection().filter())) == s.selection().filter());
      s->trigger(Command::Back);
      QVERIFY(s.selection().filter().isEmpty());
      QCOMPARE(s.selection().visibleRows().size(), std::size_t{38});
      QTest::keyClick(&view, Qt::Key_Escape);
      QVERIFY(!page->tools()->box()->isChecked());
    }
  }

  void casesOfEachTaskLeadToTheirKernels() {
    const SampleWindow s;
    QVERIFY(s.ready);
    s.selection().setCurrentRow(s.rowNamed("coalesced_writes"));
    auto* page = s.show<ForecastsPage>(Command::ShowForecasts);
    QVERIFY(page != nullptr);
    QTest::mouseClick(page->views()->segment(2), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return page->isSettled(); }, kPatience));
    const CasesHeatMap& map = *page->cases()->map();
    QVERIFY(map.isVisible() && !page->scatter()->isVisible() && !page->tools()->isVisible());
    QVERIFY2(map.summary().contains(QStringLiteral(" on 3 cases of transpose, ")), qPrintable(map.summary()));
    QCOMPARE(page->cases()->tasks()->count(), 4);
    QVERIFY(page->cases()->tasks()->isVisible() && !page->cases()->devices()->isVisible());
    // The same figures as the inspector's: 1018 µs of the reference, 321 µs, 3.17×.
    const int kernel = map.currentKernel();
    QVERIFY(kernel >= 0);
    QCOMPARE(map.content().row(kernel).name, std::string("coalesced_writes"));
    QVERIFY2(
        casesCellText(map.content(), kernel, 0).contains(QStringLiteral("3.17×: 321 µs, reference 1.02 ms")),
        qPrintable(casesCellText(map.content(), kernel, 0)));
    // Another task, by keyboard; the selection stays where it is.
    page->cases()->tasks()->setFocus();
    QTest::keyClick(page->cases()->tasks(), Qt::Key_Up);
    QVERIFY(QTest::qWaitFor([&] { return page->isSettled(); }, kPatience));
    QVERIFY2(!map.summary().contains(QStringLiteral("transpose")), qPrintable(map.summary()));
    QCOMPARE(map.currentKernel(), -1);
    QTest::mouseClick(map.viewport(), Qt::LeftButton, {}, map.cellRect(1, 0).center().toPoint());
    QTRY_COMPARE(s.selection().currentRow(), map.content().grid.rows[1]);
    // A kernel of another task brings its task.
    s.selection().setCurrentRow(s.rowNamed("tf32_wmma"));
    QVERIFY(QTest::qWaitFor([&] { return page->isSettled(); }, kPatience));
    QVERIFY2(map.summary().contains(QStringLiteral("of sgemm")), qPrintable(map.summary()));
    QVERIFY(map.currentKernel() >= 0);
    // And a filter its rows.
    s.selection().setFilter(*parseFilter("task=row_softmax -failed"));
    QVERIFY(QTest::qWaitFor([&] { return page->isSettled(); }, kPatience));
    QVERIFY2(map.summary().contains(QStringLiteral("of row_softmax")) &&
                 !map.summary().contains(QStringLiteral("failed")),
             qPrintable(map.summary()));
    QCOMPARE(static_cast<std::size_t>(map.content().kernels()), s.selection().visibleRows().size());
    QVERIFY(!page->cases()->choices()->isVisible());
    s.selection().setFilter({});
    QTest::mouseClick(page->views()->segment(0), Qt::LeftButton);
    QVERIFY(page->scatter()->isVisible());
    QCOMPARE(page->scatter()->view()->item().points().size(), std::size_t{38});
  }

  void heaviestPairsLeadToThePair() {
    const SampleWindow s;
    QVERIFY(s.ready);
    auto* page = s.show<ForecastsPage>(Command::ShowForecasts);
    QVERIFY(page != nullptr);
    QTest::mouseClick(page->sides()->segment(1), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return page->isSettled(); }, kPatience));
    CostliestPairs& pairs = *page->pairs();
    QCOMPARE(pairs.model()->rowCount(), 10);
    QVERIFY2(pairs.sentence().startsWith(QStringLiteral("10 of 26, heaviest first")),
             qPrintable(pairs.sentence()));
    const auto heaviest = analysis::misranks(s.table(), s.selection().visibleRows(), 10);
    QCOMPARE(pairs.model()->pairAt(1)->favourite, heaviest.list[1].favourite);
    const QModelIndex second = pairs.model()->index(1, 0);
    QTest::mouseClick(pairs.list()->viewport(), Qt::LeftButton, {},
                      pairs.list()->visualRect(second).center());
    QCOMPARE(s.selection().currentRow(), heaviest.list[1].favourite);
    QVERIFY2(
        second.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("was forecast faster than")),
        qPrintable(second.data(Qt::AccessibleTextRole).toString()));
    QTest::keyClick(pairs.list(), Qt::Key_Return);
    QTRY_VERIFY(s->showsPair());
    QVERIFY(QTest::qWaitFor([&] { return s->pair()->isSettled(); }, kPatience));
    QTest::keyClick(s->pair(), Qt::Key_Escape);
    s.selection().setFilter(*parseFilter("#14"));
    QVERIFY(QTest::qWaitFor([&] { return page->isSettled(); }, kPatience));
    QVERIFY(pairs.sentence().startsWith(QStringLiteral("No two kernels")));
    QVERIFY(!pairs.list()->isVisible());
    s.selection().setFilter({});
    QVERIFY(QTest::qWaitFor([&] { return page->isSettled() && pairs.all()->isVisible(); }, kPatience));
    QTest::mouseClick(pairs.all(), Qt::LeftButton);
    QCOMPARE(s->sessionPage()->shownPage(), Command::ShowMisranks);
  }

  void misrankLeadsToThePair() {
    const SampleWindow s;
    QVERIFY(s.ready);
    auto* page = s.show<MisranksPage>(Command::ShowMisranks);
    QVERIFY(page != nullptr);
    QVERIFY2(
        page->sentence().startsWith(QStringLiteral("20 of 113 pairs in the wrong order; 6 kernels failed")),
        qPrintable(page->sentence()));
    QCOMPARE(page->model()->rowCount(), 26);
    // The name gives way to the number, so both are there apart.
    const QModelIndex first = page->model()->index(0, MisrankTableModel::Better);
    QCOMPARE(first.data(MisrankTableModel::NameRole).toString(), QStringLiteral("#18 smem_tile_padded_32x2"));
    QCOMPARE(first.data(MisrankTableModel::FigureRole).toString(), QStringLiteral("7.19×"));
    const QModelIndex failed = page->model()->index(0, MisrankTableModel::Favourite);
    QCOMPARE(failed.data(MisrankTableModel::FigureRole).toString(), QStringLiteral("failed"));
    QVERIFY(failed.data(Qt::DisplayRole).toString().endsWith(QStringLiteral("wrong result")));
    QTest::mouseClick(page->workingOnly(), Qt::LeftButton, {}, QPoint(8, page->workingOnly()->height() / 2));
    QTRY_COMPARE(page->model()->rowCount(), 20);
    QVERIFY(page->sentence().contains(QStringLiteral("6 kernels failed")));
    page->workingOnly()->setChecked(false);
    QTRY_COMPARE(page->model()->rowCount(), 26);
    page->pairs()->selectRow(2);
    const analysis::Misrank pair = *page->model()->pairAt(2);
    QCOMPARE(s.selection().currentRow(), pair.favourite);
    QTest::keyClick(page->pairs(), Qt::Key_Return);
    QTRY_VERIFY(s->showsPair());
    QVERIFY(QTest::qWaitFor([&] { return s->pair()->isSettled(); }, kPatience));
    QVERIFY2(s->pair()->verdict().contains(QStringLiteral("It was wrong.")),
             qPrintable(s->pair()->verdict()));
    QVERIFY(s->pair()->comparison().cases.size() == 3);
    QVERIFY(s->pair()->source()->summary().contains(QStringLiteral("lines differ")));
    QCOMPARE(s->pair()->source()->left()->lines(), s->pair()->source()->right()->lines());  // aligned
    QVERIFY(!s->inspector()->isVisible());
    QTest::keyClick(s->pair(), Qt::Key_Escape);
    QVERIFY(!s->showsPair());
  }

  void worstForecastsLeadToTheirKernel() {
    const SampleWindow s;
    QVERIFY(s.ready);
    auto* page = s.show<OverviewPage>(Command::ShowOverview);
    QVERIFY(page != nullptr);
    const auto worst = analysis::worstForecasts(s.table(), s.selection().visibleRows(), BinRule::Prompt);
    const std::vector<KernelLink> links = page->worst()->entries();
    QCOMPARE(links.size(), worst.size());
    QCOMPARE(links.size(), 5U);
    QVERIFY(links[0].text.contains(QStringLiteral("thread_block_4x4")) ||
            links[0].text.contains(QStringLiteral("coalesced_writes")));
    QVERIFY2(links[0].below.contains(QStringLiteral("was ≤ 4× (given 0%)")), qPrintable(links[0].below));
    QTest::mouseClick(page->worst()->findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(s.selection().currentRow(), worst[0].row);
    s.selection().setFilter(*parseFilter("task:sgemm"));
    QTRY_VERIFY(page->isSettled() && page->worst()->entries() != links);
    for (const KernelLink& link : page->worst()->entries()) {
      if (link.row < 0) continue;
      const int task = s.table().rows[static_cast<std::size_t>(link.row)].task;
      QCOMPARE(s.table().tasks[static_cast<std::size_t>(task)], std::string("sgemm"));
    }
  }

  void shortOfTheBestNamesItsKernels() {
    const SampleWindow s;
    QVERIFY(s.ready);
    QVERIFY(s.show<OverviewPage>(Command::ShowOverview) != nullptr);
    const auto described = [&] {
      for (const KeyFigure* figure : s->sessionPage()->findChildren<KeyFigure*>()) {
        if (figure->caption().startsWith(QStringLiteral("short of the best")))
          return figure->accessibleDescription();
      }
      return QString();
    };
    QTRY_VERIFY(
        described().contains(QStringLiteral("sgemm: measuring the top 1 of 9 finds tf32_wmma, which failed; "
                                            "missed is block64_t4 with 2.26×: 100% short")));
    QVERIFY2(described().contains(QStringLiteral("causal_conv1d: measuring the top 1 of 7 leaves it to "
                                                 "chance among equal forecasts; missed is vec4 with 2.01×")),
             qPrintable(described()));
  }

  void twoSelectedRowsMakeAPair() {
    const SampleWindow s;
    QVERIFY(s.ready);
    auto* page = s.show<CandidatesPage>(Command::ShowCandidates);
    QVERIFY(page != nullptr);
    auto* table = page->findChild<CandidateTable*>();
    const auto centre = [&](int place) {
      return table->visualRect(table->model()->index(place, 1)).center();
    };
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, centre(1));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::ControlModifier, centre(4));
    QCOMPARE(s.selection().picked().size(), 2U);
    QTest::keyClick(table, Qt::Key_D);
    QTRY_VERIFY(s->showsPair());
    QTest::keyClick(s->pair(), Qt::Key_Escape);
    // One more, and there is no pair to speak of but the current kernel's parent.
    QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::ControlModifier, centre(6));
    QVERIFY(s.selection().picked().empty());
  }

  void enterOnAPointOpensTheInspector() {
    const SampleWindow s;
    QVERIFY(s.ready);
    auto* page = s.show<ForecastsPage>(Command::ShowForecasts);
    QVERIFY(page != nullptr);
    QVERIFY(s.select("tile64_vec"));
    ScatterView* chart = page->scatter()->view();
    chart->setFocus(Qt::TabFocusReason);
    QTest::keyClick(chart, Qt::Key_Return);
    QTRY_VERIFY(s->inspector()->isAncestorOf(qApp->focusWidget()));
  }

  void markedKernelsMakeAPair() {
    const SampleWindow s;
    QVERIFY(s.ready);
    QVERIFY(s.show<MisranksPage>(Command::ShowMisranks) != nullptr);
    const int one = s.rowNamed("naive");
    const int other = s.rowNamed("block64_t4");
    QVERIFY(one >= 0 && other >= 0);
    s->trigger(Command::Difference);
    QVERIFY(!s->showsPair());
    QVERIFY(s->message()->text().contains(QStringLiteral("Mark two kernels")));
    s.selection().setCurrentRow(one);
    s->trigger(Command::Mark);
    s.selection().setCurrentRow(other);
    s->trigger(Command::Mark);
    s->trigger(Command::Difference);
    QVERIFY(s->showsPair());
    QVERIFY(QTest::qWaitFor([&] { return s->pair()->isSettled(); }, kPatience));
    QCOMPARE(s->pair()->comparison().wonByB, static_cast<int>(s->pair()->comparison().cases.size()));
    QTest::mouseClick(s->pair()->backButton(), Qt::LeftButton);
    QVERIFY(!s->showsPair());
  }

  void treeSelectsWhatIsClicked() {
    const SampleWindow s;
    QVERIFY(s.ready);
    auto* page = s.show<LineagePage>(Command::ShowLineage);
    QVERIFY(page != nullptr);
    QVERIFY2(page->tree()->summary().startsWith(QStringLiteral("38 kernels in ")),
             qPrintable(page->tree()->summary()));
    for (const char* name : {"tile64_vec", "tf32_wmma", "vec4"}) {
      const int row = s.rowNamed(name);
      QTest::mouseClick(page->tree(), Qt::LeftButton, {}, page->tree()->pointOf(row).toPoint());
      QCOMPARE(s.selection().currentRow(), row);
    }
    page->tree()->setFocus();
    QTest::keyClick(page->tree(), Qt::Key_Left);  // vec4 was written from the reference: nothing to go to
    QCOMPARE(s.selection().currentRow(), s.rowNamed("vec4"));
    QTest::keyClick(page->tree(), Qt::Key_Right);
    QCOMPARE(s.selection().current()->parentName, std::string("vec4"));
  }

  void logOfASessionThatWasImportedSaysWhyItIsEmpty() {
    const SampleWindow s;
    QVERIFY(s.ready);
    auto* page = s.show<LogPage>(Command::ShowLog);
    QVERIFY(page != nullptr);
    QTRY_VERIFY(page->countText().startsWith(QStringLiteral("no events")));
  }

  void newSearchRunsAndIsLogged() {
    const SampleWindow s;
    QVERIFY(s.ready);
    s->trigger(Command::NewSearch);
    auto* dialog = s->findChild<NewSearchDialog*>();
    QVERIFY(dialog != nullptr);
    QVERIFY2(dialog->problem().isEmpty(), qPrintable(dialog->problem()));
    QVERIFY(!dialog->card("threshold")->isEnabled());
    // Two of two samples save nothing, and it says so.
    dialog->spin(QStringLiteral("k"))->setValue(2);
    QVERIFY2(dialog->estimateText().contains(QStringLiteral("saves no evaluation")),
             qPrintable(dialog->estimateText()));
    dialog->spin(QStringLiteral("k"))->setValue(1);
    QVERIFY(dialog->estimateText().contains(QStringLiteral("candidates, at most 13")));
    // What is saved for the command line is what would run.
    const auto read = search::searchConfigFromJson(search::toJson(dialog->config()));
    QVERIFY(read && *read == dialog->config());
    dialog->spin(QStringLiteral("delay"))->setValue(0);
    auto* forecasts = s.show<ForecastsPage>(Command::ShowForecasts);
    QVERIFY(forecasts != nullptr);
    forecasts->views()->segment(2)->click();
    QTest::mouseClick(dialog->startButton(), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return s->workspace().job() != nullptr; }, kPatience));
    QVERIFY(!s->commands().whyNot(Command::NewSearch).isEmpty());
    QVERIFY(QTest::qWaitFor([&] { return s->workspace().job() == nullptr; }, kPatience));
    QTRY_VERIFY_WITH_TIMEOUT(s.table().summary.state == SessionState::Finished, kPatience);
    // The cases of a search come with its rows.
    QVERIFY(QTest::qWaitFor([&] { return forecasts->isSettled(); }, kPatience));
    const CasesContent& cases = forecasts->cases()->map()->content();
    QCOMPARE(cases.table, s.selection().table());
    const auto judged = std::count_if(s.table().rows.begin(), s.table().rows.end(),
                                      [](const CandidateRow& row) { return isMeasured(row.status); });
    QVERIFY(judged > 0 && cases.kernels() == static_cast<int>(judged));
    QVERIFY(std::isfinite(cases.grid.highest));
    auto* log = s.show<LogPage>(Command::ShowLog);
    QVERIFY(log != nullptr);
    QTRY_VERIFY(log->model()->rowCount() > 20);
    log->events()->selectRow(2);
    QTRY_VERIFY(log->detail()->toPlainText().contains(QStringLiteral("\"payload\"")));
    const int all = log->model()->rowCount();
    QTest::keyClicks(log->text(), QStringLiteral("forecast"));
    QTRY_VERIFY(log->model()->rowCount() > 0 && log->model()->rowCount() < all);
    QTRY_VERIFY(log->countText().startsWith(QStringLiteral("showing ")));
  }

  void paletteFindsKernelsByTheirSource() {
    const SampleWindow s;
    QVERIFY(s.ready);
    s->trigger(Command::Palette);
    auto* palette = s->findChild<PaletteDialog*>();
    QVERIFY(palette != nullptr);
    QTest::keyClicks(palette->field(), QStringLiteral("wmma"));
    QVERIFY(QTest::qWaitFor([&] { return palette->isSettled(); }, kPatience));
    int row = 0;
    while (row < palette->model()->rowCount() &&
           !palette->model()->at(row)->title.endsWith(QStringLiteral("tf32_wmma")))
      ++row;
    QVERIFY(row < palette->model()->rowCount());
    while (palette->list()->currentIndex().row() < row) QTest::keyClick(palette->field(), Qt::Key_Down);
    s.selection().setFilter(*parseFilter("task=transpose"));  // hides it; what is asked for by name is shown
    QTest::keyClick(palette->field(), Qt::Key_Return);
    QTRY_COMPARE(s.selection().currentRow(), s.rowNamed("tf32_wmma"));
    // And commands.
    s->trigger(Command::Palette);
    palette = nullptr;
    for (auto* open : s->findChildren<PaletteDialog*>()) {
      if (open->isVisible()) palette = open;
    }
    QVERIFY(palette != nullptr);
    QTest::keyClicks(palette->field(), QStringLiteral("linea"));
    QTest::keyClick(palette->field(), Qt::Key_Return);
    QTRY_COMPARE(s->sessionPage()->shownPage(), Command::ShowLineage);
  }

  void filesGoOutAndComeInAgain() {
    const SampleWindow s;
    QVERIFY(s.ready);
    QSignalSpy said(s->files(), &FileActions::said);
    s.selection().setFilter(*parseFilter("task=sgemm"));
    const QString csv = s.folder.filePath(QStringLiteral("rows.csv"));
    s->files()->exportCsv(csv);
    QTRY_COMPARE_WITH_TIMEOUT(said.size(), 1, kPatience);
    QVERIFY(!said.last()[0].toBool());
    QFile file(csv);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll().count('\n'),
             qsizetype(1) + static_cast<qsizetype>(s.selection().visibleRows().size()));
    const QString html = s.folder.filePath(QStringLiteral("report.html"));
    s->files()->writeReport(html);
    QTRY_COMPARE_WITH_TIMEOUT(said.size(), 2, kPatience);
    QVERIFY2(!said.last()[0].toBool(), qPrintable(said.last()[1].toString()));
    QVERIFY(QFileInfo(html).size() > 50'000);
    // Into a folder that is not there: said, and nothing written.
    s->files()->exportCsv(s.folder.filePath(QStringLiteral("none/rows.csv")));
    QTRY_COMPARE_WITH_TIMEOUT(said.size(), 3, kPatience);
    QVERIFY(said.last()[0].toBool());
    QVERIFY(s->message()->isVisible() && s->message()->tone() == InlineMessage::Tone::Error);
    // A file that is no session.
    s->files()->drop({csv});
    QTRY_COMPARE_WITH_TIMEOUT(said.size(), 4, kPatience);
    QVERIFY(said.last()[1].toString().startsWith(
        QStringLiteral("rows.csv was not imported, and the library is as it was")));
    QCOMPARE(s->workspace().sessions().summaries().size(), std::size_t{1});
  }

 private:
  tests::WarningGuard guard_;
};

QTEST_MAIN(TestPages)
#include "test_pages.moc"
