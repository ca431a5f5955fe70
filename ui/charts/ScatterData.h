// What the scatter of forecast against measured speedup shows of a session: every visible row gets a place.
#pragma once

#include <QString>
#include <array>
#include <span>
#include <vector>

#include "core/domain/outcome.h"

namespace kernelcast::ui {

// Where a row stands from left to right. Lanes are gutters for rows without a place on the measured axis.
enum class ScatterColumn { Plot, Failed, NotMeasured };

struct ScatterPoint {
  int row = 0;  // index into SessionTable::rows
  ScatterColumn column = ScatterColumn::Plot;
  bool forecast = true;  // false: it stands in the lane below, "not forecast"
  double measured = 0;   // log2 S, in the plot's column only
  double expected = 0;   // log2 of the expected speedup, where forecast
  Outcome outcome = Outcome::Open;
};

struct ScatterData {
  std::vector<ScatterPoint> points;              // in the order of the visible rows
  std::array<int, kOutcomes.size()> outcomes{};  // points by Outcome
  int failed = 0;                                // in the lane "failed"
  int notMeasured = 0;                           // in the lane "not measured"
  int notForecast = 0;                           // in the lane "not forecast"
  int inPlot = 0;                                // forecast and measured
  // Whole range of the axes in log2: the scale of forecasts, 1/8 to 8, and every point inside.
  double xLow = -3;
  double xHigh = 3;
  double yLow = -3;
  double yHigh = 3;
};

// Rows that are not indices into the table are left out; all others are in, whatever their numbers hold.
ScatterData scatterData(const SessionTable& table, std::span<const int> visibleRows, BinRule rule);

// "32 of 38 candidates were forecast and measured: 16 right speed class, ...": what a person hears instead of
// seeing.
QString scatterSummary(const ScatterData& data, const SessionTable& table, BinRule rule);

// Name, task, measured and forecast speedup with their intervals and runs, as a tooltip; text from files is
// escaped. `others` more points lie under the pointer.
QString scatterToolTip(const SessionTable& table, int row, BinRule rule, int others = 0);
// One line of the same, for a screen reader.
QString scatterRowText(const SessionTable& table, int row, BinRule rule);

}  // namespace kernelcast::ui
