// The keys of one document resolved to rows of the library, while a session is being imported.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/exchange/native.h"

namespace kernelcast::db {

struct ImportedTask {
  int ix = -1;
  std::int64_t definition = 0;
  std::int64_t version = 0;
  std::int64_t reference = 0;  // kernel; 0: none
};
struct ImportedDevice {
  int ix = -1;  // -1: not known, so no device of the session
  std::int64_t id = 0;
};
struct ImportedSurrogate {
  int ix = -1;
  std::int64_t id = 0;
};
struct ImportedRun {
  int ix = -1;
  std::int64_t id = 0;
  ImportedDevice device;
};
struct ImportedMeasurement {
  std::int64_t kernel = 0;
  int task = -1;
  const ImportedRun* run = nullptr;
  const Measurement* measurement = nullptr;
};

struct ImportTables {
  std::int64_t session = 0;
  std::unordered_map<std::string, ImportedTask> tasks;
  std::unordered_map<std::string, ImportedDevice> devices;
  std::unordered_map<std::string, ImportedSurrogate> surrogates;
  std::unordered_map<std::string, std::int64_t> kernels;
  std::unordered_map<std::string, ImportedRun> runs;
  std::vector<ImportedMeasurement> measurements;
  std::vector<std::string> deviceLabels;  // by ix
  std::vector<std::string> surrogateLabels;
};

// What the events of a search say beside its candidates.
struct CompileOutcome {
  std::int64_t seq = 0;
  bool ok = true;
  std::vector<KernelResources> resources;
  std::optional<double> compileMs;
};
using CompileOutcomes = std::unordered_map<int, CompileOutcome>;  // by candidate number

// Builds and writes the rows of all candidates; returns what they add up to.
struct RowTotals {
  int forecasts = 0;
  int measured = 0;
  int correct = 0;
  std::vector<BestOfTask> best;
};
// `pause` is called between candidates; its error ends it.
Result<RowTotals> importRows(class Connection& connection, const exchange::ExchangeSession& session,
                             const ImportTables& tables, const CompileOutcomes& compiles,
                             const std::function<Result<void>()>& pause);

}  // namespace kernelcast::db
