// The most confidently wrong forecasts: their order, and who is none of them.
#include <QTest>
#include <limits>

#include "core/analysis/worst_forecasts.h"

using namespace kernelcast;
using namespace kernelcast::analysis;

namespace {

void add(SessionTable& table, int named, std::initializer_list<std::pair<int, double>> given, double speedup,
         RowStatus status = RowStatus::Ok) {
  CandidateRow row;
  row.number = static_cast<int>(table.rows.size()) + 1;
  row.status = status;
  row.predictedBin = named;
  row.forecasts = 1;
  row.speedup = speedup;
  for (const auto& [bin, p] : given) row.probabilities.at(static_cast<std::size_t>(bin - 1)) = p;
  table.rows.push_back(row);
}

}  // namespace

class TestWorstForecasts : public QObject {
  Q_OBJECT
 private slots:
  void leastGivenToWhatCameOutIsFirst() {
    SessionTable table;
    add(table, 5, {{5, 0.9}, {7, 0.1}}, 3.0);            // 10% to class 7
    add(table, 5, {{5, 0.6}, {4, 0.4}}, 3.0);            // 0%, two classes off
    add(table, 8, {{8, 0.6}, {7, 0.4}}, 1.2);            // 0%, three classes off
    add(table, 5, {{5, 0.8}, {4, 0.2}}, 3.0);            // 0%, two off, surer
    add(table, 5, {{5, 1.0}}, 1.2);                      // right
    add(table, 5, {{5, 1.0}}, 0, RowStatus::Incorrect);  // failed
    add(table, 5, {{5, 1.0}}, std::numeric_limits<double>::quiet_NaN());
    const std::vector<int> rows{0, 1, 2, 3, 4, 5, 6};
    const auto worst = worstForecasts(table, rows, BinRule::Prompt);
    QCOMPARE(worst.size(), 4U);
    QCOMPARE(worst[0].row, 2);
    QCOMPARE(worst[1].row, 3);
    QCOMPARE(worst[2].row, 1);
    QCOMPARE(worst[3].row, 0);
    QCOMPARE(worst[3].measuredBin, 7);
    QCOMPARE(worst[3].measuredProbability, 0.1);
    QCOMPARE(worst[3].forecastProbability, 0.9);
    QCOMPARE(worstForecasts(table, rows, BinRule::Prompt, 2).size(), 2U);
    QCOMPARE(worstForecasts(table, std::vector<int>{0, 4}, BinRule::Prompt).size(), 1U);
    QVERIFY(worstForecasts(table, {}, BinRule::Prompt).empty());
  }
};

QTEST_APPLESS_MAIN(TestWorstForecasts)
#include "test_worst_forecasts.moc"
