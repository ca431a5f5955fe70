// kernelcast-cli as scripts see it: documents, their schemas, exit codes.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "core/domain/json.h"
#include "core/domain/row_filter.h"

using kernelcast::Json;

namespace {

struct Ran {
  int code = -1;
  QByteArray out;
  QByteArray err;
  Json document;  // of --json
};

Json readJson(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return Json();
  const auto parsed = kernelcast::parseJson(file.readAll().toStdString());
  return parsed ? *parsed : Json();
}

// Empty where it is valid, else the first complaint.
std::string schemaComplaint(const char* name, const Json& document) {
  const Json schemaJson =
      readJson(QStringLiteral(KERNELCAST_SOURCE_DIR "/resources/schemas/%1.json").arg(name));
  if (schemaJson.is_null()) return std::string("no schema ") + name;
  valijson::Schema schema;
  valijson::SchemaParser parser;
  const valijson::adapters::NlohmannJsonAdapter schemaAdapter(schemaJson);
  parser.populateSchema(schemaAdapter, schema);
  valijson::Validator validator;
  valijson::ValidationResults results;
  const valijson::adapters::NlohmannJsonAdapter adapter(document);
  if (validator.validate(schema, adapter, &results)) return {};
  valijson::ValidationResults::Error error;
  results.popError(error);
  std::string where;
  for (const auto& part : error.context) where += part;
  return where + ": " + error.description;
}

}  // namespace

#define VERIFY_SCHEMA(name, document)                                            \
  do {                                                                           \
    const std::string complaint = schemaComplaint(name, document);               \
    QVERIFY2(complaint.empty(), (std::string(name) + ": " + complaint).c_str()); \
  } while (false)

