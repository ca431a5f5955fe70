#include "db/SessionImport.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/search/event.h"
#include "db/Catalogue.h"
#include "db/Deletion.h"
#include "db/Facts.h"
#include "db/ImportTables.h"
#include "db/SessionRows.h"
#include "db/Texts.h"

namespace kernelcast::db {

namespace {

using exchange::ExchangeSession;

tl::unexpected<Error> refused(std::string message) {
  return failure(Error::Kind::BadInput, std::move(message));
}

// "NVIDIA H200", then "NVIDIA H200 (2)": names on screen are unique in a session.
std::string uniqueLabel(const std::string& name, std::vector<std::string>& taken) {
  std::string label = name;
  for (int i = 2; std::find(taken.begin(), taken.end(), label) != taken.end(); ++i) {
    label = fmt::format("{} ({})", name, i);
  }
  taken.push_back(label);
  return label;
}

class SessionImport {
 public:
  SessionImport(Connection& connection, const ExchangeSession& session, ImportPauses& pauses)
      : connection_(connection),
        session_(session),
        pauses_(pauses),
        catalogue_(connection),
        texts_(connection) {}

  Result<void> write(const std::string& contentHash, std::int64_t nowMs) {
    readEvents();
    writeHead(contentHash, nowMs);
    auto lease = pauses_.leases.take(connection_, tables_.session, session_.name);
    if (!lease) return failure(lease.error());
    lease_ = std::move(*lease);
    pauses_.begun = lease_;
    using Step = Result<void> (SessionImport::*)();
    for (const Step step :
         {&SessionImport::writeNamed, &SessionImport::writeReferences, &SessionImport::writeCandidates,
          &SessionImport::writeForecasts, &SessionImport::writeMeasurements, &SessionImport::writeEvents}) {
      if (auto done = (this->*step)(); !done) return done;
    }
    const auto totals = importRows(connection_, session_, tables_, compiles_, [this] { return pause(); });
    if (!totals) return failure(totals.error());
    writeSummary(*totals);
    connection_.run("UPDATE sessions SET deleted_ms = NULL WHERE id = ?", tables_.session);
    connection_.run("DELETE FROM leases WHERE session = ? AND token = ?", tables_.session, lease_.token);
    return {};
  }

 private:
  // Between two rows, of which each stands with all that it refers to.
  Result<void> pause() {
    const auto paused = pauses_.breathe();
    if (!paused) return failure(paused.error());
    if (*paused && !kept_) {
      pauses_.leases.keep(lease_);
      kept_ = true;
    }
    return {};
  }

  // What the summary and the rows need of a search's events. Kinds that this build does not know are kept
  // unread.
  void readEvents() {
    for (const auto& event : session_.events) {
      updatedMs_ = std::max(updatedMs_, event.atMs);
      lastSeq_ = std::max(lastSeq_, event.seq);
      const auto body = search::eventFromJson(event.kind, event.version, event.payload);
      if (!body) continue;
      spent_.add(search::spentBy(*body));
      if (const auto* started = std::get_if<search::SessionStarted>(&*body)) config_ = started->config;
      if (!config_) continue;
      if (const auto* measured = std::get_if<search::MeasurementCompleted>(&*body)) {
        if (measured->verification) verified_.push_back(numberOf(measured->slot));
      } else if (const auto* compiled = std::get_if<search::CompileCompleted>(&*body)) {
        compiles_[numberOf(compiled->slot)] = {event.seq, compiled->ok, compiled->resources,
                                               compiled->compileMs};
      }
    }
    if (session_.events.empty()) {
      for (const auto& forecast : session_.forecasts) spent_.add(forecast.forecast.usage);
    }
  }
  int numberOf(search::Slot slot) const {
    return search::candidateNumber(slot, config_->parents, config_->samples);
  }

  void writeHead(const std::string& contentHash, std::int64_t nowMs) {
    const std::string hash = *hashBytes(contentHash);
    const auto config = config_ ? std::optional<std::string>(dumpJson(toJson(*config_))) : std::nullopt;
    const std::int64_t updated = updatedMs_ > 0 ? updatedMs_ : std::max(session_.createdMs, nowMs);
    connection_.run(
        R"(
        INSERT INTO sessions(ulid, name, kind, state, state_note, created_ms, updated_ms, policy,
        provenance, config, content_hash, program, last_seq, deleted_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?,
        ?, ?, ?, ?, ?))",
        session_.id, session_.name, info(session_.kind).key, info(session_.state).key, session_.stateNote,
        session_.createdMs, updated, session_.policy, session_.note, config, Blob{hash},
        catalogue_.version("program", KERNELCAST_VERSION), lastSeq_, kBeingImported);
    tables_.session = connection_.lastId();
  }

