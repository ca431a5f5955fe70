// What still fits: one table of budgets that admission, reasons, dialogs and progress lines walk.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/search/config.h"
#include "core/search/state.h"

namespace kernelcast::search {

struct BudgetInfo {
  std::string_view key;                     // "gpu_evaluations", as in the config
  std::string_view title;                   // "GPU evaluations"
  std::string_view reason;                  // why a search ended, "the GPU budget is spent"
  double (*limit)(const Budgets& budgets);  // infinite where there is none
  double (*spent)(const Spent& spent);
};
// All that are decided by the worst case; wall time is not among them.
std::span<const BudgetInfo> budgetTable();

inline constexpr std::string_view kWallTimeSpent = "the wall-time budget is spent";

// The first budget that `used` and `more` together would exceed; none: it fits.
const BudgetInfo* firstExceeded(const Budgets& budgets, const Spent& used, const Spent& more);

// The largest one request of a stage may spend. Compiling spends nothing.
Spent worstCaseOf(Stage stage, const WorstCase& worstCase);

// What is kept for verifying trusted leaders; nothing where the policy trusts none.
Spent verificationReserve(const SearchConfig& config);

// The slots of a new step that fit, in slot order, each with its spot-check coin.
struct Admission {
  std::vector<StepStarted::Admitted> admitted;
  int refused = 0;
  const BudgetInfo* refusedBy = nullptr;  // the first refusal's budget
};
Admission admitStep(const SearchState& state, const SearchConfig& config, int parents, const Spent& lost);

// What has to be given up after a resume: a try that was lost in flight is paid for twice, and so the rest of
// an open step, which was admitted by its worst case, may not fit any more. Events that say of each such
// slot, in slot order, that it is not asked for. To be taken before anything is dispatched.
std::vector<EventBody> decisionsAfterLoss(const SearchState& state, const SearchConfig& config,
                                          const Spent& lost);

}  // namespace kernelcast::search
