// The search that is killed: four steps of two parents and three samples, in parallel, shuffled by delays.
#pragma once

#include "tests/search/synthetic_recording.h"

namespace kernelcast::search::test {

inline Recording killRecording() {
  return syntheticRecording(11, {.candidates = 200, .childrenOfReference = 14});
}

inline SearchConfig killConfig() {
  SearchConfig config;
  config.name = "to be killed";
  config.task = "made_up";
  config.steps = 4;
  config.parents = 2;
  config.samples = 3;
  config.seed = 3;
  config.policy.name = "top-k";
  config.policy.k = 1;
  config.policy.auditShare = 0.2;
  config.recorded.session = killRecording().session;
  config.recorded.delayMsLow = 0;
  config.recorded.delayMsHigh = 15;
  return config;
}

}  // namespace kernelcast::search::test
