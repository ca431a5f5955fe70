// Replays of the sample on a library.
#pragma once

#include <functional>
#include <string>

#include "core/search/driver.h"
#include "core/search/policy.h"
#include "db/RecordedSearch.h"
#include "tests/db/library_fixture.h"

namespace kernelcast::fixtures {

class QuietObserver final : public search::Observer {
 public:
  void onCommitted(const SessionId&, std::span<const search::Event>, const search::SearchProgress&) override {
  }
  void onEnded(const search::SearchProgress&, const std::optional<Error>& why) override {
    if (why) error = why->message;
  }
  std::string error;  // read after wait()
};

inline search::SearchConfig replayConfig(const std::string& policy, const std::string& task = "row_softmax") {
  search::SearchConfig config;
  config.name = "replay with " + policy;
  config.task = task;
  config.steps = 5;
  config.parents = 2;
  config.samples = 3;
  config.seed = 7;
  config.policy.name = policy;
  if (policy == "threshold") config.policy.tau = 0.45;
  config.recorded.session = sample().id;
  return config;
}

// Runs one to its end.
inline SessionId replay(db::Library& library, const search::SearchConfig& config) {
  QuietObserver observer;
  auto search = must(db::RecordedSearch::start(library, config, observer));
  search->driver().wait();
  if (!observer.error.empty()) throw std::runtime_error(observer.error);
  return search->session();
}

// A search as its store sees it, without a driver: for tests of the store itself.
inline search::SessionStarted startedFrom(db::Library& library, const search::SearchConfig& config) {
  auto reader = must(library.reader());
  const auto recording = must(reader.recording(config.recorded.session, config.task));
  return must(search::startedFromRecording(recording, config));
}

}  // namespace kernelcast::fixtures
