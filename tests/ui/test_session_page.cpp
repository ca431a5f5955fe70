// One session on the page and in the inspector, from values alone: one selection, one filter, for every view.
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include "tests/ui/WarningGuard.h"
#include "tests/ui/fixture_table.h"
#include "ui/charts/ConfusionMatrix.h"
#include "ui/charts/ForecastScatter.h"
#include "ui/charts/ScatterView.h"
#include "ui/models/CandidateTableModel.h"
#include "ui/models/ColumnChoice.h"
#include "ui/models/CommandRouter.h"
#include "ui/models/SessionListModel.h"
#include "ui/models/SessionScorer.h"
#include "ui/models/Settings.h"
#include "ui/models/Workspace.h"
#include "ui/pages/CandidateTable.h"
#include "ui/pages/CandidatesPage.h"
#include "ui/pages/FilterBar.h"
#include "ui/pages/FilterEdit.h"
#include "ui/pages/ForecastsPage.h"
#include "ui/pages/InspectorDetail.h"
#include "ui/pages/InspectorPanel.h"
#include "ui/pages/InspectorSource.h"
#include "ui/pages/InspectorSummary.h"
#include "ui/pages/KeyFigureRow.h"
#include "ui/pages/SessionListPanel.h"
#include "ui/pages/SessionPage.h"
#include "ui/widgets/Chip.h"
#include "ui/widgets/CodeView.h"
#include "ui/widgets/KeyFigure.h"
#include "ui/widgets/Theme.h"

using namespace kernelcast;
using namespace kernelcast::ui;
using kernelcast::tests::fixtureTable;

namespace {

struct Opened {
  QTemporaryDir folder;
  Settings settings{folder.filePath(QStringLiteral("settings.ini"))};
  Workspace workspace;
  Selection& selection = workspace.selection();
  SessionScorer& scorer = workspace.scorer();
  CommandRouter commands;
  CandidateTableModel model{selection};
  ColumnChoice columns{settings};
  SessionPage page{PageContext{workspace, selection, commands, settings, model, columns}};
  InspectorPanel inspector{selection};

  explicit Opened(int rows = 60) {
    page.showPage(Command::ShowForecasts);
    selection.setTable(fixtureTable(rows));
    page.resize(830, 800);
    page.show();
    inspector.resize(370, 800);
    inspector.show();
  }
  [[nodiscard]] const SessionTable& table() const { return *selection.table(); }
};

CandidateDetail hostileDetail() {
  CandidateDetail detail;
  detail.source = std::string(10 << 20, 'x');
  detail.note = "<h1>note</h1>";
  Forecast forecast;
  forecast.rationale = "fast <img src='http://example.invalid/x.png'> & <b>bold</b>";
  detail.forecasts = {forecast};
  Measurement failed;
  failed.status = MeasurementStatus::CompileFailed;
  failed.error = "error: <script>alert(1)</script> \xff";
  detail.runs = {failed};
  return detail;
}

}  // namespace

