#include <QTest>
#include <limits>

#include "core/domain/json.h"
#include "core/domain/text.h"

using namespace kernelcast;

namespace {

Forecast forecast() {
  Forecast f;
  f.probabilities = {0.1, 0.2, 0.3, 0.1, 0.1, 0.1, 0.1, 0};
  f.predictedBin = 3;
  f.rawProbabilitySum = 0.98;
  f.rationale = "uncoalesced: 32 sectors a load, \"worst case\" ≤ ½\n";
  f.usage.inputTokens = 1200;
  f.usage.outputTokens = 90;
  f.usage.cost = 0.0015;
  f.elapsedMs = 812.5;
  return f;
}

Measurement measurement() {
  Measurement m;
  CaseTiming timing;
  timing.params.values = {{"rows", 4096}, {"cols", 1024}, {"seed", 21}};
  timing.medianUs = 18.848000094294548;
  timing.n = 60;
  timing.meanUs = 18.9;
  timing.stdUs = 0.25;
  timing.minUs = 18.6;
  timing.quantiles = {{0.2, 18.75}, {0.8, 19.1}};
  m.cases = {timing, timing};
  m.cases[1].params.values[0].second = 512;
  m.resources = {{"softmax", 31, 1024, 0, std::nullopt},
                 {"second", std::nullopt, std::nullopt, std::nullopt, 8}};
  m.compileMs = 186.6;
  return m;
}

Device device() {
  Device d;
  d.name = "NVIDIA H200";
  d.computeCapability = {9, 0};
  d.totalGlobalMemoryBytes = 150'109'880'320;
  d.multiprocessorCount = 132;
  d.l2Bytes = 62'914'560;
  d.memoryBusWidthBits = 6016;
  d.sharedPerBlockOptinBytes = 232'448;
  d.maxThreadsPerMultiprocessor = 2048;
  d.clockRateGhz = 1.98;
  d.memoryClockRateGhz = 3.2;
  d.driverVersion = "13.0";
  d.nvrtcVersion = "13.0";
  return d;
}

Task task() {
  Task t;
  t.name = "row_softmax";
  t.title = "Softmax over rows";
  t.version = 2;
  t.params = {"rows", "cols", "seed"};
  t.tensors = {{"x", "float32", {"rows", "cols"}, "in", {{"kind", "normal"}, {"std", 2.5}}},
               {"y", "float32", {"rows", "cols"}, "out", nullptr}};
  t.rtol = 1e-5;
  t.atol = 1e-6;
  t.correctnessCases = {{{{"rows", 3}, {"cols", 17}, {"seed", 1}}}};
  t.benchmarkCases = {{{{"rows", 4096}, {"cols", 1024}, {"seed", 21}}},
                      {{{"rows", 512}, {"cols", 50264}, {"seed", 24}}}};
  t.description = "y = exp(x - max) / sum";
  return t;
}

// Through text and back, as files do it.
Json throughText(const Json& json) { return *parseJson(dumpJson(json)); }

std::string deeplyNested(int depth) {
  return std::string(static_cast<std::size_t>(depth), '[') +
         std::string(static_cast<std::size_t>(depth), ']');
}

}  // namespace

class TestJson : public QObject {
  Q_OBJECT

 private slots:
  void roundTrips() {
    QVERIFY(*forecastFromJson(throughText(toJson(forecast()))) == forecast());
    QVERIFY(*measurementFromJson(throughText(toJson(measurement())), task().params) == measurement());
    QVERIFY(*deviceFromJson(throughText(toJson(device()))) == device());
    QVERIFY(*taskFromJson(throughText(toJson(task()))) == task());
    QVERIFY(*usageFromJson(throughText(toJson(forecast().usage))) == forecast().usage);
  }

  void aKeyTwiceIsRefused_data() {
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("words");
    QTest::newRow("document") << R"({"a": 1, "b": 2, "a": 3})"
                              << "the key 'a' is there twice";
    QTest::newRow("inside") << R"({"policy": {"k": 1, "k": 2}})"
                            << "policy: the key 'k' is there twice";
    QTest::newRow("in lists") << R"({"p": {"c": [[], 5, [{}, {"x": [0, {"r": 1, "r": 1}]}]]}})"
                              << "p.c[2][1].x[1]: the key 'r' is there twice";
    QTest::newRow("spelt otherwise") << R"([{"\u0061": 1, "a": 1}])"
                                     << "[0]: the key 'a' is there twice";
    QTest::newRow("after a sibling") << R"({"x": {"k": 1}, "y": {"k": 1}, "x": 0})"
                                     << "the key 'x' is there twice";
    QString many;
    for (int i = 0; i < 40; ++i) many += QStringLiteral("\"k%1\": 0, ").arg(i);
    QTest::newRow("many, early") << "{" + many + "\"k3\": 1}"
                                 << "the key 'k3' is there twice";
    QTest::newRow("many, late") << "{" + many + "\"k39\": 1}"
                                << "the key 'k39' is there twice";
    QTest::newRow("long") << QStringLiteral("{\"%1\": 1, \"%1\": 2}").arg(QString(100, 'n'))
                          << "the key '" + QString(60, 'n') + "...' is there twice";
  }
  void aKeyTwiceIsRefused() {
    QFETCH(QString, json);
    QFETCH(QString, words);
    const auto read = parseJson(json.toStdString());
    QVERIFY(!read.has_value());
    QCOMPARE(QString::fromStdString(read.error().message), words);
    QCOMPARE(read.error().kind, Error::Kind::BadInput);
  }

