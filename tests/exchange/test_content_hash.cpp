// The content hash: blind to local keys and orders, and to nothing else.
#include <QTest>
#include <algorithm>
#include <functional>
#include <random>
#include <set>

#include "core/exchange/native.h"
#include "core/exchange/sample.h"
#include "tests/exchange/full_session.h"

using namespace kernelcast;
using namespace kernelcast::exchange;
using fixtures::fullSession;

namespace {

using Change = std::function<void(ExchangeSession&)>;
struct Named {
  const char* name;
  Change change;
};

// One change for each field that holds content.
const std::vector<Named>& changes() {
  using S = ExchangeSession;
  static const std::vector<Named> kChanges{
      {"id", [](S& s) { s.id = "01KV5JE8G0TEST000000000009"; }},
      {"name", [](S& s) { s.name += "x"; }},
      {"kind", [](S& s) { s.kind = SessionKind::Evaluation; }},
      {"state", [](S& s) { s.state = SessionState::Stopped; }},
      {"state note", [](S& s) { s.stateNote.clear(); }},
      {"created", [](S& s) { ++s.createdMs; }},
      {"policy", [](S& s) { s.policy = "standard"; }},
      {"note", [](S& s) { s.note += " "; }},
      {"task name", [](S& s) { s.tasks[1].name = "else"; }},
      {"task title", [](S& s) { s.tasks[0].title = "x"; }},
      {"task version", [](S& s) { ++s.tasks[0].version; }},
      {"task params", [](S& s) { s.tasks[0].params.emplace_back("depth"); }},
      {"tensor name", [](S& s) { s.tasks[0].tensors[0].name = "z"; }},
      {"tensor dtype", [](S& s) { s.tasks[0].tensors[0].dtype = "float16"; }},
      {"tensor shape",
       [](S& s) { std::swap(s.tasks[0].tensors[0].shape[0], s.tasks[0].tensors[0].shape[1]); }},
      {"tensor role", [](S& s) { s.tasks[0].tensors[1].role = "inout"; }},
      {"tensor init", [](S& s) { s.tasks[0].tensors[0].init["std"] = 2.5; }},
      {"tensors swapped", [](S& s) { std::swap(s.tasks[0].tensors[0], s.tasks[0].tensors[1]); }},
      {"rtol", [](S& s) { s.tasks[0].rtol = 1e-3; }},
      {"atol", [](S& s) { s.tasks[0].atol = 0; }},
      {"correctness case", [](S& s) { s.tasks[0].correctnessCases[0].values[0].second = 8; }},
      {"benchmark case", [](S& s) { s.tasks[0].benchmarkCases.pop_back(); }},
      {"task description", [](S& s) { s.tasks[0].description = ""; }},
      {"task gone", [](S& s) { s.tasks.pop_back(); }},
      {"device name", [](S& s) { s.devices[1].device.name = "elsewhere"; }},
      {"compute capability",
       [](S& s) {
         s.devices[0].device.computeCapability = {9, 1};
       }},
      {"memory", [](S& s) { s.devices[0].device.totalGlobalMemoryBytes = 1; }},
      {"multiprocessors", [](S& s) { s.devices[0].device.multiprocessorCount.reset(); }},
      {"l2", [](S& s) { s.devices[0].device.l2Bytes = 1; }},
      {"bus", [](S& s) { s.devices[0].device.memoryBusWidthBits = 1; }},
      {"shared", [](S& s) { s.devices[0].device.sharedPerBlockOptinBytes = 1; }},
      {"threads", [](S& s) { s.devices[0].device.maxThreadsPerMultiprocessor = 1; }},
      {"clock", [](S& s) { s.devices[0].device.clockRateGhz = 1; }},
      {"memory clock", [](S& s) { s.devices[0].device.memoryClockRateGhz = 1; }},
      {"driver", [](S& s) { s.devices[0].device.driverVersion = "12.4"; }},
      {"nvrtc", [](S& s) { s.devices[0].device.nvrtcVersion.reset(); }},
      {"surrogate name", [](S& s) { s.surrogates[0].name = "x"; }},
      {"surrogate model", [](S& s) { s.surrogates[0].model = "x"; }},
      {"surrogate mode", [](S& s) { s.surrogates[0].mode = "x"; }},
      {"surrogate prompt", [](S& s) { s.surrogates[0].prompt = "x"; }},
      {"surrogate gone",
       [](S& s) {
         s.surrogates.push_back({"c", "C", "", "", ""});
       }},
      {"kernel name", [](S& s) { s.kernels[1].name = "x"; }},
      {"kernel source", [](S& s) { s.kernels[1].source += "\n"; }},
      {"kernel bytes", [](S& s) { s.kernels[2].source[12] = '\xEA'; }},
      {"kernel added",
       [](S& s) {
         s.kernels.push_back({"k9", "unused", "x"});
       }},
      {"reference", [](S& s) { s.references[0].kernel = "k1"; }},
      {"reference gone", [](S& s) { s.references.pop_back(); }},
      {"number", [](S& s) { s.candidates[2].number = 8; }},
      {"candidate task", [](S& s) { s.candidates[2].task = "other"; }},
      {"candidate kernel", [](S& s) { s.candidates[2].kernel = "k1"; }},
      {"candidate name", [](S& s) { s.candidates[2].name = "x"; }},
      {"parent", [](S& s) { s.candidates[2].parent = 1; }},
      {"candidate note", [](S& s) { s.candidates[2].note = "x"; }},
      {"verdict", [](S& s) { s.candidates[0].verdict = Verdict::Audit; }},
      {"verdict none", [](S& s) { s.candidates[2].verdict = Verdict::None; }},
      {"status", [](S& s) { s.candidates[0].status.reset(); }},
      {"speedup", [](S& s) { s.candidates[0].speedup = 1.2500000000000002; }},
      {"candidate run", [](S& s) { s.candidates[0].run = "2"; }},
      {"candidate gone", [](S& s) { s.candidates.pop_back(); }},
      {"forecast candidate", [](S& s) { s.forecasts[2].candidate = 7; }},
      {"forecast surrogate", [](S& s) { s.forecasts[0].surrogate = "b"; }},
      {"anchor", [](S& s) { s.forecasts[0].anchor = "k1"; }},
      {"forecast device", [](S& s) { s.forecasts[0].device = "bare"; }},
      {"repeat", [](S& s) { s.forecasts[0].repeat = 2; }},
      {"parsed", [](S& s) { s.forecasts[1].forecast.parsed = true; }},
      {"probabilities",
       [](S& s) {
         std::swap(s.forecasts[0].forecast.probabilities[0], s.forecasts[0].forecast.probabilities[1]);
       }},
      {"predicted bin", [](S& s) { s.forecasts[0].forecast.predictedBin = 4; }},
      {"raw sum", [](S& s) { s.forecasts[0].forecast.rawProbabilitySum = 1; }},
      {"rationale", [](S& s) { s.forecasts[0].forecast.rationale += "."; }},
      {"parse error", [](S& s) { s.forecasts[1].forecast.parseError = "x"; }},
      {"input tokens", [](S& s) { s.forecasts[0].forecast.usage.inputTokens = 1; }},
      {"output tokens", [](S& s) { s.forecasts[0].forecast.usage.outputTokens.reset(); }},
      {"cost", [](S& s) { s.forecasts[0].forecast.usage.cost = 0.0043; }},
      {"elapsed", [](S& s) { s.forecasts[0].forecast.elapsedMs = 1; }},
      {"forecast gone", [](S& s) { s.forecasts.pop_back(); }},
      {"run device", [](S& s) { s.runs[0].device = "bare"; }},
      {"run tool", [](S& s) { s.runs[0].tool = "x"; }},
      {"run start", [](S& s) { s.runs[1].startedMs = 5; }},
      {"measured kernel", [](S& s) { s.measurements[2].kernel = "k3"; }},
      {"measured task", [](S& s) { s.measurements[2].task = "other"; }},
      {"measured run", [](S& s) { s.measurements[2].run = "2"; }},
      {"measurement status",
       [](S& s) { s.measurements[2].measurement.status = MeasurementStatus::TimedOut; }},
      {"measurement error", [](S& s) { s.measurements[2].measurement.error = ""; }},
      {"case params", [](S& s) { s.measurements[0].measurement.cases[0].params.values[0].second = 65; }},
      {"median", [](S& s) { s.measurements[0].measurement.cases[0].medianUs += 1e-12; }},
      {"n", [](S& s) { s.measurements[0].measurement.cases[0].n = 61; }},
      {"mean", [](S& s) { s.measurements[0].measurement.cases[0].meanUs = 1; }},
      {"std", [](S& s) { s.measurements[0].measurement.cases[0].stdUs = 1; }},
      {"min", [](S& s) { s.measurements[0].measurement.cases[0].minUs.reset(); }},
      {"quantile level", [](S& s) { s.measurements[0].measurement.cases[0].quantiles[0].first = 0.1; }},
      {"quantile", [](S& s) { s.measurements[0].measurement.cases[0].quantiles[1].second = 1; }},
      {"case gone", [](S& s) { s.measurements[0].measurement.cases.pop_back(); }},
      {"resource name", [](S& s) { s.measurements[0].measurement.resources[0].name = "x"; }},
      {"registers", [](S& s) { s.measurements[0].measurement.resources[0].registers = 1; }},
      {"shared bytes", [](S& s) { s.measurements[0].measurement.resources[0].sharedBytes = 1; }},
      {"local bytes", [](S& s) { s.measurements[0].measurement.resources[0].localBytes = 1; }},
      {"spills", [](S& s) { s.measurements[0].measurement.resources[0].spillBytes.reset(); }},
      {"compile time", [](S& s) { s.measurements[0].measurement.compileMs = 1; }},
      {"measurement gone", [](S& s) { s.measurements.pop_back(); }},
      {"event seq", [](S& s) { s.events[1].seq = 3; }},
      {"event time", [](S& s) { ++s.events[1].atMs; }},
      {"event kind", [](S& s) { s.events[1].kind = "x"; }},
      {"event version", [](S& s) { ++s.events[1].version; }},
      {"event slot", [](S& s) { s.events[1].slot = "0/0/1"; }},
      {"event payload", [](S& s) { s.events[0].payload["depth"]["of"][1] = 3; }},
      {"event gone", [](S& s) { s.events.clear(); }},
  };
  return kChanges;
}

void renameKeys(ExchangeSession& s) {
  const auto prefixed = [](std::string& key) { key = "other name of " + key; };
  for (auto& row : s.devices) prefixed(row.key);
  for (auto& row : s.surrogates) prefixed(row.key);
  for (auto& row : s.kernels) prefixed(row.key);
  for (auto& row : s.references) prefixed(row.kernel);
  for (auto& row : s.candidates) {
    prefixed(row.kernel);
    if (!row.run.empty()) prefixed(row.run);
  }
  for (auto& row : s.forecasts) {
    prefixed(row.surrogate);
    prefixed(row.anchor);
    prefixed(row.device);
  }
  for (auto& row : s.runs) {
    prefixed(row.key);
    prefixed(row.device);
  }
  for (auto& row : s.measurements) {
    prefixed(row.kernel);
    prefixed(row.run);
  }
}

void shuffleLists(ExchangeSession& s, unsigned seed) {
  std::mt19937 chance(seed);
  std::shuffle(s.tasks.begin(), s.tasks.end(), chance);
  std::shuffle(s.devices.begin(), s.devices.end(), chance);
  std::shuffle(s.surrogates.begin(), s.surrogates.end(), chance);
  std::shuffle(s.kernels.begin(), s.kernels.end(), chance);
  std::shuffle(s.references.begin(), s.references.end(), chance);
  std::shuffle(s.candidates.begin(), s.candidates.end(), chance);
  std::shuffle(s.forecasts.begin(), s.forecasts.end(), chance);
  std::shuffle(s.runs.begin(), s.runs.end(), chance);
  std::shuffle(s.measurements.begin(), s.measurements.end(), chance);
  std::shuffle(s.events.begin(), s.events.end(), chance);
}

}  // namespace

