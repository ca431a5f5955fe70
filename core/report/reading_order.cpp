#include "core/report/reading_order.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace kernelcast::report {

std::vector<int> readingOrder(const SessionTable& table) {
  static constexpr double kLast = std::numeric_limits<double>::infinity();
  // Figures that are not finite sort last: NaN has no order, and a comparison that meets one breaks
  // std::sort.
  using Key = std::tuple<bool, int, double, double, int, int, int, int>;
  std::vector<Key> keys;
  keys.reserve(table.rows.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const CandidateRow& row = table.rows[i];
    const double forecast = row.hasForecast() ? expectedSpeedup(row.probabilities) : 0;
    keys.emplace_back(isFailure(row.status), row.task,
                      row.hasSpeedup() && std::isfinite(row.speedup) ? -row.speedup : kLast,
                      std::isfinite(forecast) ? -forecast : kLast, row.number, row.device, row.surrogate,
                      static_cast<int>(i));
  }
  std::sort(keys.begin(), keys.end());
  std::vector<int> order;
  order.reserve(keys.size());
  for (const Key& key : keys) order.push_back(std::get<7>(key));
  return order;
}

}  // namespace kernelcast::report
