#include "ui/pages/InspectorPanel.h"

#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "ui/models/Selection.h"
#include "ui/pages/InspectorDetail.h"
#include "ui/pages/InspectorSummary.h"

namespace kernelcast::ui {

InspectorPanel::InspectorPanel(Selection& selection, QWidget* parent)
    : QWidget(parent), selection_(selection) {
  setObjectName(QStringLiteral("inspector"));
  setAccessibleName(QStringLiteral("Inspector"));
  setMinimumWidth(300);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  stack_ = new QStackedLayout(this);

  auto* empty = new QLabel(
      QStringLiteral("Select a point in the chart or a row of the table\nto see what is known of it."), this);
  empty->setAlignment(Qt::AlignCenter);
  empty->setWordWrap(true);
  empty->setProperty("role", "muted");
  stack_->addWidget(empty);

  scroll_ = new QScrollArea(this);
  scroll_->setWidgetResizable(true);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setFocusPolicy(Qt::StrongFocus);
  scroll_->setAccessibleName(QStringLiteral("Inspector"));
  auto* body = new QWidget(scroll_);
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(16, 14, 16, 16);
  column->setSpacing(14);
  summary_ = new InspectorSummary(body);
  detail_ = new InspectorDetail(body);
  column->addWidget(summary_);
  column->addWidget(detail_);
  column->addStretch();
  scroll_->setWidget(body);
  stack_->addWidget(scroll_);

  connect(summary_, &InspectorSummary::pairWanted, &selection_, &Selection::comparePair);
  connect(summary_, &InspectorSummary::detailWanted, this, [this] { scrollTo(*detail_); });
  connect(&selection_, &Selection::currentRowChanged, this, &InspectorPanel::showRow);
  connect(&selection_, &Selection::rowsChanged, this, [this] {
    // Speed classes may be others now; the detail does not depend on them.
    if (selection_.current() != nullptr) showSummary();
  });
  showRow();
}

void InspectorPanel::showRow() {
  const CandidateRow* row = selection_.current();
  stack_->setCurrentIndex(row != nullptr ? 1 : 0);
  if (row == nullptr) {
    shown_.clear();
    content_.reset();
    emit detailUnwanted();
    return;
  }
  // A candidate that a running search goes on with keeps what is shown of it until the new answer is there.
  const std::string key = selection_.table()->summary.id + '/' + std::to_string(row->number) + '/' +
                          std::to_string(row->device) + '/' + std::to_string(row->surrogate) + row->name;
  if (key != shown_) {
    content_.reset();
    detail_->setContent({});
    scroll_->verticalScrollBar()->setValue(0);
    shown_ = key;
  }
  showSummary();
  emit detailWanted(selection_.currentRow());
}

void InspectorPanel::setContent(std::shared_ptr<const InspectorContent> content) {
  if (selection_.current() == nullptr) return;
  content_ = std::move(content);
  showSummary();
  detail_->setContent(content_);
}

void InspectorPanel::showSummary() {
  summary_->setRow(*selection_.table(), selection_.currentRow(), selection_.visibleRows(),
                   selection_.binRule(), content_.get());
}

void InspectorPanel::focusPanel() {
  if (selection_.current() != nullptr) scroll_->setFocus(Qt::ShortcutFocusReason);
}

void InspectorPanel::scrollTo(const QWidget& part) {
  scroll_->verticalScrollBar()->setValue(part.mapTo(scroll_->widget(), QPoint()).y() - 12);
}

}  // namespace kernelcast::ui
