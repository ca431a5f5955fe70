// The bundled sample and its tasks: what is in them, and figures worked out by hand.
#include <QTest>
#include <cmath>
#include <filesystem>
#include <map>

#include "core/domain/ulid.h"
#include "core/exchange/formats.h"
#include "core/exchange/sample.h"

using namespace kernelcast;
using namespace kernelcast::exchange;

namespace {

const std::filesystem::path kResources = std::filesystem::path(KERNELCAST_SOURCE_DIR) / "resources";

const ExchangeSession& sample() {
  static const ExchangeSession session = readNative(sampleDocument())->session;
  return session;
}

const Measurement* measured(const std::string& kernel, const std::string& run) {
  for (const auto& row : sample().measurements) {
    if (row.kernel == kernel && row.run == run) return &row.measurement;
  }
  return nullptr;
}

double speedupOf(const std::string& task, const std::string& name, const std::string& run) {
  return speedup(*measured(task + "/reference", run), *measured(task + "/" + name, run)).value_or(0);
}

bool near(double a, double b) { return std::abs(a - b) < 5e-5; }

}  // namespace

class TestSample : public QObject {
  Q_OBJECT
 private slots:
  void isEmbeddedAsItIs() {
    const auto file = readFile(kResources / "sample" / "h200_sample.json");
    QVERIFY(file.has_value());
    QVERIFY(sampleDocument() == *file);
  }

  void readsWhole() {
    const auto read = readNative(sampleDocument());
    QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
    QCOMPARE(read->report.read, 38 + 38 + 84);
    QCOMPARE(read->report.kept, 38 + 38 + 84);
    QVERIFY(read->report.refused.empty());
    // As the writer would write it, so that an export of the sample differs in nothing.
    QVERIFY(writeNative(read->session) == sampleDocument());
  }

  void holdsWhatItSays() {
    const ExchangeSession& s = sample();
    QCOMPARE(s.id, std::string("01KV5JE8G0H200SAMP00000001"));
    QVERIFY(isUlid(s.id));
    // The id says the same time as the session.
    QCOMPARE(makeUlid(s.createdMs, {}).substr(0, 10), s.id.substr(0, 10));
    QCOMPARE(s.name, std::string("H200 sample"));
    QVERIFY(s.kind == SessionKind::Evaluation && s.state == SessionState::Imported);
    QVERIFY(s.note.find("constant") != std::string::npos && s.note.find("candidate.cu") != std::string::npos);
    QCOMPARE(s.tasks.size(), std::size_t{4});
    QCOMPARE(s.kernels.size(), std::size_t{42});
    QCOMPARE(s.references.size(), std::size_t{4});
    QCOMPARE(s.candidates.size(), std::size_t{38});
    QCOMPARE(s.forecasts.size(), std::size_t{38});
    QCOMPARE(s.runs.size(), std::size_t{2});
    QCOMPARE(s.devices.size(), std::size_t{1});
    QCOMPARE(s.devices[0].device.name, std::string("NVIDIA H200"));
    QCOMPARE(s.devices[0].device.multiprocessorCount.value(), 132);
    QCOMPARE(s.devices[0].device.driverVersion.value(), std::string("13.0"));
    QCOMPARE(s.surrogates[0].name, std::string("recorded LLM"));
    QVERIFY(s.surrogates[0].model.empty() && s.surrogates[0].prompt.empty());
    std::map<std::string, int> perTask;
    for (std::size_t i = 0; i < s.candidates.size(); ++i) {
      const auto& candidate = s.candidates[i];
      QCOMPARE(candidate.number, static_cast<int>(i) + 1);
      QCOMPARE(candidate.kernel, candidate.task + "/" + candidate.name);
      QVERIFY(!candidate.note.empty());
      ++perTask[candidate.task];
      QCOMPARE(s.forecasts[i].candidate, candidate.number);
      QCOMPARE(s.forecasts[i].anchor, candidate.task + "/reference");
      QVERIFY(!s.forecasts[i].forecast.rationale.empty());
    }
    QCOMPARE(perTask["row_softmax"], 13);
    QCOMPARE(perTask["transpose"], 9);
    QCOMPARE(perTask["sgemm"], 9);
    QCOMPARE(perTask["causal_conv1d"], 7);
  }

  void knowsItsFamilies() {
    std::map<std::string, std::string> parents;
    for (const auto& candidate : sample().candidates) {
      const int parent = candidate.parent;
      parents[candidate.kernel] =
          parent == 0 ? "reference" : sample().candidates[static_cast<std::size_t>(parent) - 1].name;
    }
    QCOMPARE(parents["row_softmax/online_vec4"], std::string("online_256"));
    QCOMPARE(parents["row_softmax/smem_row_cache"], std::string("online_vec4"));
    QCOMPARE(parents["row_softmax/thread_per_row"], std::string("reference"));
    QCOMPARE(parents["sgemm/block256_t16"], std::string("block128_t8"));
    QCOMPARE(parents["transpose/tile64_vec"], std::string("smem_tile_padded"));
  }

