// A running search in words: what the jobs strip, the session list and the closing message say.
#pragma once

#include <QString>
#include <optional>

#include "core/search/driver.h"

namespace kernelcast::ui {

QString stepText(const search::SearchProgress& progress);  // "step 3 of 10"
// "reached 5 of 13", "4 measured", "best 1.25× (#5 warp_vec4_regs)", "2 in flight"
QString progressText(const search::SearchProgress& progress);
QString timeText(const search::SearchProgress& progress);  // "3.2 s, about 5.0 s left"
// 0..1; by the recording where one is replayed, else by steps.
double progressShare(const search::SearchProgress& progress);
// "Recording exhausted: reached 8 of 13. Best: #5 warp_vec4_regs 1.25×."
QString outcomeText(const search::SearchProgress& progress, const std::optional<Error>& error);

}  // namespace kernelcast::ui
