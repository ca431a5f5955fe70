// What can be read off a kernel without running it: resources, launch plan, and what its source mentions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/pair.h"

namespace kernelcast::analysis {

// Something that a CUDA source mentions. Whole words are searched, not meaning.
struct SourceFeature {
  std::string_view name;                // "shared memory"
  std::vector<std::string_view> words;  // any of them
};
const std::vector<SourceFeature>& sourceFeatures();
bool mentions(std::string_view source, const SourceFeature& feature);

// Name by name for two kernels; both unknown are left out. Features are looked for in code alone: what a
// comment says of itself is no fact.
std::vector<FactPair> staticFacts(const CandidateRow& a, const CandidateDetail& detailA,
                                  const CandidateRow& b, const CandidateDetail& detailB);

}  // namespace kernelcast::analysis
