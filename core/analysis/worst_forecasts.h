// The forecasts that were most confidently wrong.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/domain/session.h"
#include "core/domain/speedup_bin.h"

namespace kernelcast::analysis {

struct WorstForecast {
  int row = 0;                     // index into SessionTable::rows
  int forecastBin = 0;             // the class that the surrogate named, 1..8
  int measuredBin = 0;             // 1..8
  double forecastProbability = 0;  // given to the class it named
  double measuredProbability = 0;  // given to the class that was measured
};

// Of the given rows those with a readable forecast and a measured speedup that lie in another class than was
// named: first who gave least to what was measured, then who was more classes off, then who was surer.
// O(n log limit).
std::vector<WorstForecast> worstForecasts(const SessionTable& table, std::span<const int> rows, BinRule rule,
                                          std::size_t limit = 5);

}  // namespace kernelcast::analysis
