// Providers that replay a recording: functions of their request, which never invent anything.
#include <QTest>
#include <set>

#include "core/domain/hash.h"
#include "tests/search/search_run.h"

using namespace kernelcast;
using namespace kernelcast::search;
using namespace kernelcast::search::test;

class TestRecorded : public QObject {
  Q_OBJECT

 private slots:
  void childrenComeInASeededOrder();
  void childrenWithoutParentAreTheReferences();
  void pastTheEndIsExhausted();
  void forecastsAreTheRecordedOnes();
  void speedupIsOfOneRun();
  void missingIsNeverInvented();
  void machineFaultsSayNothing();
  void compileFailuresFailToCompile();
  void zeroDelayAnswersAtOnce();
  void delaysAreDrawnAndCancelled();
  void everySubmissionIsAnsweredOnce();
  void startNeedsAReplayableRecording();
  void startTakesTheWorstCaseFromTheRecording();
};

namespace {

template <typename Answer>
struct Given {
  int times = 0;
  RequestId id = 0;
  Answer answer;
  Completion<Answer> completion() {
    return [this](RequestId answered, Answer given) {
      ++times;
      id = answered;
      answer = std::move(given);
    };
  }
};

MutationAnswer mutation(RecordedProviderSet& set, const std::string& parent, int ordinal) {
  Given<MutationAnswer> given;
  MutationRequest request;
  request.id = 7;
  request.parentHash = parent;
  request.ordinal = ordinal;
  set.providers().mutator->submit(request, given.completion());
  if (given.times != 1 || given.id != 7) throw std::runtime_error("not answered at once");
  return given.answer;
}
CompileAnswer compilation(RecordedProviderSet& set, const std::string& kernel, Slot slot = {},
                          std::uint64_t seed = 1) {
  Given<CompileAnswer> given;
  CompileRequest request;
  request.slot = slot;
  request.seed = seed;
  request.kernelHash = kernel;
  set.providers().evaluator->compile(request, given.completion());
  return given.answer;
}
MeasureAnswer measurement(RecordedProviderSet& set, const std::string& kernel, Slot slot = {},
                          std::uint64_t seed = 1) {
  Given<MeasureAnswer> given;
  MeasureRequest request;
  request.slot = slot;
  request.seed = seed;
  request.kernelHash = kernel;
  set.providers().evaluator->measure(request, given.completion());
  return given.answer;
}
ForecastAnswer forecast(RecordedProviderSet& set, const std::string& kernel) {
  Given<ForecastAnswer> given;
  ForecastRequest request;
  request.kernelHash = kernel;
  set.providers().surrogate->submit(request, given.completion());
  return given.answer;
}

std::vector<std::string> order(const Recording& recording, std::uint64_t seed) {
  RecordedProviderSet set(recording, {}, seed);
  std::vector<std::string> names;
  for (int ordinal = 0;; ++ordinal) {
    const MutationAnswer answer = mutation(set, recording.reference.kernelHash, ordinal);
    if (answer.outcome != Outcome::Done) break;
    names.push_back(answer.name);
  }
  return names;
}

// One kernel under the reference.
Recording single(std::vector<RecordedRun> runs, std::vector<RecordedRun> referenceRuns) {
  Recording recording =
      syntheticRecording(1, {.candidates = 1, .childrenOfReference = 1, .withoutForecast = 0});
  recording.candidates[0].runs = std::move(runs);
  recording.referenceRuns = std::move(referenceRuns);
  return recording;
}
RecordedRun failedRun(std::string name, MeasurementStatus status) {
  RecordedRun run{std::move(name), {}};
  run.measurement.status = status;
  run.measurement.error = "it failed";
  return run;
}

}  // namespace

