// What a search is expected to take, before it starts.
#pragma once

#include <optional>
#include <string>

#include "core/search/config.h"

namespace kernelcast::search {

struct SearchEstimate {
  int candidates = 0;           // at most: steps x parents x samples, or what the recording holds
  int forecasts = 0;            // one for each candidate, where the policy asks for any
  double evaluations = 0;       // expected: deferred and spot checks, before failures to compile
  double evaluationsOfAll = 0;  // of a search that measures every candidate
  // Answers wait for the mean of the delays; within a step the stages follow each other and candidates run
  // side by side as far as the providers let them. None where there are no delays.
  std::optional<double> wallSeconds;
  [[nodiscard]] double saved() const { return evaluationsOfAll - evaluations; }
};

// `recordedCandidates`: how many the recording holds of the task; none where nothing is replayed. Sound for
// configs that checkSearchConfig accepts.
SearchEstimate estimateOf(const SearchConfig& config, std::optional<int> recordedCandidates);

// Said plainly: what the forecasts are expected to save, or why nothing.
std::string savingSentence(const SearchConfig& config, const SearchEstimate& estimate);

}  // namespace kernelcast::search
