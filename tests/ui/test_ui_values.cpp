// What the pages compute before they show it: source differences, the tree, events, the palette, scores.
#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <random>
#include <set>

#include "core/domain/number_format.h"
#include "core/stats/session_scores.h"
#include "tests/ui/WarningGuard.h"
#include "tests/ui/fixture_table.h"
#include "ui/models/CalibrationContent.h"
#include "ui/models/CasesContent.h"
#include "ui/models/CommandRouter.h"
#include "ui/models/EventTableModel.h"
#include "ui/models/LineageLayout.h"
#include "ui/models/MisrankTableModel.h"
#include "ui/models/NarrowedFilter.h"
#include "ui/models/PaletteItems.h"
#include "ui/models/ScoreTableModel.h"
#include "ui/models/SourceDiff.h"

using namespace kernelcast;
using namespace kernelcast::ui;
using kernelcast::tests::allRows;
using kernelcast::tests::fixtureTable;

namespace {

using Mode = QAbstractItemModelTester::FailureReportingMode;

QString shapeOf(const std::vector<DiffLine>& lines) {
  QString shape;
  for (const DiffLine& line : lines) shape += QStringLiteral("=~<>").at(static_cast<int>(line.kind));
  return shape;
}

// A session whose parents are given: parents[i] is the parent of candidate i + 1.
SessionTable familyOf(const std::vector<int>& parents) {
  SessionTable table;
  table.tasks = {"task"};
  for (std::size_t i = 0; i < parents.size(); ++i) {
    CandidateRow row;
    row.number = static_cast<int>(i) + 1;
    row.task = 0;
    row.parent = parents[i];
    row.status = RowStatus::Ok;
    row.runs = 1;
    row.speedup = 1 + 0.1 * static_cast<double>(i);
    table.rows.push_back(row);
  }
  return table;
}

}  // namespace

class TestUiValues : public QObject {
  Q_OBJECT

 private slots:
  void casesHoldTheTimesBehindEachSpeedup() {
    auto table = std::make_shared<SessionTable>();
    table->tasks = {"row_softmax", "transpose"};
    table->devices = {"NVIDIA H200"};
    for (int number = 1; number <= 4; ++number) {
      CandidateRow row;
      row.number = number;
      row.task = number == 4 ? 1 : 0;
      row.device = row.surrogate = 0;
      row.name = "kernel_" + std::to_string(number);
      row.status = number == 3 ? RowStatus::CompileFailed : RowStatus::Ok;
      row.speedup = number == 3 ? CandidateRow::kUnknown : 1.0 / number;
      table->rows.push_back(row);
    }
    CaseTimes times;
    times.columns = {{"256", "rows=256"}, {"512", "rows=512"}, {"1024", "rows=1024"}};
    times.times = {{1, 0, 50, 100},  {1, 1, 200, 200}, {1, 2, 400, 100},
                   {2, 0, 100, 100}, {2, 1, 160, 200}, {9, 0, 1, 100}};
    const std::vector<int> rows{0, 1, 2, 3};
    const CasesContent content = casesContent(table, rows, 0, 0, times);
    QCOMPARE(content.grid.rows, (std::vector<int>{0, 1, 2}));
    QCOMPARE(content.speedup(0, 0), 2.0);
    QCOMPARE(content.cells[0].medianUs, 50.0);
    QCOMPARE(content.cells[4].medianUs, 160.0);
    QVERIFY(std::isnan(content.speedup(1, 2)) && content.failed(2) && content.wins(1, 1));
    QCOMPARE(casesColourEnd(content.grid), 2.0);  // 1/4 to 2
    QCOMPARE(casesSummary(content),
             QStringLiteral("3 kernels on 3 cases of row_softmax, 0.250× to 2.00×; 1 failed. Fastest: 256 "
                            "kernel_1 2.00×; 512 kernel_2 1.25×; 1024 kernel_1 0.250×."));
    QCOMPARE(casesCellText(content, 0, 0), QStringLiteral("kernel_1 #1\nrows=256\n2.00×: 50.0 µs, reference "
                                                          "100 µs\nfastest of this case"));
    QCOMPARE(casesCellText(content, 0, 1), QStringLiteral("kernel_1 #1\nrows=512\n1.00×: 200 µs, reference "
                                                          "200 µs\nfastest: kernel_2 1.25×"));
    QCOMPARE(casesCellText(content, 1, 2),
             QStringLiteral("kernel_2 #2\nrows=1024\ndid not run, or has no time"));
    QCOMPARE(casesCellText(content, 0, -1),
             QStringLiteral("kernel_1 #1\ngeometric mean over its cases: 1.00×, fastest of 2 of 3"));
    QCOMPARE(casesCellText(content, 2, 0), QStringLiteral("kernel_3 #3\nfailed: did not compile"));
    QVERIFY(casesEmptySentence(casesContent(table, {}, 1, 0, times))
                .startsWith(QStringLiteral("No kernel of transpose")));
    QCOMPARE(casesColourEnd({}), 1.0);
  }

