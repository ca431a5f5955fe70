#include "ui/pages/LogPage.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "core/domain/number_format.h"
#include "db/Reader.h"
#include "ui/models/EventRows.h"
#include "ui/models/PlainText.h"
#include "ui/models/Selection.h"
#include "ui/models/Workspace.h"
#include "ui/pages/TableHeader.h"
#include "ui/widgets/Card.h"
#include "ui/widgets/TabularNumbers.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

LogPage::LogPage(const PageContext& shared, QWidget* parent) : Page(shared, parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  card_ = new Card(QStringLiteral("Log"), this);
  Card* card = card_;
  column->addWidget(card);
  auto* line = new QHBoxLayout;
  line->setSpacing(10);
  kind_ = new QComboBox(card);
  kind_->setAccessibleName(QStringLiteral("Kind of event"));
  kind_->setMinimumContentsLength(12);
  kind_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  kind_->addItem(QStringLiteral("every kind"));
  for (const search::EventKindInfo& kind : search::eventKinds()) kind_->addItem(plainText(kind.title));
  text_ = new QLineEdit(card);
  text_->setPlaceholderText(QStringLiteral("Find in events, or #17"));
  text_->setAccessibleName(QStringLiteral("Find in events"));
  text_->setClearButtonEnabled(true);
  text_->setMaximumWidth(200);
  selectedOnly_ = new QCheckBox(QStringLiteral("selected kernel"), card);
  selectedOnly_->setToolTip(QStringLiteral("Only events of the candidate that is selected"));
  newest_ = new QCheckBox(QStringLiteral("newest first"), card);
  line->addWidget(kind_);
  line->addWidget(text_, 1);
  line->addWidget(selectedOnly_);
  line->addWidget(newest_);
  card->body()->addLayout(line);

  auto* split = new QSplitter(Qt::Vertical, card);
  split->setChildrenCollapsible(false);
  view_ = new QTableView(split);
  view_->setAccessibleName(QStringLiteral("Events"));
  model_ = new EventTableModel(view_);
  view_->setModel(model_);
  auto* header = new TableHeader(view_);
  view_->setHorizontalHeader(header);
  header->setSectionsClickable(false);
  for (const int number : {EventTableModel::Seq, EventTableModel::Time, EventTableModel::Candidate}) {
    view_->setItemDelegateForColumn(number, new NumberDelegate(view_));
  }
  view_->setColumnWidth(EventTableModel::Seq, 62);
  view_->setColumnWidth(EventTableModel::Time, 112);
  view_->setColumnWidth(EventTableModel::Kind, 150);
  view_->setColumnWidth(EventTableModel::Candidate, 78);
  header->setSectionResizeMode(EventTableModel::Summary, QHeaderView::Stretch);
  view_->verticalHeader()->hide();
  view_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  view_->verticalHeader()->setDefaultSectionSize(24);
  view_->setShowGrid(false);
  view_->setWordWrap(false);
  view_->setTabKeyNavigation(false);
  view_->setSelectionBehavior(QAbstractItemView::SelectRows);
  view_->setSelectionMode(QAbstractItemView::SingleSelection);
  split->addWidget(view_);
  detail_ = new QPlainTextEdit(split);
  detail_->setReadOnly(true);
  detail_->setAccessibleName(QStringLiteral("The whole event"));
  detail_->setPlaceholderText(QStringLiteral("Select an event to see all of it."));
  detail_->setFont(Theme::instance().codeFont());
  split->addWidget(detail_);
  split->setStretchFactor(0, 3);
  split->setStretchFactor(1, 1);
  split->setSizes({360, 150});
  card->body()->addWidget(split, 1);

  connect(kind_, &QComboBox::currentIndexChanged, this, &LogPage::applyFilter);
  connect(text_, &QLineEdit::textChanged, this, &LogPage::applyFilter);
  connect(selectedOnly_, &QCheckBox::toggled, this, &LogPage::applyFilter);
  connect(newest_, &QCheckBox::toggled, model_, &EventTableModel::setNewestFirst);
  connect(&shared.selection, &Selection::currentRowChanged, this, [this] {
    if (isVisible() && selectedOnly_->isChecked()) applyFilter();
  });
  connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &LogPage::showDetail);
  connect(model_, &QAbstractItemModel::modelReset, this, &LogPage::showCount);
  connect(model_, &QAbstractItemModel::rowsInserted, this, &LogPage::showCount);
}

void LogPage::setCount(const QString& text) {
  countText_ = text;
  card_->setNote(text);
}

void LogPage::applyFilter() {
  EventFilter filter;
  filter.kind = kind_->currentIndex() - 1;
  filter.text = text_->text().trimmed();
  const CandidateRow* current = context().selection.current();
  if (selectedOnly_->isChecked() && current != nullptr) filter.candidate = current->number;
  model_->setFilter(filter);
}

void LogPage::showRows() {
  const SessionSummary& summary = context().selection.table()->summary;
  if (summary.id == session_ && summary.updatedMs == updatedMs_) return;
  load();
}

void LogPage::load() {
  if (std::exchange(loading_, true)) {
    again_ = true;
    return;
  }
  const SessionSummary& summary = context().selection.table()->summary;
  context().workspace.library().ask<Loaded>(
      this,
      [id = summary.id](db::Reader& reader) -> Result<Loaded> {
        auto events = reader.events(id);
        if (!events) return failure(events.error());
        auto rows = std::make_shared<const std::vector<EventRow>>(eventRowsOf(*events));
        return Loaded{std::make_shared<const std::vector<search::Event>>(std::move(*events)),
                      std::move(rows)};
      },
      [this, id = summary.id, updated = summary.updatedMs](Result<Loaded> loaded) {
        loading_ = false;
        if (loaded) {
          session_ = id;
          updatedMs_ = updated;
          events_ = loaded->events;
          model_->setRows(loaded->rows);
          showCount();
        } else {
          setCount(asSentence(loaded.error().message));
        }
        if (std::exchange(again_, false) && context().selection.table()) load();
      });
}

void LogPage::showCount() {
  const auto count = [](int n) { return plainText(formatCount(n)); };
  if (model_->total() == 0) {
    const auto& table = context().selection.table();
    const bool search = table && table->summary.kind == SessionKind::Search;
    setCount(search ? QStringLiteral("no events yet")
                    : QStringLiteral("no events: this session was not searched here but brought in whole"));
    return;
  }
  setCount(
      model_->rowCount() == model_->total()
          ? QStringLiteral("%1 events").arg(count(model_->total()))
          : QStringLiteral("showing %1 of %2 events").arg(count(model_->rowCount()), count(model_->total())));
}

void LogPage::showDetail() {
  const int event = model_->eventAt(view_->currentIndex().row());
  if (event < 0 || !events_ || static_cast<std::size_t>(event) >= events_->size()) {
    detail_->clear();
    return;
  }
  detail_->setPlainText(eventDetail((*events_)[static_cast<std::size_t>(event)]));
  const EventRow* row = model_->rowAt(view_->currentIndex().row());
  if (row->candidate == 0 || selectedOnly_->isChecked()) return;
  const auto& rows = context().selection.table()->rows;
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const CandidateRow& r) { return r.number == row->candidate; });
  if (found != rows.end()) context().selection.setCurrentRow(static_cast<int>(found - rows.begin()));
}

}  // namespace kernelcast::ui
