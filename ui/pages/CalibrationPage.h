// Are the forecasts as sure as they should be? Reliability of the named class, the forecasts behind one of
// its dots, and every score by both rules.
#pragma once

#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "ui/models/CalibrationContent.h"
#include "ui/models/LatestTask.h"
#include "ui/models/SessionScorer.h"
#include "ui/pages/Page.h"

class QBoxLayout;
class QLabel;
class QPushButton;
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
  // The forecasts of the chosen dot; hidden while none is.
  [[nodiscard]] QTableView* groupView() const { return groupView_; }
  [[nodiscard]] GroupForecastModel* group() const { return groupModel_; }
  [[nodiscard]] QString groupNote() const;
  [[nodiscard]] QPushButton* allGroups() const { return allGroups_; }
  [[nodiscard]] QString sentence() const;
  [[nodiscard]] QString beside() const;
  [[nodiscard]] bool isSettled() const override {
    return content_.scores && other_ && charting_.isIdle() && otherRule_.isIdle();
  }

 protected:
  void showRows() override;
  void showScores(const stats::SessionScores& scores) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  // A dot that was clicked: its filter, and the one before it, which the chart goes on to show.
  struct Pick {
    RowFilter filter;
    RowFilter base;
    int group = 0;
    int others = 0;
  };
  void buildChart(Card& card);
  void buildGroup(Card& card);
  void buildScores(Card& card);
  [[nodiscard]] const Pick* pickOf(const RowFilter& filter) const;
  [[nodiscard]] std::optional<int> chosen() const;  // group
  [[nodiscard]] RowFilter base() const;             // the filter without the group
  void filterTo(int group);
  void showChart();
  void showGroup();
  void showGroupNote();
  void showTable();
  void showBeside(const stats::SessionScores& scores);

  QBoxLayout* cards_ = nullptr;
  Card* chartCard_ = nullptr;
  ReliabilityChart* chart_ = nullptr;
  QLabel* sentence_ = nullptr;
  QLabel* error_ = nullptr;
  Card* groupCard_ = nullptr;
  QTableView* groupView_ = nullptr;
  GroupForecastModel* groupModel_ = nullptr;
  QLabel* groupNote_ = nullptr;
  QPushButton* allGroups_ = nullptr;
  QTableView* table_ = nullptr;
  ScoreTableModel* model_ = nullptr;
  QLabel* beside_ = nullptr;

  SessionScorer otherRule_;  // of the rule that is not in force
  using Charted = std::tuple<std::shared_ptr<const SessionTable>, RowFilter, CalibrationContent>;
  LatestTask<Charted> charting_;
  CalibrationContent content_;  // of charted_
  std::shared_ptr<const SessionTable> charted_;
  RowFilter chartedFilter_;
  std::shared_ptr<const SessionTable> groupOf_;  // whose forecasts are listed
  bool marking_ = false;                         // the list follows the selection, not the other way round
  std::vector<Pick> picks_;                      // of this session, so that going back and forward finds them
  SessionId picksOf_;
  std::shared_ptr<const stats::SessionScores> inForce_;
  std::shared_ptr<const stats::SessionScores> other_;
};

}  // namespace kernelcast::ui
