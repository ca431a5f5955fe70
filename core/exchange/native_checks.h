// What must hold between rows of the native form, beyond the types of their fields.
#pragma once

#include <string>
#include <vector>

#include "core/exchange/native.h"

namespace kernelcast::exchange {

// A text of the document as a sentence about it shows it: no more than a person reads.
std::string shortened(const std::string& text);
std::string inQuotes(const std::string& text);

// Each parent is 0 or a candidate of the same task, and no candidate descends from itself.
Result<void> checkLineage(const std::vector<ExchangeCandidate>& candidates);
// Quantile levels ascend inside 0..1, and only what ran right has times.
Result<void> checkMeasurement(const Measurement& measurement);

}  // namespace kernelcast::exchange
