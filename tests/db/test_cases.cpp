// The times of cases as they are read for a task and a device: of the runs that speedups stand on.
#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/domain/json.h"
#include "db/CaseMedians.h"
#include "tests/db/library_fixture.h"
#include "tests/db/searches.h"
#include "tests/exchange/full_session.h"

namespace kernelcast::db {

using fixtures::LibraryFixture;
using fixtures::must;

namespace {

Measurement timed(std::vector<double> us, std::int64_t firstRows = 64) {
  Measurement measurement;
  for (const double each : us) {
    CaseTiming timing;
    timing.params.values = {{"rows", firstRows}};
    timing.medianUs = each;
    timing.n = 60;
    measurement.cases.push_back(timing);
    firstRows *= 2;
  }
  return measurement;
}

// One task of two benchmark cases, 64 and 128 rows, two runs on a GPU and one on another.
exchange::ExchangeSession session() {
  exchange::ExchangeSession s;
  s.id = "01KV5JE8G0TEST000000000042";
  s.name = "cases";
  s.createdMs = 1781524800000;
  Task task;
  task.name = "softmax";
  task.title = "Softmax";
  task.params = {"rows"};
  task.benchmarkCases = {{{{"rows", 64}}}, {{{"rows", 128}}}};
  s.tasks = {task};
  Device fast;
  fast.name = "fast";
  Device slow;
  slow.name = "slow";
  s.devices = {{"fast", fast}, {"slow", slow}};
  s.runs = {{"1", "fast", "", {}}, {"2", "fast", "", {}}, {"3", "slow", "", {}}};
  s.kernels = {{"ref", "reference", "ref"}};
  s.references = {{"softmax", "ref"}};
  for (int number = 1; number <= 3; ++number) {
    const std::string key = "k" + std::to_string(number);
    s.kernels.push_back({key, key, "source " + key});
    exchange::ExchangeCandidate candidate;
    candidate.number = number;
    candidate.task = "softmax";
    candidate.kernel = key;
    candidate.name = key;
    s.candidates.push_back(candidate);
  }
  return s;
}

std::string text(const CaseTimes& times) {
  std::string all;
  for (const CaseTime& time : times.times) {
    all += fmt::format("{}#{} {}: {} of {}", all.empty() ? "" : "; ", time.candidate,
                       times.columns.at(static_cast<std::size_t>(time.column)).label, time.medianUs,
                       time.referenceUs);
  }
  return all;
}

CaseTimes timesOf(const exchange::ExchangeSession& stored, std::string_view device) {
  const LibraryFixture fixture;
  const auto library = fixture.open();
  must(library->importSink().store(stored));
  return must(must(library->reader()).caseTimes(stored.id, stored.tasks.front().name, device));
}

// Speedups of all rows, recomputed from the times of cases. Returns how many were compared.
int checkAgainstRows(Library& library, const SessionId& id) {
  auto reader = must(library.reader());
  const SessionTable table = must(reader.table(id));
  int compared = 0;
  for (std::size_t task = 0; task < table.tasks.size(); ++task) {
    for (std::size_t device = 0; device < table.devices.size(); ++device) {
      const CaseTimes times = must(reader.caseTimes(id, table.tasks[task], table.devices[device]));
      std::map<int, std::vector<double>> logs;
      for (const CaseTime& time : times.times) {
        logs[time.candidate].push_back(std::log(time.referenceUs / time.medianUs));
      }
      for (const CandidateRow& row : table.rows) {
        if (row.task != static_cast<int>(task) || row.device != static_cast<int>(device)) continue;
        const auto own = logs.find(row.number);
        if (!row.hasSpeedup() || isFailure(row.status)) {
          if (own != logs.end()) throw std::runtime_error("times of #" + std::to_string(row.number));
          continue;
        }
        if (own == logs.end()) throw std::runtime_error("no times of #" + std::to_string(row.number));
        double sum = 0;
        for (const double each : own->second) sum += each;
        const double mean = std::exp(sum / static_cast<double>(own->second.size()));
        if (static_cast<int>(own->second.size()) != row.cases ||
            std::abs(mean - row.speedup) > 1e-9 * row.speedup) {
          throw std::runtime_error(
              fmt::format("#{}: S {} and {} of {} cases", row.number, row.speedup, mean, own->second.size()));
        }
        ++compared;
      }
    }
  }
  return compared;
}

}  // namespace

class TestCases : public QObject {
  Q_OBJECT
 private slots:
  // Medians of runs that measured both: #1 of both runs, #2 of the second alone, #3 failed.
  void byHand() {
    exchange::ExchangeSession s = session();
    Measurement wrong;
    wrong.status = MeasurementStatus::Incorrect;
    s.measurements = {{"ref", "softmax", "1", timed({20, 80})},  {"ref", "softmax", "2", timed({22, 80})},
                      {"k1", "softmax", "1", timed({10, 80})},   {"k1", "softmax", "2", timed({10, 40})},
                      {"k2", "softmax", "2", timed({11, 160})},  {"k3", "softmax", "1", wrong},
                      {"ref", "softmax", "3", timed({50, 100})}, {"k2", "softmax", "3", timed({5, 10})}};
    const CaseTimes fast = timesOf(s, "fast");
    QVERIFY((fast.columns == std::vector<CaseColumn>{{"64", "rows=64"}, {"128", "rows=128"}}));
    QCOMPARE(text(fast),
             std::string("#1 64: 10 of 21; #1 128: 60 of 80; #2 64: 11 of 22; #2 128: 160 of 80"));
    QCOMPARE(text(timesOf(s, "slow")), std::string("#2 64: 5 of 50; #2 128: 10 of 100"));
  }