void TestRecorded::childrenComeInASeededOrder() {
  const Recording recording = syntheticRecording(1);
  const auto first = order(recording, 1);
  QCOMPARE(first.size(), std::size_t{12});
  QCOMPARE(std::set(first.begin(), first.end()).size(), first.size());
  QCOMPARE(order(recording, 1), first);
  QVERIFY(order(recording, 2) != first);
  // Of all orders of three, each turns up about as often.
  const Recording three = syntheticRecording(1, {.candidates = 3, .childrenOfReference = 3});
  std::map<std::vector<std::string>, int> seen;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) ++seen[order(three, seed)];
  QCOMPARE(seen.size(), std::size_t{6});
  for (const auto& [names, times] : seen) QVERIFY(times > 850 && times < 1150);
}

void TestRecorded::childrenWithoutParentAreTheReferences() {
  Recording recording = syntheticRecording(1, {.candidates = 2, .childrenOfReference = 2});
  recording.candidates[1].parentHash.clear();
  QCOMPARE(order(recording, 1).size(), std::size_t{2});
}

void TestRecorded::pastTheEndIsExhausted() {
  const Recording recording = syntheticRecording(1);
  RecordedProviderSet set(recording, {}, 1);
  const MutationAnswer answer = mutation(set, recording.reference.kernelHash, 12);
  QCOMPARE(answer.outcome, Outcome::Exhausted);
  QVERIFY(answer.source.empty());
  QCOMPARE(mutation(set, "unheard of", 0).outcome, Outcome::Exhausted);
  const MutationAnswer there = mutation(set, recording.reference.kernelHash, 0);
  QCOMPARE(there.outcome, Outcome::Done);
  QVERIFY(std::any_of(
      recording.candidates.begin(), recording.candidates.end(), [&](const RecordedKernel& kernel) {
        return kernel.name == there.name && kernel.source == there.source && kernel.note == there.note;
      }));
}

void TestRecorded::forecastsAreTheRecordedOnes() {
  const Recording recording = syntheticRecording(1);
  RecordedProviderSet set(recording, {}, 1);
  int missing = 0;
  int unread = 0;
  std::set<std::string> seen;
  for (const RecordedKernel& kernel : recording.candidates) {
    if (!seen.insert(kernel.hash).second) continue;
    const bool any =
        std::any_of(recording.candidates.begin(), recording.candidates.end(),
                    [&](const RecordedKernel& other) { return other.hash == kernel.hash && other.forecast; });
    const ForecastAnswer answer = forecast(set, kernel.hash);
    QCOMPARE(answer.outcome, any ? Outcome::Done : Outcome::Missing);
    if (kernel.forecast) QVERIFY(answer.forecast == *kernel.forecast);
    missing += any ? 0 : 1;
    unread += kernel.forecast && !kernel.forecast->parsed ? 1 : 0;
  }
  QVERIFY(missing > 0);
  QVERIFY(unread > 0);
}

void TestRecorded::speedupIsOfOneRun() {
  // Run A: 100 / 50 = 2. Run B: 300 / 100 = 3. Mixed they would be 1 and 6.
  const Recording recording =
      single({{"A", timed(50)}, {"B", timed(100)}}, {{"B", timed(300)}, {"A", timed(100)}, {"C", timed(1)}});
  RecordedProviderSet set(recording, {}, 1);
  std::map<std::string, int> runs;
  for (int i = 0; i < 200; ++i) {
    const Slot slot{i, 0, 0};
    const MeasureAnswer answer = measurement(set, recording.candidates[0].hash, slot);
    QCOMPARE(answer.outcome, Outcome::Done);
    QVERIFY(answer.recorded);
    QVERIFY(!answer.measurement && !answer.reference);
    QVERIFY(std::abs(*answer.speedup - (answer.run == "A" ? 2 : 3)) < 1e-12);
    ++runs[answer.run];
    const MeasureAnswer again = measurement(set, recording.candidates[0].hash, slot);
    QCOMPARE(again.run, answer.run);
  }
  QVERIFY(runs["A"] > 60 && runs["B"] > 60);
}

