// The reference time that a forecast speedup is applied to.
#include <QTest>
#include <cmath>

#include "core/analysis/reference_times.h"

using namespace kernelcast;
using analysis::ReferenceTimes;

namespace {

CandidateRow rowOf(int task, int device, RowStatus status, double referenceUs = CandidateRow::kUnknown) {
  CandidateRow row;
  row.task = task;
  row.device = device;
  row.status = status;
  row.referenceUs = referenceUs;
  return row;
}

}  // namespace

class TestReferenceTimes : public QObject {
  Q_OBJECT

 private slots:
  void ownRunsGoFirstAndFailuresHaveTheMedianOfTheirTask() {
    SessionTable table;
    table.rows = {rowOf(0, 0, RowStatus::Ok, 100),
                  rowOf(0, 0, RowStatus::Ok, 104),
                  rowOf(0, 0, RowStatus::Ok, 101),
                  rowOf(0, 0, RowStatus::Ok, 103),
                  rowOf(0, 0, RowStatus::CompileFailed),
                  rowOf(0, 0, RowStatus::Skipped),
                  rowOf(0, 1, RowStatus::Incorrect),
                  rowOf(1, 0, RowStatus::Incorrect),
                  rowOf(0, 0, RowStatus::Ok),
                  rowOf(0, 0, RowStatus::Ok, 0)};
    const ReferenceTimes times(table);
    QCOMPARE(times.of(table.rows[1]).us, 104.0);
    QVERIFY(!times.of(table.rows[1]).ofTask);
    for (const std::size_t borrows : {std::size_t{4}, std::size_t{5}}) {
      QCOMPARE(times.of(table.rows[borrows]).us, 101.0);  // measured, and none between 101 and 103
      QVERIFY(times.of(table.rows[borrows]).ofTask);
    }
    // Another device, another task, cases that no reference ran, a time that is none.
    for (std::size_t none = 6; none < table.rows.size(); ++none) {
      QVERIFY(std::isnan(times.of(table.rows[none]).us));
      QVERIFY(!times.of(table.rows[none]).ofTask);
    }
  }
};

QTEST_APPLESS_MAIN(TestReferenceTimes)
#include "test_reference_times.moc"
