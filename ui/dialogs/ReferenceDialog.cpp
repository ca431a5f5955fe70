#include "ui/dialogs/ReferenceDialog.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>

#include "ui/widgets/ScrollColumn.h"

namespace kernelcast::ui {

ReferenceDialog::ReferenceDialog(const QString& name, const QString& title, QWidget* parent)
    : QDialog(parent) {
  setObjectName(name);
  setWindowTitle(title);
  resize(700, 590);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 16, 16, 12);
  column->setSpacing(12);
  auto* scroll = new ScrollColumn(0, this);
  scroll->setFocusPolicy(Qt::StrongFocus);
  scroll->setAccessibleName(title);
  grid_ = new QGridLayout;
  grid_->setHorizontalSpacing(20);
  grid_->setVerticalSpacing(6);
  grid_->setColumnStretch(2, 1);
  scroll->column()->addLayout(grid_);
  scroll->column()->addStretch(1);
  column->addWidget(scroll, 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
}

void ReferenceDialog::addHead(const QString& text) {
  auto* label = new QLabel(text, this);
  label->setProperty("role", "section");
  if (row_ > 0) grid_->setRowMinimumHeight(row_++, 8);
  grid_->addWidget(label, row_++, 0, 1, 3);
}

void ReferenceDialog::addLine(const QString& sign, const QString& name, const QString& meaning) {
  auto* left = new QLabel(sign, this);
  left->setProperty("role", "code");
  left->setTextFormat(Qt::PlainText);
  left->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* right = new QLabel(meaning, this);
  right->setProperty("role", "muted");
  right->setTextFormat(Qt::PlainText);
  right->setWordWrap(true);
  grid_->addWidget(left, row_, 0, Qt::AlignTop);
  if (!name.isEmpty()) grid_->addWidget(new QLabel(name, this), row_, 1, Qt::AlignTop);
  grid_->addWidget(right, row_, name.isEmpty() ? 1 : 2, 1, name.isEmpty() ? 2 : 1);
  ++row_;
}

}  // namespace kernelcast::ui
