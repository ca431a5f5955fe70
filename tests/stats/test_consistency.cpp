#include <QTest>
#include <cmath>

#include "core/stats/consistency.h"

using namespace kernelcast::stats;

namespace {

// Shares of n that a binomial variable does not exceed, exactly: the least k whose cumulative probability
// reaches `share`, over n.
double binomialQuantile(int n, double p, double share) {
  double cumulative = 0;
  for (int k = 0; k <= n; ++k) {
    cumulative += std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) +
                           k * std::log(p) + (n - k) * std::log1p(-p));
    if (cumulative >= share) return static_cast<double>(k) / n;
  }
  return 1;
}

}  // namespace

class TestConsistency : public QObject {
  Q_OBJECT

 private slots:
  void rangesAreThoseOfTheBinomial() {
    for (const auto& [n, p] : {std::pair{5, 0.55}, {12, 0.3}, {40, 0.75}, {400, 0.5}}) {
      const std::vector<std::vector<double>> groups{std::vector<double>(static_cast<std::size_t>(n), p)};
      const auto found = consistencyOf(groups, 20'000);
      QVERIFY(found);
      // A quantile may fall on the next of n steps where the probability of one lies at its edge.
      QVERIFY(std::abs(found->accuracy[0].low - binomialQuantile(n, p, 0.05)) <= 1.0 / n + 1e-12);
      QVERIFY(std::abs(found->accuracy[0].high - binomialQuantile(n, p, 0.95)) <= 1.0 / n + 1e-12);
      QVERIFY(std::abs(found->accuracy[0].mean - p) < 4 * std::sqrt(p * (1 - p) / n / 20'000));
      // Of one group the error is the mean absolute deviation (De Moivre's closed form).
      const int m = static_cast<int>(n * p) + 1;
      const double deviation =
          2 *
          std::exp(std::log(m) + std::lgamma(n + 1.0) - std::lgamma(m + 1.0) - std::lgamma(n - m + 1.0) +
                   m * std::log(p) + (n - m + 1) * std::log1p(-p)) /
          n;
      QVERIFY2(std::abs(found->error.mean - deviation) < 0.02 * deviation,
               qPrintable(QStringLiteral("%1 for %2").arg(found->error.mean).arg(deviation)));
    }
  }

  void certaintyLeavesNothingToChance() {
    const std::vector<std::vector<double>> groups{{0, 0, 0}, {}, {1, 1}};
    const auto found = consistencyOf(groups);
    QVERIFY(found);
    QCOMPARE(found->accuracy.size(), std::size_t{3});
    QCOMPARE(found->accuracy[0].high, 0.0);
    QCOMPARE(found->accuracy[2].low, 1.0);
    QCOMPARE(found->error.high, 0.0);
  }

  void groupsAreWeighedByTheirSize() {
    // A group of certain forecasts beside one of a single coin: the error is the coin's, at its share of n.
    const std::vector<std::vector<double>> groups{std::vector<double>(9, 1.0), {0.5}};
    const auto found = consistencyOf(groups);
    QVERIFY(found);
    QVERIFY(std::abs(found->error.mean - 0.05) < 1e-12);  // |0 - 0.5| and |1 - 0.5| alike
  }

  void nothingToDrawIsNothing() {
    QVERIFY(!consistencyOf({}));
    const std::vector<std::vector<double>> empty(3);
    QVERIFY(!consistencyOf(empty));
  }

  void sameSeedSameAnswer() {
    const std::vector<std::vector<double>> groups{{0.2, 0.4, 0.6}, {0.8, 0.9}};
    const auto one = consistencyOf(groups, 100, 7);
    const auto two = consistencyOf(groups, 100, 7);
    QVERIFY(one && two);
    QCOMPARE(one->error.mean, two->error.mean);
    QCOMPARE(one->accuracy[0].low, two->accuracy[0].low);
  }
};

QTEST_APPLESS_MAIN(TestConsistency)
#include "test_consistency.moc"
