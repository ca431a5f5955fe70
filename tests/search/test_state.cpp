// The fold over events: what may follow what, and that the order of results leaves no trace.
#include <QTest>
#include <random>

#include "core/search/policy.h"
#include "tests/search/search_run.h"

using namespace kernelcast;
using namespace kernelcast::search;
using namespace kernelcast::search::test;

class TestState : public QObject {
  Q_OBJECT

 private slots:
  void refusesWhatCannotFollow();
  void refusalLeavesTheStateAsItWas();
  void countsAndCharges();
  void exhaustedIsNotCharged();
  void bestTiesGoToTheEarlierSlot();
  void anyPermissibleOrderEndsTheSame();
  void trustedLeadersAreVerified();
  void verificationKeepsToTheBudget();
  void ordinalsGrowOverSteps();
  void pausedTakesResultsAndNoDecisions();
};

namespace {

// Folds a list of events; a refusal fails the test with its sentence.
class Fold {
 public:
  explicit Fold(SearchConfig config, int recorded = 0) {
    SessionStarted started;
    started.config = std::move(config);
    started.seeds = {{"reference", "ref", {}, 1}};
    started.recordedCandidates = recorded;
    take(started);
  }
  void take(EventBody body) {
    auto next = apply(std::move(state), {state.lastSeq + 1, 0, std::move(body)});
    if (!next) throw std::runtime_error(next.error().message);
    state = std::move(*next);
  }
  std::string refusal(EventBody body) {
    auto next = apply(std::move(state), {state.lastSeq + 1, 0, std::move(body)});
    if (!next) return next.error().message;
    state = std::move(*next);
    return "";
  }
  // Takes decisions until only requests remain.
  std::vector<Action> settle() {
    for (;;) {
      std::vector<Action> actions = nextActions(state, state.config);
      bool decided = false;
      for (Action& action : actions) {
        if (auto* decision = std::get_if<Decide>(&action)) {
          take(std::move(decision->event));
          decided = true;
        }
      }
      if (!decided) return actions;
    }
  }
  SearchState state;
};

MutationCompleted written(Slot slot, NodeId parent = 0) {
  MutationCompleted event;
  event.slot = slot;
  event.parentNode = parent;
  event.name = "k" + slotKey(slot);
  event.kernelHash = "hash " + slotKey(slot);
  event.usage.inputTokens = 10;
  return event;
}
CompileCompleted compiled(Slot slot, bool ok = true) {
  CompileCompleted event;
  event.slot = slot;
  event.ok = ok;
  return event;
}
MeasurementCompleted measured(Slot slot, std::optional<double> speedup,
                              MeasurementStatus status = MeasurementStatus::Ok, bool verification = false) {
  MeasurementCompleted event;
  event.slot = slot;
  event.status = status;
  event.speedup = speedup;
  event.gpuSeconds = 0.5;
  event.verification = verification;
  return event;
}
ForecastCompleted forecast(Slot slot, double speedup) { return {slot, forecastAround(speedup, 0)}; }
MutationFailed exhaustedAt(Slot slot) {
  MutationFailed event;
  event.slot = slot;
  event.exhausted = true;
  return event;
}

}  // namespace

