#include "ui/pages/FilterBar.h"

#include <QMenu>

#include "ui/models/PlainText.h"
#include "ui/models/Selection.h"
#include "ui/widgets/Chip.h"
#include "ui/widgets/FlowLayout.h"

namespace kernelcast::ui {

namespace {

QString allTasks(std::size_t n) {
  static const QStringList kNumbers{QStringLiteral("both"), QStringLiteral("all three"),
                                    QStringLiteral("all four"), QStringLiteral("all five"),
                                    QStringLiteral("all six")};
  if (n >= 2 && n <= 6) return kNumbers.at(static_cast<qsizetype>(n) - 2) + QStringLiteral(" tasks");
  return QStringLiteral("all %1 tasks").arg(n);
}

}  // namespace

FilterBar::FilterBar(Selection& selection, QWidget* parent) : QWidget(parent), selection_(selection) {
  flow_ = new FlowLayout(this, 4, 4);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  connect(&selection_, &Selection::rowsChanged, this, &FilterBar::showFilter);
  showFilter();
}

void FilterBar::showFilter() {
  const auto& table = selection_.table();
  const std::vector<std::string> tasks = table ? table->tasks : std::vector<std::string>{};
  // A running search changes rows ten times a second; chips that came anew each time could not be clicked.
  QString wanted = QString::number(static_cast<int>(selection_.binRule()));
  for (const std::string& task : tasks) wanted += u'\n' + oneLine(task);
  for (const FilterChip& chip : chipsOf(selection_.filter(), selection_.binRule()))
    wanted += u'\t' + chip.text;
  if (wanted == built_) return;
  built_ = wanted;
  while (QLayoutItem* item = flow_->takeAt(0)) {
    // Later: one of them may have been clicked to get here.
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  if (tasks.size() > 1) addTaskMenu(tasks);
  addFilterChips();
  setVisible(flow_->count() > 0);
  updateGeometry();
}

std::optional<std::string> FilterBar::chosenTask() const {
  const FilterTerm* term = selection_.filter().find("task");
  if (term == nullptr || term->negated || !term->whole || term->words.size() != 1) return {};
  return term->words.front();
}

// The menu of tasks says so already.
bool FilterBar::isTaskChoice(std::size_t term) const {
  return selection_.filter().terms[term].field == "task" && chosenTask();
}

void FilterBar::chooseTask(const std::optional<std::string>& task) {
  const RowFilter& filter = selection_.filter();
  selection_.setFilter(task ? filter.with(textTerm("task", *task, true)) : filter.without("task"));
}

void FilterBar::addTaskMenu(const std::vector<std::string>& tasks) {
  const auto chosen = chosenTask();
  auto* chip = new QToolButton(this);
  chip->setProperty("kind", "chip");
  chip->setText(buttonText(chosen ? oneLine(*chosen) : allTasks(tasks.size())) + QStringLiteral(" ▾"));
  chip->setToolTip(QStringLiteral("Choose the task whose candidates are shown"));
  chip->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(chip);
  connect(menu->addAction(allTasks(tasks.size())), &QAction::triggered, this,
          [this] { chooseTask(std::nullopt); });
  for (const std::string& task : tasks) {
    connect(menu->addAction(buttonText(oneLine(task))), &QAction::triggered, this,
            [this, task] { chooseTask(task); });
  }
  chip->setMenu(menu);
  flow_->addWidget(chip);
}

void FilterBar::addFilterChips() {
  for (const FilterChip& chip : chipsOf(selection_.filter(), selection_.binRule())) {
    if (isTaskChoice(chip.term)) continue;
    auto* button = new FilterChipButton(chip.text, this);
    connect(button, &QToolButton::clicked, this,
            [this, term = chip.term] { selection_.setFilter(selection_.filter().withoutTerm(term)); });
    flow_->addWidget(button);
  }
}

}  // namespace kernelcast::ui
