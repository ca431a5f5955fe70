#include "ui/widgets/FactLabel.h"

#include <QKeyEvent>
#include <QMouseEvent>

namespace kernelcast::ui {

FactLabel::FactLabel(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
  setWordWrap(true);
  setFact({}, false);
}

void FactLabel::setFact(const QString& sentence, bool linked, const QString& toolTip) {
  linked_ = linked;
  setText(linked ? sentence + QStringLiteral(" →") : sentence);
  setToolTip(toolTip);
  setCursor(linked ? Qt::PointingHandCursor : Qt::ArrowCursor);
  // What leads nowhere can be selected and copied instead.
  setTextInteractionFlags(linked ? Qt::NoTextInteraction
                                 : Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  setFocusPolicy(linked ? Qt::StrongFocus : Qt::ClickFocus);
}

void FactLabel::mouseReleaseEvent(QMouseEvent* event) {
  if (linked_ && event->button() == Qt::LeftButton) emit followed();
  else QLabel::mouseReleaseEvent(event);
}

void FactLabel::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  if (linked_ && (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space)) emit followed();
  else QLabel::keyPressEvent(event);
}

}  // namespace kernelcast::ui
