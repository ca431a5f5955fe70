#include <algorithm>

#include <fmt/format.h>

#include "core/domain/json.h"
#include "core/search/policy.h"
#include "db/Catalogue.h"
#include "db/ReaderImpl.h"
#include "db/SearchProjection.h"

namespace kernelcast::db {

namespace {

using search::SessionStarted;

// The session that a replay replays; 0 where it is not in this library.
std::int64_t recordedSession(Connection& connection, const search::SearchConfig& config) {
  const auto id = resolveSession(sessionNames(connection, Deleted::Refused), config.recorded.session);
  const auto session = id ? findSession(connection, *id) : failure(id.error());
  return session ? session->id : 0;
}
// What the recorded session was told of the task; else what the library heard of it last; else its name
// alone.
std::int64_t taskDefinition(Connection& connection, Catalogue& catalogue, std::int64_t recorded,
                            const std::string& name) {
  const auto told = connection.integer(
      R"(
      SELECT definition FROM session_tasks JOIN task_definitions ON task_definitions.id = definition JOIN
      task_versions ON task_versions.id = task_version WHERE session = ? AND name = ?)",
      recorded, name);
  if (told) return *told;
  const auto heard = connection.integer(
      R"(
      SELECT task_definitions.id FROM task_definitions JOIN task_versions ON task_versions.id = task_version
      WHERE name = ? ORDER BY version DESC, task_definitions.id DESC LIMIT 1)",
      name);
  if (heard) return *heard;
  Task task;
  task.name = name;
  task.title = name;
  return catalogue.taskDefinition(task);
}

struct NamedSurrogate {
  std::int64_t id = kUnknown;
  std::string label;
};

NamedSurrogate surrogateOf(Connection& connection, Catalogue& catalogue, std::int64_t recorded,
                           const std::string& name) {
  {
    Rows rows = connection.query(
        R"(
        SELECT surrogate, label FROM session_surrogates WHERE session = ? AND (label = ? OR ? = '') ORDER BY
        ix LIMIT 1)",
        recorded, name, name);
    if (rows.next()) {
      const std::int64_t id = rows->integer();
      return {id, rows->string()};
    }
  }
  if (name.empty()) return {kUnknown, "unknown"};
  return {catalogue.surrogate({name, "", "", ""}), name};
}

void insertSession(Connection& connection, const SessionId& id, const SessionStarted& started,
                   std::int64_t atMs, std::int64_t program) {
  const auto& config = started.config;
  const std::string provenance =
      config.recorded.session.empty() ? std::string() : fmt::format("replay of {}", config.recorded.session);
  connection.run(
      R"(
      INSERT INTO sessions(ulid, name, kind, state, created_ms, updated_ms, policy, provenance, config,
      program) VALUES (?, ?, 'search', 'running', ?, ?, ?, ?, ?, ?))",
      id, config.name.empty() ? config.task : config.name, atMs, atMs, config.policy.name, provenance,
      dumpJson(toJson(config)), program);
}

}  // namespace

Result<SearchContext> beginSearch(Connection& connection, const SessionId& id, const SessionStarted& started,
                                  std::int64_t atMs) {
  if (started.seeds.empty()) return failure(Error::Kind::BadInput, "a search needs a kernel to start from");
  if (started.config.task.empty()) return failure(Error::Kind::BadInput, "a search needs a task");
  Catalogue catalogue(connection);
  TextStore texts(connection);
  insertSession(connection, id, started, atMs, catalogue.version("program", KERNELCAST_VERSION));
  const std::int64_t session = connection.lastId();

  const std::int64_t recorded = recordedSession(connection, started.config);
  connection.run("INSERT INTO session_tasks(session, ix, definition) VALUES (?, 0, ?)", session,
                 taskDefinition(connection, catalogue, recorded, started.config.task));
  Json devices = Json::array();
  if (started.device) {
    const std::int64_t device = catalogue.device(*started.device);
    if (device != kUnknown) {
      connection.run("INSERT INTO session_devices(session, ix, device, key, label) VALUES (?, 0, ?, ?, ?)",
                     session, device, started.device->name, started.device->name);
      devices.push_back(started.device->name);
    }
  }
  Json surrogates = Json::array();
  const search::PolicyInfo* policy = search::findPolicy(started.config.policy.name);
  if (policy != nullptr && policy->usesSurrogate) {
    const NamedSurrogate own =
        surrogateOf(connection, catalogue, recorded, started.config.recorded.surrogate);
    connection.run(
        "INSERT INTO session_surrogates(session, ix, surrogate, key, label) VALUES (?, 0, ?, ?, ?)", session,
        own.id, own.label, own.label);
    surrogates.push_back(own.label);
  }
  // Seeds stand first, so that a parent below zero is found by its place.
  int ix = 0;
  for (const search::Seed& seed : started.seeds) {
    const std::int64_t kernel = texts.storeKernel(seed.source);
    if (texts.findKernel(seed.kernelHash) != kernel) {
      return failure(Error::Kind::BadInput,
                     fmt::format("the source of kernel \"{}\" is not the one its hash names", seed.name));
    }
    if (ix == 0) {
      connection.run("INSERT INTO session_references(session, task_ix, kernel) VALUES (?, 0, ?)", session,
                     kernel);
    }
    connection.run(
        "INSERT OR IGNORE INTO session_kernels(session, kernel, ix, key, name) VALUES (?, ?, ?, ?, ?)",
        session, kernel, ix++, seed.kernelHash.substr(0, 16), seed.name);
  }
  connection.run(
      "INSERT INTO session_summary(session, tasks, devices, surrogates, recorded) VALUES (?, ?, ?, ?, ?)",
      session, dumpJson(Json::array({started.config.task})), dumpJson(devices), dumpJson(surrogates),
      search::isReplay(started.config));
  return loadSearch(connection, session, id);
}

Result<SearchContext> loadSearch(Connection& connection, std::int64_t session, const SessionId& id) {
  SearchContext context;
  context.session = session;
  context.ulid = id;
  const auto text = connection.text("SELECT config FROM sessions WHERE id = ?", session);
  if (!text) {
    return failure(
        Error::Kind::BadInput,
        fmt::format("session {} is no search of this library, so there is nothing to go on with", id));
  }
  auto config =
      parseJson(*text).and_then([](const Json& json) { return search::searchConfigFromJson(json); });
  if (!config) return failure(config.error().in("the session's configuration"));
  context.config = std::move(*config);

  std::int64_t definition = 0;
  {
    Rows rows = connection.query(
        R"(
        SELECT definition, task_version, kernel FROM session_tasks JOIN task_definitions ON
        task_definitions.id = definition LEFT JOIN session_references ON session_references.session =
        session_tasks.session AND task_ix = ix WHERE session_tasks.session = ? AND ix = 0)",
        session);
    if (!rows.next()) return failure(Error::Kind::BadInput, fmt::format("session {} has no task", id));
    definition = rows->integer();
    context.taskVersion = rows->integer();
    context.reference = rows->integer();
  }
  auto task = Catalogue(connection).readTaskDefinition(definition);
  if (!task) return failure(task.error());
  context.params = std::move(task->params);
  const auto device =
      connection.integer("SELECT device FROM session_devices WHERE session = ? AND ix = 0", session);
  context.device = device.value_or(kUnknown);
  context.deviceIx = device ? 0 : -1;
  const auto surrogate =
      connection.integer("SELECT surrogate FROM session_surrogates WHERE session = ? AND ix = 0", session);
  context.surrogate = surrogate.value_or(kUnknown);
  context.surrogateIx = surrogate ? 0 : -1;
  return context;
}

}  // namespace kernelcast::db
