#include "ui/pages/CalibrationPage.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
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

constexpr int kGroupRow = 24;       // height of a row of the chosen group
constexpr int kMostGroupRows = 10;  // that are seen at once

BinRule otherThan(BinRule rule) { return rule == BinRule::Prompt ? BinRule::PaperCode : BinRule::Prompt; }

QString count(std::int64_t n) { return plainText(formatCount(n)); }

std::vector<ReliabilityDot> dotsOf(const CalibrationContent& content) {
  std::vector<ReliabilityDot> dots;
  const std::vector<stats::ReliabilityGroup>& groups = content.scores->reliability;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const stats::ReliabilityGroup& group = groups[i];
    const stats::ChanceRange& chance = content.chance->accuracy[i];
    dots.push_back({numberOf(group), group.low, group.high, group.meanConfidence, group.accuracy, group.n,
                    chance.low, chance.high});
  }
  return dots;
}

// What both tables of the page have in common.
void prepare(QTableView& view, int stretched, int rowHeight) {
  auto* header = new TableHeader(&view);
  view.setHorizontalHeader(header);
  header->setSectionsClickable(false);
  for (int column = 0; column < view.model()->columnCount(); ++column) {
    if (column == stretched) {
      header->setSectionResizeMode(column, QHeaderView::Stretch);
      continue;
    }
    view.setItemDelegateForColumn(column, new NumberDelegate(&view));
    header->setSectionResizeMode(column, QHeaderView::Fixed);
    view.setColumnWidth(column, 82);
  }
  view.verticalHeader()->hide();
  view.verticalHeader()->setDefaultSectionSize(rowHeight);
  view.setShowGrid(false);
  view.setWordWrap(false);
  view.setTabKeyNavigation(false);
  view.setSelectionBehavior(QAbstractItemView::SelectRows);
  view.setSelectionMode(QAbstractItemView::SingleSelection);
  view.setEditTriggers(QAbstractItemView::NoEditTriggers);
  view.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

QLabel* addNote(Card& card, const char* role) {
  auto* label = new QLabel(&card);
  label->setProperty("role", role);
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  card.body()->addWidget(label);
  return label;
}

}  // namespace

CalibrationPage::CalibrationPage(const PageContext& shared, QWidget* parent)
    : Page(shared, parent), otherRule_(this) {
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  auto* scroll = new ScrollColumn(470, this);
  outer->addWidget(scroll);
  cards_ = new QHBoxLayout;
  cards_->setSpacing(12);
  scroll->column()->addLayout(cards_);

  chartCard_ = new Card(QStringLiteral("How often is the named class right?"), this);
  buildChart(*chartCard_);
  cards_->addWidget(chartCard_, 4);
  auto* beside = new QVBoxLayout;
  beside->setSpacing(12);
  groupCard_ = new Card(QStringLiteral("Forecasts of one dot"), this);
  buildGroup(*groupCard_);
  groupCard_->hide();
  beside->addWidget(groupCard_);
  auto* scoresCard = new Card(QStringLiteral("Scores"), this);
  buildScores(*scoresCard);
  beside->addWidget(scoresCard, 1);
  cards_->addLayout(beside, 5);

  connect(&otherRule_, &SessionScorer::scored, this,
          [this](const std::shared_ptr<const stats::SessionScores>& scores) {
            other_ = scores;
            showTable();
          });
  connect(&context().selection, &Selection::currentRowChanged, this, [this] { showGroup(); });
}

void CalibrationPage::buildChart(Card& card) {
  card.setToolTip(toolTipText(QStringLiteral(
      "Top-label reliability diagram: forecasts grouped by the probability of the class they named, in "
      "ten groups of equal width, against the share of them that was right.\n"
      "ECE, expected calibration error: mean distance of dot and diagonal, weighed by n (Guo et al. "
      "2017). By chance alone it is above 0: the range is what the same forecasts would show nine times "
      "in ten if their probabilities were true, each forecast apart from the others.")));
  chart_ = new ReliabilityChart(&card);
  card.body()->addWidget(chart_, 1);
  sentence_ = addNote(card, "");
  error_ = addNote(card, "muted");
  addNote(card, "label")
      ->setText(QStringLiteral(
          "Under each dot its n; hollow and joined to nothing below 5. Pale bars: where a dot would "
          "stand nine times in ten if what was said were true. Click a dot or a bar for its rows."));
  card.body()->addStretch(0);
  connect(chart_, &ReliabilityChart::groupClicked, this, &CalibrationPage::filterTo);
}

