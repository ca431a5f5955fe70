// Two sources side by side, aligned line by line, scrolled as one.
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "ui/models/SourceDiff.h"

class QLabel;
class QToolButton;

namespace kernelcast::ui {

class CodeView;

class SourceDiffView : public QWidget {
  Q_OBJECT

 public:
  explicit SourceDiffView(QWidget* parent = nullptr);
  // As they are in the library; titles stand above them.
  void setSources(const QString& leftTitle, const std::string& left, const QString& rightTitle,
                  const std::string& right);
  [[nodiscard]] CodeView* left() const { return left_; }
  [[nodiscard]] CodeView* right() const { return right_; }
  [[nodiscard]] QString summary() const;
  void stepChange(int direction);  // to the next run of lines that differ

 private:
  QLabel* leftTitle_ = nullptr;
  QLabel* rightTitle_ = nullptr;
  QLabel* summary_ = nullptr;
  CodeView* left_ = nullptr;
  CodeView* right_ = nullptr;
  QToolButton* before_ = nullptr;
  QToolButton* after_ = nullptr;
  std::vector<int> changes_;  // first lines of the runs
  int at_ = -1;               // index into changes_
};

}  // namespace kernelcast::ui
