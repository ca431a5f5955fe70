// The shape that stands for an outcome: circle, triangle, square, cross, dot. Told apart without colour.
#pragma once

#include <QImage>
#include <QPointF>

#include "core/domain/outcome.h"

class QPainter;

namespace kernelcast::ui {

// Filled (a cross is stroked); `size` is the diameter of the circle, the others are scaled to weigh the same.
// A valid `halo` outlines it, so that overlapping marks stay apart.
void drawOutcomeMark(QPainter& painter, Outcome outcome, QPointF centre, qreal size, const QColor& colour,
                     const QColor& halo = {});

// The same as an image of device pixels with odd sides, centred, for drawing many.
QImage outcomeMarkImage(Outcome outcome, qreal size, qreal devicePixelRatio, const QColor& colour,
                        const QColor& halo);

}  // namespace kernelcast::ui