  // The same key in several objects is as it should be.
  void aKeyInSeveralObjectsIsRead() {
    QString many;
    for (int i = 0; i < 40; ++i) many += QStringLiteral("%1\"k%2\": {\"k%2\": 1}").arg(i ? ", " : "").arg(i);
    const QString text = QStringLiteral("[{%1}, {%1}, {\"k0\": [{\"k0\": 1}, {\"k0\": 2}]}]").arg(many);
    const auto read = parseJson(text.toStdString());
    QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
    QCOMPARE(read->at(1).size(), 40U);
    QCOMPARE(read->at(2)["k0"][1]["k0"].get<int>(), 2);
  }

  // Absent stays absent, and is never zero.
  void roundTripsOfTheLeast() {
    Forecast f;
    f.probabilities = {1};
    f.predictedBin = 1;
    QVERIFY(*forecastFromJson(throughText(toJson(f))) == f);
    Forecast unparsed;
    unparsed.parsed = false;
    unparsed.probabilities = uniformProbabilities();
    unparsed.parseError = "no JSON in the answer";
    unparsed.rationale = "I cannot say.";
    QVERIFY(*forecastFromJson(throughText(toJson(unparsed))) == unparsed);
    for (const MeasurementStatusInfo& status : kMeasurementStatuses) {
      if (status.status == MeasurementStatus::Ok) continue;
      Measurement m;
      m.status = status.status;
      m.error = "error: identifier \"norm\" is a built-in\n";
      QVERIFY(*measurementFromJson(throughText(toJson(m))) == m);
    }
    Device d;
    d.name = "?";
    QVERIFY(*deviceFromJson(throughText(toJson(d))) == d);
    QCOMPARE(dumpJson(toJson(d)), std::string(R"({"name":"?"})"));
    Task t;
    t.name = t.title = "t";
    QVERIFY(*taskFromJson(throughText(toJson(t))) == t);
  }

  // JSON objects carry no order; the task's list of parameters gives it back.
  void orderOfParameters() {
    const CaseParams params{{{"rows", 3}, {"cols", 17}, {"seed", 1}}};
    QVERIFY(*caseParamsFromJson(throughText(toJson(params)), {"rows", "cols", "seed"}) == params);
    const CaseParams byName{{{"cols", 17}, {"rows", 3}, {"seed", 1}}};
    QVERIFY(*caseParamsFromJson(throughText(toJson(params))) == byName);
    const CaseParams oneNamed{{{"seed", 1}, {"cols", 17}, {"rows", 3}}};
    QVERIFY(*caseParamsFromJson(throughText(toJson(params)), {"seed", "absent"}) == oneNamed);
  }

  void bytesThatAreNoUtf8() {
    Forecast f = forecast();
    f.rationale = "caf\xE9";
    const auto back = forecastFromJson(throughText(toJson(f)));
    QVERIFY(back);
    QCOMPARE(back->rationale, std::string("caf\xEF\xBF\xBD"));
    QVERIFY(!parseJson("{\"a\": \"caf\xE9\"}"));
  }

  void depth() {
    QVERIFY(parseJson(deeplyNested(64)));
    const auto deeper = parseJson(deeplyNested(65));
    QVERIFY(!deeper);
    QVERIFY(deeper.error().message.find("64") != std::string::npos);
    QVERIFY(parseJson(deeplyNested(3), 3));
    QVERIFY(!parseJson(deeplyNested(4), 3));
    QVERIFY(!parseJson(R"({"a": {"b": {"c": {}}}})", 3));
    QVERIFY(!parseJson(std::string(1'000'000, '[')));
  }

