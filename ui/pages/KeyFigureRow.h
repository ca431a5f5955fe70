// The figures of a session, side by side, each with what it stands on.
#pragma once

#include <QWidget>
#include <vector>

#include "core/stats/session_scores.h"

namespace kernelcast::ui {

class FlowLayout;
class KeyFigure;

class KeyFigureRow : public QWidget {
  Q_OBJECT

 public:
  explicit KeyFigureRow(QWidget* parent = nullptr);
  void setScores(const stats::SessionScores& scores, int failedCandidates);
  [[nodiscard]] const std::vector<KeyFigure*>& figures() const { return figures_; }

 private:
  FlowLayout* flow_ = nullptr;
  std::vector<KeyFigure*> figures_;
};

}  // namespace kernelcast::ui
