#include "ui/charts/ForecastScatter.h"

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>
#include <utility>

#include "core/domain/number_format.h"
#include "ui/charts/ChartStyle.h"
#include "ui/charts/LegendLabel.h"
#include "ui/charts/ScatterView.h"
#include "ui/widgets/FlowLayout.h"
#include "ui/widgets/Theme.h"
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
  if (data.notForecast == static_cast<int>(data.points.size())) {
    return QStringLiteral(
        "None of these was forecast.\nAsk a model for a forecast to see it against the measurement.");
  }
  return QStringLiteral("None of these is both forecast and measured.");
}

void drawIdentityMark(QPainter& painter, const QRectF& square) {
  painter.setRenderHint(QPainter::Antialiasing);
  QPen pen = chartstyle::referencePen();
  pen.setDashPattern({3, 2});
  painter.setPen(pen);
  painter.drawLine(square.bottomLeft(), square.topRight());
}

void drawClassMark(QPainter& painter, const QRectF& square) {
  const Theme& theme = Theme::instance();
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(theme.tint(Tint::ClassEdge));
  painter.setBrush(theme.tint(Tint::ClassSquare));
  painter.drawRect(square.adjusted(0, 0, -1, -1));
}

}  // namespace

ForecastScatter::ForecastScatter(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  auto* legend = new FlowLayout(nullptr, 16, 2);
  for (const OutcomeInfo& info : kOutcomes) {
    LegendLabel*& label = legend_[static_cast<std::size_t>(info.outcome)];
    label = new LegendLabel(info.outcome, {}, this);
    legend->addWidget(label);
  }
  ground_ = {new LegendLabel(drawIdentityMark, QStringLiteral("forecast = measured"), this),
             new LegendLabel(drawClassMark, QStringLiteral("same speed class"), this)};
  for (LegendLabel* label : ground_) legend->addWidget(label);
  zoomNote_ = new QLabel(this);
  zoomNote_->setProperty("role", "muted");
  zoomNote_->hide();
  legend->addWidget(zoomNote_);
  column->addLayout(legend);

  view_ = new ScatterView(this);
  view_->setAccessibleName(QStringLiteral("Forecast against measured speedup"));
  column->addWidget(view_, 1);
  setFocusProxy(view_);

  connect(view_, &ScatterView::activated, this, [this](int row) {
    describe();
    emit rowActivated(row);
  });
  connect(view_, &ScatterView::zoomChanged, this, &ForecastScatter::showZoom);
  setTable(nullptr, {}, BinRule::Prompt);
}

void ForecastScatter::setTable(std::shared_ptr<const SessionTable> table, std::vector<int> visibleRows,
                               BinRule rule) {
  table_ = std::move(table);
  rule_ = rule;
  ScatterData content;
  if (table_) content = scatterData(*table_, visibleRows, rule);
  points_ = content.points.size();
  summary_ = table_ ? scatterSummary(content, *table_, rule) : QStringLiteral("No session is open.");
  showCounts(content);
  view_->setMessage(messageFor(table_.get(), content));
  view_->setContent(table_, std::move(content), rule);
  showZoom();
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

void ForecastScatter::showCounts(const ScatterData& content) {
  for (const OutcomeInfo& info : kOutcomes) {
    const auto index = static_cast<std::size_t>(info.outcome);
    const int count = content.outcomes[index];
    legend_[index]->setText(toQString(info.title) + QStringLiteral(", ") + toQString(formatCount(count)));
    // A missing outcome of the three says something; nothing failed or open needs no words.
    const bool always = info.outcome != Outcome::Failed && info.outcome != Outcome::Open;
    legend_[index]->setVisible(count > 0 || (always && !content.points.empty()));
  }
  for (LegendLabel* label : ground_) label->setVisible(content.inPlot > 0);
}

void ForecastScatter::showZoom() {
  zoomNote_->setVisible(view_->isZoomed());
  if (!view_->isZoomed()) return;
  zoomNote_->setText(QStringLiteral("zoomed: %1 of %2 in view, double-click for all")
                         .arg(toQString(formatCount(view_->shownCount())),
                              toQString(formatCount(static_cast<std::int64_t>(points_)))));
}

void ForecastScatter::describe() {
  QString text = summary_;
  const int row = view_->currentRow();
  if (table_ && row >= 0 && static_cast<std::size_t>(row) < table_->rows.size()) {
    text += QStringLiteral(" Selected: ") + scatterRowText(*table_, row, rule_) + QLatin1Char('.');
  }
  view_->setAccessibleDescription(text);
}

}  // namespace kernelcast::ui
