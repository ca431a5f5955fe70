#include "core/stats/reliability.h"

#include <algorithm>
#include <cmath>

#include "core/stats/exact_sum.h"

namespace kernelcast::stats {

namespace {

// A group while labels are added to it.
struct Gathering {
  ReliabilityGroup group;
  ExactSum confidence;
  int right = 0;

  void add(const TopLabel& label) {
    confidence.add(label.confidence);
    right += label.right ? 1 : 0;
    ++group.n;
    group.forecasts.push_back(label.forecast);
  }
  ReliabilityGroup finish() && {
    group.meanConfidence = confidence.value() / group.n;
    group.accuracy = static_cast<double>(right) / group.n;
    std::sort(group.forecasts.begin(), group.forecasts.end());
    return std::move(group);
  }
};

double gap(const ReliabilityGroup& group) { return std::abs(group.accuracy - group.meanConfidence); }

}  // namespace

std::vector<ReliabilityGroup> equalWidthGroups(std::span<const TopLabel> labels, int groups) {
  std::vector<Gathering> gathered(static_cast<std::size_t>(std::max(groups, 1)));
  const auto m = static_cast<double>(gathered.size());
  for (const TopLabel& label : labels) {
    const double index = std::clamp(std::floor(label.confidence * m), 0.0, m - 1);
    gathered[static_cast<std::size_t>(index)].add(label);
  }
  std::vector<ReliabilityGroup> result;
  for (std::size_t b = 0; b < gathered.size(); ++b) {
    if (gathered[b].group.n == 0) continue;
    gathered[b].group.low = static_cast<double>(b) / m;
    gathered[b].group.high = static_cast<double>(b + 1) / m;
    result.push_back(std::move(gathered[b]).finish());
  }
  return result;
}

int equalMassGroupCount(std::size_t n) {
  return std::max(5, static_cast<int>(std::lround(std::cbrt(static_cast<double>(n)))));
}

std::vector<ReliabilityGroup> equalMassGroups(std::span<const TopLabel> labels) {
  std::vector<TopLabel> sorted(labels.begin(), labels.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const TopLabel& a, const TopLabel& b) { return a.confidence < b.confidence; });
  const auto count = static_cast<std::size_t>(equalMassGroupCount(sorted.size()));
  std::vector<ReliabilityGroup> result;
  std::size_t begin = 0;
  for (std::size_t b = 1; b <= count && begin < sorted.size(); ++b) {
    // The boundary of equal mass, moved up to the end of the tie it would split.
    std::size_t end = std::max(b * sorted.size() / count, begin);
    if (end == begin) continue;
    while (end < sorted.size() && sorted[end].confidence == sorted[end - 1].confidence) ++end;
    Gathering gathering;
    gathering.group.low = sorted[begin].confidence;
    gathering.group.high = sorted[end - 1].confidence;
    for (std::size_t i = begin; i < end; ++i) gathering.add(sorted[i]);
    result.push_back(std::move(gathering).finish());
    begin = end;
  }
  return result;
}

std::optional<double> expectedCalibrationError(std::span<const ReliabilityGroup> groups) {
  ExactSum sum;
  int n = 0;
  for (const ReliabilityGroup& group : groups) {
    sum.add(group.n * gap(group));
    n += group.n;
  }
  if (n == 0) return std::nullopt;
  return sum.value() / n;
}

std::optional<double> maximumCalibrationError(std::span<const ReliabilityGroup> groups) {
  if (groups.empty()) return std::nullopt;
  double largest = 0;
  for (const ReliabilityGroup& group : groups) largest = std::max(largest, gap(group));
  return largest;
}

}  // namespace kernelcast::stats