  // Tasks, devices, surrogates, kernels, runs: what rows refer to by local keys.
  Result<void> writeNamed() {
    const std::int64_t id = tables_.session;
    for (const Task& task : session_.tasks) {
      ImportedTask own;
      own.ix = static_cast<int>(tables_.tasks.size());
      own.definition = catalogue_.taskDefinition(task);
      own.version = catalogue_.taskVersion(task.name, task.version);
      if (!tables_.tasks.emplace(task.name, own).second)
        return refused(fmt::format("task \"{}\" is there twice", task.name));
      connection_.run("INSERT INTO session_tasks(session, ix, definition) VALUES (?, ?, ?)", id, own.ix,
                      own.definition);
    }
    for (const auto& [key, device] : session_.devices) {
      ImportedDevice own{-1, catalogue_.device(device)};
      if (own.id != kUnknown) {
        const int ix = static_cast<int>(tables_.deviceLabels.size());
        const std::string label = uniqueLabel(device.name, tables_.deviceLabels);
        connection_.run("INSERT INTO session_devices(session, ix, device, key, label) VALUES (?, ?, ?, ?, ?)",
                        id, ix, own.id, key, label);
        own.ix = ixOf(tables_.devices, own.id, ix);
      }
      if (!tables_.devices.emplace(key, own).second)
        return refused(fmt::format("device \"{}\" is there twice", key));
    }
    for (const auto& surrogate : session_.surrogates) {
      const int ix = static_cast<int>(tables_.surrogateLabels.size());
      ImportedSurrogate own{
          -1, catalogue_.surrogate({surrogate.name, surrogate.model, surrogate.mode, surrogate.prompt})};
      const std::string label = uniqueLabel(surrogate.name, tables_.surrogateLabels);
      connection_.run(
          "INSERT INTO session_surrogates(session, ix, surrogate, key, label) VALUES (?, ?, ?, ?, ?)", id, ix,
          own.id, surrogate.key, label);
      own.ix = ixOf(tables_.surrogates, own.id, ix);
      if (!tables_.surrogates.emplace(surrogate.key, own).second) {
        return refused(fmt::format("surrogate \"{}\" is there twice", surrogate.key));
      }
    }
    int ix = 0;
    for (const auto& kernel : session_.kernels) {
      if (auto paused = pause(); !paused) return paused;
      const std::int64_t stored = texts_.storeKernel(kernel.source);
      if (!tables_.kernels.emplace(kernel.key, stored).second) {
        return refused(fmt::format("kernel \"{}\" is there twice", kernel.key));
      }
      connection_.run(
          "INSERT OR IGNORE INTO session_kernels(session, kernel, ix, key, name) VALUES (?, ?, ?, ?, ?)", id,
          stored, ix++, kernel.key, kernel.name);
    }
    for (const auto& run : session_.runs) {
      const auto device = find(tables_.devices, run.device, "device", "runs");
      if (!device) return failure(device.error());
      const auto stored =
          catalogue_.run(runNameOf(run.key, session_.id), (*device)->id, run.tool, run.startedMs);
      if (!stored) return failure(stored.error());
      const ImportedRun own{static_cast<int>(tables_.runs.size()), *stored, **device};
      if (!tables_.runs.emplace(run.key, own).second)
        return refused(fmt::format("run \"{}\" is there twice", run.key));
      connection_.run("INSERT OR IGNORE INTO session_runs(session, ix, run) VALUES (?, ?, ?)", id, own.ix,
                      own.id);
    }
    return {};
  }

  // Two keys may stand for the same thing: rows are of the first of them.
  template <typename Value>
  static int ixOf(const std::unordered_map<std::string, Value>& known, std::int64_t id, int fresh) {
    for (const auto& [key, own] : known) {
      if (own.id == id) return own.ix;
    }
    return fresh;
  }

  template <typename Value>
  static Result<const Value*> find(const std::unordered_map<std::string, Value>& map, const std::string& key,
                                   std::string_view what, std::string_view list) {
    const auto found = map.find(key);
    if (found != map.end()) return &found->second;
    return refused(fmt::format("{}: {} \"{}\" is not in the document", list, what, key));
  }

  Result<void> writeReferences() {
    for (const auto& reference : session_.references) {
      const auto task = tables_.tasks.find(reference.task);
      const auto kernel = find(tables_.kernels, reference.kernel, "kernel", "references");
      if (!kernel) return failure(kernel.error());
      if (task == tables_.tasks.end() || task->second.reference != 0) {
        return refused(fmt::format("references: task \"{}\" is unknown or has two", reference.task));
      }
      task->second.reference = **kernel;
      connection_.run("INSERT INTO session_references(session, task_ix, kernel) VALUES (?, ?, ?)",
                      tables_.session, task->second.ix, **kernel);
    }
    return {};
  }

