// What is filtered, as chips: one of the tasks, and every other filter with a cross that takes it away.
#pragma once

#include <QWidget>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kernelcast::ui {

class ChoiceChip;
class FlowLayout;
class Selection;

// Hidden while there is nothing to choose and nothing filtered.
class FilterBar : public QWidget {
  Q_OBJECT

 public:
  explicit FilterBar(Selection& selection, QWidget* parent = nullptr);

 private:
  void showFilter();
  void chooseTask(std::optional<std::string> task);
  void addTaskChips(const std::vector<std::string>& tasks);
  void addTaskMenu(const std::vector<std::string>& tasks);
  void addFilterChips();

  Selection& selection_;
  FlowLayout* flow_ = nullptr;
  std::vector<std::pair<std::optional<std::string>, ChoiceChip*>> tasks_;  // none: all of them
  QString built_;                                                          // what the chips were made for
};

}  // namespace kernelcast::ui
