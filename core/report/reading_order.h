// The order in which a report lists candidates.
#pragma once

#include <vector>

#include "core/domain/session.h"

namespace kernelcast::report {

// Indices into table.rows: by task, inside it the fastest first, then those without a measurement by forecast
// speedup; failures after everything else, by task. Ties by candidate number, device, surrogate.
std::vector<int> readingOrder(const SessionTable& table);

}  // namespace kernelcast::report
