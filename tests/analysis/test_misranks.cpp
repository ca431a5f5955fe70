// Wrong orders by confidence and cost, against every pair looked at one by one.
#include <QTest>
#include <cmath>

#include "core/analysis/causes.h"
#include "core/analysis/misranks.h"
#include "core/stats/pools.h"
#include "tests/stats/tables.h"

using namespace kernelcast;
using namespace kernelcast::analysis;
using namespace kernelcast::fixtures;

namespace {

std::vector<int> all(const SessionTable& table) { return stats::allRows(table); }

bool samePool(const CandidateRow& a, const CandidateRow& b) {
  return a.task == b.task && a.device == b.device && a.surrogate == b.surrogate;
}

}  // namespace

class TestMisranks : public QObject {
  Q_OBJECT

 private slots:
  void handMadePairs() {
    SessionTable table = emptyTable();
    addRow(table, 0, certain(8), 1.5);  // favourite of all, sure
    addRow(table, 0, certain(5), 3.0);
    BinProbabilities split{};
    split[4] = 0.5;
    split[5] = 0.5;
    addRow(table, 0, split, 1.2);
    addRow(table, 0, certain(7), 0);  // fails, forecast above two working ones
    const Misranks found = misranks(table, all(table));
    // 0 over 1 costs log2(3 / 1.5) = 1; 2 over 1 costs log2(2.5), P(2 faster) = 0.5 + 0.25; 3 failed: best
    // below it is 1, which ran 3x.
    QCOMPARE(found.wrongOrder, 2);
    QCOMPARE(found.failedUnforeseen, 1);
    QVERIFY(found.complete);
    QCOMPARE(found.list.size(), std::size_t{3});
    const Misrank& failed = found.list[0];
    QCOMPARE(failed.kind, MisrankKind::FailedUnforeseen);
    QCOMPARE(failed.favourite, 3);
    QCOMPARE(failed.better, 1);
    QCOMPARE(failed.costLog2, std::log2(3.0));
    QCOMPARE(failed.confidence(), 1.0);
    QCOMPARE(found.list[1].favourite, 0);
    QCOMPARE(found.list[1].better, 1);
    QCOMPARE(found.list[1].weight(), 1.0);
    QCOMPARE(found.list[2].favourite, 2);
    QCOMPARE(found.list[2].probabilityFavourite, 0.75);
    QCOMPARE(found.list[2].weight(), 0.5 * std::log2(3.0 / 1.2));
    // Without failures the list is of pairs that both ran, and the count stays.
    const Misranks working = misranks(table, all(table), 500, true);
    QCOMPARE(working.failedUnforeseen, 1);
    QCOMPARE(working.list.size(), std::size_t{2});
    QCOMPARE(working.list[0].favourite, 0);
    // Of a selection of rows only their pairs.
    const std::vector<int> some{0, 2, 3};
    const Misranks fewer = misranks(table, some);
    QCOMPARE(fewer.wrongOrder, 0);
    QCOMPARE(fewer.list.size(), std::size_t{1});
    QCOMPARE(fewer.list[0].better, 2);
  }

  void emptyAndTinyTables() {
    SessionTable table = emptyTable();
    QVERIFY(misranks(table, {}).list.empty());
    addRow(table, 0, certain(5), 1.3);
    QVERIFY(misranks(table, all(table)).list.empty());
    addRow(table, 0, certain(5), 2.6);  // tied forecast: no order to be wrong
    QVERIFY(misranks(table, all(table)).list.empty());
    addRow(table, 0, certain(5), 2);
    QVERIFY(misranks(table, all(table)).list.empty());
    addRow(table, 1, certain(8), 0.5);  // another task
    QVERIFY(misranks(table, all(table)).list.empty());
    QVERIFY(skippedNearCut(table, all(table)).empty());
    addRow(table, 0, certain(6), 1);
    // Forecast above the three that tie, and slower than each.
    const Misranks found = misranks(table, all(table));
    QCOMPARE(found.list.size(), std::size_t{3});
    QCOMPARE(found.wrongOrder, 3);
    QCOMPARE(found.list[0].better, 1);
    QCOMPARE(found.list[0].favourite, 4);
    QCOMPARE(found.list[0].costLog2, std::log2(2.6));
    QCOMPARE(found.list[2].better, 0);
  }

