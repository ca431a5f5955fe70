// What the overview shows: lines of the best so far, other sessions at equal budget, the funnel's choice,
// what was saved and spent.
#pragma once

#include <QString>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/funnel.h"
#include "core/analysis/worst_forecasts.h"
#include "core/domain/row_filter.h"
#include "ui/charts/BestSoFarChart.h"

namespace kernelcast::ui {

// The stages of the funnel are counted without any of their own conditions, so that another can be chosen.
RowFilter withoutStages(const RowFilter& filter);
// Key of the stage that a filter chooses; empty where it chooses none or several.
std::string stageOf(const RowFilter& filter);
// A budget is spent on failures too: the best so far follows task, device and surrogate alone.
RowFilter ofSearch(const RowFilter& filter);

// A line for each task and device; a device is named where there are several, or where it is not `usual`.
std::vector<BestLine> bestLines(const SessionTable& table, std::span<const int> rows,
                                const std::vector<std::string>& usualDevices);
// What the rows of a filter make of lines and funnel. O(n log n): not for the window's thread.
struct OverviewContent {
  std::vector<BestLine> lines;
  std::vector<analysis::FunnelStage> stages;
  std::string stage;  // that the filter chooses, as stageOf
  std::vector<analysis::WorstForecast> worst;
};
OverviewContent overviewOf(const SessionTable& table, const RowFilter& filter, BinRule rule);

// Those of a session over a task of `open`, newest first: what it can be compared with.
std::vector<SessionSummary> comparableSessions(const std::vector<SessionSummary>& all,
                                               const SessionSummary& open);

// "After 12 evaluations each: transpose 7.57× here, 6.1× in run 2. One run each." Silent without another
// session.
QString equalBudgetSentence(const std::vector<BestLine>& own, const std::vector<BestLine>& others);
// "36 of 38 candidates were measured; 32 of them ran right, 21 faster than the reference."
QString funnelSentence(const std::vector<analysis::FunnelStage>& stages);

// "said ≤ 1.41× (40%), was ≤ 4× (given 0%)".
QString worstForecastText(const analysis::WorstForecast& worst, BinRule rule);

struct SavingText {
  QString value;
  QString caption;
  QString sentence;
};
// Always six, so that nothing moves.
std::vector<SavingText> savingTexts(const SessionSummary& summary);
// What they are worth: said plainly where the session is a replay, or where nothing was chosen by forecast.
QString savingNote(const SessionSummary& summary);

}  // namespace kernelcast::ui
