// Theme, charts and small widgets of the window.
#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <set>
#include <vector>

#include "tests/ui/WarningGuard.h"
#include "tests/ui/fixture_table.h"
#include "ui/charts/CasesHeatMap.h"
#include "ui/charts/ConfusionMatrix.h"
#include "ui/charts/ForecastBars.h"
#include "ui/charts/ForecastScatter.h"
#include "ui/charts/LegendLabel.h"
#include "ui/charts/ScatterLegend.h"
#include "ui/charts/ScatterPick.h"
#include "ui/charts/ScatterView.h"
#include "ui/charts/SpeedClasses.h"
#include "ui/widgets/Card.h"
#include "ui/widgets/ElidedLabel.h"
#include "ui/widgets/FlowLayout.h"
#include "ui/widgets/KeyFigure.h"
#include "ui/widgets/SystemColourScheme.h"
#include "ui/widgets/TabularNumbers.h"
#include "ui/widgets/Theme.h"

using namespace kernelcast;
using namespace kernelcast::ui;
using kernelcast::tests::allRows;
using kernelcast::tests::fixtureTable;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::unique_ptr<ForecastScatter> shownScatter(std::shared_ptr<const SessionTable> table,
                                              BinRule rule = BinRule::Prompt, QSize size = {700, 520}) {
  auto scatter = std::make_unique<ForecastScatter>();
  scatter->resize(size);
  const std::vector<int> rows = table ? allRows(*table) : std::vector<int>();
  scatter->setTable(std::move(table), rows, rule);
  scatter->show();
  QCoreApplication::processEvents();
  return scatter;
}

QImage picture(QWidget& widget) {
  QImage image(widget.size(), QImage::Format_RGB32);
  image.fill(Theme::instance().colour(ColourRole::Panel));
  widget.render(&image, QPoint(), QRegion(), QWidget::DrawChildren);
  return image;
}

int pixelsOf(const QImage& image, const QColor& colour) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) count += image.pixel(x, y) == colour.rgb() ? 1 : 0;
  }
  return count;
}

void click(ForecastScatter& scatter, QPointF at) {
  QTest::mouseClick(scatter.view()->viewport(), Qt::LeftButton, {}, at.toPoint());
}

void moveTo(ForecastScatter& scatter, QPointF at) {
  QWidget* viewport = scatter.view()->viewport();
  QMouseEvent event(QEvent::MouseMove, at, viewport->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
  QCoreApplication::sendEvent(viewport, &event);
}

void wheel(ForecastScatter& scatter, QPointF at, int turns) {
  QWidget* viewport = scatter.view()->viewport();
  QWheelEvent event(at, viewport->mapToGlobal(at), {}, {0, turns * 120}, Qt::NoButton, {}, Qt::NoScrollPhase,
                    false);
  QCoreApplication::sendEvent(viewport, &event);
}

// A measured, forecast row in the class of its forecast.
CandidateRow plainRow(int number, double speedup) {
  CandidateRow row;
  row.number = number;
  row.task = 0;
  row.device = 0;
  row.surrogate = 0;
  row.name = "kernel_" + std::to_string(number);
  row.status = RowStatus::Ok;
  row.speedup = speedup;
  row.forecasts = 1;
  row.predictedBin = 5;
  row.probabilities = {0, 0, 0, 0.25, 0.5, 0.25, 0, 0};
  return row;
}

// `kernels` kernels, every seventh of them failed, on `columns` cases.
CasesContent casesOf(int kernels, int columns) {
  auto table = std::make_shared<SessionTable>();
  table->tasks = {"row_softmax"};
  table->devices = {"NVIDIA H200"};
  CaseTimes times;
  for (int column = 0; column < columns; ++column) {
    times.columns.push_back({std::to_string(256 << column % 8), "rows=" + std::to_string(256 << column % 8)});
  }
  for (int number = 1; number <= kernels; ++number) {
    CandidateRow row = plainRow(number, std::exp2(2.0 - 4.0 * number / kernels));
    if (number % 7 == 0) {
      row.status = RowStatus::Incorrect;
      row.speedup = kNaN;
    } else {
      for (int column = 0; column < columns; ++column) {
        times.times.push_back({number, column, 100 / (row.speedup * (1 + 0.1 * column)), 100});
      }
    }
    table->rows.push_back(row);
  }
  const std::vector<int> rows = allRows(*table);
  return casesContent(table, rows, 0, 0, times);
}

std::shared_ptr<SessionTable> tableOf(std::vector<CandidateRow> rows) {
  auto table = std::make_shared<SessionTable>();
  table->tasks = {"row_softmax"};
  table->devices = {"NVIDIA H200"};
  table->surrogates = {"model"};
  table->rows = std::move(rows);
  return table;
}

}  // namespace

