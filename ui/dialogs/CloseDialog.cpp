#include "ui/dialogs/CloseDialog.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace kernelcast::ui {

CloseDialog::CloseDialog(const QString& progress, QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("close"));
  setWindowTitle(QStringLiteral("A search is running"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(24, 20, 24, 20);
  column->setSpacing(10);
  auto* title = new QLabel(windowTitle(), this);
  title->setProperty("role", "title");
  auto* state = new QLabel(progress, this);
  state->setTextFormat(Qt::PlainText);
  state->setProperty("role", "muted");
  auto* text = new QLabel(
      QStringLiteral("Everything so far is in the library either way. A search that is kept resumable "
                     "goes on from here the next time; one that is stopped is at its end."),
      this);
  text->setWordWrap(true);
  text->setMinimumWidth(420);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  cancel_ = new QPushButton(QStringLiteral("Cancel"), this);
  stop_ = new QPushButton(QStringLiteral("Stop and close"), this);
  keep_ = new QPushButton(QStringLiteral("Keep it resumable and close"), this);
  keep_->setProperty("kind", "primary");
  keep_->setDefault(true);
  cancel_->setToolTip(QStringLiteral("Goes back to the window; the search runs on"));
  stop_->setToolTip(QStringLiteral("Cancels what is in flight and ends the search"));
  keep_->setToolTip(QStringLiteral("Leaves the search where it is"));
  buttons->addStretch();
  for (QPushButton* button : {cancel_, stop_, keep_}) buttons->addWidget(button);
  for (QLabel* label : {title, state, text}) column->addWidget(label);
  column->addSpacing(8);
  column->addLayout(buttons);
  connect(cancel_, &QPushButton::clicked, this, [this] { done(Cancel); });
  connect(stop_, &QPushButton::clicked, this, [this] { done(Stop); });
  connect(keep_, &QPushButton::clicked, this, [this] { done(KeepResumable); });
}

QPushButton* CloseDialog::button(Answer answer) const {
  return answer == Stop ? stop_ : answer == KeepResumable ? keep_ : cancel_;
}

}  // namespace kernelcast::ui
