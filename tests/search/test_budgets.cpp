// Budgets are never exceeded: not by failures, not by tries that were lost in flight.
#include <QTest>
#include <random>

#include "core/search/budget.h"
#include "tests/search/scripted_providers.h"
#include "tests/search/search_run.h"

using namespace kernelcast;
using namespace kernelcast::search;
using namespace kernelcast::search::test;

class TestBudgets : public QObject {
  Q_OBJECT

 private slots:
  void reasonsNameTheBudget_data();
  void reasonsNameTheBudget();
  void admitsInSlotOrder();
  void reserveIsKeptFromSteps();
  void sumsDoNotDependOnTheOrder();
  void lossesGiveUpWhatNoLongerFits();
  void neverExceeded_data();
  void neverExceeded();
};

namespace {

Script failing(std::uint64_t seed) {
  Script script;
  script.seed = seed;
  script.mutationFails = 0.1;
  script.compileFails = 0.1;
  script.compileBreaks = 0.05;
  script.forecastFails = 0.1;
  script.forecastMissing = 0.05;
  script.forecastUnreadable = 0.05;
  script.measurementFails = 0.1;
  script.wrongResult = 0.1;
  script.delivery = [seed](Stage stage, Slot slot) {
    return unitInterval(chance(seed, slot, info(stage).key)) < 0.5 ? Delivery::Inline : Delivery::Later;
  };
  return script;
}

SessionStarted scriptedStart(SearchConfig config) {
  SessionStarted started;
  const Script limits;
  config.worstCase = {limits.mostTokens, limits.mostTokens, limits.mostCost, limits.mostCost,
                      limits.mostGpuSeconds};
  started.config = std::move(config);
  started.seeds = {{"reference", sha256Hex("ref"), "ref", 1}};
  return started;
}

}  // namespace

void TestBudgets::reasonsNameTheBudget_data() {
  QTest::addColumn<QString>("key");
  for (const BudgetInfo& budget : budgetTable())
    QTest::newRow(std::string(budget.key).c_str()) << budget.key.data();
}

void TestBudgets::reasonsNameTheBudget() {
  QFETCH(const QString, key);
  const auto budgets = budgetTable();
  const auto budget = std::find_if(budgets.begin(), budgets.end(),
                                   [&](const BudgetInfo& info) { return QString(info.key.data()) == key; });
  Json json = toJson(replayConfig("top-k", 100, 2, 3));
  json["budgets"][key.toStdString()] = 40;
  SearchConfig config = *searchConfigFromJson(json);
  config.policy.k = 1;
  // Its own limit alone is what the search comes to: the other kinds of spending are free.
  const SessionStarted started = scriptedStart(config);
  MemoryStore store;
  ScriptedProviders providers((Script()));
  Watcher watcher;
  SearchDriver driver(store, providers.providers(), watcher);
  if (key == "cost") {
    // 40 units of money at a cent a call would be long.
    SessionStarted cheap = started;
    cheap.config.budgets.cost = 0.5;
    QVERIFY(driver.start(kSession, cheap).has_value());
  } else {
    QVERIFY(driver.start(kSession, started).has_value());
  }
  const SearchProgress progress = driver.wait();
  QCOMPARE(progress.state, SessionState::Finished);
  if (key == "tokens") {
    // A call may take 1,000 of them: not one fits.
    QCOMPARE(progress.spent, Spent{});
  }
  QCOMPARE(progress.reason, std::string(budget->reason));
  QVERIFY(key == "tokens" || progress.step > 0);
}

