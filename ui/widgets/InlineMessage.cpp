#include "ui/widgets/InlineMessage.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

InlineMessage::InlineMessage(QWidget* parent) : QFrame(parent) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(16, 6, 8, 6);
  row->setSpacing(8);
  text_ = new QLabel(this);
  text_->setTextFormat(Qt::PlainText);
  text_->setWordWrap(true);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  row->addWidget(text_, 1);
  buttons_ = new QHBoxLayout;
  buttons_->setSpacing(8);
  row->addLayout(buttons_);
  auto* close = new QToolButton(this);
  close->setText(QStringLiteral("×"));
  close->setProperty("kind", "quiet");
  close->setToolTip(QStringLiteral("Close this message"));
  close->setAccessibleName(QStringLiteral("Close this message"));
  connect(close, &QToolButton::clicked, this, &InlineMessage::dismiss);
  row->addWidget(close, 0, Qt::AlignTop);
  connect(&Theme::instance(), &Theme::changed, this, QOverload<>::of(&QWidget::update));
  hide();
}

void InlineMessage::show(Tone tone, const QString& text) {
  tone_ = tone;
  text_->setText(text);
  setAccessibleName(text);
  while (QLayoutItem* item = buttons_->takeAt(0)) {
    // Later: one of them may have been pressed to get here.
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  setVisible(true);
  update();
}

QPushButton* InlineMessage::addAction(const QString& name, const QString& toolTip,
                                      std::function<void()> action) {
  auto* button = new QPushButton(name, this);
  button->setToolTip(toolTip);
  connect(button, &QPushButton::clicked, this, [this, action = std::move(action)] {
    dismiss();
    action();
  });
  buttons_->addWidget(button);
  button->show();  // a layout shows what it is given only later
  return button;
}

void InlineMessage::dismiss() {
  hide();
  emit dismissed();
}

QString InlineMessage::text() const { return text_->text(); }

void InlineMessage::paintEvent(QPaintEvent* /*event*/) {
  const Theme& theme = Theme::instance();
  const QColor hue = tone_ == Tone::Error     ? theme.colour(ColourRole::OffByMore)
                     : tone_ == Tone::Success ? theme.colour(ColourRole::Hit)
                                              : theme.colour(ColourRole::Accent);
  QPainter painter(this);
  painter.fillRect(rect(), mix(theme.colour(ColourRole::Panel), hue, 0.10));
  painter.fillRect(QRect(0, 0, 3, height()), hue);
  painter.fillRect(QRect(0, height() - 1, width(), 1), theme.colour(ColourRole::Line));
}

}  // namespace kernelcast::ui
