#include "ui/widgets/ThemeStyle.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>

#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

constexpr qreal kFieldRadius = 6;
constexpr qreal kBoxRadius = 3.5;

struct Look {
  QColor fill;
  QColor border;
  QColor mark;
};

// A check box, a radio button: empty as a field, filled with the accent when on.
Look indicatorLook(const QStyleOption& option, bool on) {
  const Theme& theme = Theme::instance();
  const bool enabled = option.state & QStyle::State_Enabled;
  const bool hovered = enabled && (option.state & QStyle::State_MouseOver);
  const bool focused = option.state & QStyle::State_HasFocus;
  if (!enabled) {
    return {theme.colour(ColourRole::Grid), theme.colour(ColourRole::Line), theme.tint(Tint::DisabledText)};
  }
  const QColor accent = theme.colour(ColourRole::Accent);
  if (on) {
    return {hovered ? theme.tint(Tint::AccentHover) : accent,
            focused ? theme.colour(ColourRole::Ink) : accent, theme.tint(Tint::OnAccent)};
  }
  const QColor outline = mix(theme.colour(ColourRole::Panel), theme.colour(ColourRole::Muted), 0.75);
  return {theme.colour(ColourRole::Panel), hovered || focused ? accent : outline, accent};
}

void drawField(QPainter& painter, const QStyleOption& option) {
  const Theme& theme = Theme::instance();
  const bool enabled = option.state & QStyle::State_Enabled;
  const bool focused = option.state & QStyle::State_HasFocus;
  const bool hovered = enabled && (option.state & QStyle::State_MouseOver);
  painter.setPen(QPen(theme.colour(focused ? ColourRole::Accent : ColourRole::Line), 1));
  painter.setBrush(enabled ? (hovered ? theme.tint(Tint::Hover) : theme.colour(ColourRole::Panel))
                           : theme.colour(ColourRole::Background));
  painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), kFieldRadius, kFieldRadius);
}

// A "v", or its mirror image, in the middle of a rectangle.
void drawChevron(QPainter& painter, const QRectF& rect, bool up, bool enabled) {
  const Theme& theme = Theme::instance();
  const QPointF c = rect.center();
  const qreal half = 3.5;
  const qreal rise = up ? -1.75 : 1.75;
  painter.setPen(QPen(enabled ? theme.colour(ColourRole::Muted) : theme.tint(Tint::DisabledText), 1.4,
                      Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  const QPointF points[] = {
      {c.x() - half, c.y() - rise}, {c.x(), c.y() + rise}, {c.x() + half, c.y() - rise}};
  painter.drawPolyline(points, 3);
}

void drawCheckBox(QPainter& painter, const QStyleOption& option) {
  const bool partly = option.state & QStyle::State_NoChange;
  const bool on = (option.state & QStyle::State_On) || partly;
  const Look look = indicatorLook(option, on);
  const QRectF box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
  painter.setPen(QPen(look.border, 1));
  painter.setBrush(look.fill);
  painter.drawRoundedRect(box, kBoxRadius, kBoxRadius);
  if (!on) return;
  painter.setPen(QPen(look.mark, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  const auto at = [&box](qreal x, qreal y) {
    return QPointF(box.left() + x * box.width(), box.top() + y * box.height());
  };
  if (partly) {
    painter.drawLine(at(0.27, 0.5), at(0.73, 0.5));
  } else {
    const QPointF tick[] = {at(0.23, 0.53), at(0.42, 0.72), at(0.77, 0.3)};
    painter.drawPolyline(tick, 3);
  }
}

void drawRadioButton(QPainter& painter, const QStyleOption& option) {
  const bool on = option.state & QStyle::State_On;
  const Look look = indicatorLook(option, on);
  const QRectF circle = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
  painter.setPen(QPen(look.border, 1));
  painter.setBrush(look.fill);
  painter.drawEllipse(circle);
  if (!on) return;
  painter.setPen(Qt::NoPen);
  painter.setBrush(look.mark);
  painter.drawEllipse(circle.center(), circle.width() * 0.2, circle.height() * 0.2);
}

}  // namespace

ThemeStyle::ThemeStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void ThemeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const {
  switch (element) {
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
    case PE_IndicatorRadioButton:
      painter->save();
      painter->setRenderHint(QPainter::Antialiasing);
      element == PE_IndicatorRadioButton ? drawRadioButton(*painter, *option)
                                         : drawCheckBox(*painter, *option);
      painter->restore();
      return;
    default: QProxyStyle::drawPrimitive(element, option, painter, widget);
  }
}

void ThemeStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                    QPainter* painter, const QWidget* widget) const {
  const bool enabled = option->state & State_Enabled;
  if (control == CC_ComboBox) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (!combo || combo->frame) drawField(*painter, *option);
    drawChevron(*painter, proxy()->subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget), false,
                enabled);
    painter->restore();
    return;
  }
  if (control == CC_SpinBox) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    if (!spin || spin->frame) drawField(*painter, *option);
    if (!spin || spin->buttonSymbols != QAbstractSpinBox::NoButtons) {
      const bool canUp = enabled && (!spin || (spin->stepEnabled & QAbstractSpinBox::StepUpEnabled));
      const bool canDown = enabled && (!spin || (spin->stepEnabled & QAbstractSpinBox::StepDownEnabled));
      drawChevron(*painter, proxy()->subControlRect(CC_SpinBox, option, SC_SpinBoxUp, widget), true, canUp);
      drawChevron(*painter, proxy()->subControlRect(CC_SpinBox, option, SC_SpinBoxDown, widget), false,
                  canDown);
    }
    painter->restore();
    return;
  }
  QProxyStyle::drawComplexControl(control, option, painter, widget);
}

int ThemeStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* returned) const {
  // Rows in hover and selection reach from edge to edge, not around the text alone.
  if (hint == SH_ItemView_ShowDecorationSelected) return 1;
  return QProxyStyle::styleHint(hint, option, widget, returned);
}

}  // namespace kernelcast::ui
