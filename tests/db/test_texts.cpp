// Full text over names, sources and rationales; and texts as bytes.
#include <QObject>
#include <QTest>

#include <SQLiteCpp/SQLiteCpp.h>

#include "db/Texts.h"
#include "tests/db/library_fixture.h"
#include "tests/exchange/full_session.h"

namespace kernelcast::db {

using fixtures::LibraryFixture;
using fixtures::must;

class TestTexts : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void cleanupTestCase() { reader_.reset(), library_.reset(), fixture_.reset(); }
  void finds_data();
  void finds();
  void hostile_data();
  void hostile();
  void limit();
  void snippets();
  void compression();
  void hashes();
  void promptsAreNotSearched();

 private:
  std::optional<LibraryFixture> fixture_;
  std::unique_ptr<Library> library_;
  std::optional<Reader> reader_;
};

void TestTexts::initTestCase() {
  fixture_.emplace();
  library_ = fixture_->open();
  MUST(library_->importSink().store(fixtures::sample()));
  exchange::ExchangeSession odd = fixtures::fullSession();
  odd.candidates[0].name = "100%_faster \"AND\" O'Neill";
  odd.candidates[1].name = "µ-kernel";
  odd.kernels[1].source = "// 50% of \"rows\" AND NOT cols* OR (x) NEAR/3 y: -z ^w Ünïcödé 核心代码\n";
  MUST(library_->importSink().store(odd));
  auto reader = library_->reader();
  MUST(reader);
  reader_.emplace(std::move(*reader));
}

void TestTexts::finds_data() {
  QTest::addColumn<QString>("query");
  QTest::addColumn<QString>("where");  // of the first hit
  QTest::addColumn<QString>("name");   // of a hit; empty: any
  QTest::newRow("a name") << "online_vec4"
                          << "name"
                          << "online_vec4";
  QTest::newRow("part of a name, other case") << "ONLINE_V"
                                              << "name"
                                              << "online_vec4";
  QTest::newRow("two letters: names only") << "sm"
                                           << "name"
                                           << "smem_row_cache";
  QTest::newRow("one letter") << "m"
                              << "name"
                              << "";
  QTest::newRow("a word of sources") << "__shfl_xor_sync"
                                     << "source"
                                     << "";
  QTest::newRow("a source in other case") << "BLOCKIDX.X"
                                          << "source"
                                          << "";
  QTest::newRow("with blanks around") << "  online_vec4 "
                                      << "name"
                                      << "online_vec4";
  QTest::newRow("a rationale") << "wide loads – \"coalesced\""
                               << "rationale"
                               << "";
  QTest::newRow("an operator as a word") << "\"rows\" AND NOT cols*"
                                         << "source"
                                         << "";
  QTest::newRow("a per cent sign is itself") << "100%_f"
                                             << "name"
                                             << "";
  QTest::newRow("quotes") << "O'Neill"
                          << "name"
                          << "";
  QTest::newRow("other scripts") << "核心代码"
                                 << "source"
                                 << "";
  QTest::newRow("letters beyond ASCII") << "Ünïcödé"
                                        << "source"
                                        << "";
  QTest::newRow("two characters of three bytes") << "µ-"
                                                 << "name"
                                                 << "";
}

void TestTexts::finds() {
  QFETCH(const QString, query);
  QFETCH(const QString, where);
  QFETCH(const QString, name);
  const auto hits = reader_->searchText(query.toStdString());
  MUST(hits);
  QVERIFY(!hits->empty());
  QCOMPARE(QString::fromStdString(hits->front().where), where);
  const bool named = std::any_of(hits->begin(), hits->end(),
                                 [&](const TextHit& hit) { return hit.name == name.toStdString(); });
  QVERIFY(name.isEmpty() || named);
  for (const TextHit& hit : *hits) {
    QVERIFY(!hit.session.empty() && !hit.task.empty() && !hit.snippet.empty());
    if (query.trimmed().size() < 3) QCOMPARE(hit.where, std::string("name"));
  }
}

