// Words around numbers, the same in every section.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernelcast::report {

std::string counted(std::int64_t n, std::string_view noun);  // "1 task", "4 tasks", "5,000 forecasts"
std::string ofTotal(std::int64_t part, std::int64_t whole);  // "16 of 32"
std::string listed(const std::vector<std::string>& names);   // "a, b, c", "none" where empty
// At most `limit` code points, the last an ellipsis where something was cut.
std::string shortened(std::string_view text, std::size_t limit);

}  // namespace kernelcast::report
