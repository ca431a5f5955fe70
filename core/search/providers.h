// Who writes, forecasts and measures: three asynchronous interfaces. Submit one request, get one result
// later.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/search/event.h"

namespace kernelcast::search {

using RequestId = std::uint64_t;  // unique while a driver runs

// Called exactly once for each submitted request, from any thread, also from inside submit(). A cancelled
// request is answered too: with Outcome::Cancelled, or with its result where that came first.
template <typename Answer>
using Completion = std::function<void(RequestId, Answer)>;

enum class Outcome {
  Done,       // the answer holds a result
  Failed,     // tried and failed; `reason` says why; charged
  Missing,    // not in the recording; not charged
  Exhausted,  // mutator only: no further child is recorded; not charged
  Cancelled,
};

struct MutationRequest {
  RequestId id = 0;
  Slot slot;
  std::uint64_t seed = 0;
  std::string task;
  std::string parentHash;
  std::string parentSource;  // empty where the provider says it does not need it
  int ordinal = 0;           // how many mutations were asked of this parent before
};
struct MutationAnswer {
  Outcome outcome = Outcome::Done;
  std::string reason;
  std::string name;
  std::string source;
  std::string note;
  Usage usage;
  std::optional<double> elapsedMs;
};

struct CompileRequest {
  RequestId id = 0;
  Slot slot;
  std::uint64_t seed = 0;
  std::string task;
  std::string kernelHash;
  std::string source;
};
struct CompileAnswer {
  Outcome outcome = Outcome::Done;
  std::string reason;
  bool ok = true;
  std::string log;
  std::vector<KernelResources> resources;
  std::optional<double> compileMs;
};

struct ForecastRequest {
  RequestId id = 0;
  Slot slot;
  std::uint64_t seed = 0;
  std::string task;
  std::string anchorHash;  // the reference that the forecast is against
  std::string anchorSource;
  std::string kernelHash;
  std::string source;
  int repeat = 0;
  bool mayDefer = false;  // native policy: the model may choose the GPU instead
  std::vector<KernelResources> compilerFacts;
};
struct ForecastAnswer {
  Outcome outcome = Outcome::Done;
  std::string reason;
  Forecast forecast;
  bool deferredByModel = false;  // native policy: it chose the GPU
  Usage usage;                   // of a failed call
};

struct MeasureRequest {
  RequestId id = 0;
  Slot slot;
  std::uint64_t seed = 0;
  std::string task;
  std::string referenceHash;
  std::string kernelHash;
  std::string source;
  bool verification = false;
};
struct MeasureAnswer {
  Outcome outcome = Outcome::Done;
  std::string reason;
  MeasurementStatus status = MeasurementStatus::Ok;
  std::optional<double> speedup;
  std::string run;
  bool recorded = false;
  std::optional<Measurement> measurement;
  std::optional<Measurement> reference;
  double gpuSeconds = 0;
};

class Provider {
 public:
  virtual ~Provider() = default;
  virtual void cancel(RequestId id) = 0;              // of an unknown id: nothing
  [[nodiscard]] virtual int maxInFlight() const = 0;  // at least 1
  [[nodiscard]] virtual bool needsSources() const = 0;
};
class Mutator : public Provider {
 public:
  virtual void submit(MutationRequest request, Completion<MutationAnswer> done) = 0;
};
class Surrogate : public Provider {
 public:
  virtual void submit(ForecastRequest request, Completion<ForecastAnswer> done) = 0;
};
// maxInFlight() is for measurements: one a GPU.
class Evaluator : public Provider {
 public:
  virtual void compile(CompileRequest request, Completion<CompileAnswer> done) = 0;
  virtual void measure(MeasureRequest request, Completion<MeasureAnswer> done) = 0;
  [[nodiscard]] virtual int maxCompilesInFlight() const = 0;
};

// Not owned; surrogate may be null for policies that use none.
struct Providers {
  Mutator* mutator = nullptr;
  Surrogate* surrogate = nullptr;
  Evaluator* evaluator = nullptr;
};

}  // namespace kernelcast::search
