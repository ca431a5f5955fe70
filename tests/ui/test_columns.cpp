// Columns of the candidates table: chosen in a list, and filtered one by one through the typed filter.
#include <QComboBox>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QRadioButton>
#include <QTest>
#include <QTreeWidget>

#include "tests/ui/SampleWindow.h"
#include "tests/ui/WarningGuard.h"
#include "tests/ui/fixture_table.h"
#include "tests/ui/layout_check.h"
#include "ui/dialogs/ColumnFilterDialog.h"
#include "ui/dialogs/ColumnsDialog.h"
#include "ui/models/CandidateTableModel.h"
#include "ui/models/ColumnChoice.h"
#include "ui/models/ColumnFilter.h"
#include "ui/pages/CandidateTable.h"
#include "ui/pages/CandidatesPage.h"
#include "ui/pages/FilterBar.h"
#include "ui/pages/FilterEdit.h"
#include "ui/pages/ForecastsPage.h"
#include "ui/pages/SessionPage.h"
#include "ui/widgets/Chip.h"

using namespace kernelcast;
using namespace kernelcast::ui;

namespace {

const CandidateColumn& columnNamed(const char* key) { return *findCandidateColumn(key); }
int indexOf(const char* key) { return static_cast<int>(&columnNamed(key) - candidateColumns().data()); }

std::vector<ColumnAnswer> answersTo(const ColumnQuestion& question) {
  using Mode = ColumnAnswer::Mode;
  ColumnAnswer any;
  any.chosen.assign(question.values.size(), false);
  any.flags.assign(question.flags.size(), std::nullopt);
  std::vector<ColumnAnswer> answers{any};
  const auto add = [&](Mode mode, auto&& set) {
    ColumnAnswer answer = any;
    answer.mode = mode;
    set(answer);
    answers.push_back(answer);
  };
  if (question.field != nullptr && question.field->kind == FilterKind::Number) {
    add(Mode::Range, [](ColumnAnswer& a) { a.range.low = 0.25; });
    add(Mode::Range, [](ColumnAnswer& a) { a.range = {0.25, 0.75, true, false}; });
    add(Mode::Range, [](ColumnAnswer& a) { a.range = {.high = 0.75, .highOpen = true}; });
  } else if (question.field != nullptr) {
    add(Mode::Words, [](ColumnAnswer& a) { a.words = "part of, \"it\""; });
    add(Mode::Words, [](ColumnAnswer& a) {
      a.words = "nothing is called this";
      a.whole = true;
    });
  }
  for (std::size_t i = 0; i < question.values.size(); ++i) {
    add(Mode::Values, [i](ColumnAnswer& a) { a.chosen[i] = a.chosen.front() = true; });
  }
  for (std::size_t i = 0; i < question.flags.size(); ++i) {
    for (const bool has : {true, false}) add(Mode::Any, [&](ColumnAnswer& a) { a.flags[i] = has; });
  }
  return answers;
}

// The table of one of a window's pages; null where it has none.
template <typename T>
CandidateTable* tableOf(const tests::SampleWindow& s) {
  const Page* page = s->sessionPage()->page<T>();
  return page != nullptr ? page->table() : nullptr;
}

}  // namespace

