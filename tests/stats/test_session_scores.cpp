#include <QTest>
#include <algorithm>
#include <bit>
#include <limits>
#include <set>

#include "core/stats/session_scores.h"
#include "tests/fixtures/h200_rows.h"
#include "tests/fixtures/near.h"
#include "tests/stats/tables.h"

using namespace kernelcast;
using namespace kernelcast::stats;
using fixtures::addRow;
using fixtures::certain;
using fixtures::emptyTable;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double figure(const SessionScores& scores, std::string_view key) {
  const auto found = scores.figures.find(key);
  return found == scores.figures.end() ? kNaN : found->second.value.value_or(kNaN);
}

// Equal to the last bit, and empty in the same places.
bool identical(const Figure& a, const Figure& b) {
  if (a.value.has_value() != b.value.has_value() || a.n != b.n || a.tasks != b.tasks || a.note != b.note)
    return false;
  return !a.value || std::bit_cast<std::uint64_t>(*a.value) == std::bit_cast<std::uint64_t>(*b.value);
}

SessionTable sample() {
  SessionTable table;
  table.devices = {"NVIDIA H200"};
  table.surrogates = {"recorded"};
  for (const fixtures::SampleRow& row : fixtures::kSampleRows) {
    auto task = std::find(table.tasks.begin(), table.tasks.end(), row.task);
    if (task == table.tasks.end()) task = table.tasks.insert(task, std::string(row.task));
    CandidateRow& added =
        addRow(table, static_cast<int>(task - table.tasks.begin()), row.probabilities, row.speedup);
    added.name = row.name;
    added.status = row.status;
    added.predictedBin = table.forecasts.back().predictedBin = row.predictedBin;
  }
  return table;
}

}  // namespace

class TestSessionScores : public QObject {
  Q_OBJECT

