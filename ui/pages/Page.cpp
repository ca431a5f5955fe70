#include "ui/pages/Page.h"

#include "ui/models/Selection.h"
#include "ui/models/SessionScorer.h"
#include "ui/models/Workspace.h"

namespace kernelcast::ui {

Page::Page(const PageContext& context, QWidget* parent) : QWidget(parent), context_(context) {
  connect(&context_.selection, &Selection::rowsChanged, this, [this] {
    rowsAreNew_ = true;
    refresh();
  });
  connect(&context_.workspace.scorer(), &SessionScorer::scored, this,
          [this](const std::shared_ptr<const stats::SessionScores>& scores) {
            scores_ = scores;
            scoresAreNew_ = true;
            refresh();
          });
}

void Page::showScores(const stats::SessionScores& /*scores*/) {}

void Page::showEvent(QShowEvent* event) {
  refresh();
  QWidget::showEvent(event);
}

void Page::refresh() {
  if (!isVisible() || !context_.selection.table()) return;
  if (std::exchange(rowsAreNew_, false)) showRows();
  if (std::exchange(scoresAreNew_, false)) showScores(*scores_);
}

}  // namespace kernelcast::ui
