// Which candidates get an entry of their own with rationale, logs and source, inside the report's limit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/report/report_model.h"

namespace kernelcast::report {

struct DetailedRows {
  std::vector<int> rows;      // in reading order
  std::vector<int> sorted;    // the same, ascending
  std::size_t available = 0;  // rows that have a detail at all
  bool full = false;          // options.detailBytes left some out, rather than options.kernels
  [[nodiscard]] bool has(int row) const { return std::binary_search(sorted.begin(), sorted.end(), row); }
};

// The rows with details in reading order, as many as options.kernels asks for and as fit into
// options.detailBytes; none where the section is not shown.
DetailedRows detailedRows(const ReportSession& session, const ReportOptions& options);

// The start of a text, cut between characters where it is longer than `limit` bytes.
std::string_view startOf(std::string_view text, std::size_t limit);

}  // namespace kernelcast::report
