// How a report names a candidate: its mark, its place, the anchor of its entry.
#pragma once

#include <string>
#include <string_view>

#include "core/domain/session.h"
#include "core/domain/speedup_bin.h"
#include "core/report/markup.h"

namespace kernelcast::report {

// The outcome's shape as in the charts, in its colour, with its title.
Markup outcomeMark(const CandidateRow& row, BinRule bins);
// The task, with device and surrogate where the session has several: "transpose, NVIDIA H200".
std::string placeOf(const SessionTable& table, const CandidateRow& row);
// Id of the entry of a row in the section of kernels.
std::string kernelAnchor(std::string_view sectionId, int row);

}  // namespace kernelcast::report
