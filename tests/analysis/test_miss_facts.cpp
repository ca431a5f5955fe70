// Sentences of what is known of a miss, and the ranks and cases behind them.
#include <QTest>
#include <cmath>

#include "core/analysis/miss_facts.h"
#include "core/analysis/rank_range.h"
#include "core/domain/text.h"
#include "core/stats/pools.h"
#include "core/stats/session_scores.h"
#include "tests/stats/tables.h"

using namespace kernelcast;
using namespace kernelcast::analysis;
using namespace kernelcast::fixtures;

namespace {

QString factsOf(const SessionTable& table, int row, const MissContext& context) {
  QStringList sentences;
  for (const MissFact& fact : missFacts(table, row, context))
    sentences << QString::fromStdString(fact.sentence);
  return sentences.join(u'\n');
}

MeasuredCase caseOf(const char* label, double speedup) {
  MeasuredCase each;
  each.label = each.longLabel = label;
  each.medianUs = 10;
  each.referenceUs = 10 * speedup;
  each.speedup = speedup;
  return each;
}

void interval(CandidateRow& row, double low, double high) {
  row.speedupLow = low;
  row.speedupHigh = high;
}

}  // namespace

class TestMissFacts : public QObject {
  Q_OBJECT

 private slots:
  // Forecast 0.5 on class 6 (1.41..2) and 0.5 on class 7 (2..4): expected 2^1.125 = 2.18; quantiles 2^0.6 and
  // 2^1.8. Measured 1.2 is class 5. The other kernel, sure of class 5, ran 1.8.
  void missedByOneClass() {
    SessionTable table = emptyTable();
    BinProbabilities p{};
    p[5] = p[6] = 0.5;
    CandidateRow& own = addRow(table, 0, p, 1.2);
    interval(own, 1.18, 1.22);
    CandidateRow& other = addRow(table, 0, certain(5), 1.8);
    other.name = "tile\xff";
    const std::vector<MeasuredCase> cases{caseOf("8", 1.5), caseOf("64", 1.6), caseOf("512", 0.72)};
    const auto rows = stats::allRows(table);
    const MissContext context{BinRule::Prompt, cases, {}, rows};
    // Without 512 the mean is sqrt(1.5 * 1.6) = 1.549.
    QCOMPARE(
        factsOf(table, 0, context),
        QStringLiteral("Measured 1.20× (1.18–1.22×), forecast 2.18×: one class too fast.\n"
                       "The forecast gave 0% to the measured class, ≤ 1.41×.\n"
                       "The measurement lies below the forecast's 10–90% interval, 1.52–3.48×.\n"
                       "Forecast rank 1 of 2, measured rank 2 of 2.\n"
                       "Faster than the reference on 2 of 3 cases, 0.720× to 1.60×.\n"
                       "The case 512 pulls the mean down: 0.720× there, 1.55× over the other 2.\n"
                       "It was forecast faster than tile\uFFFD (#2), with a chance of 100%; that one ran "
                       "1.50× as fast."));
    const auto facts = missFacts(table, 0, context);
    const auto linkOf = [&](MissFactKind kind) {
      return std::find_if(facts.begin(), facts.end(), [&](const auto& fact) { return fact.kind == kind; })
          ->link;
    };
    QVERIFY(linkOf(MissFactKind::Cases) == (FactLink{FactLink::Target::Case, 2}));
    QVERIFY(linkOf(MissFactKind::DraggingCase) == (FactLink{FactLink::Target::Case, 2}));
    QVERIFY(linkOf(MissFactKind::WrongOrder) == (FactLink{FactLink::Target::Pair, 1}));
    QVERIFY(linkOf(MissFactKind::Interval) == (FactLink{FactLink::Target::Bins, -1}));
    // The other kernel's view of the same pair.
    QVERIFY(factsOf(table, 1, context)
                .endsWith(QStringLiteral(
                    " (#1) was forecast faster than it, with a chance of 100%; it ran 1.50× as fast.")));
  }

