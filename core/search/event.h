// What happened in a search, one value each: the only thing a search is made of. State is a fold over these.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/domain/device.h"
#include "core/domain/forecast.h"
#include "core/domain/measurement.h"
#include "core/domain/session.h"
#include "core/search/config.h"
#include "core/search/slot.h"

namespace kernelcast::search {

// A step of one candidate's way that a provider works on.
enum class Stage { Mutation, Compile, Forecast, Measurement };
const KeyTitle& info(Stage stage);

// A kernel the search starts from; the first is the reference that speedups are measured against.
struct Seed {
  std::string name;
  std::string kernelHash;
  std::string source;  // not in the event's payload: texts are stored once, by hash
  double reward = 1;   // S against the reference; 1 for the reference itself
};

struct SessionStarted {
  SearchConfig config;
  std::vector<Seed> seeds;  // at least one
  std::optional<Device> device;
  int recordedCandidates = 0;  // N of "reached r of N"; 0 where nothing is replayed
};
// Parents, spot checks and what fits the budgets are decided here, before anything is asked for.
struct StepStarted {
  struct Parent {
    NodeId node = 0;
    double score = 0;  // PUCT
  };
  struct Admitted {
    Slot slot;
    bool audit = false;
  };
  int step = 0;
  std::vector<Parent> parents;
  std::vector<Admitted> admitted;  // in slot order; a slot that did not fit the budgets is absent
  int refused = 0;                 // slots that did not fit
};
struct MutationCompleted {
  Slot slot;
  NodeId parentNode = 0;
  std::string name;
  std::string kernelHash;
  std::string source;  // not in the payload
  std::string note;
  Usage usage;
  std::optional<double> elapsedMs;
};
struct MutationFailed {
  Slot slot;
  NodeId parentNode = 0;
  std::string reason;
  bool exhausted = false;  // the recording holds no further child of this parent: neither failed nor charged
  Usage usage;
  bool notAsked =
      false;  // tries lost in flight had spent its share of a budget: never asked for, not charged
};
// A compile failure spends the slot: no forecast is paid for and no GPU evaluation.
struct CompileCompleted {
  Slot slot;
  bool ok = true;
  std::string log;
  std::vector<KernelResources> resources;
  std::optional<double> compileMs;
};
struct ForecastCompleted {
  Slot slot;
  Forecast forecast;  // parsed or not; one that could not be read ranks last and is never trusted
};
struct ForecastFailed {
  Slot slot;
  std::string reason;
  bool missing = false;  // not in the recording
  Usage usage;
};
// All of a parent's forecasts are in: its verdicts fall at once.
struct ParentJudged {
  struct Judged {
    Slot slot;
    Verdict verdict = Verdict::None;
    std::optional<double> score;  // by the policy's rule; absent where it had no forecast
  };
  int step = 0;
  int parent = 0;
  std::vector<Judged> verdicts;
};
// What a device said, or what the recording holds of it. Recorded measurements are referenced, never copied.
struct MeasurementCompleted {
  Slot slot;
  MeasurementStatus status = MeasurementStatus::Ok;
  std::optional<double> speedup;  // candidate and reference of the same run
  std::string run;                // which run; with recorded, a run of the recording
  bool recorded = false;
  bool verification = false;               // a trusted leader, verified before the session is called finished
  std::optional<Measurement> measurement;  // of a live measurement
  std::optional<Measurement> reference;
  double gpuSeconds = 0;
};
// Not measured: not in the recording, or the machine was at fault. Says nothing of the kernel.
struct MeasurementFailed {
  Slot slot;
  std::string reason;
  bool missing = false;  // not in the recording
  bool verification = false;
  double gpuSeconds = 0;
  bool notAsked = false;  // as in MutationFailed
};
struct StepCompleted {
  int step = 0;
};
struct VerificationStarted {
  std::vector<Slot> leaders;  // trusted leaders, best first
};
// A call that was stopped; a result that comes late is still recorded and charged.
struct RequestCancelled {
  Slot slot;
  Stage stage = Stage::Mutation;
};
struct Paused {};
struct Resumed {};
struct Stopped {
  std::string reason;
};
struct Finished {
  std::string
      reason;  // "all 10 steps done", "recording exhausted: reached 8 of 13", "the GPU budget is spent"
};
struct Failed {
  std::string reason;
};

using EventBody = std::variant<SessionStarted, StepStarted, MutationCompleted, MutationFailed,
                               CompileCompleted, ForecastCompleted, ForecastFailed, ParentJudged,
                               MeasurementCompleted, MeasurementFailed, StepCompleted, VerificationStarted,
                               RequestCancelled, Paused, Resumed, Stopped, Finished, Failed>;

struct Event {
  std::int64_t seq = 0;   // 1, 2, ... inside the session
  std::int64_t atMs = 0;  // UTC; no part of the state
  EventBody body;
};

// In the order of EventBody's alternatives.
struct EventKindInfo {
  std::string_view key;    // "mutation_completed"
  std::string_view title;  // "kernel written"
  int version;             // of the payload that this build writes; older ones are upcast on read
};
std::span<const EventKindInfo> eventKinds();
const EventKindInfo& kindOf(const EventBody& body);

// "3/1/0" for a candidate's event, "3/1" for a parent's, "3" for a step's, "" for the session's; a
// verification's slot has "v" in front. (kind, slot) is the key under which a killed and resumed search is
// compared with an uninterrupted one.
std::string eventSlotKey(const EventBody& body);
// The candidate's slot, where the event is about one.
std::optional<Slot> eventSlot(const EventBody& body);

// What the call behind an event counts against the budgets; nothing where none was made, or where a recording
// had no answer. A measurement that failed counts as one on the GPU: only the state knows whether it came
// that far.
Spent spentBy(const EventBody& body);

// The event in a line of at most some 300 bytes: "forecast 1.25×, class 5". Empty where its kind says it all.
std::string eventSummary(const EventBody& body);

// Payload of the current version; kernel sources are left out. fromJson upcasts older versions, refuses newer
// ones.
Json payloadToJson(const EventBody& body);
Result<EventBody> eventFromJson(std::string_view kind, int version, const Json& payload);

}  // namespace kernelcast::search
