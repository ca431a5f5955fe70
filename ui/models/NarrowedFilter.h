// A filter with more terms, which shows no row that it did not show before.
#pragma once

#include <span>

#include "core/domain/row_filter.h"

namespace kernelcast::ui {

// Ranges of one field become what both hold, unless there are very many. Any other term of the same field
// stays beside the new one, unless it is the same.
RowFilter narrowed(const RowFilter& filter, std::span<const FilterTerm> terms);

}  // namespace kernelcast::ui
