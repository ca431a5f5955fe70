// The edges and labels of measured speed classes under either rule, as charts draw them.
#pragma once

#include <array>
#include <string_view>

#include "core/domain/speedup_bin.h"

namespace kernelcast::report {

// Lower edges of classes 2..8. Which side an edge belongs to differs between the rules; a picture cannot show
// it.
const std::array<double, kBinCount - 1>& classEdges(BinRule rule);

// "≤ 1.41" as asked; "< 1.41" as published, whose classes are closed on the left.
std::string_view classLabel(int bin, BinRule rule);

}  // namespace kernelcast::report
