#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/report/html_writer.h"
#include "core/report/reading_order.h"
#include "core/report/report_sections.h"
#include "report_fixture.h"

using namespace kernelcast;
using namespace kernelcast::report;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// "nan" and "inf" as a number would be printed, in text or in an attribute; not as part of a word.
bool holdsNanOrInfinity(const std::string& html) {
  static const QRegularExpression kNumber(R"((?<![A-Za-z_])-?(nan|inf|infinity)(?![A-Za-z_]))",
                                          QRegularExpression::CaseInsensitiveOption);
  return kNumber.match(QString::fromStdString(html)).hasMatch();
}

Report only(std::vector<std::string> sections, ReportSession session = makeSession()) {
  Report report = makeReport({std::move(session)});
  report.options.sections = std::move(sections);
  return report;
}

}  // namespace

class TestReport : public QObject {
  Q_OBJECT

 private slots:
  void wholeDocumentIsWellFormed() {
    const Taken taken = takeApart(writeHtml(makeReport({makeSession(), makeSession()})));
    QCOMPARE(taken.error, QString());
    QCOMPARE(taken.ids.size(), QSet<QString>(taken.ids.begin(), taken.ids.end()).size());
    for (const QString& address : taken.addresses) {
      QVERIFY2(address.startsWith('#') && taken.ids.contains(address.mid(1)), qPrintable(address));
    }
  }

  void runsNothingAndLoadsNothing() {
    const std::string html = writeHtml(makeReport({makeSession()}));
    QVERIFY(html.find("content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\"") !=
            std::string::npos);
    QVERIFY(html.find("<script") == std::string::npos);
    QVERIFY(html.find("url(") == std::string::npos);
    QVERIFY(html.find("@import") == std::string::npos);
    QString rest = QString::fromStdString(html);
    rest.remove("http://www.w3.org/2000/svg");
    QVERIFY(!rest.contains("://"));
  }

  void sameReportSameBytes() {
    const Report report = makeReport({makeSession()});
    QCOMPARE(writeHtml(report), writeHtml(report));
  }

  // A target inside a closed entry opens it; the entry as its own target stays closed.
  void linksToAKernelOpenItsEntry() {
    const QString html = QString::fromStdString(writeHtml(only({"candidates", "kernels"})));
    static const QRegularExpression kTarget("<(\\w+) class=\"(\\w+)\" id=\"s1-kernel-");
    int targets = 0;
    for (auto at = kTarget.globalMatch(html); at.hasNext(); ++targets) {
      const auto match = at.next();
      QCOMPARE(match.captured(1) + " " + match.captured(2), QStringLiteral("div halves"));
    }
    QVERIFY(targets > 0);
    QCOMPARE(targets, static_cast<int>(html.count("href=\"#s1-kernel-")));
  }

  // The program's name once, as it was given.
  void versionIsToldOnce() {
    const Taken taken = takeApart(writeHtml(makeReport({makeSession()})));
    QVERIFY(taken.text.contains("Written by kernelcast 1.2.3. This file"));
    QVERIFY(!taken.text.contains("Kernelcast kernelcast"));
  }

  void noSessions() {
    const Taken taken = takeApart(writeHtml(makeReport({})));
    QCOMPARE(taken.error, QString());
    QVERIFY(taken.text.contains("This report holds no sessions."));
  }

  void emptyStatesSayWhy_data() {
    QTest::addColumn<bool>("forecasts");
    QTest::addColumn<bool>("measurements");
    QTest::addColumn<int>("rows");
    QTest::addColumn<QString>("words");
    QTest::newRow("nothing") << true << true << 0 << "This session holds no candidates yet.";
    QTest::newRow("no forecasts") << false << true << 10 << "This session holds no forecasts";
    QTest::newRow("no measurements") << true << false << 10
                                     << "None of its 10 forecasts has a measurement yet.";
    QTest::newRow("one, not measured")
        << true << false << 1 << "None of its 1 forecast has a measurement yet.";
  }
  void emptyStatesSayWhy() {
    QFETCH(bool, forecasts);
    QFETCH(bool, measurements);
    QFETCH(int, rows);
    QFETCH(QString, words);
    SessionShape shape;
    shape.rows = rows;
    shape.forecasts = forecasts;
    shape.measurements = measurements;
    const std::string html = writeHtml(makeReport({makeSession(shape)}));
    const Taken taken = takeApart(html);
    QCOMPARE(taken.error, QString());
    QVERIFY2(taken.text.contains(words), qPrintable(taken.text));
    QVERIFY(!taken.ids.contains("s1-confusion-title"));
    QVERIFY(!holdsNanOrInfinity(html));
  }

