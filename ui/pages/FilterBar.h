// What is filtered, as chips: which of the tasks, and every other filter with a cross that takes it away.
#pragma once

#include <QWidget>
#include <optional>
#include <string>
#include <vector>

namespace kernelcast::ui {

class FlowLayout;
class Selection;

// Hidden while there is nothing to choose and nothing filtered.
class FilterBar : public QWidget {
  Q_OBJECT

 public:
  explicit FilterBar(Selection& selection, QWidget* parent = nullptr);

 private:
  void showFilter();
  [[nodiscard]] std::optional<std::string> chosenTask() const;
  [[nodiscard]] bool isTaskChoice(std::size_t term) const;
  void chooseTask(const std::optional<std::string>& task);
  void addTaskMenu(const std::vector<std::string>& tasks);
  void addFilterChips();

  Selection& selection_;
  FlowLayout* flow_ = nullptr;
  QString built_;  // what the chips were made for
};

}  // namespace kernelcast::ui
