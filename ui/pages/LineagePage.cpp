#include "ui/pages/LineagePage.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/domain/number_format.h"
#include "ui/charts/LineageView.h"
#include "ui/models/PlainText.h"
#include "ui/models/Selection.h"
#include "ui/widgets/Card.h"

namespace kernelcast::ui {

LineagePage::LineagePage(const PageContext& shared, QWidget* parent) : Page(shared, parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  card_ = new Card(QStringLiteral("Lineage"), this);
  view_ = new LineageView(card_);
  card_->body()->addWidget(view_, 1);
  auto* line = new QHBoxLayout;
  line->setSpacing(8);
  auto* hint = new QLabel(
      QStringLiteral(
          "Wheel zooms, dragging moves, a double click shows all. Arrows walk from parent to child."),
      card_);
  hint->setProperty("role", "label");
  hint->setWordWrap(true);
  line->addWidget(hint, 1);
  const auto button = [&](const QString& text, const QString& tip, auto action) {
    auto* made = new QPushButton(text, card_);
    made->setToolTip(tip);
    connect(made, &QPushButton::clicked, view_, action);
    line->addWidget(made);
  };
  button(QStringLiteral("Show all"), QStringLiteral("The whole tree (0)"), [this] { view_->fit(); });
  button(QStringLiteral("Best kernel"), QStringLiteral("Selects the best kernel of the task"),
         [this] { view_->showBest(); });
  card_->body()->addLayout(line);
  column->addWidget(card_);
  connect(view_, &LineageView::rowClicked, this, [this](int row) { context().selection.setCurrentRow(row); });
  connect(&context().selection, &Selection::currentRowChanged, this, [this](int row) {
    if (isVisible()) view_->setCurrentRow(row);
  });
}

void LineagePage::showRows() {
  const Selection& selection = context().selection;
  if (laidOut_ == selection.table() && layout_) {
    view_->setTree(laidOut_, layout_, selection.visibleRows());
    return;
  }
  task_.start(
      [table = selection.table()] { return std::make_shared<const LineageLayout>(lineageOf(*table)); },
      [this, table = selection.table()](std::shared_ptr<const LineageLayout> layout) {
        laidOut_ = table;
        layout_ = std::move(layout);
        if (context().selection.table() != table) return;  // another was asked for meanwhile
        view_->setTree(laidOut_, layout_, context().selection.visibleRows());
        view_->setCurrentRow(context().selection.currentRow());
        card_->setNote(layout_->strays > 0 ? QStringLiteral("%1 of unknown parents, hung on the reference")
                                                 .arg(plainText(formatCount(layout_->strays)))
                                           : QString());
      });
}

void LineagePage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  view_->setCurrentRow(context().selection.currentRow());
}

}  // namespace kernelcast::ui
