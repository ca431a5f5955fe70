// Kernelcast's own exchange form: one JSON document, one session, with local keys and the texts themselves.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/domain/json.h"
#include "core/domain/session.h"

namespace kernelcast::exchange {

struct ExchangeKernel {
  std::string key;  // local to the document, "row_softmax/reference"
  std::string name;
  std::string source;
  bool operator==(const ExchangeKernel&) const = default;
};
struct ExchangeDevice {
  std::string key;
  Device device;
  bool operator==(const ExchangeDevice&) const = default;
};
struct ExchangeSurrogate {
  std::string key;
  std::string name;    // on screen
  std::string model;   // empty: unknown
  std::string mode;    // "forced tool", "free tool", ...; empty: unknown
  std::string prompt;  // the prompt's text; empty: unknown
  bool operator==(const ExchangeSurrogate&) const = default;
};
// Kernels, not candidates: what speedups of a task are measured against.
struct ExchangeReference {
  std::string task;
  std::string kernel;
  bool operator==(const ExchangeReference&) const = default;
};
struct ExchangeCandidate {
  int number = 0;
  std::string task;
  std::string kernel;
  std::string name;
  int parent = 0;  // candidate number; 0 is the task's reference
  std::string note;
  std::optional<Verdict> verdict;
  std::optional<RowStatus> status;  // of a search: what became of it there
  std::optional<double> speedup;    // of a search: S as the search saw it, of one run
  std::string run;  // of a search: that run, of this document or of the recording that was replayed
  bool operator==(const ExchangeCandidate&) const = default;
};
struct ExchangeForecast {
  int candidate = 0;
  std::string surrogate;
  std::string anchor;  // kernel
  std::string device;
  int repeat = 0;
  Forecast forecast;
  bool operator==(const ExchangeForecast&) const = default;
};
struct ExchangeRun {
  std::string
      key;  // "1"; becomes the run of a measurement's identity together with the session that brought it
  std::string device;
  std::string tool;  // what measured, with version
  std::optional<std::int64_t> startedMs;
  bool operator==(const ExchangeRun&) const = default;
};
struct ExchangeMeasurement {
  std::string kernel;
  std::string task;
  std::string run;
  Measurement measurement;
  bool operator==(const ExchangeMeasurement&) const = default;
};
struct ExchangeEvent {
  std::int64_t seq = 0;
  std::int64_t atMs = 0;
  std::string kind;
  int version = 1;
  std::string slot;
  Json payload;
  bool operator==(const ExchangeEvent&) const = default;
};

struct ExchangeSession {
  SessionId id;
  std::string name;
  SessionKind kind = SessionKind::Import;
  SessionState state = SessionState::Imported;
  std::string stateNote;
  std::int64_t createdMs = 0;
  std::string policy;
  std::string note;  // where it comes from
  std::vector<Task> tasks;
  std::vector<ExchangeDevice> devices;
  std::vector<ExchangeSurrogate> surrogates;
  std::vector<ExchangeKernel> kernels;
  std::vector<ExchangeReference> references;
  std::vector<ExchangeCandidate> candidates;
  std::vector<ExchangeForecast> forecasts;
  std::vector<ExchangeRun> runs;
  std::vector<ExchangeMeasurement> measurements;
  std::vector<ExchangeEvent> events;  // of a search
  bool operator==(const ExchangeSession&) const = default;
};

// A row that could not be used. What a row is about (its keys and numbers) must be right, or the document as
// a whole is refused; a forecast or measurement whose own values are impossible is left out alone, with its
// reason.
struct RefusedRow {
  std::string where;  // "forecasts[3]", "line 17"
  std::string reason;
  bool operator==(const RefusedRow&) const = default;
};
struct ReadReport {
  std::string format;
  int read = 0;  // candidates, forecasts and measurements
  int kept = 0;
  std::vector<RefusedRow> refused;
  bool operator==(const ReadReport&) const = default;
};

struct NativeDocument {
  ExchangeSession session;
  ReadReport report;
};

// Refuses what is not this form, is of a newer version or refers to keys that are not there; the sentence
// says where.
Result<NativeDocument> readNative(std::string_view text);
// Stable: the same session gives the same bytes; readNative(writeNative(s)) equals s, but for bytes outside
// UTF-8 in texts other than kernel sources (they become U+FFFD) and for the order of a case's parameters (the
// task's).
std::string writeNative(const ExchangeSession& session);
// SHA-256 over what the session holds, whatever its local keys (those of runs too) and order of lists: tells
// "the same again" from "the same id with other content".
std::string contentHash(const ExchangeSession& session);

}  // namespace kernelcast::exchange
