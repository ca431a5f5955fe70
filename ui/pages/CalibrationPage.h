// Are the forecasts as sure as they should be? Reliability of the named class, and every score by both rules.
#pragma once

#include <memory>

#include "ui/models/SessionScorer.h"
#include "ui/pages/Page.h"

class QBoxLayout;
class QLabel;
class QTableView;

namespace kernelcast::ui {

class Card;
class ReliabilityChart;
class ScoreTableModel;

class CalibrationPage : public Page {
  Q_OBJECT

 public:
  explicit CalibrationPage(const PageContext& context, QWidget* parent = nullptr);
  [[nodiscard]] ReliabilityChart* reliability() const { return chart_; }
  [[nodiscard]] ScoreTableModel* scores() const { return model_; }
  [[nodiscard]] QString sentence() const;
  [[nodiscard]] bool isSettled() const override {
    return charted_ && other_ && unfiltered_.isIdle() && otherRule_.isIdle();
  }

 protected:
  void showRows() override;
  void showScores(const stats::SessionScores& scores) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void filterTo(int group);
  void showTable();
  void showBeside(const stats::SessionScores& scores);

  QBoxLayout* cards_ = nullptr;
  Card* chartCard_ = nullptr;
  ReliabilityChart* chart_ = nullptr;
  QLabel* sentence_ = nullptr;
  QLabel* beside_ = nullptr;
  QTableView* table_ = nullptr;
  ScoreTableModel* model_ = nullptr;
  SessionScorer otherRule_;  // of the rule that is not in force
  SessionScorer
      unfiltered_;  // with every filter but the group: the chart stays the place to choose another from
  std::shared_ptr<const stats::SessionScores> inForce_;
  std::shared_ptr<const stats::SessionScores> other_;
  std::shared_ptr<const stats::SessionScores> charted_;
};

}  // namespace kernelcast::ui