void TestTexts::hostile_data() {
  QTest::addColumn<QByteArray>("query");
  for (const char* query : {"",
                            " ",
                            "%",
                            "%%",
                            "___",
                            "\"",
                            "\"\"",
                            "\"\"\"",
                            "'",
                            "AND",
                            "AND OR NOT",
                            "NEAR(a b)",
                            "a* b*",
                            "text_search:x",
                            "{body}: x",
                            "col:(",
                            ")))",
                            "^x",
                            "-- x",
                            "; DROP TABLE sessions",
                            "\\",
                            "\\%",
                            "\xff\xfe\xfd",
                            "\xe6\xa0",
                            "a\xffz b",
                            "ab\"c OR \"def"}) {
    QTest::addRow("%s", QByteArray(query).toHex().constData()) << QByteArray(query);
  }
  QTest::newRow("a zero inside") << QByteArray("abc\0def", 7);
  QTest::newRow("long") << QByteArray(20'000, 'q');
  QTest::newRow("long and various") << QByteArray("0123456789 abcdefghijklmnopqrstuvwxyz").repeated(200);
}

void TestTexts::hostile() {
  QFETCH(const QByteArray, query);
  const auto hits = reader_->searchText(query.toStdString());
  MUST(hits);
  // What is found holds what was asked for, and nothing else matched by accident.
  for (const TextHit& hit : *hits) {
    if (hit.where != "name") continue;
    QVERIFY(
        QString::fromStdString(hit.name).contains(QString::fromUtf8(query.trimmed()), Qt::CaseInsensitive));
  }
  QCOMPARE(must(reader_->sessions()).size(), std::size_t{2});
}

void TestTexts::limit() {
  QCOMPARE(must(reader_->searchText("blockIdx", 5)).size(), std::size_t{5});
  QCOMPARE(must(reader_->searchText("e", 3)).size(), std::size_t{3});
  QVERIFY(must(reader_->searchText("blockIdx", 0)).empty());
  QVERIFY(must(reader_->searchText("blockIdx", -1)).empty());
  const auto& kernels = fixtures::sample().kernels;
  const auto holding = std::count_if(kernels.begin(), kernels.end(), [](const auto& kernel) {
    return kernel.source.find("blockIdx") != std::string::npos;
  });
  const auto all = reader_->searchText("blockIdx", 1000);
  MUST(all);
  QCOMPARE(std::count_if(all->begin(), all->end(), [](const TextHit& hit) { return hit.where == "source"; }),
           holding);
}

void TestTexts::snippets() {
  const auto hits = reader_->searchText("Ünïcödé");
  MUST(hits);
  QVERIFY(hits->front().snippet.find("Ünïcödé") != std::string::npos);
  QVERIFY(hits->front().snippet.find('\n') == std::string::npos);
  const auto reference = reader_->searchText("__global__ void r()");
  MUST(reference);
  QCOMPARE(reference->front().candidate, 0);
  QCOMPARE(reference->front().name, std::string("reference"));
}

void TestTexts::compression() {
  for (const std::string& text : {std::string(), std::string("a"), std::string(1, '\0'),
                                  std::string(100'000, 'x'), fixtures::sample().kernels[3].source}) {
    const std::string frame = compress(text);
    const auto back = decompress(frame, static_cast<std::int64_t>(text.size()));
    MUST(back);
    QVERIFY(*back == text);
    REFUSED(decompress(frame, static_cast<std::int64_t>(text.size()) + 1), "damaged");
    if (text.size() > 1) {
      REFUSED(decompress(frame, static_cast<std::int64_t>(text.size()) - 1), "damaged");
      std::string flipped = frame;
      flipped[flipped.size() / 2] = static_cast<char>(flipped[flipped.size() / 2] ^ 0x10);
      REFUSED(decompress(flipped, static_cast<std::int64_t>(text.size())), "damaged");
    }
    REFUSED(decompress(frame, -1), "damaged");
  }
}

void TestTexts::hashes() {
  const std::string hex = "00ff10abcdef000102030405060708090a0b0c0d0e0f10111213141516171819";
  const auto bytes = hashBytes(hex);
  QVERIFY(bytes.has_value());
  QCOMPARE(hashHex(*bytes), hex);
  QVERIFY(!hashBytes("00"));
  QVERIFY(!hashBytes(std::string(64, 'g')));
  QVERIFY(!hashBytes(std::string(64, 'A')));
}

void TestTexts::promptsAreNotSearched() {
  const auto hits = reader_->searchText("Forecast this.");
  MUST(hits);
  QVERIFY(hits->empty());
}

}  // namespace kernelcast::db

QTEST_APPLESS_MAIN(kernelcast::db::TestTexts)
#include "test_texts.moc"
