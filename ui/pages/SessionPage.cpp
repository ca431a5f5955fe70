#include "ui/pages/SessionPage.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/dialogs/ColumnFilterDialog.h"
#include "ui/dialogs/ColumnsDialog.h"
#include "ui/models/CandidateTableModel.h"
#include "ui/models/ColumnChoice.h"
#include "ui/models/CommandRouter.h"
#include "ui/models/KeyFigureTexts.h"
#include "ui/models/Selection.h"
#include "ui/models/SessionScorer.h"
#include "ui/models/Settings.h"
#include "ui/models/Workspace.h"
#include "ui/pages/CandidateTable.h"
#include "ui/pages/FilterBar.h"
#include "ui/pages/FilterEdit.h"
#include "ui/pages/KeyFigureRow.h"
#include "ui/pages/PageTable.h"
#include "ui/pages/SessionHeader.h"

namespace kernelcast::ui {

SessionPage::SessionPage(const PageContext& context, QWidget* parent)
    : QWidget(parent), context_(std::make_unique<PageContext>(context)) {
  setObjectName(QStringLiteral("page"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 12, 16, 12);
  column->setSpacing(10);
  column->addWidget(new SessionHeader(context.selection, context.settings, this));

  tabs_ = new QTabBar(this);
  tabs_->setExpanding(false);
  tabs_->setAccessibleName(QStringLiteral("Views of the session"));
  // In line with the name above it.
  tabs_->setStyleSheet(QStringLiteral("QTabBar::tab:first { margin-left: 0; }"));
  column->addWidget(tabs_);

  auto* line = new QHBoxLayout;
  line->setSpacing(12);
  filterBar_ = new FilterBar(context.selection, this);
  filterField_ = new FilterEdit(context.selection, context.commands, this);
  line->addWidget(filterBar_, 1);
  line->addWidget(filterField_, 0, Qt::AlignTop | Qt::AlignRight);
  column->addLayout(line);
  filterError_ = new QLabel(this);
  filterError_->setProperty("role", "error");
  filterError_->setTextFormat(Qt::PlainText);
  filterError_->setWordWrap(true);
  filterError_->hide();
  column->addWidget(filterError_);
  figures_ = new KeyFigureRow(this);
  column->addWidget(figures_);

  views_ = new QStackedWidget(this);
  buildPages();
  empty_ = new QLabel(views_);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  empty_->setProperty("role", "muted");
  views_->addWidget(empty_);
  column->addWidget(views_, 1);

  connect(filterField_, &FilterEdit::errorChanged, this, [this](const QString& sentence) {
    filterError_->setText(sentence);
    filterError_->setVisible(!sentence.isEmpty());
  });
  connect(&context.selection, &Selection::rowsChanged, this, &SessionPage::rescore);
  connect(&context.workspace.scorer(), &SessionScorer::scored, this, &SessionPage::showScores);
  figures_->setScores({}, 0);
  handleCommands();
  rescore();
}

SessionPage::~SessionPage() = default;

void SessionPage::buildPages() {
  for (const PageEntry& entry : pageEntries()) {
    Page* page = entry.make(*context_, views_);
    connect(page, &Page::inspectRequested, this, &SessionPage::inspectRequested);
    if (CandidateTable* table = page->table()) {
      connect(table, &CandidateTable::columnsRequested, this,
              [this] { context_->commands.trigger(Command::ChooseColumns); });
      connect(table, &CandidateTable::filterRequested, this, &SessionPage::filterColumn);
    }
    views_->addWidget(page);
    pages_.push_back(page);
    const int tab = tabs_->addTab(QString::fromLatin1(entryOf(entry.command).name));
    tabs_->setTabToolTip(tab, toolTipOf(entry.command));
  }
  showRemembered();
  connect(tabs_, &QTabBar::currentChanged, this, [this](int tab) {
    context_->settings.setValue(Setting::Tab,
                                QLatin1String(pageEntries()[static_cast<std::size_t>(tab)].key));
    showEmptiness();
  });
}

void SessionPage::handleCommands() {
  CommandRouter& commands = context_->commands;
  Selection& selection = context_->selection;
  const auto sessionIsOpen = [&selection] {
    return selection.table() ? QString() : QStringLiteral("No session is open.");
  };
  for (const PageEntry& entry : pageEntries()) {
    commands.handle(
        entry.command, this, [this, show = entry.command] { showPage(show); }, sessionIsOpen);
  }
  commands.handle(
      Command::NextRow, this, [this] { stepRow(+1); }, sessionIsOpen);
  commands.handle(
      Command::PreviousRow, this, [this] { stepRow(-1); }, sessionIsOpen);
  commands.handle(
      Command::FocusFilter, this, [this] { filterField_->focusText(); }, sessionIsOpen);
  commands.handle(
      Command::ClearFilters, this, [&selection] { selection.setFilter({}); }, sessionIsOpen);
  commands.handle(
      Command::Back, this, [&selection] { selection.back(); },
      [&selection] {
        return selection.canGoBack() ? QString() : QStringLiteral("There is no filter before this one.");
      });
  commands.handle(
      Command::Forward, this, [&selection] { selection.forward(); },
      [&selection] {
        return selection.canGoForward() ? QString() : QStringLiteral("There is no filter after this one.");
      });
  commands.handle(
      Command::CopyRows, this, [this] { current()->table()->copySelectedRows(); },
      [this] {
        return current()->table() != nullptr ? QString()
                                             : QStringLiteral("This page has no table of candidates.");
      });
  commands.handle(
      Command::ChooseColumns, this,
      [this] {
        auto* dialog = new ColumnsDialog(context_->columns, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
      },
      sessionIsOpen);
  commands.handle(
      Command::FilterColumn, this,
      [this] {
        const CandidateTable* table = current()->table();
        const int chosen = table != nullptr ? table->currentIndex().column() : -1;
        filterColumn(chosen >= 0 ? chosen : context_->columns.shown().front());
      },
      sessionIsOpen);
  commands.handle(
      Command::Mark, this, [&selection] { selection.toggleMark(selection.currentRow()); },
      [&selection] {
        return selection.current() != nullptr ? QString() : QStringLiteral("No kernel is selected.");
      });
}

void SessionPage::filterColumn(int column) {
  auto* dialog = new ColumnFilterDialog(context_->selection, column, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
}

void SessionPage::showPage(Command show) {
  const auto entries = pageEntries();
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const PageEntry& entry) { return entry.command == show; });
  if (found != entries.end()) tabs_->setCurrentIndex(static_cast<int>(found - entries.begin()));
  showEmptiness();
}

void SessionPage::showRemembered() {
  const QString remembered = context_->settings.value(Setting::Tab).toString();
  const auto entries = pageEntries();
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const PageEntry& entry) {
    return remembered == QLatin1String(entry.key);
  });
  tabs_->setCurrentIndex(found != entries.end() ? static_cast<int>(found - entries.begin()) : 0);
}

