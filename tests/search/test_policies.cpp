// Which samples are measured: rank rules, verdicts of top-k, spot checks, worst cases.
#include <QTest>

#include "core/domain/forecast.h"
#include "core/domain/hash.h"
#include "core/search/budget.h"
#include "core/search/policy.h"
#include "tests/search/search_run.h"

using namespace kernelcast;
using namespace kernelcast::search;
using namespace kernelcast::search::test;

class TestPolicies : public QObject {
  Q_OBJECT

 private slots:
  void tableIsComplete();
  void rankRulesByHand();
  void standardDefersAll();
  void topKTakesTheBest();
  void topKRanksMissingLast();
  void topKMeasuresAuditsBeside();
  void topKBreaksTiesBySlot();
  void topKOfMoreThanThereAre();
  void worstCases();
  void coinsHangOnTheSlotAlone();
  void coinsKeepTheirShare();
};

namespace {

BinProbabilities all(int bin) {
  BinProbabilities p{};
  p[static_cast<std::size_t>(bin - 1)] = 1;
  return p;
}

SlotState sample(int index, std::optional<BinProbabilities> probabilities, bool audit = false) {
  SlotState slot;
  slot.slot = {0, 0, index};
  slot.progress = SlotState::Progress::Verdict;
  slot.probabilities = probabilities;
  slot.audit = audit;
  return slot;
}

std::string verdicts(const std::string& policy, const std::vector<SlotState>& samples, int k,
                     const SearchState& state = {}, const std::string& rank = "expected_log_speedup") {
  SearchConfig config = replayConfig(policy, 1, 1, static_cast<int>(samples.size()));
  config.policy.k = k;
  config.policy.rank = rank;
  std::string letters;
  for (const auto& judged : findPolicy(policy)->judge(samples, state, config)) {
    letters += judged.verdict == Verdict::Deferred  ? 'D'
               : judged.verdict == Verdict::Skipped ? 's'
               : judged.verdict == Verdict::Audit   ? 'A'
                                                    : '?';
  }
  return letters;
}

double score(std::string_view key, const BinProbabilities& p, double incumbent = 1) {
  for (const RankRuleInfo& rule : rankRules()) {
    if (rule.key == key) return rule.score(p, incumbent);
  }
  return -1;
}

}  // namespace

void TestPolicies::tableIsComplete() {
  std::vector<std::string_view> keys;
  for (const PolicyInfo& policy : policies()) {
    keys.push_back(policy.key);
    QVERIFY(!policy.title.empty());
    QVERIFY(policy.sentence.ends_with('.'));
    QCOMPARE(findPolicy(policy.key), &policy);
    QVERIFY(policy.worstCaseEvaluations != nullptr);
  }
  QCOMPARE(keys, (std::vector<std::string_view>{"standard", "top-k", "threshold", "native", "certified",
                                                "shadow"}));
  QVERIFY(findPolicy("nobody") == nullptr);
  QCOMPARE(rankRules().size(), std::size_t{3});
  for (const RankRuleInfo& rule : rankRules()) QVERIFY(rule.sentence.ends_with('.'));
}

void TestPolicies::rankRulesByHand() {
  QCOMPARE(score("expected_bin", all(6)), 6.0);
  QCOMPARE(score("expected_bin", uniformProbabilities()), 4.5);
  QCOMPARE(score("expected_log_speedup", all(7)), 1.5);
  QCOMPARE(score("expected_log_speedup", uniformProbabilities()), 0.0);
  // The incumbent 1 is the edge between classes 4 and 5.
  QCOMPARE(score("beats_incumbent", all(4)), 0.0);
  QCOMPARE(score("beats_incumbent", all(5)), 1.0);
  QCOMPARE(score("beats_incumbent", uniformProbabilities()), 0.5);
  // Class 7 is 2..4: an incumbent of 2^1.25 has three quarters of it, in logarithms, above.
  QVERIFY(std::abs(score("beats_incumbent", all(7), std::exp2(1.25)) - 0.75) < 1e-12);
  QVERIFY(std::abs(score("beats_incumbent", all(8), std::exp2(2.5)) - 0.5) < 1e-12);
  QCOMPARE(score("beats_incumbent", all(8), 100), 0.0);
}

void TestPolicies::standardDefersAll() {
  QCOMPARE(verdicts("standard", {sample(0, {}), sample(1, {}), sample(2, {})}, 1), std::string("DDD"));
}

void TestPolicies::topKTakesTheBest() {
  const std::vector<SlotState> samples{sample(0, all(3)), sample(1, all(7)), sample(2, all(5)),
                                       sample(3, all(6))};
  QCOMPARE(verdicts("top-k", samples, 0), std::string("ssss"));
  QCOMPARE(verdicts("top-k", samples, 1), std::string("sDss"));
  QCOMPARE(verdicts("top-k", samples, 2), std::string("sDsD"));
  QCOMPARE(verdicts("top-k", samples, 3), std::string("sDDD"));
  QCOMPARE(verdicts("top-k", samples, 2, {}, "expected_bin"), std::string("sDsD"));
  // Against an incumbent above class 6 only class 7 has a chance; what has none ties, and the earliest is
  // taken.
  SearchState state;
  state.incumbent = 2.5;
  QCOMPARE(verdicts("top-k", samples, 2, state, "beats_incumbent"), std::string("DDss"));
  // Scores are told, those of the skipped too.
  SearchConfig config = replayConfig("top-k", 1, 1, 4);
  const auto judged = findPolicy("top-k")->judge(samples, {}, config);
  QCOMPARE(*judged[0].score, -0.75);
  QCOMPARE(*judged[1].score, 1.5);
}

