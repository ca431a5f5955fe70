// What the process that touches the GPU is asked, and what it answers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/bench/bench_task.h"
#include "core/bench/compiled_kernel.h"
#include "core/bench/launch_plan.h"
#include "core/domain/measurement.h"

namespace kernelcast::bench {

// Defences and their absence (BENCHMARKING's table): each is on but where a test shows that a trick works
// without it.
struct Defences {
  bool poisonOutputs = true;  // NaN patterns in outputs and scratch before every launch
  bool redZones = true;       // before and after each buffer
  bool hashInputs = true;     // before and after
  bool secretInputs = true;   // else drawn from the case's seed alone
  bool freshInputsPerSample = true;
  bool freshModulePerPhase = true;
  bool hiddenShapes = true;
  bool checkTimedLaunches = true;
  bool isolateOracle = true;  // expected values never share a context with a candidate about to run
  bool rooflineFloor = true;
};

struct TimingRules {
  int minSamples = 30;
  int minSlowSamples = 10;  // where one takes over slowSampleMs
  double slowSampleMs = 100;
  int maxSamples = 1000;
  double medianIntervalShare = 0.005;  // stop once the median's 95% interval is narrower than this share
  double maxSecondsPerCase = 5;        // then "unstable"
  double warmUpMs = 300;               // when idle for longer than idleMs
  double idleMs = 100;
  int warmUpLaunches = 10;
  int seedsPerCase = 5;
  int hiddenShapes = 3;
  double batchedBelowUs = 20;
};

struct GpuJob {
  BenchTask task;
  LaunchPlan plan;
  CompiledKernel compiled;
  std::uint64_t secret = 0;  // of the run
  bool timed = true;         // false: checked only
  Defences defences;
  TimingRules rules;
};

// A figure beside the median, BENCHMARKING "Time".
struct CaseExtra {
  std::optional<double> batchedUs;  // a graph of many launches over rotating buffers; short kernels only
  double gbPerSecond = 0;           // the task's bytes over the median
  double tflops = 0;
  bool unstable = false;
  bool throttled = false;
  std::optional<double> smClockMhz;
  std::optional<double> temperatureC;
  double worstError = 0;       // largest |out - expected| over the checks
  double worstErrorShare = 0;  // of what the tolerance allows at that place
};

struct GpuAnswer {
  Measurement measurement;
  std::vector<CaseExtra> extras;       // one a timed case
  std::optional<Occupancy> occupancy;  // of the first launch of the first benchmark case
  double emptyEventUs = 0;             // median of an empty event pair
  double gpuSeconds = 0;
  std::vector<std::string> warnings;
};

using Progress = std::function<void(const std::string& phase, double share)>;  // share 0..1

}  // namespace kernelcast::bench
