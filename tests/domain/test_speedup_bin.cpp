#include <QTest>
#include <cmath>
#include <limits>

#include "core/domain/speedup_bin.h"

using namespace kernelcast;

namespace {
int prompt(double s) { return binOf(s, BinRule::Prompt).value_or(0); }
int paperCode(double s) { return binOf(s, BinRule::PaperCode).value_or(0); }
double below(double s) { return std::nextafter(s, 0.0); }
double above(double s) { return std::nextafter(s, 1e300); }
}  // namespace

class TestSpeedupBin : public QObject {
  Q_OBJECT

 private slots:
  // An edge belongs to the bin below it under the prompt rule.
  void edges_data() {
    QTest::addColumn<double>("edge");
    QTest::addColumn<int>("bin");
    for (std::size_t i = 0; i < kBinEdges.size(); ++i) {
      QTest::addRow("edge %zu", i + 1) << kBinEdges[i] << static_cast<int>(i) + 1;
    }
  }
  void edges() {
    QFETCH(double, edge);
    QFETCH(int, bin);
    QCOMPARE(prompt(edge), bin);
    QCOMPARE(prompt(below(edge)), bin);
    QCOMPARE(prompt(above(edge)), bin + 1);
  }

  // floor(2 log2 S) + 4: its own edges are the half octaves 2^-1 .. 2^2, which belong to the bin above.
  void paperEdges_data() {
    QTest::addColumn<double>("edge");
    QTest::addColumn<int>("bin");
    QTest::newRow("1/2") << 0.5 << 2;
    QTest::newRow("2^-1/2") << std::sqrt(0.5) << 3;
    QTest::newRow("1") << 1.0 << 4;
    QTest::newRow("2^1/2") << std::sqrt(2.0) << 5;
    QTest::newRow("2") << 2.0 << 6;
    QTest::newRow("2^3/2") << std::sqrt(8.0) << 7;
    QTest::newRow("4") << 4.0 << 8;
  }
  void paperEdges() {
    QFETCH(double, edge);
    QFETCH(int, bin);
    QCOMPARE(paperCode(edge), bin);
    QCOMPARE(paperCode(above(edge)), bin);
    // log2 of the double below may round up to the edge's own; two parts in 10^15 below, it cannot.
    QCOMPARE(paperCode(edge * (1 - 2e-15)), bin - 1);
  }

  // A published row: labelled bin 1, where the prompt's edges call it bin 2.
  void publishedRow() {
    QCOMPARE(prompt(0.350631), 2);
    QCOMPARE(paperCode(0.350631), 1);
  }

  // Between 0.25 and 2.83 the code's bin is one lower except on an edge, outside they agree except on S = 4.
  void whereTheRulesDisagree() {
    for (int i = -400; i <= 400; ++i) {
      const double s = std::exp2((i + 0.5) / 100);
      const bool oneLower = s > 0.25 && s < std::sqrt(8.0);
      QCOMPARE(paperCode(s), prompt(s) - (oneLower ? 1 : 0));
    }
    for (const double edge : {0.25, 0.5, kBinEdges[2], 1.0, kBinEdges[4], 2.0})
      QCOMPARE(paperCode(edge), prompt(edge));
    QCOMPARE(prompt(4), 7);
    QCOMPARE(paperCode(4), 8);
  }

  void noBin_data() {
    QTest::addColumn<double>("speedup");
    QTest::newRow("0") << 0.0;
    QTest::newRow("negative") << -1.0;
    QTest::newRow("NaN") << std::numeric_limits<double>::quiet_NaN();
    QTest::newRow("infinite") << std::numeric_limits<double>::infinity();
  }
  void noBin() {
    QFETCH(double, speedup);
    QVERIFY(!binOf(speedup, BinRule::Prompt));
    QVERIFY(!binOf(speedup, BinRule::PaperCode));
  }

  void extremesAreClamped() {
    for (const double s : {std::numeric_limits<double>::denorm_min(), 1e-300, 0.01}) {
      QCOMPARE(prompt(s), 1);
      QCOMPARE(paperCode(s), 1);
    }
    for (const double s : {100.0, std::numeric_limits<double>::max()}) {
      QCOMPARE(prompt(s), 8);
      QCOMPARE(paperCode(s), 8);
    }
  }

  // Every bin's centre lies in it, and the scale ends at the outer centres.
  void centres() {
    for (std::size_t k = 0; k < kBinCentresLog2.size(); ++k) {
      QCOMPARE(prompt(std::exp2(kBinCentresLog2[k])), static_cast<int>(k) + 1);
    }
    QCOMPARE(kScaleLow, std::exp2(kBinCentresLog2.front()));
    QCOMPARE(kScaleHigh, std::exp2(kBinCentresLog2.back()));
  }

  void keysAndLabels() {
    for (const BinRuleInfo& rule : kBinRules) {
      QVERIFY(binRuleFromKey(rule.key) == rule.rule);
      QCOMPARE(&binRuleInfo(rule.rule), &rule);
      QVERIFY(!rule.title.empty() && rule.meaning.ends_with('.'));
    }
    QVERIFY(!binRuleFromKey("Prompt"));
    QCOMPARE(binLabel(4), std::string_view("≤ 1"));
    QCOMPARE(binLabel(8), std::string_view("> 4"));
    for (const int bin : {-1, 0, 9}) QCOMPARE(binLabel(bin), std::string_view("–"));
  }
  void edgesAndLabelsAgreeWithTheRule() {
    for (const BinRuleInfo& info : kBinRules) {
      const auto& edges = binEdges(info.rule);
      for (std::size_t k = 0; k < edges.size(); ++k) {
        QCOMPARE(binOf(edges[k] * (1 - 1e-9), info.rule).value(), static_cast<int>(k) + 1);
        QCOMPARE(binOf(edges[k] * (1 + 1e-9), info.rule).value(), static_cast<int>(k) + 2);
      }
    }
    QCOMPARE(binLabel(8, BinRule::PaperCode), std::string_view("≥ 4"));
    QCOMPARE(binLabel(8, BinRule::Prompt), std::string_view("> 4"));
  }

};

QTEST_APPLESS_MAIN(TestSpeedupBin)
#include "test_speedup_bin.moc"