  Result<void> writeCandidates() {
    for (const auto& candidate : session_.candidates) {
      if (auto paused = pause(); !paused) return paused;
      const auto task = find(tables_.tasks, candidate.task, "task", "candidates");
      if (!task) return failure(task.error());
      const auto kernel = find(tables_.kernels, candidate.kernel, "kernel", "candidates");
      if (!kernel) return failure(kernel.error());
      std::optional<std::int64_t> run;
      if (!candidate.run.empty()) {
        const auto known = find(tables_.runs, candidate.run, "run", "candidates");
        if (!known) return failure(known.error());
        run = (*known)->id;
      }
      const auto verdict = candidate.verdict ? std::optional(info(*candidate.verdict).key) : std::nullopt;
      const auto status = candidate.status ? std::optional(info(*candidate.status).key) : std::nullopt;
      const auto compiled = compiles_.find(candidate.number);
      const auto compileSeq =
          compiled == compiles_.end() ? std::nullopt : std::optional<std::int64_t>(compiled->second.seq);
      const bool verified =
          std::find(verified_.begin(), verified_.end(), candidate.number) != verified_.end();
      const int added = connection_.run(
          R"(
          INSERT INTO candidates(session, number, task_ix, kernel, name, parent, note, verdict, status,
          speedup, run, verified, compile_seq) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO
          NOTHING)",
          tables_.session, candidate.number, (*task)->ix, **kernel, candidate.name, candidate.parent,
          candidate.note, verdict, status, candidate.speedup, run, verified, compileSeq);
      if (added == 0) return refused(fmt::format("candidate {} is there twice", candidate.number));
      if (candidate.verdict) spent_.add(*candidate.verdict);
    }
    return {};
  }

  Result<void> writeForecasts() {
    for (const auto& row : session_.forecasts) {
      if (auto paused = pause(); !paused) return paused;
      const auto device = find(tables_.devices, row.device, "device", "forecasts");
      if (!device) return failure(device.error());
      const auto surrogate = find(tables_.surrogates, row.surrogate, "surrogate", "forecasts");
      if (!surrogate) return failure(surrogate.error());
      const auto anchor = find(tables_.kernels, row.anchor, "kernel", "forecasts");
      if (!anchor) return failure(anchor.error());
      if (!writeForecast(
              connection_, texts_,
              {tables_.session, row.candidate, (*device)->id, (*surrogate)->id, **anchor, row.repeat},
              row.forecast)) {
        return refused(
            fmt::format("two forecasts of candidate {} have the same anchor, device, surrogate and repeat {}",
                        row.candidate, row.repeat));
      }
    }
    return {};
  }

  Result<void> writeMeasurements() {
    tables_.measurements.reserve(session_.measurements.size());
    for (const auto& row : session_.measurements) {
      if (auto paused = pause(); !paused) return paused;
      const auto task = find(tables_.tasks, row.task, "task", "measurements");
      if (!task) return failure(task.error());
      const auto kernel = find(tables_.kernels, row.kernel, "kernel", "measurements");
      if (!kernel) return failure(kernel.error());
      const auto run = find(tables_.runs, row.run, "run", "measurements");
      if (!run) return failure(run.error());
      const auto stored =
          writeMeasurement(connection_, {**kernel, (*task)->version, (*run)->id}, row.measurement);
      if (!stored)
        return failure(stored.error().in(fmt::format("kernel \"{}\", run \"{}\"", row.kernel, row.run)));
      connection_.run("INSERT OR IGNORE INTO session_measurements(session, measurement) VALUES (?, ?)",
                      tables_.session, *stored);
      tables_.measurements.push_back({**kernel, (*task)->ix, *run, &row.measurement});
    }
    return {};
  }

  Result<void> writeEvents() {
    for (const auto& event : session_.events) {
      if (auto paused = pause(); !paused) return paused;
      connection_.run(
          R"(
          INSERT INTO events(session, seq, at_ms, kind, version, slot, payload) VALUES (?, ?, ?, ?, ?, ?, ?))",
          tables_.session, event.seq, event.atMs, event.kind, event.version, event.slot,
          dumpJson(event.payload));
    }
    return {};
  }

  void writeSummary(const RowTotals& totals) {
    Json tasks = Json::array();
    for (const Task& task : session_.tasks) tasks.push_back(task.name);
    connection_.run(
        R"(
        INSERT INTO session_summary(session, tasks, devices, surrogates, best, recorded) VALUES (?, ?, ?, ?,
        ?, ?))",
        tables_.session, dumpJson(tasks), dumpJson(Json(tables_.deviceLabels)),
        dumpJson(Json(tables_.surrogateLabels)), dumpJson(bestToJson(totals.best)),
        config_ && search::isReplay(*config_));
    SummaryDelta all = spent_;
    all.candidates = static_cast<int>(session_.candidates.size());
    all.forecasts = totals.forecasts;
    all.measured = totals.measured;
    all.correct = totals.correct;
    addToSummary(connection_, tables_.session, all);
  }

  Connection& connection_;
  const ExchangeSession& session_;
  ImportPauses& pauses_;
  LeaseToken lease_;
  bool kept_ = false;  // something was committed with it
  Catalogue catalogue_;
  TextStore texts_;
  ImportTables tables_;
  CompileOutcomes compiles_;
  std::optional<search::SearchConfig> config_;
  std::vector<int> verified_;
  SummaryDelta spent_;  // verdicts, tokens, cost and GPU seconds
  std::int64_t updatedMs_ = 0;
  std::int64_t lastSeq_ = 0;
};

}  // namespace

Result<void> importSession(Connection& connection, const ExchangeSession& session,
                           const std::string& contentHash, std::int64_t nowMs, ImportPauses& pauses) {
  return SessionImport(connection, session, pauses).write(contentHash, nowMs);
}

}  // namespace kernelcast::db