void TestState::refusesWhatCannotFollow() {
  SearchState blank;
  QCOMPARE(apply(std::move(blank), {1, 0, Paused{}}).error().message,
           std::string("event 1, \"paused\", cannot follow: the search has not started"));
  Fold fold(replayConfig("standard", 2, 1, 2));
  QVERIFY(apply(SearchState(fold.state), {3, 0, Paused{}}).error().message.ends_with("event 1 was the last"));
  QVERIFY(apply(SearchState(fold.state), {1, 0, Paused{}}).error().message.ends_with("event 1 was the last"));
  QVERIFY(fold.refusal(SessionStarted{}).ends_with("the search has started already"));
  QVERIFY(fold.refusal(Resumed{}).ends_with("the search is running"));
  QVERIFY(fold.refusal(StepStarted{1, {{0, 1}}, {{{1, 0, 0}, false}}, 0}).ends_with("step -1 ran last"));
  QVERIFY(fold.refusal(StepStarted{0, {{7, 1}}, {{{0, 0, 0}, false}}, 0}).ends_with("parent 7 is unknown"));
  QVERIFY(fold.refusal(StepStarted{0, {{0, 1}}, {}, 0}).ends_with("it has no slots"));
  QVERIFY(fold.refusal(StepStarted{0, {{0, 1}}, {{{0, 1, 0}, false}}, 0}).ends_with("out of order"));
  QVERIFY(fold.refusal(StepStarted{0, {{0, 1}}, {{{0, 0, 1}, false}, {{0, 0, 0}, false}}, 0})
              .ends_with("out of order"));
  QVERIFY(fold.refusal(StepCompleted{0}).ends_with("that step is not open"));
  QVERIFY(fold.refusal(written({0, 0, 0})).ends_with("the open step has no such slot"));

  fold.settle();
  QVERIFY(fold.refusal(StepStarted{1, {{0, 1}}, {{{1, 0, 0}, false}}, 0}).ends_with("step 0 is still open"));
  QVERIFY(fold.refusal(compiled({0, 0, 0})).ends_with("the slot waits for its kernel"));
  QVERIFY(fold.refusal(measured({0, 0, 0}, 2)).ends_with("the slot waits for its kernel"));
  fold.take(written({0, 0, 0}));
  QCOMPARE(
      fold.refusal(written({0, 0, 0})),
      std::string("event 4, \"kernel written\" of 0/0/0, cannot follow: the slot waits for the compiler"));
  QVERIFY(fold.refusal(forecast({0, 0, 0}, 2)).ends_with("the slot waits for the compiler"));
  fold.take(compiled({0, 0, 0}));
  QVERIFY(fold.refusal(ParentJudged{0, 0, {}}).ends_with("1 slots of this parent wait for a verdict, not 0"));
  QVERIFY(fold.refusal(ParentJudged{0, 0, {{{0, 0, 0}, Verdict::None, {}}}}).ends_with("has no verdict"));
  QVERIFY(
      fold.refusal(ParentJudged{0, 0, {{{0, 0, 0}, Verdict::Trusted, {}}}}).ends_with("without a forecast"));
  QVERIFY(fold.refusal(StepCompleted{0}).ends_with("slot 0/0/0 waits for a verdict"));
  QVERIFY(fold.refusal(VerificationStarted{}).ends_with("step 0 is still open"));
  fold.take(Finished{"enough"});
  QVERIFY(fold.refusal(compiled({0, 0, 1})).ends_with("the search is finished"));
}

void TestState::refusalLeavesTheStateAsItWas() {
  Fold fold(replayConfig("top-k", 2, 2, 2));
  fold.settle();
  fold.take(written({0, 0, 0}));
  const Json before = stateDigest(fold.state);
  QVERIFY(!fold.refusal(written({0, 0, 0})).empty());
  QVERIFY(!fold.refusal(StepCompleted{0}).empty());
  QVERIFY(!fold.refusal(ParentJudged{0, 0, {{{0, 0, 1}, Verdict::Deferred, {}}}}).empty());
  QVERIFY(stateDigest(fold.state) == before);
  QCOMPARE(fold.state.lastSeq, std::int64_t{3});
}

void TestState::countsAndCharges() {
  Fold fold(replayConfig("standard", 1, 1, 6));
  fold.settle();
  for (int i = 0; i < 5; ++i) fold.take(written({0, 0, i}));
  MutationFailed failed;
  failed.slot = {0, 0, 5};
  failed.usage.outputTokens = 7;
  failed.usage.cost = 0.1;
  fold.take(failed);
  for (int i = 0; i < 4; ++i) fold.take(compiled({0, 0, i}));
  fold.take(compiled({0, 0, 4}, false));
  fold.settle();
  fold.take(measured({0, 0, 0}, 1.5));
  fold.take(measured({0, 0, 1}, {}, MeasurementStatus::Incorrect));
  MeasurementFailed missing;
  missing.slot = {0, 0, 2};
  missing.missing = true;
  fold.take(missing);
  MeasurementFailed broken;
  broken.slot = {0, 0, 3};
  broken.gpuSeconds = 0.25;
  fold.take(broken);
  fold.settle();
  QCOMPARE(fold.state.phase, SessionState::Finished);
  QCOMPARE(fold.state.reason, std::string("the only step is done"));
  const Counts& counts = fold.state.counts;
  QCOMPARE(counts.proposed, 5);
  QCOMPARE(counts.mutationFailed, 1);
  QCOMPARE(counts.compileFailed, 1);
  QCOMPARE(counts.deferred, 4);
  QCOMPARE(counts.measured, 2);
  QCOMPARE(counts.correct, 1);
  const Spent& spent = fold.state.spent;
  QCOMPARE(spent.mutations, std::int64_t{6});
  QCOMPARE(spent.forecasts, std::int64_t{0});
  QCOMPARE(spent.gpuEvaluations, std::int64_t{3});  // not for what the recording does not hold
  QCOMPARE(spent.tokens, std::int64_t{57});
  QCOMPARE(spent.cost, 0.1);
  QCOMPARE(spent.gpuSeconds, 1.25);
  QCOMPARE(fold.state.best.candidate, 1);
}

