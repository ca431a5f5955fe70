#include "ui/widgets/Chip.h"

#include <QPainter>

#include "ui/models/PlainText.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

ChoiceChip::ChoiceChip(const QString& text, QWidget* parent) : QToolButton(parent) {
  setProperty("kind", "quiet");
  setText(buttonText(text));
  setAccessibleName(text);
  setCheckable(true);
  setAutoExclusive(true);
  setFocusPolicy(Qt::StrongFocus);
}

FilterChipButton::FilterChipButton(const QString& text, QWidget* parent) : QToolButton(parent) {
  setProperty("kind", "chip");
  setText(buttonText(text) + QStringLiteral("  ×"));
  setAccessibleName(QStringLiteral("Filter: %1").arg(text));
  setAccessibleDescription(QStringLiteral("Takes this filter away"));
  setToolTip(toolTipText(text + QStringLiteral("\nClick to take this filter away.")));
  setFocusPolicy(Qt::StrongFocus);
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
