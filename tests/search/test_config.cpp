// A search's configuration: what is read back, and what is refused with which words.
#include <QTest>
#include <fstream>
#include <sstream>

#include "core/search/budget.h"
#include "core/search/config.h"
#include "core/search/policy.h"

using namespace kernelcast;
using namespace kernelcast::search;

class TestConfig : public QObject {
  Q_OBJECT

 private slots:
  void emptyNeedsASession();
  void defaults();
  void everyFieldSurvives();
  void seedHasAllItsBits();
  void refuses_data();
  void refuses();
  void aStepHasABound();
  void namesHaveABound();
  void kIsOfPoliciesThatRank();
  void listedOnlyIsRefusedByName();
  void storedConfigsAreReadAllTheSame();
  void shippedExampleIsAccepted();
  void budgetTableNamesTheBudgets();
};

namespace {

const char* const kMinimal = R"({"task": "t", "recorded": {"session": "s"}})";

SearchConfig full() {
  SearchConfig config;
  config.name = "name";
  config.task = "task";
  config.device = "device";
  config.steps = 2;
  config.parents = 3;
  config.samples = 4;
  config.seed = 5;
  config.puct = {0.5, 6, 7};
  config.policy = {"top-k", 2, "expected_bin", "top_two_margin", 0.75, 0.2, 0.3, 0.4};
  config.budgets = {10, 11, 12, 13, 14.5, 15.5, 16.5};
  config.worstCase = {17, 18, 19.5, 20.5, 21.5};
  config.verifyLeaders = 8;
  config.recorded = {"session", "surrogate", 1, 2, 3};
  return config;
}

}  // namespace

void TestConfig::emptyNeedsASession() {
  const auto config = searchConfigFromJson(Json::object());
  QVERIFY(!config);
  QCOMPARE(config.error().message, std::string("'recorded.session' is missing: which session is replayed?"));
}

void TestConfig::defaults() {
  const auto config = searchConfigFromJson(*parseJson(kMinimal));
  QVERIFY2(config.has_value(), config ? "" : config.error().message.c_str());
  SearchConfig expected;
  expected.task = "t";
  expected.recorded.session = "s";
  QVERIFY(*config == expected);
}

void TestConfig::everyFieldSurvives() {
  const Json json = toJson(full());
  const auto config = searchConfigFromJson(json);
  QVERIFY2(config.has_value(), config ? "" : config.error().message.c_str());
  QVERIFY(*config == full());
  QVERIFY(toJson(*config) == json);
  // A field that no table knows would be the same in both: each has to differ from its default.
  const Json plain = toJson(SearchConfig{});
  const Json flat = json.flatten();
  for (const auto& [key, value] : flat.items()) {
    if (key == "/version" || key == "/provider") continue;
    const Json::json_pointer at(key);
    QVERIFY2(!plain.contains(at) || plain.at(at) != value, key.c_str());
  }
}

void TestConfig::seedHasAllItsBits() {
  SearchConfig config = full();
  config.seed = 0xffff'ffff'ffff'fffeULL;
  const auto read = searchConfigFromJson(*parseJson(dumpJson(toJson(config))));
  QVERIFY(read.has_value());
  QCOMPARE(read->seed, config.seed);
}

void TestConfig::refuses_data() {
  QTest::addColumn<QString>("at");
  QTest::addColumn<QString>("value");
  QTest::addColumn<QString>("words");
  const auto row = [](const char* at, const char* value, const char* words) {
    QTest::addRow("%s %s", at, value) << at << value << words;
  };
  row("/steps", "0", "'steps' must be an integer from 1 to 1000000, and is 0");
  row("/steps", "1.5", "'steps' must be an integer from 1 to 1000000, and is 1.5");
  row("/steps", "\"x\"", "'steps' must be an integer from 1 to 1000000, and is \"x\"");
  row("/version", "2", "'version' must be an integer from 1 to 1, and is 2");
  row("/parents", "1001", "'parents' must be an integer from 1 to 1000, and is 1001");
  row("/samples", "-1", "'samples' must be an integer from 1 to 10000, and is -1");
  row("/seed", "-1", "'seed' must be an integer from 0 to 18446744073709551615, and is -1");
  row("/seed", "18446744073709551616",
      "'seed' must be an integer from 0 to 18446744073709551615, and is 1.8");
  row("/seed", "0.5", "'seed' must be an integer from 0 to 18446744073709551615, and is 0.5");
  row("/seed", "\"7\"", "'seed' must be an integer from 0 to 18446744073709551615, and is \"7\"");
  row("/name", "7", "'name' must be text, and is 7");
  row("/stepz", "1", "'stepz' is not a field; there are ");
  row("/puct", "[]", "'puct' must be an object, and is []");
  row("/puct/c", "-1", "puct: 'c' must be a number from 0 to 1e+06, and is -1");
  row("/puct/capacity", "0", "puct: 'capacity' must be an integer from 1 to 1000000, and is 0");
  row("/puct/kpp", "1", "puct: 'kpp' is not a field; there are c, capacity, k_per_parent");
  row("/policy/name", "\"best\"",
      "'policy.name' is \"best\", and must be one of standard, top-k, threshold, native, certified, shadow");
  row("/policy/rank", "\"bin\"",
      "'policy.rank' is \"bin\", and must be one of expected_log_speedup, expected_bin, beats_incumbent");
  row("/policy/confidence", "\"gut\"",
      "'policy.confidence' is \"gut\", and must be one of max_probability, one_minus_entropy, "
      "top_two_margin");
  row("/policy/k", "0", "'policy.k' is 0, so nothing but random spot checks would be measured");
  row("/policy/k", "5", "'policy.k' is 5, and a parent has only 4 samples");
  row("/policy/audit_share", "1.5", "policy: 'audit_share' must be a number from 0 to 1, and is 1.5");
  row("/budgets/gpu_evaluations", "-3",
      "budgets: 'gpu_evaluations' must be an integer from 0 to 1000000000000, and is -3");
  row("/budgets/gpu", "3", "budgets: 'gpu' is not a field; there are ");
  row("/worst_case/cost_per_forecast", "\"x\"",
      "worst_case: 'cost_per_forecast' must be a number from 0 to 1e+12");
  row("/recorded/max_in_flight", "0",
      "recorded: 'max_in_flight' must be an integer from 1 to 4096, and is 0");
  row("/recorded/delay_ms_low", "9",
      "'recorded.delay_ms_low' is 9, and must not exceed 'recorded.delay_ms_high', 2");
  row("/recorded/session", "\"\"", "'recorded.session' is missing");
  row("/recorded", "null", "'recorded.session' is missing");
}