void TestState::exhaustedIsNotCharged() {
  Fold fold(replayConfig("standard", 5, 1, 2), 13);
  fold.settle();
  fold.take(exhaustedAt({0, 0, 0}));
  fold.take(exhaustedAt({0, 0, 1}));
  fold.settle();
  QCOMPARE(fold.state.spent, Spent{});
  QCOMPARE(fold.state.counts.mutationFailed, 0);
  QCOMPARE(fold.state.expansions, 0);
  QCOMPARE(fold.state.reason, std::string("recording exhausted: reached 0 of 13"));
}

void TestState::bestTiesGoToTheEarlierSlot() {
  for (const bool backwards : {false, true}) {
    Fold fold(replayConfig("standard", 1, 1, 2));
    fold.settle();
    for (int i = 0; i < 2; ++i) {
      fold.take(written({0, 0, i}));
      fold.take(compiled({0, 0, i}));
    }
    fold.settle();
    fold.take(measured({0, 0, backwards ? 1 : 0}, 2.0));
    fold.take(measured({0, 0, backwards ? 0 : 1}, 2.0));
    QCOMPARE(fold.state.best.candidate, 1);
  }
}

// A search in which the results of each moment come in a random order, again and again.
void TestState::anyPermissibleOrderEndsTheSame() {
  for (const char* policy : {"standard", "top-k"}) {
    std::string expected;
    for (unsigned seed = 0; seed < 100; ++seed) {
      std::mt19937 random(seed);
      SearchConfig config = replayConfig(policy, 5, 3, 3);
      config.policy.rank = "beats_incumbent";
      Fold fold(config);
      for (;;) {
        std::vector<Action> requests = fold.settle();
        if (requests.empty()) break;
        const Action& action = requests[random() % requests.size()];
        if (const auto* mutation = std::get_if<AskMutation>(&action)) {
          const Slot slot = mutation->slot;
          if (draw(1, candidateNumber(slot, 3, 3), "written") < 0.1) {
            MutationFailed failed;
            failed.slot = slot;
            failed.usage.cost = 0.1 * draw(1, candidateNumber(slot, 3, 3), "cost");
            fold.take(failed);
          } else {
            MutationCompleted event = written(slot, mutation->parentNode);
            event.usage.cost = 0.1 * draw(1, candidateNumber(slot, 3, 3), "cost");
            fold.take(event);
          }
        } else if (const auto* compile = std::get_if<AskCompile>(&action)) {
          fold.take(compiled(compile->slot, draw(1, candidateNumber(compile->slot, 3, 3), "compiled") > 0.1));
        } else if (const auto* forecasting = std::get_if<AskForecast>(&action)) {
          fold.take(
              forecast(forecasting->slot, 1 + draw(1, candidateNumber(forecasting->slot, 3, 3), "forecast")));
        } else if (const auto* measuring = std::get_if<AskMeasurement>(&action)) {
          const int number = candidateNumber(measuring->slot, 3, 3);
          MeasurementCompleted event = measured(measuring->slot, 0.5 + 2 * draw(1, number, "speedup"));
          event.gpuSeconds = draw(1, number, "seconds");
          fold.take(event);
        }
      }
      QCOMPARE(fold.state.phase, SessionState::Finished);
      const std::string digest = dumpJson(stateDigest(fold.state));
      if (expected.empty()) expected = digest;
      QCOMPARE(digest, expected);
    }
  }
}