  void aNarrowedFilterShowsNothingMore() {
    const auto text = [](const char* before, const char* terms) {
      return filterText(narrowed(*parseFilter(before), parseFilter(terms)->terms));
    };
    QCOMPARE(text("", "speedup:1..2"), std::string("speedup:1..2"));
    QCOMPARE(text("task:sgemm speedup>=1.5", "speedup:1..2"), std::string("task:sgemm speedup:1.5..2"));
    QCOMPARE(text("1.5<speedup<1.8", "speedup:1..2"), std::string("1.5<speedup<1.8"));
    QCOMPARE(text("#3,5,7", "#5,7"), std::string("#5,7"));
    QCOMPARE(text("-#3", "#5,7"), std::string("-#3 #5,7"));
    QCOMPARE(text("speedup>=3", "speedup:1..2"), std::string("speedup>=3 speedup:1..2"));  // nothing passes
    QCOMPARE(text("failed", "failed"), std::string("failed"));
    QCOMPARE(text("bin:1..3,6", "bin:2..7"), std::string("bin:2..3,6"));
  }

  void cleanup() { VERIFY_NO_WARNINGS(guard_); }

  void changedLinesStandBesideEachOther() {
    const auto shape = [](const char* left, const char* right) {
      return shapeOf(alignLines(linesOf(left), linesOf(right)));
    };
    QCOMPARE(shape("a\nb\nc", "a\nb\nc"), QStringLiteral("==="));
    QCOMPARE(shape("a\nb\nc", "a\nx\nc"), QStringLiteral("=~="));
    QCOMPARE(shape("a\nb\nc", "a\nc"), QStringLiteral("=<="));
    QCOMPARE(shape("a\nc", "a\nb\nb\nc"), QStringLiteral("=>>="));
    QCOMPARE(shape("a\nb\nc\nd", "a\nx\nd"), QStringLiteral("=~<="));
    QCOMPARE(shape("", "a"), QStringLiteral(">"));
    QCOMPARE(shape("", ""), QString());
    QCOMPARE(linesOf("a\r\n\r\nb"), (std::vector<std::string>{"a", "", "b"}));
  }

