#include "db/RowFigures.h"

#include <algorithm>

namespace kernelcast::db {

namespace {

// What failed for a reason of its own tells more than what a machine was at fault for.
std::vector<Measurement> candidateRuns(std::span<const MeasuredPair> runs) {
  std::vector<Measurement> all;
  for (const MeasuredPair& run : runs) {
    if (run.candidate != nullptr) all.push_back(*run.candidate);
  }
  std::stable_partition(all.begin(), all.end(), [](const Measurement& run) {
    return run.status != MeasurementStatus::Infrastructure;
  });
  return all;
}

void fillSpeedup(CandidateRow& row, std::span<const Measurement> reference,
                 std::span<const Measurement> candidate) {
  const auto speedup = speedupOfRuns(reference, candidate);
  if (!speedup) return;
  row.speedup = speedup->value;
  row.speedupLow = speedup->low;
  row.speedupHigh = speedup->high;
}

void fillTimes(CandidateRow& row, std::span<const Measurement> reference,
               std::span<const Measurement> candidate) {
  if (const auto own = combineRuns(candidate)) {
    row.runtimeUs = geometricMeanUs(*own).value_or(CandidateRow::kUnknown);
    row.cases = static_cast<int>(own->cases.size());
  }
  if (reference.empty() || !row.hasSpeedup()) return;
  if (const auto base = combineRuns(reference)) {
    row.referenceUs = geometricMeanUs(*base).value_or(CandidateRow::kUnknown);
  }
}

}  // namespace

void fillResources(CandidateRow& row, std::span<const KernelResources> kernels) {
  if (kernels.empty()) return;
  row.registers = row.sharedBytes = row.localBytes = -1;
  for (const KernelResources& kernel : kernels) {
    row.registers = std::max(row.registers, kernel.registers.value_or(-1));
    row.sharedBytes = std::max(row.sharedBytes, kernel.sharedBytes.value_or(-1));
    row.localBytes = std::max(row.localBytes, kernel.localBytes.value_or(-1));
  }
}

void fillMeasured(CandidateRow& row, std::span<const MeasuredPair> runs) {
  const std::vector<Measurement> all = candidateRuns(runs);
  if (all.empty()) return;

  const auto good = std::find_if(all.begin(), all.end(),
                                 [](const Measurement& run) { return run.status == MeasurementStatus::Ok; });
  const Measurement& told = good != all.end() ? *good : all.front();
  row.status = rowStatusOf(told.status);
  row.runs = static_cast<int>(std::count_if(
      all.begin(), all.end(), [&](const Measurement& run) { return run.status == told.status; }));
  fillResources(row, told.resources);
  if (told.compileMs) row.compileMs = *told.compileMs;
  row.speedup = row.speedupLow = row.speedupHigh = CandidateRow::kUnknown;
  row.runtimeUs = row.referenceUs = CandidateRow::kUnknown;
  row.cases = 0;
  if (row.status != RowStatus::Ok) return;

  std::vector<Measurement> reference;
  std::vector<Measurement> candidate;
  for (const MeasuredPair& run : runs) {
    const bool both = run.reference != nullptr && run.candidate != nullptr &&
                      run.reference->status == MeasurementStatus::Ok &&
                      run.candidate->status == MeasurementStatus::Ok;
    if (!both) continue;
    reference.push_back(*run.reference);
    candidate.push_back(*run.candidate);
  }
  if (candidate.empty()) {
    // No run measured both. Each side is combined first, so that no pair of different runs widens the
    // interval.
    std::vector<Measurement> all_references;
    for (const MeasuredPair& run : runs) {
      if (run.reference != nullptr) all_references.push_back(*run.reference);
    }
    if (const auto combined = combineRuns(all_references)) reference.push_back(*combined);
    if (const auto combined = combineRuns(all)) candidate.push_back(*combined);
  }
  fillSpeedup(row, reference, candidate);
  fillTimes(row, reference, candidate.empty() ? std::span(all) : std::span(candidate));
}

void fillForecasts(CandidateRow& row, std::span<const Forecast> repeats) {
  BinProbabilities sum{};
  const Forecast* only = nullptr;
  for (const Forecast& repeat : repeats) {
    if (!repeat.parsed) {
      ++row.unparsed;
      continue;
    }
    ++row.forecasts;
    only = &repeat;
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += repeat.probabilities[k];
  }
  if (row.forecasts == 0) return;
  if (row.forecasts == 1) {
    row.probabilities = only->probabilities;
    row.predictedBin = only->predictedBin;
    row.rawProbabilitySum = only->rawProbabilitySum;
    return;
  }
  for (double& value : sum) value /= row.forecasts;
  row.probabilities = sum;
  row.predictedBin = argmaxBin(sum);
  row.rawProbabilitySum = CandidateRow::kUnknown;  // a mean has none of its own
}

}  // namespace kernelcast::db
