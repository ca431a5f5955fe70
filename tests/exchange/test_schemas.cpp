// The schemas that scripts rely on: they hold for what the project ships, and each refuses what it should.
#include <QDir>
#include <QTest>
#include <map>

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "core/exchange/formats.h"
#include "core/exchange/sample.h"
#include "core/search/config.h"
#include "core/search/policy.h"
#include "tests/exchange/example_documents.h"
#include "tests/exchange/full_session.h"

using namespace kernelcast;
using namespace kernelcast::exchange;
using fixtures::examples;
using fixtures::workerMessages;

namespace {

const std::string kResources = KERNELCAST_SOURCE_DIR "/resources/";

Json fileAsJson(const std::string& path) {
  const auto text = readFile(path);
  if (!text) qFatal("%s", text.error().message.c_str());
  const auto json = parseJson(*text);
  if (!json) qFatal("%s: %s", path.c_str(), json.error().message.c_str());
  return *json;
}

std::string sentence(std::initializer_list<std::string_view> words) {
  std::string whole;
  for (const std::string_view word : words) whole.append(whole.empty() ? "" : " ").append(word);
  return whole;
}

Json schemaOf(const std::string& name) { return fileAsJson(kResources + "schemas/" + name + ".json"); }

// Empty where the document is valid, else the complaints.
std::string complaints(const std::string& name, const Json& document) {
  static std::map<std::string, std::unique_ptr<valijson::Schema>> parsed;
  auto& schema = parsed[name];
  if (!schema) {
    schema = std::make_unique<valijson::Schema>();
    const Json json = schemaOf(name);
    valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(json), *schema);
  }
  valijson::Validator validator;
  valijson::ValidationResults results;
  const valijson::adapters::NlohmannJsonAdapter adapter(document);
  if (validator.validate(*schema, adapter, &results)) return {};
  std::string words;
  valijson::ValidationResults::Error error;
  while (results.popError(error)) {
    for (const std::string& part : error.context) words += part;
    words += ": " + error.description + "; ";
  }
  return words;
}

}  // namespace

#define VALID(name, document)                                     \
  do {                                                            \
    const std::string words = complaints(name, document);         \
    QVERIFY2(words.empty(), (std::string(name) + words).c_str()); \
  } while (false)

class TestSchemas : public QObject {
  Q_OBJECT
 private slots:
  void everySchemaIsDraft7AndHasAnExample() {
    const QStringList files = QDir(QString::fromStdString(kResources) + "schemas").entryList({"*.json"});
    QVERIFY(files.size() >= 14);
    for (const QString& file : files) {
      const std::string name = file.chopped(5).toStdString();
      const Json schema = schemaOf(name);
      QCOMPARE(schema.at("$schema").get<std::string>(),
               std::string("http://json-schema.org/draft-07/schema#"));
      QVERIFY(schema.contains("title") && schema.contains("description"));
      const bool known = examples().contains(name) || name == "native" || name == "task" ||
                         name == "search_config" || name == "worker_protocol";
      QVERIFY2(known, name.c_str());
      QVERIFY2(!complaints(name, Json("text")).empty(), name.c_str());
      QVERIFY2(!complaints(name, Json::object()).empty(), name.c_str());
    }
  }

  // Schemas stand alone, so parts they share are there several times: the same each time.
  void sharedDefinitionsAgree() {
    std::map<std::string, Json> seen;
    for (const QString& file : QDir(QString::fromStdString(kResources) + "schemas").entryList({"*.json"})) {
      const Json schema = schemaOf(file.chopped(5).toStdString());
      const Json definitions = schema.value("definitions", Json::object());
      for (const auto& [key, definition] : definitions.items()) {
        const auto [place, isNew] = seen.emplace(key, definition);
        QVERIFY2(isNew || place->second == definition, (file.toStdString() + ": " + key).c_str());
      }
    }
  }

  void sampleAndTasksAreValid() {
    VALID("native", *parseJson(sampleDocument()));
    VALID("native", *parseJson(writeNative(fixtures::fullSession())));
    const auto sample = readNative(sampleDocument());
    QCOMPARE(sample->session.tasks.size(), std::size_t{4});
    for (const Task& task : sample->session.tasks) {
      VALID("task", fileAsJson(kResources + "tasks/" + task.name + "/task.json"));
    }
  }

