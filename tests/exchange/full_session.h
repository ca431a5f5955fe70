// A session in which every field of the native form says something, small enough to damage it at every byte.
#pragma once

#include "core/exchange/native.h"

namespace kernelcast::fixtures {

inline Forecast readForecast() {
  Forecast forecast;
  forecast.probabilities = {0, 0.125, 0.125, 0.25, 0.25, 0.125, 0.125, 0};
  forecast.predictedBin = 5;
  forecast.rawProbabilitySum = 1.02;
  forecast.rationale = "wide loads – \"coalesced\"\n";
  forecast.usage = {812, 95, 0.0042};
  forecast.elapsedMs = 1312.5;
  return forecast;
}

inline Forecast unreadForecast() {
  Forecast forecast;
  forecast.parsed = false;
  forecast.probabilities = uniformProbabilities();
  forecast.parseError = "no JSON in the answer";
  forecast.rationale = "I think it is fast.";
  return forecast;
}

inline Measurement timed(double microseconds) {
  Measurement measurement;
  for (const std::int64_t rows : {64, 4096}) {
    CaseTiming timing;
    timing.params.values = {{"rows", rows}, {"cols", 1024}, {"seed", 21}};
    timing.medianUs = microseconds * static_cast<double>(rows) / 64;
    timing.n = 60;
    timing.meanUs = timing.medianUs * 1.01;
    timing.stdUs = 0.25;
    timing.minUs = timing.medianUs * 0.97;
    timing.quantiles = {{0.2, timing.medianUs * 0.98}, {0.8, timing.medianUs * 1.03}};
    measurement.cases.push_back(timing);
  }
  measurement.resources = {{"softmax", 31, 1024, 0, 8}};
  measurement.compileMs = 86.5;
  return measurement;
}

inline exchange::ExchangeSession fullSession() {
  exchange::ExchangeSession s;
  s.id = "01KV5JE8G0TEST000000000001";
  s.name = "everything";
  s.kind = SessionKind::Search;
  s.state = SessionState::Finished;
  s.stateNote = "recording exhausted: reached 2 of 3";
  s.createdMs = 1781524800000;
  s.policy = "top-k";
  s.note = "made by a test";

  Task softmax;
  softmax.name = "softmax";
  softmax.title = "Softmax";
  softmax.version = 2;
  softmax.params = {"rows", "cols"};
  softmax.tensors = {{"x", "float32", {"rows", "cols"}, "in", Json{{"dist", "normal"}, {"std", 2.0}}},
                     {"y", "float32", {"rows", "cols"}, "out", nullptr}};
  softmax.rtol = 1e-4;
  softmax.atol = 1e-6;
  softmax.correctnessCases = {{{{"rows", 7}, {"cols", 1}, {"seed", 11}}}};
  softmax.benchmarkCases = {{{{"rows", 64}, {"cols", 1024}, {"seed", 21}}},
                            {{{"rows", 4096}, {"cols", 1024}, {"seed", 21}}}};
  softmax.description = "Softmax of each row.";
  Task other;
  other.name = "other";
  other.title = "Another";
  s.tasks = {softmax, other};

  Device gpu{"NVIDIA H200", {{9, 0}}, 150109880320, 132, 62914560, 6016,
             232448,        2048,     1.98,         3.2, "13.0",   "13.0"};
  Device bare;
  bare.name = "somewhere";
  s.devices = {{"gpu", gpu}, {"bare", bare}};
  s.surrogates = {{"a", "surrogate A", "model-1", "forced tool", "Forecast this."},
                  {"b", "surrogate B", "", "", ""}};
  s.kernels = {{"ref", "reference", "__global__ void r() {}\n"},
               {"k1", "first", "__global__ void a() {}\n"},
               {"k2", "second", std::string("// latin-1: \xE9 and a zero: \0 .", 29)},
               {"k3", "third", "__global__ void c() { /* µ */ }\n"},
               {"oref", "reference", "other"}};
  s.references = {{"softmax", "ref"}, {"other", "oref"}};

  exchange::ExchangeCandidate first{1,           "softmax",         "k1",          "first", 0,
                                    "tried one", Verdict::Deferred, RowStatus::Ok, 1.25,    "1"};
  exchange::ExchangeCandidate second{
      2, "softmax", "k2", "second", 1, "", Verdict::Skipped, RowStatus::Skipped, {}, ""};
  exchange::ExchangeCandidate third{7, "softmax", "k3", "third", 2, "", {}, {}, {}, ""};
  s.candidates = {first, second, third};
  s.forecasts = {{1, "a", "ref", "gpu", 0, readForecast()},
                 {1, "a", "ref", "gpu", 1, unreadForecast()},
                 {2, "b", "ref", "bare", 0, readForecast()}};
  s.runs = {{"1", "gpu", "kernelcast-bench 0.1", 1781524800123}, {"2", "gpu", "", {}}};

  Measurement wrong;
  wrong.status = MeasurementStatus::Incorrect;
  wrong.error = "3 of 64 elements of y outside tolerance";
  s.measurements = {{"ref", "softmax", "1", timed(20)},
                    {"k1", "softmax", "1", timed(16)},
                    {"k2", "softmax", "1", wrong},
                    {"ref", "softmax", "2", timed(20.5)},
                    {"k1", "softmax", "2", timed(16.5)}};
  s.events = {
      {1, 1781524800001, "session_started", 1, "", Json{{"seeds", {"ref"}}, {"depth", {{"of", {1, 2}}}}}},
      {2, 1781524800002, "mutation_completed", 3, "0/0/0", Json::object()}};
  return s;
}

}  // namespace kernelcast::fixtures
