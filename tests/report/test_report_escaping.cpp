#include <QTest>

#include "core/report/html_escape.h"
#include "core/report/html_writer.h"
#include "core/report/markup.h"
#include "report_fixture.h"

using namespace kernelcast;
using namespace kernelcast::report;

namespace {

// Every way out of its place that a text could try, and bytes that break parsers.
std::string hostile(const std::string& where) {
  return where +
         "</script><img src=x onerror=alert(1)>\"' onload='alert(2)' ]]>--></title></svg></style></pre>"
         "<svg/onload=alert(3)><a href=\"javascript:alert(4)\">&lt;&#60; \x01\x1b[31m\xff\xc3\x28 "
         "\xe2\x80\xae x";
}

Report hostileReport() {
  ReportSession session = makeSession();
  SessionSummary& summary = session.table.summary;
  summary.id = hostile("id");
  summary.name = hostile("name");
  summary.stateNote = hostile("state");
  summary.policy = hostile("policy");
  summary.best = {{hostile("best-task"), 1, hostile("best-name"), 2.0}};
  session.table.tasks = {hostile("task"), hostile("task2")};
  session.table.devices = {hostile("device"), hostile("device2")};
  session.table.surrogates = {hostile("surrogate"), hostile("surrogate2")};
  for (CandidateRow& row : session.table.rows) {
    row.name = hostile("kernel");
    row.parentName = hostile("parent");
    row.kernelHash = hostile("hash");
  }
  for (CandidateDetail& detail : session.details) {
    detail.note = hostile("note");
    detail.source = hostile("source");
    detail.parentSource = hostile("parent-source");
    detail.referenceSource = hostile("reference-source");
    detail.referenceName = hostile("reference-name");
    detail.runLabels = {hostile("label")};
    for (Forecast& forecast : detail.forecasts) {
      forecast.parsed = false;
      forecast.rationale = hostile("rationale");
      forecast.parseError = hostile("parse-error");
    }
    for (std::vector<Measurement>* runs : {&detail.runs, &detail.referenceRuns}) {
      for (Measurement& run : *runs) {
        run.error = hostile("log");
        for (CaseTiming& timing : run.cases) timing.params.values[0].first = hostile("param");
      }
    }
  }
  session.devices[0].name = hostile("device-name");
  session.devices[0].driverVersion = hostile("driver");
  session.devices[0].nvrtcVersion = hostile("nvrtc");
  session.dataHash = hostile("data");
  session.promptHashes = {hostile("prompt")};
  for (auto& [key, figure] : session.scores.figures) figure.note = hostile("figure-note");
  ReportSession second = session;
  Report report = makeReport({std::move(session), std::move(second)});
  report.title = hostile("title");
  report.options.programVersion = hostile("version");
  return report;
}

}  // namespace

class TestReportEscaping : public QObject {
  Q_OBJECT

 private slots:
  void hostileTextIsInertEverywhere() {
    const std::string html = writeHtml(hostileReport());
    const QString lower = QString::fromStdString(html).toLower();
    for (const char* raw : {"<img", "<script", "</script", "<svg/", "javascript:alert(4)\"", "'alert(2)'"}) {
      QVERIFY2(!lower.contains(raw), raw);
    }
    const Taken taken = takeApart(html);
    QCOMPARE(taken.error, QString());
    // Nothing but what the writer itself makes: a tag or an attribute that came from a text would stand out.
    const QSet<QString> elements{"html",    "head",   "meta",    "title",   "style", "body",  "main",
                                 "div",     "h1",     "h2",      "h3",      "h4",    "p",     "span",
                                 "b",       "small",  "br",      "a",       "dl",    "dt",    "dd",
                                 "section", "header", "footer",  "table",   "thead", "tbody", "tr",
                                 "th",      "td",     "details", "summary", "pre",   "code",  "svg",
                                 "desc",    "path",   "rect",    "circle",  "line",  "text"};
    QVERIFY2((taken.elements - elements).isEmpty(),
             qPrintable((taken.elements - elements).values().join(' ')));
    for (const QString& attribute : taken.attributes)
      QVERIFY2(!attribute.startsWith("on"), qPrintable(attribute));
    QVERIFY(!taken.attributes.contains("style"));
    QVERIFY(!taken.attributes.contains("src"));
    for (const QString& address : taken.addresses) QVERIFY2(address.startsWith("#s"), qPrintable(address));
    // It shows all the same, as the text that it is.
    for (const char* where : {"title", "name", "kernel", "note", "source", "reference-source", "rationale",
                              "parse-error", "log", "task", "device-name", "driver", "data", "prompt",
                              "state", "policy", "best-name", "figure-note", "version"}) {
      QVERIFY2(taken.text.contains(QString(where) + "</script><img src=x onerror=alert(1)>"), where);
    }
  }

