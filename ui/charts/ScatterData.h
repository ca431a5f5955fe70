// What the scatter of forecast against measurement shows of a session: every visible row gets a place.
#pragma once

#include <QString>
#include <array>
#include <span>
#include <vector>

#include "core/analysis/reference_times.h"
#include "core/domain/outcome.h"

namespace kernelcast::ui {

// What both axes measure. A forecast runtime is the reference's measured time / the forecast speedup.
enum class ScatterQuantity { Speedup, Runtime };

// Where a row stands from left to right. Lanes are gutters for rows without a place on the measured axis.
enum class ScatterColumn { Plot, Failed, NotMeasured };

struct ScatterPoint {
  int row = 0;  // index into SessionTable::rows
  ScatterColumn column = ScatterColumn::Plot;
  bool forecast = true;  // false: it has no place on the forecast axis and stands in the lane below
  double measured = 0;   // log2 of S or of microseconds, in the plot's column only
  double expected = 0;   // log2 of what was forecast, where forecast
  Outcome outcome = Outcome::Open;
};

struct ScatterData {
  std::vector<ScatterPoint> points;              // in the order of the visible rows
  std::array<int, kOutcomes.size()> outcomes{};  // points by Outcome
  int failed = 0;                                // in the lane "failed"
  int notMeasured = 0;                           // in the lane "not measured"
  int notForecast = 0;                           // in the lane below
  int noReference = 0;  // in the lane below: forecast, and no reference time makes that a runtime
  int inPlot = 0;       // forecast and measured
  ScatterQuantity quantity = ScatterQuantity::Speedup;
  // Whole range of the axes in log2, every point inside. Of speedups at least the scale of forecasts, 1/8 to
  // 8; of runtimes the same for both axes.
  double xLow = -3;
  double xHigh = 3;
  double yLow = -3;
  double yHigh = 3;
};

// Rows that are not indices into the table are left out; all others are in, whatever their numbers hold.
// With reference times as runtimes, without as speedups; here and below.
ScatterData scatterData(const SessionTable& table, std::span<const int> visibleRows, BinRule rule,
                        const analysis::ReferenceTimes* references = nullptr);

// "32 of 38 candidates were forecast and measured: 16 right speed class, ...": what a person hears instead of
// seeing.
QString scatterSummary(const ScatterData& data, const SessionTable& table, BinRule rule);
// How many rows have no forecast runtime for want of a reference time; empty where none.
QString referenceSentence(const ScatterData& data);

// Name, task, what was measured and forecast with intervals and runs, as a tooltip; text from files is
// escaped. `others` more points lie under the pointer.
QString scatterToolTip(const SessionTable& table, int row, BinRule rule, int others = 0,
                       const analysis::ReferenceTimes* references = nullptr);
// One line of the same, for a screen reader.
QString scatterRowText(const SessionTable& table, int row, BinRule rule,
                       const analysis::ReferenceTimes* references = nullptr);

}  // namespace kernelcast::ui