  void directionAndScale() {
    SessionTable table = emptyTable();
    addRow(table, 0, certain(5), 7);
    const QString facts = factsOf(table, 0, {});
    QVERIFY(facts.startsWith(QStringLiteral("Measured 7.00×, forecast 1.19×: 3 classes too slow.\n")));
    QVERIFY(facts.contains(
        QStringLiteral("beyond the scale: no forecast can say less than 0.177× or more than 5.66×.")));
    QVERIFY(facts.contains(QStringLiteral("lies above the forecast's")));
    QVERIFY(!facts.contains(QStringLiteral("rank")));  // there is no other kernel
    table.rows[0].speedup = 1.1;
    QVERIFY(factsOf(table, 0, {}).contains(QStringLiteral("right speed class")));
    QVERIFY(factsOf(table, 0, {}).contains(QStringLiteral("lies inside the forecast's")));
    // The published rule calls 1.1 class 4.
    QVERIFY(
        factsOf(table, 0, {BinRule::PaperCode, {}, {}, {}}).contains(QStringLiteral("one class too fast")));
  }

  void failuresAndThoseNobodyMeasured() {
    SessionTable table = emptyTable();
    addRow(table, 0, certain(6), 0);
    addRow(table, 0, certain(5), 1.2);
    const auto rows = stats::allRows(table);
    QCOMPARE(factsOf(table, 0, {BinRule::Prompt, {}, {}, rows}),
             QStringLiteral("Wrong result, so there is no measured speedup; the forecast was 1.68×.\n"
                            "It failed, though the forecast gave it a chance of 100% to be faster than the "
                            "reference.\n"
                            "It was forecast faster than  (#2), with a chance of 100%, and failed."));
    QVERIFY(missFacts(table, 0, {}).front().link == (FactLink{FactLink::Target::CompileLog, -1}));
    CandidateRow& row = table.rows[0];
    row.status = RowStatus::Skipped;
    QCOMPARE(factsOf(table, 0, {}), QStringLiteral("Skipped; the forecast was 1.68×."));
    row.forecasts = 0;
    row.unparsed = 2;
    row.predictedBin = 0;
    QCOMPARE(factsOf(table, 0, {}), QStringLiteral("Skipped, and no forecast that could be read.\n"
                                                   "2 of 2 forecasts could not be read."));
  }

  void oddAnswersAndResources() {
    SessionTable table = emptyTable();
    CandidateRow& row = addRow(table, 0, {0, 0, 0, 0.2, 0.8, 0, 0, 0}, 1.2);
    row.predictedBin = 4;
    row.rawProbabilitySum = 1.3;
    row.localBytes = 96;
    QVERIFY(factsOf(table, 0, {})
                .endsWith(QStringLiteral("Each thread uses 96 B of local memory.\n"
                                         "It named ≤ 1×, though its probabilities favour ≤ 1.41×.\n"
                                         "Its probabilities summed to 1.30 as answered.")));
    Measurement run;
    run.resources = {{"k", {}, {}, {}, 48}, {"l", {}, {}, {}, 16}};
    const std::vector<Measurement> runs{run};
    QVERIFY(factsOf(table, 0, {BinRule::Prompt, {}, runs, {}})
                .contains(QStringLiteral("Its registers spill 48 B a thread.\n")));
  }

  // Intervals 2.9-3.1, 1.9-2.2, 2.1-2.4 and 1.0-1.1: the middle two overlap.
  void ranksWithinNoiseAreARange() {
    SessionTable table = emptyTable();
    interval(addRow(table, 0, certain(7), 3), 2.9, 3.1);
    interval(addRow(table, 0, certain(6), 2), 1.9, 2.2);
    interval(addRow(table, 0, certain(6), 2.3), 2.1, 2.4);
    interval(addRow(table, 0, certain(5), 1), 1.0, 1.1);
    addRow(table, 0, certain(8), 0);  // failed: ranked by forecast alone
    const auto range = [](int first, int last, int of) { return RankRange{first, last, of}; };
    QVERIFY(measuredRank(table, 0) == range(1, 1, 4));
    QVERIFY(measuredRank(table, 1) == range(2, 3, 4));
    QVERIFY(measuredRank(table, 2) == range(2, 3, 4));
    QVERIFY(measuredRank(table, 3) == range(4, 4, 4));
    QVERIFY(!measuredRank(table, 4).isKnown());
    QVERIFY(forecastRank(table, 1) == range(3, 4, 5));
    QVERIFY(forecastRank(table, 4) == range(1, 1, 5));
    QCOMPARE(rankText(measuredRank(table, 1)), std::string("2 to 3"));
    QCOMPARE(rankText(measuredRank(table, 4)), std::string("–"));
    QVERIFY(factsOf(table, 1, {})
                .contains(QStringLiteral(
                    "Forecast rank 3 to 4 of 5, measured rank 2 to 3 of 4: noise cannot tell them apart.")));
  }

