// Rows compared field by field, and a summary computed anew from what a session shows when it is opened.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include <fmt/format.h>

#include "core/domain/session.h"

namespace kernelcast::fixtures {

inline std::string number(double value) {
  return std::isnan(value) ? "unknown" : fmt::format("{:.17g}", value);
}

inline std::string rowText(const CandidateRow& row) {
  std::string text = fmt::format(
      "#{} task {} device {} surrogate {} parent {} \"{}\" of \"{}\" {} {} {} forecasts {} unparsed {} bin "
      "{} sum {}",
      row.number, row.task, row.device, row.surrogate, row.parent, row.name, row.parentName, row.kernelHash,
      info(row.verdict).key, info(row.status).key, row.forecasts, row.unparsed, row.predictedBin,
      number(row.rawProbabilitySum));
  for (const double p : row.probabilities) text += " " + number(p);
  return text + fmt::format(" S {} {} {} runs {} cases {} us {} {} resources {} {} {} {}",
                            number(row.speedup), number(row.speedupLow), number(row.speedupHigh), row.runs,
                            row.cases, number(row.runtimeUs), number(row.referenceUs), row.registers,
                            row.sharedBytes, row.localBytes, number(row.compileMs));
}

inline std::string tableText(const SessionTable& table) {
  std::string text;
  for (const auto* list : {&table.tasks, &table.devices, &table.surrogates}) {
    for (const std::string& name : *list) text += name + ", ";
    text += "\n";
  }
  for (const CandidateRow& row : table.rows) text += rowText(row) + "\n";
  for (const ForecastRow& row : table.forecasts) {
    text += fmt::format("forecast of row {} repeat {} parsed {} bin {} sum {}", row.row, row.repeat,
                        row.parsed, row.predictedBin, number(row.rawProbabilitySum));
    for (const double p : row.probabilities) text += " " + number(p);
    text += "\n";
  }
  return text;
}

// What the summary must say of these rows, without tokens, cost and GPU time, which rows do not hold.
inline std::string countsText(const SessionSummary& summary) {
  std::string text = fmt::format(
      "{} candidates, {} forecasts, {} measured, {} correct, {} trusted, {} deferred, {} skipped, "
      "{} audited; best",
      summary.candidates, summary.forecasts, summary.measured, summary.correct, summary.trusted,
      summary.deferred, summary.skipped, summary.audited);
  for (const BestOfTask& best : summary.best) {
    text += fmt::format(" {} #{} {} {};", best.task, best.candidate, best.name, number(best.speedup));
  }
  for (const auto* list : {&summary.tasks, &summary.devices, &summary.surrogates}) {
    text += " |";
    for (const std::string& name : *list) text += " " + name;
  }
  return text;
}

inline SessionSummary recount(const SessionTable& table) {
  struct Candidate {
    bool measured = false;
    bool correct = false;
    Verdict verdict = Verdict::None;
  };
  std::map<int, Candidate> candidates;
  std::map<int, BestOfTask> best;
  for (const CandidateRow& row : table.rows) {
    Candidate& own = candidates[row.number];
    const bool judged = isMeasured(row.status) && row.runs > 0;
    own.measured = own.measured || judged;
    own.correct = own.correct || (judged && row.status == RowStatus::Ok);
    own.verdict = row.verdict;
    if (row.status != RowStatus::Ok || !row.hasSpeedup()) continue;
    BestOfTask& leader = best[row.task];
    const bool better =
        row.speedup > leader.speedup || (row.speedup == leader.speedup && row.number < leader.candidate);
    if (better) leader = {table.tasks[static_cast<std::size_t>(row.task)], row.number, row.name, row.speedup};
  }
  SessionSummary summary;
  summary.tasks = table.tasks;
  summary.devices = table.devices;
  summary.surrogates = table.surrogates;
  summary.candidates = static_cast<int>(candidates.size());
  summary.forecasts = static_cast<int>(table.forecasts.size());
  for (const auto& [number, own] : candidates) {
    summary.measured += own.measured ? 1 : 0;
    summary.correct += own.correct ? 1 : 0;
    summary.trusted += own.verdict == Verdict::Trusted ? 1 : 0;
    summary.deferred += own.verdict == Verdict::Deferred ? 1 : 0;
    summary.skipped += own.verdict == Verdict::Skipped ? 1 : 0;
    summary.audited += own.verdict == Verdict::Audit ? 1 : 0;
  }
  for (const auto& [task, leader] : best) summary.best.push_back(leader);
  return summary;
}

}  // namespace kernelcast::fixtures
