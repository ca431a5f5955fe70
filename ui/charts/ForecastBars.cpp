#include "ui/charts/ForecastBars.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "core/domain/number_format.h"
#include "ui/charts/SpeedClasses.h"
#include "ui/widgets/Theme.h"
#include "ui/widgets/ToQString.h"

namespace kernelcast::ui {

namespace {

constexpr double kShownFrom = 0.01;  // a smaller probability has no label
constexpr int kMarker = 9;           // the triangle above the true class
constexpr int kBarMaximum = 46;

bool isUsable(const BinProbabilities& p) {
  return std::all_of(p.begin(), p.end(), [](double share) { return std::isfinite(share) && share >= 0; });
}

}  // namespace

ForecastBars::ForecastBars(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(QStringLiteral("Forecast by speed class"));
  connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
  clear();
}

void ForecastBars::setRow(const CandidateRow& row, BinRule rule) {
  probabilities_ = row.probabilities;
  rule_ = rule;
  forecasts_ = row.forecasts;
  message_.clear();
  if (!row.hasForecast()) {
    message_ = row.unparsed > 0 ? QStringLiteral("The forecast could not be read.")
                                : QStringLiteral("Not forecast yet.");
  }
  show(isFailure(row.status) ? std::nullopt : binOf(row.speedup, rule), row.predictedBin);
}

void ForecastBars::setForecast(const Forecast& forecast, std::optional<double> measuredSpeedup,
                               BinRule rule) {
  probabilities_ = forecast.probabilities;
  rule_ = rule;
  forecasts_ = 1;
  message_.clear();
  if (!forecast.parsed) {
    message_ = QStringLiteral("The forecast could not be read.");
    if (!forecast.parseError.empty()) message_ += QLatin1Char('\n') + toQString(forecast.parseError);
  }
  show(measuredSpeedup ? binOf(*measuredSpeedup, rule) : std::nullopt, forecast.predictedBin);
}

void ForecastBars::clear() {
  probabilities_ = {};
  forecasts_ = 0;
  message_ = QStringLiteral("No candidate selected.");
  show(std::nullopt, 0);
}

void ForecastBars::show(std::optional<int> truth, int predicted) {
  truth_ = truth;
  predicted_ = predicted;
  if (message_.isEmpty() && !isUsable(probabilities_))
    message_ = QStringLiteral("The forecast is not made of numbers.");
  if (message_.isEmpty()) {
    QStringList parts;
    for (int bin = 1; bin <= kBinCount; ++bin) {
      const double share = probabilities_[static_cast<std::size_t>(bin) - 1];
      if (share >= kShownFrom) {
        parts += className(bin, BinRule::Prompt) + QLatin1Char(' ') + toQString(formatPercent(share));
      }
    }
    summary_ = QStringLiteral("Forecast: %1. Predicted class %2.")
                   .arg(parts.join(QStringLiteral(", ")), className(predicted_, BinRule::Prompt));
    if (forecasts_ > 1) summary_ += QStringLiteral(" Mean of %1 forecasts.").arg(forecasts_);
    summary_ += truth_ ? QStringLiteral(" Measured class %1, %2.")
                             .arg(className(*truth_, rule_),
                                  toQString(kOutcomes.at(static_cast<std::size_t>(outcome())).title))
                       : QStringLiteral(" No measured class.");
  } else {
    summary_ = message_;
  }
  setAccessibleDescription(summary_);
  update();
}

Outcome ForecastBars::outcome() const {
  if (!truth_ || predicted_ == 0) return Outcome::Open;
  const int miss = std::abs(predicted_ - *truth_);
  return miss == 0 ? Outcome::Hit : miss == 1 ? Outcome::OffByOne : Outcome::OffByMore;
}

QSize ForecastBars::sizeHint() const { return {328, 148}; }
QSize ForecastBars::minimumSizeHint() const { return {220, 148}; }

QRectF ForecastBars::barArea() const {
  const double line = QFontMetricsF(Theme::instance().font(TextSize::Label)).height();
  // Above the tallest bar its label and the marker; below the class names and the caption.
  return QRectF(rect()).adjusted(0, kMarker + line + 4, 0, -(2 * line + 8));
}

void ForecastBars::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (!message_.isEmpty()) {
    painter.setPen(theme.colour(ColourRole::Muted));
    painter.drawText(QRectF(rect()).adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, message_);
    return;
  }
  const QRectF area = barArea();
  const double slot = area.width() / kBinCount;
  const double width = std::min<double>(kBarMaximum, slot - 6);
  const QFont font = theme.font(TextSize::Label);
  const QFont bold = theme.font(TextSize::Label, QFont::DemiBold);
  const QFontMetricsF metrics(bold, this);
  const double line = metrics.height();
  // The unit stands in every name where there is room, and else once, in the caption.
  double widest = 0;
  for (int bin = 1; bin <= kBinCount; ++bin) {
    widest = std::max(widest, metrics.horizontalAdvance(className(bin, BinRule::Prompt)));
  }
  const bool withUnit = widest <= slot - 2;

