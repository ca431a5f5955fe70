// The one place that gives a QChart its look: Qt's charts ignore the palette, and their themes overwrite
// colours.
#pragma once

#include <QMargins>
#include <QPen>
#include <QString>

class QAbstractAxis;
class QChart;
class QChartView;

namespace kernelcast::ui::chartstyle {

// Hairline grid, no frame, no legend, fonts and colours of the theme; again whenever the theme changes.
// Axes that are added later need restyle(). Series keep their colours: their owner sets them from the theme
// and again on Theme::changed.
void attach(QChart& chart, const QMargins& margins = {});
void restyle(QChart& chart);
// No frame, no background, antialiased.
void prepare(QChartView& view);

// "measured speedup (×)"; an empty unit leaves the brackets out.
void setTitle(QAbstractAxis& axis, const QString& quantity, const QString& unit);

QPen gridPen();
QPen axisPen();
QPen referencePen();  // dashed: identity lines and other marks to compare with

}  // namespace kernelcast::ui::chartstyle
