#include <QTest>
#include <cmath>
#include <map>

#include "core/domain/number_format.h"
#include "core/report/confusion_svg.h"
#include "core/report/forecast_svg.h"
#include "core/report/reliability_svg.h"
#include "core/report/scatter_svg.h"
#include "core/report/svg_chart.h"
#include "core/report/wording.h"
#include "report_fixture.h"

using namespace kernelcast;
using namespace kernelcast::report;

namespace {

stats::ReliabilityGroup group(double low, double mean, double accuracy, int n) {
  return {low, low + 0.1, mean, accuracy, n, {}};
}

QString number(int n) { return QString::fromStdString(formatCount(n)); }

}  // namespace

class TestReportCharts : public QObject {
  Q_OBJECT

 private slots:
  void chartsAreWellFormedAndDescribed() {
    const ReportSession session = makeSession();
    for (const Markup& chart :
         {scatterSvg(session.table, BinRule::Prompt, "a"), reliabilitySvg(session.scores, "b"),
          confusionSvg(session.scores, "c"), forecastSvg(session.table.rows[0], BinRule::Prompt, "d")}) {
      const Taken taken = takeApart(chart.str());
      QCOMPARE(taken.error, QString());
      for (const char* attribute : {"width", "height", "viewBox", "role", "aria-labelledby"}) {
        QVERIFY2(taken.attributes.contains(attribute), attribute);
      }
      QVERIFY(taken.elements.contains("title") && taken.elements.contains("desc"));
      // Colours are classes over the page's properties, so that light and dark are the page's to choose.
      QVERIFY(!taken.attributes.contains("fill") && !taken.attributes.contains("style"));
    }
  }

  void legendCountsTheData_data() {
    QTest::addColumn<int>("rows");
    QTest::addColumn<BinRule>("bins");
    for (const int rows : {1, 24, 300, 5000}) {
      QTest::addRow("%d as asked", rows) << rows << BinRule::Prompt;
      QTest::addRow("%d as published", rows) << rows << BinRule::PaperCode;
    }
  }
  void legendCountsTheData() {
    QFETCH(int, rows);
    QFETCH(BinRule, bins);
    SessionShape shape;
    shape.rows = rows;
    const ReportSession session = makeSession(shape);
    std::map<Outcome, int> count;
    for (const CandidateRow& row : session.table.rows) ++count[outcomeOf(row, bins)];

    const Taken taken = takeApart(scatterSvg(session.table, bins, "s").str());
    QVERIFY(taken.svgTexts.contains("right speed class, " + number(count[Outcome::Hit])));
    QVERIFY(taken.svgTexts.contains("off by one class, " + number(count[Outcome::OffByOne])));
    QVERIFY(taken.svgTexts.contains("off by more, " + number(count[Outcome::OffByMore])));
    QCOMPARE(taken.svgTexts.contains("failed, " + number(count[Outcome::Failed])),
             count[Outcome::Failed] > 0);
    if (rows <= 300) QCOMPARE(taken.tooltips.size(), static_cast<qsizetype>(session.table.rows.size()));
  }

  void everyRowIsCountedOnce() {
    ReportSession session = makeSession();
    auto& rows = session.table.rows;
    rows[0].forecasts = 0;                // measured, not forecast
    rows[1].status = RowStatus::Pending;  // forecast, not measured
    rows[1].speedup = CandidateRow::kUnknown;
    rows[7].forecasts = 0;  // failed, not forecast
    rows[2].probabilities[0] = CandidateRow::kUnknown;
    rows[3].speedup = std::numeric_limits<double>::infinity();
    const ScatterCounts counts = countScatter(session.table, BinRule::Prompt);
    QCOMPARE(counts.dots() + counts.of(Outcome::Failed) + counts.failedUnforecast + counts.unmeasured +
                 counts.unforecast,
             static_cast<int>(rows.size()));
    QCOMPARE(counts.failedUnforecast, 1);
    QCOMPARE(counts.unmeasured, 2);
    QCOMPARE(counts.unforecast, 2);
  }

  void thousandsOfDotsStaySmall() {
    SessionShape shape;
    shape.rows = 20'000;
    const ReportSession session = makeSession(shape);
    const Markup chart = scatterSvg(session.table, BinRule::Prompt, "s");
    QVERIFY2(chart.size() < 1'000'000, qPrintable(QString::number(chart.size())));
  }

  void strayValueDoesNotSqueezeTheRest() {
    ReportSession session = makeSession();
    session.table.rows[0].speedup = 1e-300;
    session.table.rows[1].speedup = 1e300;
    const Taken taken = takeApart(scatterSvg(session.table, BinRule::Prompt, "s").str());
    QCOMPARE(taken.error, QString());
    QVERIFY(taken.svgTexts.contains("1/1024×"));
    QVERIFY(taken.svgTexts.contains("1×"));
    QVERIFY(taken.svgTexts.contains("1024×"));
    QCOMPARE(countScatter(session.table, BinRule::Prompt).atEdge, 2);
  }