  const QColor truthColour = theme.outcome(outcome());
  if (truth_) {
    const double x = area.left() + (*truth_ - 0.5) * slot;
    QPen dashes(truthColour, 1.5, Qt::CustomDashLine, Qt::FlatCap);
    dashes.setDashPattern({2, 2});
    painter.setPen(dashes);
    // Down to the number above its bar, which it would strike out; inside the bar it goes on below.
    const double share = probabilities_[static_cast<std::size_t>(*truth_) - 1];
    const double labelled = share >= kShownFrom ? share * area.height() + line + 1 : 0;
    painter.drawLine(QPointF(x, kMarker), QPointF(x, area.bottom() - labelled));
    QPainterPath triangle(QPointF(x - 5, 1));
    triangle.lineTo(x + 5, 1);
    triangle.lineTo(x, kMarker);
    triangle.closeSubpath();
    painter.fillPath(triangle, truthColour);
  }
  for (int bin = 1; bin <= kBinCount; ++bin) {
    const double share = probabilities_[static_cast<std::size_t>(bin) - 1];
    const double centre = area.left() + (bin - 0.5) * slot;
    // Always against certainty, so that a sure forecast and a vague one look different at a glance.
    const double height = std::clamp(share, 0.0, 1.0) * area.height();
    const bool isTruth = truth_ == bin;
    QRectF bar(centre - width / 2, area.bottom() - std::max(height, 1.0), width, std::max(height, 1.0));
    const QColor fill = bin == predicted_ ? theme.colour(ColourRole::Accent)
                        : share > 0       ? theme.tint(Tint::AccentPale)
                                          : theme.colour(ColourRole::Line);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    const double radius = std::min(2.5, height / 2);
    painter.drawRoundedRect(bar, radius, radius);
    if (isTruth && height > 2) {
      // In a colour that shows there.
      QPen dashes(theme.textOn(fill), 1.5, Qt::CustomDashLine, Qt::FlatCap);
      dashes.setDashPattern({2, 2});
      painter.setPen(dashes);
      painter.drawLine(QPointF(centre, bar.top()), QPointF(centre, area.bottom()));
    }

    painter.setFont(font);
    if (share >= kShownFrom) {
      const QString label = toQString(formatPercent(share >= 0.095 ? std::round(share * 100) / 100 : share));
      const QRectF room(centre - slot, bar.top() - line - 1, 2 * slot, line);
      painter.setPen(theme.colour(bin == predicted_ ? ColourRole::Ink : ColourRole::Muted));
      painter.drawText(room, Qt::AlignCenter, label);
    }
    painter.setFont(isTruth ? bold : font);
    painter.setPen(isTruth ? theme.outcomeText(outcome()) : theme.colour(ColourRole::Muted));
    painter.drawText(QRectF(centre - slot, area.bottom() + 3, 2 * slot, line), Qt::AlignCenter,
                     className(bin, isTruth ? rule_ : BinRule::Prompt, withUnit));
  }
  painter.setFont(font);
  painter.setPen(theme.colour(ColourRole::Muted));
  QString caption = withUnit ? QStringLiteral("speed class") : QStringLiteral("speed class (×)");
  if (truth_ && rule_ != BinRule::Prompt)
    caption += QStringLiteral(", measured ") + toQString(binRuleInfo(rule_).title);
  if (forecasts_ > 1) caption += QStringLiteral(", mean of %1 forecasts").arg(forecasts_);
  painter.drawText(QRectF(area.left(), area.bottom() + line + 5, area.width(), line), Qt::AlignCenter,
                   caption);
}

bool ForecastBars::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QRectF area = barArea();
  const int bin = static_cast<int>((help->pos().x() - area.left()) / (area.width() / kBinCount)) + 1;
  if (!message_.isEmpty() || bin < 1 || bin > kBinCount) {
    QToolTip::hideText();
    return true;
  }
  QString text = QStringLiteral("%1: forecast %2")
                     .arg(className(bin, BinRule::Prompt),
                          toQString(formatPercent(probabilities_[static_cast<std::size_t>(bin) - 1])));
  if (bin == predicted_) text += QStringLiteral(", the predicted class");
  if (truth_ == bin) text += QStringLiteral(", measured: ") + className(bin, rule_);
  QToolTip::showText(help->globalPos(), text, this);
  return true;
}

}  // namespace kernelcast::ui
