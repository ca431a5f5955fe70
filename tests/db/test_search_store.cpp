// Searches on a library: events and rows in one transaction, leases, what was lost in flight, and resuming.
#include <QObject>
#include <QTest>

#include "core/exchange/sample.h"
#include "db/RecordedSearch.h"
#include "tests/db/library_fixture.h"

namespace kernelcast::db {

using fixtures::LibraryFixture;

namespace {
class Silent final : public search::Observer {
 public:
  void onCommitted(const SessionId&, std::span<const search::Event>, const search::SearchProgress&) override {
  }
  void onEnded(const search::SearchProgress&, const std::optional<Error>& why) override { error = why; }
  std::optional<Error> error;
};
}  // namespace

class TestSearchStore : public QObject {
  Q_OBJECT
 private slots:
  void replay();
};

void TestSearchStore::replay() {
  const LibraryFixture fixture;
  const auto library = fixture.open();
  const auto document = exchange::readNative(exchange::sampleDocument());
  MUST(document);
  MUST(library->importSink().store(document->session));
  search::SearchConfig config;
  config.name = "replay";
  config.task = "row_softmax";
  config.steps = 4;
  config.parents = 2;
  config.samples = 3;
  config.policy.name = "top-k";
  config.policy.k = 1;
  config.recorded.session = document->session.id;
  Silent observer;
  auto search = RecordedSearch::start(*library, config, observer);
  MUST(search);
  const auto progress = (*search)->driver().wait();
  QVERIFY2(!observer.error, observer.error ? observer.error->message.c_str() : "");
  qInfo("%s %s: %d proposed, best %d %g", std::string(info(progress.state).key).c_str(),
        progress.reason.c_str(), progress.counts.proposed, progress.best.candidate, progress.best.speedup);
  auto reader = library->reader();
  MUST(reader);
  const auto table = reader->table((*search)->session());
  MUST(table);
  for (const CandidateRow& row : table->rows) {
    qInfo("%d %s %s %s %g [%g, %g] %g us ref %g, bin %d, parent %s", row.number, row.name.c_str(),
          std::string(info(row.verdict).key).c_str(), std::string(info(row.status).key).c_str(), row.speedup,
          row.speedupLow, row.speedupHigh, row.runtimeUs, row.referenceUs, row.predictedBin,
          row.parentName.c_str());
  }
  const SessionSummary& summary = table->summary;
  qInfo("%d candidates %d forecasts %d measured %d correct %d skipped %d deferred %d audited, note %s",
        summary.candidates, summary.forecasts, summary.measured, summary.correct, summary.skipped,
        summary.deferred, summary.audited, summary.stateNote.c_str());
  const auto out = reader->exchangeSession((*search)->session());
  MUST(out);
  const std::string text = exchange::writeNative(*out);
  const auto again = exchange::readNative(text);
  MUST(again);
  QVERIFY(again->report.refused.empty());
  const LibraryFixture other;
  const auto elsewhere = other.open();
  MUST(elsewhere->importSink().store(again->session));
  auto there = elsewhere->reader();
  MUST(there);
  const auto back = there->exchangeSession((*search)->session());
  MUST(back);
  QCOMPARE(exchange::writeNative(*back), text);
  QCOMPARE(exchange::contentHash(*back), exchange::contentHash(*out));
}

}  // namespace kernelcast::db

QTEST_APPLESS_MAIN(kernelcast::db::TestSearchStore)
#include "test_search_store.moc"
