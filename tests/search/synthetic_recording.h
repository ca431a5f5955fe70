// A recording made up from a seed: a tree of kernels, some that fail, some without a forecast or a
// measurement, two runs.
#pragma once

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "core/domain/forecast.h"
#include "core/domain/hash.h"
#include "core/search/recorded.h"

namespace kernelcast::search::test {

struct RecordingShape {
  int candidates = 60;
  int childrenOfReference = 12;  // the others hang on candidates before them
  double failing = 0.15;         // compile failures, wrong results, crashes, a third each
  double withoutForecast = 0.1;
  double unparsed = 0.05;
  double withoutMeasurement = 0.05;
  double repeated = 0.1;  // the text of an earlier kernel, under another parent
  int runs = 2;
};

inline double draw(std::uint64_t seed, int index, std::string_view what) {
  return unitInterval(stableHash(fmt::format("{} {}", index, what), seed));
}

inline Measurement timed(double medianUs) {
  Measurement measurement;
  for (int c = 0; c < 2; ++c) {
    CaseTiming timing;
    timing.params.values = {{"cols", 64 << c}, {"rows", 128}};
    timing.medianUs = medianUs * (c + 1);
    timing.n = 20;
    measurement.cases.push_back(timing);
  }
  measurement.resources.push_back({"kernel", 32, 0, 0, 0});
  measurement.compileMs = 12;
  return measurement;
}

inline Forecast forecastAround(double speedup, double noise) {
  Forecast forecast;
  double sum = 0;
  for (std::size_t k = 0; k < forecast.probabilities.size(); ++k) {
    const double distance = kBinCentresLog2[k] - (std::log2(speedup) + noise);
    forecast.probabilities[k] = std::exp(-distance * distance);
    sum += forecast.probabilities[k];
  }
  for (double& p : forecast.probabilities) p /= sum;
  forecast.predictedBin = argmaxBin(forecast.probabilities);
  forecast.rationale = "drawn";
  forecast.usage = {1000, 200, 0.00125};
  return forecast;
}

inline Recording syntheticRecording(std::uint64_t seed, const RecordingShape& shape = {}) {
  Recording recording;
  recording.session = "01J00000000000000000000000";
  recording.sessionName = "synthetic";
  recording.task = "made_up";
  recording.surrogate = "drawn";
  recording.device = Device{};
  recording.device->name = "Synthetic GPU";
  recording.reference.name = "reference";
  recording.reference.source = fmt::format("// reference of {}\n", seed);
  recording.reference.kernelHash = sha256Hex(recording.reference.source);
  for (int run = 0; run < shape.runs; ++run) {
    recording.referenceRuns.push_back({fmt::format("run {}", run + 1), timed(100 + run)});
  }
  for (int i = 0; i < shape.candidates; ++i) {
    RecordedKernel kernel;
    kernel.name = fmt::format("kernel_{}", i);
    kernel.source = fmt::format("// kernel {} of {}\n", i, seed);
    kernel.note = fmt::format("idea {}", i);
    double speedup = std::exp2(2.4 * draw(seed, i, "speedup") - 0.8);
    if (i < shape.childrenOfReference) {
      kernel.parentHash = recording.reference.kernelHash;
    } else {
      // Early kernels have more children, as in a search.
      const double share = draw(seed, i, "parent");
      const auto& parent = recording.candidates[static_cast<std::size_t>(share * share * i)];
      kernel.parentHash = parent.hash;
      if (draw(seed, i, "repeated") < shape.repeated) {
        kernel.source = recording.candidates[static_cast<std::size_t>(draw(seed, i, "which") * i)].source;
      }
    }
    kernel.hash = sha256Hex(kernel.source);
    if (draw(seed, i, "forecast") >= shape.withoutForecast) {
      kernel.forecast = forecastAround(speedup, draw(seed, i, "noise") - 0.5);
      if (draw(seed, i, "parsed") < shape.unparsed) {
        kernel.forecast = Forecast{};
        kernel.forecast->parsed = false;
        kernel.forecast->probabilities = uniformProbabilities();
        kernel.forecast->parseError = "no JSON";
        kernel.forecast->usage = {900, 10, 0.001};
      }
    }
    if (draw(seed, i, "measured") >= shape.withoutMeasurement) {
      for (int run = 0; run < shape.runs; ++run) {
        Measurement measurement = timed(100 / speedup + run);
        const double failing = draw(seed, i, "failing") / shape.failing;
        if (failing < 1) {
          measurement.cases.clear();
          measurement.status = failing < 0.33   ? MeasurementStatus::CompileFailed
                               : failing < 0.67 ? MeasurementStatus::Incorrect
                                                : MeasurementStatus::RuntimeError;
          measurement.error = "made to fail";
        }
        kernel.runs.push_back({fmt::format("run {}", run + 1), measurement});
      }
    }
    recording.candidates.push_back(std::move(kernel));
  }
  return recording;
}

}  // namespace kernelcast::search::test
