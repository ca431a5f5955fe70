#include "core/report/speed_class.h"

namespace kernelcast::report {

namespace {

// Where clamp(floor(2 log2 S) + 4, 1, 8) steps: S = 2^((k - 4) / 2) for k = 2..8.
constexpr std::array<double, kBinCount - 1> kPaperCodeEdges{
    0.5, 0.70710678118654752440, 1.0, 1.41421356237309504880, 2.0, 2.82842712474619009760, 4.0};
constexpr std::array<std::string_view, kBinCount> kPaperCodeLabels{"< ½", "< 0.71", "< 1", "< 1.41",
                                                                   "< 2", "< 2.83", "< 4", "≥ 4"};

}  // namespace

const std::array<double, kBinCount - 1>& classEdges(BinRule rule) {
  return rule == BinRule::Prompt ? kBinEdges : kPaperCodeEdges;
}

std::string_view classLabel(int bin, BinRule rule) {
  if (rule == BinRule::Prompt || bin < 1 || bin > kBinCount) return binLabel(bin);
  return kPaperCodeLabels[static_cast<std::size_t>(bin) - 1];
}

}  // namespace kernelcast::report
