#include <QTest>
#include <cmath>

#include "core/domain/measurement.h"
#include "core/domain/session.h"
#include "tests/fixtures/near.h"

using namespace kernelcast;

namespace {

Measurement timed(const std::vector<double>& medians, int n = 0, std::optional<double> std = std::nullopt) {
  Measurement measurement;
  for (std::size_t i = 0; i < medians.size(); ++i) {
    CaseTiming timing;
    timing.params.values = {{"rows", 1024}, {"cols", static_cast<std::int64_t>(i) + 1}, {"seed", 7}};
    timing.medianUs = medians[i];
    timing.n = n;
    timing.stdUs = std;
    measurement.cases.push_back(timing);
  }
  return measurement;
}

Measurement failed(MeasurementStatus status, const std::string& error = {}) {
  Measurement measurement;
  measurement.status = status;
  measurement.error = error;
  return measurement;
}

bool says(const auto& result, const char* words) {
  return !result && result.error().message.find(words) != std::string::npos;
}

}  // namespace

class TestMeasurement : public QObject {
  Q_OBJECT

 private slots:
  // 100/50 = 2 and 400/50 = 8: geometric mean 4.
  void speedupByHand() {
    VERIFY_NEAR(*speedup(timed({100, 400}), timed({50, 50})), 4.0, 1e-14);
    QCOMPARE(*caseSpeedups(timed({100, 400}), timed({50, 50})), (std::vector<double>{2, 8}));
    QCOMPARE(*speedup(timed({100}), timed({100})), 1.0);
    VERIFY_NEAR(*geometricMeanUs(timed({2, 8})), 4.0, 1e-14);
    QVERIFY(!geometricMeanUs(timed({})));
    QVERIFY(!geometricMeanUs(timed({2, 0})));
    QVERIFY(!geometricMeanUs(failed(MeasurementStatus::Incorrect)));
  }

  void noSpeedup() {
    QVERIFY(says(speedup(failed(MeasurementStatus::CompileFailed), timed({1})),
                 "the reference has no time: did not compile"));
    QVERIFY(says(speedup(timed({1}), failed(MeasurementStatus::Incorrect)),
                 "the candidate has no time: wrong result"));
    QVERIFY(says(speedup(timed({1, 2}), timed({1})), "2 cases against 1"));
    QVERIFY(says(speedup(timed({}), timed({})), "no case was timed"));
    QVERIFY(says(speedup(timed({1, 2}), timed({1, 0})), "rows=1024 cols=2 seed=7"));
    QVERIFY(says(speedup(timed({1}), timed({std::nan("")})), "not above zero"));
    Measurement other = timed({1});
    other.cases[0].params.values[0].second = 2048;
    QVERIFY(says(speedup(timed({1}), other), "case 1 is rows=1024 cols=1 seed=7 against rows=2048"));
  }

  void combining() {
    QVERIFY(says(combineRuns({}), "no run"));
    const std::vector<Measurement> two{timed({10, 20}, 60, 0.5), timed({12, 30}, 40, 0.75)};
    const auto mean = combineRuns(two);
    QVERIFY(mean);
    QCOMPARE(mean->cases[0].medianUs, 11.0);
    QCOMPARE(mean->cases[1].medianUs, 25.0);
    QCOMPARE(mean->cases[0].n, 100);
    QCOMPARE(*mean->cases[0].stdUs, 0.75);
    const std::vector<Measurement> three{timed({10}, 1, 0.5), timed({30}, 1), timed({12}, 1)};
    QCOMPARE(combineRuns(three)->cases[0].medianUs, 12.0);
    QCOMPARE(*combineRuns(three)->cases[0].stdUs, 0.5);  // the others do not say
    const std::vector<Measurement> silent{timed({10}, 1), timed({30}, 1)};
    QVERIFY(!combineRuns(silent)->cases[0].stdUs);
  }

