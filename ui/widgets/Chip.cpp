#include "ui/widgets/Chip.h"

#include <QPainter>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <algorithm>

#include "ui/models/PlainText.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

const QString kCross = QStringLiteral("  ×");

}  // namespace

ChoiceChip::ChoiceChip(const QString& text, QWidget* parent) : QToolButton(parent) {
  setProperty("kind", "quiet");
  setText(buttonText(text));
  setAccessibleName(text);
  setCheckable(true);
  setAutoExclusive(true);
  setFocusPolicy(Qt::StrongFocus);
}

FilterChipButton::FilterChipButton(const QString& text, QWidget* parent) : QToolButton(parent), words_(text) {
  setProperty("kind", "chip");
  setText(buttonText(text) + kCross);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  setAccessibleName(QStringLiteral("Filter: %1").arg(text));
  setAccessibleDescription(QStringLiteral("Takes this filter away"));
  setToolTip(toolTipText(text + QStringLiteral("\nClick to take this filter away.")));
  setFocusPolicy(Qt::StrongFocus);
}

QSize FilterChipButton::minimumSizeHint() const {
  constexpr int kLeast = 120;
  const QSize hint = sizeHint();
  return {std::min(hint.width(), kLeast), hint.height()};
}

void FilterChipButton::paintEvent(QPaintEvent* /*event*/) {
  QStyleOptionToolButton option;
  initStyleOption(&option);
  const int missing = sizeHint().width() - width();
  if (missing > 0) {
    const QFontMetrics metrics(font());
    const int room = metrics.horizontalAdvance(words_) - missing;
    option.text = buttonText(metrics.elidedText(words_, Qt::ElideRight, room)) + kCross;
  }
  QStylePainter(this).drawComplexControl(QStyle::CC_ToolButton, option);
}

Pill::Pill(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  connect(&Theme::instance(), &Theme::changed, this, QOverload<>::of(&QWidget::update));
}

void Pill::setStatus(const QString& text) {
  setText(text);
  setAccessibleName(text);
}

QSize Pill::sizeHint() const {
  const QFontMetrics metrics(Theme::instance().font(TextSize::Label, QFont::Medium));
  return {metrics.horizontalAdvance(text()) + 20, metrics.height() + 8};
}

void Pill::paintEvent(QPaintEvent* /*event*/) {
  const Theme& theme = Theme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.colour(ColourRole::Grid));
  painter.drawRoundedRect(rect(), height() / 2.0, height() / 2.0);
  painter.setPen(readable(theme.colour(ColourRole::Muted), theme.colour(ColourRole::Grid)));
  painter.setFont(theme.font(TextSize::Label, QFont::Medium));
  painter.drawText(rect(), Qt::AlignCenter, text());
}

}  // namespace kernelcast::ui
