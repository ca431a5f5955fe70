// One forecast as eight bars, with the measured class marked.
#pragma once

#include <string_view>

#include "core/domain/session.h"
#include "core/report/markup.h"

namespace kernelcast::report {

// `id` is unique in the document. The row must have a forecast.
Markup forecastSvg(const CandidateRow& row, BinRule bins, std::string_view id);

}  // namespace kernelcast::report
