#include <QTest>
#include <random>

#include "core/stats/reliability.h"
#include "tests/fixtures/near.h"

using namespace kernelcast::stats;

namespace {

std::vector<TopLabel> labels(const std::vector<double>& confidences, bool right = true) {
  std::vector<TopLabel> result;
  result.reserve(confidences.size());
  for (const double c : confidences) result.push_back({c, right, static_cast<int>(result.size())});
  return result;
}

std::vector<int> sizes(const std::vector<ReliabilityGroup>& groups) {
  std::vector<int> result;
  result.reserve(groups.size());
  for (const ReliabilityGroup& group : groups) result.push_back(group.n);
  return result;
}

}  // namespace

class TestReliability : public QObject {
  Q_OBJECT

 private slots:
  void groupOfConfidence_data() {
    QTest::addColumn<double>("confidence");
    QTest::addColumn<double>("low");
    QTest::newRow("0") << 0.0 << 0.0;
    QTest::newRow("0.1 opens the second") << 0.1 << 0.1;
    QTest::newRow("0.3") << 0.3 << 0.3;
    QTest::newRow("0.6") << 0.6 << 0.6;
    QTest::newRow("0.7") << 0.7 << 0.7;
    QTest::newRow("one ulp below 0.5") << std::nextafter(0.5, 0) << 0.4;
    QTest::newRow("0.99") << 0.99 << 0.9;
    QTest::newRow("1 lands in the last") << 1.0 << 0.9;
    QTest::newRow("rounding above 1") << 1.0 + 1e-12 << 0.9;
  }
  void groupOfConfidence() {
    QFETCH(double, confidence);
    QFETCH(double, low);
    const auto groups = equalWidthGroups(labels({confidence}));
    QCOMPARE(groups.size(), std::size_t{1});
    VERIFY_NEAR(groups[0].low, low, 1e-15);
    VERIFY_NEAR(groups[0].high, low + 0.1, 1e-15);
    QCOMPARE(groups[0].meanConfidence, confidence);
  }

  // Lowest group: accuracy 1/2, confidence 0.05, gap 0.45. Highest: accuracy 2/3, confidence 2.95/3, gap
  // 0.95/3. ECE = 2/5 * 0.45 + 3/5 * 0.95/3 = 0.18 + 0.19; MCE = 0.45.
  void byHand() {
    const std::vector<TopLabel> forecasts{
        {0.05, true, 4}, {1.0, true, 3}, {0.95, true, 0}, {0.05, false, 1}, {1.0, false, 2}};
    const auto groups = equalWidthGroups(forecasts);
    QCOMPARE(sizes(groups), (std::vector<int>{2, 3}));  // eight empty groups are absent
    VERIFY_NEAR(groups[0].accuracy, 0.5, 0);
    VERIFY_NEAR(groups[0].meanConfidence, 0.05, 1e-17);
    VERIFY_NEAR(groups[1].accuracy, 2.0 / 3, 1e-15);
    VERIFY_NEAR(groups[1].meanConfidence, 2.95 / 3, 1e-15);
    QCOMPARE(groups[0].forecasts, (std::vector<int>{1, 4}));
    QCOMPARE(groups[1].forecasts, (std::vector<int>{0, 2, 3}));
    VERIFY_NEAR(*expectedCalibrationError(groups), 0.37, 1e-15);
    VERIFY_NEAR(*maximumCalibrationError(groups), 0.45, 1e-15);
  }

  void nothing() {
    QVERIFY(equalWidthGroups({}).empty());
    QVERIFY(equalMassGroups({}).empty());
    QVERIFY(!expectedCalibrationError({}));
    QVERIFY(!maximumCalibrationError({}));
  }

  void perfectIsZero() {
    const auto groups = equalWidthGroups(labels({1, 1, 1}));
    QVERIFY(*expectedCalibrationError(groups) == 0);
    QVERIFY(*maximumCalibrationError(groups) == 0);
  }

  void equalMassCount_data() {
    QTest::addColumn<int>("n");
    QTest::addColumn<int>("groups");
    QTest::newRow("8") << 8 << 5;  // cube root 2, five at least
    QTest::newRow("125") << 125 << 5;
    QTest::newRow("1000") << 1000 << 10;
    QTest::newRow("100000") << 100'000 << 46;  // 46.4
  }
  void equalMassCount() {
    QFETCH(int, n);
    QFETCH(int, groups);
    QCOMPARE(equalMassGroupCount(static_cast<std::size_t>(n)), groups);
  }

  // Ten forecasts in five groups of two; 0.2 stands at places 2 to 4, so the first group takes all of it and
  // the second boundary, 4, adds nothing.
  void equalMassNeverSplitsTies() {
    const auto groups = equalMassGroups(labels({0.2, 0.1, 0.2, 0.95, 0.5, 0.6, 0.7, 0.8, 0.9, 0.2}));
    QCOMPARE(sizes(groups), (std::vector<int>{4, 2, 2, 2}));
    QCOMPARE(groups[0].low, 0.1);
    QCOMPARE(groups[0].high, 0.2);
    QCOMPARE(groups[3].high, 0.95);
    QCOMPARE(groups[0].forecasts, (std::vector<int>{0, 1, 2, 9}));
  }

  void equalMassOfFew() {
    QCOMPARE(sizes(equalMassGroups(labels({0.4}))), std::vector<int>{1});
    QCOMPARE(sizes(equalMassGroups(labels({0.4, 0.3}))), (std::vector<int>{1, 1}));
    QCOMPARE(sizes(equalMassGroups(labels(std::vector<double>(50, 0.5)))), std::vector<int>{50});
  }

  void equalMassHoldsEveryForecastOnce() {
    std::mt19937_64 random(3);
    for (int n = 1; n < 400; n += 7) {
      std::vector<double> confidences(static_cast<std::size_t>(n));
      for (double& confidence : confidences) confidence = static_cast<double>(random() % 30) / 30;
      const auto groups = equalMassGroups(labels(confidences));
      int total = 0;
      double before = -1;
      for (const ReliabilityGroup& group : groups) {
        total += group.n;
        QVERIFY(group.low > before);
        QVERIFY(group.low <= group.meanConfidence && group.meanConfidence <= group.high + 1e-15);
        before = group.high;
      }
      QCOMPARE(total, n);
      QVERIFY(groups.size() <= static_cast<std::size_t>(equalMassGroupCount(static_cast<std::size_t>(n))));
    }
  }
};

QTEST_APPLESS_MAIN(TestReliability)
#include "test_reliability.moc"
