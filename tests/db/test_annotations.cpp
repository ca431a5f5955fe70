// What people add to kernels: notes and tags, how they are refused, and that they survive.
#include <QObject>
#include <QTest>

#include <SQLiteCpp/SQLiteCpp.h>

#include "db/Annotations.h"
#include "tests/db/library_fixture.h"

namespace kernelcast::db {

using fixtures::LibraryFixture;
using fixtures::must;
using Tags = std::vector<std::string>;

class TestAnnotations : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup() { library_.reset(); }
  void notes();
  void tags();
  void refusals_data();
  void refusals();
  void readOnly();
  void survivesClosing();

 private:
  [[nodiscard]] KernelAnnotation read(const std::string& hash) const {
    return must(must(library_->reader()).kernelAnnotation(hash));
  }
  [[nodiscard]] int countOf(const std::string& what) const {
    SQLite::Database raw(fixture_->file().string(), SQLite::OPEN_READONLY, 5000);
    return raw.execAndGet("SELECT count(*) FROM " + what).getInt();
  }

  std::optional<LibraryFixture> fixture_;
  std::unique_ptr<Library> library_;
  std::string kernel_;  // of the sample
  std::string other_;
};

void TestAnnotations::init() {
  fixture_.emplace();
  library_ = fixture_->open();
  must(library_->importSink().store(fixtures::sample()));
  const auto table = must(must(library_->reader()).table(fixtures::sample().id));
  kernel_ = table.rows[0].kernelHash;
  other_ = table.rows[1].kernelHash;
}

void TestAnnotations::notes() {
  Annotations& annotations = library_->annotations();
  QCOMPARE(read(kernel_), KernelAnnotation());
  QCOMPARE(must(annotations.setKernelNote(kernel_, "spills at 256 threads")), std::string());
  QCOMPARE(must(annotations.setKernelNote(kernel_, "two\nlines")), std::string("spills at 256 threads"));
  QCOMPARE(read(kernel_).note, std::string("two\nlines"));
  QVERIFY(read(other_).isEmpty());
  QVERIFY(read("no hash").isEmpty());
  // Undone by writing what was replaced; an empty one leaves no row.
  QCOMPARE(must(annotations.setKernelNote(kernel_, "")), std::string("two\nlines"));
  QCOMPARE(countOf("kernel_notes"), 0);
  // Bytes that are no text become one.
  MUST(annotations.setKernelNote(kernel_, "latin \xE9"));
  QCOMPARE(read(kernel_).note, std::string("latin \uFFFD"));
}

void TestAnnotations::tags() {
  Annotations& annotations = library_->annotations();
  QCOMPARE(must(annotations.setKernelTags(kernel_, {" fast ", "odd", "fast"})), Tags());
  QCOMPARE(must(annotations.setKernelTags(kernel_, {"odd", "à voir"})), (Tags{"fast", "odd"}));
  QCOMPARE(read(kernel_).tags, (Tags{"odd", "à voir"}));
  QCOMPARE(must(annotations.setKernelTags(kernel_, {})), (Tags{"odd", "à voir"}));
  QCOMPARE(countOf("kernel_tags"), 0);
}

void TestAnnotations::refusals_data() {
  QTest::addColumn<QString>("tag");
  QTest::newRow("empty") << QString();
  QTest::newRow("blank") << QStringLiteral("  ");
  QTest::newRow("two lines") << QStringLiteral("a\nb");
  QTest::newRow("too long") << QString(101, u'x');
}

void TestAnnotations::refusals() {
  QFETCH(QString, tag);
  Annotations& annotations = library_->annotations();
  MUST(annotations.setKernelTags(kernel_, {"kept"}));
  REFUSED(annotations.setKernelTags(kernel_, {"fine", tag.toStdString()}), "is no tag");
  QCOMPARE(read(kernel_).tags, (Tags{"kept"}));
  MUST(annotations.setKernelNote(kernel_, "kept"));
  REFUSED(annotations.setKernelNote(kernel_, std::string(100'001, 'x')), "at most 100000 bytes");
  QCOMPARE(read(kernel_).note, std::string("kept"));
  REFUSED(annotations.setKernelNote("abc", "x"), "64 hexadecimal digits");
  REFUSED(annotations.setKernelTags("abc", {"x"}), "64 hexadecimal digits");
}

void TestAnnotations::readOnly() {
  MUST(library_->annotations().setKernelNote(kernel_, "kept"));
  library_.reset();
  OpenOptions options;
  options.readOnly = true;
  library_ = fixture_->open(options);
  REFUSED(library_->annotations().setKernelNote(kernel_, "x"), "open for reading only");
  REFUSED(library_->annotations().setKernelTags(kernel_, {"x"}), "open for reading only");
  QCOMPARE(read(kernel_).note, std::string("kept"));
}

void TestAnnotations::survivesClosing() {
  MUST(library_->annotations().setKernelNote(kernel_, "kept"));
  MUST(library_->annotations().setKernelTags(kernel_, {"odd"}));
  library_.reset();
  library_ = fixture_->open();
  QCOMPARE(read(kernel_), (KernelAnnotation{"kept", {"odd"}}));
}

}  // namespace kernelcast::db

QTEST_APPLESS_MAIN(kernelcast::db::TestAnnotations)
#include "test_annotations.moc"