void TestBudgets::admitsInSlotOrder() {
  SearchConfig config = replayConfig("top-k", 1, 2, 4);
  config.policy.k = 1;
  config.policy.auditShare = 0;
  const auto admitted = [&](const Spent& spent = {}, const Spent& lost = {}) {
    SearchState state;
    state.spent = spent;
    std::string keys;
    for (const auto& slot : admitStep(state, config, 2, lost).admitted) keys += slotKey(slot.slot) + " ";
    return keys;
  };
  config.budgets.forecasts = 5;
  QCOMPARE(admitted(), std::string("0/0/0 0/0/1 0/0/2 0/0/3 0/1/0 "));
  Spent two;
  two.forecasts = 2;
  QCOMPARE(admitted(two), std::string("0/0/0 0/0/1 0/0/2 "));
  QCOMPARE(admitted(two, two), std::string("0/0/0 "));
  config.budgets = {};
  // One measurement is one parent: the samples beside the first cost the GPU nothing.
  config.budgets.gpuEvaluations = 1;
  QCOMPARE(admitted(), std::string("0/0/0 0/0/1 0/0/2 0/0/3 "));
  config.policy.name = "standard";
  config.budgets.gpuEvaluations = 6;
  QCOMPARE(admitted(), std::string("0/0/0 0/0/1 0/0/2 0/0/3 0/1/0 0/1/1 "));
  config.budgets.gpuEvaluations = 0;
  const Admission none = admitStep({}, config, 2, {});
  QVERIFY(none.admitted.empty());
  QCOMPARE(none.refused, 8);
  QCOMPARE(none.refusedBy->key, std::string_view("gpu_evaluations"));
}

void TestBudgets::reserveIsKeptFromSteps() {
  SearchConfig config = replayConfig("threshold", 1, 1, 4);
  config.policy.auditShare = 0;
  config.verifyLeaders = 3;
  config.worstCase.gpuSecondsPerEvaluation = 2;
  config.budgets.gpuEvaluations = 5;
  QCOMPARE(admitStep({}, config, 1, {}).admitted.size(), std::size_t{2});
  config.budgets.gpuEvaluations.reset();
  config.budgets.gpuSeconds = 9;
  QCOMPARE(admitStep({}, config, 1, {}).admitted.size(), std::size_t{1});
  // A policy that trusts nothing keeps nothing back.
  config.policy.name = "shadow";
  QCOMPARE(admitStep({}, config, 1, {}).admitted.size(), std::size_t{4});
}

void TestBudgets::sumsDoNotDependOnTheOrder() {
  std::mt19937 random(1);
  std::vector<double> amounts(1000);
  for (double& amount : amounts) amount = static_cast<double>(random()) * 1e-9;
  const auto total = [&] {
    Spent spent;
    for (const double amount : amounts) {
      Spent one;
      one.cost = amount;
      spent += one;
    }
    return spent.cost;
  };
  const double expected = total();
  for (int i = 0; i < 100; ++i) {
    std::shuffle(amounts.begin(), amounts.end(), random);
    QCOMPARE(total(), expected);
  }
}

void TestBudgets::lossesGiveUpWhatNoLongerFits() {
  // Eight slots were admitted under a budget of eight; three tries were lost, so three slots have to go.
  SearchConfig config = replayConfig("standard", 1, 1, 8);
  config.budgets.mutations = 8;
  MemoryStore store;
  Script script;
  script.maxInFlight = 3;
  script.delivery = [](Stage, Slot) { return Delivery::UntilCancelled; };
  {
    ScriptedProviders providers(script);
    Watcher watcher;
    SearchDriver driver(store, providers.providers(), watcher);
    QVERIFY(driver.start(kSession, scriptedStart(config)).has_value());
    QTRY_COMPARE(providers.calls(Stage::Mutation), 3);
  }
  QCOMPARE(store.reserved().mutations, std::int64_t{3});
  ScriptedProviders providers((Script()));
  Watcher watcher;
  SearchDriver driver(store, providers.providers(), watcher);
  QVERIFY(driver.resume(kSession).has_value());
  const SearchProgress progress = driver.wait();
  QVERIFY(!watcher.error());
  QCOMPARE(providers.calls(Stage::Mutation), 5);
  QCOMPARE(progress.lost.mutations, std::int64_t{3});
  QCOMPARE(progress.spent.mutations, std::int64_t{5});
  QCOMPARE(progress.counts.mutationFailed, 0);
  int notAsked = 0;
  for (const auto& event : store.events()) {
    if (event.kind != "mutation_failed") continue;
    ++notAsked;
    QVERIFY(
        event.payload.find("not asked for: the mutation budget is spent, calls that were lost counted in") !=
        std::string::npos);
  }
  QCOMPARE(notAsked, 3);
}

