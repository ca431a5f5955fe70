// The table of formats, and import and export over libraries that are made up here.
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <set>

#include "core/exchange/detect.h"
#include "core/exchange/formats.h"
#include "core/exchange/sample.h"
#include "tests/exchange/full_session.h"

using namespace kernelcast;
using namespace kernelcast::exchange;

namespace {

class MapSink final : public ImportSink {
 public:
  Result<Stored> store(const ExchangeSession& session) override {
    const std::string hash = contentHash(session);
    const auto [place, isNew] = hashes_.emplace(session.id, hash);
    if (isNew) return Stored::New;
    if (place->second == hash) return Stored::AlreadyThere;
    return failure(Error::Kind::Conflict, "the same id with other content");
  }
  [[nodiscard]] std::size_t size() const { return hashes_.size(); }

 private:
  std::map<SessionId, std::string> hashes_;
};

class OneSession final : public RowSource {
 public:
  Result<ExchangeSession> exchangeSession(const SessionId& id) override {
    const ExchangeSession session = fixtures::fullSession();
    if (id != session.id) return failure(Error::Kind::NotFound, "no such session");
    return session;
  }
  Result<SessionTable> table(const SessionId& /*id*/) override { return failure("not asked for"); }
};

}  // namespace

class TestFormats : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::filesystem::path file(const char* name, std::string_view text) const {
    auto path = std::filesystem::path(folder_.path().toStdString()) / name;
    if (!writeFile(path, text)) qFatal("cannot write %s", path.c_str());
    return path;
  }

 private slots:
  void theTableIsSound() {
    std::set<std::string_view> keys;
    for (const FormatInfo& format : formats()) {
      QVERIFY(keys.insert(format.key).second);
      QVERIFY(!format.title.empty() && format.files.substr(0, 2) == "*.");
      QVERIFY(format.canImport || format.canExport);
      QVERIFY(!format.writtenByReport || format.canExport);
      // What is in the build has somebody who does it, and the rest has nobody.
      QCOMPARE(format.read != nullptr, format.inBuild && format.canImport);
      QCOMPARE(format.write != nullptr, format.inBuild && format.canExport && !format.writtenByReport);
      QVERIFY(findFormat(format.key) == &format);
    }
    for (const char* key : {"native", "csv", "eval-set", "predictions", "training-pool", "discovery-pairs",
                            "events", "kernelbot", "kernelbench"}) {
      QVERIFY2(findFormat(key) != nullptr, key);
    }
    QVERIFY(findFormat("") == nullptr && findFormat("Native") == nullptr);
  }

  void importsTheSameOnce() {
    MapSink sink;
    const auto path = file("sample.json", sampleDocument());
    const auto first = importFile(path, sink);
    QVERIFY2(first.has_value(), first ? "" : first.error().message.c_str());
    QCOMPARE(first->report.format, std::string("native"));
    QCOMPARE(first->report.kept, 160);
    QVERIFY(!first->alreadyThere);
    QCOMPARE(first->sessions.size(), std::size_t{1});
    const auto second = importFile(path, sink, "native");
    QVERIFY(second.has_value() && second->alreadyThere);
    QCOMPARE(sink.size(), std::size_t{1});
    std::string other(sampleDocument());
    other.replace(other.find("H200 sample"), 11, "H200 simple");
    const auto conflict = importFile(file("other.json", other), sink);
    QVERIFY(!conflict.has_value());
    QVERIFY(conflict.error().kind == Error::Kind::Conflict);
  }

  void importSaysWhatIsWrong() {
    MapSink sink;
    const auto message = [&](const Result<ImportResult>& result) {
      return result ? std::string("(imported)") : result.error().message;
    };
    const auto sample = file("sample.json", sampleDocument());
    QCOMPARE(message(importFile(sample, sink, "foo")),
             std::string("there is no format \"foo\"; what can be imported in this build: native"));
    const auto csv = importFile(sample, sink, "csv");
    QVERIFY(!csv && csv.error().kind == Error::Kind::WrongUsage);
    const auto events = importFile(sample, sink, "events");
    QVERIFY(!events && events.error().kind == Error::Kind::NotInBuild);
    QVERIFY(importFile("/nowhere/at/all.json", sink).error().kind == Error::Kind::NotFound);
    const auto cut = importFile(file("cut.json", sampleDocument().substr(0, 100'000)), sink);
    QVERIFY(!cut.has_value());
    QVERIFY2(cut.error().message.find("not valid JSON") != std::string::npos, cut.error().message.c_str());
    QCOMPARE(sink.size(), std::size_t{0});
  }

  void namesWhatItCannotReadYet_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("format");
    const auto row = [](const char* text, const char* format) { QTest::newRow(format) << text << format; };
    row(R"({"kind":"search_initialized","root":{}})", "events");
    row(R"({"comparison_id":"a","pack":"p","anchor_code":"x","candidate_code":"y"})", "eval-set");
    row(R"({"comparison_id":"a","pack":"p","surrogate_label":"s","repeat":0})", "predictions");
    row(R"({"row_id":"a","pack":"p","anchor_code":"x"})", "training-pool");
    row(R"({"pair_id":"a","problem_id":"p","parent_code":"x"})", "discovery-pairs");
    row(R"({"name":"n","leaderboard_id":1,"case_results":[]})", "leaderboard");
    row(R"({"1":[{"sample_id":0,"compiled":true,"correctness":false}]})", "kernelbench");
    row("files:\n - {name: a, source: b}\nlang: cu\ntests: []\n", "kernelbot");
  }
  void namesWhatItCannotReadYet() {
    QFETCH(QString, text);
    QFETCH(QString, format);
    MapSink sink;
    const auto result = importFile(file("foreign", text.toStdString()), sink);
    QVERIFY(!result.has_value());
    QVERIFY(result.error().kind == Error::Kind::NotInBuild);
    QVERIFY2(result.error().message.find(format.toStdString() + " (") != std::string::npos,
             result.error().message.c_str());
  }

  void anythingElseIsTakenForOurs() {
    QCOMPARE(detectFormat(sampleDocument()), std::string_view("native"));
    QCOMPARE(detectFormat(""), std::string_view("native"));
    QCOMPARE(detectFormat("\xff\x00"), std::string_view("native"));
    // Kernels whose text speaks of another format do not mislead.
    ExchangeSession session = fixtures::fullSession();
    session.kernels[0].source =
        R"({"comparison_id": 1, "surrogate_label": 2} files: lang: tests: test-count:)";
    QCOMPARE(detectFormat(writeNative(session)), std::string_view("native"));
  }

  void exportsTheNativeForm() {
    OneSession library;
    const auto text = exportSession(fixtures::fullSession().id, library, "native");
    QVERIFY(text.has_value());
    QVERIFY(*text == writeNative(fixtures::fullSession()));
    QVERIFY(exportSession("01KV5JE8G0TEST000000000009", library, "native").error().kind ==
            Error::Kind::NotFound);
  }

  void exportSaysWhatIsWrong() {
    OneSession library;
    const SessionId id = fixtures::fullSession().id;
    QVERIFY(exportSession(id, library, "eval-set").error().kind == Error::Kind::NotInBuild);
    QVERIFY(exportSession(id, library, "events").error().kind == Error::Kind::WrongUsage);
    const auto unknown = exportSession(id, library, "foo");
    QCOMPARE(unknown.error().message,
             std::string("there is no format \"foo\"; what can be exported in this build: native, csv"));
    // The table says who writes it.
    QVERIFY(findFormat("csv")->writtenByReport);
    QVERIFY(exportSession(id, library, "csv").error().kind == Error::Kind::Failed);
  }
};

QTEST_APPLESS_MAIN(TestFormats)
#include "test_formats.moc"
