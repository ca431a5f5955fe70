// What a search is asked to do. A value that is stored with the session and never changes while it runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/domain/json.h"
#include "core/domain/result.h"

namespace kernelcast::search {

// What was or may be spent. Counts of calls that were made, not of results that were liked.
struct Spent {
  std::int64_t mutations = 0;
  std::int64_t forecasts = 0;
  std::int64_t gpuEvaluations = 0;
  std::int64_t tokens = 0;  // input and output
  double cost = 0;
  double gpuSeconds = 0;
  Spent& operator+=(const Spent& other);
  bool operator==(const Spent&) const = default;
};

// Limits; absent is unlimited. All but wall time are decided at a step's start by the worst case.
struct Budgets {
  std::optional<std::int64_t> mutations;
  std::optional<std::int64_t> forecasts;
  std::optional<std::int64_t> gpuEvaluations;
  std::optional<std::int64_t> tokens;
  std::optional<double> cost;
  std::optional<double> gpuSeconds;
  std::optional<double> wallSeconds;
  bool operator==(const Budgets&) const = default;
};

// The largest one call may spend, for the reservation: limits of the endpoint and of the benchmarker.
struct WorstCase {
  std::int64_t tokensPerMutation = 0;
  std::int64_t tokensPerForecast = 0;
  double costPerMutation = 0;
  double costPerForecast = 0;
  double gpuSecondsPerEvaluation = 0;
  bool operator==(const WorstCase&) const = default;
};

struct PuctConfig {
  double c = 1;
  std::optional<int> kPerParent;  // absent: all children enter the archive
  int capacity = 1000;
  bool operator==(const PuctConfig&) const = default;
};

struct PolicyConfig {
  std::string name = "standard";               // key in policies()
  int k = 1;                                   // top-k: how many of a parent's samples are measured
  std::string rank = "expected_log_speedup";   // top-k: key in rankRules()
  std::string confidence = "max_probability";  // threshold and certified
  std::optional<double> tau;                   // threshold
  double alpha = 0.1;                          // certified: error allowed among the trusted
  double delta = 0.1;                          // certified: one minus the confidence
  double auditShare = 0.05;  // random spot checks, 0..1; policies without a surrogate ignore it
  bool operator==(const PolicyConfig&) const = default;
};

// Where candidates, forecasts and measurements come from.
struct RecordedProviders {
  std::string session;    // id, unique prefix or name of the session whose record is replayed
  std::string surrogate;  // name; empty: the only one, or the first
  int delayMsLow = 0;     // each answer waits for a time drawn from this range by hash(seed, slot, stage)
  int delayMsHigh = 0;
  int maxInFlight = 16;  // calls at once, each provider
  bool operator==(const RecordedProviders&) const = default;
};

struct SearchConfig {
  int version = 1;
  std::string name;
  std::string task;
  std::string device;  // name; empty in a replay: the recording's only one
  int steps = 1;       // at most this many
  int parents = 1;     // a step
  int samples = 1;     // a parent
  std::uint64_t seed = 0;
  PuctConfig puct;
  PolicyConfig policy;
  Budgets budgets;
  WorstCase worstCase;
  int verifyLeaders =
      3;  // GPU evaluations kept in reserve for trusted leaders; policies that trust none reserve none
  std::string provider = "recorded";
  RecordedProviders recorded;
  bool operator==(const SearchConfig&) const = default;
};

// A replay: candidates, forecasts and measurements come from a recording.
inline bool isReplay(const SearchConfig& config) { return config.provider == "recorded"; }

// Ranges and rules that hold between fields, each refused with a sentence that names the field.
Result<void> checkSearchConfig(const SearchConfig& config);
// As checkSearchConfig, and what is not in this build yet is refused by name.
Result<void> checkRunnable(const SearchConfig& config);
// Refuses unknown policies, ranges that make no sense and unknown keys, each with a sentence that names the
// field.
Result<SearchConfig> searchConfigFromJson(const Json& json);
// The same for a config that is stored: one whose policy or provider this build only lists is still read.
Result<SearchConfig> storedConfigFromJson(const Json& json);
Json toJson(const SearchConfig& config);

}  // namespace kernelcast::search
