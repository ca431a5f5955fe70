// The native form as it should be: what is written is read back, and what cannot be is refused with its
// place.
#include <QTest>

#include <fmt/format.h>

#include "core/domain/hash.h"
#include "core/exchange/native.h"
#include "tests/exchange/full_session.h"

using namespace kernelcast;
using namespace kernelcast::exchange;
using fixtures::fullSession;

namespace {

Json documentOf(const ExchangeSession& session) { return *parseJson(writeNative(session)); }
std::string refusal(const Json& document) {
  const auto read = readNative(dumpJson(document));
  return read ? "(accepted)" : read.error().message;
}

}  // namespace

#define REFUSED_WITH(document, words)                                                                       \
  do {                                                                                                      \
    const std::string sentence = refusal(document);                                                         \
    QVERIFY2(sentence.find(std::string(words)) != std::string::npos, (sentence + " / " + (words)).c_str()); \
  } while (false)

class TestNative : public QObject {
  Q_OBJECT
 private slots:
  void readsBackWhatItWrote() {
    const ExchangeSession session = fullSession();
    const std::string text = writeNative(session);
    const auto read = readNative(text);
    QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
    QCOMPARE(read->report.format, std::string("native"));
    QCOMPARE(read->report.read, 11);
    QCOMPARE(read->report.kept, 11);
    QVERIFY(read->report.refused.empty());
    QVERIFY(read->session == session);
    QCOMPARE(writeNative(read->session), text);
  }

  void anEmptySessionReadsBack() {
    ExchangeSession session;
    session.id = "01KV5JE8G0TEST000000000002";
    const auto read = readNative(writeNative(session));
    QVERIFY(read.has_value());
    QVERIFY(read->session == session);
    QCOMPARE(read->report.read, 0);
  }

  // A diff of two exports shows the rows that differ and no others.
  void writesOneRowALine() {
    ExchangeSession session = fullSession();
    const std::string before = writeNative(session);
    session.candidates[1].note = "another";
    const std::string after = writeNative(session);
    int differ = 0;
    QStringList a = QString::fromStdString(before).split('\n');
    QStringList b = QString::fromStdString(after).split('\n');
    QCOMPARE(a.size(), b.size());
    for (int i = 0; i < a.size(); ++i) differ += a[i] == b[i] ? 0 : 1;
    QCOMPARE(differ, 1);
  }

  void listsMayStandInAnyOrder() {
    // nlohmann's objects sort their keys: candidates come before kernels and the format after both.
    const auto read = readNative(dumpJson(documentOf(fullSession())));
    QVERIFY(read.has_value());
    QVERIFY(read->session == fullSession());
  }

  void bytesOfKernelsSurvive() {
    ExchangeSession session = fullSession();
    for (const std::string& source : {std::string("\xff"), std::string("ab\xc3"),
                                      std::string("\xed\xa0\x80 x"), std::string(1, '\0'), std::string()}) {
      session.kernels[1].source = source;
      const auto read = readNative(writeNative(session));
      QVERIFY(read.has_value());
      QCOMPARE(read->session.kernels[1].source, source);
    }
    std::string all;
    for (int i = 0; i < 256; ++i) {
      all += static_cast<char>(i);
      session.kernels[1].source = all;
      QCOMPARE(readNative(writeNative(session))->session.kernels[1].source, all);
    }
  }

  void otherTextsAreCleaned() {
    ExchangeSession session = fullSession();
    session.measurements[2].measurement.error = "bad \xff byte";
    const auto read = readNative(writeNative(session));
    QVERIFY(read.has_value());
    QCOMPARE(read->session.measurements[2].measurement.error, std::string("bad \xEF\xBF\xBD byte"));
    QCOMPARE(contentHash(read->session), contentHash(session));
  }

  void refusesOtherFormats() {
    Json document = documentOf(fullSession());
    document["format"] = "somebody's";
    REFUSED_WITH(
        document,
        "this is no Kernelcast session: 'format' must be \"kernelcast-session\", and is \"somebody's\"");
    document.erase("format");
    REFUSED_WITH(document, "this is no Kernelcast session: 'format' is missing");
    for (const char* text : {"", " ", "[]", "[1,2]", "null", "3", "hello", "\"text\"", "{", "{}", "<html>"}) {
      QVERIFY(!readNative(text).has_value());
    }
  }

