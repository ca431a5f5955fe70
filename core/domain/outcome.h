// A forecast against the truth, as charts and tables mark it.
#pragma once

#include <array>
#include <cstdlib>
#include <string_view>

#include "core/domain/session.h"

namespace kernelcast {

enum class Outcome { Hit, OffByOne, OffByMore, Failed, Open };

struct OutcomeInfo {
  Outcome outcome;
  std::string_view key;
  std::string_view title;  // on screen
  std::string_view shape;  // told apart without colour
};
inline constexpr std::array<OutcomeInfo, 5> kOutcomes{{
    {Outcome::Hit, "hit", "right speed class", "circle"},
    {Outcome::OffByOne, "off-by-one", "off by one class", "triangle"},
    {Outcome::OffByMore, "off-by-more", "off by more", "square"},
    {Outcome::Failed, "failed", "failed", "cross"},
    {Outcome::Open, "open", "not measured or not forecast", "dot"},
}};

inline Outcome outcomeOf(const CandidateRow& row, BinRule rule) {
  if (isFailure(row.status)) return Outcome::Failed;
  const auto truth = binOf(row.speedup, rule);
  if (!truth || row.predictedBin == 0) return Outcome::Open;
  const int miss = std::abs(row.predictedBin - *truth);
  return miss == 0 ? Outcome::Hit : miss == 1 ? Outcome::OffByOne : Outcome::OffByMore;
}

}  // namespace kernelcast