void CalibrationPage::buildGroup(Card& card) {
  groupView_ = new QTableView(&card);
  groupView_->setAccessibleName(QStringLiteral("Forecasts of the chosen dot"));
  groupModel_ = new GroupForecastModel(groupView_);
  groupView_->setModel(groupModel_);
  prepare(*groupView_, GroupForecastModel::Kernel, kGroupRow);
  groupView_->setColumnWidth(GroupForecastModel::Stated, 48);
  card.body()->addWidget(groupView_);
  groupNote_ = addNote(card, "label");
  allGroups_ = new QPushButton(QStringLiteral("Show all groups"), &card);
  allGroups_->setToolTip(QStringLiteral("Takes the filter of this dot away"));
  card.body()->addWidget(allGroups_, 0, Qt::AlignLeft);
  connect(allGroups_, &QPushButton::clicked, this, [this] { context().selection.setFilter(base()); });
  connect(groupView_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            if (!current.isValid() || marking_) return;
            const auto at = static_cast<std::size_t>(current.row());
            context().selection.setCurrentRow(groupModel_->forecasts()[at].row);
          });
  connect(groupView_, &QTableView::activated, this, &Page::inspectRequested);
}

void CalibrationPage::buildScores(Card& card) {
  table_ = new QTableView(&card);
  table_->setAccessibleName(QStringLiteral("Scores by both rules of speed classes"));
  model_ = new ScoreTableModel(table_);
  table_->setModel(model_);
  prepare(*table_, ScoreTableModel::Title, 25);
  table_->setColumnWidth(ScoreTableModel::StandsOn, 64);
  card.setMinimumWidth(330);
  table_->setMinimumHeight(25 * 16 + 50);
  card.body()->addWidget(table_, 1);
  beside_ = addNote(card, "label");
}

void CalibrationPage::resizeEvent(QResizeEvent* event) {
  Page::resizeEvent(event);
  // One under the other where they would squeeze each other.
  const bool narrow = width() < 700;
  cards_->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  chart_->setMinimumHeight(narrow ? 360 : 0);
}

QString CalibrationPage::sentence() const { return sentence_->text(); }
QString CalibrationPage::beside() const { return beside_->text(); }
QString CalibrationPage::groupNote() const { return groupNote_->text(); }

const CalibrationPage::Pick* CalibrationPage::pickOf(const RowFilter& filter) const {
  const auto found =
      std::find_if(picks_.rbegin(), picks_.rend(), [&](const Pick& pick) { return pick.filter == filter; });
  return found == picks_.rend() ? nullptr : &*found;
}

RowFilter CalibrationPage::base() const {
  const RowFilter& filter = context().selection.filter();
  if (const Pick* pick = pickOf(filter)) return pick->base;
  return groupOf(filter) ? filter.without("group") : filter;
}

std::optional<int> CalibrationPage::chosen() const {
  const RowFilter& filter = context().selection.filter();
  const Pick* pick = pickOf(filter);
  return pick != nullptr ? std::optional(pick->group) : groupOf(filter);
}

void CalibrationPage::showRows() {
  const Selection& selection = context().selection;
  if (std::exchange(picksOf_, selection.table()->summary.id) != selection.table()->summary.id) picks_.clear();
  const BinRule rule = selection.binRule();
  otherRule_.score(selection.table(), selection.visibleRows(), otherThan(rule));
  // All groups go on to be shown, so that another one can be chosen.
  const RowFilter whole = base();
  if (charting_.isIdle() && charted_ == selection.table() && chartedFilter_ == whole &&
      content_.scores->bins == rule) {
    showChart();
    return;
  }
  charting_.start(
      [table = selection.table(), whole, rule] {
        return Charted{table, whole, calibrationOf(*table, whole, rule)};
      },
      [this](Charted charted) {
        std::tie(charted_, chartedFilter_, content_) = std::move(charted);
        if (context().selection.table()) showChart();
      });
}

void CalibrationPage::showScores(const stats::SessionScores& scores) {
  inForce_ = std::make_shared<const stats::SessionScores>(scores);
  showTable();
  showBeside(scores);
}

void CalibrationPage::showChart() {
  chart_->setDots(content_.chance ? dotsOf(content_) : std::vector<ReliabilityDot>(), chosen());
  sentence_->setText(reliabilitySentence(*content_.scores, content_.kernels));
  sentence_->setVisible(!sentence_->text().isEmpty());
  error_->setText(calibrationErrorText(content_));
  error_->setVisible(!error_->text().isEmpty());
  chartCard_->setNote(QStringLiteral("n = %1").arg(count(content_.scores->n)));
  showGroup();
}

