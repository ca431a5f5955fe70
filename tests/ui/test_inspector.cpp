// The inspector by mouse and keyboard: notes and tags that can be taken back, facts that lead to where they
// can be seen, the source against another, what a kernel may be compared with.
#include <QAction>
#include <QClipboard>
#include <QDesktopServices>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <set>

#include "tests/ui/SampleWindow.h"
#include "tests/ui/WarningGuard.h"
#include "tests/ui/fixture_table.h"
#include "tests/ui/layout_check.h"
#include "ui/MainWindow.h"
#include "ui/models/CommandRouter.h"
#include "ui/models/Comparables.h"
#include "ui/models/KernelFacts.h"
#include "ui/models/SourceFile.h"
#include "ui/models/SourceLines.h"
#include "ui/models/UndoStack.h"
#include "ui/models/Workspace.h"
#include "ui/pages/InspectorDetail.h"
#include "ui/pages/InspectorNotes.h"
#include "ui/pages/InspectorPanel.h"
#include "ui/pages/InspectorSource.h"
#include "ui/pages/InspectorSummary.h"
#include "ui/pages/PairPage.h"
#include "ui/pages/SessionPage.h"
#include "ui/widgets/Chip.h"
#include "ui/widgets/CodeView.h"
#include "ui/widgets/FactGrid.h"
#include "ui/widgets/FactLabel.h"
#include "ui/widgets/InlineMessage.h"

using namespace kernelcast;
using namespace kernelcast::ui;
using kernelcast::tests::kPatience;

namespace {

struct Sample : tests::SampleWindow {
  [[nodiscard]] InspectorPanel& inspector() const { return *window->inspector(); }
  [[nodiscard]] InspectorNotes& notes() const { return *window->inspector()->notes(); }
  template <typename T>
  [[nodiscard]] T* buttonNamed(const QString& text) const {
    for (auto* button : inspector().findChildren<T*>()) {
      if (button->text() == text) return button;
    }
    return nullptr;
  }
};

// Takes what would be opened in an editor.
class Opener : public QObject {
  Q_OBJECT
 public:
  Opener() { QDesktopServices::setUrlHandler(QStringLiteral("file"), this, "open"); }
  ~Opener() override { QDesktopServices::unsetUrlHandler(QStringLiteral("file")); }
  QString path;
 public slots:
  void open(const QUrl& url) { path = url.toLocalFile(); }
};

QString shapeOf(const SourceText& text) {
  QString shape;
  for (const SourceLine& line : text.lines) shape += QStringLiteral("=+-").at(static_cast<int>(line.kind));
  return shape;
}

}  // namespace

