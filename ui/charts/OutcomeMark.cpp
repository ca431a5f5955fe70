#include "ui/charts/OutcomeMark.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace kernelcast::ui {

namespace {

QPainterPath shapeOf(Outcome outcome, QPointF c, qreal size) {
  QPainterPath path;
  switch (outcome) {
    case Outcome::Hit: path.addEllipse(c, size / 2, size / 2); break;
    case Outcome::OffByOne: {
      // Its centre of mass, not of its box, lies on the point.
      const qreal r = size * 0.64;
      path.moveTo(c.x(), c.y() - r);
      path.lineTo(c.x() + r * 0.95, c.y() + r * 0.7);
      path.lineTo(c.x() - r * 0.95, c.y() + r * 0.7);
      path.closeSubpath();
      break;
    }
    case Outcome::OffByMore:
      path.addRect(QRectF(c.x() - size * 0.45, c.y() - size * 0.45, size * 0.9, size * 0.9));
      break;
    case Outcome::Failed: {
      const qreal r = size * 0.42;
      path.moveTo(c.x() - r, c.y() - r);
      path.lineTo(c.x() + r, c.y() + r);
      path.moveTo(c.x() - r, c.y() + r);
      path.lineTo(c.x() + r, c.y() - r);
      break;
    }
    case Outcome::Open: path.addEllipse(c, size * 0.3, size * 0.3); break;
  }
  return path;
}

}  // namespace

void drawOutcomeMark(QPainter& painter, Outcome outcome, QPointF centre, qreal size, const QColor& colour,
                     const QColor& halo) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const QPainterPath path = shapeOf(outcome, centre, size);
  const bool stroked = outcome == Outcome::Failed;
  const qreal width = std::max(1.2, size * 0.17);
  if (halo.isValid()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(halo, stroked ? width + 1.6 : 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(path);
  }
  painter.setPen(stroked ? QPen(colour, width, Qt::SolidLine, Qt::RoundCap) : QPen(Qt::NoPen));
  painter.setBrush(stroked ? QBrush(Qt::NoBrush) : QBrush(colour));
  painter.drawPath(path);
  painter.restore();
}

QImage outcomeMarkImage(Outcome outcome, qreal size, qreal devicePixelRatio, const QColor& colour,
                        const QColor& halo) {
  const int side =
      static_cast<int>(std::ceil((size * 1.3 + (halo.isValid() ? 3 : 1)) * devicePixelRatio)) | 1;
  QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  painter.scale(devicePixelRatio, devicePixelRatio);
  const qreal middle = side / devicePixelRatio / 2;
  drawOutcomeMark(painter, outcome, {middle, middle}, size, colour, halo);
  return image;
}

}  // namespace kernelcast::ui