  void combiningWithFailures() {
    const std::vector<Measurement> once{failed(MeasurementStatus::TimedOut), timed({10}, 60)};
    QVERIFY(*combineRuns(once) == once[1]);
    const std::vector<Measurement> never{failed(MeasurementStatus::TimedOut, "first"),
                                         failed(MeasurementStatus::Incorrect)};
    QVERIFY(*combineRuns(never) == never[0]);
    QVERIFY(says(combineRuns(std::vector<Measurement>{timed({1}), timed({1, 2})}),
                 "runs differ: 1 cases against 2"));
  }

  // One run: S = 100/50. The reference's median has a standard error of 1.2533 * 10 / sqrt(100)
  // = 1.2533, 1.2533% of it; two of them in log S.
  void intervalOfOneRun() {
    const std::vector<Measurement> reference{timed({100}, 100, 10)};
    const std::vector<Measurement> candidate{timed({50}, 100)};
    const auto s = speedupOfRuns(reference, candidate);
    QVERIFY(s);
    QCOMPARE(s->value, 2.0);
    VERIFY_NEAR(s->low, 2 * std::exp(-0.025066), 1e-12);
    VERIFY_NEAR(s->high, 2 * std::exp(0.025066), 1e-12);
    QCOMPARE(s->cases, 1);
    QCOMPARE(s->runs, 1);
  }

  // Two cases, each with 1% in reference and candidate: variance of the mean log ratio 4 * 0.01^2 / 4, so two
  // standard errors are 2%.
  void intervalOverCases() {
    const double std = 0.01 * 100 * 10 / 1.2533;  // of a median of 100, n = 100
    const std::vector<Measurement> reference{timed({100, 100}, 100, std)};
    const std::vector<Measurement> candidate{timed({100, 100}, 100, std)};
    const auto s = speedupOfRuns(reference, candidate);
    VERIFY_NEAR(s->high, std::exp(0.02), 1e-12);
  }

  // Two runs: medians 100 and 45, S = 2.22; the runs' own S, 2 and 2.5, widen an interval that has no spread.
  void intervalOfTwoRuns() {
    const std::vector<Measurement> reference{timed({100}, 60), timed({100}, 60)};
    const std::vector<Measurement> candidate{timed({50}, 60), timed({40}, 60)};
    const auto s = speedupOfRuns(reference, candidate);
    VERIFY_NEAR(s->value, 100.0 / 45, 1e-14);
    VERIFY_NEAR(s->low, 2.0, 1e-14);
    VERIFY_NEAR(s->high, 2.5, 1e-14);
    QCOMPARE(s->runs, 2);
  }

  void noSpeedupOfRuns() {
    QVERIFY(says(speedupOfRuns({}, std::vector<Measurement>{timed({1})}), "reference: there is no run"));
    QVERIFY(says(speedupOfRuns(std::vector<Measurement>{timed({1})}, {}), "candidate: there is no run"));
    QVERIFY(says(speedupOfRuns(std::vector<Measurement>{timed({1})},
                               std::vector<Measurement>{failed(MeasurementStatus::RuntimeError)}),
                 "run-time error"));
  }

  void statuses() {
    for (const MeasurementStatusInfo& entry : kMeasurementStatuses) {
      QVERIFY(measurementStatusFromKey(entry.key) == entry.status);
      QCOMPARE(&statusInfo(entry.status), &entry);
      const RowStatus row = rowStatusOf(entry.status);
      QCOMPARE(isFailure(row), entry.candidateFault);
      QCOMPARE(info(row).key, entry.key);
      QVERIFY(rowStatusFromKey(entry.key) == row);
    }
    QVERIFY(!measurementStatusFromKey("OK"));
    QVERIFY(isMeasured(RowStatus::Ok) && isMeasured(RowStatus::TimedOut));
    QVERIFY(!isMeasured(RowStatus::Infrastructure) && !isMeasured(RowStatus::Pending));
  }

  void caseLabels() {
    const CaseParams params{{{"rows", 4096}, {"cols", 1024}, {"seed", 21}}};
    QCOMPARE(caseLabel(params), std::string("4096 × 1024"));
    QCOMPARE(caseLabelLong(params), std::string("rows=4096 cols=1024 seed=21"));
    QCOMPARE(caseLabel({}), std::string());
  }
};

QTEST_APPLESS_MAIN(TestMeasurement)
#include "test_measurement.moc"
