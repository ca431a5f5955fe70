// Filters as they are typed, as chips say them, and as they choose rows.
#include <QTest>
#include <random>

#include "core/domain/row_filter.h"

using namespace kernelcast;

namespace {

SessionTable fourRows() {
  SessionTable table;
  table.tasks = {"transpose", "row_softmax"};
  table.devices = {"NVIDIA H200"};
  const auto add = [&](int number, const char* name, int task, RowStatus status, double speedup, int bin) {
    CandidateRow row;
    row.number = number;
    row.name = name;
    row.parentName = "reference";
    row.task = task;
    row.device = 0;
    row.status = status;
    row.speedup = speedup;
    row.runtimeUs = speedup > 0 ? 1000 / speedup : CandidateRow::kUnknown;
    row.predictedBin = bin;
    row.forecasts = bin > 0 ? 1 : 0;
    row.runs = speedup > 0 ? 2 : 0;
    if (bin > 0) {
      row.probabilities.at(static_cast<std::size_t>(bin - 1)) = 0.45;
      row.probabilities.at(static_cast<std::size_t>(bin % 8)) = 0.55;
    }
    table.rows.push_back(row);
  };
  add(1, "tile_vec4", 0, RowStatus::Ok, 3.45, 5);  // measured class 7
  add(2, "naive", 0, RowStatus::Ok, 0.2, 1);       // class 1
  add(3, "Online_Vec4", 1, RowStatus::CompileFailed, CandidateRow::kUnknown, 5);
  add(17, "failed", 1, RowStatus::Pending, CandidateRow::kUnknown, 0);
  return table;
}

QString chosen(const char* text, BinRule rule = BinRule::Prompt) {
  const SessionTable table = fourRows();
  const auto filter = parseFilter(text);
  if (!filter) return QString::fromStdString(filter.error().message);
  QStringList numbers;
  for (const int row : filteredRows(table, *filter, rule)) {
    numbers << QString::number(table.rows[static_cast<std::size_t>(row)].number);
  }
  return numbers.join(u' ');
}

}  // namespace

class TestRowFilter : public QObject {
  Q_OBJECT

