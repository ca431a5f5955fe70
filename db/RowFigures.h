// The figures of a row, combined when something is written so that opening a session is one scan.
#pragma once

#include <span>

#include "core/domain/session.h"

namespace kernelcast::db {

// A candidate's measurement and the reference's in the same run; null where that run did not measure it.
struct MeasuredPair {
  const Measurement* reference = nullptr;
  const Measurement* candidate = nullptr;
};

// Fills status, speedup with its interval, runs, cases, times and resources from all runs on one device. S is
// of the runs that measured both; where no run did, of each side's runs combined. Without a candidate's
// measurement the row is left as it is.
void fillMeasured(CandidateRow& row, std::span<const MeasuredPair> runs);

// Registers, shared and local memory: the largest over the kernels, -1 where none says.
void fillResources(CandidateRow& row, std::span<const KernelResources> kernels);

// Fills probabilities (mean of the repeats that were read), the predicted bin and the raw sum.
void fillForecasts(CandidateRow& row, std::span<const Forecast> repeats);

}  // namespace kernelcast::db
