#include "core/analysis/worst_forecasts.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "core/stats/pools.h"

namespace kernelcast::analysis {

std::vector<WorstForecast> worstForecasts(const SessionTable& table, std::span<const int> rows, BinRule rule,
                                          std::size_t limit) {
  std::vector<WorstForecast> all;
  for (const int index : rows) {
    const CandidateRow& row = table.rows[static_cast<std::size_t>(index)];
    if (stats::standingOf(row) != stats::Standing::Working || !row.hasForecast()) continue;
    const auto measured = binOf(row.speedup, rule);
    if (!measured || row.predictedBin < 1 || row.predictedBin > kBinCount || *measured == row.predictedBin)
      continue;
    all.push_back({index, row.predictedBin, *measured,
                   row.probabilities.at(static_cast<std::size_t>(row.predictedBin - 1)),
                   row.probabilities.at(static_cast<std::size_t>(*measured - 1))});
  }
  const auto key = [](const WorstForecast& own) {
    return std::tuple(own.measuredProbability, -std::abs(own.forecastBin - own.measuredBin),
                      -own.forecastProbability, own.row);
  };
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(std::min(limit, all.size()));
  std::partial_sort(all.begin(), middle, all.end(),
                    [&](const WorstForecast& a, const WorstForecast& b) { return key(a) < key(b); });
  all.erase(middle, all.end());
  return all;
}

}  // namespace kernelcast::analysis