 private slots:
  void typedFiltersChooseRows_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("rows");
    const auto row = [](const char* text, const char* rows) {
      QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(rows);
    };
    row("", "1 2 3 17");
    row("   ", "1 2 3 17");
    row("task:transpose", "1 2");
    row("task=row", "");
    row("task=row_softmax", "3 17");
    row("task:transpose bin:5 error>=2", "1");
    row("failed", "3");
    row("-failed", "1 2 17");
    row("\"failed\"", "17");
    row("vec4", "1 3");
    row("-vec4", "2 17");
    row("#17", "17");
    row("#1,3", "1 3");
    row("#1,#3", "1 3");
    row("-#1,3", "2 17");
    row("bin:1,5", "1 2 3");
    row("bin:2..8", "1 3");
    row("true:7", "1");
    row("speedup>1", "1");
    row("speedup>=3.45x", "1");
    row("speedup<=0.2", "2");
    row("speedup<0.2", "");
    row("0.2<speedup<=3.45", "1");
    row("0.2<=speedup<3.45", "2");
    row("-speedup>1", "2 3 17");  // what is not known does not meet it
    row("runtime_us>1ms", "2");
    row("runtime_us<=0.3ms", "1");
    row("stated:45%", "1 2 3");
    row("stated>=0.46", "");
    row("group:5", "1 2 3");
    row("confidence>=50%", "1 2 3");
    row("status:\"did not\"", "3");
    row("parent:ref device:h200 -task:soft", "1 2");
    row("beyond", "");
    row("open", "17");
    row("right", "2");
    row("faster", "1");
    row("measured", "1 2");  // what did not compile took no run
  }
  void typedFiltersChooseRows() {
    QFETCH(QString, text);
    QFETCH(QString, rows);
    QCOMPARE(chosen(text.toUtf8().constData()), rows);
    // What is typed and what is printed for it mean the same.
    const auto filter = parseFilter(text.toStdString());
    QVERIFY(filter);
    const auto again = parseFilter(filterText(*filter));
    QVERIFY2(again, filterText(*filter).c_str());
    QVERIFY2(*again == *filter, filterText(*filter).c_str());
  }

  void trueClassFollowsTheRule() {
    // 0.2 is class 1 by either rule, 3.45 is 7 as asked and floor(2 log2 3.45) + 4 = 7 as published; 0.6
    // differs.
    SessionTable table = fourRows();
    table.rows[1].speedup = 0.6;
    const auto filter = parseFilter("true:3");
    QVERIFY(filter);
    QCOMPARE(filteredRows(table, *filter, BinRule::Prompt), (std::vector<int>{1}));
    QCOMPARE(filteredRows(table, *filter, BinRule::PaperCode), (std::vector<int>{}));
  }

  void mistakesAreNamedWithTheirPlace_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("unknown") << "bin:5 tusk:x"
                             << "“tusk:x” at character 7: there is nothing called “tusk”; did you mean task?";
    QTest::newRow("no number")
        << "speedup>fast"
        << "“speedup>fast” at character 1: measured speedup is a number, as in speedup>=2";
    QTest::newRow("share")
        << "stated>=45"
        << "“stated>=45” at character 1: probability of the named class is a share: write 45% or 0.45";
    QTest::newRow("unit") << "speedup>2ms"
                          << "“speedup>2ms” at character 1: measured speedup has no unit “ms”";
    QTest::newRow("flag") << "failed:yes"
                          << "“failed:yes” at character 1: failed stands alone, or with a minus: -failed";
    QTest::newRow("missing") << "task:"
                             << "“task:” at character 1: what task is to be is missing";
    QTest::newRow("quote") << "task:\"a b"
                           << "the quote at character 6 is not closed";
    QTest::newRow("no such class") << "bin:5,9"
                                   << "“bin:5,9” at character 1: forecast class goes from 1 to 8";
    QTest::newRow("class below") << "true:-1..0"
                                 << "“true:-1..0” at character 1: measured class goes from 1 to 8";
    QTest::newRow("range") << "bin:7..5"
                           << "“bin:7..5” at character 1: the range ends before it begins";
    QTest::newRow("text") << "task>3"
                          << "“task>3” at character 1: task is a text: task:transpose";
    QTest::newRow("number")
        << "#x"
        << "“#x” at character 1: numbers of candidates are written #3,17; quote it to look for it in names";
    QTest::newRow("namespace")
        << "ns::kernel"
        << "“ns::kernel” at character 1: there is nothing called “ns”; quote it to look for it in names";
    QTest::newRow("two signs")
        << "5>bin>2"
        << "“5>bin>2” at character 1: there is nothing called “5”; quote it to look for it in names";
  }
  void mistakesAreNamedWithTheirPlace() {
    QFETCH(QString, text);
    QFETCH(QString, says);
    const auto filter = parseFilter(text.toStdString());
    QVERIFY(!filter);
    QCOMPARE(QString::fromStdString(filter.error().message), says);
  }

  void anyBytesAreReadOrRefused() {
    std::mt19937 random(7);
    const std::string alphabet =
        "abintask:=<>#-\",.%0159 \\\n\xff\xc3\x00"
        "x";
    for (int i = 0; i < 20'000; ++i) {
      std::string text;
      const auto length = random() % 24;
      for (unsigned j = 0; j < length; ++j) text += alphabet[random() % alphabet.size()];
      const auto filter = parseFilter(text);
      if (!filter) {
        QVERIFY(!filter.error().message.empty());
        continue;
      }
      const auto again = parseFilter(filterText(*filter));
      QVERIFY2(again && *again == *filter, filterText(*filter).c_str());
    }
  }

  void chipsSayWhatIsFiltered() {
    const auto words = [](const char* text) {
      return QString::fromStdString(termWords(parseFilter(text)->terms.at(0), BinRule::Prompt));
    };
    QCOMPARE(words("task:transpose"), QStringLiteral("task transpose"));
    QCOMPARE(words("-failed"), QStringLiteral("not failed"));
    QCOMPARE(words("bin:5"), QStringLiteral("forecast class 5 (≤ 1.41×)"));
    QCOMPARE(words("speedup>=2"), QStringLiteral("measured speedup ≥ 2.00×"));
    QCOMPARE(words("0.4<=stated<0.5"), QStringLiteral("40% ≤ probability of the named class < 50%"));
    QCOMPARE(words("#1,2,3,4,5"), QStringLiteral("5 picked candidates"));
    QCOMPARE(words("vec4"), QStringLiteral("“vec4”"));
  }

  void termsAreReplacedAndTakenAway() {
    RowFilter filter = *parseFilter("task=a failed bin:5");
    filter = filter.with(textTerm("task", "b", true));
    QCOMPARE(filterText(filter), std::string("task=b failed bin:5"));
    filter = filter.without("failed").with(numberTerm("true", 3));
    QCOMPARE(filterText(filter), std::string("task=b bin:5 true:3"));
    QCOMPARE(filterText(filter.withoutTerm(0)), std::string("bin:5 true:3"));
    QVERIFY(filter.find("bin") != nullptr);
    QVERIFY(filter.find("failed") == nullptr);
    QCOMPARE(filterText(RowFilter{{candidatesTerm({17, 3, 3})}}), std::string("#3,17"));
  }

  void everyFieldIsDescribedAndItsExampleParses() {
    for (const FilterField& field : filterFields()) {
      QVERIFY2(!field.sentence.empty() && !field.title.empty(), std::string(field.key).c_str());
      QCOMPARE(findFilterField(field.key), &field);  // no key twice
      if (!field.example.empty()) QVERIFY2(parseFilter(field.example), std::string(field.example).c_str());
    }
  }
  void everyFieldNamesItsColumn() {
    for (const FilterField& field : filterFields()) {
      const CandidateColumn* column = columnAbout(field, BinRule::Prompt);
      QVERIFY2(column != nullptr, std::string(field.key).c_str());
      QVERIFY(columnAbout(field, BinRule::PaperCode) != nullptr);
    }
  }

  void everyColumnCanBeAskedAbout() {
    const SessionTable table = fourRows();
    for (const BinRule rule : {BinRule::Prompt, BinRule::PaperCode}) {
      for (const CandidateColumn& column : candidateColumns()) {
        const FilterField* field = fieldOfColumn(column, rule);
        QVERIFY2(field != nullptr || !flagsOfColumn(column).empty(), std::string(column.key).c_str());
        if (field == nullptr) continue;
        // What it compares is what the column shows.
        for (const CandidateRow& row : table.rows) {
          const CellValue cell = column.value(table, row);
          if (field->kind == FilterKind::Text) {
            const auto* words = std::get_if<std::string>(&cell);
            QCOMPARE(std::string(field->text(table, row)), words != nullptr ? *words : std::string());
            continue;
          }
          const double number = numberOf(*field, table, row, rule);
          const auto* whole = std::get_if<std::int64_t>(&cell);
          const auto* real = std::get_if<double>(&cell);
          if (whole != nullptr) QCOMPARE(number, static_cast<double>(*whole));
          else if (real != nullptr) QCOMPARE(number, *real);
          else QVERIFY2(std::isnan(number), std::string(column.key).c_str());
        }
      }
    }
    QCOMPARE(fieldOfColumn(*findCandidateColumn("predicted_bin"), BinRule::Prompt)->key, "bin");
    QCOMPARE(fieldOfColumn(*findCandidateColumn("true_bin"), BinRule::Prompt)->key, "true");
    // By the rule as published, "true" asks about the other column.
    QCOMPARE(fieldOfColumn(*findCandidateColumn("true_bin"), BinRule::PaperCode)->key, "true_bin");
    QCOMPARE(fieldOfColumn(*findCandidateColumn("true_bin_paper_code"), BinRule::PaperCode)->key, "true");
    QCOMPARE(fieldOfColumn(*findCandidateColumn("bin_error"), BinRule::Prompt)->key, "bin_error");
    QVERIFY(fieldOfColumn(*findCandidateColumn("verdict"), BinRule::Prompt) == nullptr);
    QCOMPARE(flagsOfColumn(*findCandidateColumn("verdict")).size(), std::size_t{4});
  }

  void numbersReadBackAsTheyAreWritten() {
    for (const char* key : {"speedup", "stated", "runtime_us", "registers"}) {
      const FilterField& field = *findFilterField(key);
      for (const double value : {0.07, 0.5, 1.0, 0.1234567890123, 0.29}) {
        const std::string text = filterNumberText(value, field);
        QVERIFY2(parseFilterNumber(text, field) == value, text.c_str());
      }
    }
    QCOMPARE(filterNumberText(0.07, *findFilterField("stated")), std::string("7%"));
    QCOMPARE(*parseFilterNumber("1.5ms", *findFilterField("runtime_us")), 1500.0);
    QVERIFY(!parseFilterNumber("2 -failed", *findFilterField("speedup")));
    QVERIFY(!parseFilterNumber("", *findFilterField("speedup")));
  }
};

QTEST_APPLESS_MAIN(TestRowFilter)
#include "test_row_filter.moc"
