#include "ui/pages/KeyFigureRow.h"

#include "ui/widgets/FlowLayout.h"
#include "ui/widgets/KeyFigure.h"

namespace kernelcast::ui {

KeyFigureRow::KeyFigureRow(QWidget* parent) : QWidget(parent) {
  flow_ = new FlowLayout(this, 24, 6);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void KeyFigureRow::setScores(const stats::SessionScores& scores, int failedCandidates) {
  texts_ = keyFigureTexts(scores, failedCandidates);
  while (figures_.size() < texts_.size()) {
    figures_.push_back(new KeyFigure(this));
    flow_->addWidget(figures_.back());
  }
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    figures_[i]->setFigure(texts_[i].value, texts_[i].caption, texts_[i].technical, texts_[i].sentence);
  }
  updateGeometry();
}

void KeyFigureRow::setDetail(std::string_view key, const QString& lines) {
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    if (texts_[i].key != key) continue;
    const QString sentence = lines.isEmpty() ? texts_[i].sentence : texts_[i].sentence + u'\n' + lines;
    figures_[i]->setFigure(texts_[i].value, texts_[i].caption, texts_[i].technical, sentence);
  }
}

}  // namespace kernelcast::ui