  void smallGroupsAreHollowAndUnjoined() {
    stats::SessionScores scores;
    scores.n = 24;
    scores.reliability = {group(0.2, 0.25, 0.0, 2), group(0.3, 0.35, 0.4, 5), group(0.4, 0.45, 0.5, 9),
                          group(0.6, 0.65, 0.6, 4), group(0.8, 0.85, 1.0, 5)};
    const Taken taken = takeApart(reliabilitySvg(scores, "r").str());
    // 5 and 9 are neighbours; 4 is too few; 9 and the last 5 have gaps between them.
    QCOMPARE(taken.classes.value("trend s-accent"), 1);
    QCOMPARE(taken.classes.value("hollow s-accent"), 2 + 1);  // and the legend's
    QCOMPARE(taken.classes.value("mark f-accent"), 3 + 1);
    for (const int n : {2, 5, 9, 4}) QVERIFY(taken.svgTexts.contains(QString("n = %1").arg(n)));
    QVERIFY(taken.svgTexts.contains("confidence of the named class"));
    QVERIFY(taken.svgTexts.contains("share right"));
    QVERIFY(taken.svgTexts.contains("forecasts, 25 in all"));
  }

  void confusionShowsEveryCount() {
    const ReportSession session = makeSession();
    const Taken taken = takeApart(confusionSvg(session.scores, "c").str());
    int cells = 0;
    for (const auto& row : session.scores.confusion) {
      for (const int n : row) cells += n > 0 ? 1 : 0;
    }
    QCOMPARE(taken.tooltips.size(), cells);
    QCOMPARE(taken.classes.value("f-grid"), kBinCount * kBinCount);
    QCOMPARE(taken.classes.value("outline s-hit"), kBinCount);
    for (int bin = 1; bin <= kBinCount; ++bin) {
      const std::string_view label = binLabel(bin);
      QCOMPARE(taken.svgTexts.count(QString::fromUtf8(label.data(), std::ssize(label))), 2);
    }
  }

  void ticksArePowersOfTwo() {
    const Axis axis{Axis::Scale::Log2, 1.0 / 16, 16, 0, 400};
    const auto ticks = speedupTicks(axis, 40);
    QCOMPARE(ticks, (std::vector<double>{1.0 / 16, 1.0 / 8, 1.0 / 4, 1.0 / 2, 1, 2, 4, 8, 16}));
    QCOMPARE(speedupTickLabel(0.25), std::string("1/4×"));
    QCOMPARE(speedupTickLabel(1), std::string("1×"));
    QCOMPARE(speedupTickLabel(2), std::string("2×"));
    QCOMPARE(axis.at(1), 200.0);
    QCOMPARE(axis.at(1e9), 400.0);
    QCOMPARE(axis.perOctave(), 50.0);
    const auto thinned = speedupTicks(axis, 90);
    QCOMPARE(thinned, (std::vector<double>{1.0 / 16, 1.0 / 4, 1, 4, 16}));
  }

  void labelsNeverOverlap() {
    const Box bounds{0, 0, 400, 300};
    LabelPlacer placer(bounds);
    std::vector<Box> taken;
    std::vector<Box> labels;
    for (int i = 0; i < 120; ++i) {
      const Box mark{static_cast<double>(i * 7919 % 390), static_cast<double>(i * 104729 % 290), 8, 8};
      placer.block(mark);
      taken.push_back(mark);
    }
    for (const Box& mark : taken) {
      if (const auto label = placer.place(mark.x + 4, mark.y + 4, 7, "kernel")) labels.push_back(*label);
    }
    QVERIFY(labels.size() > 5);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      QVERIFY(bounds.contains(labels[i]));
      for (const Box& mark : taken) QVERIFY(!labels[i].overlaps(mark));
      for (std::size_t j = 0; j < i; ++j) QVERIFY(!labels[i].overlaps(labels[j]));
    }
  }

  void wordsAroundNumbers() {
    QCOMPARE(counted(1, "task"), std::string("1 task"));
    QCOMPARE(counted(5000, "forecast"), std::string("5,000 forecasts"));
    QCOMPARE(ofTotal(16, 32), std::string("16 of 32"));
    QCOMPARE(listed({}), std::string("none"));
    QCOMPARE(shortened("kernel", 6), std::string("kernel"));
    QCOMPARE(shortened("kernels", 6), std::string("kerne…"));
    QCOMPARE(shortened("××××", 3), std::string("××…"));
    QCOMPARE(compactCount(9999), std::string("9,999"));
    QCOMPARE(compactCount(12'345), std::string("12.3k"));
  }
};

QTEST_APPLESS_MAIN(TestReportCharts)
#include "test_report_charts.moc"