void TestRecorded::missingIsNeverInvented() {
  const auto ask = [](const Recording& recording) {
    RecordedProviderSet set(recording, {}, 1);
    return measurement(set, recording.candidates[0].hash);
  };
  const MeasureAnswer unmeasured = ask(single({}, {{"A", timed(100)}}));
  QCOMPARE(unmeasured.outcome, Outcome::Missing);
  QCOMPARE(unmeasured.reason, std::string("not measured in the recording"));
  const MeasureAnswer otherRun = ask(single({{"A", timed(100)}}, {{"B", timed(100)}}));
  QCOMPARE(otherRun.outcome, Outcome::Missing);
  QCOMPARE(otherRun.reason, std::string("run \"A\" of the recording holds no measurement of the reference"));
  const MeasureAnswer failedReference =
      ask(single({{"A", timed(100)}}, {failedRun("A", MeasurementStatus::RuntimeError)}));
  QCOMPARE(failedReference.outcome, Outcome::Missing);
  QVERIFY(failedReference.reason.starts_with("run \"A\" of the recording gives no speedup: "));
  Measurement otherCases = timed(100);
  otherCases.cases.pop_back();
  QCOMPARE(ask(single({{"A", otherCases}}, {{"A", timed(100)}})).outcome, Outcome::Missing);
  RecordedProviderSet set(single({}, {}), {}, 1);
  QCOMPARE(measurement(set, "unheard of").outcome, Outcome::Missing);
  QCOMPARE(forecast(set, "unheard of").outcome, Outcome::Missing);
  // A wrong result needs no reference to be wrong.
  const MeasureAnswer wrong = ask(single({failedRun("A", MeasurementStatus::Incorrect)}, {}));
  QCOMPARE(wrong.outcome, Outcome::Done);
  QCOMPARE(wrong.status, MeasurementStatus::Incorrect);
  QVERIFY(!wrong.speedup);
}

void TestRecorded::machineFaultsSayNothing() {
  const RecordedRun fault = failedRun("A", MeasurementStatus::Infrastructure);
  const Recording recording = single({fault, {"B", timed(50)}}, {{"A", timed(100)}, {"B", timed(100)}});
  RecordedProviderSet set(recording, {}, 1);
  for (int i = 0; i < 20; ++i)
    QCOMPARE(measurement(set, recording.candidates[0].hash, {i, 0, 0}).run, std::string("B"));
  const Recording faults = single({fault}, {{"A", timed(100)}});
  RecordedProviderSet none(faults, {}, 1);
  const MeasureAnswer answer = measurement(none, faults.candidates[0].hash);
  QCOMPARE(answer.outcome, Outcome::Missing);
  QCOMPARE(answer.reason, std::string("not measured in the recording: the machine was at fault"));
}

void TestRecorded::compileFailuresFailToCompile() {
  const Recording recording = single({failedRun("A", MeasurementStatus::CompileFailed)}, {{"A", timed(100)}});
  RecordedProviderSet set(recording, {}, 1);
  const CompileAnswer answer = compilation(set, recording.candidates[0].hash);
  QCOMPARE(answer.outcome, Outcome::Done);
  QVERIFY(!answer.ok);
  QCOMPARE(answer.log, std::string("it failed"));
  const Recording good = single({{"A", timed(100)}}, {{"A", timed(100)}});
  RecordedProviderSet goodSet(good, {}, 1);
  const CompileAnswer compiled = compilation(goodSet, good.candidates[0].hash);
  QVERIFY(compiled.ok);
  QCOMPARE(*compiled.resources[0].registers, 32);
  QCOMPARE(*compiled.compileMs, 12.0);
  // Of what was never measured it is not known that it would not compile.
  const Recording unknown = single({}, {});
  RecordedProviderSet unknownSet(unknown, {}, 1);
  QVERIFY(compilation(unknownSet, unknown.candidates[0].hash).ok);
}

void TestRecorded::zeroDelayAnswersAtOnce() {
  const Recording recording = syntheticRecording(1);
  RecordedProviderSet set(recording, {}, 1);
  const Providers providers = set.providers();
  QVERIFY(!providers.mutator->needsSources());
  QVERIFY(!providers.surrogate->needsSources());
  QVERIFY(!providers.evaluator->needsSources());
  QCOMPARE(providers.evaluator->maxInFlight(), 16);
  providers.mutator->cancel(99);  // unknown: nothing
  QCOMPARE(mutation(set, recording.reference.kernelHash, 0).outcome, Outcome::Done);
}

