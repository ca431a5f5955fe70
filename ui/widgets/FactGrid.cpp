#include "ui/widgets/FactGrid.h"

#include <QGridLayout>
#include <QLabel>
#include <QStringList>

#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

// A mangled name is one word that no label would break.
QString breakable(const QString& text) {
  constexpr int kLongestWord = 18;
  QString broken;
  int word = 0;
  for (const QChar c : text) {
    word = c.isSpace() ? 0 : word + 1;
    broken += c;
    if (word == kLongestWord) {
      broken += QChar(0x200b);
      word = 0;
    }
  }
  return broken;
}

}  // namespace

FactGrid::FactGrid(const QString& accessibleName, QWidget* parent) : QWidget(parent) {
  setAccessibleName(accessibleName);
  grid_ = new QGridLayout(this);
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setHorizontalSpacing(12);
  grid_->setVerticalSpacing(3);
  grid_->setColumnStretch(1, 1);
}

void FactGrid::setLines(const std::vector<FactLine>& lines) {
  if (lines == lines_) return;
  lines_ = lines;
  while (QLayoutItem* item = grid_->takeAt(0)) {
    // Hidden at once: it is deleted only when the loop comes round.
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  int row = 0;
  for (const FactLine& line : lines_) {
    int column = 0;
    for (const QString& words : {line.name, line.value}) {
      auto* label = new QLabel(breakable(words), this);
      label->setTextFormat(Qt::PlainText);
      label->setWordWrap(true);
      label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
      label->setToolTip(toolTipText(words));
      if (column == 0) label->setProperty("role", "muted");
      grid_->addWidget(label, row, column++);
    }
    ++row;
  }
  setAccessibleDescription(text());
}

QString FactGrid::text() const {
  QStringList texts;
  for (const FactLine& line : lines_) {
    texts << (line.name.isEmpty() ? line.value : line.name + QStringLiteral(": ") + line.value);
  }
  return texts.join(u'\n');
}

}  // namespace kernelcast::ui
