#include "core/domain/measurement.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace kernelcast {

const MeasurementStatusInfo& statusInfo(MeasurementStatus status) {
  return kMeasurementStatuses.at(static_cast<std::size_t>(status));
}

std::optional<MeasurementStatus> measurementStatusFromKey(std::string_view key) {
  for (const auto& entry : kMeasurementStatuses) {
    if (entry.key == key) return entry.status;
  }
  return std::nullopt;
}

std::string caseLabel(const CaseParams& params) {
  std::string label;
  for (const auto& [name, value] : params.values) {
    if (name == "seed") continue;
    if (!label.empty()) label += " × ";
    label += std::to_string(value);
  }
  return label;
}

std::string caseLabelLong(const CaseParams& params) {
  std::string label;
  for (const auto& [name, value] : params.values) {
    if (!label.empty()) label += ' ';
    label += fmt::format("{}={}", name, value);
  }
  return label;
}

namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double geometricMean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

Result<void> sameCases(const Measurement& a, const Measurement& b) {
  if (a.cases.size() != b.cases.size()) {
    return failure(Error::Kind::BadInput, fmt::format("{} cases against {}", a.cases.size(), b.cases.size()));
  }
  for (std::size_t i = 0; i < a.cases.size(); ++i) {
    if (a.cases[i].params != b.cases[i].params) {
      return failure(Error::Kind::BadInput,
                     fmt::format("case {} is {} against {}", i + 1, caseLabelLong(a.cases[i].params),
                                 caseLabelLong(b.cases[i].params)));
    }
  }
  return {};
}

bool usable(double microseconds) { return std::isfinite(microseconds) && microseconds > 0; }

}  // namespace

Result<std::vector<double>> caseSpeedups(const Measurement& reference, const Measurement& candidate) {
  if (reference.status != MeasurementStatus::Ok) {
    return failure(fmt::format("the reference has no time: {}", statusInfo(reference.status).title));
  }
  if (candidate.status != MeasurementStatus::Ok) {
    return failure(fmt::format("the candidate has no time: {}", statusInfo(candidate.status).title));
  }
  if (const auto same = sameCases(reference, candidate); !same) return failure(same.error());
  if (candidate.cases.empty()) return failure("no case was timed");
  std::vector<double> ratios;
  ratios.reserve(candidate.cases.size());
  for (std::size_t i = 0; i < candidate.cases.size(); ++i) {
    const double ref = reference.cases[i].medianUs;
    const double own = candidate.cases[i].medianUs;
    if (!usable(ref) || !usable(own)) {
      return failure(Error::Kind::BadInput, fmt::format("case {} has a time that is not above zero",
                                                        caseLabelLong(candidate.cases[i].params)));
    }
    ratios.push_back(ref / own);
  }
  return ratios;
}

Result<double> speedup(const Measurement& reference, const Measurement& candidate) {
  return caseSpeedups(reference, candidate).map(geometricMean);
}

Result<Measurement> combineRuns(std::span<const Measurement> runs) {
  if (runs.empty()) return failure("there is no run to combine");
  std::vector<const Measurement*> good;
  for (const Measurement& run : runs) {
    if (run.status == MeasurementStatus::Ok) good.push_back(&run);
  }
  if (good.empty()) return runs.front();
  Measurement combined = *good.front();
  for (const Measurement* run : good) {
    if (const auto same = sameCases(combined, *run); !same) return failure(same.error().in("runs differ"));
  }
  if (good.size() == 1) return combined;
  for (std::size_t i = 0; i < combined.cases.size(); ++i) {
    CaseTiming& timing = combined.cases[i];
    std::vector<double> medians;
    timing.n = 0;
    timing.meanUs.reset();
    timing.stdUs.reset();
    timing.quantiles.clear();
    for (const Measurement* run : good) {
      const CaseTiming& own = run->cases[i];
      medians.push_back(own.medianUs);
      timing.n += own.n;
      if (own.stdUs) timing.stdUs = std::max(timing.stdUs.value_or(0.0), *own.stdUs);
      if (own.minUs) timing.minUs = std::min(timing.minUs.value_or(*own.minUs), *own.minUs);
    }
    timing.medianUs = median(std::move(medians));
  }
  return combined;
}

Result<Speedup> speedupOfRuns(std::span<const Measurement> referenceRuns,
                              std::span<const Measurement> candidateRuns) {
  const auto reference = combineRuns(referenceRuns);
  if (!reference) return failure(reference.error().in("reference"));
  const auto candidate = combineRuns(candidateRuns);
  if (!candidate) return failure(candidate.error().in("candidate"));
  const auto value = speedup(*reference, *candidate);
  if (!value) return failure(value.error());

  Speedup result{*value, *value, *value, static_cast<int>(candidate->cases.size()), 0};
  for (const Measurement& run : candidateRuns) result.runs += run.status == MeasurementStatus::Ok ? 1 : 0;

  // Relative standard error of each case's median, combined over reference, candidate and cases in log S.
  double variance = 0;
  const auto add = [&variance](const CaseTiming& timing) {
    if (!timing.stdUs || timing.n < 2 || !usable(timing.medianUs)) return;
    const double relative = 1.2533 * *timing.stdUs / std::sqrt(timing.n) / timing.medianUs;
    variance += relative * relative;
  };
  for (const CaseTiming& timing : reference->cases) add(timing);
  for (const CaseTiming& timing : candidate->cases) add(timing);
  const double half = 2 * std::sqrt(variance) / static_cast<double>(candidate->cases.size());
  result.low = *value * std::exp(-half);
  result.high = *value * std::exp(half);

  const std::size_t pairs = std::min(referenceRuns.size(), candidateRuns.size());
  for (std::size_t i = 0; i < pairs; ++i) {
    if (const auto own = speedup(referenceRuns[i], candidateRuns[i])) {
      result.low = std::min(result.low, *own);
      result.high = std::max(result.high, *own);
    }
  }
  return result;
}

std::optional<double> geometricMeanUs(const Measurement& measurement) {
  if (measurement.status != MeasurementStatus::Ok || measurement.cases.empty()) return std::nullopt;
  std::vector<double> medians;
  for (const CaseTiming& timing : measurement.cases) {
    if (!usable(timing.medianUs)) return std::nullopt;
    medians.push_back(timing.medianUs);
  }
  return geometricMean(medians);
}

}  // namespace kernelcast
