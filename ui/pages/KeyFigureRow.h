// The figures of a session, side by side, each with what it stands on.
#pragma once

#include <QWidget>
#include <vector>

#include "core/stats/session_scores.h"
#include "ui/models/KeyFigureTexts.h"

namespace kernelcast::ui {

class FlowLayout;
class KeyFigure;

class KeyFigureRow : public QWidget {
  Q_OBJECT

 public:
  explicit KeyFigureRow(QWidget* parent = nullptr);
  void setScores(const stats::SessionScores& scores, int failedCandidates);
  // Lines about one figure, by the key of its metric, below its sentence.
  void setDetail(std::string_view key, const QString& lines);
  [[nodiscard]] const std::vector<KeyFigure*>& figures() const { return figures_; }

 private:
  FlowLayout* flow_ = nullptr;
  std::vector<KeyFigure*> figures_;
  std::vector<KeyFigureText> texts_;
};

}  // namespace kernelcast::ui
