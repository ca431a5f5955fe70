#include <QTest>
#include <clocale>
#include <cmath>
#include <limits>

#include "core/report/csv_writer.h"
#include "report_fixture.h"

using namespace kernelcast;
using namespace kernelcast::report;

namespace {

// RFC 4180, strictly: what a reader would make of it.
std::vector<std::vector<std::string>> readCsv(const std::string& csv) {
  std::vector<std::vector<std::string>> lines;
  std::vector<std::string> line;
  std::string field;
  bool quoted = false;
  for (std::size_t i = 0; i < csv.size(); ++i) {
    const char c = csv[i];
    if (quoted) {
      if (c != '"') field += c;
      else if (i + 1 < csv.size() && csv[i + 1] == '"') field += csv[++i];
      else quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',' || c == '\r') {
      line.push_back(field);
      field.clear();
      if (c == ',') continue;
      if (i + 1 >= csv.size() || csv[i + 1] != '\n') return {};  // a bare CR outside quotes is damage
      ++i;
      lines.push_back(line);
      line.clear();
    } else {
      field += c;
    }
  }
  return quoted || !field.empty() || !line.empty() ? std::vector<std::vector<std::string>>{} : lines;
}

std::size_t columnAt(std::string_view key) {
  const auto columns = candidateColumns();
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (columns[c].key == key) return c;
  }
  return columns.size();
}

}  // namespace

class TestReportCsv : public QObject {
  Q_OBJECT

 private slots:
  void columnsAreTheOneList() {
    const auto lines = readCsv(candidatesCsv(makeSession().table));
    QVERIFY(!lines.empty());
    const auto columns = candidateColumns();
    QCOMPARE(lines[0].size(), columns.size());
    for (std::size_t c = 0; c < columns.size(); ++c) QCOMPARE(lines[0][c], std::string(columns[c].key));
  }

  void everyRowAndEveryValueComesBack() {
    const ReportSession session = makeSession();
    const auto lines = readCsv(candidatesCsv(session.table));
    QCOMPARE(lines.size(), session.table.rows.size() + 1);
    for (std::size_t r = 0; r < session.table.rows.size(); ++r) {
      QCOMPARE(lines[r + 1].size(), candidateColumns().size());
      for (std::size_t c = 0; c < candidateColumns().size(); ++c) {
        const std::string& field = lines[r + 1][c];
        const CellValue value = candidateColumns()[c].value(session.table, session.table.rows[r]);
        if (const auto* number = std::get_if<double>(&value))
          QCOMPARE(std::strtod(field.c_str(), nullptr), *number);
        else if (const auto* whole = std::get_if<std::int64_t>(&value)) QCOMPARE(std::stoll(field), *whole);
        else if (const auto* text = std::get_if<std::string>(&value))
          QCOMPARE(std::string(csvText(field)), *text);
        else QVERIFY(field.empty());
      }
    }
  }

  void noRowsIsAHeader() { QCOMPARE(readCsv(candidatesCsv(SessionTable{})).size(), std::size_t{1}); }

  void textSurvives_data() {
    QTest::addColumn<QByteArray>("text");
    int row = 0;
    for (const char* text :
         {"plain", "a,b", "say \"hi\"", "two\nlines", "two\r\nlines", " edges ", "\"", ",", "'quoted'",
          "=1+2", "+1", "-1", "@SUM(A1)", "\tx", "'=1", "=HYPERLINK(\"http://x\",\"y\")", "×≤¼"}) {
      QTest::addRow("%d", row++) << QByteArray(text);  // names cannot hold line ends
    }
  }
  void textSurvives() {
    QFETCH(QByteArray, text);
    SessionTable table = makeSession().table;
    table.rows.resize(1);
    table.rows[0].name = text.toStdString();
    const auto lines = readCsv(candidatesCsv(table));
    QCOMPARE(lines.size(), std::size_t{2});
    QCOMPARE(std::string(csvText(lines[1][columnAt("name")])), text.toStdString());
  }

  void formulasAreText() {
    for (const char* formula : {"=1+2", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"}) {
      std::string field = csvField(std::string(formula));
      if (field.front() == '"') field = field.substr(1);
      QCOMPARE(field.front(), '\'');
    }
    QCOMPARE(csvField(-0.5), std::string("-0.5"));  // a number is no formula
    QCOMPARE(csvField(std::int64_t{-3}), std::string("-3"));
  }

  void numbersAreShortAndExact() {
    QCOMPARE(csvField(0.1), std::string("0.1"));
    QCOMPARE(csvField(1.0 / 3), std::string("0.3333333333333333"));
    QCOMPARE(csvField(CellValue()), std::string());
    QCOMPARE(csvField(std::numeric_limits<double>::quiet_NaN()), std::string());
    QCOMPARE(csvField(std::numeric_limits<double>::infinity()), std::string());
  }

  void localeChangesNothing() {
    const std::string before = candidatesCsv(makeSession().table);
    const std::string locale = std::setlocale(LC_ALL, nullptr);
    if (std::setlocale(LC_ALL, "de_DE.UTF-8") == nullptr) QSKIP("there is no locale with a decimal comma");
    const std::string after = candidatesCsv(makeSession().table);
    std::setlocale(LC_ALL, locale.c_str());
    QCOMPARE(after, before);
  }

  void brokenBytesAreReplaced() { QCOMPARE(csvField(std::string("a\xff")), std::string("a\xEF\xBF\xBD")); }
};

QTEST_APPLESS_MAIN(TestReportCsv)
#include "test_report_csv.moc"
