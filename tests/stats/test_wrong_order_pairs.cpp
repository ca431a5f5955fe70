#include <QTest>
#include <algorithm>
#include <set>

#include "core/stats/pools.h"
#include "core/stats/session_scores.h"
#include "tests/fixtures/near.h"
#include "tests/stats/tables.h"

using namespace kernelcast;
using namespace kernelcast::stats;
using fixtures::addRow;
using fixtures::certain;
using fixtures::emptyTable;

namespace {

// Every pair of every pool looked at; ordered by cost, then by how sure the forecast was, then by number.
WrongOrderPairs byEnumeration(const SessionTable& table, std::size_t limit) {
  WrongOrderPairs result;
  for (const Pool& pool : poolsOf(table, allRows(table))) {
    const ScoredRows rows = workingRows(table, pool.rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < rows.size(); ++j) {
        if (rows.speedups[i] <= rows.speedups[j] || rows.scores[i] == rows.scores[j]) continue;
        ++result.compared;
        if (rows.scores[i] > rows.scores[j]) continue;
        ++result.total;
        const CandidateRow& faster = table.rows[static_cast<std::size_t>(rows.rows[i])];
        const CandidateRow& slower = table.rows[static_cast<std::size_t>(rows.rows[j])];
        result.pairs.push_back({rows.rows[i], rows.rows[j], std::log2(faster.speedup / slower.speedup),
                                probabilityFirstFaster(faster.probabilities, slower.probabilities),
                                faster.speedupLow <= slower.speedupHigh});
      }
    }
  }
  std::sort(result.pairs.begin(), result.pairs.end(), [&](const WrongOrderPair& a, const WrongOrderPair& b) {
    const auto key = [&](const WrongOrderPair& pair) {
      return std::tuple(-pair.costLog2, pair.probabilityFaster,
                        table.rows[static_cast<std::size_t>(pair.faster)].task, pair.faster, pair.slower);
    };
    return key(a) < key(b);
  });
  if (result.pairs.size() > limit) result.pairs.resize(limit);
  return result;
}

}  // namespace

class TestWrongOrderPairs : public QObject {
  Q_OBJECT

 private slots:
  // Forecast order 8 > 5 > 4 > 1 against S = 1, 4, 2, 0.5: wrong are (4, 1) of cost 2 and (2, 1) of cost 1;
  // the other four pairs are in order.
  void byHand() {
    SessionTable table = emptyTable();
    addRow(table, 0, certain(8), 1);
    addRow(table, 0, certain(5), 4);
    addRow(table, 0, certain(4), 2);
    addRow(table, 0, certain(1), 0.5);
    addRow(table, 0, certain(8), 0);  // a failed candidate takes no part
    table.rows[0].speedupHigh = 2.1;  // and reaches into row 2's interval
    table.rows[2].speedupLow = 1.9;
    const WrongOrderPairs wrong = wrongOrderPairs(table);
    QCOMPARE(wrong.total, 2);
    QCOMPARE(wrong.compared, 6);
    QCOMPARE(wrong.pairs.size(), std::size_t{2});
    QCOMPARE(wrong.pairs[0].faster, 1);
    QCOMPARE(wrong.pairs[0].slower, 0);
    QCOMPARE(wrong.pairs[0].costLog2, 2.0);
    QVERIFY(wrong.pairs[0].probabilityFaster == 0);  // it was sure of the opposite
    QVERIFY(!wrong.pairs[0].withinNoise);
    QCOMPARE(wrong.pairs[1].faster, 2);
    QCOMPARE(wrong.pairs[1].costLog2, 1.0);
    QVERIFY(wrong.pairs[1].withinNoise);
  }

  void nothingToCompare() {
    QCOMPARE(wrongOrderPairs(SessionTable{}).compared, 0);
    SessionTable table = emptyTable();
    addRow(table, 0, certain(4), 1);
    QCOMPARE(wrongOrderPairs(table).compared, 0);
    addRow(table, 0, certain(5), 1);  // equal S
    addRow(table, 0, certain(4),
           3);  // equal forecast as the first; in order with the second? 5 > 4, but S 1 < 3
    const WrongOrderPairs wrong = wrongOrderPairs(table, 0);
    QCOMPARE(wrong.compared, 1);
    QCOMPARE(wrong.total, 1);
    QVERIFY(wrong.pairs.empty());
  }

  // Equal cost: the mistake the forecast was sure of comes before the coin flip.
  void confidentBeforeCoinFlip() {
    SessionTable table = emptyTable(2);
    addRow(table, 0, {0, 0, 0, 0.51, 0.49, 0, 0, 0}, 2);
    addRow(table, 0, {0, 0, 0, 0.49, 0.51, 0, 0, 0}, 1);
    addRow(table, 1, certain(2), 2);
    addRow(table, 1, certain(7), 1);
    const WrongOrderPairs wrong = wrongOrderPairs(table);
    QCOMPARE(wrong.pairs.size(), std::size_t{2});
    QCOMPARE(wrong.pairs[0].faster, 2);
    QCOMPARE(wrong.pairs[1].faster, 0);
    VERIFY_NEAR(wrong.pairs[1].probabilityFaster, 0.49 * 0.49 + 0.5 * 2 * 0.49 * 0.51, 1e-15);
  }