Command SessionPage::shownPage() const {
  return pageEntries()[static_cast<std::size_t>(tabs_->currentIndex())].command;
}

Page* SessionPage::current() const { return pages_.at(static_cast<std::size_t>(tabs_->currentIndex())); }

void SessionPage::stepRow(int direction) {
  const CandidateTableModel& model = context_->candidates;
  Selection& selection = context_->selection;
  if (model.rowCount() == 0) return;
  const int place = model.placeOf(selection.currentRow());
  const int next = place < 0 ? (direction > 0 ? 0 : model.rowCount() - 1) : place + direction;
  selection.setCurrentRow(model.rowAt(std::clamp(next, 0, model.rowCount() - 1)));
}

void SessionPage::rescore() {
  showEmptiness();
  const Selection& selection = context_->selection;
  if (selection.table()) {
    context_->workspace.scorer().score(selection.table(), selection.visibleRows(), selection.binRule());
  }
}

void SessionPage::showScores(const std::shared_ptr<const stats::SessionScores>& scores) {
  const Selection& selection = context_->selection;
  if (!selection.table()) return;
  const auto& rows = selection.visibleRows();
  const auto failed = std::count_if(rows.begin(), rows.end(), [&](int row) {
    return isFailure(selection.table()->rows[static_cast<std::size_t>(row)].status);
  });
  figures_->setScores(*scores, static_cast<int>(failed));
  const auto& scored = context_->workspace.scorer().scoredTable();
  if (scored) figures_->setDetail("regret_at_10_percent", regretByTask(*scored, *scores));
}

void SessionPage::showEmptiness() {
  figures_->setVisible(pageEntries()[static_cast<std::size_t>(tabs_->currentIndex())].figures);
  const auto& table = context_->selection.table();
  if (!table || !context_->selection.visibleRows().empty() || current()->showsWithoutRows()) {
    views_->setCurrentWidget(current());
    return;
  }
  empty_->setText(
      table->rows.empty()
          ? QStringLiteral(
                "This session has no candidates yet. They appear here as soon as they are written.")
          : QStringLiteral(
                "No candidate passes the filters. Take one away above, or press Ctrl+0 to show all."));
  views_->setCurrentWidget(empty_);
}

}  // namespace kernelcast::ui