  void examplesAreValid() {
    for (const QString& file : QDir(QString::fromStdString(kResources) + "examples").entryList({"*.json"})) {
      VALID("search_config", fileAsJson(kResources + "examples/" + file.toStdString()));
    }
    for (const auto& [name, document] : examples()) VALID(name, document);
    VALID("cli_stats", Json::array({examples().at("cli_stats"), examples().at("cli_stats")}));
    for (const Json& message : workerMessages()) VALID("worker_protocol", message);
  }

  // Whatever the reader of the native form refuses for its type or range, its schema refuses too.
  void nativeRefuses_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* pointer, const char* value) {
      QTest::addRow("%s = %s", pointer, value) << pointer << value;
    };
    row("/format", "\"other\"");
    row("/version", "2");
    row("/session/id", "\"x\"");
    row("/session/kind", "\"x\"");
    row("/session/state", "\"x\"");
    row("/session/created_ms", "1.5");
    row("/tasks/0/tensors/0/role", "\"x\"");
    row("/tasks/0/tensors/0/shape", "\"rows\"");
    row("/tasks/0/benchmark_cases/0/rows", "\"64\"");
    row("/tasks/0/tolerance/rtol", "-1");
    row("/devices/0/compute_capability", "[9]");
    row("/devices/0/key", "\"\"");
    row("/surrogates/0/name", "null");
    row("/kernels/0/source", "3");
    row("/references/0/kernel", "null");
    row("/candidates/0/number", "0");
    row("/candidates/0/parent", "-1");
    row("/candidates/0/verdict", "\"x\"");
    row("/candidates/0/status", "\"x\"");
    row("/candidates/0/speedup", "0");
    row("/forecasts/0/bin_probabilities/0", "-0.1");
    row("/forecasts/0/bin_probabilities", "[1]");
    row("/forecasts/0/predicted_bin", "9");
    row("/forecasts/0/repeat", "-1");
    row("/forecasts/1/parsed", "true");
    row("/runs/0/started_ms", "\"now\"");
    row("/measurements/0/status", "\"x\"");
    row("/measurements/0/status", "\"incorrect\"");
    row("/measurements/0/cases", "[]");
    row("/measurements/0/cases/0/median_us", "0");
    row("/measurements/0/cases/0/quantiles_us", "[[0.2]]");
    row("/measurements/0/resources/0/registers", "-1");
    row("/measurements/0/compile_ms", "\"fast\"");
    row("/events/0/payload", "[]");
  }
  void nativeRefuses() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    Json document = *parseJson(writeNative(fixtures::fullSession()));
    document.at(Json::json_pointer(pointer.toStdString())) = *parseJson(value.toStdString());
    QVERIFY(!complaints("native", document).empty());
    const auto read = readNative(dumpJson(document));
    QVERIFY(!read || !read->report.refused.empty());
  }

  // Every key that a schema requires of an example is missed when it is gone, and typed.
  void requiredKeysAreMissed() {
    const auto check = [](const std::string& name, const Json& document, const Json::json_pointer& at) {
      for (const auto& [key, value] : document.at(at).items()) {
        Json wrong = document;
        wrong.at(at)[key] = value.is_object() ? Json("text") : Json::object();
        QVERIFY2(!complaints(name, wrong).empty(), sentence({name, "took any", key}).c_str());
      }
    };
    for (const auto& [name, document] : examples()) {
      check(name, document, Json::json_pointer(document.is_array() ? "/0" : ""));
    }
    Json config = fileAsJson(kResources + "examples/recorded_row_softmax.json");
    check("search_config", config, Json::json_pointer(""));
    check("search_config", config, Json::json_pointer("/policy"));
    check("search_config", config, Json::json_pointer("/recorded"));
    for (const auto& [name, schema] :
         std::map<std::string, Json>{{"cli_sessions", schemaOf("cli_sessions")["definitions"]["summary"]},
                                     {"cli_candidates", schemaOf("cli_candidates")["items"]}}) {
      for (const Json& key : schema["required"]) {
        Json less = examples().at(name);
        less[0].erase(key.get<std::string>());
        QVERIFY2(!complaints(name, less).empty(),
                 sentence({name, "misses no", key.get<std::string>()}).c_str());
      }
    }
    for (const char* name : {"progress", "cli_search", "cli_stats", "cli_import", "cli_sample", "cli_error",
                             "cli_report", "cli_export", "cli_task_check"}) {
      const Json schema = schemaOf(name);
      const Json required =
          schema.contains("required") ? schema["required"] : schema["definitions"]["scores"]["required"];
      for (const Json& key : required) {
        Json less = examples().at(name);
        less.erase(key.get<std::string>());
        QVERIFY2(!complaints(name, less).empty(),
                 sentence({name, "misses no", key.get<std::string>()}).c_str());
      }
    }
  }

  void configsRefuseUnknownKeysAndWords() {
    const Json good = fileAsJson(kResources + "examples/recorded_row_softmax.json");
    const auto refused = [&](const char* pointer, const Json& value) {
      Json config = good;
      config[Json::json_pointer(pointer)] = value;
      return !complaints("search_config", config).empty();
    };
    QVERIFY(refused("/stpes", 3));
    QVERIFY(refused("/policy/kk", 3));
    QVERIFY(refused("/policy/name", "best"));
    QVERIFY(refused("/policy/rank", "x"));
    QVERIFY(refused("/policy/audit_share", 1.5));
    QVERIFY(refused("/steps", 0));
    QVERIFY(refused("/seed", -1));
    QVERIFY(refused("/budgets", Json{{"gpu", 3}}));
    QVERIFY(refused("/recorded/max_in_flight", 0));
    QVERIFY(refused("/version", 2));
    Json less = good;
    less.erase("recorded");
    QVERIFY(!complaints("search_config", less).empty());
  }

  // The schema knows the fields, words and formats that the code knows, and no others.
  void configsAgreeWithTheCode() {
    const Json schema = schemaOf("search_config");
    search::SearchConfig config;
    config.task = "t";
    config.recorded.session = "s";
    config.seed = 0x7fffffffffffffff;  // the validator reads integers as signed
    config.puct.kPerParent = 1;
    config.policy.tau = 0.5;
    config.budgets = {1, 1, 1, 1, 1.0, 1.0, 1.0};
    const Json full = search::toJson(config);
    VALID("search_config", full);
    const auto sameKeys = [](const Json& properties, const Json& object) {
      QCOMPARE(properties.size(), object.size());
      for (const auto& [key, value] : object.items()) QVERIFY2(properties.contains(key), key.c_str());
    };
    sameKeys(schema["properties"], full);
    for (const auto& [key, value] : full.items()) {
      if (value.is_object()) sameKeys(schema["properties"][key]["properties"], value);
    }
    const auto sameWords = [](const Json& words, const auto& table) {
      QCOMPARE(words.size(), table.size());
      for (const auto& entry : table)
        QVERIFY(std::find(words.begin(), words.end(), entry.key) != words.end());
    };
    sameWords(schema["properties"]["policy"]["properties"]["name"]["enum"], search::policies());
    sameWords(schema["properties"]["policy"]["properties"]["rank"]["enum"], search::rankRules());
  }

  void tasksRefuse() {
    const Json good = fileAsJson(kResources + "tasks/sgemm/task.json");
    for (const auto& [key, value] : good.items()) {
      Json less = good;
      less.erase(key);
      QVERIFY2(!complaints("task", less).empty(), key.c_str());
    }
    Json task = good;
    task["oracle"] = Json{{"builtin", "a"}, {"source", "b"}};
    QVERIFY(!complaints("task", task).empty());
    task = good;
    task["param_ranges"]["m"] = Json::array({1});
    QVERIFY(!complaints("task", task).empty());
    task = good;
    task["benchmark_cases"] = Json::array();
    QVERIFY(!complaints("task", task).empty());
  }

  void workerProtocolRefuses() {
    for (const Json& message : workerMessages()) {
      Json other = message;
      other["type"] = "other";
      QVERIFY(!complaints("worker_protocol", other).empty());
      other = message;
      other.erase("type");
      QVERIFY(!complaints("worker_protocol", other).empty());
    }
    Json newer = workerMessages()[0];
    newer["protocol"] = 2;
    QVERIFY(!complaints("worker_protocol", newer).empty());
    Json result = workerMessages()[5];
    result["measurement"]["cases"] = Json::array();
    QVERIFY(!complaints("worker_protocol", result).empty());
  }
};

QTEST_APPLESS_MAIN(TestSchemas)
#include "test_schemas.moc"
