// The grid of cases by kernels, with times written by hand.
#include <QTest>
#include <cmath>

#include "core/analysis/cases_grid.h"
#include "core/stats/pools.h"
#include "tests/stats/tables.h"

using namespace kernelcast;
using namespace kernelcast::analysis;
using namespace kernelcast::fixtures;

namespace {

CaseTimes twoCases(std::vector<CaseTime> times) {
  return {{{"8", "rows=8"}, {"64", "rows=64"}}, std::move(times)};
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

}  // namespace

class TestCasesGrid : public QObject {
  Q_OBJECT

 private slots:
  // #1 is twice as fast on both; #2 four times on the second and half on the first; #3 failed; #4 ran one
  // case.
  void byHand() {
    SessionTable table = emptyTable(2);
    for (const double speedup : {2.0, 1.41, 0.0, 1.5}) addRow(table, 0, certain(5), speedup);
    addRow(table, 1, certain(5), 3);  // another task
    addRow(table, 0, certain(5), 3).device = 1;
    const CasesGrid grid = casesGrid(table, stats::allRows(table), 0, 0,
                                     twoCases({{1, 0, 10, 20},
                                               {1, 1, 50, 100},
                                               {2, 0, 40, 20},
                                               {2, 1, 25, 100},
                                               {3, 0, 1, 20},  // times of a failed kernel say nothing
                                               {4, 1, 80, 120},
                                               {4, 0, 0, 20},     // not above zero
                                               {5, 0, 1, 20},     // of the other task
                                               {1, 2, 1, 20}}));  // no such column
    QCOMPARE(grid.rows, (std::vector<int>{0, 3, 1, 2}));
    const std::vector<double> wanted{2, 2, NAN, 1.5, 0.5, 4, NAN, NAN};
    QCOMPARE(grid.speedups.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) QVERIFY(same(grid.speedups[i], wanted[i]));
    QCOMPARE(grid.at(2, 1), 4.0);
    QCOMPARE(grid.winners, (std::vector<int>{0, 2}));
    QCOMPARE(grid.won, (std::vector<int>{1, 0, 1, 0}));
    QCOMPARE(grid.lowest, 0.5);
    QCOMPARE(grid.highest, 4.0);
  }

  void nothingToShow() {
    SessionTable table = emptyTable();
    CasesGrid grid = casesGrid(table, {}, 0, 0, {});
    QVERIFY(grid.rows.empty() && grid.columns.empty() && std::isnan(grid.lowest));
    addRow(table, 0, certain(5), 0);
    grid = casesGrid(table, stats::allRows(table), 0, 0, twoCases({}));
    QCOMPARE(grid.rows.size(), std::size_t{1});
    QCOMPARE(grid.winners, (std::vector<int>{-1, -1}));
    QVERIFY(std::isnan(grid.at(0, 0)) && std::isnan(grid.highest));
    table.rows[0].status = RowStatus::Pending;  // no device has seen it
    QVERIFY(casesGrid(table, stats::allRows(table), 0, 0, twoCases({})).rows.empty());
  }

  void equalKernelsByNumberAndSurrogatesOnce() {
    SessionTable table = emptyTable();
    addRow(table, 0, certain(5), 2);
    addRow(table, 0, certain(5), 2);
    CandidateRow again = table.rows[0];
    again.surrogate = 1;
    table.rows.insert(table.rows.begin(), again);
    const CasesGrid grid =
        casesGrid(table, stats::allRows(table), 0, 0, twoCases({{2, 0, 10, 20}, {1, 0, 10, 20}}));
    QCOMPARE(grid.rows, (std::vector<int>{1, 2}));
    QCOMPARE(grid.winners, (std::vector<int>{0, -1}));
  }

  void orderChangesNothing() {
    const SessionTable table = randomTable(7, 200, 2);
    std::vector<int> old;
    const SessionTable other = shuffled(table, 8, &old);
    std::mt19937_64 random(9);
    CaseTimes times = twoCases({});
    for (int number = 1; number <= 200; ++number) {
      for (int column = 0; column < 2; ++column) {
        if (random() % 5 == 0) continue;
        times.times.push_back({number, column, 1.0 + static_cast<double>(random() % 50), 20});
      }
    }
    const CasesGrid one = casesGrid(table, stats::allRows(table), 1, 0, times);
    std::shuffle(times.times.begin(), times.times.end(), random);
    const CasesGrid two = casesGrid(other, stats::allRows(other), 1, 0, times);
    QVERIFY(one.rows.size() > 20);
    QCOMPARE(one.rows.size(), two.rows.size());
    for (std::size_t i = 0; i < one.rows.size(); ++i) {
      QCOMPARE(one.rows[i], old[static_cast<std::size_t>(two.rows[i])]);
    }
    for (std::size_t i = 0; i < one.speedups.size(); ++i) QVERIFY(same(one.speedups[i], two.speedups[i]));
    QCOMPARE(one.winners, two.winners);
    QCOMPARE(one.won, two.won);
    // A winner is nowhere beaten.
    for (std::size_t column = 0; column < one.columns.size(); ++column) {
      for (std::size_t kernel = 0; kernel < one.rows.size(); ++kernel) {
        QVERIFY(!(one.at(kernel, column) > one.at(static_cast<std::size_t>(one.winners[column]), column)));
      }
    }
  }
};

QTEST_APPLESS_MAIN(TestCasesGrid)
#include "test_cases_grid.moc"
