// Two kernels side by side: who wins which case, whether noise could explain it, how sure the forecast was,
// and what is known of both.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/domain/session.h"

namespace kernelcast::analysis {

enum class CaseWinner { A, B, Neither };

struct CaseDuel {
  std::string label;          // "8192 × 8192"
  std::optional<double> aUs;  // median of its runs' medians; absent where it did not run
  std::optional<double> bUs;
  CaseWinner winner = CaseWinner::Neither;
  // The difference is within two standard errors of the medians (1.2533 std / sqrt(n) each, combined). False
  // also where a spread was not recorded: see spreadKnown.
  bool withinNoise = false;
  bool spreadKnown = false;
  [[nodiscard]] std::optional<double> ratio() const {  // B's time over A's: above 1 A is faster
    return aUs && bUs && *aUs > 0 && *bUs > 0 ? std::optional(*bUs / *aUs) : std::nullopt;
  }
};

struct FactPair {
  std::string name;
  std::string a;  // "–" where not known
  std::string b;
  [[nodiscard]] bool differs() const { return a != b; }
};

struct PairComparison {
  std::string nameA;
  std::string nameB;
  std::vector<CaseDuel> cases;  // in A's order, then those of B alone
  int wonByA = 0;               // beyond noise
  int wonByB = 0;
  int undecided = 0;  // of cases that both ran
  // S_A / S_B of their speedups against the reference; absent where one did not run right.
  std::optional<double> speedupRatio;
  // Their speedup intervals do not overlap; absent with speedupRatio.
  std::optional<bool> beyondNoise;
  std::string noiseSentence;
  // Each forecast's expected speedup against the reference; absent where it could not be read.
  std::optional<double> expectedA;
  std::optional<double> expectedB;
  // Forecasts taken as independent, same anchor: sum over classes k of p_A(k) (P_B(below k) + p_B(k) / 2).
  std::optional<double> probabilityAFaster;
  std::string forecastSentence;  // coin flip, leaning, sure; and whether it was right
  std::vector<FactPair> facts;   // those that differ first
};

PairComparison comparePair(const CandidateRow& a, const CandidateDetail& detailA, const CandidateRow& b,
                           const CandidateDetail& detailB);

}  // namespace kernelcast::analysis
