#include "ui/pages/FilterBar.h"

#include <QMenu>

#include "ui/models/PlainText.h"
#include "ui/models/Selection.h"
#include "ui/widgets/Chip.h"
#include "ui/widgets/FlowLayout.h"

namespace kernelcast::ui {

namespace {

constexpr std::size_t kMostChips = 6;  // more tasks go into a menu

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
  // Another task only checks another chip, so that the keyboard stays where it is; in a menu the chip's text
  // changes.
  QString wanted = QString::number(static_cast<int>(selection_.binRule()));
  for (const std::string& task : tasks) wanted += u'\n' + oneLine(task);
  for (const FilterChip& chip : chipsOf(selection_.filter(), selection_.binRule())) {
    if (chip.part != FilterChip::Part::Task || tasks.size() > kMostChips) wanted += u'\t' + chip.text;
  }
  if (wanted == built_) {
    for (const auto& [task, chip] : tasks_) chip->setChecked(task == selection_.filter().task);
    return;
  }
  built_ = wanted;
  tasks_.clear();
  while (QLayoutItem* item = flow_->takeAt(0)) {
    // Later: one of them may have been clicked to get here.
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  if (tasks.size() > kMostChips) addTaskMenu(tasks);
  else if (tasks.size() > 1) addTaskChips(tasks);
  addFilterChips();
  setVisible(flow_->count() > 0);
  updateGeometry();
}

void FilterBar::chooseTask(std::optional<std::string> task) {
  RowFilter filter = selection_.filter();
  filter.task = std::move(task);
  selection_.setFilter(filter);
}

void FilterBar::addTaskMenu(const std::vector<std::string>& tasks) {
  const auto& chosen = selection_.filter().task;
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

void FilterBar::addTaskChips(const std::vector<std::string>& tasks) {
  const auto add = [&](const QString& text, const std::optional<std::string>& task, const QString& tip) {
    auto* chip = new ChoiceChip(text, this);
    chip->setChecked(task == selection_.filter().task);
    chip->setToolTip(toolTipText(tip));
    connect(chip, &QToolButton::clicked, this, [this, task] { chooseTask(task); });
    flow_->addWidget(chip);
    tasks_.emplace_back(task, chip);
  };
  add(allTasks(tasks.size()), std::nullopt, QStringLiteral("Show the candidates of every task."));
  for (const std::string& task : tasks) {
    add(oneLine(task), task, QStringLiteral("Show the candidates of %1 alone.").arg(oneLine(task)));
  }
}

void FilterBar::addFilterChips() {
  for (const FilterChip& chip : chipsOf(selection_.filter(), selection_.binRule())) {
    if (chip.part == FilterChip::Part::Task) continue;  // the checked choice says so already
    auto* button = new FilterChipButton(chip.text, this);
    // On one line with the tasks, whose chips are higher.
    if (!tasks_.empty()) button->setFixedHeight(tasks_.front().second->sizeHint().height());
    connect(button, &QToolButton::clicked, this,
            [this, part = chip.part] { selection_.setFilter(without(selection_.filter(), part)); });
    flow_->addWidget(button);
  }
}

}  // namespace kernelcast::ui
