#include "ui/widgets/KeyFigure.h"

#include <QLabel>
#include <QVBoxLayout>

namespace kernelcast::ui {

KeyFigure::KeyFigure(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(1);
  value_ = new QLabel(this);
  value_->setProperty("role", "figure");
  value_->setTextFormat(Qt::PlainText);
  caption_ = new QLabel(this);
  caption_->setProperty("role", "label");
  caption_->setTextFormat(Qt::PlainText);
  column->addWidget(value_);
  column->addWidget(caption_);
}

KeyFigure::KeyFigure(const QString& value, const QString& caption, const QString& technical,
                     const QString& sentence, QWidget* parent)
    : KeyFigure(parent) {
  setFigure(value, caption, technical, sentence);
}

void KeyFigure::setFigure(const QString& value, const QString& caption, const QString& technical,
                          const QString& sentence) {
  value_->setText(value);
  caption_->setText(caption);
  setAccessibleName(caption + QStringLiteral(": ") + value);
  setAccessibleDescription(sentence);
  QString tip;
  if (!technical.isEmpty()) tip = QStringLiteral("<b>%1</b>").arg(technical.toHtmlEscaped());
  if (!sentence.isEmpty()) {
    tip += tip.isEmpty() ? QString() : QStringLiteral("<br>");
    tip += sentence.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"));
  }
  // The tags also make Qt wrap the line.
  setToolTip(tip.isEmpty() ? QString() : QStringLiteral("<qt>%1</qt>").arg(tip));
}

QString KeyFigure::value() const { return value_->text(); }
QString KeyFigure::caption() const { return caption_->text(); }

}  // namespace kernelcast::ui