  void bytesAreValidText() {
    const std::string html = writeHtml(hostileReport());
    const QString text = QString::fromUtf8(html.data(), static_cast<qsizetype>(html.size()));
    QCOMPARE(text.toUtf8().toStdString(), html);
    for (const char c : html) QVERIFY(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t');
    QVERIFY(!text.contains(QChar(0x202e)));
  }

  void cleaned_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("clean");
    const QByteArray mark = "\xEF\xBF\xBD";
    QTest::newRow("empty") << QByteArray() << QByteArray();
    QTest::newRow("plain") << QByteArray("a b\n\tc") << QByteArray("a b\n\tc");
    QTest::newRow("letters and signs") << QByteArray("×≤¼ 中 😀") << QByteArray("×≤¼ 中 😀");
    QTest::newRow("line ends of Windows") << QByteArray("a\r\nb\r\n") << QByteArray("a\nb\n");
    QTest::newRow("lone carriage return") << QByteArray("a\rb") << "a" + mark + "b";
    QTest::newRow("nul") << QByteArray("a\0b", 3) << "a" + mark + "b";
    QTest::newRow("escape") << QByteArray("\x1b[31m") << mark + "[31m";
    QTest::newRow("delete") << QByteArray("\x7f") << mark;
    QTest::newRow("C1 control") << QByteArray("\xc2\x85") << mark;
    QTest::newRow("not UTF-8") << QByteArray("\xff!") << mark + "!";
    QTest::newRow("cut sequence") << QByteArray("a\xe2\x80") << "a" + mark + mark;
    QTest::newRow("not a character") << QByteArray("\xef\xbf\xbe\xef\xbf\xbf") << mark + mark;
    QTest::newRow("overrides") << QByteArray("\xe2\x80\xae\xe2\x81\xa6z") << mark + mark + "z";
    QTest::newRow("joiner stays") << QByteArray("\xe2\x80\x8d") << QByteArray("\xe2\x80\x8d");
  }
  void cleaned() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, clean);
    QCOMPARE(QByteArray::fromStdString(cleanText(text.toStdString())), clean);
  }

  void escaped() {
    QCOMPARE(escapeHtml("a < b && c > \"d\" 'e'"),
             std::string("a &lt; b &amp;&amp; c &gt; &quot;d&quot; &#39;e&#39;"));
    QCOMPARE(escapeHtml("&lt;"), std::string("&amp;lt;"));
  }

  void coordinatesAreNumbers() {
    QCOMPARE(coordinate(1.0), std::string("1"));
    QCOMPARE(coordinate(1.256), std::string("1.26"));
    QCOMPARE(coordinate(100.5), std::string("100.5"));
    QCOMPARE(coordinate(-0.001), std::string("0"));
    QCOMPARE(coordinate(std::numeric_limits<double>::quiet_NaN()), std::string("0"));
    QCOMPARE(coordinate(std::numeric_limits<double>::infinity()), std::string("0"));
  }
};

QTEST_APPLESS_MAIN(TestReportEscaping)
#include "test_report_escaping.moc"
