// What is named once and referred to by its row: versions, devices, tasks, models, prompts, surrogates, runs.
// Each function finds the row or adds it; what is unknown is row kUnknown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/domain/device.h"
#include "core/domain/result.h"
#include "core/domain/session.h"
#include "core/domain/task.h"
#include "db/Sql.h"

namespace kernelcast::db {

inline constexpr std::int64_t kUnknown = 1;

struct SurrogateIdentity {
  std::string name;
  std::string model;  // empty: unknown, as in the next two
  std::string mode;
  std::string prompt;
};

// A run's name in the library: the session that brought it and its key there, "01J.../1".
struct RunName {
  SessionId session;
  std::string key;
};
// A bare key is a run of `session` itself.
RunName runNameOf(std::string_view name, const SessionId& session);
// The bare key where the run is of `session` itself, else the full name.
std::string runKeyIn(const RunName& run, const SessionId& session);
std::string fullRunName(const RunName& run);

class Catalogue {
 public:
  explicit Catalogue(Connection& connection) : connection_(connection) {}

  std::int64_t version(std::string_view kind, std::string_view value);  // an empty value is unknown
  std::int64_t device(const Device& device);
  // Of a device that is not known at all: kUnknown.
  std::int64_t device(const std::optional<Device>& known) { return known ? device(*known) : kUnknown; }
  std::int64_t taskVersion(const std::string& name, int version);
  std::int64_t taskDefinition(const Task& task);
  std::int64_t surrogate(const SurrogateIdentity& surrogate);
  // Conflict where the run is there already with another device, tool or time.
  Result<std::int64_t> run(const RunName& name, std::int64_t device, std::string_view tool,
                           std::optional<std::int64_t> startedMs);
  std::optional<std::int64_t> findRun(const RunName& name);

  Result<Device> readDevice(std::int64_t id);
  Result<Task> readTaskDefinition(std::int64_t id);
  Result<SurrogateIdentity> readSurrogate(std::int64_t id);

 private:
  std::int64_t model(std::string_view name);
  std::int64_t prompt(std::string_view text);
  Connection& connection_;
};

}  // namespace kernelcast::db
