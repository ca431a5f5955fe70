#include <algorithm>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "db/Catalogue.h"
#include "db/Facts.h"
#include "db/ReaderImpl.h"
#include "db/Texts.h"

namespace kernelcast::db {

namespace {

class RecordingReader {
 public:
  RecordingReader(Connection& connection, const SessionRow& session)
      : connection_(connection), session_(session) {}

  Result<search::Recording> read(std::string_view task, std::string_view device, std::string_view surrogate) {
    recording_.session = session_.ulid;
    recording_.sessionName = session_.name;
    if (auto done = chooseTask(task); !done) return failure(done.error());
    for (StoredMeasurement& one : readMeasurements(connection_, session_.id, 0)) {
      if (one.taskVersion == task_.version) measurements_[one.kernel].push_back(std::move(one));
    }
    if (auto done = chooseDevice(device); !done) return failure(done.error());
    if (auto done = chooseSurrogate(surrogate); !done) return failure(done.error());
    if (auto done = readReference(); !done) return failure(done.error());
    if (auto done = readCandidates(); !done) return failure(done.error());
    return std::move(recording_);
  }

 private:
  [[nodiscard]] tl::unexpected<Error> refused(Error::Kind kind, const std::string& why) const {
    return failure(kind, fmt::format("session \"{}\" {}", session_.name, why));
  }

  Result<void> chooseTask(std::string_view name) {
    auto tasks = readTasks(connection_, session_.id);
    if (!tasks) return failure(tasks.error());
    std::vector<std::string> names;
    for (const SessionTask& task : *tasks) names.push_back(task.task.name);
    if (tasks->empty()) return refused(Error::Kind::NotFound, "has no task");
    std::size_t index = 0;
    if (!name.empty()) {
      index = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
      if (index == names.size()) {
        return refused(Error::Kind::NotFound,
                       fmt::format("has no task \"{}\". It has {}", name, labelList(names)));
      }
    } else if (tasks->size() > 1) {
      return refused(Error::Kind::BadInput,
                     fmt::format("has {} tasks: {}. Name one", names.size(), labelList(names)));
    }
    taskIx_ = static_cast<int>(index);
    task_ = std::move((*tasks)[index]);
    recording_.task = task_.task.name;
    if (task_.reference != 0) return {};
    return refused(
        Error::Kind::BadInput,
        fmt::format("has no reference for task \"{}\", so a speedup means nothing", task_.task.name));
  }

  // Without a name: the one that measured this task, or the session's only one.
  Result<void> chooseDevice(std::string_view label) {
    const auto devices = readDevices(connection_, session_.id);
    std::vector<std::string> labels;
    for (const SessionDevice& device : devices) labels.push_back(device.label);
    onlyDevice_ = devices.size() == 1;
    if (!label.empty()) {
      const auto found = std::find(labels.begin(), labels.end(), label);
      if (found == labels.end()) {
        return refused(Error::Kind::NotFound, fmt::format("has no device \"{}\". It has {}", label,
                                                          labels.empty() ? "none" : labelList(labels)));
      }
      device_ = devices[static_cast<std::size_t>(found - labels.begin())].id;
    } else {
      std::set<std::int64_t> measured;
      for (const auto& [kernel, list] : measurements_) {
        for (const StoredMeasurement& one : list) measured.insert(one.device);
      }
      if (measured.size() > 1) {
        return refused(Error::Kind::BadInput,
                       fmt::format("measured task \"{}\" on several devices: {}. Name one", task_.task.name,
                                   labelList(labels)));
      }
      if (!measured.empty()) device_ = *measured.begin();
      else if (onlyDevice_) device_ = devices.front().id;
    }
    if (device_ == kUnknown && onlyDevice_) device_ = devices.front().id;
    if (device_ == kUnknown) return {};
    auto device = Catalogue(connection_).readDevice(device_);
    if (!device) return failure(device.error());
    recording_.device = std::move(*device);
    return {};
  }

  Result<void> chooseSurrogate(std::string_view label) {
    const auto surrogates = readSurrogates(connection_, session_.id);
    if (surrogates.empty() && label.empty()) return {};
    std::vector<std::string> labels;
    for (const SessionSurrogate& surrogate : surrogates) labels.push_back(surrogate.label);
    const auto found = label.empty() ? labels.begin() : std::find(labels.begin(), labels.end(), label);
    if (found == labels.end()) {
      return refused(Error::Kind::NotFound,
                     fmt::format("has no forecasts by \"{}\". It has {}", label,
                                 labels.empty() ? "none" : "those by " + labelList(labels)));
    }
    recording_.surrogate = *found;
    surrogate_ = surrogates[static_cast<std::size_t>(found - labels.begin())].id;
    return {};
  }

  [[nodiscard]] bool onDevice(std::int64_t device) const {
    return device == device_ || (device == kUnknown && onlyDevice_);
  }

  Result<std::vector<search::RecordedRun>> runsOf(std::int64_t kernel) const {
    std::vector<search::RecordedRun> runs;
    const auto own = measurements_.find(kernel);
    if (own == measurements_.end()) return runs;
    for (const StoredMeasurement& one : own->second) {
      if (!onDevice(one.device)) continue;
      auto measurement = readMeasurementBody(one.body, task_.task.params);
      if (!measurement) return failure(measurement.error());
      runs.push_back({fullRunName({one.runSession, one.runKey}), std::move(*measurement)});
    }
    return runs;
  }

