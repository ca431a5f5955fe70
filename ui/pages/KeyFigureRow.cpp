#include "ui/pages/KeyFigureRow.h"

#include "ui/models/KeyFigureTexts.h"
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
  const auto texts = keyFigureTexts(scores, failedCandidates);
  while (figures_.size() < texts.size()) {
    figures_.push_back(new KeyFigure(this));
    flow_->addWidget(figures_.back());
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    figures_[i]->setFigure(texts[i].value, texts[i].caption, texts[i].technical, texts[i].sentence);
  }
  updateGeometry();
}

}  // namespace kernelcast::ui
