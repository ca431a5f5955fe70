#include "ui/charts/TwoForecasts.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "core/domain/number_format.h"
#include "ui/charts/ChartStyle.h"
#include "ui/charts/SpeedClasses.h"
#include "ui/widgets/Theme.h"
#include "ui/widgets/ToQString.h"

namespace kernelcast::ui {

namespace {

QString wordsOf(const char* which, const CandidateRow& row, BinRule rule) {
  QString text = QString::fromLatin1(which);
  text +=
      row.hasForecast()
          ? QStringLiteral(" forecast %1").arg(toQString(formatSpeedup(expectedSpeedup(row.probabilities))))
          : QStringLiteral(" has no forecast");
  const auto truth = isFailure(row.status) ? std::nullopt : binOf(row.speedup, rule);
  text += truth ? QStringLiteral(", measured %1").arg(toQString(formatSpeedup(row.speedup)))
                : QStringLiteral(", %1").arg(toQString(info(row.status).title));
  return text;
}

}  // namespace

TwoForecasts::TwoForecasts(QWidget* parent) : QWidget(parent) {
  setAccessibleName(QStringLiteral("Both forecasts by speed class"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void TwoForecasts::setRows(const CandidateRow& a, const CandidateRow& b, BinRule rule) {
  a_ = a;
  b_ = b;
  rule_ = rule;
  summary_ = wordsOf("A", a, rule) + QStringLiteral("; ") + wordsOf("B", b, rule) + u'.';
  setAccessibleDescription(summary_);
  update();
}

void TwoForecasts::paintSide(QPainter& painter, const CandidateRow& row, const QRectF& area,
                             bool above) const {
  const Theme& theme = Theme::instance();
  const QColor colour = theme.colour(above ? ColourRole::Accent : ColourRole::Hit);
  const double slot = area.width() / kBinCount;
  const double line = QFontMetricsF(painter.font()).height();
  const double room = area.height() - line;
  painter.setPen(theme.colour(ColourRole::Muted));
  if (!row.hasForecast()) {
    painter.drawText(area, Qt::AlignCenter, QStringLiteral("no forecast that could be read"));
    return;
  }
  for (int bin = 1; bin <= kBinCount; ++bin) {
    const double share = row.probabilities[static_cast<std::size_t>(bin) - 1];
    if (!(share > 0)) continue;
    const double height = std::max(1.0, std::min(share, 1.0) * room);
    const double left = area.left() + (bin - 1) * slot + 4;
    const QRectF bar(left, above ? area.bottom() - height : area.top(), slot - 8, height);
    painter.fillRect(bar,
                     bin == row.predictedBin ? colour : mix(theme.colour(ColourRole::Panel), colour, 0.4));
    if (share < 0.01) continue;
    painter.drawText(QRectF(left - 10, above ? bar.top() - line : bar.bottom(), slot + 12, line),
                     Qt::AlignCenter,
                     toQString(formatPercent(share >= 0.095 ? std::round(share * 100) / 100 : share)));
  }
  const auto truth = isFailure(row.status) ? std::nullopt : binOf(row.speedup, rule_);
  if (!truth) return;
  // A triangle that points at the axis, in the class that was measured.
  const double x = area.left() + (*truth - 0.5) * slot;
  const double y = above ? area.bottom() : area.top();
  const double away = above ? -9 : 9;
  QPainterPath triangle(QPointF(x, y));
  triangle.lineTo(x - 5, y + away);
  triangle.lineTo(x + 5, y + away);
  triangle.closeSubpath();
  painter.setPen(QPen(theme.colour(ColourRole::Panel), 1.2));
  painter.setBrush(theme.colour(ColourRole::Ink));
  painter.drawPath(triangle);
}

void TwoForecasts::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(theme.font(TextSize::Label));
  const double line = QFontMetricsF(painter.font()).height();
  const double half = (height() - line - 6) / 2.0;
  const QRectF top(18, 0, width() - 18, half);
  const QRectF bottom(18, half + line + 6, width() - 18, half);
  painter.setPen(chartstyle::axisPen());
  painter.drawLine(top.bottomLeft(), top.bottomRight());
  painter.drawLine(bottom.topLeft(), bottom.topRight());
  painter.setPen(theme.colour(ColourRole::Muted));
  const double slot = top.width() / kBinCount;
  for (int bin = 1; bin <= kBinCount; ++bin) {
    painter.drawText(QRectF(top.left() + (bin - 1) * slot, top.bottom() + 3, slot, line), Qt::AlignCenter,
                     className(bin, BinRule::Prompt, slot > 44));
  }
  paintSide(painter, a_, top, true);
  paintSide(painter, b_, bottom, false);
  painter.setFont(theme.font(TextSize::Body, QFont::DemiBold));
  painter.setPen(theme.colour(ColourRole::Ink));
  painter.drawText(QRectF(0, top.top(), 16, top.height()), Qt::AlignLeft | Qt::AlignBottom,
                   QStringLiteral("A"));
  painter.drawText(QRectF(0, bottom.top(), 16, bottom.height()), Qt::AlignLeft | Qt::AlignTop,
                   QStringLiteral("B"));
}

}  // namespace kernelcast::ui