  void againstEnumeration_data() {
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("limit");
    for (const int rows : {2, 5, 30, 200, 600}) {
      for (const int limit : {1, 3, 100, 1'000'000})
        QTest::addRow("%d rows, limit %d", rows, limit) << rows << limit;
    }
  }
  void againstEnumeration() {
    QFETCH(int, rows);
    QFETCH(int, limit);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const SessionTable table = fixtures::randomTable(seed, rows, 1 + static_cast<int>(seed) % 3);
      const WrongOrderPairs fast = wrongOrderPairs(table, static_cast<std::size_t>(limit));
      const WrongOrderPairs slow = byEnumeration(table, static_cast<std::size_t>(limit));
      QCOMPARE(fast.total, slow.total);
      QCOMPARE(fast.compared, slow.compared);
      QCOMPARE(fast.pairs.size(), slow.pairs.size());
      for (std::size_t i = 0; i < fast.pairs.size(); ++i) {
        QVERIFY(fast.pairs[i].faster == slow.pairs[i].faster && fast.pairs[i].slower == slow.pairs[i].slower);
        QVERIFY(fast.pairs[i].costLog2 == slow.pairs[i].costLog2);
        QVERIFY(fast.pairs[i].probabilityFaster == slow.pairs[i].probabilityFaster);
        QCOMPARE(fast.pairs[i].withinNoise, slow.pairs[i].withinNoise);
      }
    }
  }

  void rowOrderChangesNothing() {
    const SessionTable table = fixtures::randomTable(11, 400, 2);
    std::vector<int> old;
    const SessionTable other = fixtures::shuffled(table, 12, &old);
    const WrongOrderPairs a = wrongOrderPairs(table, 50);
    const WrongOrderPairs b = wrongOrderPairs(other, 50);
    QCOMPARE(a.total, b.total);
    QCOMPARE(a.pairs.size(), b.pairs.size());
    for (std::size_t i = 0; i < a.pairs.size(); ++i) {
      QCOMPARE(a.pairs[i].faster, old[static_cast<std::size_t>(b.pairs[i].faster)]);
      QCOMPARE(a.pairs[i].slower, old[static_cast<std::size_t>(b.pairs[i].slower)]);
    }
  }

  // 100,000 rows in exactly the wrong order: n (n - 1) / 2 pairs, of which the costliest is first against
  // last.
  void fiveBillionPairs() {
    constexpr int kRows = 100'000;
    SessionTable table = emptyTable();
    for (int i = 0; i < kRows; ++i) {
      const double share = static_cast<double>(i) / kRows;
      addRow(table, 0, {1 - share, 0, 0, 0, 0, 0, 0, share}, std::exp2(2 - 4 * share));
    }
    const WrongOrderPairs wrong = wrongOrderPairs(table, 3);
    QCOMPARE(wrong.total, std::int64_t{kRows} * (kRows - 1) / 2);
    QCOMPARE(wrong.compared, wrong.total);
    QCOMPARE(wrong.pairs.size(), std::size_t{3});
    QCOMPARE(wrong.pairs[0].faster, 0);
    QCOMPARE(wrong.pairs[0].slower, kRows - 1);
  }

  // Two speeds only: 360,000 pairs of one cost, more than are looked at. Those returned are the ten that the
  // forecast was surest of.
  void manyEqualCosts() {
    SessionTable table = emptyTable();
    for (int i = 0; i < 1200; ++i) {
      const double share = static_cast<double>(i) / 1200;
      addRow(table, 0, {1 - share, 0, 0, 0, 0, 0, 0, share}, i < 600 ? 2 : 1);
    }
    const WrongOrderPairs wrong = wrongOrderPairs(table, 10);
    QCOMPARE(wrong.total, 360'000);
    QCOMPARE(wrong.pairs.size(), std::size_t{10});
    std::set<std::pair<int, int>> distinct;
    for (const WrongOrderPair& pair : wrong.pairs) {
      QVERIFY(pair.faster < 600 && pair.slower >= 600);
      QCOMPARE(pair.costLog2, 1.0);
      distinct.insert({pair.faster, pair.slower});
    }
    QCOMPARE(distinct.size(), std::size_t{10});
    // P(faster) = 1/2 - (j - i) / 2400 for rows i < j: surest are 1 pair 1199 apart, 2 of 1198, 3 of 1197, 4
    // of 1196.
    for (const auto& [faster, slower] : distinct) QVERIFY(slower - faster >= 1196);
  }
};

QTEST_APPLESS_MAIN(TestWrongOrderPairs)
#include "test_wrong_order_pairs.moc"
