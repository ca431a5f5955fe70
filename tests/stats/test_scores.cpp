#include <QTest>
#include <limits>

#include "core/stats/scores.h"
#include "tests/fixtures/near.h"
#include "tests/stats/tables.h"

using namespace kernelcast;
using namespace kernelcast::stats;

namespace {
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
}  // namespace

class TestScores : public QObject {
  Q_OBJECT

 private slots:
  // p = 0.1 0.2 0.4 0.3 0 0 0 0, so F = 0.1 0.3 0.7 1 1 1 1.
  void byHand_data() {
    QTest::addColumn<int>("trueBin");
    QTest::addColumn<double>("brier");
    QTest::addColumn<double>("rps");
    QTest::addColumn<double>("log");
    // Brier 0.01 + 0.04 + 0.6^2 + 0.09; RPS (0.1^2 + 0.3^2 + (0.7 - 1)^2) / 7; -ln 0.4.
    QTest::newRow("bin 3") << 3 << 0.50 << 0.19 / 7 << 0.916290731874155;
    // Brier 0.9^2 + 0.04 + 0.16 + 0.09; RPS (0.9^2 + 0.7^2 + 0.3^2) / 7; -ln 0.1.
    QTest::newRow("bin 1") << 1 << 1.10 << 1.39 / 7 << 2.302585092994046;
    // Brier 0.01 + 0.04 + 0.16 + 0.09 + 1; RPS (0.01 + 0.09 + 0.49 + 4) / 7; -ln 1e-12.
    QTest::newRow("bin 8, an exact zero") << 8 << 1.30 << 4.59 / 7 << 27.631021115928547;
  }
  void byHand() {
    QFETCH(int, trueBin);
    QFETCH(double, brier);
    QFETCH(double, rps);
    QFETCH(double, log);
    const BinProbabilities p{0.1, 0.2, 0.4, 0.3, 0, 0, 0, 0};
    VERIFY_NEAR(brierScore(p, trueBin), brier, 1e-15);
    VERIFY_NEAR(rankedProbabilityScore(p, trueBin), rps, 1e-15);
    VERIFY_NEAR(logScore(p, trueBin), log, 1e-14);
  }

  void perfectForecastScoresZero() {
    for (int bin = 1; bin <= kBinCount; ++bin) {
      const BinProbabilities p = fixtures::certain(bin);
      QVERIFY(brierScore(p, bin) == 0);
      QVERIFY(rankedProbabilityScore(p, bin) == 0);
      QVERIFY(logScore(p, bin) == 0);
      QVERIFY(!std::signbit(logScore(p, bin)));
    }
  }

  void worstForecast() {
    QCOMPARE(brierScore(fixtures::certain(1), 8), 2.0);
    QCOMPARE(rankedProbabilityScore(fixtures::certain(1), 8), 1.0);
    // A miss by one bin costs a seventh.
    QCOMPARE(rankedProbabilityScore(fixtures::certain(4), 5), 1.0 / 7);
  }

  // Brier: seven times 1/64 and 49/64 = 7/8 for any truth; log score ln 8. RPS for y = 1: sum_{j=1..7}
  // (j/8)^2 / 7 = 140/64/7 = 5/16; for y = 4: ((1 + 4 + 9) + (16 + 9 + 4 + 1)) / 64 / 7 = 44/448.
  void uniformForecast() {
    const BinProbabilities p = uniformProbabilities();
    for (int bin = 1; bin <= kBinCount; ++bin) {
      VERIFY_NEAR(brierScore(p, bin), 0.875, 1e-15);
      VERIFY_NEAR(logScore(p, bin), std::log(8.0), 1e-15);
      // A scale read backwards costs the same.
      VERIFY_NEAR(rankedProbabilityScore(p, bin), rankedProbabilityScore(p, 9 - bin), 1e-15);
    }
    VERIFY_NEAR(rankedProbabilityScore(p, 1), 0.3125, 1e-15);
    VERIFY_NEAR(rankedProbabilityScore(p, 4), 44.0 / 448, 1e-15);
  }

  // A probability a rounding error above one must not score below zero.
  void logScoreIsNeverNegative() {
    BinProbabilities p{};
    p[2] = 1 + 1e-13;
    QVERIFY(logScore(p, 3) == 0);
  }

  // 0.98 * 0 + 0.02 * 0.5 = 0.01 on a truth that was given no chance.
  void smoothing() {
    const BinProbabilities q = smoothed(fixtures::certain(1), {0, 0.5, 0.5, 0, 0, 0, 0, 0});
    VERIFY_NEAR(q[0], 0.98, 1e-15);
    VERIFY_NEAR(q[1], 0.01, 1e-15);
    VERIFY_NEAR(logScore(q, 2), -std::log(0.01), 1e-12);
    QVERIFY(isDistribution(q));
  }

  void distributions_data() {
    QTest::addColumn<QList<double>>("p");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("certain") << QList<double>{1, 0, 0, 0, 0, 0, 0, 0} << true;
    QTest::newRow("rounded thirds") << QList<double>{0.3333333, 0.3333333, 0.3333333, 0, 0, 0, 0, 0} << true;
    QTest::newRow("zero") << QList<double>(8, 0) << false;
    QTest::newRow("sum 1.1") << QList<double>{1, 0.1, 0, 0, 0, 0, 0, 0} << false;
    QTest::newRow("negative") << QList<double>{1.5, -0.5, 0, 0, 0, 0, 0, 0} << false;
    QTest::newRow("NaN") << QList<double>{kNaN, 1, 0, 0, 0, 0, 0, 0} << false;
    QTest::newRow("infinite") << QList<double>{kInfinity, 0, 0, 0, 0, 0, 0, 0} << false;
    QTest::newRow("infinities that cancel")
        << QList<double>{kInfinity, -kInfinity, 1, 0, 0, 0, 0, 0} << false;
  }
  void distributions() {
    QFETCH(QList<double>, p);
    QFETCH(bool, accepted);
    BinProbabilities probabilities{};
    std::copy(p.begin(), p.end(), probabilities.begin());
    QCOMPARE(isDistribution(probabilities), accepted);
  }
};

QTEST_APPLESS_MAIN(TestScores)
#include "test_scores.moc"
