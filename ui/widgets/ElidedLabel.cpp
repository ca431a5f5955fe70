#include "ui/widgets/ElidedLabel.h"

#include <QEvent>
#include <QTextDocument>

namespace kernelcast::ui {

ElidedLabel::ElidedLabel(const QString& text, QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);  // names come from models and files
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  setFullText(text);
}

void ElidedLabel::setFullText(const QString& text) {
  full_ = text;
  full_.replace(QLatin1Char('\n'), QLatin1Char(' '));
  setAccessibleName(full_);
  updateGeometry();
  elide();
}

QSize ElidedLabel::sizeHint() const {
  const QMargins margins = contentsMargins();
  const QFontMetrics metrics = fontMetrics();
  return {metrics.horizontalAdvance(full_) + margins.left() + margins.right() + 2 * margin() + 1,
          metrics.height() + margins.top() + margins.bottom() + 2 * margin()};
}

QSize ElidedLabel::minimumSizeHint() const {
  return {qMin(sizeHint().width(), fontMetrics().averageCharWidth() * 8), sizeHint().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  elide();
}

void ElidedLabel::changeEvent(QEvent* event) {
  QLabel::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
    updateGeometry();
    elide();
  }
}

void ElidedLabel::elide() {
  const QString shown =
      fontMetrics().elidedText(full_, Qt::ElideMiddle, contentsRect().width() - 2 * margin());
  if (shown != text()) QLabel::setText(shown);
  // A tooltip guesses whether a text is markup, and names come from models and files.
  const QString tip =
      Qt::mightBeRichText(full_) ? QStringLiteral("<qt>%1</qt>").arg(full_.toHtmlEscaped()) : full_;
  setToolTip(isElided() ? tip : QString());
}

}  // namespace kernelcast::ui
