// A kernel's place among those of its pool (one task, device and surrogate), with the ties that noise leaves.
#pragma once

#include <string>

#include "core/domain/session.h"

namespace kernelcast::analysis {

struct RankRange {
  int first = 0;  // best place it may have, 1 is best; 0: it has none
  int last = 0;   // worst place it may have
  int of = 0;     // kernels that were ranked

  [[nodiscard]] bool isKnown() const { return first > 0; }
  [[nodiscard]] bool isTied() const { return last > first; }
  bool operator==(const RankRange&) const = default;
};

// By S, among working kernels: kernels whose intervals overlap cannot be told apart, so first counts those
// that are surely faster and last those that are surely slower (STATISTICS, "Several measurements"). Where no
// interval is known the point value stands for it. O(n).
RankRange measuredRank(const SessionTable& table, int row);
// By expected speedup, among rows with a usable forecast: equal forecasts (rounded to 1e-9) are tied. O(n).
RankRange forecastRank(const SessionTable& table, int row);

// "3", "3 to 5"; "–" where there is no rank.
std::string rankText(const RankRange& rank);

}  // namespace kernelcast::analysis
