#include "core/analysis/pair.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/analysis/source_facts.h"
#include "core/domain/number_format.h"

namespace kernelcast::analysis {

namespace {

// Standard error of a median of n normal launches.
std::optional<double> standardError(const CaseTiming& timing) {
  if (!timing.stdUs || timing.n < 2) return {};
  return 1.2533 * *timing.stdUs / std::sqrt(timing.n);
}

const CaseTiming* find(const std::vector<CaseTiming>& cases, const CaseParams& params) {
  const auto found = std::find_if(cases.begin(), cases.end(),
                                  [&](const CaseTiming& timing) { return timing.params == params; });
  return found == cases.end() ? nullptr : &*found;
}

std::vector<CaseTiming> casesOf(const CandidateDetail& detail) {
  const auto combined = combineRuns(detail.runs);
  return combined && combined->status == MeasurementStatus::Ok ? combined->cases : std::vector<CaseTiming>{};
}

CaseDuel duel(const CaseTiming* a, const CaseTiming* b) {
  CaseDuel result;
  result.label = caseLabel(a != nullptr ? a->params : b->params);
  if (a != nullptr) result.aUs = a->medianUs;
  if (b != nullptr) result.bUs = b->medianUs;
  if (a == nullptr || b == nullptr) return result;
  const auto errorA = standardError(*a);
  const auto errorB = standardError(*b);
  result.spreadKnown = errorA && errorB;
  const double difference = std::abs(a->medianUs - b->medianUs);
  result.withinNoise = result.spreadKnown && difference <= 2 * std::hypot(*errorA, *errorB);
  if (!result.withinNoise && difference > 0) {
    result.winner = a->medianUs < b->medianUs ? CaseWinner::A : CaseWinner::B;
  }
  return result;
}

void fillCases(PairComparison& result, const std::vector<CaseTiming>& a, const std::vector<CaseTiming>& b) {
  for (const CaseTiming& timing : a) result.cases.push_back(duel(&timing, find(b, timing.params)));
  for (const CaseTiming& timing : b) {
    if (find(a, timing.params) == nullptr) result.cases.push_back(duel(nullptr, &timing));
  }
  for (const CaseDuel& each : result.cases) {
    if (!each.aUs || !each.bUs) continue;
    if (each.winner == CaseWinner::A) ++result.wonByA;
    else if (each.winner == CaseWinner::B) ++result.wonByB;
    else ++result.undecided;
  }
}

double lowOf(const CandidateRow& row) { return std::isfinite(row.speedupLow) ? row.speedupLow : row.speedup; }
double highOf(const CandidateRow& row) {
  return std::isfinite(row.speedupHigh) ? row.speedupHigh : row.speedup;
}

std::string intervalOf(const CandidateRow& row) {
  return fmt::format("{}–{}", formatSignificant(lowOf(row)), formatSpeedup(highOf(row)));
}

void fillNoise(PairComparison& result, const CandidateRow& a, const CandidateRow& b) {
  if (!a.hasSpeedup() || !b.hasSpeedup()) {
    result.noiseSentence = "One of them has no measured speedup, so there is no difference to judge.";
    return;
  }
  result.speedupRatio = a.speedup / b.speedup;
  const CandidateRow& faster = a.speedup >= b.speedup ? a : b;
  const CandidateRow& slower = a.speedup >= b.speedup ? b : a;
  result.beyondNoise = lowOf(faster) > highOf(slower);
  const int runs = std::min(a.runs, b.runs);
  const std::string stands = fmt::format("{} and {}, of {} run{} at least", intervalOf(faster),
                                         intervalOf(slower), runs, runs == 1 ? "" : "s");
  result.noiseSentence = *result.beyondNoise ? fmt::format("The difference exceeds the noise: {}.", stands)
                                             : fmt::format("Noise cannot tell them apart: {}.", stands);
}

void fillForecast(PairComparison& result, const CandidateRow& a, const CandidateRow& b) {
  if (a.hasForecast()) result.expectedA = expectedSpeedup(a.probabilities);
  if (b.hasForecast()) result.expectedB = expectedSpeedup(b.probabilities);
  if (!a.hasForecast() || !b.hasForecast()) {
    result.forecastSentence = "One of them has no forecast that could be read.";
    return;
  }
  const double p = probabilityFirstFaster(a.probabilities, b.probabilities);
  result.probabilityAFaster = p;
  const bool forA = p >= 0.5;
  const double sure = std::max(p, 1 - p);
  const char* favourite = forA ? "A" : "B";
  if (sure < 0.6) {
    result.forecastSentence =
        fmt::format("A coin flip to the surrogate: P({} faster) = {}.", favourite, formatPercent(sure));
  } else {
    result.forecastSentence =
        fmt::format("The surrogate {} {}: P({} faster) = {}.", sure < 0.8 ? "leaned to" : "was sure of",
                    favourite, favourite, formatPercent(sure));
  }
  if (!a.hasSpeedup() || !b.hasSpeedup() || a.speedup == b.speedup) return;
  const bool right = forA == (a.speedup > b.speedup);
  if (result.beyondNoise && !*result.beyondNoise)
    result.forecastSentence += " The measurement does not decide.";
  else result.forecastSentence += right ? " It was right." : " It was wrong.";
}

}  // namespace

PairComparison comparePair(const CandidateRow& a, const CandidateDetail& detailA, const CandidateRow& b,
                           const CandidateDetail& detailB) {
  PairComparison result;
  result.nameA = a.name;
  result.nameB = b.name;
  fillCases(result, casesOf(detailA), casesOf(detailB));
  fillNoise(result, a, b);
  fillForecast(result, a, b);
  result.facts = staticFacts(a, detailA, b, detailB);
  std::stable_partition(result.facts.begin(), result.facts.end(),
                        [](const FactPair& fact) { return fact.differs(); });
  return result;
}

}  // namespace kernelcast::analysis