  void oneRowIsEnough() {
    SessionShape shape;
    shape.rows = 1;
    shape.tasks = 1;
    const std::string html = writeHtml(makeReport({makeSession(shape)}));
    const Taken taken = takeApart(html);
    QCOMPARE(taken.error, QString());
    QVERIFY(taken.ids.contains("s1-scatter-title"));
    QVERIFY(taken.ids.contains("s1-reliability-title"));
    QVERIFY(!holdsNanOrInfinity(html));
  }

  void nanIsNeverShown() {
    ReportSession session = makeSession();
    auto& rows = session.table.rows;
    const double bad[] = {kNan, kInfinity, -kInfinity, 0.0, -1.0, std::numeric_limits<double>::denorm_min()};
    for (std::size_t i = 0; i < std::size(bad); ++i) {
      rows[i].speedup = bad[i];
      rows[i].speedupLow = rows[i].speedupHigh = bad[i];
      rows[i].runtimeUs = rows[i].referenceUs = bad[i];
      rows[i].probabilities[3] = bad[i];
      rows[i].rawProbabilitySum = bad[i];
      session.table.forecasts[i].probabilities[3] = bad[i];
      session.details[i].runs[0].cases = {{CaseParams{{{"n", 1}}}, bad[i], 1, bad[i], bad[i], bad[i], {}}};
      session.details[i].forecasts[0].probabilities[3] = bad[i];
    }
    rescore(session);
    for (const stats::MetricInfo& info : stats::metrics()) {
      stats::Figure& figure = session.scores.figures[std::string(info.key)];
      figure.value = figure.low = kNan;
      figure.high = kInfinity;
    }
    session.scores.reliability.push_back({0.9, 1.0, kNan, kNan, 3, {}});
    session.scores.parseRate = kNan;
    session.pairs.pairs.push_back({0, 1, kInfinity, kNan, false});
    session.devices[0].clockRateGhz = kNan;
    for (const BinRule rule : {BinRule::Prompt, BinRule::PaperCode}) {
      Report report = makeReport({session, makeSession()});
      report.options.bins = rule;
      const std::string html = writeHtml(report);
      QCOMPARE(takeApart(html).error, QString());
      QVERIFY(!holdsNanOrInfinity(html));
    }
  }