  void largeText() {
    std::string text;
    text.resize(10'000'000, 'x');
    const auto json = parseJson("\"" + text + "\"");
    QVERIFY(json);
    QCOMPARE(json->get<std::string>().size(), text.size());
    // A sentence about it stays a sentence.
    const auto wrong = taskFromJson(Json{{"name", "t"}, {"params", text}});
    QVERIFY(!wrong && wrong.error().message.size() < 300);
    const auto open = parseJson("\"" + text);
    QVERIFY(!open);
    QVERIFY2(open.error().message.size() < 1000, qPrintable(QString::number(open.error().message.size())));
    QVERIFY(isValidUtf8(open.error().message));
  }

  void numbersTooLarge() {
    const auto json = parseJson("[1e999]");
    QVERIFY(!json);
    QVERIFY2(json.error().message.find("json.exception") == std::string::npos, json.error().message.c_str());
  }

  // Cut anywhere, a document is refused with a sentence.
  void truncation() {
    const Json whole{{"task", toJson(task())},
                     {"forecast", toJson(forecast())},
                     {"measurement", toJson(measurement())},
                     {"device", toJson(device())}};
    const std::string text = dumpJson(whole);
    QVERIFY(parseJson(text));
    for (std::size_t length = 0; length < text.size(); ++length) {
      const auto json = parseJson(std::string_view(text).substr(0, length));
      QVERIFY(!json);
      QVERIFY(json.error().kind == Error::Kind::BadInput);
      QVERIFY(isValidUtf8(json.error().message));
    }
  }

  // Any document that parses is read or refused, never worse: each value replaced by one of another type.
  void everyFieldOfEveryWrongType() {
    const std::vector<Json> wrongs{nullptr,
                                   true,
                                   -1,
                                   1.5,
                                   1e300,
                                   18446744073709551615ULL,
                                   "text",
                                   Json::array(),
                                   Json::array({1, "x", nullptr}),
                                   Json::object(),
                                   Json{{"name", 1}}};
    const auto readAll = [](const Json& json) {
      (void)forecastFromJson(json).has_value();
      (void)measurementFromJson(json).has_value();
      (void)deviceFromJson(json).has_value();
      (void)taskFromJson(json).has_value();
      (void)usageFromJson(json).has_value();
      (void)caseParamsFromJson(json).has_value();
    };
    for (const Json& whole : {toJson(task()), toJson(forecast()), toJson(measurement()), toJson(device())}) {
      const Json flat = whole.flatten();
      for (const auto& [pointer, value] : flat.items()) {
        for (const Json& wrong : wrongs) {
          Json changed = whole;
          changed[Json::json_pointer(pointer)] = wrong;
          readAll(changed);
        }
      }
      for (const auto& [key, value] : whole.items()) {
        for (const Json& wrong : wrongs) {
          Json changed = whole;
          changed[key] = wrong;
          readAll(changed);
        }
        Json without = whole;
        without.erase(key);
        readAll(without);
      }
    }
    for (const Json& wrong : wrongs) readAll(wrong);
  }

