#include <algorithm>

#include <fmt/format.h>

#include "db/Catalogue.h"
#include "db/Lease.h"
#include "db/ReaderImpl.h"
#include "db/SessionRows.h"

namespace kernelcast::db {

namespace {

constexpr std::string_view kAll =
    R"(
    SELECT sessions.id, ulid, name, kind, state, state_note, created_ms, updated_ms, policy, tasks, devices,
    surrogates, candidates, forecasts, measured, correct, trusted, deferred, skipped, audited, tokens, cost,
    gpu_seconds, best, recorded FROM sessions JOIN session_summary ON session = sessions.id WHERE
    deleted_ms IS NULL ORDER BY created_ms DESC, sessions.id DESC)";
constexpr std::string_view kOne =
    R"(
    SELECT sessions.id, ulid, name, kind, state, state_note, created_ms, updated_ms, policy, tasks, devices,
    surrogates, candidates, forecasts, measured, correct, trusted, deferred, skipped, audited, tokens, cost,
    gpu_seconds, best, recorded FROM sessions JOIN session_summary ON session = sessions.id WHERE sessions.id = ?)";

SessionSummary summaryFrom(Statement& row) {
  SessionSummary summary;
  summary.id = row.string();
  summary.name = row.string();
  summary.kind = sessionKindFromKey(row.text()).value_or(SessionKind::Import);
  summary.state = sessionStateFromKey(row.text()).value_or(SessionState::Imported);
  summary.stateNote = row.string();
  summary.createdMs = row.integer();
  summary.updatedMs = row.integer();
  summary.policy = row.string();
  summary.tasks = namesFromJson(row.text());
  summary.devices = namesFromJson(row.text());
  summary.surrogates = namesFromJson(row.text());
  summary.candidates = row.number();
  summary.forecasts = row.number();
  summary.measured = row.number();
  summary.correct = row.number();
  summary.trusted = row.number();
  summary.deferred = row.number();
  summary.skipped = row.number();
  summary.audited = row.number();
  summary.tokens = row.integer();
  summary.cost = row.real();
  summary.gpuSeconds = row.real();
  summary.best = bestFromJson(row.text());
  summary.recorded = row.integer() != 0;
  return summary;
}

}  // namespace

Result<std::vector<SessionSummary>> readSessions(Connection& connection, const Surroundings& here,
                                                 const SessionRow* only) {
  std::vector<SessionSummary> list;
  std::vector<std::pair<std::size_t, std::int64_t>> running;  // index, session
  {
    Rows rows = only != nullptr ? connection.query(kOne, only->id) : connection.query(kAll);
    while (rows.next()) {
      const std::int64_t id = rows->integer();
      list.push_back(summaryFrom(*rows));
      if (list.back().state == SessionState::Running) running.emplace_back(list.size() - 1, id);
    }
  }
  if (only != nullptr && list.empty()) return failure("the session has no summary: the library is damaged");
  // What a killed process left behind is called interrupted at once, also where nobody may write that down.
  for (const auto& [index, id] : running) {
    const auto lease = readLease(connection, id);
    if (!lease || isDead(*lease, here)) list[index].state = SessionState::Interrupted;
  }
  return list;
}

std::vector<SessionSummary> sessionNames(Connection& connection, Deleted deleted) {
  std::vector<SessionSummary> list;
  Rows rows = connection.query(
      "SELECT ulid, name FROM sessions WHERE deleted_ms IS NULL OR ? ORDER BY created_ms DESC, id DESC",
      deleted == Deleted::Found);
  while (rows.next()) {
    SessionSummary& own = list.emplace_back();
    own.id = rows->string();
    own.name = rows->string();
  }
  return list;
}