class TestContentHash : public QObject {
  Q_OBJECT
 private slots:
  void isTheSameEachTime() {
    const std::string hash = contentHash(fullSession());
    QCOMPARE(hash.size(), std::size_t{64});
    QCOMPARE(contentHash(fullSession()), hash);
    QCOMPARE(contentHash(readNative(writeNative(fullSession()))->session), hash);
  }

  void isBlindToOrder() {
    const std::string hash = contentHash(fullSession());
    for (unsigned seed = 0; seed < 50; ++seed) {
      ExchangeSession session = fullSession();
      shuffleLists(session, seed);
      QCOMPARE(contentHash(session), hash);
    }
  }

  void isBlindToLocalKeys() {
    const std::string hash = contentHash(fullSession());
    ExchangeSession session = fullSession();
    renameKeys(session);
    QVERIFY(readNative(writeNative(session)).has_value());
    QCOMPARE(contentHash(session), hash);
    shuffleLists(session, 1);
    QCOMPARE(contentHash(session), hash);

    ExchangeSession sample = readNative(sampleDocument())->session;
    const std::string sampleHash = contentHash(sample);
    renameKeys(sample);
    shuffleLists(sample, 2);
    QCOMPARE(contentHash(sample), sampleHash);
  }

  // Keys that trade places give every row another content.
  void isNotBlindToSwappedKeys() {
    ExchangeSession session = fullSession();
    std::swap(session.kernels[1].key, session.kernels[3].key);
    QVERIFY(contentHash(session) != contentHash(fullSession()));
    session = fullSession();
    std::swap(session.runs[0].key, session.runs[1].key);
    QVERIFY(contentHash(session) != contentHash(fullSession()));
  }

  void everyFieldCounts() {
    std::set<std::string> hashes{contentHash(fullSession())};
    for (const Named& named : changes()) {
      ExchangeSession session = fullSession();
      named.change(session);
      QVERIFY2(session != fullSession(), named.name);
      QVERIFY2(hashes.insert(contentHash(session)).second, named.name);
    }
    qInfo("%zu changes, as many hashes", changes().size());
  }
};

QTEST_APPLESS_MAIN(TestContentHash)
#include "test_content_hash.moc"