void TestBudgets::neverExceeded_data() {
  QTest::addColumn<QString>("policy");
  QTest::newRow("standard") << "standard";
  QTest::newRow("top-k") << "top-k";
}

// Random budgets, random failures, left and resumed at random moments: what was called, lost tries counted
// in, stays inside the limits, and so does what the search says it spent.
void TestBudgets::neverExceeded() {
  QFETCH(const QString, policy);
  int resumed = 0;
  int withLosses = 0;
  int gaveUp = 0;
  int close = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    std::mt19937_64 random(seed);
    const auto upTo = [&](std::uint64_t most) { return static_cast<std::int64_t>(random() % (most + 1)); };
    SearchConfig config = replayConfig(policy.toStdString(), 6, 2, 4, seed);
    config.policy.k = 1 + static_cast<int>(upTo(2));
    if (upTo(1) == 1) config.budgets.mutations = upTo(40);
    if (upTo(1) == 1) config.budgets.forecasts = upTo(40);
    if (upTo(1) == 1) config.budgets.gpuEvaluations = upTo(30);
    if (upTo(2) == 0) config.budgets.tokens = upTo(60'000);
    if (upTo(2) == 0) config.budgets.cost = static_cast<double>(upTo(60)) / 100;
    if (upTo(2) == 0) config.budgets.gpuSeconds = static_cast<double>(upTo(40));
    const SessionStarted started = scriptedStart(config);
    const Budgets& budgets = started.config.budgets;

    MemoryStore store;
    Spent called;
    SearchProgress progress;
    bool exceeded = false;
    const auto inside = [&](const SearchProgress& now) {
      if (firstExceeded(budgets, now.spent, now.lost) != nullptr) exceeded = true;
    };
    for (int opening = 0;; ++opening) {
      ScriptedProviders providers(failing(seed));
      Watcher watcher;
      {
        SearchDriver driver(store, providers.providers(), watcher);
        int left = opening < 3 ? static_cast<int>(upTo(25)) : -1;
        watcher.onProgress = [&](const SearchProgress& now) {
          inside(now);
          if (left-- == 0) driver.detach();
        };
        if (opening == 0) QVERIFY(driver.start(kSession, started).has_value());
        else QVERIFY(driver.resume(kSession).has_value());
        progress = driver.wait();
      }
      QVERIFY2(!watcher.error(), watcher.error() ? watcher.error()->message.c_str() : "");
      called.mutations += providers.calls(Stage::Mutation);
      called.forecasts += providers.calls(Stage::Forecast);
      called.gpuEvaluations += providers.calls(Stage::Measurement);
      if (progress.state != SessionState::Running) break;
      ++resumed;
    }
    QCOMPARE(progress.state, SessionState::Finished);
    QVERIFY(!exceeded);
    QVERIFY(firstExceeded(budgets, progress.spent, progress.lost) == nullptr);
    QVERIFY(!budgets.mutations || called.mutations <= *budgets.mutations);
    QVERIFY(!budgets.gpuEvaluations || called.gpuEvaluations <= *budgets.gpuEvaluations);
    // A missing forecast was called for and is not charged.
    int missing = 0;
    bool unique = true;
    for (const auto& [key, payload] : eventSet(store.events(), &unique)) {
      if (key.starts_with("forecast_failed") && payload.find("\"missing\":true") != std::string::npos)
        ++missing;
      if (payload.find("not_asked") != std::string::npos) ++gaveUp;
    }
    QVERIFY(unique);
    QVERIFY(!budgets.forecasts || called.forecasts - missing <= *budgets.forecasts);
    QCOMPARE(store.reserved(), Spent{});
    if (!(progress.lost == Spent{})) ++withLosses;
    if (budgets.mutations && progress.spent.mutations + progress.lost.mutations == *budgets.mutations)
      ++close;
  }
  // The property would hold idly if nothing was ever interrupted, lost, given up or used up.
  QVERIFY(resumed > 100);
  QVERIFY(withLosses > 50);
  QVERIFY(gaveUp > 10);
  QVERIFY(close > 5);
}

QTEST_APPLESS_MAIN(TestBudgets)
#include "test_budgets.moc"
