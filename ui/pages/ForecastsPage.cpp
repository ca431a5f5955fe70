#include "ui/pages/ForecastsPage.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/charts/ConfusionMatrix.h"
#include "ui/charts/ForecastScatter.h"
#include "ui/charts/ScatterTools.h"
#include "ui/models/NarrowedFilter.h"
#include "ui/models/Selection.h"
#include "ui/models/Settings.h"
#include "ui/pages/CandidateTable.h"
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

constexpr int kRuntime = 1;
constexpr int kLastView = kRuntime;

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

  auto* matrixCard = new Card(QStringLiteral("Forecast by measured class"), charts);
  matrix_ = new ConfusionMatrix(matrixCard);
  matrixCard->body()->addWidget(matrix_, 1);
  charts->addWidget(matrixCard);
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
  views_->setChosen(std::clamp(settings.value(Setting::ForecastView).toInt(), 0, kLastView));
  showView(views_->chosen());

  connect(scatter_, &ForecastScatter::rowActivated, &selection, &Selection::setCurrentRow);
  connect(scatter_, &ForecastScatter::termsChosen, this, [&selection](const std::vector<FilterTerm>& terms) {
    selection.setFilter(narrowed(selection.filter(), terms));
  });
  connect(matrix_, &ConfusionMatrix::cellClicked, this, [&selection](int predicted, int measured) {
    selection.toggleCell({predicted, measured});
  });
  connect(&selection, &Selection::currentRowChanged, this, [this](int row) {
    if (isVisible()) scatter_->setCurrentRow(row);
  });
  connect(table_, &CandidateTable::inspectRequested, this, &Page::inspectRequested);
}

void ForecastsPage::buildCharts(Card& card) {
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  views_ = new Segments(
      QStringLiteral("What the chart shows"),
      {{QStringLiteral("Speedup"), QStringLiteral("Forecast against measured speedup over the reference")},
       {QStringLiteral("Runtime"),
        QStringLiteral("Forecast against measured runtime: a forecast runtime is the reference's measured "
                       "time / the forecast speedup")}},
      &card);
  head->addWidget(views_);
  head->addStretch(1);
  scatter_ = new ForecastScatter(&card);
  tools_ = new ScatterTools(*scatter_->view(), &card);
  head->addWidget(tools_);
  card.body()->addLayout(head);
  card.body()->addWidget(scatter_, 1);
  connect(views_, &Segments::chosenChanged, this, [this](int view) {
    context().settings.setValue(Setting::ForecastView, view);
    showView(view);
  });
}

void ForecastsPage::showView(int view) {
  scatter_->setQuantity(view == kRuntime ? ScatterQuantity::Runtime : ScatterQuantity::Speedup);
}

void ForecastsPage::showRows() {
  const Selection& selection = context().selection;
  const auto& table = selection.table();
  scatter_->setTable(table, selection.visibleRows(), selection.binRule());
  scatter_->setCurrentRow(selection.currentRow());
  matrix_->setCounts(countsOf(*table, selection.filter(), selection.binRule()), selection.binRule());
  const auto cell = cellOf(selection.filter());
  matrix_->setSelectedCell(cell ? std::optional(ConfusionMatrix::Cell{cell->predicted, cell->measured})
                                : std::nullopt);
}

void ForecastsPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  scatter_->setCurrentRow(context().selection.currentRow());
}

void ForecastsPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  // Where there is no room for both, the charts stay: the table has a page of its own.
  tableCard_->setVisible(height() >= kRoomForTable);
}

}  // namespace kernelcast::ui
