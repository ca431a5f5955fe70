#include <QTest>
#include <algorithm>
#include <cctype>
#include <limits>
#include <set>

#include "core/domain/candidate_columns.h"
#include "core/domain/number_format.h"
#include "core/domain/text.h"

using namespace kernelcast;

namespace {

const CandidateColumn& column(std::string_view key) {
  const auto columns = candidateColumns();
  return *std::find_if(columns.begin(), columns.end(),
                       [&](const CandidateColumn& c) { return c.key == key; });
}

constexpr std::array kFormats{CellFormat::Text,         CellFormat::Integer,        CellFormat::Number,
                              CellFormat::Speedup,      CellFormat::Percent,        CellFormat::Microseconds,
                              CellFormat::Milliseconds, CellFormat::Bytes,          CellFormat::Bin,
                              CellFormat::BinPaperCode, CellFormat::CandidateNumber};

}  // namespace

class TestCandidateColumns : public QObject {
  Q_OBJECT

 private slots:
  void oneCompleteList() {
    std::set<std::string_view> keys;
    std::set<std::string_view> titles;
    for (const CandidateColumn& c : candidateColumns()) {
      QVERIFY2(keys.insert(c.key).second, c.key.data());
      QVERIFY2(titles.insert(c.title).second, c.title.data());
      QVERIFY(!c.key.empty() && !c.title.empty());
      QVERIFY2(c.tooltip.ends_with('.'), c.key.data());
      // A CSV header that needs no quotes.
      QVERIFY2(std::all_of(c.key.begin(), c.key.end(),
                           [](char k) { return k == '_' || std::islower(k) || std::isdigit(k); }),
               c.key.data());
    }
    QVERIFY(std::any_of(candidateColumns().begin(), candidateColumns().end(),
                        [](const CandidateColumn& c) { return c.shownByDefault; }));
  }

  void whatATableStartsWith() {
    const auto keys = [](const SessionTable& table, BinRule bins) {
      std::set<std::string_view> shown;
      for (const CandidateColumn* c : defaultColumns(table, bins)) shown.insert(c->key);
      return shown;
    };
    SessionTable table;
    table.devices = {"H200"};
    table.surrogates = {"a"};
    const auto asked = keys(table, BinRule::Prompt);
    QVERIFY(asked.contains("true_bin") && !asked.contains("true_bin_paper_code"));
    QVERIFY(!asked.contains("device") && !asked.contains("surrogate"));
    const auto published = keys(table, BinRule::PaperCode);
    QVERIFY(!published.contains("true_bin") && published.contains("true_bin_paper_code"));
    // Two rows of one kernel look alike where neither is named.
    table.devices.push_back("B200");
    table.surrogates.push_back("b");
    const auto several = keys(table, BinRule::Prompt);
    QVERIFY(several.contains("device") && several.contains("surrogate"));
    QCOMPARE(several.size(), asked.size() + 2);
  }

  // A row of which nothing is known, in a table that names nothing.
  void emptyRow() {
    const SessionTable table;
    const CandidateRow row;
    for (const CandidateColumn& c : candidateColumns()) {
      const CellValue value = c.value(table, row);
      QVERIFY(!formatCell(value, c.format).empty());
      if (c.key == "status") QCOMPARE(std::get<std::string>(value), std::string("not measured"));
      else if (c.key == "number") QCOMPARE(std::get<std::int64_t>(value), 0);
      else QVERIFY2(std::holds_alternative<std::monostate>(value), c.key.data());
    }
  }

  void rowOutOfRange() {
    SessionTable table;
    table.tasks = {"t"};
    CandidateRow row;
    row.task = row.device = row.surrogate = 7;
    row.forecasts = 1;  // with all probabilities zero
    row.speedup = -1;
    row.runtimeUs = std::numeric_limits<double>::infinity();
    for (const CandidateColumn& c : candidateColumns())
      QVERIFY(!formatCell(c.value(table, row), c.format).empty());
  }

  void fullRow() {
    SessionTable table;
    table.tasks = {"row_softmax"};
    table.devices = {"NVIDIA H200"};
    table.surrogates = {"recorded"};
    CandidateRow row;
    row.number = 17;
    row.task = row.device = row.surrogate = 0;
    row.status = RowStatus::Ok;
    row.forecasts = 1;
    row.probabilities = {0, 0, 0, 0.25, 0.75, 0, 0, 0};
    row.predictedBin = 5;
    row.speedup = 0.9;
    row.runtimeUs = 1020;
    row.compileMs = 186.6;
    row.sharedBytes = 1024;
    const auto shown = [&](std::string_view key) {
      const CandidateColumn& c = column(key);
      return formatCell(c.value(table, row), c.format);
    };
    QCOMPARE(shown("number"), std::string("#17"));
    QCOMPARE(shown("task"), std::string("row_softmax"));
    QCOMPARE(shown("device"), std::string("NVIDIA H200"));
    QCOMPARE(shown("speedup"), std::string("0.900×"));
    QCOMPARE(shown("expected_speedup"), std::string("1.09×"));  // 2^(0.25 * -0.25 + 0.75 * 0.25) = 2^0.125
    QCOMPARE(shown("predicted_bin"), std::string("5 (≤ 1.41×)"));
    QCOMPARE(shown("true_bin"), std::string("4 (≤ 1×)"));
    QCOMPARE(shown("true_bin_paper_code"), std::string("3 (< 1×)"));
    QCOMPARE(shown("bin_error"), std::string("1"));
    QCOMPARE(shown("confidence"), std::string("75%"));
    QCOMPARE(shown("runtime_us"), std::string("1.02 ms"));
    QCOMPARE(shown("compile_ms"), std::string("187 ms"));
    QCOMPARE(shown("shared_bytes"), std::string("1.00 KiB"));
    QCOMPARE(shown("rank_forecast"), std::string(kNoNumber));
  }

  // Every value in every format, the ill-fitting ones too.
  void formatCellIsTotal() {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const std::vector<CellValue> values{{},
                                        std::int64_t{0},
                                        std::int64_t{-1},
                                        std::numeric_limits<std::int64_t>::max(),
                                        std::numeric_limits<std::int64_t>::min(),
                                        0.0,
                                        -0.5,
                                        1e300,
                                        -1e300,
                                        kInfinity,
                                        -kInfinity,
                                        std::nan(""),
                                        std::string("text"),
                                        std::string()};
    for (const CellFormat format : kFormats) {
      for (const CellValue& value : values) {
        const std::string shown = formatCell(value, format);
        QVERIFY(isValidUtf8(shown));
        if (std::holds_alternative<double>(value) && !std::isfinite(std::get<double>(value))) {
          QCOMPARE(shown, std::string(kNoNumber));
        }
      }
      QCOMPARE(formatCell({}, format), std::string(kNoNumber));
    }
    QCOMPARE(formatCell(std::numeric_limits<std::int64_t>::max(), CellFormat::Integer),
             std::string("9223372036854775807"));
  }
};

QTEST_APPLESS_MAIN(TestCandidateColumns)
#include "test_candidate_columns.moc"
