// Two kernels side by side, with times written by hand.
#include <QTest>

#include "core/analysis/pair.h"
#include "core/analysis/source_facts.h"
#include "tests/stats/tables.h"

using namespace kernelcast;
using namespace kernelcast::analysis;
using namespace kernelcast::fixtures;

namespace {

CaseTiming timing(std::int64_t size, double medianUs, std::optional<double> stdUs = 1.0, int n = 100) {
  CaseTiming each;
  each.params.values = {{"rows", size}};
  each.medianUs = medianUs;
  each.stdUs = stdUs;
  each.n = n;
  return each;
}

CandidateDetail detailOf(std::vector<CaseTiming> cases, std::string source = {}) {
  CandidateDetail detail;
  Measurement run;
  run.cases = std::move(cases);
  detail.runs = {run};
  detail.source = std::move(source);
  return detail;
}

CandidateRow rowOf(const BinProbabilities& p, double speedup) {
  SessionTable table = emptyTable();
  CandidateRow row = addRow(table, 0, p, speedup);
  row.runs = 2;
  row.speedupLow = speedup * 0.99;
  row.speedupHigh = speedup * 1.01;
  return row;
}

}  // namespace

class TestPair : public QObject {
  Q_OBJECT

 private slots:
  void casesAreWonBeyondNoise() {
    // Two standard errors of the difference: 2 * sqrt(2) * 1.2533 * 1 / 10 = 0.354 us.
    const auto a = detailOf(
        {timing(1, 10.0), timing(2, 20.0), timing(3, 30.0), timing(4, 40, std::nullopt), timing(5, 50)});
    const auto b =
        detailOf({timing(1, 10.3), timing(2, 20.4), timing(3, 25.0), timing(4, 41), timing(6, 60)});
    const PairComparison pair = comparePair(rowOf(certain(5), 1.2), a, rowOf(certain(6), 1.1), b);
    QCOMPARE(pair.cases.size(), std::size_t{6});
    const auto is = [&](std::size_t i, CaseWinner winner, bool noise, bool known) {
      return pair.cases[i].winner == winner && pair.cases[i].withinNoise == noise &&
             pair.cases[i].spreadKnown == known;
    };
    QVERIFY(is(0, CaseWinner::Neither, true, true));
    QVERIFY(is(1, CaseWinner::A, false, true));
    QVERIFY(is(2, CaseWinner::B, false, true));
    QVERIFY(
        is(3, CaseWinner::A, false, false));  // no spread was recorded: the medians decide, and it says so
    QVERIFY(!pair.cases[4].bUs && !pair.cases[4].ratio());
    QVERIFY(!pair.cases[5].aUs && *pair.cases[5].bUs == 60);
    QCOMPARE(pair.wonByA, 2);
    QCOMPARE(pair.wonByB, 1);
    QCOMPARE(pair.undecided, 1);
    QCOMPARE(*pair.cases[2].ratio(), 25.0 / 30.0);
  }

  void noiseIsJudgedByTheIntervals() {
    const CandidateDetail none;
    PairComparison pair = comparePair(rowOf(certain(5), 1.2), none, rowOf(certain(6), 1.1), none);
    QCOMPARE(*pair.beyondNoise, true);
    QCOMPARE(*pair.speedupRatio, 1.2 / 1.1);
    QVERIFY(pair.noiseSentence.starts_with(
        "The difference exceeds the noise: 1.19–1.21× and 1.09–1.11×, of 2 runs"));
    pair = comparePair(rowOf(certain(5), 1.101), none, rowOf(certain(6), 1.1), none);
    QCOMPARE(*pair.beyondNoise, false);
    pair = comparePair(rowOf(certain(5), 0), none, rowOf(certain(6), 1.1), none);
    QVERIFY(!pair.beyondNoise && !pair.speedupRatio);
  }

