#include "core/domain/speedup_bin.h"

#include <algorithm>
#include <cmath>

namespace kernelcast {

const BinRuleInfo& binRuleInfo(BinRule rule) { return kBinRules[rule == BinRule::Prompt ? 0 : 1]; }

std::optional<BinRule> binRuleFromKey(std::string_view key) {
  for (const BinRuleInfo& info : kBinRules) {
    if (info.key == key) return info.rule;
  }
  return std::nullopt;
}

std::optional<int> binOf(double speedup, BinRule rule) {
  if (!std::isfinite(speedup) || speedup <= 0) return std::nullopt;
  if (rule == BinRule::Prompt) {
    const auto edge = std::lower_bound(kBinEdges.begin(), kBinEdges.end(), speedup);
    return static_cast<int>(edge - kBinEdges.begin()) + 1;
  }
  const double raw = std::floor(2.0 * std::log2(speedup)) + 4.0;
  return static_cast<int>(std::clamp(raw, 1.0, static_cast<double>(kBinCount)));
}

std::string_view binLabel(int bin, BinRule rule) {
  static constexpr std::array<std::string_view, kBinCount> kAsAsked{"≤ ¼",    "≤ ½", "≤ 0.71", "≤ 1",
                                                                    "≤ 1.41", "≤ 2", "≤ 4",    "> 4"};
  static constexpr std::array<std::string_view, kBinCount> kAsPublished{"< ½", "< 0.71", "< 1", "< 1.41",
                                                                        "< 2", "< 2.83", "< 4", "≥ 4"};
  if (bin < 1 || bin > kBinCount) return "–";
  return (rule == BinRule::Prompt ? kAsAsked : kAsPublished)[static_cast<std::size_t>(bin) - 1];
}

}  // namespace kernelcast
