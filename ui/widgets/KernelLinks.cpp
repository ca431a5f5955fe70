#include "ui/widgets/KernelLinks.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "ui/models/PlainText.h"
#include "ui/widgets/ElidedLabel.h"

namespace kernelcast::ui {

namespace {

constexpr int kWidest = 210;  // of a link's text, px

}  // namespace

KernelLinks::KernelLinks(QWidget* parent) : QWidget(parent) {
  column_ = new QVBoxLayout(this);
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(2);
}

void KernelLinks::setEntries(std::vector<KernelLink> entries) {
  if (entries == entries_) return;
  entries_ = std::move(entries);
  while (QLayoutItem* item = column_->takeAt(0)) {
    if (item->widget() != nullptr) {
      item->widget()->hide();
      item->widget()->deleteLater();
    }
    delete item;
  }
  for (const KernelLink& entry : entries_) {
    addLabel(entry.above, "label");
    if (entry.row < 0) addLabel(entry.text, "muted");
    else addLink(entry);
    addLabel(entry.below, "label");
    column_->addSpacing(5);
  }
}

void KernelLinks::addLabel(const QString& text, const char* role) {
  if (text.isEmpty()) return;
  auto* label = new ElidedLabel(text, this);
  label->setProperty("role", role);
  column_->addWidget(label);
}

void KernelLinks::addLink(const KernelLink& entry) {
  auto* button = new QPushButton(this);
  button->setProperty("kind", "link");
  button->setText(buttonText(button->fontMetrics().elidedText(entry.text, Qt::ElideMiddle, kWidest)));
  const QString whole = entry.below.isEmpty() ? entry.text : entry.text + QStringLiteral(": ") + entry.below;
  button->setToolTip(toolTipText(whole + QStringLiteral("\nSelects it")));
  button->setAccessibleName(whole);
  connect(button, &QPushButton::clicked, this, [this, row = entry.row] { emit rowClicked(row); });
  column_->addWidget(button, 0, Qt::AlignLeft);
}

}  // namespace kernelcast::ui
