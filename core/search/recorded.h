// Providers that replay what a session holds. Pure functions of their request, so a killed replay ends the
// same.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/search/providers.h"

namespace kernelcast::search {

struct RecordedRun {
  std::string run;  // the library's name of the run
  Measurement measurement;
};

struct RecordedKernel {
  std::string hash;
  std::string parentHash;
  std::string name;
  std::string source;
  std::string note;
  std::optional<Forecast> forecast;
  std::vector<RecordedRun> runs;
};

// One task of a session, on one device, by one surrogate.
struct Recording {
  SessionId session;
  std::string sessionName;
  std::string task;
  std::string surrogate;
  std::optional<Device> device;
  Seed reference;
  std::vector<RecordedRun> referenceRuns;
  std::vector<RecordedKernel>
      candidates;  // in the recording's order; the same kernel may stand under two parents
};

// Mutator: the answer to (parent's hash, ordinal) is that item of a permutation, seeded by (seed, parent's
// hash), of the parent's recorded children; past the end, Exhausted. Surrogate: the recorded forecast, else
// Missing. Evaluator: a compile failure of the recording fails to compile; of several runs one is chosen by
// hash(seed, slot), and S uses candidate and reference of the same run; no run at all is Missing, never
// invented. Answers come after delays drawn from the configured range, so that their order is shuffled, by a
// seed.
class RecordedProviderSet {
 public:
  // `shuffle` draws other delays, and so another order of answers, and changes nothing else.
  RecordedProviderSet(Recording recording, RecordedProviders settings, std::uint64_t seed,
                      std::uint64_t shuffle = 0);
  ~RecordedProviderSet();  // cancels and joins
  [[nodiscard]] Providers providers();
  [[nodiscard]] const Recording& recording() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// The first event of a replay of this recording.
Result<SessionStarted> startedFromRecording(const Recording& recording, const SearchConfig& config);

}  // namespace kernelcast::search
