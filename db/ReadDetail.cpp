#include <algorithm>

#include <fmt/format.h>

#include "core/search/event.h"
#include "db/Catalogue.h"
#include "db/Facts.h"
#include "db/ReaderImpl.h"
#include "db/Texts.h"

namespace kernelcast::db {

namespace {

struct CandidateFacts {
  int task = 0;
  std::int64_t kernel = 0;
  int parent = 0;
  std::string note;
  bool hasStatus = false;
  std::int64_t run = 0;  // 0: none
  std::optional<std::int64_t> compileSeq;
};

std::optional<CandidateFacts> candidateFacts(Connection& connection, std::int64_t session, int number) {
  Rows rows = connection.query(
      R"(
      SELECT task_ix, kernel, parent, note, status IS NOT NULL, ifnull(run, 0), compile_seq FROM candidates
      WHERE session = ? AND number = ?)",
      session, number);
  if (!rows.next()) return std::nullopt;
  CandidateFacts facts;
  facts.task = rows->number();
  facts.kernel = rows->integer();
  facts.parent = rows->number();
  facts.note = rows->string();
  facts.hasStatus = rows->integer() != 0;
  facts.run = rows->integer();
  facts.compileSeq = rows->optionalInteger();
  return facts;
}

// The compiler's words of a candidate that a device has not seen.
std::optional<Measurement> compileOf(Connection& connection, std::int64_t session, std::int64_t seq) {
  const auto payload =
      connection.text("SELECT payload FROM events WHERE session = ? AND seq = ?", session, seq);
  const auto version =
      connection.integer("SELECT version FROM events WHERE session = ? AND seq = ?", session, seq);
  if (!payload || !version) return std::nullopt;
  const auto body = parseJson(*payload).and_then([&](const Json& json) {
    return search::eventFromJson("compile_completed", static_cast<int>(*version), json);
  });
  const auto* compiled = body ? std::get_if<search::CompileCompleted>(&*body) : nullptr;
  if (compiled == nullptr || compiled->ok) return std::nullopt;
  Measurement measurement;
  measurement.status = MeasurementStatus::CompileFailed;
  measurement.error = compiled->log;
  measurement.resources = compiled->resources;
  measurement.compileMs = compiled->compileMs;
  return measurement;
}

class DetailReader {
 public:
  DetailReader(Connection& connection, const SessionRow& session)
      : connection_(connection), session_(session) {}

  Result<CandidateDetail> read(int number, std::string_view device, std::string_view surrogate) {
    const auto facts = candidateFacts(connection_, session_.id, number);
    if (!facts) {
      return failure(Error::Kind::NotFound,
                     fmt::format("session \"{}\" has no candidate #{}", session_.name, number));
    }
    auto tasks = readTasks(connection_, session_.id);
    if (!tasks) return failure(tasks.error());
    task_ = std::move(tasks->at(static_cast<std::size_t>(facts->task)));
    auto chosen = DeviceChoice::of(connection_, session_, device);
    if (!chosen) return failure(chosen.error());
    device_ = *chosen;

    CandidateDetail detail;
    detail.note = facts->note;
    if (auto done = readSources(*facts, detail); !done) return failure(done.error());
    if (auto done = readForecasts(number, surrogate, detail); !done) return failure(done.error());
    if (auto done = readRuns(*facts, detail); !done) return failure(done.error());
    if (device_.id != kUnknown) {
      auto known = Catalogue(connection_).readDevice(device_.id);
      if (!known) return failure(known.error());
      detail.device = std::move(*known);
    }
    detail.task = std::move(task_.task);
    return detail;
  }

 private:
  Result<void> readSources(const CandidateFacts& facts, CandidateDetail& detail) {
    const auto read = [&](std::int64_t kernel, std::string& source) -> Result<void> {
      if (kernel == 0) return {};
      auto text = readText(connection_, kernel);
      if (!text) return failure(text.error());
      source = std::move(*text);
      return {};
    };
    std::int64_t parent = task_.reference;
    if (facts.parent > 0) {
      if (const auto own = candidateFacts(connection_, session_.id, facts.parent)) parent = own->kernel;
    } else if (facts.parent < 0) {
      parent = connection_
                   .integer("SELECT kernel FROM session_kernels WHERE session = ? AND ix = ?", session_.id,
                            -facts.parent)
                   .value_or(0);
    }
    if (task_.reference != 0) detail.referenceName = kernelName(connection_, session_.id, task_.reference);
    if (auto done = read(facts.kernel, detail.source); !done) return done;
    if (auto done = read(parent, detail.parentSource); !done) return done;
    return read(task_.reference, detail.referenceSource);
  }

