// What the calibration page shows of a filter: reliability groups, the forecasts of the chosen one, and what
// chance alone would do.
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <optional>
#include <vector>

#include "core/domain/row_filter.h"
#include "core/stats/consistency.h"
#include "core/stats/session_scores.h"

namespace kernelcast::ui {

// 1..10, as the filter field "group" numbers them.
int numberOf(const stats::ReliabilityGroup& group);
// The group that a filter chooses by its field "group"; none where it names none, or several.
std::optional<int> groupOf(const RowFilter& filter);

// One forecast of a reliability group.
struct GroupForecast {
  int row = 0;     // index into SessionTable::rows
  int repeat = 0;  // of several forecasts of the row
  double stated = 0;
  int named = 0;     // class 1..8
  int measured = 0;  // class 1..8 by the rule in force
  bool operator==(const GroupForecast&) const = default;
};
// Surest first, then as they stand in the table. Empty where the group is.
std::vector<GroupForecast> forecastsOf(const SessionTable& table, const stats::SessionScores& scores,
                                       int group);

// The filter that shows the rows of a group's forecasts. By group where that is exact. Where rows have
// several forecasts each stands in a group of its own, while the filter sees their mean: there it names the
// kernels.
struct GroupFilter {
  RowFilter filter;
  int rows = 0;    // that have a forecast in the group
  int others = 0;  // more that the filter shows: the same kernels by other surrogates or on other devices
};
GroupFilter filterToGroup(const SessionTable& table, const RowFilter& base,
                          const stats::SessionScores& scores, int group);

struct CalibrationContent {
  std::shared_ptr<const stats::SessionScores> scores;  // by the rule in force
  std::optional<stats::Consistency> chance;            // for scores->reliability
  int kernels = 0;                                     // behind scores->n forecasts
};
// Scores the rows of a filter. O(n log n) and 1000 draws: not for the window's thread.
CalibrationContent calibrationOf(const SessionTable& table, const RowFilter& filter, BinRule rule);

// What the chart says of these forecasts, from their numbers; silent below 20 kernels. Repeats of one kernel
// are not independent: chance is reckoned by kernels.
QString reliabilitySentence(const stats::SessionScores& scores, int kernels);
// "ECE 0.21, by chance alone 0.09 to 0.24, n = 32"; empty where there is none.
QString calibrationErrorText(const CalibrationContent& content);

class GroupForecastModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Kernel, Stated, Named, Measured, kColumns };

  using QAbstractTableModel::QAbstractTableModel;
  void setForecasts(std::shared_ptr<const SessionTable> table, std::vector<GroupForecast> forecasts,
                    BinRule rule);
  [[nodiscard]] const std::vector<GroupForecast>& forecasts() const { return forecasts_; }

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] QString text(const GroupForecast& forecast, int column) const;

  std::shared_ptr<const SessionTable> table_;
  std::vector<GroupForecast> forecasts_;
  BinRule rule_ = BinRule::Prompt;
};

}  // namespace kernelcast::ui
