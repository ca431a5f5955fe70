#include <QStringDecoder>
#include <QTest>

#include "core/domain/text.h"

using namespace kernelcast;

class TestText : public QObject {
  Q_OBJECT

 private slots:
  void countsCodePoints() {
    QCOMPARE(codePoints(""), std::size_t{0});
    QCOMPARE(codePoints("a\xC2\xB5\xE2\x80\x93\xF0\x9F\x9A\x80"), std::size_t{4});
    QCOMPARE(codePoints("\xFF\xC2"), std::size_t{2});
  }
  void utf8_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("repaired");  // null where the text is valid
    const QByteArray valid;
    const QByteArray bad("\xEF\xBF\xBD");
    QTest::newRow("empty") << QByteArray("") << valid;
    QTest::newRow("ASCII with a zero") << QByteArray("a\0b", 3) << valid;
    QTest::newRow("two bytes") << QByteArray("\xC2\xB5") << valid;
    QTest::newRow("three bytes") << QByteArray("\xE2\x89\xA4") << valid;
    QTest::newRow("four bytes") << QByteArray("\xF0\x9F\x98\x80") << valid;
    QTest::newRow("last code point") << QByteArray("\xF4\x8F\xBF\xBF") << valid;
    QTest::newRow("beyond the last code point") << QByteArray("\xF4\x90\x80\x80") << bad + bad + bad + bad;
    QTest::newRow("before the surrogates") << QByteArray("\xED\x9F\xBF") << valid;
    QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << bad + bad + bad;
    QTest::newRow("last surrogate") << QByteArray("\xED\xBF\xBF") << bad + bad + bad;
    QTest::newRow("after the surrogates") << QByteArray("\xEE\x80\x80") << valid;
    QTest::newRow("overlong slash, two bytes") << QByteArray("\xC0\xAF") << bad + bad;
    QTest::newRow("overlong, C1") << QByteArray("\xC1\xBF") << bad + bad;
    QTest::newRow("overlong, three bytes") << QByteArray("\xE0\x9F\xBF") << bad + bad + bad;
    QTest::newRow("overlong, four bytes") << QByteArray("\xF0\x8F\xBF\xBF") << bad + bad + bad + bad;
    QTest::newRow("continuation alone") << QByteArray("a\x80z") << "a" + bad + "z";
    QTest::newRow("truncated, two bytes") << QByteArray("a\xC2") << "a" + bad;
    QTest::newRow("truncated, three bytes") << QByteArray("a\xE2\x89") << "a" + bad + bad;
    QTest::newRow("truncated, four bytes") << QByteArray("a\xF0\x9F\x98") << "a" + bad + bad + bad;
    QTest::newRow("cut by a letter") << QByteArray("\xE2\x89z") << bad + bad + "z";
    QTest::newRow("bytes that never occur") << QByteArray("\xFE\xFF\xF8") << bad + bad + bad;
    QTest::newRow("latin-1") << QByteArray("caf\xE9 noir") << "caf" + bad + " noir";
  }
  void utf8() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, repaired);
    const std::string bytes = text.toStdString();
    QCOMPARE(isValidUtf8(bytes), repaired.isNull());
    QCOMPARE(QByteArray::fromStdString(toValidUtf8(bytes)), repaired.isNull() ? text : repaired);
    QVERIFY(isValidUtf8(toValidUtf8(bytes)));
  }

  // All sequences of two bytes, and what Qt makes of them.
  void agreesWithQt() {
    for (int first = 0; first < 256; ++first) {
      for (int second = 0; second < 256; ++second) {
        const char bytes[]{static_cast<char>(first), static_cast<char>(second)};
        auto decode = QStringDecoder(QStringDecoder::Utf8);
        const QString decoded = decode(QByteArrayView(bytes, 2));
        const bool complete = !decode.hasError() && decoded.toUtf8() == QByteArrayView(bytes, 2);
        QCOMPARE(isValidUtf8({bytes, 2}), complete);
      }
    }
  }
};

QTEST_APPLESS_MAIN(TestText)
#include "test_text.moc"