Result<std::vector<SessionTask>> readTasks(Connection& connection, std::int64_t session) {
  struct Row {
    std::int64_t definition;
    std::int64_t version;
    std::int64_t reference;
  };
  std::vector<Row> list;
  {
    Rows rows = connection.query(
        R"(
        SELECT definition, task_version, kernel FROM session_tasks JOIN task_definitions ON
        task_definitions.id = definition LEFT JOIN session_references ON session_references.session =
        session_tasks.session AND task_ix = ix WHERE session_tasks.session = ? ORDER BY ix)",
        session);
    while (rows.next()) {
      const std::int64_t definition = rows->integer();
      const std::int64_t version = rows->integer();
      list.push_back({definition, version, rows->integer()});
    }
  }
  std::vector<SessionTask> tasks;
  for (const Row& row : list) {
    auto task = Catalogue(connection).readTaskDefinition(row.definition);
    if (!task) return failure(task.error());
    tasks.push_back({row.version, row.reference, std::move(*task)});
  }
  return tasks;
}

std::vector<SessionDevice> readDevices(Connection& connection, std::int64_t session) {
  std::vector<SessionDevice> devices;
  Rows rows = connection.query("SELECT device, key, label FROM session_devices WHERE session = ? ORDER BY ix",
                               session);
  while (rows.next()) {
    const std::int64_t id = rows->integer();
    std::string key = rows->string();
    devices.push_back({id, std::move(key), rows->string()});
  }
  return devices;
}

Result<DeviceChoice> DeviceChoice::of(Connection& connection, const SessionRow& session,
                                      std::string_view label) {
  const auto devices = readDevices(connection, session.id);
  DeviceChoice choice;
  choice.only = devices.size() == 1;
  if (label.empty()) return choice;
  const auto found =
      std::find_if(devices.begin(), devices.end(), [&](const auto& own) { return own.label == label; });
  if (found == devices.end()) {
    return failure(Error::Kind::NotFound,
                   fmt::format("session \"{}\" has no device \"{}\"", session.name, label));
  }
  choice.id = found->id;
  return choice;
}

std::vector<SessionSurrogate> readSurrogates(Connection& connection, std::int64_t session) {
  std::vector<SessionSurrogate> surrogates;
  Rows rows = connection.query(
      "SELECT surrogate, key, label FROM session_surrogates WHERE session = ? ORDER BY ix", session);
  while (rows.next()) {
    const std::int64_t id = rows->integer();
    std::string key = rows->string();
    surrogates.push_back({id, std::move(key), rows->string()});
  }
  return surrogates;
}

std::string labelList(const std::vector<std::string>& labels) {
  std::string list;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (i > 0) list += i + 1 == labels.size() ? " and " : ", ";
    list += fmt::format("\"{}\"", labels[i]);
  }
  return list;
}

std::string kernelName(Connection& connection, std::int64_t session, std::int64_t kernel) {
  return connection
      .text("SELECT name FROM session_kernels WHERE session = ? AND kernel = ? ORDER BY ix LIMIT 1", session,
            kernel)
      .value_or("");
}

std::vector<StoredMeasurement> readMeasurements(Connection& connection, std::int64_t session,
                                                std::int64_t kernel) {
  constexpr std::string_view kAllOfSession =
      R"(
      SELECT kernel, task_version, measurements.run, device, session_ulid, runs.key, body FROM
      session_measurements AS own JOIN measurements ON measurements.id = own.measurement JOIN runs ON
      runs.id = measurements.run JOIN session_runs ON session_runs.session = own.session AND
      session_runs.run = measurements.run WHERE own.session = ? ORDER BY session_runs.ix, measurements.id)";
  // Starting from the kernel: a kernel has few measurements, a session many.
  constexpr std::string_view kOfKernel =
      R"(
      SELECT kernel, task_version, measurements.run, device, session_ulid, runs.key, body FROM measurements
      CROSS JOIN session_measurements AS own ON own.session = ? AND own.measurement = measurements.id JOIN
      runs ON runs.id = measurements.run JOIN session_runs ON session_runs.session = own.session AND
      session_runs.run = measurements.run WHERE kernel = ? ORDER BY session_runs.ix, measurements.id)";
  std::vector<StoredMeasurement> list;
  Rows rows =
      kernel == 0 ? connection.query(kAllOfSession, session) : connection.query(kOfKernel, session, kernel);
  while (rows.next()) {
    StoredMeasurement one;
    one.kernel = rows->integer();
    one.taskVersion = rows->integer();
    one.run = rows->integer();
    one.device = rows->integer();
    one.runSession = rows->string();
    one.runKey = rows->string();
    one.body = rows->string();
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace kernelcast::db