  Result<void> readReference() {
    auto source = readText(connection_, task_.reference);
    if (!source) return failure(source.error());
    recording_.reference.name = kernelName(connection_, session_.id, task_.reference);
    recording_.reference.kernelHash = hashOf(task_.reference);
    recording_.reference.source = std::move(*source);
    auto runs = runsOf(task_.reference);
    if (!runs) return failure(runs.error());
    recording_.referenceRuns = std::move(*runs);
    return {};
  }

  std::string hashOf(std::int64_t kernel) {
    Rows rows = connection_.query("SELECT hash FROM kernels WHERE id = ?", kernel);
    return rows.next() ? hashHex(rows->bytes()) : std::string();
  }

  struct Row {
    int number = 0;
    std::int64_t kernel = 0;
    int parent = 0;
    bool failedToCompile = false;
    search::RecordedKernel recorded;
  };

  Result<void> readCandidates() {
    std::vector<Row> list;
    {
      Rows rows = connection_.query(
          R"(
          SELECT number, kernel, hash, name, parent, note, ifnull(status, '') = 'compile_failed' FROM
          candidates JOIN kernels ON kernels.id = kernel WHERE session = ? AND task_ix = ? ORDER BY number)",
          session_.id, taskIx_);
      while (rows.next()) {
        Row& row = list.emplace_back();
        row.number = rows->number();
        row.kernel = rows->integer();
        row.recorded.hash = hashHex(rows->bytes());
        row.recorded.name = rows->string();
        row.parent = rows->number();
        row.recorded.note = rows->string();
        row.failedToCompile = rows->integer() != 0;
      }
    }
    std::unordered_map<int, std::string> hashes;
    for (const Row& row : list) hashes.emplace(row.number, row.recorded.hash);
    for (Row& row : list) {
      const auto parent = hashes.find(row.parent);
      row.recorded.parentHash = parent == hashes.end() ? recording_.reference.kernelHash : parent->second;
      auto source = readText(connection_, row.kernel);
      if (!source) return failure(source.error());
      row.recorded.source = std::move(*source);
      auto runs = runsOf(row.kernel);
      if (!runs) return failure(runs.error());
      row.recorded.runs = std::move(*runs);
      // What a search's compiler refused was never measured; it fails to compile again.
      if (row.recorded.runs.empty() && row.failedToCompile) {
        Measurement failed;
        failed.status = MeasurementStatus::CompileFailed;
        row.recorded.runs.push_back({fullRunName({session_.ulid, "compiler"}), std::move(failed)});
      }
      if (auto done = readForecast(row); !done) return done;
      recording_.candidates.push_back(std::move(row.recorded));
    }
    return {};
  }

  // The first repeat that is there.
  Result<void> readForecast(Row& row) {
    if (surrogate_ == 0) return {};
    std::int64_t rationale = 0;
    {
      Rows rows = connection_.query(
          R"(
          SELECT device, predicted_bin, raw_sum, probabilities, rationale, parse_error, input_tokens,
          output_tokens, cost, elapsed_ms FROM forecasts WHERE session = ? AND candidate = ? AND surrogate =
          ? AND anchor = ? ORDER BY repeat)",
          session_.id, row.number, surrogate_, task_.reference);
      while (!row.recorded.forecast && rows.next()) {
        if (onDevice(rows->integer())) row.recorded.forecast = readForecastColumns(*rows, rationale);
      }
    }
    if (rationale == 0) return {};
    auto text = readText(connection_, rationale);
    if (!text) return failure(text.error());
    row.recorded.forecast->rationale = std::move(*text);
    return {};
  }

  Connection& connection_;
  const SessionRow& session_;
  search::Recording recording_;
  SessionTask task_;
  int taskIx_ = 0;
  std::int64_t device_ = kUnknown;
  bool onlyDevice_ = false;
  std::int64_t surrogate_ = 0;                                                     // 0: none
  std::unordered_map<std::int64_t, std::vector<StoredMeasurement>> measurements_;  // by kernel
};

}  // namespace

Result<search::Recording> readRecording(Connection& connection, const SessionRow& session,
                                        std::string_view task, std::string_view device,
                                        std::string_view surrogate) {
  return RecordingReader(connection, session).read(task, device, surrogate);
}

Result<std::vector<search::Event>> readEvents(Connection& connection, std::int64_t session) {
  std::vector<search::Event> events;
  Rows rows = connection.query(
      "SELECT seq, at_ms, kind, version, payload FROM events WHERE session = ? ORDER BY seq", session);
  while (rows.next()) {
    search::Event event;
    event.seq = rows->integer();
    event.atMs = rows->integer();
    const std::string kind = rows->string();
    const int version = rows->number();
    auto body = parseJson(rows->text()).and_then([&](const Json& json) {
      return search::eventFromJson(kind, version, json);
    });
    if (!body) return failure(body.error().in(fmt::format("event {} ({})", event.seq, kind)));
    event.body = std::move(*body);
    events.push_back(std::move(event));
  }
  return events;
}

}  // namespace kernelcast::db