  Result<void> readForecasts(int number, std::string_view label, CandidateDetail& detail) {
    const auto surrogates = readSurrogates(connection_, session_.id);
    const auto own = std::find_if(surrogates.begin(), surrogates.end(),
                                  [&](const auto& entry) { return entry.label == label; });
    if (own == surrogates.end()) return {};
    std::vector<std::int64_t> rationales;
    {
      Rows rows = connection_.query(
          R"(
          SELECT device, anchor, predicted_bin, raw_sum, probabilities, rationale, parse_error,
          input_tokens, output_tokens, cost, elapsed_ms FROM forecasts WHERE session = ? AND candidate = ?
          AND surrogate = ? ORDER BY repeat)",
          session_.id, number, own->id);
      while (rows.next()) {
        const std::int64_t device = rows->integer();
        const std::int64_t anchor = rows->integer();
        if (!device_.holds(device) || (task_.reference != 0 && anchor != task_.reference)) continue;
        detail.forecasts.push_back(readForecastColumns(*rows, rationales.emplace_back()));
      }
    }
    for (std::size_t i = 0; i < rationales.size(); ++i) {
      if (rationales[i] == 0) continue;
      auto text = readText(connection_, rationales[i]);
      if (!text) return failure(text.error());
      detail.forecasts[i].rationale = std::move(*text);
    }
    return {};
  }

  Result<void> readRuns(const CandidateFacts& facts, CandidateDetail& detail) {
    const auto references =
        task_.reference == 0 ? std::vector<StoredMeasurement>() : ownRuns(task_.reference, facts, false);
    const auto runs = ownRuns(facts.kernel, facts, true);
    const auto add = [&](std::vector<Measurement>& list, const StoredMeasurement& stored) -> Result<void> {
      auto measurement = readMeasurementBody(stored.body, task_.task.params);
      if (!measurement) return failure(measurement.error());
      list.push_back(std::move(*measurement));
      return {};
    };
    for (const StoredMeasurement& run : runs) {
      if (auto done = add(detail.runs, run); !done) return done;
      detail.runLabels.push_back(runKeyIn({run.runSession, run.runKey}, session_.ulid));
      const auto reference = std::find_if(references.begin(), references.end(),
                                          [&](const auto& other) { return other.run == run.run; });
      if (reference != references.end()) {
        if (auto done = add(detail.referenceRuns, *reference); !done) return done;
      } else {
        Measurement none;
        none.status = MeasurementStatus::Infrastructure;
        none.error = "the reference was not measured in this run";
        detail.referenceRuns.push_back(std::move(none));
      }
    }
    if (!runs.empty()) return {};
    // Not measured: the reference's times still say what a forecast speedup means in microseconds.
    for (const StoredMeasurement& reference : references) {
      if (auto done = add(detail.referenceRuns, reference); !done) return done;
      detail.runLabels.push_back(runKeyIn({reference.runSession, reference.runKey}, session_.ulid));
    }
    if (facts.compileSeq) {
      if (auto compiled = compileOf(connection_, session_.id, *facts.compileSeq)) {
        detail.runs = {std::move(*compiled)};
        detail.runLabels = {"compiler"};
        detail.referenceRuns.resize(std::min<std::size_t>(1, detail.referenceRuns.size()));
      }
    }
    return {};
  }

  // The runs that the row's figures stand on.
  std::vector<StoredMeasurement> ownRuns(std::int64_t kernel, const CandidateFacts& facts, bool candidate) {
    std::vector<StoredMeasurement> own;
    if (candidate && facts.hasStatus && facts.run == 0) return own;
    for (StoredMeasurement& one : readMeasurements(connection_, session_.id, kernel)) {
      if (one.taskVersion != task_.version || !device_.holds(one.device)) continue;
      if (facts.run != 0 && one.run != facts.run) continue;
      own.push_back(std::move(one));
    }
    return own;
  }

  Connection& connection_;
  const SessionRow& session_;
  SessionTask task_;
  DeviceChoice device_;
};

}  // namespace

Result<CandidateDetail> readDetail(Connection& connection, const SessionRow& session, int candidate,
                                   std::string_view device, std::string_view surrogate) {
  return DetailReader(connection, session).read(candidate, device, surrogate);
}

}  // namespace kernelcast::db
