// Comments taken out of sources.
#include <QTest>

#include "core/analysis/source_text.h"
#include "core/exchange/native.h"
#include "core/exchange/sample.h"

using namespace kernelcast;
using namespace kernelcast::analysis;

class TestSourceText : public QObject {
  Q_OBJECT

 private slots:
  void commentsGo_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* name, const char* source, const char* code) {
      QTest::newRow(name) << QString::fromUtf8(source) << QString::fromUtf8(code);
    };
    row("empty", "", "");
    row("none", "int a / b;", "int a / b;");
    row("line", "a; // b\nc", "a;  \nc");
    row("line to the end", "a // b", "a  ");
    row("line goes on", "a // b \\\n c\nd", "a  \n\nd");
    row("line goes on after a carriage return", "a // b \\\r\n c\nd", "a  \n\nd");
    row("block", "a/* b */c", "a c");
    row("block keeps lines", "a/*\n\n*/c", "a \n\nc");
    row("block not closed", "a/* b", "a ");
    row("slash after the star", "a/*/ b */c", "a c");
    row("in a string", "\"// no /* */\" // yes", "\"// no /* */\"  ");
    row("escaped quote", "\"\\\"// no\" // yes", "\"\\\"// no\"  ");
    row("in a character", "'\"' // yes", "'\"'  ");
    row("digits", "1'000 // yes", "1'000  ");
    row("raw string", "R\"x(// \" no)x\" // yes", "R\"x(// \" no)x\"  ");
    row("quote that is not closed", "#error don't // yes\n// yes", "#error don't  \n ");
  }
  void commentsGo() {
    QFETCH(QString, source);
    QFETCH(QString, code);
    QCOMPARE(QString::fromStdString(withoutComments(source.toStdString())), code);
  }

  void twiceIsOnce() {
    const auto sample = exchange::readNative(exchange::sampleDocument());
    QVERIFY(sample);
    int shorter = 0;
    for (const auto& kernel : sample->session.kernels) {
      const std::string code = withoutComments(kernel.source);
      QCOMPARE(withoutComments(code), code);
      QCOMPARE(std::count(code.begin(), code.end(), '\n'),
               std::count(kernel.source.begin(), kernel.source.end(), '\n'));
      QVERIFY(code.find("kernelcast:launch") == std::string::npos);
      if (code.size() < kernel.source.size()) ++shorter;
    }
    QVERIFY(shorter >= 38);
  }
};

QTEST_APPLESS_MAIN(TestSourceText)
#include "test_source_text.moc"
