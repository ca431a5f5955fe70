// What is imported comes out again: the same bytes, the same hash, and rows that follow from it.
#include <QObject>
#include <QTest>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "tests/benchmarks/make_library.h"
#include "tests/db/library_fixture.h"
#include "tests/db/searches.h"
#include "tests/db/table_checks.h"
#include "tests/exchange/full_session.h"

namespace kernelcast::db {

using exchange::ExchangeSession;
using fixtures::LibraryFixture;
using fixtures::must;

class TestRoundTrip : public QObject {
  Q_OBJECT
 private slots:
  void sample();
  void rows();
  void documents_data();
  void documents();
  void replays_data();
  void replays();
  void aReplayStandsAlone();
  void forecastsWithoutMeasurements();
  void measurementsWithoutForecasts();
  void severalDevicesAndSurrogates();
  void anotherAnchorIsNoRow();
  void detail();
  void recordingOfTheSample();
  void recordingRefusals();
  void upcast();

 private:
  // Exports from one library, imports into another: bytes, hash, rows and summary must be equal.
  static void checkRoundTrip(Library& library, const SessionId& id);
};

void TestRoundTrip::checkRoundTrip(Library& library, const SessionId& id) {
  auto reader = library.reader();
  MUST(reader);
  const auto out = reader->exchangeSession(id);
  MUST(out);
  const std::string text = exchange::writeNative(*out);
  const auto document = exchange::readNative(text);
  MUST(document);
  QVERIFY(document->report.refused.empty());

  const LibraryFixture other;
  const auto elsewhere = other.open();
  const auto stored = elsewhere->importSink().store(document->session);
  MUST(stored);
  auto there = elsewhere->reader();
  MUST(there);
  const auto back = there->exchangeSession(id);
  MUST(back);
  QCOMPARE(QString::fromStdString(exchange::writeNative(*back)), QString::fromStdString(text));
  QCOMPARE(exchange::contentHash(*back), exchange::contentHash(*out));

  const auto here = reader->table(id);
  MUST(here);
  const auto copy = there->table(id);
  MUST(copy);
  QCOMPARE(QString::fromStdString(fixtures::tableText(*copy)),
           QString::fromStdString(fixtures::tableText(*here)));
  QCOMPARE(fixtures::countsText(here->summary), fixtures::countsText(fixtures::recount(*here)));
  QCOMPARE(fixtures::countsText(copy->summary), fixtures::countsText(here->summary));
  QCOMPARE(copy->summary.tokens, here->summary.tokens);
  QCOMPARE(copy->summary.cost, here->summary.cost);
  QCOMPARE(copy->summary.gpuSeconds, here->summary.gpuSeconds);
  // What was exported from here is the same here.
  const auto again = library.importSink().store(document->session);
  MUST(again);
  QVERIFY(*again == exchange::ImportSink::Stored::AlreadyThere);
}

void TestRoundTrip::sample() {
  const LibraryFixture fixture;
  const auto library = fixture.open();
  MUST(library->importSink().store(fixtures::sample()));
  auto reader = library->reader();
  MUST(reader);
  const auto list = reader->sessions();
  MUST(list);
  QCOMPARE(list->size(), std::size_t{1});
  const SessionSummary& summary = list->front();
  QCOMPARE(summary.state, SessionState::Imported);
  QCOMPARE(summary.candidates, 38);
  QCOMPARE(summary.forecasts, 38);
  QCOMPARE(summary.measured, 38);
  QCOMPARE(summary.correct, 32);
  QCOMPARE(summary.best.size(), std::size_t{4});
  QCOMPARE(summary.best[0].name, std::string("online_vec4"));
  const auto out = reader->exchangeSession(summary.id);
  MUST(out);
  QCOMPARE(exchange::contentHash(*out), exchange::contentHash(fixtures::sample()));
}

// The figures of the sample by hand: both runs' medians, their mean, the geometric mean over the cases.
void TestRoundTrip::rows() {
  const LibraryFixture fixture;
  const auto library = fixture.open();
  MUST(library->importSink().store(fixtures::sample()));
  auto reader = library->reader();
  MUST(reader);
  const auto table = reader->table(fixtures::sample().id);
  MUST(table);
  QCOMPARE(table->rows.size(), std::size_t{38});
  for (const CandidateRow& row : table->rows) {
    std::vector<Measurement> own;
    std::vector<Measurement> reference;
    const auto& candidate = fixtures::sample().candidates[static_cast<std::size_t>(row.number - 1)];
    QCOMPARE(candidate.number, row.number);
    std::string referenceKey;
    for (const auto& entry : fixtures::sample().references) {
      if (entry.task == candidate.task) referenceKey = entry.kernel;
    }
    for (const auto& run : fixtures::sample().runs) {
      for (const auto& one : fixtures::sample().measurements) {
        if (one.run == run.key && one.kernel == candidate.kernel) own.push_back(one.measurement);
        if (one.run == run.key && one.kernel == referenceKey) reference.push_back(one.measurement);
      }
    }
    QCOMPARE(own.size(), std::size_t{2});
    QCOMPARE(row.status, rowStatusOf(own.front().status));
    QCOMPARE(row.runs, 2);
    QCOMPARE(row.device, 0);
    QCOMPARE(row.surrogate, 0);
    QCOMPARE(row.forecasts, 1);
    if (row.status != RowStatus::Ok) {
      QVERIFY(!row.hasSpeedup());
      continue;
    }
    const auto expected = speedupOfRuns(reference, own);
    MUST(expected);
    QCOMPARE(row.speedup, expected->value);
    QCOMPARE(row.speedupLow, expected->low);
    QCOMPARE(row.speedupHigh, expected->high);
    QVERIFY(std::abs(row.referenceUs / row.runtimeUs - row.speedup) < 1e-9 * row.speedup);
  }
  QCOMPARE(table->rows[5].parentName, std::string("block_shuffle_512"));
  QCOMPARE(table->rows[0].parentName, std::string("reference"));
}

void TestRoundTrip::documents_data() {
  QTest::addColumn<int>("which");
  QTest::newRow("the sample") << 0;
  QTest::newRow("every field of the form") << 1;
  QTest::newRow("generated, with failures") << 2;
  QTest::newRow("nothing but a name") << 3;
}

void TestRoundTrip::documents() {
  QFETCH(const int, which);
  ExchangeSession session;
  if (which == 0) session = fixtures::sample();
  if (which == 1) session = fixtures::fullSession();
  if (which == 2) session = benchmarks::makeSession(3, 300, {});
  if (which == 3) {
    session.id = "01KV5JE8G0TEST000000000009";
    session.name = "empty";
  }
  const LibraryFixture fixture;
  const auto library = fixture.open();
  MUST(library->importSink().store(session));
  auto reader = library->reader();
  MUST(reader);
  const auto out = reader->exchangeSession(session.id);
  MUST(out);
  QCOMPARE(exchange::contentHash(*out), exchange::contentHash(session));
  checkRoundTrip(*library, session.id);
}

void TestRoundTrip::replays_data() {
  QTest::addColumn<QString>("policy");
  QTest::addColumn<QString>("task");
  for (const char* policy : {"standard", "top-k", "threshold"}) {
    for (const char* task : {"row_softmax", "matmul"}) {
      QTest::addRow("%s of %s", policy, task) << policy << task;
    }
  }
}

void TestRoundTrip::replays() {
  QFETCH(const QString, policy);
  QFETCH(const QString, task);
  const LibraryFixture fixture;
  const auto library = fixture.open();
  MUST(library->importSink().store(fixtures::sample()));
  std::string name = fixtures::sample().tasks[0].name;
  for (const Task& known : fixtures::sample().tasks) {
    if (known.name.find(task.toStdString()) != std::string::npos) name = known.name;
  }
  const search::PolicyInfo* info = search::findPolicy(policy.toStdString());
  if (info == nullptr || !info->inBuild) QSKIP("this policy is not in this build yet");
  const SessionId id = fixtures::replay(*library, fixtures::replayConfig(policy.toStdString(), name));
  auto reader = library->reader();
  MUST(reader);
  const auto summary = reader->session(id);
  MUST(summary);
  QCOMPARE(summary->state, SessionState::Finished);
  QVERIFY(summary->candidates > 0);
  QVERIFY(summary->measured > 0);
  checkRoundTrip(*library, id);
}

// A replay's export carries the measurements that it refers to, under the name of the session that made them;
// and both sessions live in one library, in whatever order they come.
void TestRoundTrip::aReplayStandsAlone() {
  const LibraryFixture fixture;
  SessionId id;
  ExchangeSession replay;
  std::int64_t measurements = 0;
  {
    const auto library = fixture.open();
    MUST(library->importSink().store(fixtures::sample()));
    SQLite::Database raw(fixture.file(), SQLite::OPEN_READONLY);
    measurements = raw.execAndGet("SELECT count(*) FROM measurements").getInt64();
    id = fixtures::replay(*library, fixtures::replayConfig("standard"));
    QCOMPARE(raw.execAndGet("SELECT count(*) FROM measurements").getInt64(), measurements);
    auto reader = library->reader();
    MUST(reader);
    const auto out = reader->exchangeSession(id);
    MUST(out);
    replay = *out;
  }
  QVERIFY(!replay.measurements.empty());
  QVERIFY(!replay.events.empty());
  for (const auto& run : replay.runs) QVERIFY(run.key.starts_with(fixtures::sample().id + "/"));

  const LibraryFixture other;
  const auto elsewhere = other.open();
  MUST(elsewhere->importSink().store(replay));
  MUST(elsewhere->importSink().store(fixtures::sample()));
  SQLite::Database raw(other.file(), SQLite::OPEN_READONLY);
  QCOMPARE(raw.execAndGet("SELECT count(*) FROM measurements").getInt64(), measurements);
  auto reader = elsewhere->reader();
  MUST(reader);
  const auto out = reader->exchangeSession(fixtures::sample().id);
  MUST(out);
  QCOMPARE(exchange::contentHash(*out), exchange::contentHash(fixtures::sample()));
  // And a replay can be replayed.
  auto config = fixtures::replayConfig("standard");
  config.recorded.session = id;
  const SessionId second = fixtures::replay(*elsewhere, config);
  const auto summary = reader->session(second);
  MUST(summary);
  QVERIFY(summary->measured > 0);
}

void TestRoundTrip::forecastsWithoutMeasurements() {
  ExchangeSession session = fixtures::sample();
  session.measurements.clear();
  session.runs.clear();
  const LibraryFixture fixture;
  const auto library = fixture.open();
  MUST(library->importSink().store(session));
  auto reader = library->reader();
  MUST(reader);
  const auto table = reader->table(session.id);
  MUST(table);
  QCOMPARE(table->rows.size(), std::size_t{38});
  for (const CandidateRow& row : table->rows) {
    QCOMPARE(row.status, RowStatus::Pending);
    QCOMPARE(row.forecasts, 1);
    QCOMPARE(row.device, 0);
  }
  QCOMPARE(table->summary.measured, 0);
  checkRoundTrip(*library, session.id);
}

void TestRoundTrip::measurementsWithoutForecasts() {
  ExchangeSession session = fixtures::sample();
  session.forecasts.clear();
  session.surrogates.clear();
  const LibraryFixture fixture;
  const auto library = fixture.open();
  MUST(library->importSink().store(session));
  auto reader = library->reader();
  MUST(reader);
  const auto table = reader->table(session.id);
  MUST(table);
  QCOMPARE(table->rows.size(), std::size_t{38});
  for (const CandidateRow& row : table->rows) {
    QCOMPARE(row.surrogate, -1);
    QCOMPARE(row.device, 0);
    QVERIFY(isMeasured(row.status));
  }
  QCOMPARE(table->summary.correct, 32);
  checkRoundTrip(*library, session.id);
}

// Two devices of one name, two surrogates, repeats: a row for each that there is something to say of.
void TestRoundTrip::severalDevicesAndSurrogates() {
  ExchangeSession session = fixtures::fullSession();
  session.kind = SessionKind::Import;
  for (auto& candidate : session.candidates)
    candidate.status.reset(), candidate.speedup.reset(), candidate.run.clear();
  session.devices[1].device = session.devices[0].device;
  session.devices[1].device.driverVersion = "12.4";
  session.runs[1].device = session.devices[1].key;
  session.forecasts = {{1, "a", "ref", "gpu", 0, fixtures::readForecast()},
                       {1, "a", "ref", "gpu", 1, fixtures::readForecast()},
                       {1, "b", "ref", "gpu", 4, fixtures::readForecast()},
                       {2, "b", "ref", "bare", 0, fixtures::unreadForecast()}};
  session.forecasts[1].forecast.probabilities = {1, 0, 0, 0, 0, 0, 0, 0};
  session.forecasts[1].forecast.predictedBin = 1;
  const LibraryFixture fixture;
  const auto library = fixture.open();
  MUST(library->importSink().store(session));
  auto reader = library->reader();
  MUST(reader);
  const auto table = reader->table(session.id);
  MUST(table);
  QCOMPARE(table->devices, (std::vector<std::string>{"NVIDIA H200", "NVIDIA H200 (2)"}));
  std::vector<std::string> keys;
  for (const CandidateRow& row : table->rows) {
    keys.push_back(fmt::format("#{} {} {} {}", row.number, row.device, row.surrogate, info(row.status).key));
  }
  QCOMPARE(keys, (std::vector<std::string>{"#1 0 0 ok", "#1 0 1 ok", "#1 1 -1 ok", "#2 0 -1 incorrect",
                                           "#2 1 1 pending", "#7 -1 -1 pending"}));
  const CandidateRow& mean = table->rows[0];
  QCOMPARE(mean.forecasts, 2);
  QCOMPARE(mean.probabilities[0], 0.5);
  QCOMPARE(mean.predictedBin, 1);
  QCOMPARE(table->rows[4].unparsed, 1);
  QCOMPARE(table->forecasts.size(), std::size_t{4});
  QCOMPARE(table->forecasts[2].repeat, 4);
  QVERIFY(!table->forecasts[3].parsed);
  checkRoundTrip(*library, session.id);

  const auto detail = reader->detail(session.id, 1, "NVIDIA H200 (2)", "");
  MUST(detail);
  QCOMPARE(detail->runs.size(), std::size_t{1});
  QCOMPARE(detail->device->driverVersion, std::optional<std::string>("12.4"));
  QVERIFY(detail->forecasts.empty());
  const auto ambiguous = reader->recording(session.id, "softmax");
  REFUSED(ambiguous, "several devices: \"NVIDIA H200\" and \"NVIDIA H200 (2)\"");
  const auto second = reader->recording(session.id, "softmax", "NVIDIA H200 (2)", "surrogate B");
  MUST(second);
  QCOMPARE(second->device->driverVersion, std::optional<std::string>("12.4"));
  QCOMPARE(second->candidates[0].runs.size(), std::size_t{1});
  QVERIFY(!second->candidates[0].forecast);
  QVERIFY(second->candidates[1].forecast);
}

// A forecast against another kernel than the task's reference says nothing of S. It is kept and exported.
void TestRoundTrip::anotherAnchorIsNoRow() {
  ExchangeSession session = fixtures::fullSession();
  session.forecasts.push_back({2, "a", "k1", "gpu", 0, fixtures::readForecast()});
  const LibraryFixture fixture;
  const auto library = fixture.open();
  MUST(library->importSink().store(session));
  auto reader = library->reader();
  MUST(reader);
  const auto table = reader->table(session.id);
  MUST(table);
  QCOMPARE(table->forecasts.size(), std::size_t{3});
  QCOMPARE(table->summary.forecasts, 3);
  checkRoundTrip(*library, session.id);
}

void TestRoundTrip::detail() {
  const LibraryFixture fixture;
  const auto library = fixture.open();
  MUST(library->importSink().store(fixtures::sample()));
  auto reader = library->reader();
  MUST(reader);
  const auto table = reader->table(fixtures::sample().id);
  MUST(table);
  const auto detail = reader->detail(fixtures::sample().id, 7, table->devices[0], table->surrogates[0]);
  MUST(detail);
  const auto sourceOf = [](const std::string& key) {
    for (const auto& kernel : fixtures::sample().kernels) {
      if (kernel.key == key) return kernel.source;
    }
    return std::string();
  };
  QCOMPARE(detail->source, sourceOf("row_softmax/online_vec4"));
  QCOMPARE(detail->parentSource, sourceOf("row_softmax/online_256"));
  QCOMPARE(detail->referenceSource, sourceOf("row_softmax/reference"));
  QCOMPARE(detail->referenceName, std::string("reference"));
  QCOMPARE(detail->forecasts.size(), std::size_t{1});
  QVERIFY(!detail->forecasts[0].rationale.empty());
  QCOMPARE(detail->runs.size(), std::size_t{2});
  QCOMPARE(detail->referenceRuns.size(), std::size_t{2});
  QCOMPARE(detail->runLabels.size(), std::size_t{2});
  QVERIFY(detail->task && detail->task->name == "row_softmax");
  QVERIFY(detail->device && *detail->device == fixtures::sample().devices[0].device);
  QVERIFY(!detail->note.empty());
  const auto speedup = speedupOfRuns(detail->referenceRuns, detail->runs);
  MUST(speedup);
  QCOMPARE(speedup->value, table->rows[6].speedup);
  const auto unknown = reader->detail(fixtures::sample().id, 99, "", "");
  REFUSED(unknown, "has no candidate #99");
  const auto elsewhere = reader->detail(fixtures::sample().id, 7, "NVIDIA A100", "");
  REFUSED(elsewhere, "has no device \"NVIDIA A100\"");
}

void TestRoundTrip::recordingOfTheSample() {
  const LibraryFixture fixture;
  const auto library = fixture.open();
  MUST(library->importSink().store(fixtures::sample()));
  auto reader = library->reader();
  MUST(reader);
  const auto recording = reader->recording(fixtures::sample().id, "row_softmax");
  MUST(recording);
  QCOMPARE(recording->candidates.size(), std::size_t{13});
  QCOMPARE(recording->referenceRuns.size(), std::size_t{2});
  QVERIFY(recording->device && recording->device->name == fixtures::sample().devices[0].device.name);
  QCOMPARE(recording->surrogate, fixtures::sample().surrogates[0].name);
  for (const auto& kernel : recording->candidates) {
    QVERIFY(kernel.forecast.has_value());
    QCOMPARE(kernel.runs.size(), std::size_t{2});
    QCOMPARE(kernel.runs[0].run, recording->referenceRuns[0].run);
    QVERIFY(!kernel.parentHash.empty());
    QVERIFY(!kernel.source.empty());
  }
}

void TestRoundTrip::recordingRefusals() {
  const LibraryFixture fixture;
  const auto library = fixture.open();
  MUST(library->importSink().store(fixtures::sample()));
  auto reader = library->reader();
  MUST(reader);
  const SessionId& id = fixtures::sample().id;
  REFUSED(reader->recording(id, "attention"), "has no task \"attention\". It has \"row_softmax\"");
  REFUSED(reader->recording(id, ""), "has 4 tasks");
  REFUSED(reader->recording(id, "row_softmax", "NVIDIA A100"), "has no device \"NVIDIA A100\"");
  REFUSED(reader->recording(id, "row_softmax", "", "gpt"), "has no forecasts by \"gpt\"");
  REFUSED(reader->recording("01KV5JE8G0TEST000000000000", "row_softmax"), "no session");
  ExchangeSession session = fixtures::sample();
  session.id = "01KV5JE8G0TEST000000000002";
  session.references.clear();
  session.runs.clear();
  session.measurements.clear();
  MUST(library->importSink().store(session));
  REFUSED(reader->recording(session.id, "row_softmax"), "has no reference for task \"row_softmax\"");
}

// Payloads of an older version are brought up to date when they are read; those of a newer one are refused by
// name.
void TestRoundTrip::upcast() {
  const LibraryFixture fixture;
  const auto library = fixture.open();
  MUST(library->importSink().store(fixtures::sample()));
  const SessionId id = fixtures::replay(*library, fixtures::replayConfig("standard"));
  auto reader = library->reader();
  MUST(reader);
  const auto events = reader->events(id);
  MUST(events);
  QVERIFY(events->size() > 10);
  for (std::size_t i = 0; i < events->size(); ++i)
    QCOMPARE((*events)[i].seq, static_cast<std::int64_t>(i + 1));
  const auto* mutation = std::get_if<search::MutationCompleted>(&(*events)[2].body);
  if (mutation != nullptr) QVERIFY(mutation->source.empty());
  SQLite::Database raw(fixture.file(), SQLite::OPEN_READWRITE);
  raw.exec("UPDATE events SET version = 99 WHERE seq = 3");
  const auto newer = reader->events(id);
  REFUSED(newer, "event 3");
}

}  // namespace kernelcast::db

QTEST_APPLESS_MAIN(kernelcast::db::TestRoundTrip)
#include "test_round_trip.moc"