class TestSessionPage : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { Theme::instance().apply(*qApp); }
  void cleanup() { VERIFY_NO_WARNINGS(guard_); }

  void clickedPointIsCurrentEverywhere() {
    Opened p;
    QVERIFY(QTest::qWaitForWindowExposed(&p.page));
    ForecastScatter* scatter = p.page.page<ForecastsPage>()->scatter();
    const QSignalSpy wanted(&p.inspector, &InspectorPanel::detailWanted);
    for (const int row : {3, 17, 41}) {
      const auto position = scatter->positionOf(row);
      QVERIFY(position);
      QTest::mouseClick(scatter->view()->viewport(), Qt::LeftButton, {}, position->toPoint());
      QTRY_VERIFY(p.selection.currentRow() >= 0);
      // Where marks overlap, the nearest is meant.
      const int current = p.selection.currentRow();
      QCOMPARE(scatter->currentRow(), current);
      CandidateTable* table = p.page.page<ForecastsPage>()->table();
      QCOMPARE(table->currentIndex().data(CandidateTableModel::RowRole).toInt(), current);
      QVERIFY(table->selectionModel()->isRowSelected(table->currentIndex().row()));
      QCOMPARE(p.inspector.summary()->name(),
               QString::fromStdString(p.table().rows[static_cast<std::size_t>(current)].name));
      QCOMPARE(wanted.last().first().toInt(), current);
      p.selection.setCurrentRow(-1);
    }
  }

  void currentTableRowIsCurrentEverywhere() {
    Opened p;
    p.page.showPage(Command::ShowCandidates);
    CandidateTable* table = p.page.page<CandidatesPage>()->table();
    table->sortByColumn(6, Qt::DescendingOrder);
    table->setCurrentIndex(p.model.index(5, 1));
    const int row = p.model.rowAt(5);
    QCOMPARE(p.selection.currentRow(), row);
    p.page.showPage(Command::ShowForecasts);
    QCOMPARE(p.page.page<ForecastsPage>()->scatter()->currentRow(), row);
    QCOMPARE(p.page.page<ForecastsPage>()->table()->currentIndex().row(), 5);
    p.page.stepRow(+1);
    QCOMPARE(p.selection.currentRow(), p.model.rowAt(6));
    p.page.stepRow(-1);
    p.page.stepRow(-1);
    QCOMPARE(table->currentIndex().row(), 4);
  }

  void everyViewCountsTheSameRows() {
    Opened p(200);
    QSignalSpy scored(&p.scorer, &SessionScorer::scored);
    p.selection.setFilter(*parseFilter("task=sgemm"));
    QCOMPARE(p.model.rowCount(), 50);
    QCOMPARE(p.page.filterField()->countText(), QStringLiteral("showing 50 of 200"));
    QVERIFY(p.page.page<ForecastsPage>()->scatter()->summary().contains(QStringLiteral("of 50 ")));
    QTRY_VERIFY(!scored.isEmpty());

    // A cell that holds something.
    const CandidateRow* hit = nullptr;
    for (const int row : p.selection.visibleRows()) {
      const CandidateRow& candidate = p.table().rows[static_cast<std::size_t>(row)];
      if (outcomeOf(candidate, BinRule::Prompt) == Outcome::OffByOne) hit = &candidate;
    }
    QVERIFY(hit != nullptr);
    const int measured = *binOf(hit->speedup, BinRule::Prompt);
    ConfusionMatrix* matrix = p.page.page<ForecastsPage>()->matrix();
    const QPoint cell = matrix->cellRect(hit->predictedBin, measured).center().toPoint();
    scored.clear();
    QTest::mouseClick(matrix, Qt::LeftButton, {}, cell);
    const MatrixCell wanted{hit->predictedBin, measured};
    QTRY_VERIFY(cellOf(p.selection.filter()) == wanted);
    const auto n = static_cast<int>(p.selection.visibleRows().size());
    QVERIFY(n > 0 && n < 50);
    QCOMPARE(p.model.rowCount(), n);
    QCOMPARE(p.page.filterField()->countText(), QStringLiteral("showing %1 of 200").arg(n));
    QVERIFY(p.page.page<ForecastsPage>()->scatter()->summary().contains(QStringLiteral("of %1 ").arg(n)));
    QCOMPARE(matrix->selectedCell(), std::optional(ConfusionMatrix::Cell(wanted.predicted, wanted.measured)));
    QTRY_VERIFY(!scored.isEmpty());
    QTRY_COMPARE(p.page.figures()->figures()[0]->value(), QStringLiteral("0 of %1").arg(n));

    // A chip takes its condition away, the way back brings it, the cell itself takes away both.
    auto* chip = p.page.filterBar()->findChild<FilterChipButton*>();
    QVERIFY(chip != nullptr);
    QTest::mouseClick(chip, Qt::LeftButton);
    QVERIFY(!cellOf(p.selection.filter()));
    QVERIFY(p.model.rowCount() >= n && p.model.rowCount() <= 50);
    p.commands.trigger(Command::Back);
    QCOMPARE(p.model.rowCount(), n);
    QTest::mouseClick(matrix, Qt::LeftButton, {}, cell);
    QTRY_COMPARE(p.model.rowCount(), 50);
    QCOMPARE(filterText(p.selection.filter()), std::string("task=sgemm"));
  }

  void halfTypedFilterSaysWhatIsMissingAndKeepsTheRows() {
    Opened p;
    p.page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&p.page));
    p.commands.trigger(Command::FocusFilter);
    QLineEdit* text = p.page.filterField()->text();
    QTRY_VERIFY(text->hasFocus());
    QTest::keyClicks(text, QStringLiteral("task:sgemm"));
    QCOMPARE(p.model.rowCount(), 15);
    QVERIFY(p.page.filterField()->error().isEmpty());
    QTest::keyClicks(text, QStringLiteral(" f"));
    const int named = p.model.rowCount();
    QTest::keyClick(text, Qt::Key_Backspace);
    QTest::keyClick(text, Qt::Key_Backspace);
    QTest::keyClicks(text, QStringLiteral(" \"f"));  // the quote alone is a mistake already
    QCOMPARE(p.model.rowCount(), 15);
    QTest::keyClick(text, Qt::Key_QuoteDbl);
    QCOMPARE(p.model.rowCount(), named);
    text->setText(QStringLiteral("task:sgemm"));
    text->setText(QStringLiteral("task:sgemm speedup>"));
    QCOMPARE(p.model.rowCount(), 15);
    QVERIFY(p.page.filterField()->error().contains(QStringLiteral("character 12")));
    // Rows that come meanwhile leave what is typed alone.
    p.selection.setTable(fixtureTable(64));
    QCOMPARE(p.model.rowCount(), 16);
    QTest::keyClicks(text, QStringLiteral("=1"));
    QVERIFY(p.page.filterField()->error().isEmpty());
    QCOMPARE(text->text(), QStringLiteral("task:sgemm speedup>=1"));
    // Keystrokes are one step back, and what other views filter is written into the field.
    p.commands.trigger(Command::Back);
    QVERIFY(p.selection.filter().isEmpty());
    QCOMPARE(text->text(), QString());
    p.selection.toggleTerm(numberTerm("bin", 5));
    QCOMPARE(text->text(), QStringLiteral("bin:5"));
  }

  void typedTextFiltersAndEmptinessIsExplained() {
    Opened p;
    auto* text = p.page.filterField()->text();
    p.commands.trigger(Command::FocusFilter);
    QTest::keyClicks(text, QStringLiteral("no such kernel"));
    QCOMPARE(p.model.rowCount(), 0);
    bool explained = false;
    for (const QLabel* label : p.page.findChildren<QLabel*>()) {
      explained |= label->isVisible() && label->text().startsWith(QStringLiteral("No candidate passes"));
    }
    QVERIFY(explained);
    text->clear();
    QCOMPARE(p.model.rowCount(), 60);
  }

  void speedClassesChangeEveryView() {
    Opened p(200);
    const QString before = p.page.page<ForecastsPage>()->matrix()->summary();
    for (auto* chip : p.page.findChildren<ChoiceChip*>()) {
      if (chip->text() == QStringLiteral("as published")) QTest::mouseClick(chip, Qt::LeftButton);
    }
    QCOMPARE(p.selection.binRule(), BinRule::PaperCode);
    QVERIFY(p.page.page<ForecastsPage>()->matrix()->summary() != before);
    QCOMPARE(p.settings.value(Setting::SpeedClasses).toString(), QStringLiteral("paper-code"));
  }

  void copiedRowsAreTabSeparated() {
    Opened p;
    p.page.showPage(Command::ShowCandidates);
    CandidateTable* table = p.page.page<CandidatesPage>()->table();
    table->selectRow(0);
    table->selectionModel()->select(p.model.index(2, 0),
                                    QItemSelectionModel::Select | QItemSelectionModel::Rows);
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    const QStringList lines =
        QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines[0].count(QLatin1Char('\t')), static_cast<qsizetype>(p.columns.shown().size()) - 1);
    QVERIFY(lines[1].startsWith(QStringLiteral("#1\t")));
    QVERIFY(lines[2].startsWith(QStringLiteral("#3\t")));
  }

  void chosenColumnsShowInBothTables() {
    Opened p;
    const int column = 24;
    QVERIFY(p.page.page<ForecastsPage>()->table()->isColumnHidden(column));
    p.columns.setShown(column, true);
    QVERIFY(!p.page.page<ForecastsPage>()->table()->isColumnHidden(column));
    QVERIFY(!p.page.page<CandidatesPage>()->table()->isColumnHidden(column));
    p.columns.reset();
    QVERIFY(p.page.page<CandidatesPage>()->table()->isColumnHidden(column));
  }

  void hostileTextStaysPlain() {
    Opened p;
    auto table = fixtureTable(60);
    table->summary.id = "01J00000000000000000000001";
    table->summary.name = "<b>session</b>";
    table->rows[2].name = "<b>x</b>";
    table->rows[2].parentName = "<a href='x'>parent</a>";
    table->tasks[0] = "<i>task</i> & more";
    p.selection.setTable(table);
    p.selection.setCurrentRow(2);
    p.inspector.setContent(std::make_shared<const InspectorContent>(inspectorContent(hostileDetail())));
    QCOMPARE(p.inspector.summary()->name(), QStringLiteral("<b>x</b>"));
    QVERIFY(p.inspector.detail()->rationale().contains(QStringLiteral("<img src=")));
    QVERIFY(p.inspector.detail()->source()->code()->text().size() < 10'000);
    for (QWidget* root : {static_cast<QWidget*>(&p.page), static_cast<QWidget*>(&p.inspector)}) {
      for (const QLabel* label : root->findChildren<QLabel*>()) {
        const bool markup = label->text().contains(QLatin1Char('<'));
        if (markup) QCOMPARE(label->textFormat(), Qt::PlainText);
      }
      for (const QWidget* widget : root->findChildren<QWidget*>()) {
        for (const char* tag : {"<b>x", "<img", "<script", "<i>task", "<b>session"}) {
          QVERIFY2(!widget->toolTip().contains(QLatin1String(tag)), qPrintable(widget->toolTip()));
        }
      }
    }
    p.inspector.detail()->copySource();
    QCOMPARE(QGuiApplication::clipboard()->text().size(), 10 << 20);
    QVERIFY(p.page.grab().width() > 0);
    QVERIFY(p.inspector.grab().width() > 0);
  }

  void lateDetailOfAnotherRowIsNotShown() {
    Opened p;
    p.selection.setCurrentRow(2);
    QVERIFY(!p.inspector.detail()->isVisible());
    p.inspector.setContent(std::make_shared<const InspectorContent>(inspectorContent(hostileDetail())));
    QVERIFY(p.inspector.detail()->isVisible());
    p.selection.setCurrentRow(3);
    QVERIFY(!p.inspector.detail()->isVisible());
    p.selection.setCurrentRow(-1);
    p.inspector.setContent(std::make_shared<const InspectorContent>());
    QVERIFY(!p.inspector.detail()->isVisible());
  }

  void tenThousandSessionsAreListed() {
    SessionListModel model;
    SessionListPanel panel(model);
    panel.resize(236, 800);
    panel.show();
    std::vector<SessionSummary> sessions;
    for (int i = 0; i < 10'000; ++i) {
      SessionSummary s;
      s.id = "01J" + std::to_string(i);
      s.name = "search " + std::to_string(i);
      s.tasks = {"task " + std::to_string(i % 7)};
      sessions.push_back(s);
    }
    model.setSummaries(sessions);
    QSignalSpy chosen(&panel, &SessionListPanel::sessionChosen);
    panel.setOpenSession(sessions[7'000].id);
    QCOMPARE(chosen.size(), 0);
    QCOMPARE(model.idAt(panel.view()->currentIndex()), sessions[7'000].id);
    QTest::keyClick(panel.view(), Qt::Key_Down);
    QCOMPARE(chosen.size(), 1);
    // An update of what is there asks for nothing and moves nothing.
    const int place = panel.view()->verticalScrollBar()->value();
    sessions[3].measured = 5;
    model.setSummaries(sessions);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(panel.view()->verticalScrollBar()->value(), place);
    // Found by words of name and task, in any order.
    QTest::keyClicks(panel.filter(), QStringLiteral("3 7000"));
    QCOMPARE(model.rowCount(), 0);
    panel.filter()->setText(QStringLiteral("TASK search 7003"));
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.rowCount(model.index(0, 0)), 1);
    panel.filter()->clear();
    QCOMPARE(model.rowCount(), 7);
    QCOMPARE(chosen.size(), 1);
  }

  void themeSwitchRepaintsEverything() {
    Opened p;
    Theme::instance().setMode(ThemeMode::Light);
    p.selection.setCurrentRow(4);
    const auto corner = [](QWidget& widget) { return widget.grab().toImage().pixelColor(3, 3).lightness(); };
    QVERIFY(corner(p.inspector) > 200);
    Theme::instance().setMode(ThemeMode::Dark);
    QVERIFY(corner(p.inspector) < 60);
    // The chart is drawn from the theme, not from the palette.
    QVERIFY(corner(*p.page.page<ForecastsPage>()->scatter()) < 60);
    Theme::instance().setMode(ThemeMode::Light);
    QVERIFY(corner(p.inspector) > 200);
  }

 private:
  tests::WarningGuard guard_;
};

QTEST_MAIN(TestSessionPage)
#include "test_session_page.moc"