class TestInspector : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    Theme::instance().apply(*qApp);
    Theme::instance().setMode(ThemeMode::Light);
  }
  void cleanup() { VERIFY_NO_WARNINGS(guard_); }

  void newestIsTakenBackFirst() {
    UndoStack stack;
    QStringList done;
    const QSignalSpy undone(&stack, &UndoStack::undone);
    stack.undo();
    QCOMPARE(undone.size(), 0);
    stack.push(QStringLiteral("one"), [&] { done << QStringLiteral("one"); });
    stack.push(QStringLiteral("two"), [&] {
      done << QStringLiteral("two");
      stack.push(QStringLiteral("three"), [&] { done << QStringLiteral("three"); });
    });
    QCOMPARE(stack.nextName(), QStringLiteral("two"));
    stack.undo();
    QCOMPARE(stack.nextName(), QStringLiteral("three"));  // what it pushed is not lost
    stack.undo();
    stack.undo();
    QCOMPARE(done.join(u' '), QStringLiteral("two three one"));
    QCOMPARE(undone.size(), 3);
    for (int i = 0; i < 150; ++i) stack.push(QString::number(i), [&done, i] { done = {QString::number(i)}; });
    for (int i = 0; i < 200; ++i) stack.undo();
    QCOMPARE(done, QStringList{QStringLiteral("50")});  // the oldest that was kept
    stack.push(QStringLiteral("x"), [] {});
    stack.clear();
    QVERIFY(!stack.canUndo());
  }

  void tagsAreReadFromWhatIsTyped_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("tags");
    QTest::newRow("one") << QStringLiteral("slow") << QStringLiteral("slow");
    QTest::newRow("several") << QStringLiteral(" slow,odd one ,, slow, ") << QStringLiteral("slow|odd one");
    QTest::newRow("none") << QStringLiteral(" , ") << QString();
  }
  void tagsAreReadFromWhatIsTyped() {
    QFETCH(QString, typed);
    QTEST(tagsFromText(typed).join(u'|'), "tags");
  }

  void differencesStandInOneColumn() {
    const SourceText text = sourceAgainst("a\nB\nC\nd\n", "a\nb\nc\nd\n", QStringLiteral("x"));
    QCOMPARE(shapeOf(text), QStringLiteral("=--++="));
    QCOMPARE(text.lines[1].text, QStringLiteral("b"));
    QCOMPARE(text.lines[1].number, 0);
    QCOMPARE(text.lines[3].number, 2);  // of its own source
    QCOMPARE(text.lines[5].number, 4);
    QCOMPARE(text.note, QStringLiteral("Against x: 2 lines put in, 2 taken out."));
    QCOMPARE(sourceAgainst("a\n", "a\n", QStringLiteral("x")).note,
             QStringLiteral("The same device code as x."));
    QCOMPARE(sourceAgainst("a\nb\n", "a\n", QStringLiteral("x")).note,
             QStringLiteral("Against x: 1 line put in, 0 taken out."));
    std::string longOne;
    for (std::size_t i = 0; i <= kMostComparedLines; ++i) longOne += "x\n";
    const SourceText uncompared = sourceAgainst(longOne, "a\n", QStringLiteral("x"));
    QVERIFY(uncompared.note.startsWith(QStringLiteral("Not compared")));
    QCOMPARE(uncompared.lines.size(), kMostComparedLines + 1);
    QVERIFY(sourceText("").lines.empty());
    QCOMPARE(sourceText("a\r\nb").lines.size(), std::size_t{2});
  }

  void launchPlanIsATable() {
    const auto lines = launchPlanLines(
        "/* kernelcast:launch {\"launches\": [{\"kernel\": \"softmax<256>\", \"grid\": [\"rows\", 2], "
        "\"block\": [256], \"shared\": \"0\", \"args\": [\"x\", \"y\"]}], \"scratch\": [{\"name\": \"p\", "
        "\"dtype\": \"float32\", \"size\": \"rows*32\", \"fill\": \"zero\"}]} */ int f();");
    QStringList texts;
    for (const FactLine& line : lines) texts << line.name + u'=' + line.value;
    QCOMPARE(texts.join(u'|'),
             QStringLiteral("kernel=softmax<256>|grid=rows × 2|block=256|arguments=x, y|scratch=p: rows*32 × "
                            "float32, filled with zero"));
    QVERIFY(launchPlanLines("int f();").empty());
    const auto broken = launchPlanLines("/* kernelcast:launch {nothing */");
    QCOMPARE(broken.size(), std::size_t{1});
    QCOMPARE(broken[0].name, QStringLiteral("not read"));
    QVERIFY(!broken[0].value.isEmpty());
  }

  void resourcesAreWords() {
    Measurement silent;
    Measurement told;
    told.resources = {{"softmax", 40, 4096, 0, {}}};
    told.compileMs = 812;
    const auto lines = resourceLines(std::vector{silent, told});
    QCOMPARE(lines.size(), std::size_t{2});
    QCOMPARE(lines[0].name, QStringLiteral("softmax"));
    QCOMPARE(lines[0].value, QStringLiteral("40 registers a thread, 4.00 KiB shared, no local memory"));
    QCOMPARE(lines[1].value, QStringLiteral("812 ms"));
    told.resources.assign(kMostFacts + 3, told.resources[0]);
    const auto many = resourceLines(std::vector{told});
    QCOMPARE(many[kMostFacts].value, QStringLiteral("and 3 more functions"));
    QVERIFY(resourceLines({}).empty());
  }

  void sourceGoesToAFileOfItsOwn() {
    const std::string hash(64, 'a');
    QCOMPARE(sourceFileName("vec4", hash, "__global__"), QStringLiteral("vec4_aaaaaaaa.cu"));
    QCOMPARE(sourceFileName("../../etc/x y", hash, ""), QStringLiteral("_.._etc_x_y_aaaaaaaa.cu"));
    QCOMPARE(sourceFileName("..", hash, "import triton"), QStringLiteral("kernel_aaaaaaaa.py"));
    QVERIFY(sourceFileName(std::string(1000, 'n'), hash, "").size() < 100);
    const QTemporaryDir folder;
    const QString under = folder.filePath(QStringLiteral("new"));
    const auto path = writeSourceFile(under, "k", hash, "int f();\n");
    QVERIFY(path);
    QFile file(*path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QCOMPARE(file.readAll(), QByteArray("int f();\n"));
    file.write("// mine\n");
    file.close();
    QCOMPARE(*writeSourceFile(under, "k", hash, "int f();\n"), *path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().endsWith("// mine\n"));
    const auto refused = writeSourceFile(*path + QStringLiteral("/x"), "k", hash, "");
    QVERIFY(!refused && refused.error().message.find("could not be written") != std::string::npos);
  }

  void comparablesAreEachOnceAndNeverItself() {
    const auto table = tests::fixtureTable(60);
    for (int row = 0; row < 60; ++row) {
      const std::vector<int> marked{row, 3, 3};
      std::set<int> rows;
      for (const Comparable& other : comparables(*table, row, marked)) {
        QVERIFY(other.row != row);
        QVERIFY(rows.insert(other.row).second);
        if (other.row != 3)
          QCOMPARE(table->rows[static_cast<std::size_t>(other.row)].task,
                   table->rows[static_cast<std::size_t>(row)].task);
      }
      const int parent = parentRowOf(*table, row);
      const CandidateRow& own = table->rows[static_cast<std::size_t>(row)];
      QCOMPARE(parent >= 0, own.parent > 0);
      if (parent >= 0) QCOMPARE(table->rows[static_cast<std::size_t>(parent)].number, own.parent);
      QCOMPARE(rows.contains(parent), parent >= 0);
    }
  }

  void noteIsWrittenByKeysAndTakenBack() {
    const Sample s;
    QVERIFY(s.ready);
    QVERIFY(s.select("coalesced_writes"));
    QVERIFY(!s.notes().isVisible());
    QTest::keyClick(s.window.get(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(s->message()->text(), QStringLiteral("There is nothing to undo."));
    QTest::keyClick(s.window.get(), Qt::Key_N);
    QTRY_VERIFY(s.notes().noteField()->hasFocus());
    // Letters are the note's now, not the window's: this holds J, K, X and T.
    QTest::keyClicks(s.notes().noteField(), QStringLiteral("just kept for the next text"));
    QCOMPARE(s.selection().currentRow(), s.rowNamed("coalesced_writes"));
    QTest::keyClick(s.notes().noteField(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(s.notes().note(), QStringLiteral("just kept for the next text"));
    QVERIFY(!s.notes().noteField()->isVisible());
    // Another kernel has none; this one still has it.
    QVERIFY(s.select("thread_per_row"));
    QVERIFY(!s.notes().isVisible());
    QVERIFY(s.select("coalesced_writes"));
    QTRY_COMPARE(s.notes().note(), QStringLiteral("just kept for the next text"));
    // Escape leaves it.
    s->trigger(Command::Note);
    QTest::keyClicks(s.notes().noteField(), QStringLiteral(" or not"));
    QTest::keyClick(s.notes().noteField(), Qt::Key_Escape);
    QVERIFY(!s.notes().noteField()->isVisible());
    QCOMPARE(s.notes().note(), QStringLiteral("just kept for the next text"));
    s->trigger(Command::Undo);
    QTRY_VERIFY(!s.notes().isVisible());
    QCOMPARE(s->message()->text(), QStringLiteral("Undid: note on coalesced_writes"));
    QVERIFY(!s->workspace().undo().canUndo());
  }

  void draftIsNotLostWithTheSelection() {
    const Sample s;
    QVERIFY(s.ready);
    QVERIFY(s.select("coalesced_writes"));
    s->trigger(Command::Note);
    QTest::keyClicks(s.notes().noteField(), QStringLiteral("half a thought"));
    QVERIFY(s.select("thread_per_row"));
    QVERIFY(!s.notes().noteField()->isVisible());
    QTRY_VERIFY(s->workspace().undo().canUndo());
    QVERIFY(s.select("coalesced_writes"));
    QTRY_COMPARE(s.notes().note(), QStringLiteral("half a thought"));
  }

  void noteThatIsRefusedIsThereAgain() {
    const Sample s;
    QVERIFY(s.ready);
    QVERIFY(s.select("coalesced_writes"));
    s->trigger(Command::Note);
    s.notes().noteField()->setPlainText(QString(100'001, u'x'));
    QTest::keyClick(s.notes().noteField(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(s.notes().noteField()->isVisible());
    QCOMPARE(s.notes().noteField()->toPlainText().size(), 100'001);
    QVERIFY2(s->message()->text().contains(QStringLiteral("at most 100000 bytes")),
             qPrintable(s->message()->text()));
    QVERIFY(!s->workspace().undo().canUndo());
  }

  void tagsAreTypedClickedAwayAndTakenBack() {
    const Sample s;
    QVERIFY(s.ready);
    QVERIFY(s.select("coalesced_writes"));
    QTest::keyClick(s.window.get(), Qt::Key_T);
    QTRY_VERIFY(s.notes().tagField()->hasFocus());
    QTest::keyClicks(s.notes().tagField(), QStringLiteral("strided, <b>odd</b>"));
    QTest::keyClick(s.notes().tagField(), Qt::Key_Return);
    const QStringList both{QStringLiteral("<b>odd</b>"), QStringLiteral("strided")};
    QTRY_COMPARE(s.notes().tags(), both);
    auto* chip = s.buttonNamed<QToolButton>(QStringLiteral("strided  ×"));
    QVERIFY(chip != nullptr);
    QTest::mouseClick(chip, Qt::LeftButton);
    QTRY_COMPARE(s.notes().tags(), QStringList{QStringLiteral("<b>odd</b>")});
    s->trigger(Command::Undo);
    QTRY_COMPARE(s.notes().tags(), both);
    // One more is typed behind those that are there.
    s->trigger(Command::Tag);
    QTest::keyClicks(s.notes().tagField(), QStringLiteral("z"));
    QTest::keyClick(s.notes().tagField(), Qt::Key_Return);
    QTRY_COMPARE(s.notes().tags(), both + QStringList{QStringLiteral("z")});
    s->trigger(Command::Undo);
    QTRY_COMPARE(s.notes().tags(), both);
    // They are of the library: another window has them.
    QVERIFY(s.notes().tagField()->isHidden());
    MainWindow other(std::make_unique<Settings>(s.folder.filePath(QStringLiteral("other.ini"))));
    other.workspace().openLibrary(s.library);
    QTRY_VERIFY_WITH_TIMEOUT(other.workspace().selection().table() != nullptr, kPatience);
    other.workspace().selection().setCurrentRow(s.rowNamed("coalesced_writes"));
    QTRY_COMPARE(other.inspector()->notes()->tags(), both);
  }

  void factsLeadToWhereTheyCanBeSeen() {
    const Sample s;
    QVERIFY(s.ready);
    s->resize(1100, 700);
    QVERIFY(s.select("coalesced_writes"));
    FactLabel* cases = nullptr;
    for (auto* label : s.inspector().findChildren<FactLabel*>()) {
      if (label->text().startsWith(QStringLiteral("Faster than the reference on 3 of 3"))) cases = label;
    }
    QVERIFY(cases != nullptr);
    QTRY_VERIFY(s.inspector().detail()->cases()->visibleRegion().isEmpty());
    cases->setFocus();
    QTest::keyClick(cases, Qt::Key_Return);
    QTRY_VERIFY(!s.inspector().detail()->cases()->visibleRegion().isEmpty());
    // The slowest of the cases is the one it names.
    const QModelIndexList chosen = s.inspector().detail()->cases()->selectionModel()->selectedRows();
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0].siblingAtColumn(4).data().toString(), QStringLiteral("3.17×"));
  }

  void sourceIsShownAgainstTheReference() {
    const Sample s;
    QVERIFY(s.ready);
    QVERIFY(s.select("coalesced_writes"));
    InspectorSource* source = s.inspector().detail()->source();
    QVERIFY(source->code()->text().contains(QStringLiteral("__global__")));
    QVERIFY(!source->code()->text().contains(QStringLiteral("kernelcast:launch")));
    QVERIFY(s.inspector().detail()->plan()->text().contains(QStringLiteral("block: ")));
    QVERIFY(s.inspector().detail()->resources()->text().contains(QStringLiteral("registers a thread")));
    s.inspector().scrollTo(*source);
    QTest::mouseClick(source->chip(InspectorSource::Beside::Reference), Qt::LeftButton);
    QVERIFY2(source->note().startsWith(QStringLiteral("Against the reference: ")),
             qPrintable(source->note()));
    const QString text = source->code()->text();
    QVERIFY(text.startsWith(QStringLiteral("  ")) || text.startsWith(QStringLiteral("- ")) ||
            text.startsWith(QStringLiteral("+ ")));
    // It was written from the reference: there is no parent to choose. The choice stays for the next kernel.
    QVERIFY(!source->chip(InspectorSource::Beside::Parent)->isVisible());
    QVERIFY(s.select("thread_per_row"));
    QVERIFY(source->note().startsWith(QStringLiteral("Against the reference: ")));
    s->trigger(Command::CopySource);
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("kernelcast:launch")));
    QVERIFY(!QGuiApplication::clipboard()->text().startsWith(u'+'));
  }

  void sourceOpensInTheEditor() {
    const Sample s;
    QVERIFY(s.ready);
    s->trigger(Command::OpenInEditor);
    QCOMPARE(s->message()->text(), QStringLiteral("No kernel is selected."));
    QVERIFY(s.select("coalesced_writes"));
    const Opener opener;
    QTest::keyClick(s.window.get(), Qt::Key_E);
    QTRY_VERIFY(opener.path.endsWith(QStringLiteral(".cu")));
    QVERIFY(QFileInfo(opener.path).fileName().startsWith(QStringLiteral("coalesced_writes_")));
    QFile file(opener.path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("__global__"));
    QVERIFY(file.remove());
  }

  void buttonsSayWhyAndMenuLeadsToThePair() {
    const Sample s;
    QVERIFY(s.ready);
    QVERIFY(s.select("coalesced_writes"));
    auto* measure = s.buttonNamed<QToolButton>(QStringLiteral("Measure now"));
    QVERIFY(measure != nullptr && measure->isVisible());
    QTest::mouseClick(measure, Qt::LeftButton);
    QVERIFY(s->message()->text().startsWith(QStringLiteral("This build cannot measure yet")));
    emit s.inspector().compareMenu()->aboutToShow();
    QAction* fastest = nullptr;
    for (QAction* action : s.inspector().compareMenu()->actions()) {
      if (action->text().startsWith(QStringLiteral("the fastest measured"))) fastest = action;
    }
    QVERIFY(fastest != nullptr);
    fastest->trigger();
    QTRY_VERIFY(s->showsPair());
    QVERIFY(QTest::qWaitFor([&] { return s->pair()->isSettled(); }, kPatience));
    // A note is written in the inspector, which comes back for it.
    s->trigger(Command::Note);
    QVERIFY(!s->showsPair());
    QTRY_VERIFY(s.notes().noteField()->hasFocus());
  }

  void nothingIsCutInANarrowInspector() {
    const Sample s;
    QVERIFY(s.ready);
    s->resize(1100, 700);
    for (const char* name : {"coalesced_writes", "does_not_compile", "tf32_wmma"}) {
      QVERIFY(s.select(name));
      s->trigger(Command::Note);
      s.notes().noteField()->setPlainText(QStringLiteral("a note"));
      s->trigger(Command::Tag);
      s.notes().tagField()->setText(QStringLiteral("strided, a rather long tag, short"));
      QTRY_COMPARE(tests::overlapsIn(s.inspector()).join(u'\n'), QString());
      s.notes().finish();
      QTRY_COMPARE(s.notes().tags().size(), 3);
      QTRY_COMPARE(tests::overlapsIn(s.inspector()).join(u'\n'), QString());
      QTRY_COMPARE(tests::cutTextsIn(s.inspector()).join(u'\n'), QString());
    }
  }

 private:
  tests::WarningGuard guard_;
};

QTEST_MAIN(TestInspector)
#include "test_inspector.moc"
