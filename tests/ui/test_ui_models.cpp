// Models and values of the window, without a widget.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "core/domain/outcome.h"
#include "tests/ui/WarningGuard.h"
#include "tests/ui/fixture_table.h"
#include "ui/models/CandidateTableModel.h"
#include "ui/models/CaseTableModel.h"
#include "ui/models/ColumnChoice.h"
#include "ui/models/CommandTable.h"
#include "ui/models/KeyFigureTexts.h"
#include "ui/models/PlainText.h"
#include "ui/models/ProgressText.h"
#include "ui/models/SessionListModel.h"
#include "ui/models/Settings.h"
#include "ui/models/Throttle.h"

using namespace kernelcast;
using namespace kernelcast::ui;
using kernelcast::tests::fixtureTable;

namespace {

using Mode = QAbstractItemModelTester::FailureReportingMode;

int columnOf(std::string_view key) {
  const auto columns = candidateColumns();
  const auto found =
      std::find_if(columns.begin(), columns.end(), [&](const auto& c) { return c.key == key; });
  return static_cast<int>(found - columns.begin());
}

SessionSummary summary(int number, std::vector<std::string> tasks,
                       SessionState state = SessionState::Finished) {
  SessionSummary s;
  s.id = QStringLiteral("01J%1").arg(number, 23, 10, QLatin1Char('0')).toStdString();
  s.name = "search " + std::to_string(number);
  s.state = state;
  s.tasks = std::move(tasks);
  s.devices = {"NVIDIA H200"};
  s.surrogates = {"recorded LLM"};
  s.candidates = 13;
  s.measured = 8;
  s.best = {{"row_softmax", 5, "warp_vec4_regs", 1.25}};
  return s;
}

}  // namespace

class TestUiModels : public QObject {
  Q_OBJECT

 private slots:
  void cleanup() { VERIFY_NO_WARNINGS(guard_); }

  void candidateModelKeepsItsContract() {
    Selection selection;
    CandidateTableModel model(selection);
    const QAbstractItemModelTester tester(&model, Mode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    selection.setTable(fixtureTable(200));
    QCOMPARE(model.rowCount(), 200);
    model.sort(columnOf("speedup"), Qt::DescendingOrder);
    selection.setFilter(*parseFilter("task=sgemm"));
    QCOMPARE(model.rowCount(), 50);
    model.sort(columnOf("name"), Qt::AscendingOrder);
    selection.setTable(fixtureTable(240));  // the same session, grown
    QCOMPARE(model.rowCount(), 60);
    selection.setTable(nullptr);
    QCOMPARE(model.rowCount(), 0);
  }

  void failedAndEmptyRowsSortLast_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<bool>("ascending");
    for (const CandidateColumn& column : candidateColumns()) {
      for (const bool ascending : {true, false}) {
        QTest::addRow("%s %s", std::string(column.key).c_str(), ascending ? "up" : "down")
            << toQ(column.key) << ascending;
      }
    }
  }
  void failedAndEmptyRowsSortLast() {
    QFETCH(QString, key);
    QFETCH(bool, ascending);
    const auto table = fixtureTable(300);
    const auto& column = candidateColumns()[static_cast<std::size_t>(columnOf(key.toStdString()))];
    const auto rows = sortedRows(*table, tests::allRows(*table), column,
                                 ascending ? Qt::AscendingOrder : Qt::DescendingOrder);
    QCOMPARE(rows.size(), table->rows.size());
    int lastGroup = 0;
    for (const int row : rows) {
      const CandidateRow& candidate = table->rows[static_cast<std::size_t>(row)];
      const bool empty = std::holds_alternative<std::monostate>(column.value(*table, candidate));
      const int group = isFailure(candidate.status) ? 2 : empty ? 1 : 0;
      QVERIFY2(group >= lastGroup, qPrintable(QString::fromStdString(candidate.name)));
      lastGroup = group;
    }
  }

  void sortingMovesSelectedRowsWithTheirCandidates() {
    Selection selection;
    CandidateTableModel model(selection);
    selection.setTable(fixtureTable(40));
    const QPersistentModelIndex index(model.index(7, 2));
    const int row = index.data(CandidateTableModel::RowRole).toInt();
    model.sort(columnOf("expected_speedup"), Qt::DescendingOrder);
    QCOMPARE(index.data(CandidateTableModel::RowRole).toInt(), row);
    QCOMPARE(model.placeOf(row), index.row());
    model.sort(-1, Qt::AscendingOrder);
    QCOMPARE(index.row(), 7);
  }

