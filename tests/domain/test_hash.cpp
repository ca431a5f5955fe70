#include <QTest>

#include "core/domain/hash.h"
#include "core/domain/ulid.h"

using namespace kernelcast;

class TestHash : public QObject {
  Q_OBJECT

 private slots:
  // Vectors of FIPS 180-4's examples.
  void sha256_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("hash");
    QTest::newRow("empty") << QByteArray("")
                           << "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    QTest::newRow("abc") << QByteArray("abc")
                         << "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    QTest::newRow("two blocks") << QByteArray("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                                << "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
    QTest::newRow("a million a") << QByteArray(1'000'000, 'a')
                                 << "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
  }
  void sha256() {
    QFETCH(QByteArray, text);
    QFETCH(QString, hash);
    QCOMPARE(QString::fromStdString(sha256Hex({text.data(), static_cast<std::size_t>(text.size())})), hash);
  }
  void sha256OfAZeroByte() { QVERIFY(sha256Hex(std::string_view("a\0b", 3)) != sha256Hex("a")); }

  // Recorded searches depend on these values: they may never change.
  void stableHashIsPinned() {
    QCOMPARE(stableHash(""), 0xaebe53f85cdc3c4cULL);
    QCOMPARE(stableHash("", 1), 0xd72ac492360993eaULL);
    QCOMPARE(stableHash("audit"), 0x9790aaa8c9b24ce2ULL);
    QCOMPARE(stableHash("audit", 7), 0x7b9685a5a279cca2ULL);
    QCOMPARE(stableHash("µ"), 0x48f3565b2bbb399bULL);
  }

  void unitIntervals() {
    QVERIFY(unitInterval(0) == 0);
    QVERIFY(unitInterval(~0ULL) < 1);
    QVERIFY(unitInterval(1ULL << 63U) == 0.5);
    // Neighbouring texts and seeds spread evenly: each tenth of 20,000 draws holds 2,000, within five
    // deviations of 42.
    std::array<int, 10> counts{};
    for (int i = 0; i < 10'000; ++i) {
      ++counts[static_cast<std::size_t>(unitInterval(stableHash("slot " + std::to_string(i))) * 10)];
      ++counts[static_cast<std::size_t>(unitInterval(stableHash("slot", static_cast<std::uint64_t>(i))) *
                                        10)];
    }
    for (const int count : counts) QVERIFY(std::abs(count - 2000) < 212);
  }

  void ulids_data() {
    QTest::addColumn<qint64>("time");
    QTest::addColumn<QByteArray>("randomness");
    QTest::addColumn<QString>("ulid");
    // 1469918176385 is 01ARYZ6S41 in the specification's reference implementation.
    QTest::newRow("known time") << qint64{1469918176385} << QByteArray(10, 0) << "01ARYZ6S410000000000000000";
    QTest::newRow("known time, 1..10")
        << qint64{1469918176385} << QByteArray("\1\2\3\4\5\6\7\10\11\12", 10) << "01ARYZ6S41041061050R3GG28A";
    QTest::newRow("largest") << qint64{(qint64{1} << 48) - 1} << QByteArray(10, '\xff')
                             << "7ZZZZZZZZZZZZZZZZZZZZZZZZZ";
    QTest::newRow("outer bits") << qint64{0} << QByteArray("\x80\0\0\0\0\0\0\0\0\1", 10)
                                << "0000000000G000000000000001";
  }
  void ulids() {
    QFETCH(qint64, time);
    QFETCH(QByteArray, randomness);
    QFETCH(QString, ulid);
    std::array<std::uint8_t, 10> bytes{};
    std::copy(randomness.begin(), randomness.end(), bytes.begin());
    QCOMPARE(QString::fromStdString(makeUlid(time, bytes)), ulid);
    QVERIFY(isUlid(makeUlid(time, bytes)));
  }

  void ulidsSortByTime() {
    std::string before;
    for (std::int64_t time = 1; time < (std::int64_t{1} << 47); time = time * 3 + 1) {
      const std::string ulid = makeUlid(time, {0xff, 0xff});
      QVERIFY(ulid > before);
      QVERIFY(makeUlid(time + 1, {}) > ulid);
      before = ulid;
    }
  }

  void freshUlids() {
    const std::string a = newUlid();
    QVERIFY(isUlid(a));
    QVERIFY(a != newUlid());
  }

  void notUlids_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("empty") << "";
    QTest::newRow("short") << "01ARYZ6S41000000000000000";
    QTest::newRow("long") << "01ARYZ6S4100000000000000000";
    QTest::newRow("lower case") << "01aryz6s410000000000000000";
    QTest::newRow("letter I") << "01ARYZ6S41000000000000000I";
    QTest::newRow("letter U") << "01ARYZ6S41000000000000000U";
    QTest::newRow("more than 128 bits") << "81ARYZ6S410000000000000000";
  }
  void notUlids() {
    QFETCH(QString, text);
    QVERIFY(!isUlid(text.toStdString()));
  }
};

QTEST_APPLESS_MAIN(TestHash)
#include "test_hash.moc"