  void forecastIsToldFromACoinFlip() {
    const CandidateDetail none;
    // P(A faster) with A sure of class 6 and B sure of class 5 is 1.
    PairComparison pair = comparePair(rowOf(certain(6), 1.2), none, rowOf(certain(5), 1.1), none);
    QCOMPARE(*pair.probabilityAFaster, 1.0);
    QCOMPARE(*pair.expectedA, std::exp2(0.75));
    QCOMPARE(*pair.expectedB, std::exp2(0.25));
    QCOMPARE(QString::fromStdString(pair.forecastSentence),
             QStringLiteral("The surrogate was sure of A: P(A faster) = 100%. It was right."));
    pair = comparePair(rowOf(certain(5), 1.2), none, rowOf(certain(6), 1.1), none);
    QVERIFY(pair.forecastSentence.ends_with("P(B faster) = 100%. It was wrong."));
    pair = comparePair(rowOf(certain(5), 1.2), none, rowOf(certain(5), 1.1), none);
    QCOMPARE(*pair.probabilityAFaster, 0.5);
    QVERIFY(pair.forecastSentence.starts_with("A coin flip"));
    pair = comparePair(rowOf(certain(6), 1.101), none, rowOf(certain(5), 1.1), none);
    QVERIFY(pair.forecastSentence.ends_with("The measurement does not decide."));
    CandidateRow unread = rowOf(certain(5), 1.2);
    unread.forecasts = 0;
    pair = comparePair(unread, none, rowOf(certain(5), 1.1), none);
    QVERIFY(!pair.probabilityAFaster && !pair.expectedA && pair.expectedB);
  }

  void factsThatDifferStandFirst() {
    const std::string plan =
        "/* kernelcast:launch {\"launches\": [{\"kernel\": \"k\", \"grid\": [\"rows\"], \"block\": [256]}]} "
        "*/\n";
    CandidateRow a = rowOf(certain(5), 1.2);
    CandidateRow b = rowOf(certain(5), 1.1);
    a.registers = 32;
    b.registers = 40;
    a.sharedBytes = b.sharedBytes = 1024;
    const PairComparison pair = comparePair(a, detailOf({}, plan + "__shared__ float t[8];\nfloat4 v;\n"), b,
                                            detailOf({}, plan + "float4 v;\n"));
    QStringList names;
    for (const FactPair& fact : pair.facts) {
      names << QString::fromStdString(fact.name +
                                      (fact.differs() ? " " + fact.a + " | " + fact.b : " = " + fact.a));
    }
    QCOMPARE(names.join(u'\n'), QStringLiteral("registers a thread 32 | 40\n"
                                               "lines of device code 2 | 1\n"
                                               "mentions shared memory yes | no\n"
                                               "static shared memory = 1.00 KiB\n"
                                               "launches = 1\n"
                                               "grid = rows\n"
                                               "block = 256\n"
                                               "dynamic shared memory = 0\n"
                                               "scratch buffers = 0\n"
                                               "cooperative launch = no\n"
                                               "mentions vector types = yes"));
  }

  void commentsAreNoFacts() {
    const PairComparison pair =
        comparePair(rowOf(certain(5), 1.2), detailOf({}, "// uses wmma\n/* __ldg */ int x;\n"),
                    rowOf(certain(5), 1.1), detailOf({}, "asm(\"cp.async.cg.shared.global\");\n"));
    QStringList names;
    for (const FactPair& fact : pair.facts) names << QString::fromStdString(fact.name);
    QVERIFY(!names.contains(QStringLiteral("mentions tensor cores")));
    QVERIFY(!names.contains(QStringLiteral("mentions read-only loads")));
    QVERIFY(names.contains(QStringLiteral("mentions asynchronous copies")));
  }

  void conditionsAndClustersAreShownWhereAPlanHasThem() {
    const std::string plan =
        "/* kernelcast:launch {\"launches\": [{\"kernel\": \"k\", \"when\": \"rows > 8\", \"cluster\": [2, "
        "1]}, "
        "{\"kernel\": \"t\"}]} */\n";
    const PairComparison pair = comparePair(rowOf(certain(5), 1.2), detailOf({}, plan),
                                            rowOf(certain(5), 1.1), detailOf({}, "int x;"));
    QStringList shown;
    for (const FactPair& fact : pair.facts) {
      if (fact.name == "launched when" || fact.name == "cluster") shown << QString::fromStdString(fact.a);
    }
    QCOMPARE(shown.join(u'|'), QStringLiteral("2 × 1; –|rows > 8; always"));
  }

  void featuresAreWholeWords() {
    const auto& features = sourceFeatures();
    const auto vector = std::find_if(features.begin(), features.end(),
                                     [](const auto& f) { return f.name == "vector types"; });
    QVERIFY(mentions("const float4 *x", *vector));
    QVERIFY(!mentions("const myfloat4_t *x; float42 y", *vector));
    QVERIFY(!mentions("", *vector));
  }
};

QTEST_APPLESS_MAIN(TestPair)
#include "test_pair.moc"