  void refusals_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("field");  // a pointer into the valid document
    QTest::addColumn<QString>("value");  // JSON; empty removes the field
    QTest::addColumn<QString>("names");  // what the sentence must hold
    const auto add = [](const char* type, const char* field, const char* value, const char* names) {
      QTest::addRow("%s %s = %s", type, field, value) << type << field << value << names;
    };
    add("forecast", "/bin_probabilities", "", "'bin_probabilities' is missing");
    add("forecast", "/bin_probabilities", "\"x\"", "'bin_probabilities' must be a list");
    add("forecast", "/bin_probabilities", "[0.5, 0.5]",
        "'bin_probabilities' must hold 8 numbers, and holds 2");
    add("forecast", "/bin_probabilities/3", "\"x\"", "'bin_probabilities' must hold numbers");
    add("forecast", "/bin_probabilities/3", "-1", "bin 4 is negative");
    add("forecast", "/predicted_bin", "", "'predicted_bin' is missing");
    add("forecast", "/predicted_bin", "0", "'predicted_bin' must be an integer from 1 to 8, and is 0");
    add("forecast", "/predicted_bin", "9", "'predicted_bin' must be an integer from 1 to 8, and is 9");
    add("forecast", "/predicted_bin", "1.5", "'predicted_bin' must be an integer");
    add("forecast", "/predicted_bin", "\"3\"", "'predicted_bin' must be an integer");
    add("forecast", "/rationale", "3", "'rationale' must be text");
    add("forecast", "/parsed", "\"yes\"", "'parsed' must be true or false");
    add("forecast", "/elapsed_ms", "-1", "'elapsed_ms' must be a number from 0");
    add("forecast", "/raw_probability_sum", "\"1\"", "'raw_probability_sum' must be a number");
    add("forecast", "/usage", "[]", "'usage' must be an object");
    add("forecast", "/usage/input_tokens", "-1", "usage: 'input_tokens' must be an integer");
    add("forecast", "/usage/cost", "\"free\"", "usage: 'cost' must be a number");
    add("measurement", "/status", "", "'status' is missing");
    add("measurement", "/status", "5", "'status' must be text");
    add("measurement", "/status", "\"fine\"", "'status' is \"fine\"");
    add("measurement", "/cases", "{}", "'cases' must be a list");
    add("measurement", "/cases", "[]", "without a timed case");
    add("measurement", "/cases/1", "3", "case 2: must be an object");
    add("measurement", "/cases/1/params", "", "case 2: 'params' is missing");
    add("measurement", "/cases/1/params/rows", "\"x\"", "'rows' must be an integer");
    add("measurement", "/cases/0/median_us", "", "case 1: 'median_us' is missing");
    add("measurement", "/cases/0/median_us", "0", "case 1: 'median_us' must be above zero");
    add("measurement", "/cases/0/median_us", "-3", "case 1: 'median_us' must be a number");
    add("measurement", "/cases/0/n", "0.5", "case 1: 'n' must be an integer");
    add("measurement", "/cases/0/quantiles_us", "[[0.5]]", "case 1: 'quantiles_us' must hold");
    add("measurement", "/resources/0/registers", "-1", "resources: 'registers' must be an integer");
    add("measurement", "/compile_ms", "\"long\"", "'compile_ms' must be a number");
    add("device", "/name", "", "device: 'name' is missing");
    add("device", "/compute_capability", "[9]", "'compute_capability' must be two integers");
    add("device", "/compute_capability", "9.0", "'compute_capability' must be a list");
    add("device", "/compute_capability", "[9, 99999999999]", "'compute_capability' must be two integers");
    add("device", "/multiprocessor_count", "1e12", "'multiprocessor_count' must be an integer");
    add("device", "/clock_rate_ghz", "[]", "'clock_rate_ghz' must be a number");
    add("device", "/driver", "13000", "'driver' must be text");
    add("task", "/name", "\"\"", "'name' is empty");
    add("task", "/params", "", "'params' is missing");
    add("task", "/params/0", "1", "'params' must hold texts, and holds 1");
    add("task", "/version", "0", "'version' must be an integer from 1");
    add("task", "/tensors/0/dtype", "", "tensor: 'dtype' is missing");
    add("task", "/tensors/0/role", "\"both\"", "'role' must be in, out or inout, and is \"both\"");
    add("task", "/tensors/0/init", "\"normal\"", "'init' must be an object");
    add("task", "/tolerance", "1", "'tolerance' must be an object");
    add("task", "/tolerance/rtol", "-1", "tolerance: 'rtol' must be a number");
    add("task", "/benchmark_cases", "\"all\"", "'benchmark_cases' must be a list");
    add("task", "/benchmark_cases/0", "[]", "benchmark_cases: a case must be an object");
    add("task", "/benchmark_cases/0/cols", "null", "benchmark_cases: case: 'cols' is missing");
  }
  void refusals() {
    QFETCH(QString, type);
    QFETCH(QString, field);
    QFETCH(QString, value);
    QFETCH(QString, names);
    Json json = type == "forecast"      ? toJson(forecast())
                : type == "measurement" ? toJson(measurement())
                : type == "device"      ? toJson(device())
                                        : toJson(task());
    const Json::json_pointer pointer(field.toStdString());
    if (value.isEmpty()) json.at(pointer.parent_pointer()).erase(pointer.back());
    else json[pointer] = *parseJson(value.toStdString());
    std::optional<Error> error;
    const auto keep = [&](const auto& result) {
      if (!result) error = result.error();
    };
    if (type == "forecast") keep(forecastFromJson(json));
    else if (type == "measurement") keep(measurementFromJson(json));
    else if (type == "device") keep(deviceFromJson(json));
    else keep(taskFromJson(json));
    QVERIFY(error);
    QVERIFY(error->kind == Error::Kind::BadInput);
    QVERIFY2(QString::fromStdString(error->message).contains(names), error->message.c_str());
  }

  void integersInOtherClothes() {
    // 3.0 is an integer; a number beyond 64 bits is not.
    Json json = toJson(forecast());
    json["predicted_bin"] = 3.0;
    QCOMPARE(forecastFromJson(json)->predictedBin, 3);
    json["usage"]["input_tokens"] = 18446744073709551615ULL;
    QVERIFY(!forecastFromJson(json));
  }
};

QTEST_APPLESS_MAIN(TestJson)
#include "test_json.moc"
