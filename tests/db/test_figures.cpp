// The figures of a row: from runs that agree, that fail, that lack their reference; and from repeated
// forecasts.
#include <QObject>
#include <QTest>

#include "db/RowFigures.h"
#include "db/SessionRows.h"
#include "tests/fixtures/near.h"

namespace kernelcast::db {

namespace {

Measurement timed(double firstUs, double secondUs, std::int64_t rows = 64) {
  Measurement measurement;
  for (const double us : {firstUs, secondUs}) {
    CaseTiming timing;
    timing.params.values = {{"rows", rows}};
    rows *= 2;
    timing.medianUs = us;
    timing.n = 60;
    measurement.cases.push_back(timing);
  }
  return measurement;
}

Measurement failed(MeasurementStatus status) {
  Measurement measurement;
  measurement.status = status;
  return measurement;
}

CandidateRow rowOf(const std::vector<MeasuredPair>& runs) {
  CandidateRow row;
  fillMeasured(row, runs);
  return row;
}

Forecast certain(int bin) {
  Forecast forecast;
  forecast.probabilities[static_cast<std::size_t>(bin - 1)] = 1;
  forecast.predictedBin = bin;
  forecast.rawProbabilitySum = 1.01;
  return forecast;
}

}  // namespace

class TestFigures : public QObject {
  Q_OBJECT
 private slots:
  void twoRuns();
  void oneRunFailed();
  void allFailed_data();
  void allFailed();
  void withoutReference();
  void referenceOfAnotherRun();
  void otherCases();
  void resources();
  void nothingMeasured();
  void forecasts();
  void outcomes();
  void best();
};

void TestFigures::twoRuns() {
  const Measurement reference1 = timed(20, 80);
  const Measurement reference2 = timed(22, 80);
  const Measurement own1 = timed(10, 80);
  const Measurement own2 = timed(10, 40);
  const CandidateRow row = rowOf({{&reference1, &own1}, {&reference2, &own2}});
  // Medians 21 and 80 against 10 and 60; S = sqrt(21/10 * 80/60).
  VERIFY_NEAR(row.speedup, std::sqrt(2.1 * 80 / 60), 1e-12);
  VERIFY_NEAR(row.runtimeUs, std::sqrt(600.0), 1e-9);
  VERIFY_NEAR(row.referenceUs, std::sqrt(21.0 * 80), 1e-9);
  // The range of the runs' own: sqrt(2) and sqrt(2.2 * 2).
  VERIFY_NEAR(row.speedupLow, std::sqrt(2.0), 1e-12);
  VERIFY_NEAR(row.speedupHigh, std::sqrt(4.4), 1e-12);
  QCOMPARE(row.runs, 2);
  QCOMPARE(row.cases, 2);
}

void TestFigures::oneRunFailed() {
  const Measurement reference = timed(20, 80);
  const Measurement own = timed(10, 40);
  const Measurement broken = failed(MeasurementStatus::Infrastructure);
  const CandidateRow row = rowOf({{&reference, &broken}, {&reference, &own}});
  QCOMPARE(row.status, RowStatus::Ok);
  VERIFY_NEAR(row.speedup, 2, 1e-12);
  QCOMPARE(row.runs, 1);
}

void TestFigures::allFailed_data() {
  QTest::addColumn<int>("first");
  QTest::addColumn<int>("second");
  QTest::addColumn<int>("row");
  QTest::addColumn<int>("runs");
  const auto row = [](const char* name, MeasurementStatus first, MeasurementStatus second, RowStatus status,
                      int runs) {
    QTest::newRow(name) << static_cast<int>(first) << static_cast<int>(second) << static_cast<int>(status)
                        << runs;
  };
  using enum MeasurementStatus;
  row("the same twice", Incorrect, Incorrect, RowStatus::Incorrect, 2);
  row("two ways", RuntimeError, Incorrect, RowStatus::RuntimeError, 1);
  row("the machine's fault, then its own", Infrastructure, TimedOut, RowStatus::TimedOut, 1);
  row("its own, then the machine's", CompileFailed, Infrastructure, RowStatus::CompileFailed, 1);
  row("the machine's fault", Infrastructure, Infrastructure, RowStatus::Infrastructure, 2);
}

void TestFigures::allFailed() {
  QFETCH(const int, first);
  QFETCH(const int, second);
  const Measurement reference = timed(20, 80);
  const Measurement a = failed(static_cast<MeasurementStatus>(first));
  const Measurement b = failed(static_cast<MeasurementStatus>(second));
  const CandidateRow row = rowOf({{&reference, &a}, {&reference, &b}});
  QTEST(static_cast<int>(row.status), "row");
  QTEST(row.runs, "runs");
  QVERIFY(!row.hasSpeedup());
  QVERIFY(std::isnan(row.runtimeUs) && std::isnan(row.referenceUs));
  QCOMPARE(row.cases, 0);
}

void TestFigures::withoutReference() {
  const Measurement own = timed(10, 40);
  const CandidateRow row = rowOf({{nullptr, &own}});
  QCOMPARE(row.status, RowStatus::Ok);
  QVERIFY(!row.hasSpeedup());
  VERIFY_NEAR(row.runtimeUs, 20, 1e-12);
  QCOMPARE(row.cases, 2);
}

// No run measured both: each side is combined, and no pair of different runs widens the interval.
void TestFigures::referenceOfAnotherRun() {
  const Measurement reference1 = timed(20, 80);
  const Measurement reference2 = timed(40, 80);
  const Measurement own = timed(10, 40);
  const CandidateRow row = rowOf({{&reference1, nullptr}, {&reference2, nullptr}, {nullptr, &own}});
  VERIFY_NEAR(row.speedup, std::sqrt(3.0 * 2), 1e-12);
  QCOMPARE(row.speedupLow, row.speedup);
  QCOMPARE(row.speedupHigh, row.speedup);
  // A run that did measure both is preferred.
  const CandidateRow paired = rowOf({{&reference1, &own}, {&reference2, nullptr}});
  VERIFY_NEAR(paired.speedup, 2, 1e-12);
}

void TestFigures::otherCases() {
  const Measurement reference = timed(20, 80);
  const Measurement own = timed(10, 40, 128);
  const CandidateRow row = rowOf({{&reference, &own}});
  QCOMPARE(row.status, RowStatus::Ok);
  QVERIFY(!row.hasSpeedup());
  VERIFY_NEAR(row.runtimeUs, 20, 1e-12);
  QVERIFY(std::isnan(row.referenceUs));
}

void TestFigures::resources() {
  Measurement own = timed(10, 40);
  own.resources = {{"a", 32, 1024, {}, {}}, {"b", 40, {}, {}, {}}};
  own.compileMs = 80;
  const CandidateRow row = rowOf({{nullptr, &own}});
  QCOMPARE(row.registers, 40);
  QCOMPARE(row.sharedBytes, 1024);
  QCOMPARE(row.localBytes, -1);
  QCOMPARE(row.compileMs, 80.0);
}

void TestFigures::nothingMeasured() {
  const Measurement reference = timed(20, 80);
  const CandidateRow row = rowOf({{&reference, nullptr}});
  QCOMPARE(row.status, RowStatus::Pending);
  QCOMPARE(row.runs, 0);
  QVERIFY(!row.hasSpeedup());
}

void TestFigures::forecasts() {
  CandidateRow row;
  fillForecasts(row, std::vector{certain(3)});
  QCOMPARE(row.predictedBin, 3);
  QCOMPARE(row.rawProbabilitySum, 1.01);

  CandidateRow named;  // of one forecast its own bin, also where another is more probable
  Forecast odd = certain(3);
  odd.predictedBin = 5;
  fillForecasts(named, std::vector{odd});
  QCOMPARE(named.predictedBin, 5);

  CandidateRow mean;
  Forecast unread;
  unread.parsed = false;
  fillForecasts(mean, std::vector{certain(6), unread, certain(2), certain(6)});
  QCOMPARE(mean.forecasts, 3);
  QCOMPARE(mean.unparsed, 1);
  QCOMPARE(mean.predictedBin, 6);
  VERIFY_NEAR(mean.probabilities[1], 1.0 / 3, 1e-15);
  QVERIFY(std::isnan(mean.rawProbabilitySum));

  CandidateRow none;
  fillForecasts(none, std::vector{unread});
  QVERIFY(!none.hasForecast());
  QCOMPARE(none.unparsed, 1);
  QCOMPARE(none.predictedBin, 0);
}

void TestFigures::outcomes() {
  CandidateRow told;
  applyOutcome(told, RowStatus::Ok, 1.5, false);
  QCOMPARE(told.speedup, 1.5);
  QCOMPARE(told.speedupLow, 1.5);
  QVERIFY(judgedByDevice(told) && judgedCorrect(told));
  CandidateRow onlySpeedup;
  applyOutcome(onlySpeedup, std::nullopt, 0.5, false);
  QCOMPARE(onlySpeedup.status, RowStatus::Ok);
  CandidateRow compiler;
  applyOutcome(compiler, RowStatus::CompileFailed, std::nullopt, true);
  QVERIFY(!judgedByDevice(compiler));
  CandidateRow device;
  applyOutcome(device, RowStatus::CompileFailed, std::nullopt, false);
  QVERIFY(judgedByDevice(device) && !judgedCorrect(device));
  CandidateRow skipped;
  skipped.speedup = 2;
  applyOutcome(skipped, RowStatus::Skipped, std::nullopt, false);
  QVERIFY(!skipped.hasSpeedup());
  CandidateRow nothing;
  applyOutcome(nothing, std::nullopt, std::nullopt, false);
  QCOMPARE(nothing.status, RowStatus::Pending);
}

void TestFigures::best() {
  std::vector<BestOfTask> best;
  offerBest(best, {"a", 5, "five", 1.5});
  offerBest(best, {"b", 9, "nine", 3});
  offerBest(best, {"a", 7, "seven", 1.5});
  QCOMPARE(best[0].candidate, 5);
  offerBest(best, {"a", 2, "two", 1.5});
  QCOMPARE(best[0].candidate, 2);
  offerBest(best, {"a", 8, "eight", 1.6});
  QCOMPARE(best[0].name, std::string("eight"));
  const auto back = bestFromJson(dumpJson(bestToJson(best)));
  QCOMPARE(back.size(), std::size_t{2});
  QCOMPARE(back[1].task, std::string("b"));
  QCOMPARE(back[1].speedup, 3.0);
  QVERIFY(bestFromJson("nonsense").empty());
  QVERIFY(bestFromJson("[{\"task\": 1}]").empty());
  QCOMPARE(namesFromJson("[\"a\", 1, \"b\"]"), (std::vector<std::string>{"a", "b"}));
}

}  // namespace kernelcast::db

QTEST_APPLESS_MAIN(kernelcast::db::TestFigures)
#include "test_figures.moc"
