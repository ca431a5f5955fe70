#include <QTest>
#include <limits>

#include "core/domain/number_format.h"

using namespace kernelcast;

namespace {
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
}  // namespace

class TestNumberFormat : public QObject {
  Q_OBJECT

 private slots:
  void numbers_data() {
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("expected");
    const auto add = [](const std::string& shown, const char* expected) {
      QTest::addRow("%s = %s", shown.c_str(), expected) << QString::fromStdString(shown) << QString(expected);
    };
    add(formatSignificant(0), "0");
    add(formatSignificant(0.0703), "0.0703");
    add(formatSignificant(1.25), "1.25");
    add(formatSignificant(9.994), "9.99");
    add(formatSignificant(9.996), "10.0");
    add(formatSignificant(99.96), "100");
    add(formatSignificant(18.848), "18.8");
    add(formatSignificant(999.96), "1000");
    add(formatSignificant(1020), "1020");
    add(formatSignificant(999999.4), "999999");
    add(formatSignificant(1e6), "1.00e+06");
    add(formatSignificant(123456789), "1.23e+08");
    add(formatSignificant(0.001), "0.00100");
    add(formatSignificant(0.01), "0.0100");
    add(formatSignificant(0.1), "0.100");
    add(formatSignificant(0.09996), "0.100");
    add(formatSignificant(0.000999), "9.99e-04");
    add(formatSignificant(-9.996), "-10.0");
    add(formatSignificant(3.14159, 2), "3.1");
    add(formatSignificant(kNaN), "–");
    add(formatSignificant(kInfinity), "–");
    add(formatSignificant(-kInfinity), "–");
    add(formatSignificant(std::numeric_limits<double>::max()), "1.80e+308");
    add(formatSignificant(std::numeric_limits<double>::denorm_min()), "4.94e-324");

    add(formatSpeedup(1.25), "1.25×");
    add(formatSpeedup(kNaN), "–");

    add(formatMicroseconds(18.848), "18.8 µs");
    add(formatMicroseconds(0.5), "0.500 µs");
    add(formatMicroseconds(999.4), "999 µs");
    add(formatMicroseconds(999.96), "1.00 ms");
    add(formatMicroseconds(1020), "1.02 ms");
    add(formatMicroseconds(999'960), "1.00 s");
    add(formatMicroseconds(2.5e6), "2.50 s");
    add(formatMicroseconds(kNaN), "–");

    add(formatPercent(0.27), "27%");
    add(formatPercent(0.2746), "27%");
    add(formatPercent(0.1004), "10%");
    add(formatPercent(0.043), "4.3%");
    add(formatPercent(0.05), "5%");
    add(formatPercent(0.07), "7%");  // 0.07 * 100 is 7.000000000000001
    add(formatPercent(0.0996), "10%");
    add(formatPercent(0.999), "100%");
    add(formatPercent(0), "0%");
    add(formatPercent(1), "100%");
    add(formatPercent(-0.043), "-4.3%");
    add(formatPercent(-1e-9), "0%");
    add(formatPercent(kNaN), "–");

    add(formatCount(0), "0");
    add(formatCount(999), "999");
    add(formatCount(100'000), "100,000");
    add(formatCount(1'234'567), "1,234,567");
    add(formatCount(-100), "-100");
    add(formatCount(-100'000), "-100,000");
    add(formatCount(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");

    add(formatBytes(0), "0 B");
    add(formatBytes(1023), "1023 B");
    add(formatBytes(1024), "1.00 KiB");
    add(formatBytes(205'824), "201 KiB");
    add(formatBytes(150'109'880'320.0), "140 GiB");
    add(formatBytes(kNaN), "–");

    add(formatDuration(0), "0 s");
    add(formatDuration(3.2), "3.2 s");
    add(formatDuration(12.34), "12.3 s");
    add(formatDuration(59.97), "1 min 0 s");
    add(formatDuration(190), "3 min 10 s");
    add(formatDuration(3599.7), "1 h 0 min");
    add(formatDuration(7500), "2 h 5 min");
    add(formatDuration(kInfinity), "–");

    add(formatUtc(0), "1970-01-01 00:00:00Z");
    add(formatUtc(1772373909123), "2026-03-01 14:05:09Z");
    add(formatUtc(-1), "1969-12-31 23:59:59Z");
  }
  void numbers() {
    QFETCH(QString, shown);
    QFETCH(QString, expected);
    QCOMPARE(shown, expected);
  }

  // Nothing throws, whatever the number.
  void everyNumberIsShown() {
    for (const double value :
         {0.0, -0.0, 1.0, -1.0, 1e-320, 1e-5, 1e5, 1e15, 1e19, 1e300, -1e300, kNaN, kInfinity, -kInfinity}) {
      for (const std::string& shown :
           {formatSignificant(value), formatSpeedup(value), formatMicroseconds(value), formatPercent(value),
            formatBytes(value), formatDuration(value)}) {
        QVERIFY(!shown.empty());
      }
    }
    for (const std::int64_t time :
         {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
      QVERIFY(formatUtc(time).ends_with('Z'));
    }
  }
};

QTEST_APPLESS_MAIN(TestNumberFormat)
#include "test_number_format.moc"