class TestCharts : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    guard_ = std::make_unique<tests::WarningGuard>();
    Theme::instance().setMode(ThemeMode::Light);
    Theme::instance().apply(*qApp);
  }
  void cleanup() {
    Theme::instance().setMode(ThemeMode::Light);
    QCoreApplication::processEvents();
    VERIFY_NO_WARNINGS(*guard_);
  }
  void cleanupTestCase() { guard_.reset(); }

  void textIsReadable_data() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
  }
  void textIsReadable() {
    QFETCH(bool, dark);
    Theme& theme = Theme::instance();
    theme.setMode(dark ? ThemeMode::Dark : ThemeMode::Light);
    QCOMPARE(theme.isDark(), dark);
    const std::vector<QColor> grounds{
        theme.colour(ColourRole::Background), theme.colour(ColourRole::Panel), theme.colour(ColourRole::Grid),
        theme.colour(ColourRole::Selection),  theme.tint(Tint::Hover),         theme.tint(Tint::Lane)};
    std::vector<QColor> texts{theme.colour(ColourRole::Ink), theme.colour(ColourRole::Muted),
                              theme.tint(Tint::AccentText), theme.tint(Tint::ErrorText)};
    for (const OutcomeInfo& info : kOutcomes) texts.push_back(theme.outcomeText(info.outcome));
    for (const QColor& text : texts) {
      for (const QColor& ground : grounds) {
        QVERIFY2(contrastRatio(text, ground) >= 4.5, qPrintable(QStringLiteral("%1 on %2: %3")
                                                                    .arg(text.name(), ground.name())
                                                                    .arg(contrastRatio(text, ground))));
      }
    }
    for (const Tint tint : {Tint::AccentHover, Tint::AccentPressed}) {
      QVERIFY(contrastRatio(theme.tint(Tint::OnAccent), theme.tint(tint)) >= 4.5);
    }
    QVERIFY(contrastRatio(theme.tint(Tint::OnAccent), theme.colour(ColourRole::Accent)) >= 4.5);
    // Every colour a cell of the matrix can have.
    for (const OutcomeInfo& info : kOutcomes) {
      for (double share = 0.25; share <= 1; share += 0.05) {
        const QColor fill = mix(theme.colour(ColourRole::Panel), theme.outcome(info.outcome), share);
        QVERIFY(contrastRatio(theme.textOn(fill), fill) >= 4.5);
      }
    }
    // Marks are graphics: 3 to 1.
    for (const OutcomeInfo& info : kOutcomes) {
      QVERIFY(contrastRatio(theme.outcome(info.outcome), theme.colour(ColourRole::Panel)) >= 3);
    }
    QVERIFY(!styleSheetOf(theme).contains(QLatin1Char('@')));
  }

  void contrastHasItsKnownValues() {
    QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
    QCOMPARE(contrastRatio(Qt::white, Qt::white), 1.0);
    QVERIFY(std::abs(contrastRatio(QColor(0x77, 0x77, 0x77), Qt::white) - 4.478) < 0.001);
  }

  void portalAnswersAreUnderstood() {
    const auto wrapped = [](uint value) {
      return QVariant::fromValue(QDBusVariant(QVariant::fromValue(QDBusVariant(QVariant(value)))));
    };
    QCOMPARE(darkFromPortal(wrapped(1)), std::optional<bool>(true));
    QCOMPARE(darkFromPortal(wrapped(2)), std::optional<bool>(false));
    QVERIFY(!darkFromPortal(wrapped(0)));
    QVERIFY(!darkFromPortal(wrapped(7)));
    QVERIFY(!darkFromPortal(QVariant()));
    QVERIFY(!darkFromPortal(QVariant(QStringLiteral("dark"))));
  }

  void everyColourOfTheWindowChangesWithTheTheme() {
    const auto scatter = shownScatter(fixtureTable(200));
    const QRectF lane = scatter->view()->item().frame().failedLane;
    const QPoint inLane =
        scatter->view()->mapTo(scatter.get(), (lane.topLeft() + QPointF(2, lane.height() / 2)).toPoint());
    QCOMPARE(picture(*scatter).pixelColor(inLane), Theme::instance().tint(Tint::Lane));
    const QColor light = Theme::instance().colour(ColourRole::Hit);
    QVERIFY(pixelsOf(picture(*scatter), light) > 100);
    QSignalSpy changed(&Theme::instance(), &Theme::changed);
    Theme::instance().setMode(ThemeMode::Dark);
    QCOMPARE(changed.size(), 1);
    QCoreApplication::processEvents();
    QCOMPARE(picture(*scatter).pixelColor(inLane), Theme::instance().tint(Tint::Lane));
    QCOMPARE(pixelsOf(picture(*scatter), light), 0);
    QVERIFY(pixelsOf(picture(*scatter), Theme::instance().colour(ColourRole::Hit)) > 100);
    QCOMPARE(qApp->palette().color(QPalette::Window), Theme::instance().colour(ColourRole::Background));
  }

  void aClickOnAMarkActivatesItsRow() {
    const auto table = fixtureTable(300);
    const auto scatter = shownScatter(table);
    QSignalSpy activated(scatter.get(), &ForecastScatter::rowActivated);
    for (int row = 0; row < 300; ++row) {
      const auto at = scatter->positionOf(row);
      QVERIFY2(at, qPrintable(QString::number(row)));
      // Rows on one place take turns.
      bool found = false;
      for (int attempt = 0; attempt < 20 && !found; ++attempt) {
        activated.clear();
        click(*scatter, *at);
        QCOMPARE(activated.size(), 0);  // never from inside the mouse event
        QTRY_COMPARE(activated.size(), 1);
        found = activated[0][0].toInt() == row;
      }
      QVERIFY2(found, qPrintable(QString::number(row)));
      QCOMPARE(scatter->currentRow(), row);
    }
    activated.clear();
    click(*scatter, scatter->view()->item().frame().plot.topLeft() + QPointF(3, 3));
    QCoreApplication::processEvents();
    QCOMPARE(activated.size(), 0);
  }

  void aListenerMayReplaceTheTable() {
    const auto scatter = shownScatter(fixtureTable(60));
    connect(scatter.get(), &ForecastScatter::rowActivated, this, [&scatter] {
      scatter->setTable(fixtureTable(5, 9), {0, 1, 2, 3, 4}, BinRule::PaperCode);
    });
    const auto at = scatter->positionOf(59);
    QVERIFY(at);
    click(*scatter, *at);
    QTRY_COMPARE(scatter->view()->item().points().size(), std::size_t{5});
    QCOMPARE(scatter->view()->item().current(), -1);
  }

  void arrowKeysReachEveryRow() {
    const auto table = fixtureTable(120, 3);
    const auto scatter = shownScatter(table);
    for (const auto& [first, next] :
         {std::pair(Qt::Key_Home, Qt::Key_Right), std::pair(Qt::Key_End, Qt::Key_Left)}) {
      std::set<int> reached;
      QTest::keyClick(scatter->view(), first);
      for (std::size_t i = 0; i < table->rows.size(); ++i) {
        reached.insert(scatter->currentRow());
        QTest::keyClick(scatter->view(), next);
      }
      QCOMPARE(reached.size(), table->rows.size());
    }
    // From left to right inside the plot.
    QTest::keyClick(scatter->view(), Qt::Key_Home);
    double last = -1;
    for (int i = 0; i < 40; ++i) {
      const auto at = scatter->positionOf(scatter->currentRow());
      QVERIFY(at && at->x() >= last);
      last = at->x();
      QTest::keyClick(scatter->view(), Qt::Key_Right);
    }
    scatter->setCurrentRow(-1);
    std::set<int> climbed;
    for (std::size_t i = 0; i < table->rows.size(); ++i) {
      QTest::keyClick(scatter->view(), Qt::Key_Up);
      climbed.insert(scatter->currentRow());
    }
    QCoreApplication::processEvents();
    QCOMPARE(climbed.size(), table->rows.size());
    QVERIFY(scatter->view()->accessibleDescription().contains(QStringLiteral("Selected: ")));
  }

  void noRowIsDropped() {
    const auto table = fixtureTable(500, 7);
    const auto scatter = shownScatter(table);
    const ScatterFrame& frame = scatter->view()->item().frame();
    int failures = 0;
    for (int row = 0; row < 500; ++row) {
      const auto at = scatter->positionOf(row);
      QVERIFY(at);
      QVERIFY(scatter->view()->rowAt(*at) >= 0);
      QVERIFY(QRectF(scatter->view()->viewport()->rect()).contains(*at));
      const CandidateRow& candidate = table->rows[static_cast<std::size_t>(row)];
      if (isFailure(candidate.status)) {
        ++failures;
        QVERIFY(at->x() >= frame.failedLane.left() && at->x() <= frame.failedLane.right());
      } else if (!candidate.hasSpeedup()) {
        QVERIFY(at->x() >= frame.notMeasuredLane.left() && at->x() <= frame.notMeasuredLane.right());
      } else if (!candidate.hasForecast()) {
        QVERIFY(frame.notForecastLane.contains(*at));
      } else {
        QVERIFY(frame.plot.adjusted(-1, -1, 1, 1).contains(*at));
      }
    }
    const ScatterData data = scatterData(*table, allRows(*table), BinRule::Prompt);
    QCOMPARE(data.failed, failures);
    QVERIFY(failures > 0);
    QCOMPARE(data.points.size(), table->rows.size());
  }

  void lanesExistOnlyWhereNeeded() {
    const auto scatter = shownScatter(tableOf({plainRow(1, 1.2), plainRow(2, 0.5)}));
    const ScatterFrame& frame = scatter->view()->item().frame();
    QVERIFY(frame.failedLane.isEmpty());
    QVERIFY(frame.notMeasuredLane.isEmpty());
    QVERIFY(frame.notForecastLane.isEmpty());
  }

  void equalFailuresStandApart() {
    std::vector<CandidateRow> rows{plainRow(1, 1.2)};
    for (int i = 0; i < 3; ++i) {
      rows.push_back(plainRow(i + 2, kNaN));
      rows.back().status = RowStatus::CompileFailed;
    }
    const auto scatter = shownScatter(tableOf(rows));
    for (int a = 1; a <= 3; ++a) {
      for (int b = a + 1; b <= 3; ++b) {
        QVERIFY(QLineF(*scatter->positionOf(a), *scatter->positionOf(b)).length() >= 9);
      }
    }
    const std::vector<double> crowd(1000, 5.0);
    const std::vector<double> offsets = spreadAcross(crowd, 44, 9);
    QCOMPARE(offsets, spreadAcross(crowd, 44, 9));
    QVERIFY(std::all_of(offsets.begin(), offsets.end(), [](double x) { return std::abs(x) <= 22 - 4; }));
    QVERIFY(std::set<double>(offsets.begin(), offsets.end()).size() > 900);
  }

  void hostileNumbersDoNotBlankTheChart() {
    std::vector<CandidateRow> rows;
    for (const double speedup :
         {0.0, -1.0, kNaN, kInfinity, -kInfinity, 1e-9, 1e9, 5e-324, 1e308, 1.1, 0.9}) {
      rows.push_back(plainRow(static_cast<int>(rows.size()) + 1, speedup));
      rows.back().speedupLow = -1;
      rows.back().speedupHigh = kInfinity;
    }
    rows.push_back(plainRow(20, 1.3));
    rows.back().probabilities.fill(kNaN);
    rows.push_back(plainRow(21, 1.3));
    rows.back().probabilities.fill(1e300);
    rows.push_back(plainRow(22, kNaN));
    rows.back().probabilities.fill(0);
    rows.back().name = "<b>name</b>";
    const auto table = tableOf(rows);
    for (const BinRule rule : {BinRule::Prompt, BinRule::PaperCode}) {
      const auto scatter = shownScatter(table, rule);
      for (int row = 0; row < static_cast<int>(rows.size()); ++row) {
        const auto at = scatter->positionOf(row);
        QVERIFY2(at, qPrintable(QString::number(row)));
        QVERIFY(QRectF(scatter->view()->viewport()->rect()).contains(*at));
        scatter->setCurrentRow(row);
        QVERIFY(!scatterToolTip(*table, row, rule).contains(QStringLiteral("<b>name")));
        QVERIFY(!picture(*scatter).isNull());
      }
      QVERIFY(pixelsOf(picture(*scatter), Theme::instance().colour(ColourRole::OffByMore)) > 20);
    }
    // 1e9 alone: its octave is on the axis, and the others are still there.
    const auto scatter = shownScatter(tableOf({plainRow(1, 1e9), plainRow(2, 1e-9), plainRow(3, 1.2)}));
    const ScatterFrame& frame = scatter->view()->item().frame();
    QVERIFY(frame.xHigh > std::log2(1e9) && frame.xLow < std::log2(1e-9));
    QVERIFY(scatter->positionOf(0)->x() < frame.plot.right() &&
            scatter->positionOf(1)->x() > frame.plot.left());
  }

  void emptyChartsSayWhatToDo() {
    const auto scatter = shownScatter(nullptr);
    QVERIFY(!picture(*scatter).isNull());
    scatter->setTable(std::make_shared<SessionTable>(), {}, BinRule::Prompt);
    QCOMPARE(scatter->summary(), QStringLiteral("No candidates to show."));
    scatter->setTable(fixtureTable(10), {}, BinRule::Prompt);
    const QImage image = picture(*scatter);
    QVERIFY(pixelsOf(image, Theme::instance().colour(ColourRole::Muted)) > 20);
    for (const auto key : {Qt::Key_Right, Qt::Key_Up, Qt::Key_Home, Qt::Key_Plus, Qt::Key_0})
      QTest::keyClick(scatter->view(), key);
    click(*scatter, {200, 200});
    QCOMPARE(scatter->currentRow(), -1);
    scatter->setTable(fixtureTable(10), {-4, 3, 99}, BinRule::Prompt);
    QCOMPARE(scatter->view()->item().points().size(), std::size_t{1});
  }

  void legendAndSummaryCount() {
    const auto table = fixtureTable(400, 5);
    std::array<int, kOutcomes.size()> counts{};
    for (const CandidateRow& row : table->rows)
      ++counts[static_cast<std::size_t>(outcomeOf(row, BinRule::Prompt))];
    const auto scatter = shownScatter(table, BinRule::Prompt, {900, 520});
    QStringList labels;
    for (const auto* label : scatter->findChildren<LegendLabel*>()) {
      if (label->isVisible()) labels += label->text();
    }
    QVERIFY(labels.contains(QStringLiteral("right speed class, %1").arg(counts[0])));
    QVERIFY(labels.contains(QStringLiteral("off by one class, %1").arg(counts[1])));
    QVERIFY(labels.contains(QStringLiteral("off by more, %1").arg(counts[2])));
    QVERIFY(labels.contains(QStringLiteral("failed, %1").arg(counts[3])));
    QVERIFY(labels.contains(QStringLiteral("not measured or not forecast, %1").arg(counts[4])));
    const int both = counts[0] + counts[1] + counts[2];
    QVERIFY2(scatter->summary().startsWith(
                 QStringLiteral("%1 of 400 candidates were forecast and measured: %2 in the right")
                     .arg(both)
                     .arg(counts[0])),
             qPrintable(scatter->summary()));
    scatter->setTable(table, {0, 1, 2}, BinRule::Prompt);
    QVERIFY(scatter->summary().contains(QStringLiteral("Showing 3 of 400 rows.")));
    QCOMPARE(scatter->view()->accessibleDescription().left(scatter->summary().size()), scatter->summary());
  }

  void legendStaysOnOneLineWhateverItsWidth() {
    const auto scatter = shownScatter(fixtureTable(400, 5));
    int last = 0;
    int shortest = 1000;
    for (const int width : {900, 620, 480, 360, 290}) {
      scatter->resize(width, 420);
      QCoreApplication::processEvents();
      QCOMPARE(scatter->width(), width);
      int right = 0;
      int letters = 0;
      for (const auto* label : scatter->findChildren<LegendLabel*>()) {
        if (!label->isVisible()) continue;
        QVERIFY(label->x() >= right);
        QVERIFY(label->width() >= label->sizeHint().width());
        right = label->x() + label->width();
        letters += static_cast<int>(label->text().size());
      }
      QVERIFY(right <= scatter->legend()->width());
      QVERIFY(letters <= shortest);
      shortest = letters;
      last = scatter->legend()->height();
      QVERIFY(last < 30);
    }
    QVERIFY(shortest < 30);
  }

  void runtimesAreTheReferenceOverTheForecastSpeedup() {
    // Expected log2 speedup 0.25; of a reference of 100 µs 84.1 µs.
    std::vector<CandidateRow> rows{plainRow(1, 1.25), plainRow(2, 2),   plainRow(3, kNaN),
                                   plainRow(4, kNaN), plainRow(5, 1.5), plainRow(6, 0.5)};
    rows[0].referenceUs = 100;
    rows[0].runtimeUs = 80;
    rows[0].runs = 2;
    rows[0].cases = 3;
    rows[1].referenceUs = 100;
    rows[1].runtimeUs = 50;
    rows[2].status = RowStatus::CompileFailed;
    rows[3].status = RowStatus::Incorrect;
    rows[3].device = -1;  // no reference there
    rows[4].forecasts = 0;
    rows[4].referenceUs = 3000;
    rows[4].runtimeUs = 2000;
    const auto table = tableOf(rows);  // the last one has a speedup and no times
    const analysis::ReferenceTimes references(*table);
    const ScatterData data = scatterData(*table, allRows(*table), BinRule::Prompt, &references);
    QCOMPARE(data.quantity, ScatterQuantity::Runtime);
    QCOMPARE(std::exp2(data.points[0].measured), 80.0);
    QVERIFY(std::abs(std::exp2(data.points[0].expected) - 84.0896) < 1e-3);
    QVERIFY(data.points[2].column == ScatterColumn::Failed && data.points[2].forecast);
    QVERIFY(std::abs(std::exp2(data.points[2].expected) - 84.0896) < 1e-3);
    QVERIFY(data.points[3].column == ScatterColumn::Failed && !data.points[3].forecast);
    QVERIFY(!data.points[4].forecast);
    QVERIFY(data.points[5].column == ScatterColumn::NotMeasured && !data.points[5].forecast);
    QCOMPARE(data.inPlot, 2);
    QCOMPARE(data.noReference, 2);
    QCOMPARE(data.notForecast, 1);
    QCOMPARE(data.xLow, data.yLow);
    QCOMPARE(data.xHigh, data.yHigh);
    QVERIFY(std::exp2(data.xLow) < 50 && std::exp2(data.xHigh) > 2000);
    QVERIFY2(referenceSentence(data).startsWith(QStringLiteral("2 rows have no reference time")),
             qPrintable(referenceSentence(data)));
    const QString tip = scatterToolTip(*table, 0, BinRule::Prompt, 0, &references);
    for (const char* part : {"80.0 µs (1.25×)", "2 runs × 3 cases",
                             "forecast 84.1 µs (10–90%: ", "1.19× on the 100 µs of the reference"}) {
      QVERIFY2(tip.contains(QString::fromUtf8(part)), qPrintable(tip));
    }
    QVERIFY(scatterToolTip(*table, 2, BinRule::Prompt, 0, &references)
                .contains(QStringLiteral("beside other kernels of the task")));
    QVERIFY(scatterToolTip(*table, 3, BinRule::Prompt, 0, &references)
                .contains(QStringLiteral("no reference time makes that a runtime")));
    QVERIFY(referenceSentence(scatterData(*table, allRows(*table), BinRule::Prompt)).isEmpty());
  }

  void runtimesAreSwitchedToAndHoveredAndSelected() {
    const auto table = fixtureTable(300);
    const auto scatter = shownScatter(table);
    wheel(*scatter, scatter->view()->item().frame().plot.center(), 3);
    scatter->setCurrentRow(7);
    scatter->setQuantity(ScatterQuantity::Runtime);
    QVERIFY(!scatter->isZoomed());  // of other axes
    QCOMPARE(scatter->currentRow(), 7);
    QCOMPARE(scatter->view()->accessibleName(), QStringLiteral("Forecast against measured runtime"));
    QVERIFY(scatter->summary().contains(QStringLiteral("shown as runtimes")));
    QSignalSpy activated(scatter.get(), &ForecastScatter::rowActivated);
    const ScatterFrame& frame = scatter->view()->item().frame();
    for (int row = 0; row < 300; row += 7) {
      const auto at = scatter->positionOf(row);
      QVERIFY(at && QRectF(scatter->view()->viewport()->rect()).contains(*at));
      if (table->rows[static_cast<std::size_t>(row)].hasSpeedup()) {
        const double us = table->rows[static_cast<std::size_t>(row)].runtimeUs;
        QVERIFY(std::abs(at->x() - frame.x(std::log2(us))) < 1);
      }
      bool found = false;
      for (int attempt = 0; attempt < 20 && !found; ++attempt) {
        activated.clear();
        click(*scatter, *at);
        QTRY_COMPARE(activated.size(), 1);
        found = activated[0][0].toInt() == row;
      }
      QVERIFY2(found, qPrintable(QString::number(row)));
    }
    const int ok = static_cast<int>(
        std::find_if(table->rows.begin(), table->rows.end(), [](const auto& r) { return r.hasSpeedup(); }) -
        table->rows.begin());
    moveTo(*scatter, *scatter->positionOf(ok));
    QVERIFY2(QToolTip::text().contains(QStringLiteral("µs")), qPrintable(QToolTip::text()));
    QVERIFY(!picture(*scatter).isNull());
    scatter->setQuantity(ScatterQuantity::Speedup);
    QVERIFY(scatter->view()->item().frame().xHigh <= 12);
    QToolTip::hideText();
  }

  void aBoxIsTwoRangesOfWhatItHolds() {
    std::vector<CandidateRow> rows{plainRow(1, 0.5), plainRow(2, 1.1), plainRow(3, 1.9), plainRow(4, 3),
                                   plainRow(5, kNaN)};
    rows[4].status = RowStatus::Incorrect;
    const auto table = tableOf(rows);  // all forecast 2^0.25, 1.189
    constexpr double kOpen = kInfinity;
    const std::vector<int> all = allRows(*table);
    const auto filterOf = [&](const ScatterBox& box) {
      RowFilter filter;
      filter.terms = boxTerms(*table, all, box, ScatterQuantity::Speedup);
      return filter;
    };
    const RowFilter middle = filterOf({std::log2(1.0471), std::log2(2.0003), -1, 1});
    QCOMPARE(filterText(middle), std::string("speedup:1..2 expected_speedup:0.5..2"));
    QCOMPARE(filteredRows(*table, middle, BinRule::Prompt), (std::vector<int>{1, 2}));
    QVERIFY(*parseFilter(filterText(middle)) == middle);
    const RowFilter right = filterOf({std::log2(1.5), kOpen, -kOpen, kOpen});
    QCOMPARE(filterText(right), std::string("speedup>=1.5 expected_speedup>=0"));
    QCOMPARE(filteredRows(*table, right, BinRule::Prompt), (std::vector<int>{2, 3}));
    QVERIFY(filterOf({2, 3, -1, 1}).isEmpty());
    QVERIFY(filterOf({-1, 1, 1, 2}).isEmpty());
    // As many digits as keep two neighbours apart.
    const std::vector<double> close{1.2341, 1.2349};
    QCOMPARE(shortestRange(0.1111, 1.23447, close).high, 1.2345);
    QCOMPARE(shortestRange(0.1111, 1.2349999, close).high, 1.2350);
    QCOMPARE(shortestRange(0.1111, 1.2344, close).low, 0.11);
    QCOMPARE(pickTerms(*table, std::vector<int>{3, 0}).size(), std::size_t{1});
    RowFilter picked;
    picked.terms = pickTerms(*table, std::vector<int>{3, 0});
    QCOMPARE(filterText(picked), std::string("#1,4"));
    table->devices = {"H100", "H200"};
    picked.terms = pickTerms(*table, std::vector<int>{3, 0});
    QCOMPARE(filterText(picked), std::string("#1,4 device=H100"));
  }

  void boxAndLassoChooseWhatTheyHold() {
    const auto table = fixtureTable(120);
    const auto scatter = shownScatter(table);
    ScatterView& view = *scatter->view();
    const ScatterFrame frame = view.item().frame();
    std::vector<FilterTerm> chosen;
    connect(scatter.get(), &ForecastScatter::termsChosen, this,
            [&chosen](const std::vector<FilterTerm>& terms) { chosen = terms; });
    const auto drag = [&](const std::vector<QPointF>& path, Qt::KeyboardModifiers with) {
      chosen.clear();
      QWidget* viewport = view.viewport();
      QTest::mousePress(viewport, Qt::LeftButton, with, path.front().toPoint());
      for (const QPointF& at : path) {
        QMouseEvent move(QEvent::MouseMove, at.toPoint(), viewport->mapToGlobal(at.toPoint()), Qt::NoButton,
                         Qt::LeftButton, with);
        QApplication::sendEvent(viewport, &move);
      }
      QTest::mouseRelease(viewport, Qt::LeftButton, with, path.back().toPoint());
      QCoreApplication::processEvents();
    };
    const QRectF box(frame.plot.center() - QPointF(60, 60), QSizeF(140, 110));
    const std::vector<QPointF> corners{box.topLeft(), box.bottomRight()};
    std::vector<int> wanted;
    for (int row = 0; row < 120; ++row) {
      const auto at = scatter->positionOf(row);
      if (frame.plot.contains(*at) && box.contains(*at)) wanted.push_back(row);
    }
    QVERIFY(wanted.size() > 10 && wanted.size() < 100);
    drag(corners, Qt::ShiftModifier);
    RowFilter filter;
    filter.terms = chosen;
    QCOMPARE(filteredRows(*table, filter, BinRule::Prompt), wanted);
    QVERIFY(!scatter->isZoomed());
    // With the tool, and left by Escape.
    QTest::keyClick(&view, Qt::Key_B);
    QCOMPARE(view.tool(), ScatterTool::Box);
    QVERIFY(scatter->legend()->note().contains(QStringLiteral("Esc")));
    drag({box.bottomRight(), box.topLeft()}, {});
    QVERIFY(chosen == filter.terms);
    QTest::keyClick(&view, Qt::Key_Escape);
    QCOMPARE(view.tool(), ScatterTool::Move);
    drag(corners, {});
    QVERIFY(chosen.empty());
    // A running search replaces the table while a box is drawn.
    chosen.clear();
    QTest::mousePress(view.viewport(), Qt::LeftButton, Qt::ShiftModifier, corners[0].toPoint());
    QTest::mouseMove(view.viewport(), box.center().toPoint());
    scatter->setTable(table, allRows(*table), BinRule::Prompt);
    QTest::mouseRelease(view.viewport(), Qt::LeftButton, Qt::ShiftModifier, corners[1].toPoint());
    QCoreApplication::processEvents();
    QVERIFY(chosen == filter.terms);
    chosen.clear();
    // Escape in the middle of one gives up the box.
    QTest::mousePress(view.viewport(), Qt::LeftButton, Qt::ShiftModifier, corners[0].toPoint());
    QTest::mouseMove(view.viewport(), corners[1].toPoint());
    QTest::keyClick(&view, Qt::Key_Escape);
    QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, corners[1].toPoint());
    QCoreApplication::processEvents();
    QVERIFY(chosen.empty());
    // A box in a lane, and a lasso: the candidates themselves. Numbers repeat in this table, from task to
    // task.
    const QRectF lane = frame.failedLane;
    drag({lane.topLeft() + QPointF(1, 1), lane.bottomRight() + QPointF(30, 30)}, Qt::ShiftModifier);
    QCOMPARE(chosen.size(), std::size_t{1});
    const int first = wanted.front();
    const QPointF at = *scatter->positionOf(first);
    drag({at + QPointF(-5, -5), at + QPointF(5, -5), at + QPointF(5, 5), at + QPointF(-5, 5)},
         Qt::ControlModifier);
    filter.terms = chosen;
    const std::vector<int> inLasso = filteredRows(*table, filter, BinRule::Prompt);
    QVERIFY(std::find(inLasso.begin(), inLasso.end(), first) != inLasso.end());
    QVERIFY(filterText(filter).starts_with('#'));
    drag({frame.plot.topLeft() + QPointF(1, 1), frame.plot.topLeft() + QPointF(13, 3)}, Qt::ControlModifier);
    QVERIFY(chosen.empty());
    QCOMPARE(scatter->legend()->note(), QStringLiteral("no mark inside"));
    // By keyboard: Enter on two marks.
    QTest::keyClick(&view, Qt::Key_B);
    scatter->setCurrentRow(wanted[0]);
    QTest::keyClick(&view, Qt::Key_Return);
    scatter->setCurrentRow(wanted[5]);
    QTest::keyClick(&view, Qt::Key_Return);
    QCoreApplication::processEvents();
    filter.terms = chosen;
    const std::vector<int> between = filteredRows(*table, filter, BinRule::Prompt);
    for (const int row : {wanted[0], wanted[5]})
      QVERIFY(std::find(between.begin(), between.end(), row) != between.end());
    scatter->setQuantity(ScatterQuantity::Runtime);
    drag({view.item().frame().plot.topLeft(), view.item().frame().plot.bottomRight()}, Qt::ShiftModifier);
    filter.terms = chosen;
    QCOMPARE(filterText(filter), std::string("runtime_us>=0 forecast_us>=0"));
    QCOMPARE(static_cast<int>(filteredRows(*table, filter, BinRule::Prompt).size()),
             scatterData(*table, allRows(*table), BinRule::Prompt).inPlot);
  }

  void theWheelZoomsAndADoubleClickShowsAll() {
    const auto table = fixtureTable(200);
    const auto scatter = shownScatter(table);
    const QPointF middle = scatter->view()->item().frame().plot.center();
    const int all = scatter->view()->shownCount();
    QCOMPARE(all, 200);
    wheel(*scatter, middle, 6);
    QVERIFY(scatter->isZoomed());
    QVERIFY(scatter->view()->shownCount() < all);
    // Dragging moves what is in view.
    const double before = scatter->view()->item().frame().xLow;
    QWidget* viewport = scatter->view()->viewport();
    QTest::mousePress(viewport, Qt::LeftButton, {}, middle.toPoint());
    QTest::mouseMove(viewport, middle.toPoint() + QPoint(30, 0));
    QTest::mouseMove(viewport, middle.toPoint() + QPoint(60, 0));
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, middle.toPoint() + QPoint(60, 0));
    QVERIFY(scatter->view()->item().frame().xLow < before);
    // A key that steps out of view brings its row in.
    QTest::keyClick(scatter->view(), Qt::Key_Home);
    QVERIFY(scatter->positionOf(scatter->currentRow()));
    scatter->setTable(fixtureTable(201), allRows(*fixtureTable(201)), BinRule::Prompt);
    QVERIFY(scatter->isZoomed());
    for (int i = 0; i < 40; ++i) wheel(*scatter, middle, 3);
    const ScatterFrame deep = scatter->view()->item().frame();
    QVERIFY(deep.xHigh - deep.xLow > 0.2);
    QTest::mouseDClick(viewport, Qt::LeftButton, {}, middle.toPoint());
    QVERIFY(!scatter->isZoomed());
    QCOMPARE(scatter->view()->shownCount(), 201);
    wheel(*scatter, middle, -3);
    QVERIFY(!scatter->isZoomed());
  }

  void hoverShowsWhatIsUnderThePointer() {
    const auto table = tableOf({plainRow(1, 1.2)});
    table->rows[0].speedupLow = 1.1;
    table->rows[0].speedupHigh = 1.3;
    table->rows[0].runs = 2;
    table->rows[0].cases = 3;
    const auto scatter = shownScatter(table);
    moveTo(*scatter, *scatter->positionOf(0));
    QCOMPARE(scatter->view()->item().hovered(), 0);
    const QString text = scatterToolTip(*table, 0, BinRule::Prompt);
    QCOMPARE(QToolTip::text(), text);
    for (const char* part :
         {"kernel_1", "row_softmax", "1.20×", "1.10 – 1.30×", "2 runs × 3 cases", "10–90%"}) {
      QVERIFY2(text.contains(QString::fromUtf8(part)), part);
    }
    scatter->setTable(tableOf({plainRow(1, 1.4), plainRow(2, 0.7)}), {0, 1}, BinRule::Prompt);
    QCOMPARE(scatter->view()->item().hovered(), 0);
    moveTo(*scatter, {2, 2});
    QCOMPARE(scatter->view()->item().hovered(), -1);
    QToolTip::hideText();
  }

  void fiftyThousandPoints() {
    const auto table = fixtureTable(50000);
    const std::vector<int> rows = allRows(*table);
    ForecastScatter scatter;
    scatter.resize(900, 640);
    scatter.show();
    QCoreApplication::processEvents();
    QElapsedTimer timer;
    timer.start();
    scatter.setTable(table, rows, BinRule::Prompt);
    const double set = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    QCoreApplication::processEvents();
    QImage image(scatter.view()->size(), QImage::Format_RGB32);
    const auto frame = [&] {
      timer.restart();
      QWidget& view = *scatter.view();
      view.render(&image);
      return static_cast<double>(timer.nsecsElapsed()) / 1e6;
    };
    std::vector<double> same;
    std::vector<double> zoomed;
    std::vector<double> hits;
    int touched = 0;
    frame();
    for (int i = 0; i < 21; ++i) {
      scatter.setCurrentRow(i * 100);
      same.push_back(frame());
      timer.restart();
      touched += scatter.view()->rowAt(QPointF(200 + i * 10, 200)) >= 0 ? 1 : 0;
      hits.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    for (int i = 0; i < 21; ++i) {
      timer.restart();
      scatter.resize(900, 640 + i % 2);  // new places for all points, and a new layer
      QCoreApplication::processEvents();
      const double placed = static_cast<double>(timer.nsecsElapsed()) / 1e6;
      zoomed.push_back(placed + frame());
    }
    const auto median = [](std::vector<double> values) {
      std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                       values.end());
      return values[values.size() / 2];
    };
    qInfo(
        "50,000 points: set %.1f ms; median of 21: frame with selection moved %.2f ms, resized and painted "
        "%.2f ms, "
        "hit test %.4f ms",
        set, median(same), median(zoomed), median(hits));
    QCOMPARE(scatter.view()->item().points().size(), std::size_t{50000});
    QVERIFY(touched > 0);
    QVERIFY(median(same) < 200);  // a smoke test: the figures depend on the machine
  }

  void ticksAreRoundPowersOfTwo() {
    QCOMPARE(speedupTickLabel(-4), QStringLiteral("1/16×"));
    QCOMPARE(speedupTickLabel(0), QStringLiteral("1×"));
    QCOMPARE(speedupTickLabel(3), QStringLiteral("8×"));
    QCOMPARE(speedupTickLabel(0.5), QStringLiteral("1.41×"));
    QCOMPARE(speedupTickLabel(-20), QStringLiteral("2⁻²⁰×"));
    QStringList labels;
    for (const AxisTick& tick : speedupTicks(-4, 3, 500, 46)) labels += tick.label;
    QCOMPARE(labels.join(u' '), QStringLiteral("1/16× 1/8× 1/4× 1/2× 1× 2× 4× 8×"));
    QVERIFY(speedupTicks(-1074, 1024, 400, 46).size() <= 9);
    QVERIFY(speedupTicks(0.1, 0.35, 400, 46).size() >= 2);
    QVERIFY(speedupTicks(1, 1, 400, 46).empty());
    QVERIFY(speedupTicks(0, kInfinity, 400, 46).empty());
    QVERIFY(speedupTicks(kNaN, 1, 400, 46).empty());
  }

  void ticksOfRuntimesAreDecimal() {
    const auto labels = [](double low, double high, double pixels) {
      QStringList words;
      for (const AxisTick& tick : runtimeTicks(std::log2(low), std::log2(high), pixels, 46))
        words += tick.label;
      return words.join(u' ');
    };
    QCOMPARE(labels(0.4, 30, 500), QStringLiteral("0.5 1 2 5 10 20"));
    QCOMPARE(labels(5, 2e5, 400), QStringLiteral("10 100 1,000 10,000 100,000"));
    QVERIFY(labels(1e-9, 1e9, 400).startsWith(QStringLiteral("10⁻⁹ ")));
    QVERIFY(runtimeTicks(-1074, 1024, 400, 46).size() <= 9);
    QVERIFY(runtimeTicks(1, 1, 400, 46).empty());
    QVERIFY(runtimeTicks(0, kInfinity, 400, 46).empty());
    for (const AxisTick& tick : runtimeTicks(0, 10, 400, 26)) {
      QVERIFY(std::abs(std::exp2(tick.log2) - QString(tick.label).remove(u',').toDouble()) < 1e-6);
    }
  }

  void classesAreNamedByTheirRule() {
    QCOMPARE(className(1, BinRule::Prompt), QStringLiteral("≤¼×"));
    QCOMPARE(className(8, BinRule::Prompt, false), QStringLiteral(">4"));
    QStringList published;
    for (int bin = 1; bin <= kBinCount; ++bin) published += className(bin, BinRule::PaperCode, false);
    QCOMPARE(published.join(u' '), QStringLiteral("<½ <0.71 <1 <1.41 <2 <2.83 <4 ≥4"));
    QCOMPARE(className(0, BinRule::Prompt), QStringLiteral("–"));
    for (const BinRule rule : {BinRule::Prompt, BinRule::PaperCode}) {
      const auto edges = classEdgesLog2(rule);
      for (std::size_t i = 0; i < edges.size(); ++i) {
        QCOMPARE(binOf(std::exp2(edges[i]) * 1.001, rule), std::optional<int>(static_cast<int>(i) + 2));
        QCOMPARE(binOf(std::exp2(edges[i]) * 0.999, rule), std::optional<int>(static_cast<int>(i) + 1));
      }
    }
  }

  void barsMarkTheTruthOnlyWhereThereIsOne() {
    ForecastBars bars;
    bars.resize(bars.sizeHint());
    CandidateRow row = plainRow(1, 3);
    bars.setRow(row, BinRule::Prompt);
    const QColor offByMore = Theme::instance().colour(ColourRole::OffByMore);
    const QColor accent = Theme::instance().colour(ColourRole::Accent);
    QVERIFY(pixelsOf(picture(bars), offByMore) > 10);
    QVERIFY(pixelsOf(picture(bars), accent) > 100);
    QVERIFY2(bars.summary().contains(QStringLiteral("≤1.41× 50%")), qPrintable(bars.summary()));
    QVERIFY(bars.summary().contains(QStringLiteral("Measured class ≤4×, off by more")));
    row.status = RowStatus::Incorrect;
    bars.setRow(row, BinRule::Prompt);
    QCOMPARE(pixelsOf(picture(bars), offByMore), 0);
    QVERIFY(bars.summary().contains(QStringLiteral("No measured class")));
    row.forecasts = 0;
    row.unparsed = 1;
    bars.setRow(row, BinRule::Prompt);
    QCOMPARE(bars.summary(), QStringLiteral("The forecast could not be read."));
    QCOMPARE(pixelsOf(picture(bars), accent), 0);
    row.forecasts = 1;
    row.probabilities.fill(kNaN);
    bars.setRow(row, BinRule::Prompt);
    QVERIFY(!picture(bars).isNull());
    Forecast unread;
    unread.parsed = false;
    unread.parseError = "no JSON object";
    bars.setForecast(unread, 1.0, BinRule::Prompt);
    QVERIFY(bars.accessibleDescription().contains(QStringLiteral("no JSON object")));
  }

  void cellsOfTheMatrixAreClickedAndStepped() {
    ConfusionMatrix matrix;
    ConfusionMatrix::Counts counts{};
    counts[4][4] = 7;
    counts[4][6] = 2;
    counts[6][7] = 1500;
    matrix.setCounts(counts, BinRule::Prompt);
    matrix.resize(260, matrix.heightForWidth(260));
    matrix.show();
    QVERIFY(matrix.summary().startsWith(
        QStringLiteral("1,509 forecasts by predicted and measured speed class: 7 in the right")));
    QSignalSpy clicked(&matrix, &ConfusionMatrix::cellClicked);
    QTest::mouseClick(&matrix, Qt::LeftButton, {}, matrix.cellRect(5, 7).center().toPoint());
    QTRY_COMPARE(clicked.size(), 1);
    QCOMPARE(clicked[0], QVariantList({5, 7}));
    QTest::mouseClick(&matrix, Qt::LeftButton, {}, matrix.cellRect(1, 1).center().toPoint());
    QTest::mouseClick(&matrix, Qt::LeftButton, {}, QPoint(1, 1));
    QTest::keyClick(&matrix, Qt::Key_Left);
    QTest::keyClick(&matrix, Qt::Key_Left);
    QVERIFY(matrix.accessibleDescription().startsWith(
        QStringLiteral("forecast ≤1.41×, measured ≤1.41×: 7 of 1,509")));
    QTest::keyClick(&matrix, Qt::Key_Return);
    QTRY_COMPARE(clicked.size(), 2);
    QCOMPARE(clicked[1], QVariantList({5, 5}));
    QVERIFY(QRectF(matrix.rect()).contains(matrix.cellRect(1, 8)));
    QVERIFY(pixelsOf(picture(matrix), Theme::instance().colour(ColourRole::OffByOne)) > 50);
    matrix.setCounts({}, BinRule::PaperCode);
    QCOMPARE(matrix.summary(), QStringLiteral("No forecast has been measured yet."));
    for (const QSize size : {QSize(60, 60), QSize(1200, 200), QSize(200, 1200)}) {
      matrix.resize(size);
      QVERIFY(!picture(matrix).isNull());
    }
  }

  void casesOfKernelsAreClickedAndStepped() {
    CasesHeatMap map;
    map.resize(620, 300);
    map.show();
    QVERIFY(map.accessibleDescription().startsWith(QStringLiteral("Reading the times")) ||
            map.accessibleDescription().isEmpty());
    map.setContent(casesOf(40, 3));
    QCoreApplication::processEvents();
    QVERIFY2(map.summary().startsWith(QStringLiteral("40 kernels on 3 cases of row_softmax, 0.2")),
             qPrintable(map.summary()));
    QVERIFY(map.summary().contains(QStringLiteral("; 5 failed.")));
    QSignalSpy activated(&map, &CasesHeatMap::rowActivated);
    QTest::mouseClick(map.viewport(), Qt::LeftButton, {}, map.cellRect(2, 1).center().toPoint());
    QCOMPARE(activated.size(), 0);  // never from inside the mouse event
    QTRY_COMPARE(activated.size(), 1);
    QCOMPARE(activated[0][0].toInt(), 2);  // rows fall by speedup, as they were made
    QCOMPARE(map.currentKernel(), 2);
    QVERIFY2(map.accessibleDescription().startsWith(QStringLiteral("kernel_3 #3, rows=512, ")),
             qPrintable(map.accessibleDescription()));
    QTest::keyClick(&map, Qt::Key_Down);
    QTest::keyClick(&map, Qt::Key_Right);
    QCOMPARE(map.currentKernel(), 3);
    QVERIFY(map.accessibleDescription().startsWith(QStringLiteral("kernel_4 #4, rows=1024, ")));
    QTest::keyClick(&map, Qt::Key_End);
    QCOMPARE(map.currentKernel(), 39);
    QVERIFY(map.viewport()->rect().contains(map.cellRect(39, 0).toRect()));  // scrolled to
    QVERIFY(map.accessibleDescription().contains(QStringLiteral("failed: wrong result")));
    QTest::keyClick(&map, Qt::Key_Home);
    QCOMPARE(map.currentKernel(), 0);
    map.setCurrentRow(6);  // a failure
    QCOMPARE(map.content().row(map.currentKernel()).number, 7);
    map.setCurrentRow(-1);
    QCOMPARE(map.currentKernel(), -1);
    // The names beside the cells are the kernel too.
    map.verticalScrollBar()->setValue(0);
    QTest::mouseClick(map.viewport(), Qt::LeftButton, {},
                      QPoint(8, map.cellRect(0, 0).center().toPoint().y()));
    QCOMPARE(map.currentKernel(), 0);
    QTest::mouseClick(map.viewport(), Qt::LeftButton, {}, QPoint(8, 3));
    QHelpEvent help(QEvent::ToolTip, map.cellRect(0, 2).center().toPoint(), QPoint(10, 10));
    QApplication::sendEvent(map.viewport(), &help);
    QVERIFY2(QToolTip::text().contains(QStringLiteral("fastest of this case")), qPrintable(QToolTip::text()));
    QVERIFY(QToolTip::text().contains(QStringLiteral("reference 100 µs")));
    QToolTip::hideText();
  }

  void coloursOfCasesSaySlowerOrFaster_data() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
  }
  void coloursOfCasesSaySlowerOrFaster() {
    QFETCH(bool, dark);
    Theme& theme = Theme::instance();
    theme.setMode(dark ? ThemeMode::Dark : ThemeMode::Light);
    CasesHeatMap map;
    map.resize(620, 900);
    map.setContent(casesOf(24, 3));
    QCOMPARE(map.colourOf(1), theme.colour(ColourRole::Grid));
    QCOMPARE(map.colourOf(1e9), theme.colour(ColourRole::Accent));
    QCOMPARE(map.colourOf(1e-9), theme.colour(ColourRole::OffByMore));
    // Two of the three kinds of cones see blue against the rest; here it is what tells the two ends apart.
    QVERIFY(map.colourOf(4).blue() - map.colourOf(0.25).blue() > 100);
    for (int step = -30; step <= 30; ++step) {
      const QColor fill = map.colourOf(std::exp2(step / 10.0));
      QVERIFY(contrastRatio(theme.textOn(fill), fill) >= 4.5);
    }
    const QImage image = picture(map);
    const QPoint edge(5, 4);
    for (const auto& [kernel, column] : {std::pair(0, 1), std::pair(20, 0)}) {
      const QPoint at = map.viewport()->mapTo(&map, map.cellRect(kernel, column).topLeft().toPoint() + edge);
      if (map.content().failed(kernel)) {
        QCOMPARE(image.pixelColor(at), theme.tint(Tint::Lane));
      } else {
        QCOMPARE(image.pixelColor(at), map.colourOf(map.content().speedup(kernel, column)));
      }
    }
    QVERIFY(map.content().failed(23));
  }

  void thousandsOfKernelsScroll() {
    CasesHeatMap map;
    map.resize(620, 420);
    map.show();
    map.setContent(casesOf(2000, 12));
    QCoreApplication::processEvents();
    QVERIFY(map.verticalScrollBar()->maximum() > 30'000);
    QVERIFY(map.horizontalScrollBar()->maximum() > 0);
    QImage image(map.size(), QImage::Format_RGB32);
    QElapsedTimer timer;
    std::vector<double> frames;
    for (int i = 0; i < 21; ++i) {
      map.verticalScrollBar()->setValue(i * 1500);
      map.setCurrentRow(i * 70);
      timer.restart();
      map.render(&image);
      frames.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    std::sort(frames.begin(), frames.end());
    qInfo("2,000 kernels on 12 cases: median of 21 frames %.2f ms", frames[10]);
    QVERIFY(frames[10] < 100);  // a smoke test: the figure depends on the machine
    QTest::keyClick(&map, Qt::Key_Home);
    for (int i = 0; i < 11; ++i) QTest::keyClick(&map, Qt::Key_Right);
    QVERIFY(map.cellRect(0, 11).right() <= map.viewport()->width());
  }

  void emptyCasesSayWhy() {
    CasesHeatMap map;
    map.resize(400, 300);
    map.show();
    QVERIFY(pixelsOf(picture(map), Theme::instance().colour(ColourRole::Muted)) > 20);
    map.setContent(casesOf(0, 3));
    QVERIFY2(map.summary().startsWith(QStringLiteral("No kernel of row_softmax that passes")),
             qPrintable(map.summary()));
    map.setContent(casesOf(4, 0));
    QCOMPARE(map.summary(), QStringLiteral("The times of the cases of row_softmax were not recorded."));
    map.setMessage(QStringLiteral("The library could not be read."));
    QCOMPARE(map.accessibleDescription(), QStringLiteral("The library could not be read."));
    for (const auto key : {Qt::Key_Down, Qt::Key_Right, Qt::Key_End}) QTest::keyClick(&map, key);
    QTest::mouseClick(map.viewport(), Qt::LeftButton, {}, QPoint(200, 100));
    QVERIFY(!picture(map).isNull());
  }

  void digitsStandInColumns() {
    const QFontMetricsF metrics(Theme::instance().font(TextSize::Body));
    QCOMPARE(tabularWidth(metrics, QStringLiteral("1.11×")), tabularWidth(metrics, QStringLiteral("8.88×")));
    QVERIFY(tabularWidth(metrics, QStringLiteral("1.11")) < tabularWidth(metrics, QStringLiteral("11.1×")));
    QCOMPARE(tabularWidth(metrics, {}), 0.0);
  }

  void smallWidgets() {
    QWidget row;
    auto* flow = new FlowLayout(&row, 10, 5);
    for (int i = 0; i < 5; ++i) {
      auto* box = new QWidget;
      box->setFixedSize(100, 20);
      flow->addWidget(box);
    }
    QCOMPARE(flow->heightForWidth(1000), 20);
    QCOMPARE(flow->heightForWidth(330), 45);
    QCOMPARE(flow->heightForWidth(50), 120);
    flow->itemAt(0)->widget()->hide();
    row.resize(330, 60);
    row.show();
    QCoreApplication::processEvents();
    QCOMPARE(flow->itemAt(1)->geometry(), QRect(0, 0, 100, 20));
    QCOMPARE(flow->itemAt(4)->geometry(), QRect(0, 25, 100, 20));

    ElidedLabel label(QStringLiteral("smem_tile_padded_32x32\nsecond"));
    label.resize(80, 20);
    label.show();
    QCoreApplication::processEvents();
    QVERIFY(label.isElided());
    QVERIFY(label.text().contains(QChar(u'…')));
    QCOMPARE(label.toolTip(), QStringLiteral("smem_tile_padded_32x32 second"));
    label.resize(400, 20);
    QVERIFY(!label.isElided() && label.toolTip().isEmpty());

    const KeyFigure figure(QStringLiteral("0.63"), QStringLiteral("rank agreement, mean of 4 tasks"),
                           QStringLiteral("tau-b"), QStringLiteral("P < Q"));
    QCOMPARE(figure.accessibleName(), QStringLiteral("rank agreement, mean of 4 tasks: 0.63"));
    QVERIFY(figure.toolTip().contains(QStringLiteral("P &lt; Q")));
    const Card card(QStringLiteral("Forecasts"));
    QCOMPARE(card.accessibleName(), QStringLiteral("Forecasts"));
  }

 private:
  std::unique_ptr<tests::WarningGuard> guard_;
};

QTEST_MAIN(TestCharts)
#include "test_charts.moc"
