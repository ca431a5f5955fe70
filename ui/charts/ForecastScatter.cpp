#include "ui/charts/ForecastScatter.h"

#include <QLabel>
#include <QVBoxLayout>
#include <utility>

#include "core/domain/number_format.h"
#include "ui/charts/ScatterLegend.h"
#include "ui/charts/ScatterPick.h"
#include "ui/charts/ScatterView.h"
#include "ui/widgets/ToQString.h"

namespace kernelcast::ui {

namespace {

QString messageFor(const SessionTable* table, const ScatterData& data) {
  if (!table) return QStringLiteral("No session is open.");
  if (table->rows.empty()) {
    return QStringLiteral("No candidates yet.\nThey appear here as they are forecast and measured.");
  }
  if (data.points.empty())
    return QStringLiteral("No candidate passes the filters.\nRemove one to see the others.");
  if (data.inPlot > 0) return {};
  if (data.noReference > 0) {
    return QStringLiteral(
        "None of these has both a runtime and a reference time.\nSpeedup shows what is known of them.");
  }
  if (data.notForecast == static_cast<int>(data.points.size())) {
    return QStringLiteral(
        "None of these was forecast.\nAsk a model for a forecast to see it against the measurement.");
  }
  return QStringLiteral("None of these is both forecast and measured.");
}

}  // namespace

ForecastScatter::ForecastScatter(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  legend_ = new ScatterLegend(this);
  column->addWidget(legend_);
  referenceNote_ = new QLabel(this);
  referenceNote_->setProperty("role", "label");
  referenceNote_->setWordWrap(true);
  column->addWidget(referenceNote_);

  view_ = new ScatterView(this);
  column->addWidget(view_, 1);
  setFocusProxy(view_);

  connect(view_, &ScatterView::activated, this, [this](int row) {
    describe();
    emit rowActivated(row);
  });
  connect(view_, &ScatterView::zoomChanged, this, &ForecastScatter::showNote);
  connect(view_, &ScatterView::inspectRequested, this, &ForecastScatter::inspectRequested);
  connect(view_, &ScatterView::toolChanged, this, [this] {
    nothingInside_ = false;
    showNote();
  });
  connect(view_, &ScatterView::boxDrawn, this, [this](const ScatterBox& box) {
    choose(table_ ? boxTerms(*table_, rows_, box, quantity_) : std::vector<FilterTerm>{});
  });
  connect(view_, &ScatterView::rowsPicked, this, [this](const std::vector<int>& rows) {
    choose(table_ ? pickTerms(*table_, rows) : std::vector<FilterTerm>{});
  });
  setTable(nullptr, {}, BinRule::Prompt);
}

void ForecastScatter::setTable(std::shared_ptr<const SessionTable> table, std::vector<int> visibleRows,
                               BinRule rule) {
  if (table != table_) references_ = nullptr;
  table_ = std::move(table);
  rows_ = std::move(visibleRows);
  nothingInside_ = false;
  rule_ = rule;
  showRows();
}

void ForecastScatter::setQuantity(ScatterQuantity quantity) {
  if (quantity == quantity_) return;
  quantity_ = quantity;
  showRows();
}

void ForecastScatter::showRows() {
  const bool runtimes = quantity_ == ScatterQuantity::Runtime;
  if (runtimes && table_ && !references_) {
    references_ = std::make_shared<const analysis::ReferenceTimes>(*table_);
  }
  const auto references = runtimes ? references_ : nullptr;
  ScatterData content;
  content.quantity = quantity_;
  if (table_) content = scatterData(*table_, rows_, rule_, references.get());
  points_ = content.points.size();
  summary_ = table_ ? scatterSummary(content, *table_, rule_) : QStringLiteral("No session is open.");
  legend_->setContent(content);
  referenceNote_->setText(referenceSentence(content));
  referenceNote_->setVisible(!referenceNote_->text().isEmpty());
  view_->setAccessibleName(runtimes ? QStringLiteral("Forecast against measured runtime")
                                    : QStringLiteral("Forecast against measured speedup"));
  view_->setMessage(messageFor(table_.get(), content));
  view_->setContent(table_, std::move(content), rule_, references);
  showNote();
  describe();
}

void ForecastScatter::setCurrentRow(int row) {
  view_->setCurrentRow(row);
  describe();
}

int ForecastScatter::currentRow() const { return view_->currentRow(); }
void ForecastScatter::resetZoom() { view_->resetZoom(); }
bool ForecastScatter::isZoomed() const { return view_->isZoomed(); }
std::optional<QPointF> ForecastScatter::positionOf(int row) const { return view_->positionOf(row); }

void ForecastScatter::choose(const std::vector<FilterTerm>& terms) {
  nothingInside_ = terms.empty();
  showNote();
  if (!terms.empty()) emit termsChosen(terms);
}

void ForecastScatter::showNote() {
  QString note;
  if (nothingInside_) {
    note = QStringLiteral("no mark inside");
  } else if (view_->tool() != ScatterTool::Move) {
    note = QStringLiteral("Esc leaves");
  } else if (view_->isZoomed()) {
    note = QStringLiteral("%1 of %2 in view, double-click for all")
               .arg(toQString(formatCount(view_->shownCount())),
                    toQString(formatCount(static_cast<std::int64_t>(points_))));
  }
  legend_->setNote(note);
}

void ForecastScatter::describe() {
  QString text = summary_;
  const auto* references = quantity_ == ScatterQuantity::Runtime ? references_.get() : nullptr;
  const int row = view_->currentRow();
  if (table_ && row >= 0 && static_cast<std::size_t>(row) < table_->rows.size()) {
    text +=
        QStringLiteral(" Selected: ") + scatterRowText(*table_, row, rule_, references) + QLatin1Char('.');
  }
  view_->setAccessibleDescription(text);
}

}  // namespace kernelcast::ui