class TestColumns : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    Theme::instance().apply(*qApp);
    Theme::instance().setMode(ThemeMode::Light);
  }
  void cleanup() { VERIFY_NO_WARNINGS(guard_); }

  void everyAnswerIsATypedFilterAndReadBack() {
    const auto table = tests::fixtureTable(200);
    const RowFilter before = *parseFilter("vec4 stated>=10%");  // of no column's own field
    for (const BinRule rule : {BinRule::Prompt, BinRule::PaperCode}) {
      for (const CandidateColumn& column : candidateColumns()) {
        const ColumnQuestion question = columnQuestion(*table, column, rule);
        for (const ColumnAnswer& answer : answersTo(question)) {
          const RowFilter filter = filterWith(question, answer, before);
          const std::string text = filterText(filter);
          QVERIFY2(text.starts_with("vec4 stated>=0.1"), text.c_str());
          QVERIFY2(parseFilter(text) && *parseFilter(text) == filter, text.c_str());
          QVERIFY2(columnAnswer(question, filter) == answer, text.c_str());
          // The header of this column says so, and of no other but the one that was filtered before.
          const auto said = filteredColumns(filter, rule);
          const bool asked = !(filter == before);
          QCOMPARE(!said[static_cast<std::size_t>(&column - candidateColumns().data())].empty(),
                   asked || column.key == "confidence");
          const auto marked =
              std::count_if(said.begin(), said.end(), [](const auto& s) { return !s.empty(); });
          QCOMPARE(marked, asked && column.key != "confidence" ? 2 : 1);
          if (column.key != "confidence")
            QVERIFY2(filterWithout(column, filter, rule) == before, text.c_str());
        }
      }
    }
  }

  void fewValuesAreCounted() {
    const auto table = tests::fixtureTable(200);
    const ColumnQuestion tasks = columnQuestion(*table, columnNamed("task"), BinRule::Prompt);
    QCOMPARE(tasks.values.size(), std::size_t{4});
    QCOMPARE(tasks.values[3].label, std::string("transpose"));
    QCOMPARE(tasks.values[3].rows, 50);
    QCOMPARE(tasks.unknown, 0);
    const ColumnQuestion names = columnQuestion(*table, columnNamed("name"), BinRule::Prompt);
    QVERIFY(names.values.empty());  // too many
    const ColumnQuestion bins = columnQuestion(*table, columnNamed("predicted_bin"), BinRule::Prompt);
    QVERIFY(bins.values.size() > 3 && bins.values.size() <= 8);
    int rows = bins.unknown;
    for (const ColumnValue& value : bins.values) rows += value.rows;
    QCOMPARE(rows, 200);
    const ColumnQuestion speedups = columnQuestion(*table, columnNamed("speedup"), BinRule::Prompt);
    QVERIFY(speedups.values.empty());  // measured, not counted
    QVERIFY(speedups.lowest > 0 && speedups.lowest < speedups.highest);
    QCOMPARE(speedups.flags.size(), std::size_t{3});
  }

  void whatOnlyTypingSaysIsKept() {
    const auto table = tests::fixtureTable(50);
    const ColumnQuestion question = columnQuestion(*table, columnNamed("task"), BinRule::Prompt);
    for (const char* text : {"-task:sgemm", "task:sg,tr", "task:s task:g"}) {
      const RowFilter filter = *parseFilter(text);
      const ColumnAnswer answer = columnAnswer(question, filter);
      QVERIFY2(answer.mode == ColumnAnswer::Mode::Typed, text);
      QCOMPARE(filterWith(question, answer, filter), filter);
    }
    QCOMPARE(columnAnswer(question, *parseFilter("task=sgemm")).mode, ColumnAnswer::Mode::Values);
    QCOMPARE(columnAnswer(question, *parseFilter("task:sgemm")).mode, ColumnAnswer::Mode::Words);
  }

  void headersSayWhatIsFiltered() {
    const auto said = filteredColumns(*parseFilter("-failed true:5 error>=2 vec4 #1,2"), BinRule::PaperCode);
    const auto of = [&](const char* key) { return said[static_cast<std::size_t>(indexOf(key))]; };
    QCOMPARE(of("status"), std::string("not failed"));
    QCOMPARE(of("true_bin"), std::string());
    QVERIFY(of("true_bin_paper_code").starts_with("measured class 5"));
    QCOMPARE(of("bin_error"), std::string("class error ≥ 2"));
    QCOMPARE(of("name"), std::string());
    QVERIFY(!of("number").empty());
  }

  void aRangeFromTheTitleAgreesWithChipsTypingAndHistory() {
    const tests::SampleWindow s;
    QVERIFY(s.ready);
    s->sessionPage()->showPage(Command::ShowCandidates);
    CandidateTable* table = tableOf<CandidatesPage>(s);
    QVERIFY(table != nullptr);
    QHeaderView* header = table->horizontalHeader();
    const int speedup = indexOf("speedup");
    // By mouse: the title's menu.
    const QPoint at(header->sectionViewportPosition(speedup) + 20, header->height() / 2);
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, header->viewport()->mapToGlobal(at));
    QCoreApplication::sendEvent(header->viewport(), &event);
    auto* menu = table->findChild<QMenu*>();
    QVERIFY(menu != nullptr && menu->isVisible());
    QAction* filter = nullptr;
    for (QAction* action : menu->actions()) {
      if (action->text() == QStringLiteral("Filter this column...")) filter = action;
    }
    QVERIFY(filter != nullptr);
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(filter).center());
    auto* dialog = s.dialog<ColumnFilterDialog>();
    QVERIFY(dialog != nullptr);
    auto* low = dialog->findChild<QLineEdit*>(QStringLiteral("low"));
    auto* apply = dialog->findChild<QPushButton*>(QStringLiteral("apply"));
    QVERIFY(low != nullptr && apply != nullptr);
    QTest::keyClicks(low, QStringLiteral("fast"));
    QVERIFY2(dialog->problem().startsWith(QStringLiteral("measured speedup is a number")),
             qPrintable(dialog->problem()));
    QVERIFY(!apply->isEnabled());
    low->clear();
    QTest::keyClicks(low, QStringLiteral("1.5x"));
    QVERIFY(dialog->problem().isEmpty());
    const auto rows = filteredRows(*s.selection().table(), *parseFilter("speedup>=1.5"), BinRule::Prompt);
    QCOMPARE(dialog->resultText(), QStringLiteral("Shows %1 of 38 rows.").arg(rows.size()));
    QTest::mouseClick(apply, Qt::LeftButton);
    QCOMPARE(filterText(s.selection().filter()), std::string("speedup>=1.5"));
    QCOMPARE(s.selection().visibleRows(), rows);
    QCOMPARE(s->sessionPage()->filterField()->text()->text(), QStringLiteral("speedup>=1.5"));
    const auto chips = s->sessionPage()->filterBar()->findChildren<FilterChipButton*>();
    QVERIFY(!chips.isEmpty() && chips.last()->text().startsWith(QStringLiteral("measured speedup ≥ 1.50×")));
    const auto marked = [&](int column) {
      return table->model()->headerData(column, Qt::Horizontal, CandidateTableModel::FilteredRole).toString();
    };
    QCOMPARE(marked(speedup), QStringLiteral("measured speedup ≥ 1.50×"));
    QVERIFY(marked(indexOf("task")).isEmpty());
    // Typing and stepping back change what the title says and what the dialog begins with.
    s.selection().back();
    QVERIFY(marked(speedup).isEmpty());
    s.selection().forward();
    QVERIFY(!marked(speedup).isEmpty());
    QLineEdit* typed = s->sessionPage()->filterField()->text();
    typed->selectAll();
    QTest::keyClicks(typed, QStringLiteral("speedup<0.5 -failed"));
    emit table->filterRequested(speedup);
    dialog = s.dialog<ColumnFilterDialog>();
    QVERIFY(dialog != nullptr);
    QCOMPARE(dialog->answer().range, (NumberRange{.high = 0.5, .highOpen = true}));
    auto* clear = dialog->findChild<QPushButton*>(QStringLiteral("clear"));
    QVERIFY(clear != nullptr);
    QTest::mouseClick(clear, Qt::LeftButton);
    QCOMPARE(filterText(s.selection().filter()), std::string("-failed"));
  }

  void valuesAndFlagsByKeyboard() {
    const tests::SampleWindow s;
    QVERIFY(s.ready);
    s->sessionPage()->showPage(Command::ShowCandidates);
    CandidateTable* table = tableOf<CandidatesPage>(s);
    QVERIFY(table != nullptr);
    table->setFocus();
    table->setCurrentIndex(table->model()->index(0, indexOf("task")));
    QTest::keyClick(table, Qt::Key_F);
    auto* dialog = s.dialog<ColumnFilterDialog>();
    QVERIFY(dialog != nullptr);
    auto* values = dialog->findChild<QListWidget*>(QStringLiteral("values"));
    QVERIFY(values != nullptr);
    QCOMPARE(values->count(), 4);
    values->setFocus();
    QTest::keyClick(values, Qt::Key_Down);
    QTest::keyClick(values, Qt::Key_Space);
    QCOMPARE(dialog->answer().mode, ColumnAnswer::Mode::Values);
    // Another column without leaving: what was set for the first is not taken along.
    auto* columns = dialog->findChild<QComboBox*>();
    QVERIFY(columns != nullptr);
    columns->setCurrentIndex(indexOf("status"));
    auto* failed = dialog->findChild<QComboBox*>(QStringLiteral("failed"));
    QVERIFY(failed != nullptr);
    QTest::keyClick(failed, Qt::Key_End);
    QTest::keyClick(dialog, Qt::Key_Return);
    QCOMPARE(filterText(s.selection().filter()), std::string("-failed"));
    QCOMPARE(s.selection().visibleRows().size(), std::size_t{32});
    // No value chosen is no filter that could be meant.
    emit table->filterRequested(indexOf("task"));
    dialog = s.dialog<ColumnFilterDialog>();
    QVERIFY(dialog != nullptr);
    for (auto* radio : dialog->findChildren<QRadioButton*>()) {
      if (radio->text() == QStringLiteral("Only these values")) radio->click();
    }
    QVERIFY(!dialog->problem().isEmpty());
    QTest::keyClick(dialog, Qt::Key_Escape);
    QCOMPARE(filterText(s.selection().filter()), std::string("-failed"));
  }

  void columnsAreFoundShownAndReset() {
    const tests::SampleWindow s;
    QVERIFY(s.ready);
    s->sessionPage()->showPage(Command::ShowCandidates);
    CandidateTable* candidates = tableOf<CandidatesPage>(s);
    CandidateTable* forecasts = tableOf<ForecastsPage>(s);
    QVERIFY(candidates != nullptr && forecasts != nullptr);
    candidates->setFocus();
    QTest::keyClick(candidates, Qt::Key_C);
    auto* dialog = s.dialog<ColumnsDialog>();
    QVERIFY(dialog != nullptr);
    const int registers = indexOf("registers");
    QVERIFY(candidates->isColumnHidden(registers));
    QTest::keyClicks(dialog->field(), QStringLiteral("regis"));
    QCOMPARE(dialog->tree()->currentItem()->text(0), QStringLiteral("registers"));
    QVERIFY(dialog->hint().contains(QStringLiteral("In a filter: registers.")));
    QTest::keyClick(dialog->field(), Qt::Key_Return);
    QVERIFY(!candidates->isColumnHidden(registers));
    QVERIFY(!forecasts->isColumnHidden(registers));
    QVERIFY(dialog->isVisible());
    // By the group's name, and by the keyboard in the list.
    dialog->field()->clear();
    QTest::keyClicks(dialog->field(), QStringLiteral("compiled memory"));
    QCOMPARE(dialog->tree()->currentItem()->text(0), QStringLiteral("shared memory"));
    QTest::keyClick(dialog->field(), Qt::Key_Down);
    QCOMPARE(dialog->tree()->currentItem()->text(0), QStringLiteral("local memory"));
    QTest::keyClick(dialog->tree(), Qt::Key_Space);
    QVERIFY(!candidates->isColumnHidden(indexOf("local_bytes")));
    QTest::keyClicks(dialog->field(), QStringLiteral(" zzz"));
    QVERIFY2(dialog->hint().startsWith(QStringLiteral("No column says")), qPrintable(dialog->hint()));
    QTest::keyClick(dialog->field(), Qt::Key_Return);
    auto* reset = dialog->findChild<QPushButton*>(QStringLiteral("reset"));
    QVERIFY(reset != nullptr);
    QTest::mouseClick(reset, Qt::LeftButton);
    QVERIFY(candidates->isColumnHidden(registers));
    QVERIFY(candidates->isColumnHidden(indexOf("local_bytes")));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QVERIFY(s.dialog<ColumnsDialog>() == nullptr);
  }

  void theLastColumnStays() {
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    ColumnChoice choice(settings);
    ColumnsDialog dialog(choice);
    dialog.show();
    const int name = indexOf("name");
    for (const int column : choice.shown()) {
      if (column != name) QVERIFY(choice.setShown(column, false));
    }
    QTest::keyClicks(dialog.field(), QStringLiteral("name of the candidate"));
    QTest::keyClick(dialog.field(), Qt::Key_Return);
    QVERIFY(choice.isShown(name));
    QCOMPARE(dialog.tree()->currentItem()->checkState(0), Qt::Checked);
    QVERIFY(dialog.hint().startsWith(QStringLiteral("The last column stays")));
  }

  void longChipsLeaveRoomForTheFilterField() {
    const tests::SampleWindow s({1100, 700});
    QVERIFY(s.ready);
    s.selection().setFilter(*parseFilter("-failed 0.5<speedup<=4 0.1<probability_faster<0.9"));
    QTest::qWait(100);
    const QStringList problems =
        tests::overlapsIn(*s->centralWidget()) + tests::cutTextsIn(*s->centralWidget());
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
  }

  void dialogsFitASmallWindow() {
    const tests::SampleWindow s({1100, 700});
    QVERIFY(s.ready);
    const auto fits = [](const QWidget& dialog) {
      QStringList problems = tests::overlapsIn(dialog) + tests::cutTextsIn(dialog);
      if (dialog.width() > 1100 || dialog.height() > 700)
        problems
            << QStringLiteral("%1 x %2 is larger than the window").arg(dialog.width()).arg(dialog.height());
      return problems.join(u'\n');
    };
    s.selection().setFilter(*parseFilter("-task:sgemm"));
    for (int column = 0; column < static_cast<int>(candidateColumns().size()); ++column) {
      ColumnFilterDialog dialog(s.selection(), column);
      dialog.show();
      QTest::qWait(20);
      const QString problems = fits(dialog);
      QVERIFY2(problems.isEmpty(), qPrintable(QString::number(column) + u'\n' + problems));
    }
    // What is typed may be one long word.
    s.selection().setFilter(
        *parseFilter("-task:" + std::string(350, 'm') + " name:" + std::string(350, 'w')));
    for (const char* key : {"task", "name"}) {
      ColumnFilterDialog dialog(s.selection(), indexOf(key));
      dialog.show();
      QTest::qWait(20);
      const QString problems = fits(dialog);
      QVERIFY2(problems.isEmpty(), qPrintable(problems));
    }
    s->trigger(Command::ChooseColumns);
    QTest::qWait(20);
    const auto* columns = s.dialog<ColumnsDialog>();
    QVERIFY(columns != nullptr);
    const QString problems = fits(*columns);
    QVERIFY2(problems.isEmpty(), qPrintable(problems));
  }

 private:
  tests::WarningGuard guard_;
};

QTEST_MAIN(TestColumns)
#include "test_columns.moc"