  void everyLineOfBothIsThereOnceInOrder() {
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
      const auto lines = [&] {
        std::vector<std::string> made(random() % 12);
        for (std::string& line : made) line = static_cast<char>('a' + random() % 4);
        return made;
      };
      const auto left = lines();
      const auto right = lines();
      int nextLeft = 0;
      int nextRight = 0;
      for (const DiffLine& line : alignLines(left, right)) {
        if (line.left >= 0) QCOMPARE(line.left, nextLeft++);
        if (line.right >= 0) QCOMPARE(line.right, nextRight++);
        const bool same =
            line.left >= 0 && line.right >= 0 &&
            left[static_cast<std::size_t>(line.left)] == right[static_cast<std::size_t>(line.right)];
        if (line.kind == DiffKind::Same) QVERIFY(same);
        if (line.kind == DiffKind::Changed) QVERIFY(line.left >= 0 && line.right >= 0);
        if (line.kind == DiffKind::LeftOnly) QVERIFY(line.left >= 0 && line.right < 0);
        if (line.kind == DiffKind::RightOnly) QVERIFY(line.left < 0 && line.right >= 0);
      }
      QCOMPARE(nextLeft, static_cast<int>(left.size()));
      QCOMPARE(nextRight, static_cast<int>(right.size()));
    }
  }

  void treePutsChildrenRightOfTheirParents() {
    // 1 and 2 from the reference, 3 and 4 from 1, 5 from 3: the best, 5, is reached over 1 and 3.
    const LineageLayout layout = lineageOf(familyOf({0, 0, 1, 1, 3}));
    QStringList shown;
    for (const LineageNode& node : layout.nodes) {
      shown << QStringLiteral("%1:g%2y%3%4")
                   .arg(node.row + 1)
                   .arg(node.generation)
                   .arg(node.y)
                   .arg(node.onBestPath ? "*" : "");
    }
    QCOMPARE(shown.join(u' '), QStringLiteral("0:g0y1.25* 1:g1y0.5* 3:g2y0* 5:g3y0* 4:g2y1 2:g1y2"));
    QCOMPARE(layout.generations, 3);
    QCOMPARE(layout.strays, 0);
  }

  void strangersAndCirclesHangOnTheReference() {
    // 1's parent does not exist; 2, 3 and 4 descend from each other in a circle; 5 from 4.
    const LineageLayout layout = lineageOf(familyOf({99, 4, 2, 3, 4}));
    QCOMPARE(layout.strays, 2);
    QCOMPARE(layout.nodes.size(), std::size_t{6});
    std::set<int> rows;
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
      const LineageNode& node = layout.nodes[i];
      QVERIFY(node.parent < static_cast<int>(i));
      if (node.parent >= 0)
        QCOMPARE(node.generation, layout.nodes[static_cast<std::size_t>(node.parent)].generation + 1);
      rows.insert(node.row);
    }
    QCOMPARE(rows.size(), std::size_t{6});
    QVERIFY(lineageOf(SessionTable()).nodes.empty());
    QCOMPARE(lineageOf(familyOf({1})).strays, 1);  // its own parent
  }

  void largeTreesHaveNoOverlaps() {
    std::mt19937 random(5);
    std::vector<int> parents;
    for (int i = 0; i < 20'000; ++i)
      parents.push_back(static_cast<int>(random() % static_cast<unsigned>(i + 1)));
    const LineageLayout layout = lineageOf(familyOf(parents));
    QCOMPARE(layout.nodes.size(), std::size_t{20'001});
    std::set<std::pair<int, double>> places;
    for (const LineageNode& node : layout.nodes) QVERIFY(places.insert({node.generation, node.y}).second);
    // A chain as long as that is no deep recursion either.
    std::vector<int> chain;
    for (int i = 0; i < 20'000; ++i) chain.push_back(i);
    QCOMPARE(lineageOf(familyOf(chain)).generations, 20'000);
  }

  void eventsComeByPages() {
    const auto pageOf = [](std::vector<std::int64_t> seqs, std::optional<std::int64_t> next,
                           std::int64_t last) {
      db::EventPage page;
      for (const std::int64_t seq : seqs) {
        db::EventLine& line = page.lines.emplace_back();
        line.seq = seq;
        line.kind = seq == 3 ? "a_kind_of_tomorrow" : "paused";
        line.candidate = static_cast<int>(seq);
        line.summary = "said\nof it";
      }
      page.nextSeq = next;
      page.lastSeq = last;
      return page;
    };
    EventTableModel model;
    const QAbstractItemModelTester tester(&model, Mode::QtTest);
    const QSignalSpy wanted(&model, &EventTableModel::moreWanted);
    model.setPage(pageOf({1, 2}, 3, 4));
    QVERIFY(model.canFetchMore({}));
    model.fetchMore({});
    QVERIFY(!wanted.isEmpty());
    model.append(pageOf({3, 4}, std::nullopt, 4));
    QVERIFY(!model.canFetchMore({}));
    QCOMPARE(model.rowCount(), 4);
    const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(text(2, EventTableModel::Kind), QStringLiteral("a_kind_of_tomorrow"));
    QCOMPARE(text(2, EventTableModel::Candidate), QStringLiteral("#3"));
    QCOMPARE(text(2, EventTableModel::Summary), QStringLiteral("said of it"));
    QCOMPARE(model.rowOf(4), 3);
    QCOMPARE(model.rowOf(9), -1);

    // Newest first: what is new goes on top, and only that.
    model.setPage(pageOf({4, 3}, 2, 4));
    model.prepend(pageOf({6, 5, 4}, 3, 6));
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.lines().front().seq, 6);
    QCOMPARE(model.nextSeq(), 2);  // the old end is still the end
    model.prepend(pageOf({6, 5, 4}, 3, 6));
    QCOMPARE(model.rowCount(), 4);
    // More came than a page holds: there would be a gap.
    model.prepend(pageOf({20, 19, 18}, 17, 20));
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.nextSeq(), 17);
  }

  void paletteAnswersBestFirst() {
    QVERIFY(matchOf(QStringLiteral("Forecasts"), QStringLiteral("forecasts")) >
            matchOf(QStringLiteral("Forecasts x"), QStringLiteral("forecasts")));
    QVERIFY(matchOf(QStringLiteral("Show forecasts"), QStringLiteral("fore")) >
            matchOf(QStringLiteral("unforecast"), QStringLiteral("fore")));
    QCOMPARE(matchOf(QStringLiteral("Copy source"), QStringLiteral("cs")), 1);
    QCOMPARE(matchOf(QStringLiteral("Copy source"), QStringLiteral("xs")), 0);
    std::vector<PaletteItem> commands(2);
    commands[0].title = QStringLiteral("Reload");
    commands[1].title = QStringLiteral("Report...");
    commands[1].whyNot = QStringLiteral("No session is open.");
    std::vector<SessionSummary> sessions(3);
    sessions[0].name = "top-4 of 16";
    sessions[1].name = "repeats";
    sessions[2].name = "x";
    sessions[2].tasks = {"row_softmax"};
    const auto titles = [&](const char* question) {
      QStringList list;
      for (const PaletteItem& item : paletteItems(QString::fromLatin1(question), commands, sessions))
        list << item.title;
      return list.join(u'|');
    };
    QCOMPARE(titles("rep"), QStringLiteral("Report...|repeats"));
    QCOMPARE(titles("softmax"), QStringLiteral("x"));
    QCOMPARE(titles(""),
             QStringLiteral("Reload|top-4 of 16|repeats|x"));  // what cannot run is left out until asked for
    QCOMPARE(titles("zzz"), QString());
    PaletteModel model;
    const QAbstractItemModelTester tester(&model, Mode::QtTest);
    model.setItems(paletteItems(QStringLiteral("rep"), commands, sessions));
    PaletteItem kernel;
    kernel.kind = PaletteItem::Kind::Kernel;
    model.setKernels({kernel, kernel});
    QCOMPARE(model.rowCount(), 4);
    model.setKernels({kernel});
    QCOMPARE(model.rowCount(), 3);
  }

  void commandsRunOrSayWhyNot() {
    CommandRouter router;
    QObject owner;
    int ran = 0;
    QString reason = QStringLiteral("not now");
    QString refused;
    connect(&router, &CommandRouter::refused, &owner,
            [&](Command, const QString& sentence) { refused = sentence; });
    router.trigger(Command::Report);
    QVERIFY(!refused.isEmpty());
    {
      QObject part;
      router.handle(
          Command::Report, &part, [&] { ++ran; }, [&] { return reason; });
      router.trigger(Command::Report);
      QCOMPARE(refused, QStringLiteral("not now"));
      QCOMPARE(ran, 0);
      reason.clear();
      router.trigger(Command::Report);
      QCOMPARE(ran, 1);
    }
    QVERIFY(!router.isHandled(Command::Report));  // its part is gone
  }

  void scoresStandSideBySide() {
    const auto table = fixtureTable(400);
    const auto asked = std::make_shared<const stats::SessionScores>(
        stats::scoreRows(*table, BinRule::Prompt, allRows(*table)));
    const auto published = std::make_shared<const stats::SessionScores>(
        stats::scoreRows(*table, BinRule::PaperCode, allRows(*table)));
    ScoreTableModel model;
    const QAbstractItemModelTester tester(&model, Mode::QtTest);
    model.setScores(asked, nullptr);
    QCOMPARE(model.data(model.index(0, ScoreTableModel::AsPublished), Qt::DisplayRole).toString(),
             QStringLiteral("–"));
    model.setScores(asked, published);
    const auto cell = [&](int row, int column) {
      return model.data(model.index(row, column), Qt::DisplayRole).toString();
    };
    QCOMPARE(cell(0, ScoreTableModel::Title), QStringLiteral("Right speed class"));
    const auto share = [](const stats::SessionScores& s) {
      return QString::fromStdString(formatPercent(static_cast<double>(s.rightBin) / s.n));
    };
    QCOMPARE(cell(0, ScoreTableModel::AsAsked), share(*asked));
    QCOMPARE(cell(0, ScoreTableModel::AsPublished), share(*published));
    QCOMPARE(cell(0, ScoreTableModel::StandsOn), QStringLiteral("n = %1").arg(asked->n));
    for (int row = 0; row < model.rowCount(); ++row) {
      QVERIFY(!model.data(model.index(row, 0), Qt::ToolTipRole).toString().isEmpty());
    }
  }

  void sentencesAreSilentOnFewForecasts() {
    const auto few = fixtureTable(12);
    QVERIFY(reliabilitySentence(stats::scoreRows(*few, BinRule::Prompt, allRows(*few)), 12).isEmpty());
    // All certain, half of them right: too sure of itself.
    SessionTable table;
    table.tasks = {"t"};
    for (int i = 0; i < 40; ++i) {
      CandidateRow row;
      row.number = i + 1;
      row.task = row.device = row.surrogate = 0;
      row.status = RowStatus::Ok;
      row.speedup = i % 2 == 0 ? 1.2 : 0.8;
      row.predictedBin = 5;
      row.forecasts = 1;
      row.probabilities[4] = 1;
      table.forecasts.push_back({i, 0, true, 5, 1, row.probabilities});
      table.rows.push_back(row);
    }
    const QString sentence =
        reliabilitySentence(stats::scoreRows(table, BinRule::Prompt, allRows(table)), 40);
    QVERIFY2(sentence.startsWith(
                 QStringLiteral("On average it says 100% but is right only 50% of the time: too sure")),
             qPrintable(sentence));
  }

  void misranksKeepTheirContract() {
    const auto table = fixtureTable(300);
    MisrankTableModel model;
    const QAbstractItemModelTester tester(&model, Mode::QtTest);
    auto found = analysis::misranks(*table, allRows(*table), 50);
    const auto first = found.list.front();
    model.setPairs(table, std::move(found.list));
    QCOMPARE(model.rowCount(), 50);
    const auto& better = table->rows[static_cast<std::size_t>(first.better)];
    QVERIFY(model.index(0, MisrankTableModel::Better)
                .data()
                .toString()
                .startsWith(QStringLiteral("#%1 ").arg(better.number)));
    QCOMPARE(model.index(0, MisrankTableModel::Cost).data().toString(), costText(first.costLog2));
    QVERIFY(model.pairAt(50) == nullptr);
  }

 private:
  tests::WarningGuard guard_;
};

QTEST_MAIN(TestUiValues)
#include "test_ui_values.moc"