class TestCli : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  int libraries_ = 0;
  QString library_;

  [[nodiscard]] QString file(const QString& name) const { return folder_.filePath(name); }

  Ran run(const QStringList& arguments, bool json = true) {
    QProcess process;
    QStringList all{"--library", library_};
    if (json) all << "--json";
    process.start(QStringLiteral(KERNELCAST_BIN_DIR "/kernelcast-cli"), all + arguments);
    if (!process.waitForFinished(120000)) return {};
    Ran ran{process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAllStandardOutput(), process.readAllStandardError(), Json()};
    if (json) {
      if (const auto document = kernelcast::parseJson(ran.out.toStdString())) ran.document = *document;
    }
    return ran;
  }

  // The bundled example without its delays.
  QString quickConfig(const std::function<void(Json&)>& change = {}) {
    Json config =
        readJson(QStringLiteral(KERNELCAST_SOURCE_DIR "/resources/examples/recorded_row_softmax.json"));
    config["recorded"]["delay_ms_low"] = 0;
    config["recorded"]["delay_ms_high"] = 0;
    if (change) change(config);
    QFile out(file("quick.json"));
    if (!out.open(QIODevice::WriteOnly)) return {};
    out.write(QByteArray::fromStdString(kernelcast::dumpJson(config)));
    return out.fileName();
  }

 private slots:
  void initTestCase() { QVERIFY(folder_.isValid()); }
  void init() { library_ = file(QStringLiteral("library-%1.kcast").arg(++libraries_)); }

  void sampleIsPutOnceAndListed() {
    const Ran first = run({"sample"});
    QCOMPARE(first.code, 0);
    VERIFY_SCHEMA("cli_sample", first.document);
    QCOMPARE(first.document["sessions"].size(), 1U);
    QCOMPARE(first.document["already_there"].get<bool>(), false);
    const Ran again = run({"sample"});
    QCOMPARE(again.code, 0);
    QCOMPARE(again.document["already_there"].get<bool>(), true);

    const Ran sessions = run({"sessions"});
    QCOMPARE(sessions.code, 0);
    VERIFY_SCHEMA("cli_sessions", sessions.document);
    QCOMPARE(sessions.document.size(), 1U);
    const Json& sample = sessions.document[0];
    QCOMPARE(sample["name"].get<std::string>(), std::string("H200 sample"));
    QCOMPARE(sample["candidates"].get<int>(), 38);
    QCOMPARE(sample["forecasts"].get<int>(), 38);
    QCOMPARE(sample["measured"].get<int>(), 38);
    QCOMPARE(sample["correct"].get<int>(), 32);
    QCOMPARE(sample["tasks"].size(), 4U);
    QCOMPARE(sample["best"].size(), 4U);
  }

  void candidatesHoldEveryRow() {
    run({"sample"});
    const Ran ran = run({"candidates", "H200 sample"});
    QCOMPARE(ran.code, 0);
    VERIFY_SCHEMA("cli_candidates", ran.document);
    QCOMPARE(ran.document.size(), 38U);
    int ok = 0;
    for (const Json& row : ran.document) {
      QCOMPARE(row["probabilities"].size(), 8U);
      QCOMPARE(row["speedup"].is_null(), row["status"] != "ok");
      QVERIFY(row["speedup_missing"] == (row["speedup"].is_null() ? Json("failed") : Json()));
      ok += row["status"] == "ok" ? 1 : 0;
    }
    QCOMPARE(ok, 32);
  }

  void candidatesAreFiltered_data() {
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("bins");
    QTest::addColumn<int>("rows");
    QTest::newRow("everything") << ""
                                << "prompt" << 38;
    // Counted in the sample by hand: its makers publish 30 of 32 within one class.
    QTest::newRow("far off") << "error>=2"
                             << "prompt" << 2;
    QTest::newRow("far off, as published") << "error>=2"
                                           << "paper-code" << 8;
    QTest::newRow("words stand side by side") << "task:transpose error>=2 -failed"
                                              << "prompt" << 2;
    QTest::newRow("failed") << "failed"
                            << "prompt" << 6;
    QTest::newRow("a minus asks for the others") << "-failed"
                                                 << "prompt" << 32;
    QTest::newRow("a name") << "tile64_vec"
                            << "prompt" << 1;
    QTest::newRow("none") << "task:nothing"
                          << "prompt" << 0;
  }
  void candidatesAreFiltered() {
    QFETCH(QString, filter);
    QFETCH(QString, bins);
    QFETCH(int, rows);
    run({"sample"});
    const QStringList command{"candidates", "H200 sample", "--filter", filter, "--bins", bins};
    const Ran ran = run(command);
    QVERIFY2(ran.code == 0, ran.err.constData());
    VERIFY_SCHEMA("cli_candidates", ran.document);
    QCOMPARE(static_cast<int>(ran.document.size()), rows);
    const Ran words = run(command, false);
    const QString told = rows == 0    ? QStringLiteral("None of 38 rows meets the filter.")
                         : rows == 1  ? QStringLiteral("1 of 38 rows meets the filter.")
                         : rows == 38 ? QStringLiteral("measured class")
                                      : QStringLiteral("%1 of 38 rows meet the filter.").arg(rows);
    QVERIFY2(QString::fromUtf8(words.out).contains(told), words.out.constData());
    QCOMPARE(words.out.contains("meet the filter"), rows > 1 && rows < 38);
    QCOMPARE(words.out.contains("measured class, as published"), rows > 0 && bins == "paper-code");
  }

  void aFilterThatCannotBeReadNamesItsPlace() {
    const Ran ran = run({"candidates", "H200 sample", "--filter", "failed eror>=2"});
    QCOMPARE(ran.code, 2);
    QVERIFY2(ran.err.contains("“eror>=2” at character 8"), ran.err.constData());
    QVERIFY2(ran.err.contains("did you mean error?"), ran.err.constData());
    const Ran help = run({"candidates", "--help"}, false);
    for (const kernelcast::FilterField& field : kernelcast::filterFields()) {
      const std::string_view shown = field.example.empty() ? field.key : field.example;
      QVERIFY2(help.out.contains(QByteArray(shown.data(), static_cast<qsizetype>(shown.size()))),
               shown.data());
    }
    for (const QByteArray& line : help.out.split('\n')) QVERIFY2(line.size() <= 120, line.constData());
  }

  // A dash would leave the reader to guess.
  void whyAKernelThatWorksHasNoSpeedup_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("words");
    QTest::newRow("reference") << "reference_not_measured"
                               << "reference not measured";
    QTest::newRow("reference failed") << "reference_failed"
                                      << "reference failed";
    QTest::newRow("cases") << "cases_differ"
                           << "other cases than the reference";
    QTest::newRow("all cases") << "cases_differ"
                               << "other cases than the reference";
  }
  void whyAKernelThatWorksHasNoSpeedup() {
    QFETCH(QString, key);
    QFETCH(QString, words);
    run({"sample"});
    const QString out = file("changed.json");
    QCOMPARE(run({"export", "H200 sample", "--as", "native", "--out", out}).code, 0);
    Json document = readJson(out);
    const std::string task = "transpose";
    std::string reference;
    std::string kernel;
    for (const Json& entry : document["references"]) {
      if (entry["task"] == task) reference = entry["kernel"];
    }
    for (const Json& entry : document["measurements"]) {
      if (entry["task"] == task && entry["kernel"] != reference && entry["status"] == "ok")
        kernel = entry["kernel"];
    }
    const QByteArray what = QTest::currentDataTag();
    Json kept = Json::array();
    for (Json entry : document["measurements"]) {
      if (entry["task"] == task && entry["kernel"] == reference) {
        if (what == "reference") continue;
        if (what == "reference failed") {
          entry["status"] = "incorrect";
          entry["cases"] = Json::array();
        }
        if (what == "all cases") entry["cases"].erase(0);
      }
      if (what == "cases" && entry["kernel"] == kernel) entry["cases"].erase(0);
      kept.push_back(entry);
    }
    document["measurements"] = kept;
    QFile changed(out);
    QVERIFY(changed.open(QIODevice::WriteOnly));
    changed.write(QByteArray::fromStdString(kernelcast::dumpJson(document)));
    changed.close();
    init();  // another library
    const Ran import = run({"import", out});
    QVERIFY2(import.code == 0, import.err.constData());
    const Ran ran = run({"candidates", "H200 sample"});
    VERIFY_SCHEMA("cli_candidates", ran.document);
    int missing = 0;
    for (const Json& row : ran.document) {
      if (row["status"] != "ok" || !row["speedup"].is_null()) continue;
      ++missing;
      QCOMPARE(QString::fromStdString(row["speedup_missing"].get<std::string>()), key);
      QCOMPARE(row["task"].get<std::string>(), task);
    }
    QVERIFY(what == "cases" ? missing == 1 : missing > 1);
    const Ran table = run({"candidates", "H200 sample"}, false);
    QVERIFY2(table.out.contains(words.toUtf8()), table.out.constData());
    QVERIFY2(table.out.contains("Kernels that work and have no speedup:"), table.out.constData());
  }

  // The counts are those that the sample's makers published: 16 of 32 right, 30 within one class.
  void statsMatchTheSample() {
    run({"sample"});
    const Ran ran = run({"stats", "H200 sample"});
    QCOMPARE(ran.code, 0);
    VERIFY_SCHEMA("cli_stats", ran.document);
    QCOMPARE(ran.document["n"].get<int>(), 32);
    QCOMPARE(ran.document["failed"].get<int>(), 6);
    QCOMPARE(ran.document["accuracy"]["value"].get<double>(), 16.0 / 32);
    QCOMPARE(ran.document["within_one"]["value"].get<double>(), 30.0 / 32);
    QVERIFY(ran.document["rps"]["low"].is_null());
    for (const char* key : {"rps_skill", "log_score_smoothed", "mean_bin_error", "rps_all_rows",
                            "regret_at_10_percent_random"}) {
      QVERIFY2(ran.document.contains(key) && !ran.document[key]["value"].is_null(), key);
    }
    QCOMPARE(ran.document["flags"]["beyond_scale"].get<int>(), 7);
    QCOMPARE(ran.document["unranked"].get<int>(), 0);
    const Ran words = run({"stats", "H200 sample"}, false);
    QVERIFY(words.out.contains("  Skill over base rates"));
    QVERIFY(words.out.contains("measuring in random order"));
    QVERIFY(words.out.contains("Measured beyond the scale"));
    // Every answer was read: the row of unreadable ones would say the same again.
    QVERIFY(!words.out.contains("unreadable"));
    const Ran paper = run({"stats", "H200 sample", "--bins", "paper-code"});
    QCOMPARE(paper.document["bins"].get<std::string>(), std::string("paper-code"));
    QVERIFY(paper.document["accuracy"]["value"] != ran.document["accuracy"]["value"]);
    const Ran two = run({"stats", "H200 sample", "H200 sample"});
    QVERIFY(two.document.is_array());
    QCOMPARE(two.document.size(), 2U);
  }

  void sessionsAreNamedByIdPrefixOrName() {
    const std::string id = run({"sample"}).document["sessions"][0]["id"];
    QCOMPARE(run({"stats", QString::fromStdString(id)}).code, 0);
    QCOMPARE(run({"stats", QString::fromStdString(id.substr(0, 10))}).code, 0);
    QCOMPARE(run({"stats", QString::fromStdString(id.substr(0, 9))}).code, 3);
    const Ran missing = run({"stats", "no such session"});
    QCOMPARE(missing.code, 3);
    VERIFY_SCHEMA("cli_error", missing.document);
    QVERIFY(missing.err.contains("no such session"));
  }

  void nativeExportAndImportGiveTheSameAgain() {
    run({"sample"});
    const QString out = file("sample.json");
    QCOMPARE(run({"export", "H200 sample", "--as", "native", "--out", out}).code, 0);
    const Ran same = run({"import", out});
    QCOMPARE(same.code, 0);
    VERIFY_SCHEMA("cli_import", same.document);

    init();  // another library
    const Ran fresh = run({"import", out});
    QCOMPARE(fresh.code, 0);
    QCOMPARE(fresh.document["format"].get<std::string>(), std::string("native"));
    QCOMPARE(fresh.document["refused"].size(), 0U);
    const QString again = file("again.json");
    QCOMPARE(run({"export", "H200 sample", "--as", "native", "--out", again}).code, 0);
    QFile a(out);
    QFile b(again);
    QVERIFY(a.open(QIODevice::ReadOnly) && b.open(QIODevice::ReadOnly));
    QCOMPARE(a.readAll(), b.readAll());
  }

  void sameIdWithOtherContentIsRefused() {
    run({"sample"});
    const QString out = file("changed.json");
    run({"export", "H200 sample", "--as", "native", "--out", out});
    QFile changed(out);
    QVERIFY(changed.open(QIODevice::ReadOnly));
    QByteArray bytes = changed.readAll();
    changed.close();
    QVERIFY(bytes.contains("warp_per_row"));
    bytes.replace("\"name\":\"warp_per_row\"", "\"name\":\"warp_per_row_2\"");
    bytes.replace("\"name\": \"warp_per_row\"", "\"name\": \"warp_per_row_2\"");
    QVERIFY(changed.open(QIODevice::WriteOnly));
    changed.write(bytes);
    changed.close();
    const Ran ran = run({"import", out});
    QCOMPARE(ran.code, 1);
    QVERIFY2(ran.err.contains("other content") || ran.err.contains("differ"), ran.err.constData());
    QCOMPARE(run({"sessions"}).document.size(), 1U);
  }

  void anOutputNeverReplacesALibrary() {
    run({"sample"});
    QFile library(library_);
    QVERIFY(library.open(QIODevice::ReadOnly));
    const QByteArray before = library.readAll();
    library.close();
    for (const QStringList& command :
         {QStringList{"export", "H200 sample", "--as", "csv", "--out", library_},
          QStringList{"export", "H200 sample", "--as", "native", "--out", library_}}) {
      const Ran ran = run(command);
      QCOMPARE(ran.code, 1);
      QVERIFY2(ran.err.contains("SQLite database"), ran.err.constData());
    }
    QVERIFY(library.open(QIODevice::ReadOnly));
    QVERIFY(library.readAll() == before);
  }

  void aBadFileDoesNotKeepTheOthersOut() {
    run({"sample"});
    const QString good = file("good.json");
    QCOMPARE(run({"export", "H200 sample", "--as", "native", "--out", good}).code, 0);
    QFile bad(file("bad.json"));
    QVERIFY(bad.open(QIODevice::WriteOnly));
    bad.write("{");
    bad.close();
    init();  // another library
    const Ran ran = run({"import", bad.fileName(), good});
    QCOMPARE(ran.code, 1);
    VERIFY_SCHEMA("cli_import", ran.document);
    QCOMPARE(ran.document["refused"].size(), 1U);
    QCOMPARE(ran.document["sessions"].size(), 1U);
    init();
    QCOMPARE(run({"import", bad.fileName()}).code, 1);
    QVERIFY2(!QFile::exists(library_), "a file that cannot be read made a library");
  }

  void namesCannotMoveTheCursor() {
    run({"sample"});
    const QString out = file("hostile.json");
    QCOMPARE(run({"export", "H200 sample", "--as", "native", "--out", out}).code, 0);
    Json document = readJson(out);
    document["session"]["name"] =
        "a\x1b[2J\xE2\x80\xAE"
        "b";
    QFile hostile(out);
    QVERIFY(hostile.open(QIODevice::WriteOnly));
    hostile.write(QByteArray::fromStdString(kernelcast::dumpJson(document)));
    hostile.close();
    init();
    for (const QStringList& command : {QStringList{"import", out}, QStringList{"sessions"},
                                       QStringList{"stats", "01KV5JE8G0"}, QStringList{"stats", "x"}}) {
      const Ran ran = run(command, false);
      QVERIFY(!(ran.out + ran.err).contains('\x1b'));
      QVERIFY(!(ran.out + ran.err).contains("\xE2\x80\xAE"));
      QVERIFY((ran.out + ran.err).contains("[2J"));
    }
  }

  void csvHasTheColumnsAndRows() {
    run({"sample"});
    const QString out = file("sample.csv");
    QCOMPARE(run({"export", "H200 sample", "--as", "csv", "--out", out}).code, 0);
    QFile csv(out);
    QVERIFY(csv.open(QIODevice::ReadOnly));
    const QByteArray text = csv.readAll();
    QVERIFY(text.startsWith("number,name,task,"));
    QCOMPARE(text.count("\r\n"), 39);
  }

  void searchReplaysAndReports() {
    run({"sample"});
    const Ran ran = run({"search", quickConfig()});
    QVERIFY2(ran.code == 0, ran.err.constData());
    VERIFY_SCHEMA("cli_search", ran.document);
    QCOMPARE(ran.document["state"].get<std::string>(), std::string("finished"));
    const QByteArrayList lines = ran.err.trimmed().split('\n');
    QVERIFY(!lines.isEmpty());
    for (const QByteArray& line : lines) {
      const auto progress = kernelcast::parseJson(line.toStdString());
      QVERIFY2(progress.has_value(), line.constData());
      VERIFY_SCHEMA("progress", *progress);
    }
    const Json last = *kernelcast::parseJson(lines.last().toStdString());
    int ends = 0;
    for (const QByteArray& line : lines) ends += line.contains("\"state\":\"finished\"") ? 1 : 0;
    QCOMPARE(ends, 1);
    QVERIFY(last["proposed"] == ran.document["proposed"]);
    QVERIFY(last["measured"] == ran.document["measured"]);
    QVERIFY(ran.document["proposed"].get<int>() > ran.document["measured"].get<int>());
    QVERIFY(ran.document["skipped"].get<int>() > 0);

    // A finished session prints its result and runs nothing.
    const QString id = QString::fromStdString(ran.document["session"].get<std::string>());
    const Ran resumed = run({"search", "--resume", id});
    QCOMPARE(resumed.code, 0);
    QVERIFY(resumed.document == ran.document);

    const QString out = file("report.html");
    QCOMPARE(run({"report", "H200 sample", id, "--out", out}).code, 0);
    QFile html(out);
    QVERIFY(html.open(QIODevice::ReadOnly));
    const QByteArray text = html.readAll();
    QVERIFY(text.contains("<svg"));
    QVERIFY(!text.toLower().contains("<script"));
  }

  void twoReplaysOfOneSeedAreTheSame() {
    run({"sample"});
    const auto rows = [this](const Json& result) {
      Json list = run({"candidates", QString::fromStdString(result["session"].get<std::string>())}).document;
      for (Json& row : list) row.erase("id");
      return list;
    };
    const Json first = rows(run({"search", quickConfig()}).document);
    const Json second = rows(run({"search", quickConfig([](Json& c) {
                                    c["recorded"]["delay_ms_high"] = 8;  // another order of arrival
                                  })})
                                 .document);
    QVERIFY(!first.empty());
    QVERIFY(first == second);
  }

  // By hand as a person would: killed in the middle, listed as interrupted, resumed to its end.
  void killedSearchIsResumed() {
    run({"sample"});
    const Json uninterrupted = run({"search", quickConfig()}).document;
    QProcess process;
    process.start(QStringLiteral(KERNELCAST_BIN_DIR "/kernelcast-cli"),
                  {"--library", library_, "search", quickConfig([](Json& c) {
                     c["name"] = "killed";
                     c["recorded"]["delay_ms_low"] = 30;
                     c["recorded"]["delay_ms_high"] = 60;
                   })});
    QVERIFY(process.waitForStarted());
    process.setReadChannel(QProcess::StandardError);
    int proposed = 0;
    while (proposed < 3) {
      QVERIFY(process.canReadLine() || process.waitForReadyRead(20000));
      while (process.canReadLine()) {
        const auto line = kernelcast::parseJson(process.readLine().toStdString());
        QVERIFY(line.has_value());
        proposed = (*line)["proposed"].get<int>();
      }
    }
    process.kill();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    const Json sessions = run({"sessions"}).document;
    QCOMPARE(sessions.size(), 3U);
    for (const Json& session : sessions) {
      if (session["name"] == "killed")
        QCOMPARE(session["state"].get<std::string>(), std::string("interrupted"));
    }
    const Ran resumed = run({"search", "--resume", "killed"});
    QVERIFY2(resumed.code == 0, resumed.err.constData());
    for (const char* key :
         {"state", "best", "proposed", "forecast", "skipped", "measured", "correct", "audited"}) {
      QVERIFY2(resumed.document[key] == uninterrupted[key], key);
    }
  }

  // Ctrl-C keeps what there is, and what it prints can be pasted into a shell, whatever the library is
  // called.
  void interruptedSearchSaysHowToGoOn() {
    library_ = file("my library's $HOME.kcast");
    run({"sample"});
    QProcess process;
    process.start(QStringLiteral(KERNELCAST_BIN_DIR "/kernelcast-cli"),
                  {"--library", library_, "search", quickConfig([](Json& c) {
                     c["recorded"]["delay_ms_low"] = 30;
                     c["recorded"]["delay_ms_high"] = 60;
                   })});
    QVERIFY(process.waitForStarted());
    process.setReadChannel(QProcess::StandardError);
    QVERIFY(process.waitForReadyRead(20000));
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    const QString said = QString::fromUtf8(process.readAllStandardError());
    const QString before = QStringLiteral("Go on with: ");
    QVERIFY2(said.contains(before), qPrintable(said));
    QProcess shell;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", QStringLiteral(KERNELCAST_BIN_DIR ":") + environment.value("PATH"));
    shell.setProcessEnvironment(environment);
    shell.start("sh", {"-c", said.mid(said.indexOf(before) + before.size()).trimmed()});
    QVERIFY(shell.waitForFinished(60000));
    QVERIFY2(shell.exitCode() == 0, shell.readAllStandardError().constData());
    const Json sessions = run({"sessions"}).document;
    QCOMPARE(sessions[0]["state"].get<std::string>(), std::string("finished"));
  }

  void wrongUseAndWhatIsNotThere_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("no command") << QStringList{} << 2 << "a command is required";
    QTest::newRow("unknown command") << QStringList{"sing"} << 2 << "sing";
    QTest::newRow("unknown option") << QStringList{"sessions", "--loud"} << 2 << "--loud";
    QTest::newRow("bench") << QStringList{"bench", "resources/tasks/transpose", "a.cu"} << 2
                           << "not in this build yet";
    QTest::newRow("endpoints test") << QStringList{"endpoints", "test", "x"} << 2 << "not in this build yet";
    QTest::newRow("replay") << QStringList{"replay", "x", "--policy", "top-k"} << 2
                            << "not in this build yet";
    QTest::newRow("pdf") << QStringList{"report", "x", "--out", "x.pdf"} << 2 << "not in this build yet";
    QTest::newRow("odd report") << QStringList{"report", "x", "--out", "x.doc"} << 2 << "must end in";
    QTest::newRow("eval-set") << QStringList{"export", "x", "--as", "eval-set", "--out", "x"} << 2
                              << "not in this build yet";
    QTest::newRow("odd format") << QStringList{"export", "x", "--as", "xml", "--out", "x"} << 2 << "xml";
    QTest::newRow("odd bins") << QStringList{"stats", "x", "--bins", "none"} << 2 << "bins";
    QTest::newRow("bootstrap") << QStringList{"stats", "x", "--bootstrap", "10"} << 2
                               << "not in this build yet";
    QTest::newRow("negative seed") << QStringList{"stats", "x", "--seed", "-1"} << 2
                                   << "must be an integer from 0 to 18446744073709551615, and is -1";
    QTest::newRow("large seed") << QStringList{"stats", "x", "--seed", "18446744073709551616"} << 2
                                << "must be an integer from 0 to 18446744073709551615";
    QTest::newRow("dash") << QStringList{"export", "x", "--as", "csv", "--out", "-"} << 2 << "/dev/stdout";
    QTest::newRow("no library") << QStringList{"sessions"} << 3 << "no library";
    QTest::newRow("no file") << QStringList{"import", "/nowhere/at/all.json"} << 3 << "/nowhere/at/all.json";
    QTest::newRow("no config") << QStringList{"search", "/nowhere/config.json"} << 3
                               << "/nowhere/config.json";
    QTest::newRow("neither") << QStringList{"search"} << 2 << "resume";
  }
  void wrongUseAndWhatIsNotThere() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, words);
    const Ran ran = run(arguments);
    QVERIFY2(ran.code == code, (QByteArray::number(ran.code) + ": " + ran.err).constData());
    QVERIFY2(ran.err.contains(words.toUtf8()), ran.err.constData());
    QVERIFY2(!QFile::exists(library_), "a refused command made a library");
  }

  void aLibraryWithoutANameIsWrongUsage() {
    library_.clear();
    const Ran ran = run({"sessions"});
    QCOMPARE(ran.code, 2);
    QVERIFY2(ran.err.contains("--library names no file"), ran.err.constData());
  }

  void badConfigsNameTheField_data() {
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("words");
    QTest::newRow("not JSON") << "{"
                              << "JSON";
    QTest::newRow("a list") << "[]"
                            << "object";
    QTest::newRow("unknown key") << R"({"name":"x","task":"t","stepz":3})"
                                 << "stepz";
    QTest::newRow("negative") << R"({"name":"x","task":"t","steps":-3})"
                              << "steps";
    QTest::newRow("policy") << R"({"name":"x","task":"t","policy":{"name":"magic"}})"
                            << "magic";
    QTest::newRow("k of 0")
        << R"({"name":"x","task":"t","recorded":{"session":"s"},"policy":{"name":"top-k","k":0}})"
        << "'policy.k' is 0";
    QTest::newRow("a key twice") << R"({"task":"t","policy":{"k":1,"k":2}})"
                                 << "policy: the key 'k' is there twice";
    QTest::newRow("large seed") << R"({"task":"t","seed":18446744073709551616})"
                                << "to 18446744073709551615";
    QTest::newRow("long name")
        << QStringLiteral("{\"recorded\":{\"session\":\"s\"},\"name\":\"%1\"}").arg(QString(201, QChar(u'n')))
        << "may have 200 characters at most, and has 201";
    QTest::newRow("wide step") << R"({"parents":1000,"samples":10000})"
                               << "must be at most 100000, and is 10000000";
    QTest::newRow("later policy") << R"({"name":"x","task":"t","policy":{"name":"certified"}})"
                                  << "not in this build yet";
  }
  void badConfigsNameTheField() {
    QFETCH(QString, json);
    QFETCH(QString, words);
    QFile config(file("bad.json"));
    QVERIFY(config.open(QIODevice::WriteOnly));
    config.write(json.toUtf8());
    config.close();
    const Ran ran = run({"search", config.fileName()});
    QCOMPARE(ran.code, 2);
    QVERIFY2(ran.err.contains(words.toUtf8()), ran.err.constData());
  }

  // Before it runs, since that is when another budget can be named.
  void budgetsThatCannotBeSpentAreTold() {
    run({"sample"});
    const Ran ran =
        run({"search", quickConfig([](Json& c) {
               c["budgets"] = {{"tokens", 1000}, {"cost", 0.5}, {"gpu_seconds", 3}, {"forecasts", 4}};
             })});
    QCOMPARE(ran.code, 0);
    int told = 0;
    for (const QByteArray& line : ran.err.trimmed().split('\n')) {
      if (!line.startsWith("kernelcast-cli: ")) continue;
      ++told;
      QVERIFY2(line.contains("limits nothing here"), line.constData());
    }
    QCOMPARE(told, 3);
    QVERIFY(ran.err.contains("'budgets.gpu_seconds' limits nothing here"));
    // One that the worst case says can be spent is a limit like any other.
    const Ran limited = run({"search", quickConfig([](Json& c) {
                               c["budgets"] = {{"tokens", 1000}};
                               c["worst_case"] = {{"tokens_per_forecast", 400}};
                             })});
    QVERIFY2(!limited.err.contains("limits nothing"), limited.err.constData());
  }

  void aMissingFolderIsNamed() {
    run({"sample"});
    for (const QStringList& command :
         {QStringList{"report", "H200 sample", "--out", file("none/out.html")},
          QStringList{"export", "H200 sample", "--as", "csv", "--out", file("none/o.csv")}}) {
      const Ran ran = run(command);
      QCOMPARE(ran.code, 3);
      QVERIFY2(ran.err.contains(("there is no folder " + file("none")).toUtf8()), ran.err.constData());
    }
  }

  // What a stream was asked for is all that comes out of it.
  void outputToAStreamIsOnlyTheOutput() {
    run({"sample"});
    const Ran ran = run({"export", "H200 sample", "--as", "csv", "--out", "/dev/stdout"}, false);
    QCOMPARE(ran.code, 0);
    QVERIFY(ran.out.startsWith("number,name,task,"));
    QVERIFY(ran.out.endsWith("\r\n"));
    QCOMPARE(run({"export", "H200 sample", "--as", "csv", "--out", "/dev/full"}).code, 1);
  }

  void aNameStaysOnItsLine() {
    run({"sample"});
    const Ran ran = run({"search", quickConfig([](Json& c) { c["name"] = "two\nlines\x1b[31m"; })}, false);
    QCOMPARE(ran.code, 0);
    QVERIFY2(ran.out.contains("two lines"), ran.out.constData());
    QCOMPARE(run({"sessions"}, false).out.trimmed().split('\n').size(), 3);
    const Ran stats = run({"stats", "two\nlines\x1b[31m"}, false);
    QCOMPARE(stats.code, 0);
    QVERIFY(stats.out.startsWith("two lines"));
    QVERIFY(!(ran.out + ran.err + stats.out).contains('\x1b'));
    // An unknown name lists those that there are: in one line.
    QCOMPARE(run({"stats", "none"}, false).err.trimmed().count('\n'), 0);
  }

  // On a terminal a line that wraps is read by nobody: what has no room is left out and named.
  void narrowTerminalsGetFewerColumns() {
    run({"sample"});
    const auto onTerminal = [&](int columns) {
      QProcess process;
      process.start(
          "script",
          {"-qec",
           QStringLiteral("stty cols %1 rows 24; '%2/kernelcast-cli' --library '%3' candidates 'H200 sample'")
               .arg(columns)
               .arg(QStringLiteral(KERNELCAST_BIN_DIR), library_),
           "/dev/null"});
      return process.waitForFinished(20000) ? QString::fromUtf8(process.readAllStandardOutput()).remove('\r')
                                            : QString();
    };
    const QString narrow = onTerminal(80);
    if (narrow.isEmpty()) QSKIP("script(1) is not here");
    for (const QString& line : narrow.split('\n').first(39)) QVERIFY2(line.size() <= 80, qPrintable(line));
    QVERIFY2(narrow.contains("The terminal is too narrow for: "), qPrintable(narrow));
    QVERIFY(narrow.contains("runtime. A pipe"));
    const QString wide = onTerminal(400);
    QVERIFY2(!wide.contains("too narrow"), qPrintable(wide));
    QVERIFY(wide.split('\n').first().endsWith("runtime"));
    QVERIFY(!run({"candidates", "H200 sample"}, false).out.contains("too narrow"));
  }

  void wordsForPeopleAreAligned() {
    run({"sample"});
    const Ran ran = run({"candidates", "H200 sample"}, false);
    QCOMPARE(ran.code, 0);
    const QStringList lines = QString::fromUtf8(ran.out).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 39);
    QVERIFY(ran.out.contains("×"));
    // The status column starts at the same character in every line.
    const auto column = lines[0].indexOf("status");
    for (const QString& line : lines) QVERIFY2(column == 0 || line[column - 1] == ' ', qPrintable(line));
  }

  void helpTellsWhatIsNotInThisBuild() {
    const Ran ran = run({"--help"}, false);
    QCOMPARE(ran.code, 0);
    for (const char* word :
         {"sample", "import", "sessions", "candidates", "stats", "search", "report", "export"}) {
      QVERIFY2(ran.out.contains(word), word);
    }
    QVERIFY(ran.out.contains("not in this build yet"));
  }

  void aTaskIsCheckedWithoutAGpu() {
    const QString tasks = QStringLiteral(KERNELCAST_SOURCE_DIR "/resources/tasks/");
    for (const char* name : {"row_softmax", "transpose", "sgemm", "causal_conv1d"}) {
      const Ran good = run({"task", "check", tasks + QString::fromLatin1(name)});
      QCOMPARE(good.code, 0);
      VERIFY_SCHEMA("cli_task_check", good.document);
      QVERIFY(good.document["ok"].get<bool>());
    }
    const Ran mixed = run({"task", "check", tasks + "row_softmax", tasks + "transpose/reference.cu"});
    QCOMPARE(mixed.code, 1);
    VERIFY_SCHEMA("cli_task_check", mixed.document);
    QVERIFY(mixed.document["plans"][0]["ok"].get<bool>());
    QVERIFY(!mixed.document["plans"][1]["ok"].get<bool>());
    QVERIFY(mixed.err.contains("1 of 2 launch plans"));

    QVERIFY(QDir().mkpath(file("bad")));
    QVERIFY(QFile::copy(tasks + "row_softmax/reference.cu", file("bad/reference.cu")));
    QFile broken(file("bad/task.json"));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    Json json = readJson(tasks + "row_softmax/task.json");
    json["operations"] = "rows *";
    json["param_ranges"].erase("cols");
    broken.write(QByteArray::fromStdString(json.dump()));
    broken.close();
    const Ran bad = run({"task", "check", file("bad")});
    QCOMPARE(bad.code, 1);
    VERIFY_SCHEMA("cli_task_check", bad.document);
    QCOMPARE(bad.document["faults"].size(), 2U);
    QCOMPARE(run({"task", "check", file("nowhere")}).code, 3);
    QCOMPARE(run({"task"}).code, 2);
  }
  void kernelsAreCompiledWithoutAGpu() {
    const QString tasks = QStringLiteral(KERNELCAST_SOURCE_DIR "/resources/tasks/");
    QFile wrong(file("wrong.cu"));
    QVERIFY(wrong.open(QIODevice::WriteOnly));
    wrong.write(
        "/* kernelcast:launch {\"launches\": [{\"kernel\": \"f\", \"grid\": [1], \"block\": [1]}]} */\n"
        "extern \"C\" __global__ void f() { oops; }\n");
    wrong.close();
    QFile planless(file("planless.cu"));
    QVERIFY(planless.open(QIODevice::WriteOnly));
    planless.write("extern \"C\" __global__ void f() {}\n");
    planless.close();
    const Ran ran = run({"bench", tasks + "row_softmax", tasks + "row_softmax/reference.cu", wrong.fileName(),
                         planless.fileName(), "--compile-only"});
    VERIFY_SCHEMA("cli_bench", ran.document);
    QCOMPARE(ran.document.size(), 3U);
    QVERIFY(ran.document[2]["status"] == "compile_failed");
    QVERIFY(ran.document[2]["error"].get<std::string>().find("the source has none") != std::string::npos);
    if (ran.document[0]["status"] == "infrastructure") {
      QCOMPARE(ran.code, 1);
      QVERIFY2(ran.err.contains("CUDA Toolkit"), ran.err.constData());
      QSKIP("no compiler here, and the command line says so");
    }
    QCOMPARE(ran.code, 0);  // what does not compile is a result
    QVERIFY(ran.document[0]["status"] == "compiled");
    QVERIFY(ran.document[0]["resources"][0]["registers"].get<int>() > 0);
    QVERIFY(ran.document[1]["status"] == "compile_failed");
    QVERIFY(ran.document[1]["error"].get<std::string>().find("candidate.cu(2)") != std::string::npos);
    QCOMPARE(
        run({"bench", tasks + "row_softmax", wrong.fileName(), "--compile-only", "--arch", "hopper"}).code,
        2);
    QCOMPARE(run({"bench", tasks + "nowhere", wrong.fileName(), "--compile-only"}).code, 3);
  }
  void devicesSayWhatIsMissing() {
    const Ran ran = run({"devices"});
    if (ran.code == 0) {
      QVERIFY(ran.document.is_array() && !ran.document.empty());
      return;
    }
    QCOMPARE(ran.code, 3);
    QVERIFY2(ran.err.contains("no GPU here") || ran.err.contains("kernelcast-bench is not here"),
             ran.err.constData());
  }
  void twoCommandsOnOneLineAreRefused() {
    const Ran two = run({"sample", "sessions"});
    QCOMPARE(two.code, 2);
    QVERIFY(two.err.contains("\"sample\" and \"sessions\" are two commands"));
    QVERIFY(!QFile::exists(library_));
  }
};

QTEST_GUILESS_MAIN(TestCli)
#include "test_cli.moc"