 private slots:
  void metricsAreOneCompleteList() {
    const std::vector<std::string_view> expected{
        "accuracy", "within_one", "brier",         "half_brier", "rps",  "log_score",           "ece",
        "mce",      "smece",      "kendall_tau_b", "spearman",   "aurc", "regret_at_10_percent"};
    QCOMPARE(metrics().size(), expected.size());
    const SessionScores scores = scoreSession(SessionTable{}, BinRule::Prompt);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const MetricInfo& metric = metrics()[i];
      QCOMPARE(metric.key, expected[i]);
      QVERIFY(!metric.title.empty() && !metric.technical.empty() && metric.sentence.ends_with('.'));
      QCOMPARE(findMetric(metric.key), &metric);
      QVERIFY(scores.figures.contains(metric.key));
    }
    QVERIFY(findMetric("ndcg") == nullptr);
    QCOMPARE(scores.figures.size(), expected.size());
  }

  void figuresToComeSaySo() {
    const SessionScores scores = scoreSession(sample(), BinRule::Prompt);
    for (const char* key : {"smece", "aurc"}) {
      QVERIFY(!scores.figures.at(key).value);
      QCOMPARE(scores.figures.at(key).note, std::string("not in this build yet"));
    }
  }

  void nothing() {
    const SessionScores scores = scoreSession(SessionTable{}, BinRule::Prompt);
    QCOMPARE(scores.n, 0);
    QVERIFY(std::isnan(scores.parseRate));
    QVERIFY(scores.reliability.empty() && scores.pools.empty());
    for (const auto& [key, figure] : scores.figures) {
      QVERIFY(!figure.value);
      QVERIFY(!figure.note.empty());
      QCOMPARE(figure.n, 0);
    }
    QVERIFY(!scores.rpsSkill.value && !scores.logScoreSmoothed.value && !scores.regretRandomOrder.value);
  }

  void oneRow() {
    SessionTable table = emptyTable();
    addRow(table, 0, {0, 0, 0, 0.25, 0.75, 0, 0, 0}, 1.2);
    const SessionScores scores = scoreSession(table, BinRule::Prompt);
    QCOMPARE(scores.n, 1);
    QCOMPARE(figure(scores, "accuracy"), 1.0);
    QCOMPARE(figure(scores, "brier"), 0.125);
    QCOMPARE(figure(scores, "half_brier"), 0.0625);
    QCOMPARE(figure(scores, "ece"), 0.25);
    QVERIFY(figure(scores, "regret_at_10_percent") == 0);
    QVERIFY(!scores.figures.at("kendall_tau_b").value);
    QCOMPARE(scores.figures.at("kendall_tau_b").note,
             std::string("1 of 1 pools left out: fewer than two kernels work, or all are equal"));
    QCOMPARE(scores.rpsSkill.note, std::string("all measured kernels are of one speed class"));
  }

  // RPS (0.0625 / 7 + 1/7 * (0.25^2 + 1 + 1)) / 2 = 2.125 / 14. Climatology gives half to bins 5 and 7, F =
  // 1/2 for k = 5, 6: RPS 2 * 0.25 / 7 = 1/14. Skill 1 - 2.125.
  void twoRows() {
    SessionTable table = emptyTable();
    addRow(table, 0, {0, 0, 0, 0.25, 0.75, 0, 0, 0}, 1.2);
    addRow(table, 0, {0, 0, 0, 0.25, 0.75, 0, 0, 0}, 4);
    const SessionScores scores = scoreSession(table, BinRule::Prompt);
    QCOMPARE(figure(scores, "accuracy"), 0.5);
    QCOMPARE(figure(scores, "within_one"), 0.5);
    QCOMPARE(*scores.meanBinError.value, 1.0);
    VERIFY_NEAR(figure(scores, "rps"), 2.125 / 14, 1e-15);
    VERIFY_NEAR(*scores.rpsSkill.value, 1 - 2.125, 1e-14);
    // Equal forecasts: no order, and one of the two measured by chance.
    QVERIFY(!scores.figures.at("kendall_tau_b").value);
    VERIFY_NEAR(figure(scores, "regret_at_10_percent"), 0.5 * (1 - 1.2 / 4), 1e-15);
    // Smoothed: 0.98 * 0.75 + 0.02 * 0.5 = 0.745 and 0.02 * 0.5 = 0.01.
    VERIFY_NEAR(*scores.logScoreSmoothed.value, -(std::log(0.745) + std::log(0.01)) / 2, 1e-14);
    VERIFY_NEAR(figure(scores, "log_score"), (-std::log(0.75) + 27.631021115928547) / 2, 1e-13);
  }

  void perfectForecasts() {
    SessionTable table = emptyTable(2);
    for (const double speedup : {0.2, 0.4, 0.6, 0.9, 1.3, 1.8, 3.0, 5.0}) {
      for (const int task : {0, 1}) addRow(table, task, certain(*binOf(speedup, BinRule::Prompt)), speedup);
    }
    const SessionScores scores = scoreSession(table, BinRule::Prompt);
    QCOMPARE(scores.n, 16);
    for (const char* key :
         {"brier", "half_brier", "rps", "log_score", "ece", "mce", "regret_at_10_percent"}) {
      QVERIFY2(figure(scores, key) == 0, key);
    }
    for (const char* key : {"accuracy", "within_one", "kendall_tau_b", "spearman"})
      QVERIFY2(figure(scores, key) == 1, key);
    QVERIFY(*scores.rpsSkill.value == 1);
  }

  void uniformForecasts() {
    SessionTable table = emptyTable();
    for (const double speedup : {0.2, 1.1, 5.0}) addRow(table, 0, uniformProbabilities(), speedup);
    const SessionScores scores = scoreSession(table, BinRule::Prompt);
    VERIFY_NEAR(figure(scores, "brier"), 0.875, 1e-15);
    VERIFY_NEAR(figure(scores, "log_score"), std::log(8.0), 1e-15);
    // RPS 140/448 for bins 1 and 8, 44/448 for bin 5.
    VERIFY_NEAR(figure(scores, "rps"), (140 + 140 + 44) / 448.0 / 3, 1e-15);
    QVERIFY(!scores.figures.at("spearman").value);
  }

  // Every forecast is counted in one place; what could not be read is scored as uniform beside the parsed
  // ones.
  void whatIsCountedWhere() {
    SessionTable table = emptyTable();
    addRow(table, 0, certain(5), 1.2);                                   // scored
    addRow(table, 0, certain(5), 0);                                     // failed
    addRow(table, 0, certain(5), 0).status = RowStatus::TimedOut;        // failed
    addRow(table, 0, certain(5), 0).status = RowStatus::Infrastructure;  // says nothing of the kernel
    addRow(table, 0, certain(5), 0).status = RowStatus::Pending;         // unmeasured
    addRow(table, 0, certain(5), 0).status = RowStatus::Ok;              // correct without an S: a data error
    addRow(table, 0, certain(5), 1).speedup = -2;                        // data error
    addRow(table, 0, certain(5), 1).speedup = kInfinity;                 // data error
    addRow(table, 0, {kNaN, 0, 0, 0, 1, 0, 0, 0}, 1.2);                  // no distribution
    addRow(table, 0, {0, 0, 0, 0, 0, 0, 0, 0}, 1.2);                     // no distribution
    addRow(table, 0, uniformProbabilities(), 1.2).forecasts = 0;         // could not be read
    table.forecasts.back().parsed = false;
    table.forecasts.back().predictedBin = 0;
    addRow(table, 0, uniformProbabilities(), 0).forecasts = 0;  // could not be read, and failed
    table.forecasts.back().parsed = false;
    addRow(table, 0, certain(5), 1.2);
    table.forecasts.back().predictedBin = 9;  // no such bin
    const SessionScores scores = scoreSession(table, BinRule::Prompt);
    QCOMPARE(scores.n, 1);
    QCOMPARE(scores.failed, 2);
    QCOMPARE(scores.unmeasured, 2);
    QCOMPARE(scores.excluded, 6);
    QCOMPARE(scores.unparsed, 2);
    QCOMPARE(scores.parseRate, 11.0 / 13);
    QVERIFY(figure(scores, "brier") == 0);
    QCOMPARE(scores.allRows.at("brier").n, 2);
    QCOMPARE(*scores.allRows.at("brier").value, 0.875 / 2);
    QCOMPARE(*scores.allRows.at("half_brier").value, 0.875 / 4);
    VERIFY_NEAR(*scores.allRows.at("log_score").value, std::log(8.0) / 2, 1e-15);
    // In the pool: both rows of S = 1.2 with a usable forecast, and the two failures, all forecast alike. One
    // of four is measured, and it works by half a chance.
    QCOMPARE(scores.pools.size(), std::size_t{1});
    QCOMPARE(scores.pools[0].working, 2);
    QCOMPARE(scores.pools[0].failed, 2);
    VERIFY_NEAR(figure(scores, "regret_at_10_percent"), 0.5, 1e-15);
  }

  void repeatsAreScoredOneByOne() {
    SessionTable table = emptyTable();
    addRow(table, 0, certain(5), 1.2);
    table.forecasts.push_back({0, 1, true, 4, 1, certain(4)});
    table.rows[0].forecasts = 2;
    table.rows[0].probabilities = {0, 0, 0, 0.5, 0.5, 0, 0, 0};
    const SessionScores scores = scoreSession(table, BinRule::Prompt);
    QCOMPARE(scores.n, 2);
    QCOMPARE(scores.rightBin, 1);
    QCOMPARE(figure(scores, "brier"), 1.0);  // the mean of 0 and 2, where the mean forecast would score 0.5
    QCOMPARE(scores.pools[0].working, 1);
  }

  void flags() {
    SessionTable table = emptyTable();
    addRow(table, 0, {0, 0, 0, 0.4, 0.6, 0, 0, 0}, 7);  // beyond the scale
    table.forecasts[0].predictedBin = 4;                // and not the argmax
    addRow(table, 0, certain(5), 1);
    table.forecasts[1].rawProbabilitySum = 1.2;
    addRow(table, 0, certain(1), 0.17);  // beyond the scale
    const SessionScores scores = scoreSession(table, BinRule::Prompt);
    QCOMPARE(scores.beyondScale, 2);
    QCOMPARE(scores.notArgmax, 1);
    QCOMPARE(scores.oddSum, 1);
    QCOMPARE(scores.confusion[3][7], 1);
    QCOMPARE(scores.confusion[4][3], 1);
    QCOMPARE(scores.confusion[0][0], 1);
  }

  // A forecast that named the bin that its prompt's edges give, scored by both rules.
  void labellingRules_data() {
    QTest::addColumn<double>("speedup");
    QTest::addColumn<int>("prompt");
    QTest::addColumn<int>("paperCode");
    QTest::newRow("published row") << 0.350631 << 2 << 1;
    QTest::newRow("on 1/4") << 0.25 << 1 << 1;
    QTest::newRow("on 1/2") << 0.5 << 2 << 2;
    QTest::newRow("on 2^-1/2") << kBinEdges[2] << 3 << 3;
    QTest::newRow("on 1") << 1.0 << 4 << 4;
    QTest::newRow("on 2^1/2") << kBinEdges[4] << 5 << 5;
    QTest::newRow("on 2") << 2.0 << 6 << 6;
    QTest::newRow("on 4") << 4.0 << 7 << 8;
    QTest::newRow("between 1/2 and 2^-1/2") << 0.6 << 3 << 2;
    QTest::newRow("between 2 and 2.83") << 2.5 << 7 << 6;
    QTest::newRow("above 2.83") << 3.0 << 7 << 7;
    QTest::newRow("above 4") << 4.5 << 8 << 8;
  }
  void labellingRules() {
    QFETCH(double, speedup);
    QFETCH(int, prompt);
    QFETCH(int, paperCode);
    SessionTable table = emptyTable();
    addRow(table, 0, certain(prompt), speedup);
    const SessionScores asked = scoreSession(table, BinRule::Prompt);
    const SessionScores published = scoreSession(table, BinRule::PaperCode);
    QCOMPARE(asked.bins, BinRule::Prompt);
    QCOMPARE(published.bins, BinRule::PaperCode);
    QCOMPARE(asked.rightBin, 1);
    QCOMPARE(published.rightBin, prompt == paperCode ? 1 : 0);
    QCOMPARE(published.withinOne, 1);
    QCOMPARE(
        published.confusion[static_cast<std::size_t>(prompt) - 1][static_cast<std::size_t>(paperCode) - 1],
        1);
  }

  // Task 0 was ranked right on one device and the wrong way round on the other: mean 0. Task 1: 1. Over
  // tasks: 1/2, though two of three pools are right.
  void tasksWeighEqually() {
    SessionTable table = emptyTable(2);
    for (const int device : {0, 1}) {
      addRow(table, 0, certain(device == 0 ? 6 : 4), 2).device = device;
      addRow(table, 0, certain(5), 1).device = device;
    }
    addRow(table, 1, certain(6), 2);
    addRow(table, 1, certain(5), 1);
    const SessionScores scores = scoreSession(table, BinRule::Prompt);
    const Figure& tau = scores.figures.at("kendall_tau_b");
    QCOMPARE(*tau.value, 0.5);
    QCOMPARE(tau.n, 3);
    QCOMPARE(tau.tasks, 2);
    QVERIFY(tau.note.empty());
    QCOMPARE(figure(scores, "spearman"), 0.5);
    // Regret 0, 1/2; then 0.
    QCOMPARE(figure(scores, "regret_at_10_percent"), 0.125);
    QCOMPARE(*scores.regretRandomOrder.value, 0.25);
    QVERIFY(*scores.regretPerfectOrder.value == 0);
  }

  void poolWithoutAWorkingKernel() {
    SessionTable table = emptyTable(2);
    addRow(table, 0, certain(6), 0);
    addRow(table, 0, certain(5), 0);
    addRow(table, 1, certain(6), 1);
    addRow(table, 1, certain(5), 2);
    const SessionScores scores = scoreSession(table, BinRule::Prompt);
    QCOMPARE(scores.poolsWithoutWorking, 1);
    QCOMPARE(figure(scores, "regret_at_10_percent"), 0.5);
    QCOMPARE(scores.figures.at("regret_at_10_percent").n, 1);
    QCOMPARE(scores.figures.at("regret_at_10_percent").note,
             std::string("1 of 2 pools left out: no kernel works"));
    QCOMPARE(figure(scores, "kendall_tau_b"), -1.0);
  }

  // A failure with the best forecast is measured first and finds nothing.
  void failureTakesAMeasurement() {
    SessionTable table = emptyTable();
    addRow(table, 0, certain(8), 0);
    addRow(table, 0, certain(5), 2);
    addRow(table, 0, certain(6), 4);
    const SessionScores scores = scoreSession(table, BinRule::Prompt);
    QCOMPARE(figure(scores, "regret_at_10_percent"), 1.0);
    QCOMPARE(figure(scores, "kendall_tau_b"), 1.0);
    QCOMPARE(scores.n, 2);
  }

  // Measured, and the answer could not be read: it is in no ranking, and counted. What no surrogate was asked
  // about counts as well where the task has a pool, and not where it has none.
  void unrankedAreCounted() {
    SessionTable table = emptyTable(2);
    addRow(table, 0, certain(5), 2);
    addRow(table, 0, certain(5), 3).forecasts = 0;
    addRow(table, 0, certain(5), 0).forecasts = 0;  // failed: it would have taken a measurement
    CandidateRow& unasked = addRow(table, 0, certain(5), 3);
    unasked.forecasts = 0;
    unasked.surrogate = -1;
    CandidateRow& pending = addRow(table, 0, certain(5), 3);
    pending.forecasts = 0;
    pending.status = RowStatus::Pending;
    pending.speedup = CandidateRow::kUnknown;
    addRow(table, 1, certain(5), 3).forecasts = 0;
    addRow(table, 0, certain(5), 3).device = 1;
    const SessionScores scores = scoreSession(table, BinRule::Prompt);
    QCOMPARE(scores.pools.size(), std::size_t{2});
    QCOMPARE(scores.unranked, 3);
    QCOMPARE(scoreRows(table, BinRule::Prompt, std::vector<int>{0, 1}).unranked, 1);
    QCOMPARE(scoreRows(table, BinRule::Prompt, std::vector<int>{1, 2}).unranked, 0);
  }

  void companionsAndFlagsShowWhatWasComputed() {
    std::set<std::string_view> keys;
    for (const MetricInfo& metric : metrics()) keys.insert(metric.key);
    const SessionTable table = fixtures::randomTable(7, 400, 3);
    const SessionScores scores = scoreSession(table, BinRule::Prompt);
    for (const CompanionInfo& companion : companions()) {
      QVERIFY2(findMetric(companion.beside) != nullptr, companion.beside.data());
      QVERIFY2(keys.insert(companion.metric.key).second, "a key is there twice");
      QVERIFY2(companion.figure(scores).value.has_value(), companion.metric.key.data());
    }
    const auto value = [&](std::string_view key) {
      const auto all = companions();
      const auto found =
          std::find_if(all.begin(), all.end(), [&](const auto& c) { return c.metric.key == key; });
      return *found->figure(scores).value;
    };
    QCOMPARE(value("rps_skill"), *scores.rpsSkill.value);
    QCOMPARE(value("log_score_smoothed"), *scores.logScoreSmoothed.value);
    QCOMPARE(value("regret_at_10_percent_random"), *scores.regretRandomOrder.value);
    QCOMPARE(value("rps_all_rows"), *scores.allRows.at("rps").value);
    QVERIFY(value("rps_all_rows") != figure(scores, "rps"));
    QCOMPARE(stats::flags().size(), std::size_t{3});
    for (const FlagInfo& flag : stats::flags()) {
      QVERIFY(keys.insert(flag.key).second);
      QVERIFY(scores.*flag.count >= 0 && scores.*flag.count <= scores.n);
    }
  }

  void rowOrderChangesNothing() {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      const SessionTable table = fixtures::randomTable(seed, 700, 3);
      const SessionTable other = fixtures::shuffled(table, seed + 100);
      const SessionScores a = scoreSession(table, BinRule::Prompt);
      const SessionScores b = scoreSession(other, BinRule::Prompt);
      QVERIFY(a.n > 400);
      QVERIFY(a.failed > 0 && a.unparsed > 0 && a.unmeasured > 0);
      QCOMPARE(a.n, b.n);
      for (const MetricInfo& metric : metrics()) {
        QVERIFY2(identical(a.figures.at(std::string(metric.key)), b.figures.at(std::string(metric.key))),
                 metric.key.data());
      }
      for (const auto& [key, figure] : a.allRows) QVERIFY2(identical(figure, b.allRows.at(key)), key.c_str());
      QVERIFY(identical(a.logScoreSmoothed, b.logScoreSmoothed));
      QVERIFY(identical(a.rpsSkill, b.rpsSkill));
      QVERIFY(identical(a.regretRandomOrder, b.regretRandomOrder));
      QVERIFY(a.confusion == b.confusion);
      QCOMPARE(a.reliability.size(), b.reliability.size());
      for (std::size_t i = 0; i < a.reliability.size(); ++i) {
        QVERIFY(a.reliability[i].meanConfidence == b.reliability[i].meanConfidence);
        QCOMPARE(a.reliability[i].n, b.reliability[i].n);
      }
    }
  }

  // Counting the groups and the confusion matrix again gives the same n.
  void partsAddUp() {
    const SessionTable table = fixtures::randomTable(42, 900, 4);
    const SessionScores scores = scoreSession(table, BinRule::PaperCode);
    QCOMPARE(scores.n + scores.failed + scores.unmeasured + scores.unparsed + scores.excluded,
             static_cast<int>(table.forecasts.size()));
    int grouped = 0;
    std::set<int> members;
    for (const ReliabilityGroup& group : scores.reliability) {
      grouped += group.n;
      members.insert(group.forecasts.begin(), group.forecasts.end());
      QCOMPARE(group.forecasts.size(), static_cast<std::size_t>(group.n));
    }
    QCOMPARE(grouped, scores.n);
    QCOMPARE(members.size(), static_cast<std::size_t>(scores.n));
    int confused = 0;
    int diagonal = 0;
    for (std::size_t i = 0; i < kBinCount; ++i) {
      for (const int count : scores.confusion[i]) confused += count;
      diagonal += scores.confusion[i][i];
    }
    QCOMPARE(confused, scores.n);
    QCOMPARE(diagonal, scores.rightBin);
    QVERIFY(figure(scores, "ece") <= figure(scores, "mce"));
  }

  void selectedRows() {
    SessionTable table = emptyTable();
    addRow(table, 0, certain(5), 1.2);
    addRow(table, 0, certain(5), 3);
    addRow(table, 0, certain(5), 0);
    const std::vector<int> first{0};
    QCOMPARE(scoreSession(table, BinRule::Prompt, first).n, 1);
    QCOMPARE(scoreSession(table, BinRule::Prompt).n, 2);
    const SessionScores odd = scoreRows(table, BinRule::Prompt, std::vector<int>{2, 1, 1, 7, -1});
    QCOMPARE(odd.n, 1);  // what is repeated counts once, what is out of range not at all
    QCOMPARE(odd.pools[0].working, 1);
    QCOMPARE(odd.pools[0].failed, 1);
    QCOMPARE(scoreSession(table, BinRule::Prompt, std::vector<int>{2}).failed, 1);
    // An empty span is "all"; a selection that holds nothing is not.
    QCOMPARE(scoreRows(table, BinRule::Prompt, {}).n, 0);
    QVERIFY(std::isnan(scoreRows(table, BinRule::Prompt, {}).parseRate));
  }

  void malformedForecastsAreIgnored() {
    SessionTable table = emptyTable();
    addRow(table, 0, certain(5), 1.2);
    table.forecasts.push_back({17, 0, true, 5, 1, certain(5)});
    table.forecasts.push_back({-1, 0, true, 5, 1, certain(5)});
    QCOMPARE(scoreSession(table, BinRule::Prompt).n, 1);
  }

  void ranks() {
    SessionTable table = emptyTable(2);
    addRow(table, 0, certain(5), 2);
    addRow(table, 0, certain(7), 1);
    addRow(table, 0, certain(5), 3);
    addRow(table, 0, certain(4), 3);
    addRow(table, 0, certain(8), 0);                              // failed: forecast, not measured
    addRow(table, 0, certain(1), 0).status = RowStatus::Pending;  // not measured yet
    addRow(table, 1, certain(1), 0.1);                            // another pool
    addRow(table, 0, certain(1), 9).forecasts = 0;                // measured, not forecast
    table.rows.back().rankForecast = 77;                          // left from before
    table.rows[0].device = table.rows[1].device = 0;
    fillRanks(table);
    const std::vector<int> forecast{3, 2, 3, 5, 1, 6, 1, 0};
    const std::vector<int> measured{4, 5, 2, 2, 0, 0, 1, 1};
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      QCOMPARE(table.rows[i].rankForecast, forecast[i]);
      QCOMPARE(table.rows[i].rankMeasured, measured[i]);
    }
  }

  // Two forecasts that differ in the twelfth digit are one rank, and a tie for every order.
  void equalForecastsTie() {
    SessionTable table = emptyTable();
    addRow(table, 0, {0, 0, 0, 0.3 + 1e-12, 0.7 - 1e-12, 0, 0, 0}, 1);
    addRow(table, 0, {0, 0, 0, 0.3, 0.7, 0, 0, 0}, 2);
    QVERIFY(expectedSpeedup(table.rows[0].probabilities) != expectedSpeedup(table.rows[1].probabilities));
    fillRanks(table);
    QCOMPARE(table.rows[0].rankForecast, 1);
    QCOMPARE(table.rows[1].rankForecast, 1);
    QVERIFY(!scoreSession(table, BinRule::Prompt).figures.at("kendall_tau_b").value);
    QCOMPARE(wrongOrderPairs(table).compared, 0);
  }

  // Computed independently from the same two runs by a script of other arithmetic.
  void h200Sample() {
    const SessionTable table = sample();
    const SessionScores scores = scoreSession(table, BinRule::Prompt);
    QCOMPARE(scores.n, 32);
    QCOMPARE(scores.failed, 6);
    QCOMPARE(scores.unparsed, 0);
    QCOMPARE(scores.rightBin, 16);
    QCOMPARE(scores.withinOne, 30);
    VERIFY_NEAR(figure(scores, "rps"), 0.06982276785714285, 1e-14);
    VERIFY_NEAR(figure(scores, "brier"), 0.6382125, 1e-14);
    VERIFY_NEAR(figure(scores, "log_score"), 3.524903611028567, 1e-12);
    VERIFY_NEAR(figure(scores, "ece"), 0.1021875, 1e-14);
    VERIFY_NEAR(figure(scores, "mce"), 0.3, 1e-14);
    // row_softmax 0.705, transpose 0.429, sgemm 0.714, causal_conv1d 0.690.
    VERIFY_NEAR(figure(scores, "kendall_tau_b"), 0.6344125465797466, 1e-14);
    VERIFY_NEAR(figure(scores, "spearman"), 0.7867652083901501, 1e-14);
    // sgemm's best forecast computes wrong results, which is a regret of 1; causal_conv1d has a tie at the
    // top.
    VERIFY_NEAR(figure(scores, "regret_at_10_percent"), 0.2658999771202111, 1e-13);
    QCOMPARE(scores.figures.at("kendall_tau_b").tasks, 4);
    const SessionScores published = scoreSession(table, BinRule::PaperCode);
    QCOMPARE(published.rightBin, 8);
    QCOMPARE(published.withinOne, 24);
    VERIFY_NEAR(figure(published, "rps"), 0.11357276785714286, 1e-14);
    VERIFY_NEAR(figure(published, "brier"), 0.9038375, 1e-14);
    VERIFY_NEAR(figure(published, "log_score"), 7.11845489511836, 1e-12);
    VERIFY_NEAR(figure(published, "ece"), 0.2928125, 1e-14);
    // No order depends on the bins.
    for (const MetricInfo& metric : metrics()) {
      if (metric.usesBins) continue;
      QVERIFY(identical(scores.figures.at(std::string(metric.key)),
                        published.figures.at(std::string(metric.key))));
    }
  }
};

QTEST_APPLESS_MAIN(TestSessionScores)
#include "test_session_scores.moc"