  void runsThatShareNoneAreCombined() {
    exchange::ExchangeSession s = session();
    s.measurements = {{"ref", "softmax", "1", timed({20, 80})}, {"k1", "softmax", "2", timed({10, 40})}};
    QCOMPARE(text(timesOf(s, "fast")), std::string("#1 64: 10 of 20; #1 128: 40 of 80"));
  }

  void withoutAReferenceThereIsNothingToCompareWith() {
    exchange::ExchangeSession s = session();
    s.measurements = {{"k1", "softmax", "1", timed({10, 40})}};
    const CaseTimes times = timesOf(s, "fast");
    QCOMPARE(times.columns.size(), std::size_t{2});
    QVERIFY(times.times.empty());
    s.candidates.clear();
    s.measurements = {{"ref", "softmax", "1", timed({10, 40})}};
    QVERIFY(timesOf(s, "fast").times.empty());
  }

  // A task that was imported without its cases, or measured with others.
  void casesThatTheTaskDoesNotListStandLast() {
    exchange::ExchangeSession s = session();
    s.measurements = {{"ref", "softmax", "1", timed({80, 160}, 128)},
                      {"k1", "softmax", "1", timed({40, 40}, 128)}};
    const CaseTimes times = timesOf(s, "fast");
    QCOMPARE(times.columns.size(), std::size_t{3});
    QCOMPARE(text(times), std::string("#1 128: 40 of 80; #1 256: 40 of 160"));
    QCOMPARE(times.times[1].column, 2);
  }

  void speedupsOfRowsFollowFromThem() {
    const LibraryFixture fixture;
    const auto library = fixture.open();
    must(library->importSink().store(fixtures::sample()));
    const exchange::ExchangeSession full = fixtures::fullSession();
    must(library->importSink().store(full));
    QVERIFY(checkAgainstRows(*library, fixtures::sample().id) >= 30);
    QCOMPARE(checkAgainstRows(*library, full.id), 1);
  }

