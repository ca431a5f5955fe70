#include "ui/pages/CalibrationPage.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "core/domain/number_format.h"
#include "ui/charts/ReliabilityChart.h"
#include "ui/models/PlainText.h"
#include "ui/models/ScoreTableModel.h"
#include "ui/models/Selection.h"
#include "ui/pages/TableHeader.h"
#include "ui/widgets/Card.h"
#include "ui/widgets/ScrollColumn.h"
#include "ui/widgets/TabularNumbers.h"

namespace kernelcast::ui {

namespace {

BinRule otherThan(BinRule rule) { return rule == BinRule::Prompt ? BinRule::PaperCode : BinRule::Prompt; }

// The bar whose rows are shown; none where the filter chooses something else.
std::optional<int> chosenGroup(const RowFilter& filter) {
  const FilterTerm* term = filter.find("group");
  if (term == nullptr || term->negated || term->ranges.size() != 1) return {};
  return static_cast<int>(term->ranges.front().low);
}

std::vector<ReliabilityDot> dotsOf(const stats::SessionScores& scores) {
  std::vector<ReliabilityDot> dots;
  for (const stats::ReliabilityGroup& group : scores.reliability) {
    dots.push_back({static_cast<int>(group.low * 10 + 0.5) + 1, group.low, group.high, group.meanConfidence,
                    group.accuracy, group.n});
  }
  return dots;
}

}  // namespace

CalibrationPage::CalibrationPage(const PageContext& shared, QWidget* parent)
    : Page(shared, parent), otherRule_(this), unfiltered_(this) {
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  auto* scroll = new ScrollColumn(470, this);
  outer->addWidget(scroll);
  cards_ = new QHBoxLayout;
  cards_->setSpacing(12);
  scroll->column()->addLayout(cards_);

  chartCard_ = new Card(QStringLiteral("How often is the named class right?"), this);
  chart_ = new ReliabilityChart(chartCard_);
  chartCard_->body()->addWidget(chart_, 1);
  sentence_ = new QLabel(chartCard_);
  sentence_->setWordWrap(true);
  sentence_->setTextFormat(Qt::PlainText);
  chartCard_->body()->addWidget(sentence_);
  auto* hint =
      new QLabel(QStringLiteral("Click a dot or a bar to show its rows. Hollow dots stand on fewer than 5."),
                 chartCard_);
  hint->setProperty("role", "label");
  hint->setWordWrap(true);
  chartCard_->body()->addWidget(hint);
  cards_->addWidget(chartCard_, 1);

  auto* scoresCard = new Card(QStringLiteral("Scores"), this);
  table_ = new QTableView(scoresCard);
  table_->setAccessibleName(QStringLiteral("Scores by both rules of speed classes"));
  model_ = new ScoreTableModel(table_);
  table_->setModel(model_);
  auto* header = new TableHeader(table_);
  table_->setHorizontalHeader(header);
  header->setSectionsClickable(false);
  header->setSectionResizeMode(ScoreTableModel::Title, QHeaderView::Stretch);
  for (int column = ScoreTableModel::AsAsked; column < ScoreTableModel::kColumns; ++column) {
    table_->setItemDelegateForColumn(column, new NumberDelegate(table_));
    header->setSectionResizeMode(column, QHeaderView::Fixed);
    table_->setColumnWidth(column, column == ScoreTableModel::StandsOn ? 64 : 76);
  }
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(25);
  table_->setShowGrid(false);
  table_->setTabKeyNavigation(false);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scoresCard->setMinimumWidth(330);
  table_->setMinimumHeight(25 * 16 + 50);
  scoresCard->body()->addWidget(table_, 1);
  beside_ = new QLabel(scoresCard);
  beside_->setProperty("role", "label");
  beside_->setWordWrap(true);
  beside_->setTextFormat(Qt::PlainText);
  scoresCard->body()->addWidget(beside_);
  cards_->addWidget(scoresCard, 1);

  connect(chart_, &ReliabilityChart::groupClicked, this, &CalibrationPage::filterTo);
  connect(&otherRule_, &SessionScorer::scored, this,
          [this](const std::shared_ptr<const stats::SessionScores>& scores) {
            other_ = scores;
            showTable();
          });
  connect(&unfiltered_, &SessionScorer::scored, this,
          [this](const std::shared_ptr<const stats::SessionScores>& scores) {
            charted_ = scores;
            chart_->setDots(dotsOf(*scores), chosenGroup(context().selection.filter()));
            sentence_->setText(reliabilitySentence(*scores));
            sentence_->setVisible(!sentence_->text().isEmpty());
            const auto ece = scores->figures.find("ece");
            chartCard_->setNote(ece != scores->figures.end() && ece->second.value
                                    ? QStringLiteral("ECE %1, n = %2")
                                          .arg(plainText(formatSignificant(*ece->second.value)))
                                          .arg(ece->second.n)
                                    : QString());
          });
}

void CalibrationPage::resizeEvent(QResizeEvent* event) {
  Page::resizeEvent(event);
  // One under the other where they would squeeze each other.
  const bool narrow = width() < 700;
  cards_->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  chart_->setMinimumHeight(narrow ? 380 : 0);
}

QString CalibrationPage::sentence() const { return sentence_->text(); }

void CalibrationPage::showRows() {
  const Selection& selection = context().selection;
  otherRule_.score(selection.table(), selection.visibleRows(), otherThan(selection.binRule()));
  const RowFilter& filter = selection.filter();
  unfiltered_.score(
      selection.table(),
      chosenGroup(filter)
          ? filteredRows(*selection.table(), filter.without("group").without("correct"), selection.binRule())
          : selection.visibleRows(),
      selection.binRule());
}

void CalibrationPage::showScores(const stats::SessionScores& scores) {
  inForce_ = std::make_shared<const stats::SessionScores>(scores);
  showTable();
  showBeside(scores);
}

void CalibrationPage::showTable() {
  const bool prompt = context().selection.binRule() == BinRule::Prompt;
  model_->setScores(prompt ? inForce_ : other_, prompt ? other_ : inForce_);
}

void CalibrationPage::showBeside(const stats::SessionScores& scores) {
  QStringList parts;
  const auto add = [&](int n, const QString& what) {
    if (n > 0) parts << QStringLiteral("%1 %2").arg(plainText(formatCount(n)), what);
  };
  add(scores.failed, QStringLiteral("failed"));
  add(scores.unmeasured, QStringLiteral("not measured"));
  add(scores.unparsed, QStringLiteral("could not be read"));
  add(scores.excluded, QStringLiteral("with impossible numbers"));
  QString text = QStringLiteral("%1 forecasts scored").arg(plainText(formatCount(scores.n)));
  if (!parts.isEmpty()) text += QStringLiteral("; beside them %1").arg(parts.join(QStringLiteral(", ")));
  text += u'.';
  QStringList flags;
  const auto flag = [&](int n, const QString& what) {
    if (n > 0) flags << QStringLiteral("%1 %2").arg(plainText(formatCount(n)), what);
  };
  flag(scores.beyondScale, QStringLiteral("measured beyond the scale (0.177× to 5.66×)"));
  flag(scores.notArgmax, QStringLiteral("named another class than their most probable"));
  flag(scores.oddSum, QStringLiteral("answered probabilities that sum to less than 0.75 or more than 1.1"));
  if (!flags.isEmpty()) text += QStringLiteral(" Of the scored, %1.").arg(flags.join(QStringLiteral("; ")));
  beside_->setText(text);
}

// Exactly the rows of the bar: those that are scored. Of several forecasts of one kernel each stands in its
// own bar, so there the rows are named one by one.
void CalibrationPage::filterTo(int group) {
  Selection& selection = context().selection;
  const RowFilter& filter = selection.filter();
  if (chosenGroup(filter) == group) {
    selection.setFilter(filter.without("group").without("correct"));
    return;
  }
  const SessionTable& table = *selection.table();
  const bool repeated = std::any_of(table.rows.begin(), table.rows.end(),
                                    [](const CandidateRow& row) { return row.forecasts + row.unparsed > 1; });
  if (!repeated) {
    selection.setFilter(filter.with(numberTerm("group", group)).with(flagTerm("correct")));
    return;
  }
  if (!charted_) return;
  std::vector<int> numbers;
  for (const stats::ReliabilityGroup& bar : charted_->reliability) {
    if (static_cast<int>(bar.low * 10 + 0.5) + 1 != group) continue;
    for (const int forecast : bar.forecasts) {
      const int row = table.forecasts[static_cast<std::size_t>(forecast)].row;
      numbers.push_back(table.rows[static_cast<std::size_t>(row)].number);
    }
  }
  if (!numbers.empty()) selection.setFilter(filter.with(candidatesTerm(std::move(numbers))));
}

}  // namespace kernelcast::ui
