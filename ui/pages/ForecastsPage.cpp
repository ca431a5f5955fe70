#include "ui/pages/ForecastsPage.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/charts/ConfusionMatrix.h"
#include "ui/charts/ForecastScatter.h"
#include "ui/charts/ScatterTools.h"
#include "ui/models/NarrowedFilter.h"
#include "ui/models/Selection.h"
#include "ui/models/Settings.h"
#include "ui/pages/CandidateTable.h"
#include "ui/pages/CasesView.h"
#include "ui/pages/CostliestPairs.h"
#include "ui/widgets/Card.h"
#include "ui/widgets/Segments.h"

namespace kernelcast::ui {

namespace {

// Of candidates, as the scatter counts them, under every part of the filter but the cell: the matrix stays
// the place to choose another cell from.
ConfusionMatrix::Counts countsOf(const SessionTable& table, const RowFilter& filter, BinRule rule) {
  ConfusionMatrix::Counts counts{};
  for (const int row : filteredRows(table, filter.without("bin").without("true"), rule)) {
    const CandidateRow& candidate = table.rows[static_cast<std::size_t>(row)];
    const auto measured = binOf(candidate.speedup, rule);
    if (isFailure(candidate.status) || !measured || candidate.predictedBin == 0) continue;
    ++counts.at(static_cast<std::size_t>(candidate.predictedBin - 1))
          .at(static_cast<std::size_t>(*measured - 1));
  }
  return counts;
}

constexpr int kRoomForTable = 470;

// Of the two rows of segments.
constexpr int kRuntime = 1;
constexpr int kCases = 2;
constexpr int kPairs = 1;

QSplitter* newSplitter(Qt::Orientation orientation, Settings& settings, Setting setting, QWidget* parent) {
  auto* splitter = new QSplitter(orientation, parent);
  splitter->setChildrenCollapsible(false);
  splitter->setHandleWidth(12);  // air between cards that can be dragged
  splitter->setStyleSheet(QStringLiteral("QSplitter::handle { background: transparent; }"));
  QObject::connect(splitter, &QSplitter::splitterMoved, splitter,
                   [splitter, &settings, setting] { settings.setValue(setting, splitter->saveState()); });
  return splitter;
}

}  // namespace

ForecastsPage::ForecastsPage(const PageContext& shared, QWidget* parent) : Page(shared, parent) {
  Selection& selection = shared.selection;
  Settings& settings = shared.settings;
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  auto* rows = newSplitter(Qt::Vertical, settings, Setting::PageSplitter, this);
  auto* charts = newSplitter(Qt::Horizontal, settings, Setting::ChartSplitter, rows);

  auto* chartCard = new Card({}, charts);
  buildCharts(*chartCard);
  charts->addWidget(chartCard);

  auto* sideCard = new Card({}, charts);
  buildSide(*sideCard);
  charts->addWidget(sideCard);
  charts->setStretchFactor(0, 5);
  charts->setStretchFactor(1, 2);
  charts->setSizes({480, 306});

  tableCard_ = new Card({}, rows);
  tableCard_->body()->setContentsMargins(1, 6, 1, 6);
  table_ = new CandidateTable(shared.candidates, shared.columns, selection, tableCard_);
  tableCard_->body()->addWidget(table_);
  rows->addWidget(charts);
  rows->addWidget(tableCard_);
  rows->setStretchFactor(0, 3);
  rows->setStretchFactor(1, 2);
  rows->setSizes({420, 240});
  rows->restoreState(settings.value(Setting::PageSplitter).toByteArray());
  charts->restoreState(settings.value(Setting::ChartSplitter).toByteArray());
  column->addWidget(rows);
  views_->setChosen(std::clamp(settings.value(Setting::ForecastView).toInt(), 0, kCases));
  sides_->setChosen(std::clamp(settings.value(Setting::ForecastSide).toInt(), 0, kPairs));
  showView(views_->chosen());
  showSide(sides_->chosen());

  connect(scatter_, &ForecastScatter::rowActivated, &selection, &Selection::setCurrentRow);
  connect(scatter_, &ForecastScatter::inspectRequested, this, &Page::inspectRequested);
  connect(scatter_, &ForecastScatter::termsChosen, this, [&selection](const std::vector<FilterTerm>& terms) {
    selection.setFilter(narrowed(selection.filter(), terms));
  });
  connect(matrix_, &ConfusionMatrix::cellClicked, this, [&selection](int predicted, int measured) {
    selection.toggleCell({predicted, measured});
  });
  connect(&selection, &Selection::currentRowChanged, this, [this] {
    if (isVisible()) showCurrent();
  });
  connect(table_, &CandidateTable::inspectRequested, this, &Page::inspectRequested);
}

void ForecastsPage::buildCharts(Card& card) {
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  views_ = new Segments(
      QStringLiteral("What the chart shows"),
      {{QStringLiteral("Speedup"),
        QStringLiteral("Forecast against measured speedup over the reference. Dashed: forecast = measured; "
                       "tinted: the same speed class.")},
       {QStringLiteral("Runtime"),
        QStringLiteral(
            "Forecast against measured runtime: a forecast runtime is the reference's measured "
            "time / the forecast speedup. Dashed: forecast = measured; tinted: within a factor of 2.")},
       {QStringLiteral("Cases"),
        QStringLiteral("Each benchmark case of each kernel: what a mean over cases hides")}},
      &card);
  head->addWidget(views_);
  head->addStretch(1);
  scatter_ = new ForecastScatter(&card);
  tools_ = new ScatterTools(*scatter_->view(), &card);
  cases_ = new CasesView(context(), &card);
  head->addWidget(tools_);
  card.body()->addLayout(head);
  card.body()->addWidget(cases_->choices());
  charts_ = new QStackedWidget(&card);
  charts_->addWidget(scatter_);
  charts_->addWidget(cases_);
  card.body()->addWidget(charts_, 1);
  connect(views_, &Segments::chosenChanged, this, [this](int view) {
    context().settings.setValue(Setting::ForecastView, view);
    showView(view);
  });
  connect(cases_, &CasesView::choicesChanged, this, &ForecastsPage::showChoices);
}

void ForecastsPage::buildSide(Card& card) {
  sides_ = new Segments(
      QStringLiteral("What stands beside the chart"),
      {{QStringLiteral("Classes"), QStringLiteral("Forecast by measured speed class, as counts")},
       {QStringLiteral("Pairs"), QStringLiteral("The heaviest pairs that were forecast in the wrong order")}},
      &card);
  card.body()->addWidget(sides_, 0, Qt::AlignLeft);
  matrix_ = new ConfusionMatrix(&card);
  pairs_ = new CostliestPairs(context(), &card);
  sideViews_ = new QStackedWidget(&card);
  sideViews_->addWidget(matrix_);
  sideViews_->addWidget(pairs_);
  card.body()->addWidget(sideViews_, 1);
  connect(sides_, &Segments::chosenChanged, this, [this](int side) {
    context().settings.setValue(Setting::ForecastSide, side);
    showSide(side);
  });
}

void ForecastsPage::showView(int view) {
  const bool cases = view == kCases;
  charts_->setCurrentWidget(cases ? static_cast<QWidget*>(cases_) : scatter_);
  tools_->setVisible(!cases);
  showChoices();
  if (!cases) scatter_->setQuantity(view == kRuntime ? ScatterQuantity::Runtime : ScatterQuantity::Speedup);
  if (isVisible()) fillView();
}

void ForecastsPage::showSide(int side) {
  sideViews_->setCurrentWidget(side == kPairs ? static_cast<QWidget*>(pairs_) : matrix_);
  if (isVisible()) fillSide();
}

void ForecastsPage::showChoices() {
  cases_->choices()->setVisible(views_->chosen() == kCases && cases_->hasChoices());
}

bool ForecastsPage::isSettled() const { return cases_->isSettled() && pairs_->isSettled(); }

void ForecastsPage::showRows() {
  fillView();
  fillSide();
}

void ForecastsPage::fillView() {
  const Selection& selection = context().selection;
  if (!selection.table()) return;
  if (views_->chosen() == kCases) return cases_->showRows();
  scatter_->setTable(selection.table(), selection.visibleRows(), selection.binRule());
  scatter_->setCurrentRow(selection.currentRow());
}

void ForecastsPage::fillSide() {
  const Selection& selection = context().selection;
  if (!selection.table()) return;
  if (sides_->chosen() == kPairs) return pairs_->showRows();
  matrix_->setCounts(countsOf(*selection.table(), selection.filter(), selection.binRule()),
                     selection.binRule());
  const auto cell = cellOf(selection.filter());
  matrix_->setSelectedCell(cell ? std::optional(ConfusionMatrix::Cell{cell->predicted, cell->measured})
                                : std::nullopt);
}

void ForecastsPage::showCurrent() {
  if (!context().selection.table()) return;
  if (views_->chosen() == kCases) {
    cases_->showCurrent();
  } else {
    scatter_->setCurrentRow(context().selection.currentRow());
  }
}

void ForecastsPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  showCurrent();
}

void ForecastsPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  // Where there is no room for both, the charts stay: the table has a page of its own.
  tableCard_->setVisible(height() >= kRoomForTable);
}

}  // namespace kernelcast::ui
