#include <QTest>
#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "core/stats/exact_sum.h"

using kernelcast::stats::ExactMean;
using kernelcast::stats::ExactSum;

namespace {
double sumOf(const std::vector<double>& values) {
  ExactSum sum;
  for (const double value : values) sum.add(value);
  return sum.value();
}
}  // namespace

class TestExactSum : public QObject {
  Q_OBJECT

 private slots:
  void knownSums_data() {
    QTest::addColumn<QList<double>>("values");
    QTest::addColumn<double>("sum");
    constexpr double kTiny = std::numeric_limits<double>::denorm_min();
    constexpr double kHuge = std::numeric_limits<double>::max();
    QTest::newRow("nothing") << QList<double>{} << 0.0;
    QTest::newRow("one") << QList<double>{0.1} << 0.1;
    QTest::newRow("negative") << QList<double>{-0.1} << -0.1;
    // Ten times the double next to 0.1 is 1 + 5.55e-17, which rounds to 1; adding them one by one gives 1 -
    // 2^-53.
    QTest::newRow("ten tenths") << QList<double>(10, 0.1) << 1.0;
    QTest::newRow("cancellation") << QList<double>{1e300, 1.0, -1e300} << 1.0;
    QTest::newRow("cancels to zero") << QList<double>{1e-300, 3.0, -3.0, -1e-300} << 0.0;
    QTest::newRow("subnormal") << QList<double>{kTiny, kTiny} << 2 * kTiny;
    QTest::newRow("subnormal, negative") << QList<double>{-kTiny} << -kTiny;
    QTest::newRow("largest") << QList<double>{kHuge, -kTiny} << kHuge;
    QTest::newRow("largest, and back") << QList<double>{kHuge, kHuge, -kHuge} << kHuge;
    // Half a unit in the last place of 1 is 2^-53: alone it ties to even, with anything more it rounds up.
    QTest::newRow("ties to even") << QList<double>{1.0, 0x1p-53} << 1.0;
    QTest::newRow("a bit over the tie") << QList<double>{1.0, 0x1p-53, 0x1p-1000} << 1.0 + 0x1p-52;
    QTest::newRow("a bit under the tie") << QList<double>{1.0, 0x1p-53, -0x1p-1000} << 1.0;
  }
  void knownSums() {
    QFETCH(QList<double>, values);
    QFETCH(double, sum);
    QVERIFY(sumOf({values.begin(), values.end()}) == sum);
  }

  void whatIsNotFiniteStays() {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    QVERIFY(sumOf({1, kInfinity}) == kInfinity);
    QVERIFY(std::isnan(sumOf({1, std::numeric_limits<double>::quiet_NaN()})));
    QVERIFY(std::isnan(sumOf({kInfinity, -kInfinity})));
  }

  void integersAreExact() {
    std::mt19937_64 random(1);
    std::vector<double> values;
    std::int64_t expected = 0;
    for (int i = 0; i < 10'000; ++i) {
      const auto value = static_cast<std::int64_t>(random() >> 24U) - (std::int64_t{1} << 39U);
      expected += value;
      values.push_back(static_cast<double>(value));
    }
    QVERIFY(sumOf(values) == static_cast<double>(expected));
  }

  void orderChangesNothing() {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> exponent(-200, 200);
    std::vector<double> values(2000);
    for (double& value : values) value = std::ldexp(exponent(random), static_cast<int>(exponent(random)));
    const double sum = sumOf(values);
    for (int i = 0; i < 20; ++i) {
      std::shuffle(values.begin(), values.end(), random);
      QVERIFY(sumOf(values) == sum);
    }
  }

  void mean() {
    ExactMean mean;
    QVERIFY(std::isnan(mean.value()));
    mean.add(1);
    mean.add(2);
    QCOMPARE(mean.n(), 2);
    QCOMPARE(mean.value(), 1.5);
  }
};

QTEST_APPLESS_MAIN(TestExactSum)
#include "test_exact_sum.moc"
