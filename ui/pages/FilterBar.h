// What is filtered, as chips, and what is left: "showing 9 of 38".
#pragma once

#include <QWidget>
#include <optional>
#include <string>
#include <utility>
#include <vector>

class QLabel;
class QLineEdit;

namespace kernelcast::ui {

class ChoiceChip;
class FlowLayout;
class Selection;

class FilterBar : public QWidget {
  Q_OBJECT

 public:
  explicit FilterBar(Selection& selection, QWidget* parent = nullptr);
  void focusText();
  [[nodiscard]] QString countText() const;

 private:
  void rebuild();
  void addTaskChips(const std::vector<std::string>& tasks);
  void addFilterChips();

  Selection& selection_;
  QWidget* chips_ = nullptr;
  FlowLayout* flow_ = nullptr;
  QLabel* count_ = nullptr;
  QLineEdit* text_ = nullptr;
  std::vector<std::pair<std::optional<std::string>, ChoiceChip*>> tasks_;  // none: all of them
  QString built_;                                                          // what the chips were made for
};

}  // namespace kernelcast::ui
