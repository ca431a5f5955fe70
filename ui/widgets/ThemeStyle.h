// Fusion with check boxes, radio buttons, combo boxes and spin boxes in the theme's colours.
//
// Fusion's own outlines are darker than the window and vanish on a dark one, and a stylesheet would take away
// ticks and arrows unless it came with pictures of them.
#pragma once

#include <QProxyStyle>

namespace kernelcast::ui {

class ThemeStyle : public QProxyStyle {
  Q_OBJECT

 public:
  ThemeStyle();
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                          const QWidget* widget) const override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* returned) const override;
};

}  // namespace kernelcast::ui