void TestState::trustedLeadersAreVerified() {
  SearchConfig config = replayConfig("threshold", 1, 1, 4);
  config.verifyLeaders = 2;
  Fold fold(config);
  // The policy that trusts is not in the build; its verdicts are events like any other.
  fold.take(StepStarted{0, {{0, 1}}, {{{0, 0, 0}}, {{0, 0, 1}}, {{0, 0, 2}}, {{0, 0, 3}}}, 0});
  std::vector<ParentJudged::Judged> judged;
  for (int i = 0; i < 4; ++i) {
    fold.take(written({0, 0, i}));
    fold.take(compiled({0, 0, i}));
    fold.take(forecast({0, 0, i}, 1 + 0.5 * i));
    judged.push_back({{0, 0, i}, i == 0 ? Verdict::Deferred : Verdict::Trusted, {}});
  }
  fold.take(ParentJudged{0, 0, judged});
  fold.take(measured({0, 0, 0}, 1.75));
  fold.take(StepCompleted{0});
  QCOMPARE(fold.state.counts.trusted, 3);
  QCOMPARE(fold.state.trustedLeaders.size(), std::size_t{2});
  QCOMPARE(slotKey(fold.state.trustedLeaders[0].slot), std::string("0/0/3"));
  QCOMPARE(fold.state.best.candidate, 1);
  QCOMPARE(fold.state.incumbent, 1.75);
  QCOMPARE(fold.state.archive.size(), std::size_t{5});

  auto requests = fold.settle();
  QCOMPARE(fold.state.phase, SessionState::Running);
  QCOMPARE(requests.size(), std::size_t{2});
  const auto* first = std::get_if<AskMeasurement>(&requests.front());
  QVERIFY(first != nullptr && first->verification);
  QCOMPARE(slotKey(first->slot), std::string("0/0/3"));
  // The other way round, and one of them is wrong: what is named best has been measured.
  fold.take(measured({0, 0, 2}, 1.9, MeasurementStatus::Ok, true));
  fold.take(measured({0, 0, 3}, {}, MeasurementStatus::Incorrect, true));
  QVERIFY(fold.settle().empty());
  QCOMPARE(fold.state.phase, SessionState::Finished);
  QCOMPARE(fold.state.reason, std::string("the only step is done"));
  QCOMPARE(fold.state.best.candidate, 3);
  QCOMPARE(fold.state.best.speedup, 1.9);
  QCOMPARE(fold.state.spent.gpuEvaluations, std::int64_t{3});
}

void TestState::verificationKeepsToTheBudget() {
  SearchConfig config = replayConfig("threshold", 1, 1, 2);
  config.verifyLeaders = 2;
  config.budgets.gpuEvaluations = 2;
  Fold fold(config);
  fold.take(StepStarted{0, {{0, 1}}, {{{0, 0, 0}}, {{0, 0, 1}}}, 0});
  for (int i = 0; i < 2; ++i) {
    fold.take(written({0, 0, i}));
    fold.take(compiled({0, 0, i}));
    fold.take(forecast({0, 0, i}, 2));
  }
  fold.take(ParentJudged{0, 0, {{{0, 0, 0}, Verdict::Trusted, {}}, {{0, 0, 1}, Verdict::Trusted, {}}}});
  fold.take(StepCompleted{0});
  // One of the two was lost in flight earlier.
  Spent lost;
  lost.gpuEvaluations = 1;
  auto actions = nextActions(fold.state, config, lost);
  QCOMPARE(actions.size(), std::size_t{1});
  fold.take(std::get<Decide>(actions[0]).event);
  QCOMPARE(fold.state.verifying.size(), std::size_t{1});
  fold.take(measured({0, 0, 0}, 1.5, MeasurementStatus::Ok, true));
  actions = nextActions(fold.state, config, lost);
  fold.take(std::get<Decide>(actions[0]).event);
  QCOMPARE(fold.state.reason, std::string("the only step is done; 1 trusted leaders could not be verified"));
}

void TestState::ordinalsGrowOverSteps() {
  Fold fold(replayConfig("standard", 3, 1, 3));
  for (int step = 0; step < 3; ++step) {
    const auto requests = fold.settle();
    QCOMPARE(requests.size(), std::size_t{3});
    for (int i = 0; i < 3; ++i) {
      const auto& ask = std::get<AskMutation>(requests[static_cast<std::size_t>(i)]);
      QCOMPARE(ask.parentNode, 0);
      QCOMPARE(ask.parentHash, std::string("ref"));
      QCOMPARE(ask.ordinal, 3 * step + i);
      fold.take(MutationFailed{{step, 0, i}, 0, "no", false, {}});
    }
  }
  fold.settle();
  QCOMPARE(fold.state.phase, SessionState::Finished);
  QCOMPARE(fold.state.nodes.at(0).visits, 3);
}

void TestState::pausedTakesResultsAndNoDecisions() {
  Fold fold(replayConfig("standard", 1, 1, 1));
  fold.settle();
  fold.take(Paused{});
  QVERIFY(nextActions(fold.state, fold.state.config).empty());
  fold.take(written({0, 0, 0}));
  fold.take(compiled({0, 0, 0}));
  QVERIFY(nextActions(fold.state, fold.state.config).empty());
  QVERIFY(fold.refusal(ParentJudged{0, 0, {{{0, 0, 0}, Verdict::Deferred, {}}}})
              .ends_with("the search is paused"));
  QVERIFY(fold.refusal(Paused{}).ends_with("the search is paused"));
  fold.take(Resumed{});
  QCOMPARE(fold.settle().size(), std::size_t{1});
  fold.take(Paused{});
  fold.take(Stopped{"asked"});
  QCOMPARE(fold.state.phase, SessionState::Stopped);
}

QTEST_APPLESS_MAIN(TestState)
#include "test_state.moc"
