#include <QTest>
#include <cmath>
#include <limits>
#include <random>

#include "core/domain/forecast.h"
#include "tests/fixtures/near.h"

using namespace kernelcast;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

BinProbabilities certain(int bin) {
  BinProbabilities p{};
  p[static_cast<std::size_t>(bin) - 1] = 1;
  return p;
}

// Certain, uniform, gappy and random forecasts.
std::vector<BinProbabilities> manyForecasts() {
  std::vector<BinProbabilities> forecasts{
      uniformProbabilities(), {0.5, 0, 0, 0, 0, 0, 0, 0.5}, {0, 0.1, 0, 0, 0.9, 0, 0, 0}};
  for (int bin = 1; bin <= kBinCount; ++bin) forecasts.push_back(certain(bin));
  std::mt19937_64 random(1);
  for (int i = 0; i < 50; ++i) {
    BinProbabilities raw{};
    for (double& value : raw) value = static_cast<double>(random() % 4);
    if (const auto p = normaliseProbabilities(raw)) forecasts.push_back(*p);
  }
  return forecasts;
}

}  // namespace

class TestForecast : public QObject {
  Q_OBJECT

 private slots:
  void normalising() {
    const auto p = normaliseProbabilities({1, 1, 2, 0, 0, 0, 0, 0});
    QVERIFY(p);
    QCOMPARE((*p)[0], 0.25);
    QCOMPARE((*p)[2], 0.5);
    // What already sums to one within rounding stays as it is, bit for bit.
    const BinProbabilities tenths{0.1, 0.2, 0.3, 0.1, 0.1, 0.1, 0.1, 0};
    QVERIFY(*normaliseProbabilities(tenths) == tenths);
    QVERIFY(normaliseProbabilities({1e-300, 0, 0, 0, 0, 0, 0, 0}));
  }

  void refused_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("says");
    QTest::newRow("NaN") << kNaN << "bin 3 is not a finite number";
    QTest::newRow("infinite") << kInfinity << "bin 3 is not a finite number";
    QTest::newRow("negative") << -0.1 << "bin 3 is negative (-0.1)";
  }
  void refused() {
    QFETCH(double, value);
    QFETCH(QString, says);
    const auto p = normaliseProbabilities({0.5, 0.5, value, 0, 0, 0, 0, 0});
    QVERIFY(!p);
    QVERIFY2(QString::fromStdString(p.error().message).contains(says), p.error().message.c_str());
  }
  void refusedAsAWhole() {
    QCOMPARE(normaliseProbabilities(BinProbabilities{}).error().message,
             std::string("all eight probabilities are zero"));
    BinProbabilities huge;
    huge.fill(1e308);
    QVERIFY(!normaliseProbabilities(huge));
  }

  // Half on bin 4 (2^-0.25) and half on bin 5 (2^0.25): 1. Certain of an open bin: the scale's end.
  void expectedSpeedups() {
    QCOMPARE(expectedSpeedup({0, 0, 0, 0.5, 0.5, 0, 0, 0}), 1.0);
    QCOMPARE(expectedSpeedup(certain(1)), kScaleLow);
    QCOMPARE(expectedSpeedup(certain(8)), kScaleHigh);
    // 0.5 * 1.5 + 0.5 * 0.75 = 1.125.
    VERIFY_NEAR(expectedLog2Speedup({0, 0, 0, 0, 0, 0.5, 0.5, 0}), 1.125, 1e-15);
    for (const BinProbabilities& p : manyForecasts()) {
      QVERIFY(expectedSpeedup(p) >= kScaleLow * (1 - 1e-15));
      QVERIFY(expectedSpeedup(p) <= kScaleHigh * (1 + 1e-15));
    }
  }

  void fasterThanTheReference() {
    QVERIFY(probabilityFaster(certain(4)) == 0);  // up to S = 1
    QVERIFY(probabilityFaster(certain(5)) == 1);
    QCOMPARE(probabilityFaster(uniformProbabilities()), 0.5);
  }

  // Certain of bin 5, log-linear over 1..2^0.5: half way is 2^0.25. Open bins end at 1/8 and 8.
  void quantiles() {
    VERIFY_NEAR(forecastQuantile(certain(5), 0.5), std::exp2(0.25), 1e-15);
    VERIFY_NEAR(forecastQuantile(certain(5), 0), 1.0, 1e-15);
    VERIFY_NEAR(forecastQuantile(certain(5), 1), std::exp2(0.5), 1e-15);
    VERIFY_NEAR(forecastQuantile(certain(1), 0), 0.125, 1e-15);
    VERIFY_NEAR(forecastQuantile(certain(8), 1), 8.0, 1e-15);
    VERIFY_NEAR(forecastQuantile(uniformProbabilities(), 0.5), 1.0, 1e-15);
    // A quarter of the way through bin 7 (2..4): 2^1.25.
    VERIFY_NEAR(forecastQuantile({0, 0.5, 0, 0, 0, 0, 0.5, 0}, 0.625), std::exp2(1.25), 1e-14);
    QCOMPARE(forecastQuantile(certain(5), -1), forecastQuantile(certain(5), 0));
    QCOMPARE(forecastQuantile(certain(5), 2), forecastQuantile(certain(5), 1));
  }
  void quantilesRise() {
    for (const BinProbabilities& p : manyForecasts()) {
      double before = 0.125;
      for (int i = 0; i <= 1000; ++i) {
        const double quantile = forecastQuantile(p, i / 1000.0);
        QVERIFY(quantile >= before);
        before = quantile;
      }
      QVERIFY(before <= 8);
    }
  }

  void spread() {
    QVERIFY(entropyNormalised(certain(3)) == 0);
    VERIFY_NEAR(entropyNormalised(uniformProbabilities()), 1.0, 1e-15);
    // Two equal bins of eight: ln 2 / ln 8.
    VERIFY_NEAR(entropyNormalised({0.5, 0, 0, 0, 0, 0, 0, 0.5}), 1.0 / 3, 1e-15);
    VERIFY_NEAR(topTwoMargin({0, 0.2, 0.5, 0.3, 0, 0, 0, 0}), 0.2, 1e-15);
    QVERIFY(topTwoMargin(uniformProbabilities()) == 0);
    QVERIFY(topTwoMargin(certain(8)) == 1);
    QCOMPARE(argmaxBin({0, 0.4, 0.4, 0.2, 0, 0, 0, 0}), 2);  // the lowest of the tied
    QCOMPARE(argmaxBin(certain(8)), 8);
  }

  // A on bins 4, 5 with 0.25, 0.75; B on 4, 5 with 0.5 each: 0.75 * 0.5 + (0.25 * 0.5 + 0.75 * 0.5) / 2.
  void firstFaster() {
    VERIFY_NEAR(probabilityFirstFaster({0, 0, 0, 0.25, 0.75, 0, 0, 0}, {0, 0, 0, 0.5, 0.5, 0, 0, 0}), 0.625,
                1e-15);
    QVERIFY(probabilityFirstFaster(certain(5), certain(4)) == 1);
    QVERIFY(probabilityFirstFaster(certain(4), certain(5)) == 0);
    for (const BinProbabilities& a : manyForecasts()) {
      VERIFY_NEAR(probabilityFirstFaster(a, a), 0.5, 1e-15);
      for (const BinProbabilities& b : manyForecasts()) {
        VERIFY_NEAR(probabilityFirstFaster(a, b) + probabilityFirstFaster(b, a), 1.0, 1e-14);
      }
    }
  }
};

QTEST_APPLESS_MAIN(TestForecast)
#include "test_forecast.moc"