void TestConfig::refuses() {
  QFETCH(const QString, at);
  QFETCH(const QString, value);
  QFETCH(const QString, words);
  Json json = toJson(full());
  json[Json::json_pointer(at.toStdString())] = *parseJson(value.toStdString());
  const auto config = searchConfigFromJson(json);
  QVERIFY(!config);
  const QString message = QString::fromStdString(config.error().message);
  QVERIFY2(message.startsWith(words), qPrintable(message));
  QCOMPARE(config.error().kind, Error::Kind::BadInput);
}

// A step is one event: one of millions of slots would be a line of the log that nothing can read.
void TestConfig::aStepHasABound() {
  Json json = toJson(full());
  json["parents"] = 1000;
  json["samples"] = 10'000;
  const auto config = searchConfigFromJson(json);
  QVERIFY(!config);
  QCOMPARE(
      config.error().message,
      std::string("'parents' times 'samples' must be at most 100000, and is 10000000: spread them over more "
                  "'steps'"));
  json["parents"] = 10;
  QVERIFY(searchConfigFromJson(json).has_value());
}

void TestConfig::namesHaveABound() {
  SearchConfig config = full();
  for (int i = 0; i < 200; ++i) config.name.replace(static_cast<std::size_t>(i) * 2, std::string::npos, "µ");
  QVERIFY2(searchConfigFromJson(toJson(config)).has_value(), "characters are counted, not bytes");
  config.name += "µ";
  const auto refused = searchConfigFromJson(toJson(config));
  QVERIFY(!refused);
  QCOMPARE(refused.error().message, std::string("'name' may have 200 characters at most, and has 201"));
  QVERIFY2(storedConfigFromJson(toJson(config)).has_value(), "what is stored is still read");
}

// `k` is only looked at by policies that rank.
void TestConfig::kIsOfPoliciesThatRank() {
  for (const PolicyInfo& policy : policies()) {
    if (!policy.inBuild) continue;
    SearchConfig config = full();
    config.policy.name = policy.key;
    config.policy.k = 0;
    QCOMPARE(searchConfigFromJson(toJson(config)).has_value(), !policy.ranksSamples);
  }
}

void TestConfig::listedOnlyIsRefusedByName() {
  for (const PolicyInfo& policy : policies()) {
    SearchConfig config = full();
    config.policy.name = policy.key;
    const auto read = searchConfigFromJson(toJson(config));
    QCOMPARE(read.has_value(), policy.inBuild);
    if (!read) {
      QCOMPARE(read.error().kind, Error::Kind::NotInBuild);
      QVERIFY(read.error().message.find("not in this build yet") != std::string::npos);
    }
    QCOMPARE(policy.inBuild, policy.judge != nullptr);
  }
  SearchConfig live = full();
  live.provider = "live";
  QCOMPARE(searchConfigFromJson(toJson(live)).error().kind, Error::Kind::NotInBuild);
  SearchConfig threshold = full();
  threshold.policy.name = "threshold";
  threshold.policy.tau.reset();
  QCOMPARE(searchConfigFromJson(toJson(threshold)).error().kind, Error::Kind::BadInput);
}

void TestConfig::storedConfigsAreReadAllTheSame() {
  SearchConfig config = full();
  config.policy.name = "threshold";
  config.provider = "live";
  const auto read = storedConfigFromJson(toJson(config));
  QVERIFY(read.has_value());
  QVERIFY(*read == config);
}

void TestConfig::shippedExampleIsAccepted() {
  std::ifstream file(KERNELCAST_SOURCE_DIR "/resources/examples/recorded_row_softmax.json");
  std::stringstream text;
  text << file.rdbuf();
  const auto json = parseJson(text.str());
  QVERIFY(json.has_value());
  const auto config = searchConfigFromJson(*json);
  QVERIFY2(config.has_value(), config ? "" : config.error().message.c_str());
}

void TestConfig::budgetTableNamesTheBudgets() {
  // Every budget of the config but wall time is in the table, under the same key.
  Json keys = toJson(full()).at("budgets");
  keys.erase("wall_seconds");
  QCOMPARE(budgetTable().size(), keys.size());
  for (const BudgetInfo& budget : budgetTable()) {
    QVERIFY(keys.contains(budget.key));
    QCOMPARE(budget.limit(full().budgets), keys.at(std::string(budget.key)).get<double>());
    QVERIFY(budget.limit(Budgets{}) > 1e300);
  }
}

QTEST_APPLESS_MAIN(TestConfig)
#include "test_config.moc"
