// Why two kernels were put in the wrong order: a short list of causes, proposed from facts, set by people.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/misranks.h"
#include "core/analysis/pair.h"

namespace kernelcast::analysis {

enum class Cause { BeyondScale, CoinFlip, CaseMix, ReadOffComments, Noise, FailedUnforeseen, Other };

struct CauseInfo {
  Cause cause;
  std::string_view key;    // in the library
  std::string_view title;  // on screen
  std::string_view sentence;
};
inline constexpr std::array<CauseInfo, 7> kCauses{{
    {Cause::BeyondScale, "beyond_scale", "beyond the scale",
     "A measured speedup lies outside what a forecast can say, 0.177× to 5.66×."},
    {Cause::CoinFlip, "coin_flip", "coin flip", "The forecast gave neither of the two more than 60%."},
    {Cause::CaseMix, "case_mix", "case mix", "Each of the two wins some cases: the mean hides it."},
    {Cause::ReadOffComments, "read_off_comments", "read off comments",
     "The forecast followed what the source says of itself. Only a probe without comments can show it."},
    {Cause::Noise, "noise", "noise", "The measurements cannot tell the two apart."},
    {Cause::FailedUnforeseen, "failed_unforeseen", "failed unforeseen",
     "The kernel that was forecast faster does not run right."},
    {Cause::Other, "other", "other", "Something else; a note says what."},
}};
const CauseInfo& causeInfo(Cause cause);
const CauseInfo* causeFromKey(std::string_view key);

struct ProposedCause {
  Cause cause = Cause::Other;
  std::string fact;  // the sentence it rests on
};
// From facts alone, in the order of kCauses; none where the facts name none. Cases are looked at where
// `comparison` holds them.
std::vector<ProposedCause> proposedCauses(const SessionTable& table, const Misrank& pair,
                                          const PairComparison& comparison);

}  // namespace kernelcast::analysis
