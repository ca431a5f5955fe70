#include "db/Catalogue.h"

#include <fmt/format.h>

#include "core/domain/hash.h"
#include "core/domain/json.h"
#include "core/domain/ulid.h"
#include "db/Texts.h"

namespace kernelcast::db {

RunName runNameOf(std::string_view name, const SessionId& session) {
  constexpr std::size_t kUlid = 26;
  if (name.size() > kUlid + 1 && name[kUlid] == '/' && isUlid(name.substr(0, kUlid))) {
    return {std::string(name.substr(0, kUlid)), std::string(name.substr(kUlid + 1))};
  }
  return {session, std::string(name)};
}

std::string runKeyIn(const RunName& run, const SessionId& session) {
  return run.session == session ? run.key : fullRunName(run);
}

std::string fullRunName(const RunName& run) { return run.session + "/" + run.key; }

std::int64_t Catalogue::version(std::string_view kind, std::string_view value) {
  if (value.empty()) return kUnknown;
  const auto found = connection_.integer("SELECT id FROM versions WHERE kind = ? AND value = ?", kind, value);
  if (found) return *found;
  connection_.run("INSERT INTO versions(kind, value) VALUES (?, ?)", kind, value);
  return connection_.lastId();
}

std::int64_t Catalogue::device(const Device& device) {
  const std::string facts = dumpJson(toJson(device));
  const std::string hash = *hashBytes(sha256Hex(facts));
  if (const auto found = connection_.integer("SELECT id FROM devices WHERE hash = ?", Blob{hash}))
    return *found;
  const std::int64_t driver = version("driver", device.driverVersion.value_or(""));
  const std::int64_t nvrtc = version("nvrtc", device.nvrtcVersion.value_or(""));
  connection_.run("INSERT INTO devices(hash, name, facts, driver, nvrtc) VALUES (?, ?, ?, ?, ?)", Blob{hash},
                  device.name, facts, driver, nvrtc);
  return connection_.lastId();
}

std::int64_t Catalogue::taskVersion(const std::string& name, int version) {
  const auto found =
      connection_.integer("SELECT id FROM task_versions WHERE name = ? AND version = ?", name, version);
  if (found) return *found;
  connection_.run("INSERT INTO task_versions(name, version) VALUES (?, ?)", name, version);
  return connection_.lastId();
}

std::int64_t Catalogue::taskDefinition(const Task& task) {
  const std::string definition = dumpJson(toJson(task));
  const std::string hash = *hashBytes(sha256Hex(definition));
  const auto found = connection_.integer("SELECT id FROM task_definitions WHERE hash = ?", Blob{hash});
  if (found) return *found;
  const std::int64_t version = taskVersion(task.name, task.version);
  connection_.run("INSERT INTO task_definitions(hash, task_version, json) VALUES (?, ?, ?)", Blob{hash},
                  version, definition);
  return connection_.lastId();
}

std::int64_t Catalogue::model(std::string_view name) {
  if (name.empty()) return kUnknown;
  const auto found = connection_.integer(
      "SELECT id FROM models WHERE name = ? AND endpoint = 'unknown' AND temperature = 'unknown'", name);
  if (found) return *found;
  connection_.run("INSERT INTO models(name) VALUES (?)", name);
  return connection_.lastId();
}

std::int64_t Catalogue::prompt(std::string_view text) {
  if (text.empty()) return kUnknown;
  const std::int64_t id = TextStore(connection_).store(text);
  if (const auto found = connection_.integer("SELECT id FROM prompts WHERE text = ?", id)) return *found;
  connection_.run("INSERT INTO prompts(text) VALUES (?)", id);
  return connection_.lastId();
}

std::int64_t Catalogue::surrogate(const SurrogateIdentity& surrogate) {
  const std::int64_t ofModel = model(surrogate.model);
  const std::int64_t ofPrompt = prompt(surrogate.prompt);
  const std::string mode = surrogate.mode.empty() ? "unknown" : surrogate.mode;
  const auto found = connection_.integer(
      "SELECT id FROM surrogates WHERE name = ? AND model = ? AND mode = ? AND prompt = ?", surrogate.name,
      ofModel, mode, ofPrompt);
  if (found) return *found;
  connection_.run("INSERT INTO surrogates(name, model, mode, prompt) VALUES (?, ?, ?, ?)", surrogate.name,
                  ofModel, mode, ofPrompt);
  return connection_.lastId();
}

Result<std::int64_t> Catalogue::run(const RunName& name, std::int64_t device, std::string_view tool,
                                    std::optional<std::int64_t> startedMs) {
  const std::int64_t ofTool = version("tool", tool);
  {
    Rows rows =
        connection_.query("SELECT id, device, tool, started_ms FROM runs WHERE session_ulid = ? AND key = ?",
                          name.session, name.key);
    if (rows.next()) {
      const std::int64_t id = rows->integer();
      const bool same =
          rows->integer() == device && rows->integer() == ofTool && rows->optionalInteger() == startedMs;
      if (same) return id;
      return failure(Error::Kind::Conflict,
                     fmt::format("run {} is in the library already, with another device, tool or time",
                                 fullRunName(name)));
    }
  }
  connection_.run("INSERT INTO runs(session_ulid, key, device, tool, started_ms) VALUES (?, ?, ?, ?, ?)",
                  name.session, name.key, device, ofTool, startedMs);
  return connection_.lastId();
}

std::optional<std::int64_t> Catalogue::findRun(const RunName& name) {
  return connection_.integer("SELECT id FROM runs WHERE session_ulid = ? AND key = ?", name.session,
                             name.key);
}

Result<Device> Catalogue::readDevice(std::int64_t id) {
  const auto facts = connection_.text("SELECT facts FROM devices WHERE id = ?", id);
  if (!facts) return failure("a device is missing");
  return parseJson(*facts).and_then([](const Json& json) { return deviceFromJson(json); });
}

Result<Task> Catalogue::readTaskDefinition(std::int64_t id) {
  const auto definition = connection_.text("SELECT json FROM task_definitions WHERE id = ?", id);
  if (!definition) return failure("a task is missing");
  return parseJson(*definition).and_then([](const Json& json) { return taskFromJson(json); });
}

Result<SurrogateIdentity> Catalogue::readSurrogate(std::int64_t id) {
  SurrogateIdentity surrogate;
  std::optional<std::int64_t> promptText;
  {
    Rows rows = connection_.query(
        R"(
        SELECT surrogates.name, models.id, models.name, mode, prompts.text FROM surrogates JOIN models ON
        models.id = model JOIN prompts ON prompts.id = prompt WHERE surrogates.id = ?)",
        id);
    if (!rows.next()) return failure("a surrogate is missing");
    surrogate.name = rows->string();
    const bool known = rows->integer() != kUnknown;
    surrogate.model = rows->string();
    if (!known) surrogate.model.clear();
    surrogate.mode = rows->string();
    if (surrogate.mode == "unknown") surrogate.mode.clear();
    promptText = rows->optionalInteger();
  }
  if (promptText) {
    auto text = readText(connection_, *promptText);
    if (!text) return failure(text.error());
    surrogate.prompt = std::move(*text);
  }
  return surrogate;
}

}  // namespace kernelcast::db
