#include "core/report/wording.h"

#include <fmt/format.h>

#include "core/domain/number_format.h"
#include "core/domain/text.h"

namespace kernelcast::report {

std::string counted(std::int64_t n, std::string_view noun) {
  return fmt::format("{} {}{}", formatCount(n), noun, n == 1 ? "" : "s");
}

std::string ofTotal(std::int64_t part, std::int64_t whole) {
  return fmt::format("{} of {}", formatCount(part), formatCount(whole));
}

std::string listed(const std::vector<std::string>& names) {
  if (names.empty()) return "none";
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string shortened(std::string_view text, std::size_t limit) {
  const std::string valid = toValidUtf8(text);
  std::size_t points = 0;
  std::size_t cut = valid.size();
  for (std::size_t at = 0; at < valid.size(); ++at) {
    if ((static_cast<unsigned char>(valid[at]) & 0xc0) == 0x80) continue;
    if (++points == limit) cut = at;
    if (points > limit) return valid.substr(0, cut) + "…";
  }
  return valid;
}

}  // namespace kernelcast::report