// The forecasts of the chosen dot, the selected kernel marked among them.
void CalibrationPage::showGroup() {
  if (!charted_ || charted_ != context().selection.table()) return;  // what follows it is on its way
  const std::optional<int> group = chosen();
  std::vector<GroupForecast> forecasts;
  if (group) forecasts = forecastsOf(*charted_, *content_.scores, *group);
  groupCard_->setVisible(!forecasts.empty());
  if (forecasts.empty()) return;
  const int rows = static_cast<int>(forecasts.size());
  const auto right = std::count_if(forecasts.begin(), forecasts.end(),
                                   [](const GroupForecast& f) { return f.named == f.measured; });
  groupCard_->setTitle(
      QStringLiteral("Said %1–%2")
          .arg(plainText(formatPercent((*group - 1) / 10.0)), plainText(formatPercent(*group / 10.0))));
  groupCard_->setNote(QStringLiteral("%1 of %2 right").arg(count(right), count(rows)));
  if (forecasts != groupModel_->forecasts() || groupOf_ != charted_) {
    groupModel_->setForecasts(charted_, std::move(forecasts), content_.scores->bins);
    groupOf_ = charted_;
    groupView_->setFixedHeight(groupView_->horizontalHeader()->sizeHint().height() +
                               kGroupRow * std::clamp(rows, 3, kMostGroupRows) + 4);
  }
  marking_ = true;
  const auto& shown = groupModel_->forecasts();
  const QModelIndex now = groupView_->currentIndex();
  const int current = context().selection.currentRow();
  if (!now.isValid() || shown[static_cast<std::size_t>(now.row())].row != current) {
    const auto found =
        std::find_if(shown.begin(), shown.end(), [&](const GroupForecast& f) { return f.row == current; });
    if (found == shown.end()) groupView_->clearSelection();
    else groupView_->selectRow(static_cast<int>(found - shown.begin()));
  }
  marking_ = false;
  showGroupNote();
}

// Where rows and forecasts are not the same.
void CalibrationPage::showGroupNote() {
  const std::vector<GroupForecast>& shown = groupModel_->forecasts();
  std::vector<int> rows;
  for (const GroupForecast& forecast : shown) rows.push_back(forecast.row);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  const Pick* pick = pickOf(context().selection.filter());
  QString text;
  if (std::any_of(rows.begin(), rows.end(),
                  [&](int row) { return charted_->rows[static_cast<std::size_t>(row)].forecasts > 1; })) {
    text =
        QStringLiteral(
            "%1 forecasts of %2 rows: several forecasts of one kernel stand each in the group of its own "
            "probability. %3")
            .arg(count(static_cast<std::int64_t>(shown.size())),
                 count(static_cast<std::int64_t>(rows.size())),
                 pick != nullptr
                     ? QStringLiteral("The filter shows every row with one of them here.")
                     : QStringLiteral("A typed group goes by their mean, so the rows shown may be others."));
  }
  if (pick != nullptr && pick->others > 0) {
    text += QStringLiteral(
                " It also shows %1 more rows of these kernels, by other surrogates or on other devices.")
                .arg(count(pick->others));
  }
  groupNote_->setText(text.trimmed());
  groupNote_->setVisible(!text.isEmpty());
}

// By the rule that each was scored by: one of them may still be on its way.
void CalibrationPage::showTable() {
  const auto by = [this](BinRule rule) -> std::shared_ptr<const stats::SessionScores> {
    for (const auto& scores : {inForce_, other_}) {
      if (scores && scores->bins == rule) return scores;
    }
    return nullptr;
  };
  model_->setScores(by(BinRule::Prompt), by(BinRule::PaperCode));
}

void CalibrationPage::showBeside(const stats::SessionScores& scores) {
  QStringList parts;
  const auto add = [&](int n, const QString& what) {
    if (n > 0) parts << QStringLiteral("%1 %2").arg(count(n), what);
  };
  add(scores.failed, QStringLiteral("failed"));
  add(scores.unmeasured, QStringLiteral("not measured"));
  add(scores.unparsed, QStringLiteral("could not be read"));
  add(scores.excluded, QStringLiteral("with impossible numbers"));
  QString text = QStringLiteral("%1 forecasts scored").arg(count(scores.n));
  if (!parts.isEmpty()) text += QStringLiteral("; beside them %1").arg(parts.join(QStringLiteral(", ")));
  text += u'.';
  QStringList flags;
  const auto flag = [&](int n, const QString& what) {
    if (n > 0) flags << QStringLiteral("%1 %2").arg(count(n), what);
  };
  flag(scores.beyondScale, QStringLiteral("measured beyond the scale (0.177× to 5.66×)"));
  flag(scores.notArgmax, QStringLiteral("named another class than their most probable"));
  flag(scores.oddSum, QStringLiteral("answered probabilities that sum to less than 0.75 or more than 1.1"));
  if (!flags.isEmpty()) text += QStringLiteral(" Of the scored, %1.").arg(flags.join(QStringLiteral("; ")));
  beside_->setText(text);
}

void CalibrationPage::filterTo(int group) {
  Selection& selection = context().selection;
  if (!content_.scores || charted_ != selection.table()) return;
  const RowFilter whole = base();
  if (chosen() == group) {
    selection.setFilter(whole);
    return;
  }
  const GroupFilter made = filterToGroup(*charted_, whole, *content_.scores, group);
  if (made.rows == 0) return;
  picks_.push_back({made.filter, whole, group, made.others});
  selection.setFilter(made.filter);
}

}  // namespace kernelcast::ui
