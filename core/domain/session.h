// One search, evaluation or import, and its rows as they are loaded when it is opened.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/domain/device.h"
#include "core/domain/forecast.h"
#include "core/domain/measurement.h"
#include "core/domain/result.h"

namespace kernelcast {

using SessionId = std::string;                       // a ULID
inline constexpr std::size_t kMaxSessionName = 200;  // characters

enum class SessionKind { Search, Evaluation, Import };
enum class SessionState { Imported, Running, Paused, Interrupted, Stopped, Finished, Failed };
// What a policy did with a candidate. None: no policy ran (imports), or not judged yet.
enum class Verdict { None, Trusted, Deferred, Skipped, Audit };
// Where a candidate stands. The measured ones mirror MeasurementStatus.
enum class RowStatus {
  Pending,      // no measurement yet
  Skipped,      // dropped on its forecast
  Trusted,      // its forecast stands in for a measurement
  NotRecorded,  // a replay asked for it, and the recording holds no measurement
  Ok,
  CompileFailed,
  Incorrect,
  RuntimeError,
  TimedOut,
  Infrastructure,
};

struct KeyTitle {
  std::string_view key;    // in files and on the command line
  std::string_view title;  // on screen
};
const KeyTitle& info(SessionKind kind);
const KeyTitle& info(SessionState state);
const KeyTitle& info(Verdict verdict);
const KeyTitle& info(RowStatus status);
std::optional<SessionKind> sessionKindFromKey(std::string_view key);
std::optional<SessionState> sessionStateFromKey(std::string_view key);
std::optional<Verdict> verdictFromKey(std::string_view key);
std::optional<RowStatus> rowStatusFromKey(std::string_view key);

RowStatus rowStatusOf(MeasurementStatus status);
// The candidate itself is at fault: did not compile, wrong result, crashed, ran too long.
bool isFailure(RowStatus status);
// A device said something of it: ok or a failure.
bool isMeasured(RowStatus status);

struct BestOfTask {
  std::string task;
  int candidate = 0;
  std::string name;
  double speedup = 0;
};

// What the session list shows, read from summary columns alone.
struct SessionSummary {
  SessionId id;
  std::string name;
  SessionKind kind = SessionKind::Import;
  SessionState state = SessionState::Imported;
  std::string stateNote;  // why it stopped or failed, "recording exhausted: reached 8 of 13"
  std::int64_t createdMs = 0;
  std::int64_t updatedMs = 0;
  std::string policy;     // key, empty where none ran
  bool recorded = false;  // a replay: what its providers answered had been recorded before
  std::vector<std::string> tasks;
  std::vector<std::string> devices;
  std::vector<std::string> surrogates;
  int candidates = 0;
  int forecasts = 0;  // forecast rows, repeats counted
  int measured = 0;   // candidates a device judged, right or wrong
  int correct = 0;    // of those, correct
  int trusted = 0;
  int deferred = 0;
  int skipped = 0;
  int audited = 0;
  std::int64_t tokens = 0;
  double cost = 0;
  double gpuSeconds = 0;
  std::vector<BestOfTask> best;
};

// The session that a person names by its id, a unique beginning of it of 10 characters and more, or its exact
// name; ids in either case. An id goes before names. NotFound and Conflict say what there is.
Result<SessionId> resolveSession(std::span<const SessionSummary> sessions, std::string_view text);

// One row for each (candidate, device, surrogate). Numbers that are not known are NaN, 0 for bins and ranks,
// -1 for indices and counts of resources.
struct CandidateRow {
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

  int number = 0;      // #17
  int task = -1;       // index into SessionTable::tasks
  int device = -1;     // index into devices
  int surrogate = -1;  // index into surrogates
  int parent = 0;      // candidate number; 0 is the reference
  std::string name;
  std::string parentName;
  std::string kernelHash;

  Verdict verdict = Verdict::None;
  RowStatus status = RowStatus::Pending;

  int forecasts = 0;     // parsed repeats behind `probabilities`, which are their mean
  int unparsed = 0;      // repeats that could not be read
  int predictedBin = 0;  // of one forecast its own; of several the argmax of the mean
  double rawProbabilitySum = kUnknown;
  BinProbabilities probabilities{};

  double speedup = kUnknown;  // raw S against the reference
  double speedupLow = kUnknown;
  double speedupHigh = kUnknown;
  int runs = 0;
  int cases = 0;
  double runtimeUs = kUnknown;    // geometric mean of case medians
  double referenceUs = kUnknown;  // of the reference, same cases
  int registers = -1;             // largest over its kernels
  int sharedBytes = -1;
  int localBytes = -1;
  double compileMs = kUnknown;

  int rankForecast = 0;  // 1 is best, inside (task, device, surrogate); filled by stats::fillRanks
  int rankMeasured = 0;

  [[nodiscard]] bool hasForecast() const { return forecasts > 0; }
  [[nodiscard]] bool hasSpeedup() const { return speedup > 0; }
};

// A device judged it: it took a run, whatever came of it. A candidate that a search dropped because it did
// not compile took none.
inline bool judgedByDevice(const CandidateRow& row) { return isMeasured(row.status) && row.runs > 0; }

// One forecast as it is scored: each repeat on its own.
struct ForecastRow {
  int row = 0;  // index into SessionTable::rows
  int repeat = 0;
  bool parsed = true;
  int predictedBin = 0;
  double rawProbabilitySum = 1;
  BinProbabilities probabilities{};
};

// A session as opened. An array of rows rather than a struct of columns: every view reads several fields of
// the same row, and 100,000 rows stay near 40 MB.
struct SessionTable {
  SessionSummary summary;
  std::vector<std::string> tasks;
  std::vector<std::string> devices;
  std::vector<std::string> surrogates;
  std::vector<CandidateRow> rows;  // by (task, number, device, surrogate)
  std::vector<ForecastRow> forecasts;
};

// What the inspector shows of one row, read when it is selected.
struct CandidateDetail {
  std::string note;  // what was tried, as recorded
  std::string source;
  std::string parentSource;
  std::string referenceSource;
  std::string referenceName;
  std::vector<Forecast> forecasts;         // repeats in order
  std::vector<Measurement> runs;           // of the candidate on the row's device
  std::vector<Measurement> referenceRuns;  // same order of runs
  std::vector<std::string> runLabels;
  std::optional<Task> task;
  std::optional<Device> device;
};

}  // namespace kernelcast