void TestPolicies::topKRanksMissingLast() {
  const std::vector<SlotState> samples{sample(0, {}), sample(1, all(1)), sample(2, {}), sample(3, all(2))};
  QCOMPARE(verdicts("top-k", samples, 1), std::string("sssD"));
  QCOMPARE(verdicts("top-k", samples, 2), std::string("sDsD"));
  QCOMPARE(verdicts("top-k", samples, 3), std::string("DDsD"));
  SearchConfig config = replayConfig("top-k", 1, 1, 4);
  QVERIFY(!findPolicy("top-k")->judge(samples, {}, config)[0].score.has_value());
}

void TestPolicies::topKMeasuresAuditsBeside() {
  // An audited sample neither takes one of the k places nor gives one free.
  const std::vector<SlotState> samples{sample(0, all(8), true), sample(1, all(7)), sample(2, all(6)),
                                       sample(3, {}, true)};
  QCOMPARE(verdicts("top-k", samples, 1), std::string("ADsA"));
  QCOMPARE(verdicts("top-k", samples, 0), std::string("AssA"));
}

void TestPolicies::topKBreaksTiesBySlot() {
  QCOMPARE(verdicts("top-k", {sample(0, all(5)), sample(1, all(5)), sample(2, all(5))}, 2),
           std::string("DDs"));
  // Equal to a billionth is equal.
  BinProbabilities nearly = all(5);
  nearly[4] -= 1e-11;
  nearly[7] += 1e-11;
  QCOMPARE(verdicts("top-k", {sample(0, all(5)), sample(1, nearly)}, 1), std::string("Ds"));
}

void TestPolicies::topKOfMoreThanThereAre() {
  QCOMPARE(verdicts("top-k", {sample(0, all(5)), sample(1, {}, true)}, 7), std::string("DA"));
}

void TestPolicies::worstCases() {
  SearchConfig config = replayConfig("top-k", 1, 1, 4);
  config.policy.k = 2;
  QCOMPARE(findPolicy("top-k")->worstCaseEvaluations(1, 3, config), 3);
  QCOMPARE(findPolicy("top-k")->worstCaseEvaluations(0, 1, config), 1);
  QCOMPARE(findPolicy("top-k")->worstCaseEvaluations(1, 1, config), 2);
  QCOMPARE(findPolicy("top-k")->worstCaseEvaluations(0, 0, config), 0);
  QCOMPARE(findPolicy("standard")->worstCaseEvaluations(1, 3, config), 4);
}

void TestPolicies::coinsHangOnTheSlotAlone() {
  SearchConfig config = replayConfig("top-k", 50, 3, 8, 77);
  SearchState state;
  for (int step = 0; step < 50; ++step) {
    state.step = step - 1;
    const Admission admission = admitStep(state, config, 3, {});
    QCOMPARE(admission.admitted.size(), std::size_t{24});
    for (const auto& admitted : admission.admitted) {
      QCOMPARE(admitted.audit, unitInterval(chance(77, admitted.slot, "audit")) < 0.2);
    }
    // Whatever else fits or does not: the same coins.
    config.budgets.mutations = 5;
    const Admission fewer = admitStep(state, config, 3, {});
    QCOMPARE(fewer.admitted.size(), std::size_t{5});
    QCOMPARE(fewer.refused, 19);
    for (std::size_t i = 0; i < 5; ++i) QCOMPARE(fewer.admitted[i].audit, admission.admitted[i].audit);
    config.budgets.mutations.reset();
  }
  config.policy.name = "standard";
  for (const auto& admitted : admitStep(state, config, 3, {}).admitted) QVERIFY(!admitted.audit);
}

void TestPolicies::coinsKeepTheirShare() {
  SearchConfig config = replayConfig("top-k", 1, 100, 100);
  config.policy.auditShare = 0.05;
  int audits = 0;
  for (const auto& admitted : admitStep({}, config, 100, {}).admitted) audits += admitted.audit ? 1 : 0;
  // 10,000 coins: 500 with a standard deviation of 22.
  QVERIFY(audits > 400 && audits < 600);
  config.policy.auditShare = 0;
  for (const auto& admitted : admitStep({}, config, 100, {}).admitted) QVERIFY(!admitted.audit);
  config.policy.auditShare = 1;
  for (const auto& admitted : admitStep({}, config, 100, {}).admitted) QVERIFY(admitted.audit);
}

QTEST_APPLESS_MAIN(TestPolicies)
#include "test_policies.moc"