  // A search says of which run its verdict is.
  void replaysHaveTheTimesOfTheirRun() {
    const LibraryFixture fixture;
    const auto library = fixture.open();
    must(library->importSink().store(fixtures::sample()));
    for (const char* policy : {"standard", "top-k"}) {
      const SessionId id = fixtures::replay(*library, fixtures::replayConfig(policy));
      QVERIFY(checkAgainstRows(*library, id) >= 3);
    }
  }

  void mediansAreThoseOfTheWholeMeasurement() {
    std::vector<CaseMedian> cases(9);  // of another measurement before
    int compared = 0;
    for (const auto& stored : fixtures::sample().measurements) {
      const Measurement& whole = stored.measurement;
      if (whole.status != MeasurementStatus::Ok) continue;
      QVERIFY(readCaseMedians(dumpJson(toJson(whole)), cases));
      QCOMPARE(cases.size(), whole.cases.size());
      for (std::size_t i = 0; i < cases.size(); ++i) {
        NamedParams byName = whole.cases[i].params.values;
        std::sort(byName.begin(), byName.end());
        QVERIFY(cases[i].params == byName);
        QCOMPARE(cases[i].us, whole.cases[i].medianUs);
        ++compared;
      }
    }
    QVERIFY(compared > 100);
  }

  void mediansOfOddDocuments_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("read");  // empty: left to the full reader
    const auto row = [](const char* name, const char* body, const char* read) {
      QTest::newRow(name) << QString::fromUtf8(body) << QString::fromUtf8(read);
    };
    row("other order, deeper keys",
        R"({"x": {"cases": [1], "median_us": 9}, "cases": [{"params": {"b": 2, "a": -1},
            "y": {"median_us": 8, "params": {"c": 1}}, "z": [7], "median_us": 5}, {"median_us": 2.5}]})",
        "a=-1 b=2 5;2.5");
    row("no case", R"({"cases": []})", "none");
    row("not JSON", "{", "");
    row("no list", R"({"cases": null, "median_us": 3})", "");
    row("cut off", R"({"cases": [{"median_us": 3})", "");
    row("without a median", R"({"cases": [{"params": {"a": 1}}]})", "");
    row("a median that is no number", R"({"cases": [{"median_us": "3"}]})", "");
    row("a parameter that is no integer", R"({"cases": [{"params": {"a": 1.5}, "median_us": 3}]})", "");
    row("a parameter that is a list", R"({"cases": [{"params": {"a": [1]}, "median_us": 3}]})", "");
    row("a list", "[]", "");
  }
  void mediansOfOddDocuments() {
    QFETCH(QString, body);
    QFETCH(QString, read);
    std::vector<CaseMedian> cases(3);
    std::string found;
    if (readCaseMedians(body.toStdString(), cases)) {
      for (const CaseMedian& each : cases) {
        found += found.empty() ? "" : ";";
        for (const auto& [name, value] : each.params) found += fmt::format("{}={} ", name, value);
        found += fmt::format("{}", each.us);
      }
      if (cases.empty()) found = "none";
    }
    QCOMPARE(QString::fromStdString(found), read);
  }

  void refusals() {
    const LibraryFixture fixture;
    const auto library = fixture.open();
    const exchange::ExchangeSession s = session();
    must(library->importSink().store(s));
    auto reader = must(library->reader());
    const auto task = reader.caseTimes(s.id, "sort", "fast");
    REFUSED(task, "has no task \"sort\"");
    const auto device = reader.caseTimes(s.id, "softmax", "another");
    REFUSED(device, "has no device \"another\"");
    const auto none = reader.caseTimes("01KV5JE8G0TEST000000000043", "softmax", "fast");
    REFUSED(none, "there is no session");
    const auto unknown = reader.caseTimes(s.id, "softmax", "");
    MUST(unknown);
    QVERIFY(unknown->times.empty());
  }
};

}  // namespace kernelcast::db

QTEST_GUILESS_MAIN(kernelcast::db::TestCases)
#include "test_cases.moc"
