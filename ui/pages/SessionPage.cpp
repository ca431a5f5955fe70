#include "ui/pages/SessionPage.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/CandidateTableModel.h"
#include "ui/models/CommandTable.h"
#include "ui/models/Selection.h"
#include "ui/models/SessionScorer.h"
#include "ui/models/Settings.h"
#include "ui/pages/CandidateTable.h"
#include "ui/pages/CandidatesPage.h"
#include "ui/pages/FilterBar.h"
#include "ui/pages/FilterField.h"
#include "ui/pages/ForecastsPage.h"
#include "ui/pages/KeyFigureRow.h"
#include "ui/pages/SessionHeader.h"

namespace kernelcast::ui {

SessionPage::SessionPage(Selection& selection, CandidateTableModel& model, ColumnChoice& columns,
                         SessionScorer& scorer, Settings& settings, QWidget* parent)
    : QWidget(parent), selection_(selection), model_(model), scorer_(scorer) {
  setObjectName(QStringLiteral("page"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 12, 16, 12);
  column->setSpacing(10);
  column->addWidget(new SessionHeader(selection, settings, this));

  tabs_ = new QTabBar(this);
  tabs_->setExpanding(false);
  tabs_->setAccessibleName(QStringLiteral("Views of the session"));
  for (const Command command : {Command::ShowForecasts, Command::ShowCandidates}) {
    tabs_->setTabToolTip(tabs_->addTab(QString::fromLatin1(entryOf(command).name)), toolTipOf(command));
  }
  // In line with the name above it.
  tabs_->setStyleSheet(QStringLiteral("QTabBar::tab:first { margin-left: 0; }"));
  auto* line = new QHBoxLayout;
  line->setSpacing(12);
  line->addWidget(tabs_);
  line->addStretch(1);
  filterField_ = new FilterField(selection, this);
  line->addWidget(filterField_);
  column->addLayout(line);

  filterBar_ = new FilterBar(selection, this);
  column->addWidget(filterBar_);
  figures_ = new KeyFigureRow(this);
  column->addWidget(figures_);

  views_ = new QStackedWidget(this);
  forecasts_ = new ForecastsPage(selection, model, columns, settings, views_);
  candidates_ = new CandidatesPage(selection, model, columns, views_);
  views_->addWidget(forecasts_);
  views_->addWidget(candidates_);
  empty_ = new QLabel(views_);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  empty_->setProperty("role", "muted");
  views_->addWidget(empty_);
  column->addWidget(views_, 1);

  connect(tabs_, &QTabBar::currentChanged, this, [this, &settings](int index) {
    settings.setValue(Setting::Tab, index);
    showEmptiness();
  });
  connect(forecasts_, &ForecastsPage::inspectRequested, this, &SessionPage::inspectRequested);
  connect(candidates_, &CandidatesPage::inspectRequested, this, &SessionPage::inspectRequested);
  connect(&selection_, &Selection::rowsChanged, this, &SessionPage::rescore);
  connect(&scorer_, &SessionScorer::scored, this, &SessionPage::showScores);
  figures_->setScores({}, 0);
  showTab(static_cast<Tab>(std::clamp(settings.value(Setting::Tab).toInt(), 0, tabs_->count() - 1)));
  rescore();
}

void SessionPage::showTab(Tab tab) {
  tabs_->setCurrentIndex(tab);
  showEmptiness();
}

SessionPage::Tab SessionPage::tab() const { return static_cast<Tab>(tabs_->currentIndex()); }

CandidateTable* SessionPage::table() const {
  return tab() == Candidates ? candidates_->table() : forecasts_->table();
}

void SessionPage::stepRow(int direction) {
  if (model_.rowCount() == 0) return;
  const int place = model_.placeOf(selection_.currentRow());
  const int next = place < 0 ? (direction > 0 ? 0 : model_.rowCount() - 1) : place + direction;
  selection_.setCurrentRow(model_.rowAt(std::clamp(next, 0, model_.rowCount() - 1)));
}

void SessionPage::focusFilter() { filterField_->focusText(); }

void SessionPage::copyRows() const { table()->copySelectedRows(); }

void SessionPage::rescore() {
  showEmptiness();
  if (selection_.table()) scorer_.score(selection_.table(), selection_.visibleRows(), selection_.binRule());
}

void SessionPage::showScores(const std::shared_ptr<const stats::SessionScores>& scores) {
  const auto& rows = selection_.visibleRows();
  const auto failed = std::count_if(rows.begin(), rows.end(), [this](int row) {
    return isFailure(selection_.table()->rows[static_cast<std::size_t>(row)].status);
  });
  figures_->setScores(*scores, static_cast<int>(failed));
}

void SessionPage::showEmptiness() {
  const auto& table = selection_.table();
  if (!table || !selection_.visibleRows().empty()) {
    views_->setCurrentIndex(tabs_->currentIndex());
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