  void refusesNewerVersions() {
    Json document = documentOf(fullSession());
    document["version"] = 2;
    REFUSED_WITH(document, "the document is of version 2, and this build reads up to 1");
    document["version"] = 0;
    REFUSED_WITH(document, "'version' must be an integer from 1");
    document.erase("version");
    REFUSED_WITH(document, "'version' is missing");
  }

  void refusesMissingKeys() {
    const Json document = documentOf(fullSession());
    for (const char* key : {"session", "tasks", "devices", "surrogates", "kernels", "references",
                            "candidates", "forecasts", "runs", "measurements"}) {
      Json less = document;
      less.erase(key);
      REFUSED_WITH(less, std::string("'") + key + "' is missing");
    }
    Json less = document;
    less.erase("events");  // only searches have them
    QVERIFY(readNative(dumpJson(less)).has_value());
  }

  void toleratesUnknownKeys() {
    Json document = documentOf(fullSession());
    document["later"] = Json{{"a", {1, 2, 3}}};
    document["candidates"][0]["later"] = true;
    document["forecasts"][0]["later"] = Json::array();
    const auto read = readNative(dumpJson(document));
    QVERIFY(read.has_value());
    QVERIFY(read->session == fullSession());
  }

  void refusesTheSameListTwice() {
    std::string text = writeNative(fullSession());
    text.insert(text.rfind('}'), ", \"candidates\": []");
    const auto read = readNative(text);
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().message, std::string("'candidates' is there twice"));
  }

  void refusesAKeyTwice() {
    std::string text = writeNative(fullSession());
    const std::string name = "\"median_us\":";
    const std::size_t at = text.find(name);
    QVERIFY(at != std::string::npos);
    text.insert(at, "\"median_us\":1,");
    const auto read = readNative(text);
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().message,
             std::string("measurements[0]: cases[0]: the key 'median_us' is there twice"));
  }

  // It would count twice in the geometric mean. The measurement is left out, and the rest is kept.
  void refusesACaseTwice() {
    Json document = documentOf(fullSession());
    Json& cases = document["measurements"][0]["cases"];
    cases.push_back(cases[0]);
    cases.back()["median_us"] = 1;
    const auto read = readNative(dumpJson(document));
    QVERIFY(read.has_value());
    QCOMPARE(read->report.refused.size(), std::size_t{1});
    QCOMPARE(read->report.refused[0].where, std::string("measurements[0]"));
    const std::string& reason = read->report.refused[0].reason;
    QVERIFY2(reason.starts_with(fmt::format("cases[{}] is the case of cases[0] again: ", cases.size() - 1)),
             reason.c_str());
    QCOMPARE(read->session.measurements.size(), fullSession().measurements.size() - 1);
  }

  void refusesLongSessionNames() {
    Json document = documentOf(fullSession());
    document["session"]["name"] = std::string(200, 'n');
    QVERIFY(readNative(dumpJson(document)).has_value());
    document["session"]["name"] = std::string(201, 'n');
    REFUSED_WITH(document, "session: 'name' may have 200 characters at most, and has 201");
  }

  void refusesDanglingReferences_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* pointer, const char* words) {
      QTest::newRow(pointer) << pointer << words;
    };
    row("/references/0/task", "references[0]: task \"nowhere\" is not among the document's tasks");
    row("/references/1/kernel", "references[1]: kernel \"nowhere\" is not among the document's kernels");
    row("/candidates/1/task", "candidates[1]: task \"nowhere\" is not among the document's tasks");
    row("/candidates/2/kernel", "candidates[2]: kernel \"nowhere\" is not among the document's kernels");
    row("/forecasts/0/surrogate",
        "forecasts[0]: surrogate \"nowhere\" is not among the document's surrogates");
    row("/forecasts/1/anchor", "forecasts[1]: anchor \"nowhere\" is not among the document's kernels");
    row("/forecasts/2/device", "forecasts[2]: device \"nowhere\" is not among the document's devices");
    row("/runs/1/device", "runs[1]: device \"nowhere\" is not among the document's devices");
    row("/measurements/3/kernel", "measurements[3]: kernel \"nowhere\" is not among the document's kernels");
    row("/measurements/3/task", "measurements[3]: task \"nowhere\" is not among the document's tasks");
    row("/measurements/3/run", "measurements[3]: run \"nowhere\" is not among the document's runs");
  }
  void refusesDanglingReferences() {
    QFETCH(QString, pointer);
    QFETCH(QString, words);
    Json document = documentOf(fullSession());
    document.at(Json::json_pointer(pointer.toStdString())) = "nowhere";
    QCOMPARE(QString::fromStdString(refusal(document)), words);
  }

  void refusesDuplicates_data() {
    QTest::addColumn<QString>("list");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* list, const char* words) { QTest::newRow(list) << list << words; };
    row("tasks", "tasks[2]: task \"softmax\" is there twice");
    row("devices", "devices[2]: key \"gpu\" is there twice");
    row("surrogates", "surrogates[2]: key \"a\" is there twice");
    row("kernels", "kernels[5]: key \"ref\" is there twice");
    row("references", "references[2]: task \"softmax\" has two references");
    row("candidates", "candidates[3]: number 1 is there twice");
    row("runs", "runs[2]: key \"1\" is there twice");
    row("events", "events[2]: seq 1 is there twice");
  }
  void refusesDuplicates() {
    QFETCH(QString, list);
    QFETCH(QString, words);
    Json document = documentOf(fullSession());
    Json& rows = document[list.toStdString()];
    rows.push_back(Json(rows[0]));
    QCOMPARE(QString::fromStdString(refusal(document)), words);
  }

  void leavesOutARowThatIsThereTwice() {
    Json document = documentOf(fullSession());
    document["forecasts"].push_back(document["forecasts"][0]);
    document["measurements"].push_back(document["measurements"][1]);
    const auto read = readNative(dumpJson(document));
    QVERIFY(read.has_value());
    QVERIFY(read->session == fullSession());
    QCOMPARE(read->report.read, 13);
    QCOMPARE(read->report.kept, 11);
    QCOMPARE(read->report.refused.size(), std::size_t{2});
    QCOMPARE(read->report.refused[0].where, std::string("forecasts[3]"));
    QVERIFY(read->report.refused[0].reason.find("candidate 1 already has a forecast") == 0);
    QCOMPARE(read->report.refused[1].where, std::string("measurements[5]"));
    QCOMPARE(read->report.refused[1].reason,
             std::string("kernel \"k1\" already has a measurement of run \"1\""));
  }

  void leavesOutARowWithImpossibleValues_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* pointer, const char* value, const char* words) {
      QTest::addRow("%s = %s", pointer, value) << pointer << value << words;
    };
    row("/forecasts/0/bin_probabilities/1", "-0.125", "the probability of bin 2 is negative (-0.125)");
    row("/forecasts/0/bin_probabilities", "[0,0,0,0,0,0,0,0]", "all eight probabilities are zero");
    row("/forecasts/0/bin_probabilities", "[0.5,0.5]", "must hold 8 numbers, and holds 2");
    row("/forecasts/0/predicted_bin", "9", "'predicted_bin' must be an integer from 1 to 8, and is 9");
    row("/forecasts/0/predicted_bin", "0", "'predicted_bin' must be an integer from 1 to 8, and is 0");
    row("/forecasts/0/usage/cost", "-1", "'cost' must be a number from 0");
    row("/forecasts/1/parsed", "true", "'bin_probabilities' is missing");
    row("/measurements/0/status", "\"fine\"", "'status' is \"fine\", which is none of the known ones");
    row("/measurements/0/cases", "[]", "status is \"ok\" without a timed case");
    row("/measurements/0/status", "\"incorrect\"", "status is \"incorrect\", and yet there are times");
    row("/measurements/0/cases/1/median_us", "0", "case 2: 'median_us' must be above zero");
    row("/measurements/0/cases/1/median_us", "-3", "'median_us' must be a number from 0");
    row("/measurements/0/cases/0/quantiles_us", "[[0.8,1],[0.2,2]]", "quantile levels must ascend");
    row("/measurements/0/cases/0/quantiles_us", "[[0.2,1],[0.2,2]]", "quantile levels must ascend");
    row("/measurements/0/cases/0/quantiles_us", "[[20,1]]",
        "quantile levels must ascend from 0 to 1, and 20 does not");
    row("/measurements/0/cases/0/quantiles_us", "[[0.2,-1]]", "the quantile 0.2 is no time");
    row("/measurements/0/compile_ms", "-1", "'compile_ms' must be a number from 0");
  }
  void leavesOutARowWithImpossibleValues() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, words);
    Json document = documentOf(fullSession());
    document.at(Json::json_pointer(pointer.toStdString())) = *parseJson(value.toStdString());
    const auto read = readNative(dumpJson(document));
    QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
    QCOMPARE(read->report.read, 11);
    QCOMPARE(read->report.kept, 10);
    QCOMPARE(read->report.refused.size(), std::size_t{1});
    const RefusedRow& refused = read->report.refused.front();
    const QStringList parts = pointer.split('/');
    QCOMPARE(QString::fromStdString(refused.where), QStringLiteral("%1[%2]").arg(parts[1], parts[2]));
    QVERIFY2(refused.reason.find(words.toStdString()) != std::string::npos, refused.reason.c_str());
  }

  void refusesBrokenLineage() {
    Json document = documentOf(fullSession());
    document["candidates"][2]["parent"] = 99;
    QCOMPARE(refusal(document), std::string("candidates[2]: parent 99 is no candidate of this session"));
    document["candidates"][2]["parent"] = 7;
    QCOMPARE(refusal(document), std::string("candidates[2]: candidate 7 descends from itself"));
    document["candidates"][2]["parent"] = 2;
    document["candidates"][0]["parent"] = 7;
    REFUSED_WITH(document, "descends from itself");
    document["candidates"][0]["parent"] = 0;
    document["candidates"][1]["task"] = "other";
    QCOMPARE(refusal(document),
             std::string("candidates[1]: parent 1 is of task \"softmax\", not of \"other\""));
    // A parent may stand below its child.
    Json turned = documentOf(fullSession());
    std::reverse(turned["candidates"].begin(), turned["candidates"].end());
    QVERIFY(readNative(dumpJson(turned)).has_value());
  }

  void refusesImpossibleSessions() {
    const auto with = [](const char* pointer, const Json& value) {
      Json document = documentOf(fullSession());
      document.at(Json::json_pointer(pointer)) = value;
      return refusal(document);
    };
    QCOMPARE(with("/session/id", "01KV5"),
             std::string("session: 'id' must be a ULID (26 characters), and is \"01KV5\""));
    QCOMPARE(with("/session/kind", "x"),
             std::string("session: 'kind' is \"x\", which is none of the known ones"));
    QCOMPARE(with("/session/state", "x"),
             std::string("session: 'state' is \"x\", which is none of the known ones"));
    QVERIFY(with("/session/created_ms", -1).find("session: 'created_ms' must be an integer") == 0);
    QCOMPARE(with("/candidates/0/verdict", "x"),
             std::string("candidates[0]: 'verdict' is \"x\", which is none of the known ones"));
    QCOMPARE(with("/candidates/0/status", "x"),
             std::string("candidates[0]: 'status' is \"x\", which is none of the known ones"));
    QCOMPARE(with("/candidates/0/speedup", 0), std::string("candidates[0]: 'speedup' must be above zero"));
    QVERIFY(with("/candidates/0/number", 0).find("candidates[0]: 'number' must be an integer from 1") == 0);
    QVERIFY(with("/candidates/0/parent", -1).find("candidates[0]: 'parent' must be an integer from 0") == 0);
    QCOMPARE(with("/kernels/0/key", ""), std::string("kernels[0]: 'key' is empty"));
    QCOMPARE(with("/kernels/2/source_base64", "a$=="),
             std::string("kernels[2]: 'source_base64' is not base64"));
    Json both = documentOf(fullSession());
    both["kernels"][2]["source"] = "x";
    QCOMPARE(refusal(both), std::string("kernels[2]: has both 'source' and 'source_base64'"));
  }
};

QTEST_APPLESS_MAIN(TestNative)
#include "test_native.moc"
