#include <initializer_list>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "core/domain/text.h"
#include "core/domain/ulid.h"
#include "core/exchange/base64.h"
#include "core/exchange/json_slices.h"
#include "core/exchange/native.h"
#include "core/exchange/native_checks.h"
#include "core/exchange/native_form.h"

namespace kernelcast::exchange {

namespace {

constexpr std::int64_t kMaxInt = std::numeric_limits<int>::max();
constexpr std::int64_t kMaxTimeMs = (std::int64_t{1} << 48U) - 1;  // what a ULID can say

// Reads the lists in the order in which they refer to each other, wherever they stand in the document.
class NativeReader {
 public:
  explicit NativeReader(std::string_view text) : text_(text) {}

  Result<NativeDocument> read() {
    document_.report.format = "native";
    using Step = Result<void> (NativeReader::*)();
    for (const Step step :
         {&NativeReader::slice, &NativeReader::readHead, &NativeReader::readSession, &NativeReader::readTasks,
          &NativeReader::readKeyed, &NativeReader::readCandidates, &NativeReader::readForecasts,
          &NativeReader::readMeasurements, &NativeReader::readEvents, &NativeReader::skipUnknown}) {
      if (auto done = (this->*step)(); !done) return failure(done.error());
    }
    return std::move(document_);
  }

 private:
  Result<void> slice() {
    auto members = sliceObject(text_);
    if (!members) return failure(members.error());
    for (JsonMember& member : *members) members_.emplace(std::move(member.key), member.value);
    return {};
  }

  Result<Json> take(const std::string& key) {
    const auto member = members_.find(key);
    if (member == members_.end()) return failure(Error::Kind::BadInput, fmt::format("'{}' is missing", key));
    auto json = parseJson(member->second);
    members_.erase(member);
    if (!json) return failure(json.error().in(key));
    return json;
  }

  Result<void> readHead() {
    const auto notOurs = [](const std::string& why) {
      return failure(Error::Kind::BadInput, "this is no Kernelcast session: " + why);
    };
    auto format = take("format");
    if (!format) return notOurs(format.error().message);
    if (*format != Json(kNativeFormat)) {
      return notOurs(
          fmt::format("'format' must be \"{}\", and is {}", kNativeFormat, shortened(dumpJson(*format))));
    }
    auto version = take("version");
    if (!version) return failure(version.error());
    const Json head{{"version", std::move(*version)}};
    JsonFields fields(head, "");
    const auto number = fields.integer("version", 1, kMaxInt);
    if (!fields.ok()) return failure(fields.error());
    if (number > kNativeVersion) {
      return failure(
          Error::Kind::BadInput,
          fmt::format("the document is of version {}, and this build reads up to {}: update Kernelcast",
                      number, kNativeVersion));
    }
    return {};
  }

  Result<void> readSession() {
    const auto json = take("session");
    if (!json) return failure(json.error());
    ExchangeSession& session = document_.session;
    JsonFields fields(*json, "session");
    session.id = fields.text("id");
    if (fields.ok() && !isUlid(session.id)) {
      fields.fail(fmt::format("'id' must be a ULID (26 characters), and is {}", inQuotes(session.id)));
    }
    session.name = fields.text("name");
    if (const std::size_t length = codePoints(session.name); length > kMaxSessionName) {
      fields.fail(fmt::format("'name' may have {} characters at most, and has {}", kMaxSessionName, length));
    }
    const std::string kind = fields.text("kind");
    const std::string state = fields.text("state");
    if (const auto known = sessionKindFromKey(kind)) session.kind = *known;
    else fields.fail(fmt::format("'kind' is {}, which is none of the known ones", inQuotes(kind)));
    if (const auto known = sessionStateFromKey(state)) session.state = *known;
    else fields.fail(fmt::format("'state' is {}, which is none of the known ones", inQuotes(state)));
    session.stateNote = fields.textOr("state_note", "");
    session.createdMs = fields.integer("created_ms", 0, kMaxTimeMs);
    session.policy = fields.textOr("policy", "");
    session.note = fields.textOr("note", "");
    if (!fields.ok()) return failure(fields.error());
    return {};
  }

  // Calls row(json, fields, where) for each element of a list, parsed one at a time.
  template <typename Row>
  Result<void> forEach(const std::string& key, Row row) {
    const auto member = members_.find(key);
    if (member == members_.end()) return failure(Error::Kind::BadInput, fmt::format("'{}' is missing", key));
    const auto elements = sliceList(member->second);
    if (!elements) return failure(elements.error().in(key));
    members_.erase(member);
    for (std::size_t i = 0; i < elements->size(); ++i) {
      const std::string where = fmt::format("{}[{}]", key, i);
      const auto json = parseJson((*elements)[i]);
      if (!json) return failure(json.error().in(where));
      JsonFields fields(*json, where);
      if (fields.ok()) row(*json, fields, where);
      if (!fields.ok()) return failure(fields.error());
    }
    return {};
  }