void TestRecorded::delaysAreDrawnAndCancelled() {
  RecordedProviders settings;
  settings.delayMsLow = 20'000;
  settings.delayMsHigh = 40'000;
  RecordedProviderSet set(syntheticRecording(1), settings, 1);
  Given<MutationAnswer> mutated;
  Given<MeasureAnswer> measured;
  MutationRequest request;
  request.id = 1;
  set.providers().mutator->submit(request, mutated.completion());
  MeasureRequest measure;
  measure.id = 2;
  set.providers().evaluator->measure(measure, measured.completion());
  QCOMPARE(mutated.times, 0);
  set.providers().mutator->cancel(1);
  QCOMPARE(mutated.times, 1);
  QCOMPARE(mutated.answer.outcome, Outcome::Cancelled);
  set.providers().mutator->cancel(1);
  QCOMPARE(mutated.times, 1);
  QCOMPARE(measured.times, 0);
  set.providers().evaluator->cancel(2);
  QCOMPARE(measured.answer.outcome, Outcome::Cancelled);
}

void TestRecorded::everySubmissionIsAnsweredOnce() {
  std::array<std::atomic<int>, 200> times{};
  std::atomic<int> cancelled = 0;
  {
    RecordedProviders settings;
    settings.delayMsHigh = 20;
    const Recording recording = syntheticRecording(1);
    RecordedProviderSet set(recording, settings, 1);
    for (std::size_t i = 0; i < times.size(); ++i) {
      MutationRequest request;
      request.id = i;
      request.slot = {static_cast<int>(i), 0, 0};
      request.parentHash = recording.reference.kernelHash;
      set.providers().mutator->submit(request, [&](RequestId id, const MutationAnswer& answer) {
        ++times[id];
        if (answer.outcome == Outcome::Cancelled) ++cancelled;
      });
      if (i % 3 == 0) set.providers().mutator->cancel(i / 2);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  for (const auto& count : times) QCOMPARE(count.load(), 1);
  QVERIFY(cancelled > 0);
  QVERIFY(cancelled < 200);
}

void TestRecorded::startNeedsAReplayableRecording() {
  const SearchConfig config = replayConfig("top-k", 1, 1, 1);
  Recording recording = syntheticRecording(1);
  QVERIFY(startedFromRecording(recording, config).has_value());
  for (RecordedKernel& kernel : recording.candidates) kernel.forecast.reset();
  const auto blind = startedFromRecording(recording, config);
  QVERIFY(!blind);
  QCOMPARE(blind.error().message, std::string("\"synthetic\" cannot be replayed: it holds no forecasts, "
                                              "which policy \"top-k\" needs"));
  QVERIFY(startedFromRecording(recording, replayConfig("standard", 1, 1, 1)).has_value());
  recording.candidates.clear();
  QVERIFY(!startedFromRecording(recording, replayConfig("standard", 1, 1, 1)));
  recording = syntheticRecording(1);
  recording.reference = {};
  QVERIFY(!startedFromRecording(recording, config));
}

void TestRecorded::startTakesTheWorstCaseFromTheRecording() {
  const Recording recording = syntheticRecording(1);
  const auto started = startedFromRecording(recording, replayConfig("top-k", 1, 1, 1));
  QVERIFY(started.has_value());
  QCOMPARE(started->config.task, std::string("made_up"));
  QCOMPARE(started->config.device, std::string("Synthetic GPU"));
  QCOMPARE(started->config.recorded.session, recording.session);
  QCOMPARE(started->config.worstCase.tokensPerForecast, std::int64_t{1200});
  QCOMPARE(started->config.worstCase.costPerForecast, 0.00125);
  QCOMPARE(started->recordedCandidates, 60);
  QCOMPARE(started->seeds.size(), std::size_t{1});
  QCOMPARE(started->seeds[0].reward, 1.0);
  QCOMPARE(sha256Hex(started->seeds[0].source), started->seeds[0].kernelHash);
}

QTEST_APPLESS_MAIN(TestRecorded)
#include "test_recorded.moc"
