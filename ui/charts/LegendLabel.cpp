#include "ui/charts/LegendLabel.h"

#include <QPainter>
#include <cmath>
#include <utility>

#include "ui/charts/OutcomeMark.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

constexpr int kMark = 11;
constexpr int kGap = 5;

}  // namespace

LegendLabel::LegendLabel(Mark mark, const QString& text, QWidget* parent)
    : QWidget(parent), mark_(std::move(mark)) {
  connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
  setText(text);
}

LegendLabel::LegendLabel(Outcome outcome, const QString& text, QWidget* parent)
    : LegendLabel(
          [outcome](QPainter& painter, const QRectF& square) {
            drawOutcomeMark(painter, outcome, square.center(), 9, Theme::instance().outcome(outcome));
          },
          text, parent) {}

void LegendLabel::setText(const QString& text) {
  if (text == text_) return;
  text_ = text;
  setAccessibleName(text);
  updateGeometry();
  update();
}

int LegendLabel::widthOf(const QString& text, const QFont& font) {
  return kMark + kGap + static_cast<int>(std::ceil(QFontMetricsF(font).horizontalAdvance(text))) + 1;
}

QSize LegendLabel::sizeHint() const {
  return {widthOf(text_, font()), static_cast<int>(std::ceil(QFontMetricsF(font()).height())) + 2};
}

void LegendLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  mark_(painter, QRectF(0, (height() - kMark) / 2.0, kMark, kMark));
  painter.setPen(Theme::instance().colour(ColourRole::Muted));
  painter.drawText(QRectF(kMark + kGap, 0, width() - kMark - kGap, height()),
                   Qt::AlignVCenter | Qt::TextSingleLine, text_);
}

}  // namespace kernelcast::ui