  void bothRunsAgreeOnWhatRuns() {
    for (const char* run : {"1", "2"}) {
      std::map<MeasurementStatus, int> count;
      for (const auto& candidate : sample().candidates) ++count[measured(candidate.kernel, run)->status];
      QCOMPARE(count[MeasurementStatus::Ok], 32);
      QCOMPARE(count[MeasurementStatus::Incorrect], 4);
      QCOMPARE(count[MeasurementStatus::CompileFailed], 2);
    }
    for (const auto& row : sample().measurements) {
      const Measurement& m = row.measurement;
      QVERIFY(m.error.find("/tmp") == std::string::npos);
      QCOMPARE(m.status == MeasurementStatus::Ok, m.error.empty());
      // The second run's compile times were the cache's.
      QCOMPARE(m.compileMs.has_value(), row.run == "1" && m.status != MeasurementStatus::CompileFailed);
      for (const CaseTiming& timing : m.cases) {
        QCOMPARE(timing.n, 60);
        QCOMPARE(timing.quantiles.size(), std::size_t{2});
        QVERIFY(timing.minUs <= timing.quantiles[0].second && timing.quantiles[0].second <= timing.medianUs);
        QVERIFY(timing.medianUs <= timing.quantiles[1].second);
      }
    }
    QVERIFY(measured("row_softmax/two_kernels", "1")
                ->error.find("candidate.cu(60): error: more than one instance") == 0);
    QCOMPARE(measured("row_softmax/reference", "1")->resources[0].registers.value(), 31);
  }

  // Geometric means of reference median / candidate median over the cases, from the harness's figures.
  void speedupsByHand() {
    QVERIFY(near(speedupOf("row_softmax", "thread_per_row", "1"), 0.0422));
    QVERIFY(near(speedupOf("row_softmax", "online_vec4", "1"), 1.2524));
    QVERIFY(near(speedupOf("sgemm", "block128_t8", "1"), 1.9145));
    QVERIFY(near(speedupOf("transpose", "tile64_vec", "1"), 7.5678));
    QVERIFY(near(speedupOf("causal_conv1d", "vec8_two_loads", "1"), 1.7444));
    QVERIFY(near(speedupOf("row_softmax", "thread_per_row", "2"), 0.0423));
    QVERIFY(near(speedupOf("row_softmax", "online_vec4", "2"), 1.2559));
    QVERIFY(near(speedupOf("sgemm", "block128_t8", "2"), 1.9241));
    QVERIFY(near(speedupOf("transpose", "tile64_vec", "2"), 7.5639));
    QVERIFY(near(speedupOf("causal_conv1d", "vec8_two_loads", "2"), 1.7584));
  }

  void forecastsHitAsCounted() {
    int hits = 0;
    int near = 0;
    for (const auto& row : sample().forecasts) {
      const auto& candidate = sample().candidates[static_cast<std::size_t>(row.candidate) - 1];
      std::vector<Measurement> reference;
      std::vector<Measurement> own;
      for (const char* run : {"1", "2"}) {
        reference.push_back(*measured(row.anchor, run));
        own.push_back(*measured(candidate.kernel, run));
      }
      const auto s = speedupOfRuns(reference, own);
      if (!s) continue;
      const int miss = std::abs(*binOf(s->value, BinRule::Prompt) - row.forecast.predictedBin);
      hits += miss == 0 ? 1 : 0;
      near += miss <= 1 ? 1 : 0;
    }
    QCOMPARE(hits, 16);
    QCOMPARE(near, 30);
  }

  // The task folders are what the sample's kernels were made for.
  void tasksAreTheSampleTasks() {
    for (const Task& task : sample().tasks) {
      const auto folder = kResources / "tasks" / task.name;
      const auto text = readFile(folder / "task.json");
      QVERIFY(text.has_value());
      const auto fromFolder = taskFromJson(*parseJson(*text));
      QVERIFY2(fromFolder.has_value(), fromFolder ? "" : fromFolder.error().message.c_str());
      QVERIFY(*fromFolder == task);
      QVERIFY(task.description.size() > 200);
      const auto source = readFile(folder / "reference.cu");
      QVERIFY(source.has_value());
      const auto kernel = std::find_if(sample().kernels.begin(), sample().kernels.end(),
                                       [&](const auto& row) { return row.key == task.name + "/reference"; });
      QVERIFY(kernel != sample().kernels.end() && kernel->source == *source);
    }
    int folders = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kResources / "tasks")) {
      folders += entry.is_directory() ? 1 : 0;
    }
    QCOMPARE(folders, 4);
  }
};

QTEST_APPLESS_MAIN(TestSample)
#include "test_sample.moc"
