// Confidence of the named class against the share that was right, with the counts that carry it.
#pragma once

#include <string_view>

#include "core/report/markup.h"
#include "core/stats/session_scores.h"

namespace kernelcast::report {

// Groups of fewer are drawn hollow and joined to nothing: two of three right is no trend.
inline constexpr int kSteadyGroup = 5;

// `id` is unique in the document.
Markup reliabilitySvg(const stats::SessionScores& scores, std::string_view id);

}  // namespace kernelcast::report
