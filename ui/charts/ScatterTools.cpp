#include "ui/charts/ScatterTools.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>
#include <QToolButton>

#include "ui/charts/ScatterView.h"
#include "ui/models/PlainText.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

constexpr int kIcon = 16;
constexpr qreal kSharp = 2;  // pixels of the picture a pixel of the icon

QIcon iconOf(ScatterTool tool, const QColor& colour) {
  QPixmap picture(QSize(kIcon, kIcon) * kSharp);
  picture.setDevicePixelRatio(kSharp);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  QPen pen(colour, 1.4);
  if (tool == ScatterTool::Box) {
    pen.setDashPattern({2, 1.6});
    painter.setPen(pen);
    painter.drawRect(QRectF(2, 3, 12, 10));
  } else {
    painter.setPen(pen);
    painter.drawEllipse(QRectF(2, 2, 12, 8));
    QPainterPath tail({5, 9.5});
    tail.cubicTo({2, 12}, {7, 11}, {6, 15});
    painter.drawPath(tail);
  }
  return picture;
}

}  // namespace

ScatterTools::ScatterTools(ScatterView& view, QWidget* parent) : QWidget(parent), view_(view) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(2);
  box_ = newButton(ScatterTool::Box, QStringLiteral("Box"),
                   QStringLiteral("Box (B, or drag with Shift)\nDrag a box: every view then shows the rows "
                                  "inside it. Or Enter on two marks, its corners. Escape leaves."));
  lasso_ = newButton(ScatterTool::Lasso, QStringLiteral("Lasso"),
                     QStringLiteral("Lasso (L, or drag with Ctrl)\nDrag around marks: every view then shows "
                                    "them alone. Escape leaves."));
  row->addWidget(box_);
  row->addWidget(lasso_);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  connect(&view, &ScatterView::toolChanged, this, [this](ScatterTool tool) {
    box_->setChecked(tool == ScatterTool::Box);
    lasso_->setChecked(tool == ScatterTool::Lasso);
  });
  connect(&Theme::instance(), &Theme::changed, this, &ScatterTools::drawIcons);
  drawIcons();
}

QToolButton* ScatterTools::newButton(ScatterTool tool, const QString& name, const QString& toolTip) {
  auto* button = new QToolButton(this);
  button->setProperty("kind", "segment");
  button->setCheckable(true);
  button->setAccessibleName(name);
  button->setToolTip(toolTipText(toolTip));
  button->setIconSize({kIcon, kIcon});
  connect(button, &QToolButton::clicked, this, [this, tool](bool on) {
    view_.setTool(on ? tool : ScatterTool::Move);
    view_.setFocus();  // so that Escape leaves the tool
  });
  return button;
}

void ScatterTools::drawIcons() {
  const QColor colour = Theme::instance().colour(ColourRole::Muted);
  box_->setIcon(iconOf(ScatterTool::Box, colour));
  lasso_->setIcon(iconOf(ScatterTool::Lasso, colour));
}

}  // namespace kernelcast::ui
