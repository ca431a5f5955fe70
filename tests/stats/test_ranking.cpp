#include <QTest>
#include <algorithm>
#include <random>

#include "core/stats/ranking.h"
#include "tests/fixtures/near.h"

using namespace kernelcast::stats;

namespace {

PairCounts pairs(const std::vector<double>& x, const std::vector<double>& y) {
  return countPairs(denseRanks(x), denseRanks(y));
}
std::optional<double> tau(const std::vector<double>& x, const std::vector<double>& y) {
  return kendallTauB(pairs(x, y));
}
std::optional<double> rho(const std::vector<double>& x, const std::vector<double>& y) {
  return spearman(denseRanks(x), denseRanks(y));
}

// Every pair looked at.
PairCounts pairsByEnumeration(const std::vector<double>& x, const std::vector<double>& y) {
  PairCounts counts;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = i + 1; j < x.size(); ++j) {
      ++counts.pairs;
      counts.tiedX += x[i] == x[j] ? 1 : 0;
      counts.tiedY += y[i] == y[j] ? 1 : 0;
      counts.tiedBoth += x[i] == x[j] && y[i] == y[j] ? 1 : 0;
      counts.discordant += (x[i] - x[j]) * (y[i] - y[j]) < 0 ? 1 : 0;
    }
  }
  return counts;
}

// Mid-ranks by counting, and the correlation by its definition.
double spearmanByDefinition(const std::vector<double>& x, const std::vector<double>& y) {
  const auto midRanks = [](const std::vector<double>& values) {
    std::vector<double> ranks;
    for (const double value : values) {
      const auto less = std::count_if(values.begin(), values.end(), [&](double v) { return v < value; });
      const auto equal = std::count(values.begin(), values.end(), value);
      ranks.push_back(static_cast<double>(less) + static_cast<double>(equal + 1) / 2);
    }
    return ranks;
  };
  const std::vector<double> rx = midRanks(x);
  const std::vector<double> ry = midRanks(y);
  const double mean = static_cast<double>(x.size() + 1) / 2;
  double xy = 0;
  double xx = 0;
  double yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (rx[i] - mean) * (ry[i] - mean);
    xx += (rx[i] - mean) * (rx[i] - mean);
    yy += (ry[i] - mean) * (ry[i] - mean);
  }
  return xy / std::sqrt(xx * yy);
}

}  // namespace

class TestRanking : public QObject {
  Q_OBJECT

 private slots:
  // Six pairs, one tied in x, the other five concordant: tau-b = 5 / sqrt(5 * 6). Mid-ranks 1 2.5 2.5 4 and 1
  // 3 2 4: sum of products 4.5, of squares 4.5 and 5: rho = 4.5 / sqrt(22.5).
  void byHand() {
    const std::vector<double> x{1, 2, 2, 3};
    const std::vector<double> y{1, 3, 2, 4};
    const PairCounts counts = pairs(x, y);
    QCOMPARE(counts.pairs, 6);
    QCOMPARE(counts.tiedX, 1);
    QCOMPARE(counts.tiedY, 0);
    QCOMPARE(counts.concordant(), 5);
    QCOMPARE(counts.discordant, 0);
    VERIFY_NEAR(*tau(x, y), 5 / std::sqrt(30.0), 1e-15);
    VERIFY_NEAR(*rho(x, y), 4.5 / std::sqrt(22.5), 1e-15);
  }

  void extremesAreExact() {
    std::vector<double> x(37);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i * i) * 0.1;
    std::vector<double> reversed(x.rbegin(), x.rend());
    QVERIFY(*tau(x, x) == 1);
    QVERIFY(*rho(x, x) == 1);
    QVERIFY(*tau(x, reversed) == -1);
    QVERIFY(*rho(x, reversed) == -1);
    // The same ties in both orders leave the agreement perfect.
    x[5] = x[6] = x[7];
    QVERIFY(*tau(x, x) == 1);
    QVERIFY(*rho(x, x) == 1);
  }

  void undefined_data() {
    QTest::addColumn<QList<double>>("x");
    QTest::addColumn<QList<double>>("y");
    QTest::newRow("nothing") << QList<double>{} << QList<double>{};
    QTest::newRow("one") << QList<double>{1} << QList<double>{2};
    QTest::newRow("x constant") << QList<double>{1, 1, 1} << QList<double>{1, 2, 3};
    QTest::newRow("y constant") << QList<double>{1, 2} << QList<double>{5, 5};
    QTest::newRow("both constant") << QList<double>{1, 1} << QList<double>{5, 5};
  }
  void undefined() {
    QFETCH(QList<double>, x);
    QFETCH(QList<double>, y);
    QVERIFY(!tau({x.begin(), x.end()}, {y.begin(), y.end()}));
    QVERIFY(!rho({x.begin(), x.end()}, {y.begin(), y.end()}));
  }

  void two() {
    QVERIFY(*tau({1, 2}, {3, 4}) == 1);
    QVERIFY(*tau({1, 2}, {4, 3}) == -1);
    QVERIFY(*rho({1, 2}, {3, 4}) == 1);
  }

  void againstEnumeration_data() {
    QTest::addColumn<int>("values");  // fewer values, more ties
    for (const int values : {2, 3, 10, 1000}) QTest::addRow("%d values", values) << values;
  }
  void againstEnumeration() {
    QFETCH(int, values);
    std::mt19937_64 random(static_cast<unsigned>(values));
    for (int n = 2; n <= 150; n += 3) {
      std::vector<double> x;
      std::vector<double> y;
      for (int i = 0; i < n; ++i) {
        x.push_back(static_cast<double>(random() % static_cast<unsigned>(values)));
        y.push_back(static_cast<double>(random() % static_cast<unsigned>(values)) / 7);
      }
      const PairCounts fast = pairs(x, y);
      const PairCounts slow = pairsByEnumeration(x, y);
      QCOMPARE(fast.pairs, slow.pairs);
      QCOMPARE(fast.tiedX, slow.tiedX);
      QCOMPARE(fast.tiedY, slow.tiedY);
      QCOMPARE(fast.tiedBoth, slow.tiedBoth);
      QCOMPARE(fast.discordant, slow.discordant);
      if (slow.pairs == slow.tiedX || slow.pairs == slow.tiedY) {
        QVERIFY(!tau(x, y) && !rho(x, y));
        continue;
      }
      VERIFY_NEAR(*rho(x, y), spearmanByDefinition(x, y), 1e-12);
      QVERIFY(*tau(x, y) >= -1 && *tau(x, y) <= 1);
      // Swapping the roles changes nothing; turning one order around changes the sign.
      QVERIFY(*tau(x, y) == *tau(y, x));
      for (double& value : y) value = -value;
      QVERIFY(*tau(x, y) == -*kendallTauB(slow));
    }
  }

  void denseRanksByHand() {
    const DenseRanks ranks = denseRanks(std::vector<double>{0.5, -1, 0.5, 7, -1, 0.5});
    QCOMPARE(ranks.of, (std::vector<std::uint32_t>{1, 0, 1, 2, 0, 1}));
    QCOMPARE(ranks.count, (std::vector<std::uint32_t>{2, 3, 1}));
  }
};

QTEST_APPLESS_MAIN(TestRanking)
#include "test_ranking.moc"
