#include "core/analysis/causes.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/domain/number_format.h"
#include "core/domain/text.h"

namespace kernelcast::analysis {

const CauseInfo& causeInfo(Cause cause) { return kCauses.at(static_cast<std::size_t>(cause)); }

const CauseInfo* causeFromKey(std::string_view key) {
  const auto found =
      std::find_if(kCauses.begin(), kCauses.end(), [&](const CauseInfo& info) { return info.key == key; });
  return found == kCauses.end() ? nullptr : &*found;
}

std::vector<ProposedCause> proposedCauses(const SessionTable& table, const Misrank& pair,
                                          const PairComparison& comparison) {
  std::vector<ProposedCause> causes;
  const CandidateRow& better = table.rows[static_cast<std::size_t>(pair.better)];
  const CandidateRow& favourite = table.rows[static_cast<std::size_t>(pair.favourite)];
  std::string beyond;
  for (const CandidateRow* row : {&better, &favourite}) {
    if (!row->hasSpeedup() || (row->speedup >= kScaleLow && row->speedup <= kScaleHigh)) continue;
    beyond += fmt::format("{}{} measured {}", beyond.empty() ? "" : ", ", toValidUtf8(row->name),
                          formatSpeedup(row->speedup));
  }
  if (!beyond.empty()) {
    causes.push_back(
        {Cause::BeyondScale, fmt::format("{}; no forecast can say less than {} or more than {}.", beyond,
                                         formatSpeedup(kScaleLow), formatSpeedup(kScaleHigh))});
  }
  if (pair.probabilityFavourite >= 0.4 && pair.probabilityFavourite <= 0.6) {
    causes.push_back({Cause::CoinFlip,
                      fmt::format("The forecast gave {} a chance of {} to be the faster.",
                                  toValidUtf8(favourite.name), formatPercent(pair.probabilityFavourite))});
  }
  if (comparison.wonByA > 0 && comparison.wonByB > 0) {
    causes.push_back(
        {Cause::CaseMix,
         fmt::format("{} wins {} of the {} cases that both ran, {} wins {}.", toValidUtf8(comparison.nameA),
                     comparison.wonByA, comparison.wonByA + comparison.wonByB + comparison.undecided,
                     toValidUtf8(comparison.nameB), comparison.wonByB)});
  }
  if (pair.kind == MisrankKind::WrongOrder && pair.withinNoise) {
    causes.push_back({Cause::Noise, "Their measured intervals overlap."});
  }
  if (pair.kind == MisrankKind::FailedUnforeseen) {
    causes.push_back({Cause::FailedUnforeseen,
                      fmt::format("{}: {}.", toValidUtf8(favourite.name), info(favourite.status).title)});
  }
  return causes;
}

}  // namespace kernelcast::analysis