  Result<void> readTasks() {
    return forEach("tasks", [this](const Json& json, JsonFields& fields, const std::string&) {
      auto task = taskFromJson(json);
      if (!task) return fields.fail(task.error());
      if (!tasks_.emplace(task->name, document_.session.tasks.size()).second) {
        return fields.fail(fmt::format("task {} is there twice", inQuotes(task->name)));
      }
      document_.session.tasks.push_back(std::move(*task));
    });
  }

  using Keys = std::unordered_set<std::string>;
  // What a row is about, as one text; no two rows share it unless all their parts agree.
  static std::string identity(std::initializer_list<std::string_view> parts) {
    std::string whole;
    for (const std::string_view part : parts)
      whole.append(std::to_string(part.size())).append(1, ':').append(part);
    return whole;
  }
  static std::string newKey(JsonFields& fields, Keys& keys) {
    std::string key = fields.text("key");
    if (fields.ok() && key.empty()) fields.fail("'key' is empty");
    if (fields.ok() && !keys.insert(key).second)
      fields.fail(fmt::format("key {} is there twice", inQuotes(key)));
    return key;
  }
  static std::string knownKey(JsonFields& fields, const char* field, const Keys& keys,
                              std::string_view list) {
    std::string key = fields.text(field);
    if (fields.ok() && !keys.contains(key)) {
      fields.fail(fmt::format("{} {} is not among the document's {}", field, inQuotes(key), list));
    }
    return key;
  }
  std::string knownTask(JsonFields& fields) const {
    std::string task = fields.text("task");
    if (fields.ok() && !tasks_.contains(task)) {
      fields.fail(fmt::format("task {} is not among the document's tasks", inQuotes(task)));
    }
    return task;
  }

  Result<void> readKeyed() {
    ExchangeSession& session = document_.session;
    auto done = forEach("devices", [&](const Json& json, JsonFields& fields, const std::string&) {
      ExchangeDevice row{newKey(fields, devices_), {}};
      if (auto device = deviceFromJson(json)) row.device = std::move(*device);
      else fields.fail(device.error());
      session.devices.push_back(std::move(row));
    });
    if (!done) return done;
    done = forEach("surrogates", [&](const Json&, JsonFields& fields, const std::string&) {
      session.surrogates.push_back({newKey(fields, surrogates_), fields.text("name"),
                                    fields.textOr("model", ""), fields.textOr("mode", ""),
                                    fields.textOr("prompt", "")});
    });
    if (!done) return done;
    done = forEach("kernels", [&](const Json&, JsonFields& fields, const std::string&) {
      session.kernels.push_back({newKey(fields, kernels_), fields.text("name"), readSource(fields)});
    });
    if (!done) return done;
    Keys referred;
    done = forEach("references", [&](const Json&, JsonFields& fields, const std::string&) {
      ExchangeReference row{knownTask(fields), knownKey(fields, "kernel", kernels_, "kernels")};
      if (!referred.insert(row.task).second)
        fields.fail(fmt::format("task {} has two references", inQuotes(row.task)));
      session.references.push_back(std::move(row));
    });
    if (!done) return done;
    return forEach("runs", [&](const Json&, JsonFields& fields, const std::string&) {
      session.runs.push_back({newKey(fields, runs_), knownKey(fields, "device", devices_, "devices"),
                              fields.textOr("tool", ""),
                              fields.optionalInteger("started_ms", 0, kMaxTimeMs)});
    });
  }

  static std::string readSource(JsonFields& fields) {
    if (!fields.has("source_base64")) return fields.text("source");
    if (fields.has("source")) fields.fail("has both 'source' and 'source_base64'");
    auto bytes = fromBase64(fields.text("source_base64"));
    if (!bytes) fields.fail("'source_base64' is not base64");
    return bytes ? std::move(*bytes) : std::string();
  }

  Result<void> readCandidates() {
    auto done = forEach("candidates", [this](const Json&, JsonFields& fields, const std::string&) {
      ExchangeCandidate row;
      row.number = static_cast<int>(fields.integer("number", 1, kMaxInt));
      row.task = knownTask(fields);
      row.kernel = knownKey(fields, "kernel", kernels_, "kernels");
      row.name = fields.text("name");
      row.parent = static_cast<int>(fields.integer("parent", 0, kMaxInt));
      row.note = fields.textOr("note", "");
      row.run = fields.textOr("run", "");
      if (fields.has("verdict")) {
        const std::string key = fields.text("verdict");
        row.verdict = verdictFromKey(key);
        if (!row.verdict)
          fields.fail(fmt::format("'verdict' is {}, which is none of the known ones", inQuotes(key)));
      }
      if (fields.has("status")) {
        const std::string key = fields.text("status");
        row.status = rowStatusFromKey(key);
        if (!row.status)
          fields.fail(fmt::format("'status' is {}, which is none of the known ones", inQuotes(key)));
      }
      row.speedup = fields.optionalNumber("speedup", 0, 1e300);
      if (row.speedup && *row.speedup <= 0) fields.fail("'speedup' must be above zero");
      if (!numbers_.insert(row.number).second)
        fields.fail(fmt::format("number {} is there twice", row.number));
      document_.session.candidates.push_back(std::move(row));
      count(true);
    });
    return done ? checkLineage(document_.session.candidates) : done;
  }

