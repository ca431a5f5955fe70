// The eight ordinal speedup classes and the two rules that label a measured speedup with one.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace kernelcast {

inline constexpr int kBinCount = 8;

// Which rule turns a raw speedup S into a class. Raw S is always kept, labels are derived.
//  Prompt     the edges the surrogate was told: right-closed, so S = 1 is bin 4 and S = 4 is bin 7.
//  PaperCode  clamp(floor(2 log2 S) + 4, 1, 8), as in the released code of arXiv 2605.31464.
enum class BinRule { Prompt, PaperCode };

struct BinRuleInfo {
  BinRule rule;
  std::string_view key;      // for files and the command line: "prompt", "paper-code"
  std::string_view title;    // for the screen: "as asked", "as published"
  std::string_view meaning;  // one sentence
};
inline constexpr std::array<BinRuleInfo, 2> kBinRules{{
    {BinRule::Prompt, "prompt", "as asked",
     "The edges that the surrogate was told, right-closed: S = 1 is class 4."},
    {BinRule::PaperCode, "paper-code", "as published",
     "clamp(floor(2 log2 S) + 4, 1, 8), the rule of the paper's released code."},
}};
const BinRuleInfo& binRuleInfo(BinRule rule);
std::optional<BinRule> binRuleFromKey(std::string_view key);

// Edges between the bins under the prompt rule: upper, belonging to the bin below.
inline constexpr std::array<double, kBinCount - 1> kBinEdges{
    0.25, 0.5, 0.70710678118654752440, 1.0, 1.41421356237309504880, 2.0, 4.0};
// Under the paper's rule, where clamp(floor(2 log2 S) + 4, 1, 8) steps: S = 2^((k - 4) / 2) for k = 2..8; lower,
// belonging to the bin above.
inline constexpr std::array<double, kBinCount - 1> kPaperCodeEdges{
    0.5, 0.70710678118654752440, 1.0, 1.41421356237309504880, 2.0, 2.82842712474619009760, 4.0};
constexpr const std::array<double, kBinCount - 1>& binEdges(BinRule rule) {
  return rule == BinRule::Prompt ? kBinEdges : kPaperCodeEdges;
}

// Bin centres in log2; the two open bins reach half an octave beyond their edge.
inline constexpr std::array<double, kBinCount> kBinCentresLog2{-2.5, -1.5, -0.75, -0.25,
                                                               0.25, 0.75, 1.5,   2.5};

// Span of expected speedups a forecast can reach: 2^-2.5 .. 2^2.5. A measured S outside is "beyond the
// scale".
inline constexpr double kScaleLow = 0.17677669529663688110;
inline constexpr double kScaleHigh = 5.65685424949238019521;

// Bin 1..8 of a speedup; none where S is not a finite number above zero.
std::optional<int> binOf(double speedup, BinRule rule);

// "≤ 1.41", "> 4" as asked; "< 1.41", "≥ 4" as published, whose bins are closed on the left; "–" outside 1..8.
// A forecast's bins are always those that were asked for.
std::string_view binLabel(int bin, BinRule rule = BinRule::Prompt);

}  // namespace kernelcast
