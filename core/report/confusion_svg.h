// Eight by eight: how often each named class met each measured class.
#pragma once

#include <string_view>

#include "core/report/markup.h"
#include "core/stats/session_scores.h"

namespace kernelcast::report {

// `id` is unique in the document.
Markup confusionSvg(const stats::SessionScores& scores, std::string_view id);

}  // namespace kernelcast::report