  Result<void> readForecasts() {
    Keys seen;
    return forEach("forecasts", [&](const Json& json, JsonFields& fields, const std::string& where) {
      ExchangeForecast row;
      row.candidate = static_cast<int>(fields.integer("candidate", 1, kMaxInt));
      if (fields.ok() && !numbers_.contains(row.candidate)) {
        fields.fail(fmt::format("candidate {} is no candidate of this session", row.candidate));
      }
      row.surrogate = knownKey(fields, "surrogate", surrogates_, "surrogates");
      row.anchor = knownKey(fields, "anchor", kernels_, "kernels");
      row.device = knownKey(fields, "device", devices_, "devices");
      row.repeat = static_cast<int>(fields.integerOr("repeat", 0, kMaxInt, 0));
      if (!fields.ok()) return;
      auto forecast = forecastFromJson(json);
      if (!forecast) return refuse(where, forecast.error().message);
      if (!seen.insert(dumpJson(Json{row.candidate, row.surrogate, row.anchor, row.device, row.repeat}))
               .second) {
        return refuse(where, fmt::format("candidate {} already has a forecast of surrogate {} with repeat {} "
                                         "against this anchor and device",
                                         row.candidate, inQuotes(row.surrogate), row.repeat));
      }
      row.forecast = std::move(*forecast);
      document_.session.forecasts.push_back(std::move(row));
      count(true);
    });
  }

  Result<void> readMeasurements() {
    Keys seen;
    return forEach("measurements", [&](const Json& json, JsonFields& fields, const std::string& where) {
      ExchangeMeasurement row;
      row.kernel = knownKey(fields, "kernel", kernels_, "kernels");
      row.task = knownTask(fields);
      row.run = knownKey(fields, "run", runs_, "runs");
      if (!fields.ok()) return;
      auto measurement = measurementFromJson(json, document_.session.tasks[tasks_.at(row.task)].params);
      if (measurement) {
        if (auto sound = checkMeasurement(*measurement); !sound) measurement = failure(sound.error());
      }
      if (!measurement) return refuse(where, measurement.error().message);
      if (!seen.insert(identity({row.kernel, row.task, row.run})).second) {
        return refuse(where, fmt::format("kernel {} already has a measurement of run {}",
                                         inQuotes(row.kernel), inQuotes(row.run)));
      }
      row.measurement = std::move(*measurement);
      document_.session.measurements.push_back(std::move(row));
      count(true);
    });
  }

  Result<void> readEvents() {
    if (!members_.contains("events")) return {};
    std::unordered_set<std::int64_t> seen;
    return forEach("events", [&](const Json& json, JsonFields& fields, const std::string&) {
      ExchangeEvent row;
      row.seq = fields.integer("seq", 1, std::numeric_limits<std::int64_t>::max());
      row.atMs = fields.integer("at_ms", 0, kMaxTimeMs);
      row.kind = fields.text("kind");
      row.version = static_cast<int>(fields.integer("version", 1, kMaxInt));
      row.slot = fields.textOr("slot", "");
      fields.object("payload");
      if (!seen.insert(row.seq).second) fields.fail(fmt::format("seq {} is there twice", row.seq));
      if (!fields.ok()) return;
      row.payload = json.at("payload");
      document_.session.events.push_back(std::move(row));
    });
  }

  // What a later writer of the same version may add is tolerated, as long as it is JSON.
  Result<void> skipUnknown() {
    for (const auto& [key, value] : members_) {
      if (auto json = parseJson(value); !json) return failure(json.error().in(key));
    }
    return {};
  }

  void count(bool kept) {
    ++document_.report.read;
    document_.report.kept += kept ? 1 : 0;
  }
  void refuse(const std::string& where, const std::string& reason) {
    count(false);
    document_.report.refused.push_back({where, reason});
  }

  std::string_view text_;
  NativeDocument document_;
  std::map<std::string, std::string_view> members_;  // not read yet
  std::unordered_map<std::string, std::size_t> tasks_;
  Keys devices_;
  Keys surrogates_;
  Keys kernels_;
  Keys runs_;
  std::unordered_set<int> numbers_;
};

}  // namespace

Result<NativeDocument> readNative(std::string_view text) { return NativeReader(text).read(); }

}  // namespace kernelcast::exchange
