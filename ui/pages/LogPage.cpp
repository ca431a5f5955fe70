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
#include <utility>

#include "core/domain/number_format.h"
#include "core/search/event.h"
#include "ui/models/EventTableModel.h"
#include "ui/models/PlainText.h"
#include "ui/models/Selection.h"
#include "ui/models/Workspace.h"
#include "ui/pages/TableHeader.h"
#include "ui/widgets/Card.h"
#include "ui/widgets/TabularNumbers.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {
constexpr int kPage = 500;  // events; read in some milliseconds, and more than a screen holds
}  // namespace

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
  connect(newest_, &QCheckBox::toggled, this, &LogPage::applyFilter);
  connect(&shared.selection, &Selection::currentRowChanged, this, [this] {
    if (isVisible() && selectedOnly_->isChecked()) applyFilter();
  });
  connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &LogPage::showDetail);
  connect(model_, &EventTableModel::moreWanted, this, [this] { ask(Wanted::More); });
}

void LogPage::setCount(const QString& text) {
  countText_ = text;
  card_->setNote(text);
}

db::EventQuery LogPage::query() const {
  db::EventQuery query;
  if (kind_->currentIndex() > 0) {
    query.kinds.emplace_back(search::eventKinds()[static_cast<std::size_t>(kind_->currentIndex() - 1)].key);
  }
  query.text = text_->text().trimmed().toStdString();
  const CandidateRow* current = context().selection.current();
  if (selectedOnly_->isChecked() && current != nullptr) query.candidate = current->number;
  query.newestFirst = newest_->isChecked();
  query.limit = kPage;
  return query;
}

void LogPage::applyFilter() {
  if (context().selection.table()) ask(Wanted::Beginning);
}

void LogPage::showRows() {
  const SessionSummary& summary = context().selection.table()->summary;
  if (summary.id == session_ && summary.updatedMs == updatedMs_) return;
  ask(summary.id == session_ ? Wanted::Newer : Wanted::Beginning);
}

void LogPage::ask(Wanted wanted) {
  if (asking_) {
    // From the beginning holds all that the others would bring.
    next_ = next_ == Wanted::Beginning ? Wanted::Beginning : wanted;
    return;
  }
  const SessionSummary& summary = context().selection.table()->summary;
  db::EventQuery question = query();
  if (wanted == Wanted::More) {
    if (!model_->nextSeq()) return;
    question.fromSeq = *model_->nextSeq();
  } else if (wanted == Wanted::Newer && !question.newestFirst) {
    // Where more is to come below, what is new comes with it: only the count is.
    if (model_->nextSeq()) question.limit = 0;
    question.fromSeq = model_->lastSeq() + 1;
  }
  asking_ = true;
  if (wanted != Wanted::More) updatedMs_ = summary.updatedMs;
  context().workspace.library().ask<db::EventPage>(
      this, [id = summary.id, question](db::Reader& reader) { return reader.eventPage(id, question); },
      [this, wanted, id = summary.id](Result<db::EventPage> answer) {
        asking_ = false;
        const std::optional<Wanted> next = std::exchange(next_, std::nullopt);
        const auto& table = context().selection.table();
        if (!table) return;
        const bool other = table->summary.id != id;
        if (!other && next != Wanted::Beginning) {
          if (wanted == Wanted::Beginning) session_ = id;
          take(wanted, std::move(answer));
        }
        if (other) ask(Wanted::Beginning);
        else if (next) ask(*next);
      });
}

void LogPage::take(Wanted wanted, Result<db::EventPage> answer) {
  if (!answer) {
    setCount(asSentence(answer.error().message));
    return;
  }
  const bool counted = wanted == Wanted::Newer && !newest_->isChecked() && model_->nextSeq();
  if (counted) answer->nextSeq = model_->nextSeq();
  if (wanted == Wanted::Beginning) {
    model_->setPage(std::move(*answer));
    const int row = model_->rowOf(shownSeq_);
    if (row >= 0) view_->selectRow(row);
    else detail_->clear();
  } else if (wanted == Wanted::Newer && newest_->isChecked()) {
    model_->prepend(std::move(*answer));
  } else {
    model_->append(std::move(*answer));
  }
  showCount();
}

void LogPage::showCount() {
  const auto count = [](std::int64_t n) { return plainText(formatCount(n)); };
  if (model_->lastSeq() == 0) {
    const auto& table = context().selection.table();
    const bool search = table && table->summary.kind == SessionKind::Search;
    setCount(search ? QStringLiteral("no events yet")
                    : QStringLiteral("no events: this session was not searched here but brought in whole"));
    return;
  }
  const db::EventQuery asked = query();
  const QString all = count(model_->lastSeq());
  if (asked.kinds.empty() && asked.text.empty() && !asked.candidate) {
    setCount(QStringLiteral("%1 events").arg(all));
  } else if (model_->nextSeq()) {
    setCount(
        QStringLiteral("showing the first %1 that match, of %2 events").arg(count(model_->rowCount()), all));
  } else {
    setCount(QStringLiteral("showing %1 of %2 events").arg(count(model_->rowCount()), all));
  }
}

void LogPage::showDetail() {
  const int row = view_->currentIndex().row();
  if (row < 0) return;
  const db::EventLine& line = model_->lines()[static_cast<std::size_t>(row)];
  if (line.seq != shownSeq_ || detail_->document()->isEmpty()) {
    shownSeq_ = line.seq;
    context().workspace.library().ask<std::string>(
        this, [id = session_, seq = line.seq](db::Reader& reader) { return reader.eventJson(id, seq); },
        [this, seq = line.seq](Result<std::string> json) {
          if (seq != shownSeq_) return;
          const Excerpt excerpt = excerptOf(json ? *json : json.error().message);
          detail_->setPlainText(excerpt.note.isEmpty() ? excerpt.text : excerpt.text + u'\n' + excerpt.note);
        });
  }
  if (line.candidate == 0 || selectedOnly_->isChecked()) return;
  const auto& rows = context().selection.table()->rows;
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const CandidateRow& r) { return r.number == line.candidate; });
  if (found != rows.end()) context().selection.setCurrentRow(static_cast<int>(found - rows.begin()));
}

}  // namespace kernelcast::ui