  void rowsAreCopiedAsTabSeparatedText() {
    Selection selection;
    CandidateTableModel model(selection);
    auto table = fixtureTable(4);
    table->rows[0].name = "a\tb\nc";
    selection.setTable(table);
    const QString text = model.asTsv({0, 1}, {columnOf("number"), columnOf("name")});
    const QStringList lines = text.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines[0], QStringLiteral("#\tkernel"));
    QCOMPARE(lines[1], QStringLiteral("#1\ta b c"));
  }

  void filtersCountTheSameRowsAsTheirChips() {
    Selection selection;
    const auto table = fixtureTable(400);
    selection.setTable(table);
    const QSignalSpy changed(&selection, &Selection::rowsChanged);
    selection.setFilter(*parseFilter("task=transpose"));
    QCOMPARE(selection.visibleRows().size(), std::size_t{100});
    selection.toggleCell({5, 5});
    for (const int row : selection.visibleRows()) {
      const CandidateRow& candidate = table->rows[static_cast<std::size_t>(row)];
      QCOMPARE(candidate.predictedBin, 5);
      QCOMPARE(binOf(candidate.speedup, BinRule::Prompt).value_or(0), 5);
    }
    QCOMPARE(cellOf(selection.filter()), std::optional(MatrixCell{5, 5}));
    QCOMPARE(chipsOf(selection.filter(), BinRule::Prompt).size(), std::size_t{3});
    selection.toggleCell({5, 5});
    QCOMPARE(selection.visibleRows().size(), std::size_t{100});
    selection.setFilter(selection.filter().without("task"));
    QCOMPARE(selection.visibleRows().size(), std::size_t{400});
    QCOMPARE(changed.size(), 4);
    selection.setFilter(*parseFilter("#3"));
    QCOMPARE(selection.visibleRows().size(), std::size_t{4});  // one a task
    selection.setFilter(*parseFilter("#3 task=nothing"));
    QVERIFY(selection.visibleRows().empty());
  }

  void filtersAreWalkedBackAndForward() {
    Selection selection;
    selection.setTable(fixtureTable(400));
    QVERIFY(!selection.canGoBack());
    selection.setFilter(*parseFilter("task=sgemm"));
    // Keystrokes are one step.
    for (const char* typed : {"task=sgemm f", "task=sgemm fa", "task=sgemm failed"}) {
      selection.setFilter(*parseFilter(typed), Selection::Change::Typing);
    }
    selection.toggleTerm(numberTerm("bin", 5));
    const auto text = [&] { return QString::fromStdString(filterText(selection.filter())); };
    QCOMPARE(text(), QStringLiteral("task=sgemm failed bin:5"));
    selection.back();
    QCOMPARE(text(), QStringLiteral("task=sgemm failed"));
    selection.back();
    QCOMPARE(text(), QStringLiteral("task=sgemm"));
    selection.back();
    QVERIFY(selection.filter().isEmpty() && !selection.canGoBack());
    QCOMPARE(selection.visibleRows().size(), std::size_t{400});
    selection.forward();
    selection.forward();
    QCOMPARE(text(), QStringLiteral("task=sgemm failed"));
    // A new filter ends what lay ahead.
    selection.setFilter({});
    QVERIFY(!selection.canGoForward());
    selection.back();
    QCOMPARE(text(), QStringLiteral("task=sgemm failed"));
    // The same session read again keeps the history, another one starts its own.
    selection.setTable(fixtureTable(401));
    QVERIFY(selection.canGoBack());
    auto other = fixtureTable(40);
    other->summary.id = "01J99999999999999999999999";
    selection.setTable(other);
    QVERIFY(!selection.canGoBack() && selection.filter().isEmpty());
  }

  void lastTwoMarkedRowsMakeAPair() {
    Selection selection;
    selection.setTable(fixtureTable(40));
    for (const int row : {3, 4, 5}) selection.toggleMark(row);
    QCOMPARE(selection.marked(), (std::vector<int>{4, 5}));
    selection.toggleMark(4);
    QCOMPARE(selection.marked(), (std::vector<int>{5}));
    selection.toggleMark(1000);
    QCOMPARE(selection.marked(), (std::vector<int>{5}));
    // They are candidates, not places.
    auto grown = fixtureTable(40);
    grown->rows.insert(grown->rows.begin(), grown->rows.front());
    grown->rows.front().number = 999;
    selection.setTable(grown);
    QCOMPARE(selection.marked(), (std::vector<int>{6}));
    const QSignalSpy wanted(&selection, &Selection::pairRequested);
    selection.comparePair(6, 6);
    selection.comparePair(6, 400);
    QCOMPARE(wanted.size(), 0);
    selection.comparePair(6, 2);
    QCOMPARE(wanted.size(), 1);
  }

  void currentRowSurvivesReadingTheSameSessionAgain() {
    Selection selection;
    selection.setTable(fixtureTable(40));
    selection.setCurrentRow(11);
    const std::string name = selection.current()->name;
    auto grown = fixtureTable(40);
    grown->rows.insert(grown->rows.begin(), grown->rows.front());
    grown->rows.front().number = 999;
    selection.setTable(grown);
    QCOMPARE(selection.currentRow(), 12);
    QCOMPARE(selection.current()->name, name);
    auto other = fixtureTable(40);
    other->summary.id = "01J99999999999999999999999";
    selection.setTable(other);
    QCOMPARE(selection.currentRow(), -1);
    selection.setCurrentRow(100000);
    QCOMPARE(selection.currentRow(), -1);
  }

  void filterThatHidesTheCurrentRowDeselectsIt() {
    Selection selection;
    selection.setTable(fixtureTable(40));
    selection.setCurrentRow(0);  // of transpose
    selection.setFilter(*parseFilter("task=sgemm"));
    QCOMPARE(selection.currentRow(), -1);
    selection.setFilter({{textTerm("name", selection.table()->rows[3].name, true), candidatesTerm({1})}});
    if (selection.visibleRows().size() == 1) QCOMPARE(selection.currentRow(), 3);
  }

  void sessionListKeepsItsContract() {
    SessionListModel model;
    const QAbstractItemModelTester tester(&model, Mode::QtTest);
    std::vector<SessionSummary> sessions{summary(3, {"row_softmax"}), summary(2, {"transpose"}),
                                         summary(1, {"transpose", "sgemm"})};
    model.setSummaries(sessions);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("several tasks"));
    QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("row_softmax"));
    const QModelIndex session = model.indexOf(sessions[0].id);
    QCOMPARE(model.idAt(session), sessions[0].id);
    QCOMPARE(session.data(SessionListModel::BestRole).toString(), QStringLiteral("1.25×"));
    QCOMPARE(session.data(SessionListModel::OriginRole).toString(), QStringLiteral("H200 · recorded LLM"));
    QCOMPARE(session.data(SessionListModel::MeasuredRole).toString(), QStringLiteral("8 of 13 measured"));
    QVERIFY(session.data(SessionListModel::StateTextRole).toString().isEmpty());

    const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    sessions[0].state = SessionState::Running;
    sessions[0].measured = 9;
    model.setSummaries(sessions);
    model.setLiveNote(sessions[0].id, QStringLiteral("step 3 of 10"));
    QCOMPARE(reset.size(), 0);
    QCOMPARE(session.data(SessionListModel::MeasuredRole).toString(), QStringLiteral("9 of 13 measured"));
    QCOMPARE(session.data(SessionListModel::StateTextRole).toString(), QStringLiteral("step 3 of 10"));
    sessions.insert(sessions.begin(), summary(4, {"row_softmax"}));
    model.setSummaries(sessions);
    QCOMPARE(reset.size(), 1);
    model.setSummaries({});
    QCOMPARE(model.rowCount(), 0);
  }

  void sessionListHoldsTenThousand() {
    std::vector<SessionSummary> sessions;
    for (int i = 0; i < 10'000; ++i) sessions.push_back(summary(i, {"task " + std::to_string(i % 25)}));
    SessionListModel model;
    const QAbstractItemModelTester tester(&model, Mode::QtTest);
    model.setSummaries(sessions);
    QCOMPARE(model.rowCount(), 25);
    QCOMPARE(model.rowCount(model.index(0, 0)), 400);
    QCOMPARE(model.idAt(model.indexOf(sessions[9'999].id)), sessions[9'999].id);
  }

  void caseTableKeepsItsContract() {
    CaseTableModel model;
    const QAbstractItemModelTester tester(&model, Mode::QtTest);
    analysis::MeasuredCase whole{"8192 × 8192", "m=8192 n=8192", 321.0, 0.2, 60, 1018.0, 3.17};
    analysis::MeasuredCase alone{"1000 × 50000", "m=1000 n=50000", 226.0, std::nullopt, 60,
                                 std::nullopt,   std::nullopt};
    model.setCases({whole, alone});
    QCOMPARE(model.index(0, CaseTableModel::SpeedupColumn).data().toString(), QStringLiteral("3.17×"));
    QCOMPARE(model.index(1, CaseTableModel::Reference).data().toString(), QString::fromUtf8("–"));
    model.setCases({});
    QCOMPARE(model.rowCount(), 0);
  }

  void throttleKeepsTheLastCall() {
    Throttle throttle(50);
    const QSignalSpy fired(&throttle, &Throttle::fired);
    for (int i = 0; i < 100; ++i) throttle.trigger();
    QCOMPARE(fired.size(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(fired.size(), 2, 2000);
    QTest::qWait(120);
    QCOMPARE(fired.size(), 2);
  }

  void everySettingComesBackAsItWasStored() {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("settings.ini"));
    QStringList keys;
    for (const SettingEntry& entry : settingEntries()) {
      QCOMPARE(&entryOf(entry.setting), &entry);  // the table's order is the enumeration's
      keys << QString::fromLatin1(entry.key);
      QVERIFY(entry.title[0] != '\0');
    }
    keys.removeDuplicates();
    QCOMPARE(keys.size(), static_cast<qsizetype>(settingEntries().size()));

    const auto sample = [](const SettingEntry& entry) -> QVariant {
      const QByteArray tag = entry.key;
      if (entry.choices != nullptr) return entry.choices().back().value;
      switch (entry.fallback().typeId()) {
        case QMetaType::QByteArray: return QByteArray("\0\x01\xff", 3) + tag;
        case QMetaType::QStringList: return QStringList{QString::fromLatin1(tag), QStringLiteral("b, c")};
        case QMetaType::QVariantMap: return QVariantMap{{QString::fromLatin1(tag), 120}};
        case QMetaType::Int: return static_cast<int>(entry.setting);
        default: return QString::fromLatin1(tag) + QStringLiteral(" ü");
      }
    };
    {
      Settings settings(file);
      for (const SettingEntry& entry : settingEntries()) {
        QCOMPARE(settings.value(entry.setting), entry.fallback());
        settings.setValue(entry.setting, sample(entry));
      }
    }
    const Settings again(file);
    for (const SettingEntry& entry : settingEntries()) {
      QVariant stored = again.value(entry.setting);
      QVERIFY2(stored.convert(entry.fallback().metaType()), entry.key);
      QCOMPARE(stored, sample(entry));
    }
  }

  void choicesAreDescribedAndOthersRefused() {
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    for (const SettingEntry& entry : settingEntries()) {
      QCOMPARE(entry.choices != nullptr, entry.kind == SettingKind::Choice);
      if (entry.kind != SettingKind::Choice) continue;
      QVERIFY2(std::any_of(settingGroups().begin(), settingGroups().end(),
                           [&](const auto& group) { return group.group == entry.group; }),
               entry.key);
      QVERIFY2(QString::fromLatin1(entry.sentence).endsWith(QLatin1Char('.')), entry.key);
      const auto choices = entry.choices();
      QVERIFY(choices.size() > 1);
      QVERIFY(std::any_of(choices.begin(), choices.end(),
                          [&](const auto& choice) { return choice.value == entry.fallback().toString(); }));
      settings.setValue(entry.setting, QStringLiteral("from a later version"));
      QCOMPARE(settings.value(entry.setting), entry.fallback());
    }
  }

  void layoutIsForgottenAllAtOnceAndNothingElse() {
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    settings.setValue(Setting::Tab, QStringLiteral("log"));
    settings.setValue(Setting::MainSplitter, QByteArray("abc"));
    settings.setValue(Setting::Theme, QStringLiteral("dark"));
    settings.setValue(Setting::ReportPairs, 7);
    QList<Setting> changed;
    connect(&settings, &Settings::changed, this, [&](Setting setting) { changed << setting; });
    settings.setValue(Setting::Tab, QStringLiteral("log"));  // what it was already
    QVERIFY(changed.isEmpty());
    settings.resetLayout();
    QCOMPARE(changed, (QList<Setting>{Setting::MainSplitter, Setting::Tab}));
    QCOMPARE(settings.value(Setting::Tab), entryOf(Setting::Tab).fallback());
    QCOMPARE(settings.value(Setting::Theme).toString(), QStringLiteral("dark"));
    QCOMPARE(settings.value(Setting::ReportPairs).toInt(), 7);
  }

  void columnsAreRememberedAndNeverNone() {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("settings.ini"));
    const int registers = columnOf("registers");
    {
      Settings settings(file);
      ColumnChoice choice(settings);
      QVERIFY(!choice.isShown(registers));
      choice.setShown(registers, true);
      choice.setWidth(registers, 77);
      for (const int column : choice.shown()) {
        if (column != registers) choice.setShown(column, false);
      }
      choice.setShown(registers, false);  // the last one stays
      QCOMPARE(choice.shown(), std::vector<int>{registers});
    }
    Settings settings(file);
    ColumnChoice choice(settings);
    QCOMPARE(choice.shown(), std::vector<int>{registers});
    QCOMPARE(choice.width(registers), 77);
    choice.reset();
    QVERIFY(choice.shown().size() > 5);
    settings.setValue(Setting::Columns, QStringList{QStringLiteral("no_such_column")});
    QVERIFY(ColumnChoice(settings).shown().size() > 5);
  }

  void commandsHaveNamesSentencesAndKeysOfTheirOwn() {
    QList<QKeySequence> all;
    for (const CommandEntry& entry : commandEntries()) {
      QCOMPARE(&entryOf(entry.command), &entry);
      QVERIFY(entry.name[0] != '\0');
      QVERIFY(QString::fromLatin1(entry.sentence).endsWith(QLatin1Char('.')));
      for (const QKeySequence& keys : shortcutsOf(entry.command)) {
        QVERIFY2(!keys.isEmpty(), entry.name);
        QVERIFY2(!all.contains(keys), entry.name);
        all << keys;
      }
    }
  }

  void progressInWords() {
    search::SearchProgress progress;
    progress.step = 2;
    progress.steps = 10;
    progress.reached = 5;
    progress.recorded = 13;
    progress.counts.measured = 4;
    progress.best = {
        .candidate = 5, .name = "warp_vec4_regs", .kernelHash = {}, .speedup = 1.25, .measured = true};
    QCOMPARE(stepText(progress), QStringLiteral("step 3 of 10"));
    QCOMPARE(progressText(progress),
             QStringLiteral("reached 5 of 13 · 4 measured · best 1.25× (#5 warp_vec4_regs)"));
    QCOMPARE(progressShare(progress), 5.0 / 13);
    progress.state = SessionState::Finished;
    progress.reason = "recording exhausted: reached 8 of 13";
    QCOMPARE(outcomeText(progress, {}),
             QStringLiteral("Recording exhausted: reached 8 of 13. Best: #5 warp_vec4_regs 1.25×."));
    QVERIFY(outcomeText(progress, Error{Error::Kind::Failed, "the disk is full"})
                .startsWith(QStringLiteral("The disk is full.")));
  }

  void keyFiguresCarryTheirCounts() {
    auto table = fixtureTable(400);
    stats::fillRanks(*table);
    const auto texts = keyFigureTexts(stats::scoreSession(*table, BinRule::Prompt), 48);
    QCOMPARE(texts.size(), std::size_t{6});
    QVERIFY(texts[0].value.contains(QStringLiteral(" of ")));
    QVERIFY(texts[2].caption.contains(QStringLiteral("n = ")));
    QVERIFY(texts[3].caption.contains(QStringLiteral("mean of 4 tasks")));
    QCOMPARE(texts[5].value, QStringLiteral("48"));
    QVERIFY(texts[4].key == "regret_at_10_percent");
    const QString byTask = regretByTask(*table, stats::scoreSession(*table, BinRule::Prompt));
    QCOMPARE(byTask.count(QStringLiteral("measuring the top ")), 4);
    QCOMPARE(byTask.count(u'\n'), 3);
    QCOMPARE(regretByTask(*table, {}), QString());
    QCOMPARE(keyFigureTexts({}, 0).size(),
             std::size_t{6});  // nothing scored: the same places, dashes in them
  }

  void textFromOutsideStaysPlain() {
    QCOMPARE(oneLine("a\nb\tc"), QStringLiteral("a b c"));
    QCOMPARE(oneLine("abc\xe2\x80\xaexyz"), QStringLiteral("abcxyz"));
    QVERIFY(plainText("\xff\xfe").contains(QChar::ReplacementCharacter));
    QVERIFY(!toolTipText(QStringLiteral("<img src=x>")).contains(QStringLiteral("<img")));
    QCOMPARE(buttonText(QStringLiteral("a & b")), QStringLiteral("a && b"));
    const Excerpt whole = excerptOf("int main() {}\r\n");
    QCOMPARE(whole.text, QStringLiteral("int main() {}\n"));
    QVERIFY(whole.note.isEmpty());
    const Excerpt cut = excerptOf(std::string(10 << 20, 'x'));
    QVERIFY(cut.text.size() < 5000);
    QVERIFY(cut.note.contains(QStringLiteral("256 KiB of 10.0 MiB")));
    const Excerpt umlauts = excerptOf("ääää", 5);
    QCOMPARE(umlauts.text, QStringLiteral("ää"));
  }

 private:
  static QString toQ(std::string_view text) { return plainText(text); }
  tests::WarningGuard guard_;
};

QTEST_MAIN(TestUiModels)
#include "test_ui_models.moc"