  void indicesOutOfRangeAreSurvived() {
    ReportSession session = makeSession();
    session.table.rows[0].task = 99;
    session.table.rows[1].task = -1;
    session.table.rows[2].device = session.table.rows[2].surrogate = 42;
    session.pairs.pairs.insert(session.pairs.pairs.begin(), {100'000, -7, 1.0, 0.2, false});
    session.details.resize(3);
    QCOMPARE(takeApart(writeHtml(makeReport({session}))).error, QString());
  }

  void keyFiguresCarryTheirCounts() {
    const ReportSession session = makeSession();
    const Taken taken = takeApart(writeHtml(only({"key_figures"}, session)));
    const stats::SessionScores& scores = session.scores;
    QVERIFY(scores.n > 0 && scores.failed > 0);
    QVERIFY(taken.text.contains(QString("%1 of %2").arg(scores.rightBin).arg(scores.n)));
    QVERIFY(taken.text.contains(QString("%1 of %2").arg(scores.withinOne).arg(scores.n)));
    QVERIFY(taken.text.contains(QString("n = %1").arg(scores.n)));
    QVERIFY(taken.text.contains(QString("mean of 2 tasks")));
    QVERIFY(taken.text.contains(QString("%1failed, in no class").arg(scores.failed)));
  }

  void scoresOfBothRulesListEveryMetric() {
    const Taken taken = takeApart(writeHtml(only({"scores"})));
    for (const stats::MetricInfo& info : stats::metrics()) {
      QVERIFY2(taken.text.contains(QString::fromUtf8(info.title.data(), std::ssize(info.title))),
               info.key.data());
    }
    QVERIFY(taken.text.contains("as asked"));
    QVERIFY(taken.text.contains("as published"));
    // Every answer was read, so the figures that count unreadable ones would say the same again.
    for (const stats::CompanionInfo& companion : stats::companions()) {
      QCOMPARE(taken.text.contains(
                   QString::fromUtf8(companion.metric.title.data(), std::ssize(companion.metric.title))),
               !companion.ofUnreadable);
    }
  }

  void unreadableAnswersShowInBothColumns() {
    ReportSession session = makeSession();
    const std::size_t last = session.table.forecasts.size() - 2;
    ForecastRow& forecast = session.table.forecasts[last];
    CandidateRow& row = session.table.rows[static_cast<std::size_t>(forecast.row)];
    QCOMPARE(row.status, RowStatus::Ok);
    forecast.parsed = false;
    forecast.probabilities = uniformProbabilities();
    row.forecasts = 0;
    row.unparsed = 1;
    row.predictedBin = 0;
    rescore(session);
    QCOMPARE(session.scores.unparsed, 1);
    const std::string html = writeHtml(makeReport({session}));
    const QString text = takeApart(html).text;
    QCOMPARE(text.count("The same, unreadable answers counted as uniform"), 4);
    QVERIFY(text.contains("in no ranking"));
    QVERIFY(QString::fromStdString(html).contains(
        "title=\"ranked probability score, all rows: A forecast that could not be read is scored"));
  }

  void oddForecastsAreCounted() {
    ReportSession session = makeSession();
    session.table.forecasts[0].rawProbabilitySum = 2;
    session.table.rows[0].speedup = 40;
    rescore(session);
    const QString text = takeApart(writeHtml(only({"counted"}, session))).text;
    QVERIFY(text.contains(QString("Probabilities that summed to less than 0.75 or more than 1.1%1 of %2")
                              .arg(session.scores.oddSum)
                              .arg(session.scores.n)));
    QVERIFY(text.contains(QString("Measured beyond the scale (0.177× to 5.66×)%1 of %2")
                              .arg(session.scores.beyondScale)
                              .arg(session.scores.n)));
    QVERIFY(session.scores.oddSum == 1 && session.scores.beyondScale > 0);
  }

  // A dash would leave the reader to guess.
  void aKernelThatWorksAndHasNoSpeedupSaysWhy() {
    ReportSession session = makeSession();
    const auto forget = [&](std::size_t i) {
      CandidateRow& row = session.table.rows[i];
      row.status = RowStatus::Ok;
      row.runtimeUs = 12;
      row.speedup = row.speedupLow = row.speedupHigh = row.referenceUs = CandidateRow::kUnknown;
    };
    forget(0);
    QString text = takeApart(writeHtml(only({"candidates"}, session))).text;
    QCOMPARE(text.count("other cases than the reference"), 1);
    for (std::size_t i = 0; i < session.table.rows.size(); ++i) {
      if (session.table.rows[i].status == RowStatus::Ok) forget(i);
      session.details[i].referenceRuns.clear();
    }
    text = takeApart(writeHtml(only({"candidates"}, session))).text;
    QVERIFY(!text.contains("other cases than the reference"));
    QVERIFY(text.count("reference not measured") > 5);
    session.details.clear();
    text = takeApart(writeHtml(only({"candidates"}, session))).text;
    QVERIFY(text.contains("no reference time"));
  }

  void aReplaySaysThatItIsNoEvidence() {
    ReportSession session = makeSession();
    const char* words = "is no evidence of what forecasts save";
    QVERIFY(!takeApart(writeHtml(makeReport({session}))).text.contains(words));
    session.table.summary.kind = SessionKind::Search;
    const QString text = takeApart(writeHtml(makeReport({session, makeSession()}))).text;
    QCOMPARE(text.count(words), 1);
    QVERIFY2(text.indexOf(words) < text.indexOf("Key figures"), "it stands before any figure");
  }

  void emptyFigureShowsItsNote() {
    ReportSession session = makeSession();
    session.scores.figures["brier"] = {std::nullopt, std::nullopt, std::nullopt, 0, "the reason it is empty"};
    const Taken taken = takeApart(writeHtml(only({"scores"}, session)));
    QVERIFY(taken.text.contains("the reason it is empty"));
    QVERIFY(taken.text.contains("–"));
  }

  void sectionsAreOneTable() {
    QSet<QString> keys;
    for (const ReportSection& section : reportSections()) {
      const QString key = QString::fromUtf8(section.key.data(), std::ssize(section.key));
      QVERIFY(!keys.contains(key));
      keys.insert(key);
      QCOMPARE(findReportSection(section.key), &section);
      const Taken taken = takeApart(writeHtml(only({std::string(section.key)})));
      QCOMPARE(taken.error, QString());
      for (const ReportSection& other : reportSections()) {
        const QString id = "s1-" + QString::fromUtf8(other.key.data(), std::ssize(other.key));
        QCOMPARE(taken.ids.contains(id), other.key == section.key);
      }
    }
    QCOMPARE(findReportSection("no_such_section"), nullptr);
  }

  void failuresStandLastAndTasksTogether() {
    const ReportSession session = makeSession();
    const std::vector<int> order = readingOrder(session.table);
    QCOMPARE(order.size(), session.table.rows.size());
    const auto at = [&](std::size_t i) -> const CandidateRow& {
      return session.table.rows[static_cast<std::size_t>(order[i])];
    };
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (isFailure(at(i - 1).status)) QVERIFY(isFailure(at(i).status));
      if (isFailure(at(i - 1).status) != isFailure(at(i).status)) continue;
      QVERIFY(at(i - 1).task <= at(i).task);
      if (at(i - 1).task == at(i).task && at(i).hasSpeedup()) QVERIFY(at(i - 1).speedup >= at(i).speedup);
    }
    const QString text = takeApart(writeHtml(only({"candidates"}, session))).text;
    QVERIFY(text.lastIndexOf("correct") < text.indexOf("did not compile"));
  }

  void wrongOrderPairIsASentence() {
    ReportSession session = makeSession();
    session.pairs = {};
    session.pairs.pairs = {{0, 1, std::log2(2.07), 0.3, true}};
    session.pairs.total = 1;
    session.pairs.compared = 81;
    const QString text = takeApart(writeHtml(only({"wrong_order"}, session))).text;
    QVERIFY(text.contains("1 of 81 pairs stand in the wrong order."));
    QVERIFY(text.contains("forecast kernel_1 faster than kernel_0; measured, kernel_0 is 2.07× faster"));
    QVERIFY(text.contains("within noise"));
    QVERIFY(text.contains("70%"));
  }

  void measuredClassFollowsTheRule() {
    ReportSession session = makeSession();
    session.table.rows[0].speedup = 3;  // class 7 as asked, "≤ 4"; class 7 as published, "< 4"
    session.table.rows[0].status = RowStatus::Ok;
    rescore(session);
    Report report = only({"candidates"}, session);
    QVERIFY(!takeApart(writeHtml(report)).text.contains("7 (< 4×)"));
    report.options.bins = BinRule::PaperCode;
    QVERIFY(takeApart(writeHtml(report)).text.contains("7 (< 4×)"));
  }

  void limitsSayWhatTheyLeaveOut() {
    Report report = makeReport({makeSession()});
    report.options.tableRows = 5;
    report.options.pairs = 2;
    report.options.detailBytes = 20'000;
    report.options.textBytes = 10;
    const Taken taken = takeApart(writeHtml(report));
    QCOMPARE(taken.error, QString());
    QVERIFY(taken.text.contains("The first 5 of 24 rows are shown"));
    QVERIFY(taken.text.contains("The costliest 2 are shown."));
    QVERIFY(taken.text.contains(QRegularExpression("\\d of 24 entries are shown")));
    QVERIFY(taken.text.contains("more are left out."));
  }

  void asManyKernelsAsAreAskedFor() {
    Report report = only({"kernels"});
    report.options.kernels = 3;
    const Taken taken = takeApart(writeHtml(report));
    QVERIFY2(
        taken.text.contains("3 of 24 entries are shown, each task's fastest first: so many were asked for."),
        qPrintable(taken.text.left(2000)));
    QCOMPARE(taken.classes.value("said muted") + taken.classes.value("said"), 6);  // two of each entry
    report.options.kernels = 24;
    QVERIFY(!takeApart(writeHtml(report)).text.contains("entries are shown"));
  }

  void cutsBetweenCharacters() {
    ReportSession session = makeSession();
    session.details[0].source = "a××××";  // each × is two bytes
    Report report = only({"kernels"}, session);
    report.options.textBytes = 4;
    QVERIFY(!QString::fromStdString(writeHtml(report)).contains(QChar::ReplacementCharacter));
  }

  void thousandsOfRowsStayReadable() {
    SessionShape shape;
    shape.rows = 5000;
    shape.tasks = 5;
    shape.source = std::string(3000, 'x');
    ReportSession session = makeSession(shape);
    const Report report = makeReport({std::move(session)});
    QElapsedTimer timer;
    timer.start();
    const std::string html = writeHtml(report);
    QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString("%1 ms").arg(timer.elapsed())));
    QVERIFY2(html.size() < 12'000'000, qPrintable(QString("%1 bytes").arg(html.size())));
    const Taken taken = takeApart(html);
    QCOMPARE(taken.error, QString());
    QVERIFY(taken.text.contains("n = 5,000."));
    QVERIFY(taken.text.contains(" of 5,000 entries are shown"));
  }

  void provenanceIsComplete() {
    ReportSession session = makeSession();
    const QString unknown = takeApart(writeHtml(only({"provenance"}, session))).text;
    QVERIFY(unknown.contains("promptsunknown"));
    session.promptHashes = {"hash-of-a-prompt"};
    const QString text = takeApart(writeHtml(only({"provenance"}, session))).text;
    for (const char* fact :
         {"kernelcast 1.2.3", "2026-03-01", "01HZX3V5K8Q2M4N6P8R0S2T4V6", "as asked.", "S = 1 is class 4",
          "1 each, 24 rows measured", "aaaaaaaa", "hash-of-a-prompt", "NVIDIA H200", "13.0", "9.0"}) {
      QVERIFY2(text.contains(fact), fact);
    }
  }
};

QTEST_APPLESS_MAIN(TestReport)
#include "test_report.moc"
