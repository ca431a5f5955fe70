// What became of the candidates, what was saved, and the best so far.
#include <QTest>

#include "core/analysis/funnel.h"
#include "core/domain/row_filter.h"
#include "core/stats/pools.h"
#include "tests/stats/tables.h"

using namespace kernelcast;
using namespace kernelcast::analysis;
using namespace kernelcast::fixtures;

class TestFunnel : public QObject {
  Q_OBJECT

 private slots:
  void stagesCountTheRowsOfTheirFilter() {
    SessionTable table = emptyTable();
    addRow(table, 0, certain(5), 1.5).verdict = Verdict::Deferred;
    addRow(table, 0, certain(5), 0.5).verdict = Verdict::Audit;
    addRow(table, 0, certain(5), 0).verdict = Verdict::Deferred;
    CandidateRow& skipped = addRow(table, 0, certain(2), 1);
    skipped.verdict = Verdict::Skipped;
    skipped.status = RowStatus::Skipped;
    skipped.speedup = CandidateRow::kUnknown;
    const auto rows = stats::allRows(table);
    QStringList counts;
    for (const FunnelStage& stage : funnelOf(table, rows)) {
      counts << QString::fromUtf8(stage.key.data()) + u'=' + QString::number(stage.count.value_or(-1));
      const auto filter = parseFilter(stage.filter);
      QVERIFY(filter);
      QCOMPARE(static_cast<int>(filteredRows(table, *filter, BinRule::Prompt).size()), *stage.count);
    }
    QCOMPARE(counts.join(u' '),
             QStringLiteral("proposed=4 forecast=4 trusted=0 deferred=2 skipped=1 audited=1 measured=3 "
                            "correct=2 faster=1"));
  }

  void withoutAPolicyItsStagesDoNotApply() {
    SessionTable table = emptyTable();
    addRow(table, 0, certain(5), 1.5);
    for (const FunnelStage& stage : funnelOf(table, stats::allRows(table))) {
      QCOMPARE(stage.count.has_value(), !stage.ofPolicy);
    }
  }

  void savingsAreOfThePolicyAndOfWhatWasRecorded() {
    SessionSummary summary;
    summary.measured = 4;
    QVERIFY(!savingsOf(summary).evaluationsSaved);
    summary.policy = "top-k";
    summary.skipped = 10;
    summary.trusted = 2;
    QCOMPARE(*savingsOf(summary).evaluationsSaved, 12);
    QVERIFY(!savingsOf(summary).gpuSecondsSaved && !savingsOf(summary).tokens);
    summary.gpuSeconds = 8;
    summary.tokens = 1000;
    QCOMPARE(*savingsOf(summary).gpuSecondsSaved, 24.0);
    QCOMPARE(*savingsOf(summary).tokens, 1000);
  }

  void bestSoFarDoesNotDependOnTheOrderOfRows() {
    const SessionTable table = randomTable(3, 200, 2);
    std::vector<int> old;
    const SessionTable other = shuffled(table, 4, &old);
    const auto one = bestSoFar(table, stats::allRows(table));
    const auto two = bestSoFar(other, stats::allRows(other));
    QVERIFY(one.size() > 1);
    QCOMPARE(one.size(), two.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
      QCOMPARE(one[i].task, two[i].task);
      QCOMPARE(one[i].device, two[i].device);
      QCOMPARE(one[i].evaluations, two[i].evaluations);
      QCOMPARE(one[i].points.size(), two[i].points.size());
      for (std::size_t k = 0; k < one[i].points.size(); ++k) {
        QCOMPARE(one[i].points[k].row, old[static_cast<std::size_t>(two[i].points[k].row)]);
        if (k > 0) QVERIFY(one[i].points[k].speedup > one[i].points[k - 1].speedup);
      }
    }
  }

  void bestSoFarStepsAtEachImprovement() {
    SessionTable table = emptyTable(2);
    for (const double speedup : {0.8, 1.5, 0.0, 1.2, 1.9}) addRow(table, 0, certain(5), speedup);
    addRow(table, 1, certain(5), 0.0);
    // A second forecast of #2 is no second evaluation.
    CandidateRow again = table.rows[1];
    again.surrogate = 1;
    table.rows.push_back(again);
    std::reverse(table.rows.begin(), table.rows.end());
    const auto series = bestSoFar(table, stats::allRows(table));
    QCOMPARE(series.size(), std::size_t{2});
    QCOMPARE(series[0].evaluations, 5);
    QStringList steps;
    for (const BestPoint& point : series[0].points) {
      steps << QStringLiteral("%1:%2").arg(point.evaluations).arg(point.speedup);
      QCOMPARE(table.rows[static_cast<std::size_t>(point.row)].speedup, point.speedup);
    }
    QCOMPARE(steps.join(u' '), QStringLiteral("1:0.8 2:1.5 5:1.9"));
    QCOMPARE(series[1].evaluations, 1);
    QVERIFY(series[1].points.empty());
    QVERIFY(bestSoFar(table, {}).empty());
  }
};

QTEST_APPLESS_MAIN(TestFunnel)
#include "test_funnel.moc"
