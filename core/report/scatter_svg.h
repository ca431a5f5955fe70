// Forecast speedup against measured speedup, log-log: a dot for each candidate, failures in a lane of their
// own.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/domain/outcome.h"
#include "core/report/markup.h"

namespace kernelcast::report {

// Where each row of a table went. Every row is in exactly one of the counts.
struct ScatterCounts {
  std::array<int, kOutcomes.size()>
      drawn{};               // by outcome; Failed: in the lane; Open: a forecast that names no class
  int failedUnforecast = 0;  // failed, and no forecast to draw it at
  int unmeasured = 0;        // a forecast, no measured speedup
  int unforecast = 0;        // no forecast
  int atEdge = 0;            // of those drawn: beyond 1/1024..1024, drawn at the axis' edge
  [[nodiscard]] int of(Outcome outcome) const { return drawn[static_cast<std::size_t>(outcome)]; }
  [[nodiscard]] int dots() const;  // all but the lane
};
ScatterCounts countScatter(const SessionTable& table, BinRule bins);

// Those that named a wrong class, the farthest from their measured speedup first.
std::vector<const CandidateRow*> farthestMisses(const SessionTable& table, BinRule bins, std::size_t limit);

// `id` is unique in the document.
Markup scatterSvg(const SessionTable& table, BinRule bins, std::string_view id);

}  // namespace kernelcast::report
