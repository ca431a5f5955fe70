// Top-label reliability: forecasts grouped by the probability of the bin they named, against how often they
// were right.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace kernelcast::stats {

// One bar of the top-label reliability diagram. Empty groups are absent.
struct ReliabilityGroup {
  double low = 0;  // bounds of the group's confidence
  double high = 0;
  double meanConfidence = 0;  // never the group's middle
  double accuracy = 0;        // share of right speed classes
  int n = 0;
  std::vector<int> forecasts;  // indices into SessionTable::forecasts, ascending
};

struct TopLabel {
  double confidence = 0;  // p[predicted bin], 0..1
  bool right = false;     // the predicted bin is the true one
  int forecast = 0;       // index into SessionTable::forecasts
};

// Group index = min(floor(c M), M - 1), so that confidence 1 lands in the last; low and high are the group's
// edges.
std::vector<ReliabilityGroup> equalWidthGroups(std::span<const TopLabel> labels, int groups = 10);

// About n^(1/3) groups of equal size, five at least; equal confidences stay together, so there may be fewer.
// low and high are the least and the largest confidence inside.
std::vector<ReliabilityGroup> equalMassGroups(std::span<const TopLabel> labels);
int equalMassGroupCount(std::size_t n);

// Expected calibration error, sum n_b/n |acc_b - conf_b|, and the largest of those gaps (Guo et al. 2017).
// None without a group. Biased upward in small samples.
std::optional<double> expectedCalibrationError(std::span<const ReliabilityGroup> groups);
std::optional<double> maximumCalibrationError(std::span<const ReliabilityGroup> groups);

}  // namespace kernelcast::stats
