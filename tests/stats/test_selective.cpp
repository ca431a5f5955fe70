#include <QTest>
#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "core/stats/selective.h"
#include "tests/fixtures/near.h"

using namespace kernelcast::stats;

namespace {

// Mean gap over every order that the scores allow; over all orders where `anyOrder`.
double gapByEnumeration(const std::vector<RankedOutcome>& pool, std::size_t m, bool anyOrder) {
  std::vector<std::size_t> order(pool.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  double best = 0;
  for (const RankedOutcome& outcome : pool) best = std::max(best, outcome.speedup);
  double sum = 0;
  int orders = 0;
  do {
    bool allowed = true;
    for (std::size_t i = 1; i < order.size() && !anyOrder; ++i) {
      allowed = allowed && pool[order[i - 1]].score >= pool[order[i]].score;
    }
    if (!allowed) continue;
    double found = 0;
    for (std::size_t i = 0; i < m; ++i) found = std::max(found, pool[order[i]].speedup);
    sum += 1 - found / best;
    ++orders;
  } while (std::next_permutation(order.begin(), order.end()));
  return sum / orders;
}

}  // namespace

class TestSelective : public QObject {
  Q_OBJECT

 private slots:
  void measured_data() {
    QTest::addColumn<int>("n");
    QTest::addColumn<double>("share");
    QTest::addColumn<int>("m");
    QTest::newRow("a tenth of 30, a little above 3 in binary or not") << 30 << 0.1 << 3;
    QTest::newRow("0.07 of 100, 7.000000000000001 in binary") << 100 << 0.07 << 7;
    QTest::newRow("0.29 of 100, 28.999999999999996 in binary") << 100 << 0.29 << 29;
    QTest::newRow("a tenth of 11") << 11 << 0.1 << 2;
    QTest::newRow("a tenth of 9") << 9 << 0.1 << 1;
    QTest::newRow("nothing asked, one measured") << 5 << 0.0 << 1;
    QTest::newRow("everything") << 5 << 1.0 << 5;
    QTest::newRow("more than there is") << 5 << 1.5 << 5;
    QTest::newRow("one") << 1 << 0.1 << 1;
  }
  void measured() {
    QFETCH(int, n);
    QFETCH(double, share);
    QFETCH(int, m);
    QCOMPARE(measuredAtShare(static_cast<std::size_t>(n), share), static_cast<std::size_t>(m));
  }

  // S = 4, 2, 1 and a failure, all forecast alike. One measured: gaps 0, 1/2, 3/4, 1 with equal chance: 9/16.
  // Two of the six pairs: the best is in three, else 2 in two, else 1 in one: (2 * 1/2 + 3/4) / 6 = 7/24.
  void allTied() {
    const std::vector<RankedOutcome> pool{{1, 2}, {1, 0}, {1, 4}, {1, 1}};
    const auto one = regretAtShare(pool, 0.25);
    QVERIFY(one);
    VERIFY_NEAR(one->gap, 9.0 / 16, 1e-15);
    VERIFY_NEAR(one->randomOrder, 9.0 / 16, 1e-15);
    QCOMPARE(one->measured, std::size_t{1});
    QCOMPARE(one->pool, std::size_t{4});
    VERIFY_NEAR(regretAtShare(pool, 0.5)->gap, 7.0 / 24, 1e-15);
    QVERIFY(regretAtShare(pool, 1.0)->gap == 0);
  }

  // Forecast order: failure, S = 1, then S = 2 and S = 4 tied. Two measured: best 1 of 4. Three: the third
  // place goes to 2 or 4 with equal chance: (1/2 + 0) / 2.
  void tieAtTheCut() {
    const std::vector<RankedOutcome> pool{{3, 0}, {2, 1}, {1, 2}, {1, 4}};
    QVERIFY(regretAtShare(pool, 0.25)->gap == 1);
    VERIFY_NEAR(regretAtShare(pool, 0.5)->gap, 0.75, 1e-15);
    VERIFY_NEAR(regretAtShare(pool, 0.75)->gap, 0.25, 1e-15);
    QVERIFY(regretAtShare(pool, 0.75)->perfectOrder == 0);
  }

  void undefinedWithoutAWorkingKernel() {
    QVERIFY(!regretAtShare({}, 0.1));
    QVERIFY(!regretAtShare(std::vector<RankedOutcome>{{1, 0}, {2, 0}}, 0.1));
  }

  void oneKernel() {
    const auto regret = regretAtShare(std::vector<RankedOutcome>{{0.3, 0.01}}, 0.1);
    QVERIFY(regret->gap == 0 && regret->randomOrder == 0);
  }

  void againstEnumerationOfAllOrders() {
    std::mt19937_64 random(5);
    for (int round = 0; round < 60; ++round) {
      std::vector<RankedOutcome> pool(2 + random() % 6);
      for (RankedOutcome& outcome : pool) {
        outcome.score = static_cast<double>(random() % 3);
        outcome.speedup = random() % 4 == 0 ? 0 : static_cast<double>(1 + random() % 5) / 3;
      }
      pool[0].speedup = 0.7;
      for (std::size_t m = 1; m <= pool.size(); ++m) {
        const auto regret = regretAtShare(pool, static_cast<double>(m) / static_cast<double>(pool.size()));
        QCOMPARE(regret->measured, m);
        VERIFY_NEAR(regret->gap, gapByEnumeration(pool, m, false), 1e-12);
        VERIFY_NEAR(regret->randomOrder, gapByEnumeration(pool, m, true), 1e-12);
      }
    }
  }

  // 100,000 kernels, S = 1..n, all tied, a tenth measured: the mean of the largest of m of 1..n is m (n + 1)
  // / (m + 1).
  void largePool() {
    constexpr std::size_t kPool = 100'000;
    std::vector<RankedOutcome> pool(kPool);
    for (std::size_t i = 0; i < kPool; ++i) pool[i] = {1, static_cast<double>(i + 1)};
    constexpr double kMeasured = 10'000;
    const double expected = 1 - kMeasured * (kPool + 1.0) / (kMeasured + 1) / kPool;
    VERIFY_NEAR(regretAtShare(pool, 0.1)->gap, expected, 1e-12);
  }
};

QTEST_APPLESS_MAIN(TestSelective)
#include "test_selective.moc"
