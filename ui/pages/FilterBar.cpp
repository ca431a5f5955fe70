#include "ui/pages/FilterBar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>

#include "core/domain/number_format.h"
#include "ui/models/CommandTable.h"
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
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  chips_ = new QWidget(this);
  flow_ = new FlowLayout(chips_, 4, 4);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  chips_->setSizePolicy(policy);
  row->addWidget(chips_, 1);
  count_ = new QLabel(this);
  count_->setProperty("role", "muted");
  count_->setTextFormat(Qt::PlainText);
  text_ = new QLineEdit(this);
  text_->setPlaceholderText(QStringLiteral("Filter by name   /"));
  text_->setToolTip(toolTipOf(Command::FocusFilter));
  text_->setAccessibleName(QStringLiteral("Filter by name"));
  text_->setClearButtonEnabled(true);
  text_->setMaxLength(200);
  text_->setFixedWidth(170);
  row->addWidget(count_, 0, Qt::AlignTop);
  row->addWidget(text_, 0, Qt::AlignTop);

  connect(text_, &QLineEdit::textChanged, this, [this](const QString& text) {
    RowFilter filter = selection_.filter();
    filter.text = text.trimmed();
    selection_.setFilter(filter);
  });
  connect(&selection_, &Selection::rowsChanged, this, &FilterBar::rebuild);
  rebuild();
}

void FilterBar::focusText() {
  text_->setFocus(Qt::ShortcutFocusReason);
  text_->selectAll();
}

QString FilterBar::countText() const { return count_->text(); }

void FilterBar::rebuild() {
  const auto& table = selection_.table();
  const auto total = static_cast<std::int64_t>(table ? table->rows.size() : 0);
  count_->setText(QStringLiteral("showing %1 of %2")
                      .arg(plainText(formatCount(static_cast<std::int64_t>(selection_.visibleRows().size()))),
                           plainText(formatCount(total))));
  count_->setMinimumHeight(text_->sizeHint().height());
  if (text_->text().trimmed() != selection_.filter().text) {
    const QSignalBlocker blocker(text_);
    text_->setText(selection_.filter().text);
  }

  // A running search changes rows ten times a second; chips that came anew each time could not be clicked.
  QString wanted = QString::number(static_cast<int>(selection_.binRule()));
  const std::vector<std::string> tasks = table ? table->tasks : std::vector<std::string>{};
  for (const std::string& task : tasks) wanted += u'\n' + oneLine(task);
  for (const FilterChip& chip : chipsOf(selection_.filter(), selection_.binRule())) {
    // Another task checks another chip, and the keyboard stays where it is; in a menu the chip's text
    // changes.
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
  addTaskChips(tasks);
  addFilterChips();
}

void FilterBar::addTaskChips(const std::vector<std::string>& tasks) {
  if (tasks.size() < 2) return;
  const auto& chosen = selection_.filter().task;
  const auto choose = [this](std::optional<std::string> task) {
    RowFilter filter = selection_.filter();
    filter.task = std::move(task);
    selection_.setFilter(filter);
  };
  if (tasks.size() > kMostChips) {
    auto* chip = new QToolButton(chips_);
    chip->setProperty("kind", "chip");
    chip->setText(buttonText(chosen ? oneLine(*chosen) : allTasks(tasks.size())) + QStringLiteral(" ▾"));
    chip->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(chip);
    connect(menu->addAction(allTasks(tasks.size())), &QAction::triggered, this,
            [choose] { choose(std::nullopt); });
    for (const std::string& task : tasks) {
      connect(menu->addAction(buttonText(oneLine(task))), &QAction::triggered, this,
              [choose, task] { choose(task); });
    }
    chip->setMenu(menu);
    flow_->addWidget(chip);
    return;
  }
  const auto add = [&](const QString& text, const std::optional<std::string>& task, const QString& tip) {
    auto* chip = new ChoiceChip(text, chips_);
    chip->setChecked(task == chosen);
    chip->setToolTip(toolTipText(tip));
    connect(chip, &QToolButton::clicked, this, [choose, task] { choose(task); });
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
    auto* button = new FilterChipButton(chip.text, chips_);
    connect(button, &QToolButton::clicked, this,
            [this, part = chip.part] { selection_.setFilter(without(selection_.filter(), part)); });
    flow_->addWidget(button);
  }
}

}  // namespace kernelcast::ui
