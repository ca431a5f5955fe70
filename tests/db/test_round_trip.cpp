// What is imported comes out again: the same bytes, the same hash, and rows that follow from it.
#include <QObject>
#include <QTest>

#include "core/exchange/sample.h"
#include "tests/db/library_fixture.h"
#include "tests/exchange/full_session.h"

namespace kernelcast::db {

using exchange::ExchangeSession;
using exchange::ImportSink;
using fixtures::LibraryFixture;

class TestRoundTrip : public QObject {
  Q_OBJECT
 private slots:
  void sample();
};

void TestRoundTrip::sample() {
  const LibraryFixture fixture;
  const auto library = fixture.open();
  const auto document = exchange::readNative(exchange::sampleDocument());
  MUST(document);
  const auto stored = library->importSink().store(document->session);
  MUST(stored);
  QVERIFY(*stored == ImportSink::Stored::New);
  auto reader = library->reader();
  MUST(reader);
  const auto list = reader->sessions();
  MUST(list);
  QCOMPARE(list->size(), std::size_t{1});
  const SessionSummary& summary = list->front();
  QCOMPARE(summary.candidates, 38);
  QCOMPARE(summary.forecasts, 38);
  QCOMPARE(summary.correct, 32);
  QCOMPARE(summary.measured, 38);
  QCOMPARE(summary.best.size(), std::size_t{4});
  const auto table = reader->table(summary.id);
  MUST(table);
  for (const CandidateRow& row : table->rows) {
    qInfo("%d %s %s %g [%g, %g] %g us ref %g, bin %d, parent %s", row.number, row.name.c_str(),
          std::string(info(row.status).key).c_str(), row.speedup, row.speedupLow, row.speedupHigh,
          row.runtimeUs, row.referenceUs, row.predictedBin, row.parentName.c_str());
  }
  const auto out = reader->exchangeSession(summary.id);
  MUST(out);
  QCOMPARE(exchange::contentHash(*out), exchange::contentHash(document->session));
}

}  // namespace kernelcast::db

QTEST_APPLESS_MAIN(kernelcast::db::TestRoundTrip)
#include "test_round_trip.moc"