  void agreesWithLookingAtEveryPair() {
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
      const SessionTable table = randomTable(seed, 150, 2);
      const Misranks found = misranks(table, all(table), 1'000'000);
      QVERIFY(found.complete);
      double heaviest = 0;
      std::int64_t wrong = 0;
      for (const int a : all(table)) {
        for (const int b : all(table)) {
          const CandidateRow& fast = table.rows[static_cast<std::size_t>(a)];
          const CandidateRow& slow = table.rows[static_cast<std::size_t>(b)];
          if (stats::standingOf(fast) != stats::Standing::Working ||
              stats::standingOf(slow) != stats::Standing::Working || !samePool(fast, slow))
            continue;
          const auto scoreFast = stats::rankingScore(fast);
          const auto scoreSlow = stats::rankingScore(slow);
          if (!scoreFast || !scoreSlow || !(fast.speedup > slow.speedup) || !(*scoreSlow > *scoreFast))
            continue;
          ++wrong;
          const double p = probabilityFirstFaster(slow.probabilities, fast.probabilities);
          heaviest = std::max(heaviest, std::max(0.0, 2 * p - 1) * std::log2(fast.speedup / slow.speedup));
        }
      }
      QCOMPARE(found.wrongOrder, wrong);
      double listed = 0;
      std::int64_t count = 0;
      for (const Misrank& pair : found.list) {
        if (pair.kind != MisrankKind::WrongOrder) {
          QVERIFY(isFailure(table.rows[static_cast<std::size_t>(pair.favourite)].status));
          continue;
        }
        ++count;
        listed = std::max(listed, pair.weight());
      }
      QCOMPARE(count, wrong);
      QVERIFY(std::abs(listed - heaviest) < 1e-12);
      for (std::size_t i = 1; i < found.list.size(); ++i) {
        QVERIFY(found.list[i - 1].weight() >= found.list[i].weight());
      }
    }
  }

  void orderOfRowsChangesNothing() {
    const SessionTable table = randomTable(9, 120, 2);
    SessionTable turned = table;
    std::reverse(turned.rows.begin(), turned.rows.end());
    const Misranks one = misranks(table, all(table), 60);
    const Misranks other = misranks(turned, all(turned), 60);
    QCOMPARE(one.list.size(), other.list.size());
    const auto number = [](const SessionTable& t, int row) {
      return t.rows[static_cast<std::size_t>(row)].number;
    };
    for (std::size_t i = 0; i < one.list.size(); ++i) {
      QCOMPARE(number(table, one.list[i].better), number(turned, other.list[i].better));
      QCOMPARE(number(table, one.list[i].favourite), number(turned, other.list[i].favourite));
    }
  }

  // The pair of two rows is the one that the list holds, whichever of them comes first.
  void pairOfTwoRowsAgreesWithTheList() {
    const SessionTable table = randomTable(5, 90, 2);
    const Misranks found = misranks(table, all(table), 1'000'000);
    const auto same = [](const Misrank& a, const Misrank& b) {
      return a.kind == b.kind && a.better == b.better && a.favourite == b.favourite &&
             a.costLog2 == b.costLog2 && a.probabilityFavourite == b.probabilityFavourite &&
             a.withinNoise == b.withinNoise;
    };
    for (const Misrank& pair : found.list) {
      const auto one = misrankOf(table, pair.better, pair.favourite);
      const auto other = misrankOf(table, pair.favourite, pair.better);
      QVERIFY(one && other && same(*one, pair) && same(*other, pair));
    }
    std::int64_t wrong = 0;
    for (const int a : all(table)) {
      for (int b = 0; b < a; ++b) {
        const auto pair = misrankOf(table, a, b);
        wrong += pair && pair->kind == MisrankKind::WrongOrder ? 1 : 0;
      }
      QVERIFY(!misrankOf(table, a, a));
    }
    QCOMPARE(wrong, found.wrongOrder);
  }

  void pairsOfOneRow() {
    const SessionTable table = randomTable(6, 120, 1);
    std::int64_t sum = 0;
    for (const int row : all(table)) {
      const MisranksOfRow whole = misranksOfRow(table, row, all(table), 1'000);
      QCOMPARE(static_cast<int>(whole.list.size()), whole.total);
      const MisranksOfRow heaviest = misranksOfRow(table, row, all(table), 2);
      QCOMPARE(heaviest.total, whole.total);
      QCOMPARE(heaviest.list.size(), std::min<std::size_t>(2, whole.list.size()));
      for (std::size_t i = 0; i < heaviest.list.size(); ++i) {
        QCOMPARE(heaviest.list[i].better, whole.list[i].better);
        QCOMPARE(heaviest.list[i].favourite, whole.list[i].favourite);
      }
      for (std::size_t i = 0; i < whole.list.size(); ++i) {
        QVERIFY(whole.list[i].better == row || whole.list[i].favourite == row);
        if (i > 0) QVERIFY(whole.list[i - 1].weight() >= whole.list[i].weight());
        sum += whole.list[i].kind == MisrankKind::WrongOrder ? 1 : 0;
      }
    }
    QCOMPARE(sum, 2 * misranks(table, all(table)).wrongOrder);  // each pair seen from both its ends
    QCOMPARE(misranksOfRow(table, 0, {}).total, 0);
  }

  // A heavy pair among more than are weighed: 300 x 300 light ones, and one that costs and weighs more than
  // any.
  void listIsCompleteWhereNoOtherPairCanWeighAsMuch() {
    SessionTable table = emptyTable();
    for (int i = 0; i < 300; ++i) addRow(table, 0, certain(3), 1.5);
    for (int i = 0; i < 300; ++i) addRow(table, 0, certain(4), 1.25);
    addRow(table, 0, certain(8), 0.5);
    QVERIFY(300 * 300 > static_cast<int>(kWeighed));
    const Misranks one = misranks(table, all(table), 1);
    QVERIFY(one.complete);
    QCOMPARE(one.list[0].favourite, 600);
    QCOMPARE(one.list[0].costLog2, std::log2(3.0));
    QVERIFY(misranks(table, all(table), 0).complete);
    QVERIFY(!misranks(table, all(table), 1'000).complete);
  }

  void forecastsThatCannotBeRankedAreNearNoCut() {
    SessionTable table = emptyTable();
    addRow(table, 0, certain(6), 2).verdict = Verdict::Deferred;
    for (const double probability : {std::nan(""), 1.0}) {
      CandidateRow& row = addRow(table, 0, certain(5), 1);
      row.probabilities[4] = probability;
      row.verdict = Verdict::Skipped;
      row.status = RowStatus::Skipped;
      row.speedup = CandidateRow::kUnknown;
    }
    const auto near = skippedNearCut(table, all(table));
    QCOMPARE(near.size(), std::size_t{1});
    QCOMPARE(near[0].row, 2);
  }

  void skippedKernelsNearestTheCut() {
    SessionTable table = emptyTable();
    const auto add = [&](int bin, Verdict verdict, double speedup) {
      CandidateRow& row = addRow(table, 0, certain(bin), speedup > 0 ? speedup : 1);
      row.verdict = verdict;
      if (verdict == Verdict::Skipped) {
        row.status = RowStatus::Skipped;
        row.speedup = CandidateRow::kUnknown;
      }
    };
    add(7, Verdict::Deferred, 2);
    add(6, Verdict::Deferred, 1.5);  // the cut: 0.75 in log2
    add(4, Verdict::Skipped, 0);     // -0.25
    add(5, Verdict::Skipped, 0);     // 0.25
    add(1, Verdict::Skipped, 0);
    const auto near = skippedNearCut(table, all(table), 2);
    QCOMPARE(near.size(), std::size_t{2});
    QCOMPARE(near[0].row, 3);
    QCOMPARE(near[0].gapLog2, 0.5);
    QCOMPARE(near[1].row, 2);
    QCOMPARE(near[1].gapLog2, 1.0);
    table.rows[0].verdict = table.rows[1].verdict = Verdict::None;
    QVERIFY(skippedNearCut(table, all(table)).empty());  // no cut
  }

  void causesRestOnFacts() {
    SessionTable table = emptyTable();
    addRow(table, 0, certain(8), 1.5);
    addRow(table, 0, certain(5), 7.0);
    Misrank pair{MisrankKind::WrongOrder, 1, 0, std::log2(7 / 1.5), 1, true};
    PairComparison comparison;
    const auto keys = [&] {
      QStringList list;
      for (const ProposedCause& cause : proposedCauses(table, pair, comparison)) {
        list << QString::fromUtf8(causeInfo(cause.cause).key.data());
        if (cause.fact.empty()) list << QStringLiteral("without a fact");
      }
      return list.join(u' ');
    };
    QCOMPARE(keys(), QStringLiteral("beyond_scale noise"));
    table.rows[1].speedup = 3;
    pair.withinNoise = false;
    QCOMPARE(keys(), QString());
    pair.probabilityFavourite = 0.55;
    comparison.nameA = "one";
    comparison.nameB = "two";
    comparison.wonByA = 2;
    comparison.wonByB = 1;
    comparison.undecided = 1;
    QCOMPARE(keys(), QStringLiteral("coin_flip case_mix"));
    pair.kind = MisrankKind::FailedUnforeseen;
    QCOMPARE(keys(), QStringLiteral("coin_flip case_mix failed_unforeseen"));
    const auto facts = proposedCauses(table, pair, comparison);
    QCOMPARE(QString::fromStdString(facts[1].fact),
             QStringLiteral("one wins 2 of the 4 cases that both ran, two wins 1."));
    table.rows[0].name = "a";
    table.rows[1].name = "b";
    table.rows[0].speedup = 7;
    table.rows[1].speedup = 0.1;
    QCOMPARE(QString::fromStdString(proposedCauses(table, pair, comparison)[0].fact),
             QStringLiteral("b measured 0.100×, a measured 7.00×; no forecast can say less than 0.177× or "
                            "more than 5.66×."));
    for (const CauseInfo& info : kCauses) {
      QCOMPARE(causeInfo(info.cause).key, info.key);
      QVERIFY(causeFromKey(info.key) == &info);
    }
  }
};

QTEST_APPLESS_MAIN(TestMisranks)
#include "test_misranks.moc"
