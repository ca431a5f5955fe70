// Why a row has no speedup: one reason for each way in which it can be missing.
#include <QTest>
#include <set>

#include "core/domain/speedup_missing.h"

using namespace kernelcast;

namespace {

CandidateRow row(RowStatus status, int task = 0, int device = 0) {
  CandidateRow row;
  row.task = task;
  row.device = device;
  row.status = status;
  if (status == RowStatus::Ok) {
    row.runs = 1;
    row.runtimeUs = 10;
  }
  return row;
}

CandidateRow timed(double speedup, int task = 0, int device = 0) {
  CandidateRow with = row(RowStatus::Ok, task, device);
  with.speedup = speedup;
  return with;
}

Measurement ran(MeasurementStatus status) {
  Measurement measurement;
  measurement.status = status;
  return measurement;
}

}  // namespace

class TestSpeedupMissing : public QObject {
  Q_OBJECT

 private slots:
  void theTableIsInTheOrderOfItsReasons() {
    std::set<std::string_view> keys;
    for (std::size_t i = 0; i < kSpeedupMissing.size(); ++i) {
      QCOMPARE(static_cast<std::size_t>(kSpeedupMissing[i].reason), i);
      QVERIFY(keys.insert(kSpeedupMissing[i].key).second);
      QVERIFY(kSpeedupMissing[i].sentence.ends_with('.'));
    }
  }

  void statusesSayMost() {
    SessionTable table;
    table.rows = {row(RowStatus::Pending),        row(RowStatus::Skipped),
                  row(RowStatus::Trusted),        row(RowStatus::NotRecorded),
                  row(RowStatus::CompileFailed),  row(RowStatus::Incorrect),
                  row(RowStatus::RuntimeError),   row(RowStatus::TimedOut),
                  row(RowStatus::Infrastructure), timed(1.5)};
    using enum SpeedupMissing;
    const std::vector<std::optional<SpeedupMissing>> reasons{NotMeasured,  Skipped,     Trusted, NotRecorded,
                                                             Failed,       Failed,      Failed,  Failed,
                                                             MachineFault, std::nullopt};
    const MissingSpeedups missing(table);
    for (std::size_t i = 0; i < reasons.size(); ++i) {
      QVERIFY2(missing.of(table.rows[i]) == reasons[i], std::to_string(i).c_str());
      if (reasons[i]) QVERIFY(!info(*reasons[i]).kernelWorks);
    }
    QVERIFY(missing.undecided().empty());
  }

  // Beside a row that has S the reference was measured: the cases are what differs. On another device, or of
  // another task, it says nothing.
  void rowsBesideTellOfTheReference() {
    SessionTable table;
    table.rows = {row(RowStatus::Ok), timed(2), row(RowStatus::Ok, 0, 1), row(RowStatus::Ok, 1, 0),
                  row(RowStatus::Ok, 1, 0)};
    const MissingSpeedups missing(table);
    QVERIFY(missing.of(table.rows[0]) == SpeedupMissing::CasesDiffer);
    QVERIFY(missing.of(table.rows[2]) == SpeedupMissing::ReferenceUnknown);
    QVERIFY(missing.of(table.rows[3]) == SpeedupMissing::ReferenceUnknown);
    QVERIFY(missing.undecided() == (std::vector<int>{2, 3}));
    QVERIFY(info(SpeedupMissing::CasesDiffer).kernelWorks);
  }

  void theReferencesRunsDecide() {
    SessionTable table;
    table.rows = {row(RowStatus::Ok), row(RowStatus::Ok, 1)};
    const auto after = [&](const std::vector<Measurement>& runs) {
      MissingSpeedups missing(table);
      missing.learn(table.rows[0], runs);
      // Of another task nothing is learnt.
      return missing.of(table.rows[1]) == SpeedupMissing::ReferenceUnknown ? missing.of(table.rows[0])
                                                                           : std::nullopt;
    };
    const Measurement ok = ran(MeasurementStatus::Ok);
    const Measurement wrong = ran(MeasurementStatus::Incorrect);
    const Measurement spoilt = ran(MeasurementStatus::Infrastructure);
    QVERIFY(after({}) == SpeedupMissing::ReferenceNotMeasured);
    QVERIFY(after({spoilt}) == SpeedupMissing::ReferenceNotMeasured);
    QVERIFY(after({spoilt, wrong}) == SpeedupMissing::ReferenceFailed);
    QVERIFY(after({wrong, ok}) == SpeedupMissing::CasesDiffer);
  }

  void ownTimesComeFirst() {
    SessionTable table;
    table.rows = {timed(2), row(RowStatus::Ok), row(RowStatus::Ok)};
    table.rows[1].runtimeUs = table.rows[2].runtimeUs = CandidateRow::kUnknown;
    table.rows[1].runs = 2;
    table.rows[2].runs = 0;
    const MissingSpeedups missing(table);
    QVERIFY(missing.of(table.rows[1]) == SpeedupMissing::RunsDiffer);
    QVERIFY(missing.of(table.rows[2]) == SpeedupMissing::NotTimed);
  }
};

QTEST_APPLESS_MAIN(TestSpeedupMissing)
#include "test_speedup_missing.moc"