  // The rank that the point values give lies in the range; without intervals the range is that rank and its
  // ties.
  void rangeHoldsTheRank() {
    SessionTable table = randomTable(21, 300, 2);
    stats::fillRanks(table);
    int tied = 0;
    for (const int row : stats::allRows(table)) {
      const CandidateRow& own = table.rows[static_cast<std::size_t>(row)];
      const RankRange measured = measuredRank(table, row);
      QCOMPARE(measured.isKnown(), own.rankMeasured > 0);
      if (measured.isKnown()) {
        QVERIFY(measured.first <= own.rankMeasured && own.rankMeasured <= measured.last);
        QVERIFY(measured.last <= measured.of);
        tied += measured.isTied() ? 1 : 0;
      }
      QCOMPARE(forecastRank(table, row).first, own.rankForecast);
    }
    QVERIFY(tied > 0);
  }

  void draggingCases() {
    const auto find = [](std::vector<double> speedups) {
      std::vector<MeasuredCase> cases;
      for (const double speedup : speedups) cases.push_back(caseOf("c", speedup));
      return draggingCase(cases);
    };
    QVERIFY(!find({}) && !find({1}) && !find({1, 8}));  // of two neither is the odd one
    QVERIFY(!find({1.0, 1.02, 1.05, 1.1}));             // none moves the mean by a tenth
    const auto up = find({1, 16, 1, 1});
    QVERIFY(up && up->index == 1 && !up->down && up->others == 1);
    const auto down = find({1, 1, 0.25});
    QVERIFY(down && down->index == 2 && down->down);
  }

  void casesAreMatchedByTheirParameters() {
    const auto timing = [](std::int64_t size, double medianUs) {
      CaseTiming each;
      each.params.values = {{"rows", size}};
      each.medianUs = medianUs;
      each.n = 50;
      return each;
    };
    CandidateDetail detail;
    QVERIFY(measuredCases(detail).empty());
    Measurement run;
    run.cases = {timing(8, 10), timing(64, 40), timing(512, 5)};
    detail.runs = {run, run};
    run.cases = {timing(64, 20), timing(8, 30)};
    detail.referenceRuns = {run};
    const auto cases = measuredCases(detail);
    QCOMPARE(cases.size(), std::size_t{3});
    QCOMPARE(cases[0].longLabel, std::string("rows=8"));
    QCOMPARE(*cases[0].speedup, 3.0);
    QCOMPARE(*cases[1].speedup, 0.5);
    QCOMPARE(cases[0].n, 100);
    QVERIFY(!cases[2].referenceUs && !cases[2].speedup);
    detail.runs[0].status = detail.runs[1].status = MeasurementStatus::Incorrect;
    QVERIFY(measuredCases(detail).empty());
  }

  // Whatever the row: one headline, whole sentences in the order of their kinds, links that lead somewhere.
  void everyRowHasWholeSentences() {
    const SessionTable table = randomTable(31, 200, 2);
    const auto rows = stats::allRows(table);
    std::vector<int> old;
    const SessionTable other = shuffled(table, 32, &old);
    const auto otherRows = stats::allRows(other);
    for (const int row : rows) {
      const auto facts = missFacts(table, row, {BinRule::Prompt, {}, {}, rows});
      QVERIFY(!facts.empty() && facts.front().kind == MissFactKind::Headline);
      for (std::size_t i = 0; i < facts.size(); ++i) {
        QVERIFY(facts[i].sentence.ends_with('.') && isValidUtf8(facts[i].sentence));
        if (i > 0) QVERIFY(facts[i - 1].kind <= facts[i].kind);
        QCOMPARE(facts[i].link.target == FactLink::Target::Pair, facts[i].kind == MissFactKind::WrongOrder);
      }
      const auto now = static_cast<int>(std::find(old.begin(), old.end(), row) - old.begin());
      QCOMPARE(factsOf(table, row, {BinRule::Prompt, {}, {}, rows}),
               factsOf(other, now, {BinRule::Prompt, {}, {}, otherRows}));
    }
  }
};

QTEST_APPLESS_MAIN(TestMissFacts)
#include "test_miss_facts.moc"
