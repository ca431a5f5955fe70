#include "ui/pages/InspectorPanel.h"

#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedLayout>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/Comparables.h"
#include "ui/models/PlainText.h"
#include "ui/models/Selection.h"
#include "ui/pages/InspectorDetail.h"
#include "ui/pages/InspectorNotes.h"
#include "ui/pages/InspectorSource.h"
#include "ui/pages/InspectorSummary.h"
#include "ui/widgets/FlowLayout.h"

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
  notes_ = new InspectorNotes(body);
  detail_ = new InspectorDetail(body);
  column->addWidget(summary_);
  column->addWidget(notes_);
  column->addWidget(buildActions(body));
  column->addWidget(detail_);
  column->addStretch();
  scroll_->setWidget(body);
  stack_->addWidget(scroll_);

  connect(summary_, &InspectorSummary::pairWanted, &selection_, &Selection::comparePair);
  connect(summary_, &InspectorSummary::linkFollowed, this, &InspectorPanel::follow);
  connect(detail_->source(), &InspectorSource::commandWanted, this, &InspectorPanel::commandWanted);
  connect(&selection_, &Selection::currentRowChanged, this, &InspectorPanel::showRow);
  connect(&selection_, &Selection::rowsChanged, this, [this] {
    // Speed classes may be others now; the detail does not depend on them.
    if (selection_.current() != nullptr) showSummary();
  });
  showRow();
}

QWidget* InspectorPanel::buildActions(QWidget* parent) {
  auto* actions = new QWidget(parent);
  auto* flow = new FlowLayout(actions, 6, 6);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  actions->setSizePolicy(policy);
  auto* compare = new QToolButton(actions);
  compare->setText(QStringLiteral("Compare ▾"));
  compare->setAccessibleName(QStringLiteral("Compare with another kernel"));
  compare->setToolTip(QStringLiteral("Shows this kernel and another side by side"));
  compare->setFocusPolicy(Qt::StrongFocus);
  compare->setPopupMode(QToolButton::InstantPopup);
  compare_ = new QMenu(compare);
  compare->setMenu(compare_);
  connect(compare_, &QMenu::aboutToShow, this, &InspectorPanel::fillCompareMenu);
  flow->addWidget(compare);
  for (const Command command : {Command::Note, Command::Tag, Command::Measure}) {
    auto* button = new QToolButton(actions);
    button->setText(QString::fromLatin1(entryOf(command).name));
    button->setToolTip(toolTipOf(command));
    button->setFocusPolicy(Qt::StrongFocus);
    connect(button, &QToolButton::clicked, this, [this, command] { emit commandWanted(command); });
    flow->addWidget(button);
  }
  return actions;
}

void InspectorPanel::fillCompareMenu() {
  compare_->clear();
  if (selection_.current() == nullptr) return;
  const int row = selection_.currentRow();
  for (const Comparable& other : comparables(*selection_.table(), row, selection_.marked())) {
    connect(compare_->addAction(buttonText(other.title)), &QAction::triggered, this,
            [this, row, other = other.row] { selection_.comparePair(row, other); });
  }
  if (!compare_->isEmpty()) compare_->addSeparator();
  const auto& marked = selection_.marked();
  const bool isMarked = std::find(marked.begin(), marked.end(), row) != marked.end();
  connect(compare_->addAction(isMarked ? QStringLiteral("Unmark this one")
                                       : QStringLiteral("Mark this one for another")),
          &QAction::triggered, this, [this] { emit commandWanted(Command::Mark); });
}

void InspectorPanel::editNote() {
  if (selection_.current() == nullptr) return;
  notes_->editNote();
  showEditor();
}

void InspectorPanel::editTags() {
  if (selection_.current() == nullptr) return;
  notes_->editTags();
  showEditor();
}

// Once it has a place.
void InspectorPanel::showEditor() {
  QTimer::singleShot(0, this, [this] { scroll_->ensureWidgetVisible(notes_, 0, 12); });
}

void InspectorPanel::follow(const analysis::FactLink& link) {
  if (const QWidget* part = detail_->reveal(link)) scrollTo(*part);
}

void InspectorPanel::showRow() {
  const CandidateRow* row = selection_.current();
  stack_->setCurrentIndex(row != nullptr ? 1 : 0);
  if (row == nullptr) {
    notes_->finish();
    notes_->clear();
    shown_.clear();
    content_.reset();
    emit detailUnwanted();
    return;
  }
  // A candidate that a running search goes on with keeps what is shown of it until the new answer is there.
  const std::string key = selection_.table()->summary.id + '/' + std::to_string(row->number) + '/' +
                          std::to_string(row->device) + '/' + std::to_string(row->surrogate) + row->name;
  if (key != shown_) {
    notes_->finish();
    notes_->clear();
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
