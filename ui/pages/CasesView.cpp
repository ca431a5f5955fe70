#include "ui/pages/CasesView.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <set>
#include <tuple>
#include <utility>

#include "db/Reader.h"
#include "ui/charts/CasesHeatMap.h"
#include "ui/models/PlainText.h"
#include "ui/models/Workspace.h"

namespace kernelcast::ui {

namespace {

constexpr int kChoiceWidth = 12;  // characters of a name that is too long

QComboBox* newChoice(const QString& name, const QString& toolTip, QWidget* parent) {
  auto* choice = new QComboBox(parent);
  choice->setAccessibleName(name);
  choice->setToolTip(toolTip);
  choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  choice->setMinimumContentsLength(kChoiceWidth);
  choice->hide();
  return choice;
}

void offer(QComboBox& choice, const std::set<int>& indices, const std::vector<std::string>& names,
           int chosen) {
  const QSignalBlocker quiet(&choice);
  choice.clear();
  for (const int index : indices) {
    choice.addItem(oneLine(names[static_cast<std::size_t>(index)]), index);
  }
  choice.setCurrentIndex(choice.findData(chosen));
  choice.setVisible(indices.size() > 1);
}

bool isName(int index, const std::vector<std::string>& names) {
  return index >= 0 && static_cast<std::size_t>(index) < names.size();
}

}  // namespace

CasesView::CasesView(const PageContext& context, QWidget* parent) : QWidget(parent), context_(context) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  map_ = new CasesHeatMap(this);
  column->addWidget(map_);
  setFocusProxy(map_);
  choices_ = new QWidget(parent);
  auto* row = new QHBoxLayout(choices_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  tasks_ = newChoice(QStringLiteral("Task"), QStringLiteral("The task whose cases are shown"), choices_);
  devices_ = newChoice(QStringLiteral("Device"), QStringLiteral("The device that ran them"), choices_);
  row->addWidget(tasks_);
  row->addWidget(devices_);
  row->addStretch(1);
  connect(tasks_, &QComboBox::activated, this,
          [this] { choose(tasks_->currentData().toInt(), chosenDevice_); });
  connect(devices_, &QComboBox::activated, this,
          [this] { choose(chosenTask_, devices_->currentData().toInt()); });
  // A question to a library that was closed is not answered.
  connect(&context.workspace.library(), &LibraryService::opened, this, [this] { reading_ = false; });
  connect(map_, &CasesHeatMap::rowActivated, &context.selection, &Selection::setCurrentRow);
}

void CasesView::showRows() {
  offerChoices();
  if (isRead()) {
    showTimes();
  } else {
    read();
  }
}

void CasesView::choose(int task, int device) {
  chosenTask_ = task;
  chosenDevice_ = device;
  showRows();
}

void CasesView::showCurrent() {
  const Selection& selection = context_.selection;
  const CandidateRow* row = selection.current();
  const bool elsewhere =
      row != nullptr && isMeasured(row->status) && (row->task != chosenTask_ || row->device != chosenDevice_);
  if (elsewhere) choose(row->task, row->device);
  map_->setCurrentRow(selection.currentRow());
}

void CasesView::offerChoices() {
  const Selection& selection = context_.selection;
  const SessionTable& table = *selection.table();
  std::set<std::pair<int, int>> places;  // of rows that a device judged
  for (const int index : selection.visibleRows()) {
    const CandidateRow& row = table.rows[static_cast<std::size_t>(index)];
    if (isMeasured(row.status) && isName(row.task, table.tasks) && isName(row.device, table.devices)) {
      places.emplace(row.task, row.device);
    }
  }
  const CandidateRow* current = selection.current();
  const bool follows = chosenTask_ < 0 && current != nullptr;
  if (follows) std::tie(chosenTask_, chosenDevice_) = std::pair(current->task, current->device);
  if (!places.empty() && !places.contains({chosenTask_, chosenDevice_})) {
    // The same task on another device rather than another task.
    const auto sameTask = places.lower_bound({chosenTask_, -1});
    const bool found = sameTask != places.end() && sameTask->first == chosenTask_;
    std::tie(chosenTask_, chosenDevice_) = found ? *sameTask : *places.begin();
  }
  std::set<int> tasks;
  std::set<int> devices;
  for (const auto& [task, device] : places) {
    tasks.insert(task);
    if (task == chosenTask_) devices.insert(device);
  }
  offer(*tasks_, tasks, table.tasks, chosenTask_);
  offer(*devices_, devices, table.devices, chosenDevice_);
  emit choicesChanged();
}

bool CasesView::hasChoices() const { return tasks_->count() > 1 || devices_->count() > 1; }

bool CasesView::isRead() const {
  return times_.table == context_.selection.table() && times_.task == chosenTask_ &&
         times_.device == chosenDevice_;
}

void CasesView::read() {
  // One question at a time: its answer asks again where it was overtaken.
  if (reading_) return;
  const auto table = context_.selection.table();
  if (!isName(chosenTask_, table->tasks) || !isName(chosenDevice_, table->devices)) {
    times_ = {table, chosenTask_, chosenDevice_, std::make_shared<const CaseTimes>()};
    return showTimes();
  }
  reading_ = true;
  context_.workspace.library().ask<CaseTimes>(
      this,
      [id = table->summary.id, task = table->tasks[static_cast<std::size_t>(chosenTask_)],
       device = table->devices[static_cast<std::size_t>(chosenDevice_)]](db::Reader& reader) {
        return reader.caseTimes(id, task, device);
      },
      [this, table, task = chosenTask_, device = chosenDevice_](Result<CaseTimes> times) {
        reading_ = false;
        const auto& now = context_.selection.table();
        if (!now) return;
        if (now != table || task != chosenTask_ || device != chosenDevice_) return showRows();
        times_ = {table, task, device, nullptr};
        if (!times) return map_->setMessage(asSentence(times.error().message));
        times_.times = std::make_shared<const CaseTimes>(std::move(*times));
        showTimes();
      });
}

void CasesView::showTimes() {
  if (!times_.times) return;  // they could not be read, and it says why
  task_.start(
      [times = times_, rows = context_.selection.visibleRows()] {
        return casesContent(times.table, rows, times.task, times.device, *times.times);
      },
      [this](CasesContent content) {
        map_->setContent(std::move(content));
        map_->setCurrentRow(context_.selection.currentRow());
      });
}

}  // namespace kernelcast::ui
