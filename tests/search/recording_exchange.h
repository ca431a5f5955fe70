// A recording as a session of the exchange form, so that it can be imported like any other.
#pragma once

#include <set>
#include <unordered_map>

#include "core/exchange/native.h"
#include "core/search/recorded.h"

namespace kernelcast::search::test {

inline exchange::ExchangeSession exchangeOf(const Recording& recording) {
  exchange::ExchangeSession session;
  session.id = recording.session;
  session.name = recording.sessionName;
  session.createdMs = 1'700'000'000'000;

  Task task;
  task.name = recording.task;
  task.title = recording.task;
  task.params = {"cols", "rows"};
  for (const CaseTiming& timing : recording.referenceRuns.front().measurement.cases) {
    task.benchmarkCases.push_back(timing.params);
  }
  session.tasks = {task};
  session.devices = {{"gpu", *recording.device}};
  session.surrogates = {{"model", recording.surrogate, "", "", ""}};
  session.references = {{task.name, recording.reference.kernelHash}};

  std::set<std::string> known;
  const auto kernel = [&](const std::string& hash, const std::string& name, const std::string& source,
                          const std::vector<RecordedRun>& runs) {
    if (!known.insert(hash).second) return;
    session.kernels.push_back({hash, name, source});
    for (const RecordedRun& run : runs) {
      session.measurements.push_back({hash, task.name, run.run, run.measurement});
    }
  };
  for (const RecordedRun& run : recording.referenceRuns) {
    session.runs.push_back({run.run, "gpu", "synthetic", std::nullopt});
  }
  const Seed& reference = recording.reference;
  kernel(reference.kernelHash, reference.name, reference.source, recording.referenceRuns);

  std::unordered_map<std::string, int> numbers{{reference.kernelHash, 0}};
  for (const RecordedKernel& recorded : recording.candidates) {
    const int number = static_cast<int>(session.candidates.size()) + 1;
    kernel(recorded.hash, recorded.name, recorded.source, recorded.runs);
    exchange::ExchangeCandidate candidate;
    candidate.number = number;
    candidate.task = task.name;
    candidate.kernel = recorded.hash;
    candidate.name = recorded.name;
    candidate.parent = numbers.at(recorded.parentHash);
    candidate.note = recorded.note;
    session.candidates.push_back(candidate);
    numbers.emplace(recorded.hash, number);
    if (recorded.forecast) {
      session.forecasts.push_back({number, "model", reference.kernelHash, "gpu", 0, *recorded.forecast});
    }
  }
  return session;
}

}  // namespace kernelcast::search::test
