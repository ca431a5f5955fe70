#include "ui/charts/ChartStyle.h"

#include <QAbstractAxis>
#include <QChart>
#include <QChartView>
#include <QGraphicsLayout>
#include <QLegend>

#include "ui/widgets/Theme.h"

namespace kernelcast::ui::chartstyle {

namespace {

// One device pixel at any zoom and scale.
QPen hairline(const QColor& colour) {
  QPen pen(colour, 1);
  pen.setCosmetic(true);
  return pen;
}

}  // namespace

QPen gridPen() { return hairline(Theme::instance().colour(ColourRole::Grid)); }
QPen axisPen() { return hairline(Theme::instance().colour(ColourRole::Line)); }

QPen referencePen() {
  QPen pen(Theme::instance().colour(ColourRole::Muted), 1);
  pen.setDashPattern({4, 4});
  return pen;
}

void attach(QChart& chart, const QMargins& margins) {
  chart.setMargins(margins);
  restyle(chart);
  QObject::connect(&Theme::instance(), &Theme::changed, &chart, [&chart] { restyle(chart); });
}

void restyle(QChart& chart) {
  const Theme& theme = Theme::instance();
  chart.setBackgroundVisible(false);
  chart.setBackgroundRoundness(0);
  chart.setPlotAreaBackgroundVisible(false);
  chart.setDropShadowEnabled(false);
  chart.setAnimationOptions(QChart::NoAnimation);
  chart.legend()->hide();
  chart.layout()->setContentsMargins(0, 0, 0, 0);
  for (QAbstractAxis* axis : chart.axes()) {
    axis->setLabelsFont(theme.font(TextSize::Label));
    axis->setLabelsBrush(theme.colour(ColourRole::Muted));
    axis->setTitleFont(theme.font(TextSize::Label));
    axis->setTitleBrush(theme.colour(ColourRole::Muted));
    axis->setGridLinePen(gridPen());
    axis->setMinorGridLineVisible(false);
    axis->setLinePen(axisPen());
    axis->setTruncateLabels(false);  // a label that is cut to "1/…" says nothing
  }
}

void prepare(QChartView& view) {
  view.setFrameShape(QFrame::NoFrame);
  view.setBackgroundBrush(Qt::NoBrush);
  view.viewport()->setAutoFillBackground(false);
  view.setRenderHint(QPainter::Antialiasing);
  view.setRubberBand(QChartView::NoRubberBand);
}

void setTitle(QAbstractAxis& axis, const QString& quantity, const QString& unit) {
  axis.setTitleText(unit.isEmpty() ? quantity : QStringLiteral("%1 (%2)").arg(quantity, unit));
}

}  // namespace kernelcast::ui::chartstyle
