#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/domain/json.h"
#include "core/search/event.h"
#include "core/search/event_upcast.h"

namespace kernelcast::search {

namespace {

constexpr int kMaxIndex = 1'000'000'000;
constexpr double kMaxNumber = 1e300;

template <typename T>
void putOptional(Json& json, const char* key, const std::optional<T>& value) {
  if (value) json[key] = *value;
}
void putText(Json& json, const char* key, const std::string& value) {
  if (!value.empty()) json[key] = value;
}
void putTrue(Json& json, const char* key, bool value) {
  if (value) json[key] = true;
}
void putUsage(Json& json, const Usage& usage) {
  if (usage != Usage{}) json["usage"] = toJson(usage);
}

// --- writing ---

Json encode(const SessionStarted& event) {
  Json seeds = Json::array();
  for (const Seed& seed : event.seeds) {
    seeds.push_back({{"name", seed.name}, {"kernel", seed.kernelHash}, {"reward", seed.reward}});
  }
  Json json{{"config", toJson(event.config)}, {"seeds", std::move(seeds)}};
  if (event.device) json["device"] = toJson(*event.device);
  if (event.recordedCandidates > 0) json["recorded_candidates"] = event.recordedCandidates;
  return json;
}

Json encode(const StepStarted& event) {
  Json parents = Json::array();
  for (const auto& parent : event.parents)
    parents.push_back({{"node", parent.node}, {"score", parent.score}});
  Json slots = Json::array();
  for (const auto& admitted : event.admitted) {
    Json slot{{"slot", slotKey(admitted.slot)}};
    putTrue(slot, "audit", admitted.audit);
    slots.push_back(std::move(slot));
  }
  return {{"step", event.step},
          {"parents", std::move(parents)},
          {"slots", std::move(slots)},
          {"refused", event.refused}};
}

Json encode(const MutationCompleted& event) {
  Json json{{"slot", slotKey(event.slot)},
            {"parent", event.parentNode},
            {"name", event.name},
            {"kernel", event.kernelHash}};
  putText(json, "note", event.note);
  putUsage(json, event.usage);
  putOptional(json, "elapsed_ms", event.elapsedMs);
  return json;
}

Json encode(const MutationFailed& event) {
  Json json{{"slot", slotKey(event.slot)}, {"parent", event.parentNode}, {"reason", event.reason}};
  putTrue(json, "exhausted", event.exhausted);
  putTrue(json, "not_asked", event.notAsked);
  putUsage(json, event.usage);
  return json;
}

Json encode(const CompileCompleted& event) {
  // Resources are written as a measurement writes them, by the one codec there is.
  Measurement facts;
  facts.resources = event.resources;
  facts.compileMs = event.compileMs;
  Json json = toJson(facts);
  json.erase("status");
  json.erase("cases");
  json["slot"] = slotKey(event.slot);
  json["ok"] = event.ok;
  putText(json, "log", event.log);
  return json;
}

Json encode(const ForecastCompleted& event) {
  return {{"slot", slotKey(event.slot)}, {"forecast", toJson(event.forecast)}};
}

Json encode(const ForecastFailed& event) {
  Json json{{"slot", slotKey(event.slot)}, {"reason", event.reason}};
  putTrue(json, "missing", event.missing);
  putUsage(json, event.usage);
  return json;
}

Json encode(const ParentJudged& event) {
  Json verdicts = Json::array();
  for (const auto& judged : event.verdicts) {
    Json entry{{"slot", slotKey(judged.slot)}, {"verdict", info(judged.verdict).key}};
    putOptional(entry, "score", judged.score);
    verdicts.push_back(std::move(entry));
  }
  return {{"step", event.step}, {"parent", event.parent}, {"verdicts", std::move(verdicts)}};
}

Json encode(const MeasurementCompleted& event) {
  Json json{{"slot", slotKey(event.slot)}, {"status", statusInfo(event.status).key}};
  putOptional(json, "speedup", event.speedup);
  putText(json, "run", event.run);
  putTrue(json, "recorded", event.recorded);
  putTrue(json, "verification", event.verification);
  if (event.measurement) json["measurement"] = toJson(*event.measurement);
  if (event.reference) json["reference"] = toJson(*event.reference);
  json["gpu_seconds"] = event.gpuSeconds;
  return json;
}

Json encode(const MeasurementFailed& event) {
  Json json{{"slot", slotKey(event.slot)}, {"reason", event.reason}, {"gpu_seconds", event.gpuSeconds}};
  putTrue(json, "missing", event.missing);
  putTrue(json, "verification", event.verification);
  putTrue(json, "not_asked", event.notAsked);
  return json;
}

Json encode(const StepCompleted& event) { return {{"step", event.step}}; }

Json encode(const VerificationStarted& event) {
  Json slots = Json::array();
  for (const Slot& slot : event.leaders) slots.push_back(slotKey(slot));
  return {{"slots", std::move(slots)}};
}

Json encode(const RequestCancelled& event) {
  return {{"slot", slotKey(event.slot)}, {"stage", info(event.stage).key}};
}
Json encode(const Paused& /*event*/) { return Json::object(); }
Json encode(const Resumed& /*event*/) { return Json::object(); }
Json encode(const Stopped& event) { return {{"reason", event.reason}}; }
Json encode(const Finished& event) { return {{"reason", event.reason}}; }
Json encode(const Failed& event) { return {{"reason", event.reason}}; }

// --- reading ---

int readIndex(JsonFields& fields, const char* key) {
  return static_cast<int>(fields.integer(key, 0, kMaxIndex));
}
NodeId readNode(JsonFields& fields, const char* key) {
  return static_cast<NodeId>(fields.integer(key, -kMaxIndex, kMaxIndex));
}

Slot slotOf(JsonFields& fields, const std::string& key) {
  const auto slot = slotFromKey(key);
  if (!slot) fields.fail(fmt::format("'{}' is no slot, as \"3/1/0\" is", key));
  return slot.value_or(Slot{});
}
Slot readSlot(JsonFields& fields) { return slotOf(fields, fields.text("slot")); }

template <typename T>
T take(JsonFields& fields, Result<T> value) {
  if (!value) fields.fail(value.error());
  return value ? std::move(*value) : T{};
}
Usage readUsage(JsonFields& fields) {
  return fields.has("usage") ? take(fields, usageFromJson(fields.object("usage"))) : Usage{};
}

// Reads each entry of a list as an object with fields of its own.
template <typename Read>
void readList(JsonFields& fields, const char* key, Read read) {
  for (const Json& entry : fields.array(key)) {
    JsonFields own(entry, key);
    read(own);
    if (!own.ok()) fields.fail(own.error());
  }
}

EventBody decode(JsonFields& fields, std::type_identity<SessionStarted> /*kind*/) {
  SessionStarted event;
  event.config = take(fields, storedConfigFromJson(fields.object("config")));
  readList(fields, "seeds", [&](JsonFields& own) {
    event.seeds.push_back({own.text("name"), own.text("kernel"), {}, own.number("reward", 0, kMaxNumber)});
  });
  if (fields.has("device")) event.device = take(fields, deviceFromJson(fields.object("device")));
  event.recordedCandidates = static_cast<int>(fields.integerOr("recorded_candidates", 0, kMaxIndex, 0));
  return event;
}

EventBody decode(JsonFields& fields, std::type_identity<StepStarted> /*kind*/) {
  StepStarted event;
  event.step = readIndex(fields, "step");
  readList(fields, "parents", [&](JsonFields& own) {
    event.parents.push_back({readNode(own, "node"), own.number("score", -kMaxNumber, kMaxNumber)});
  });
  readList(fields, "slots", [&](JsonFields& own) {
    event.admitted.push_back({readSlot(own), own.booleanOr("audit", false)});
  });
  event.refused = readIndex(fields, "refused");
  return event;
}

EventBody decode(JsonFields& fields, std::type_identity<MutationCompleted> /*kind*/) {
  MutationCompleted event;
  event.slot = readSlot(fields);
  event.parentNode = readNode(fields, "parent");
  event.name = fields.text("name");
  event.kernelHash = fields.text("kernel");
  event.note = fields.textOr("note", "");
  event.usage = readUsage(fields);
  event.elapsedMs = fields.optionalNumber("elapsed_ms", 0, kMaxNumber);
  return event;
}

EventBody decode(JsonFields& fields, std::type_identity<MutationFailed> /*kind*/) {
  MutationFailed event;
  event.slot = readSlot(fields);
  event.parentNode = readNode(fields, "parent");
  event.reason = fields.textOr("reason", "");
  event.exhausted = fields.booleanOr("exhausted", false);
  event.usage = readUsage(fields);
  event.notAsked = fields.booleanOr("not_asked", false);
  return event;
}

EventBody decode(JsonFields& fields, std::type_identity<CompileCompleted> /*kind*/) {
  CompileCompleted event;
  event.slot = readSlot(fields);
  event.ok = fields.booleanOr("ok", true);
  event.log = fields.textOr("log", "");
  const Json facts{{"status", statusInfo(MeasurementStatus::CompileFailed).key},
                   {"resources", fields.arrayOrEmpty("resources")}};
  event.resources = take(fields, measurementFromJson(facts)).resources;
  event.compileMs = fields.optionalNumber("compile_ms", 0, kMaxNumber);
  return event;
}

EventBody decode(JsonFields& fields, std::type_identity<ForecastCompleted> /*kind*/) {
  ForecastCompleted event;
  event.slot = readSlot(fields);
  event.forecast = take(fields, forecastFromJson(fields.object("forecast")));
  return event;
}

EventBody decode(JsonFields& fields, std::type_identity<ForecastFailed> /*kind*/) {
  ForecastFailed event;
  event.slot = readSlot(fields);
  event.reason = fields.textOr("reason", "");
  event.missing = fields.booleanOr("missing", false);
  event.usage = readUsage(fields);
  return event;
}

EventBody decode(JsonFields& fields, std::type_identity<ParentJudged> /*kind*/) {
  ParentJudged event;
  event.step = readIndex(fields, "step");
  event.parent = readIndex(fields, "parent");
  readList(fields, "verdicts", [&](JsonFields& own) {
    ParentJudged::Judged judged;
    judged.slot = readSlot(own);
    const std::string key = own.text("verdict");
    if (const auto verdict = verdictFromKey(key)) judged.verdict = *verdict;
    else own.fail(fmt::format("'verdict' is \"{}\", which is none of the known ones", key));
    judged.score = own.optionalNumber("score", -kMaxNumber, kMaxNumber);
    event.verdicts.push_back(judged);
  });
  return event;
}

EventBody decode(JsonFields& fields, std::type_identity<MeasurementCompleted> /*kind*/) {
  MeasurementCompleted event;
  event.slot = readSlot(fields);
  const std::string key = fields.text("status");
  if (const auto status = measurementStatusFromKey(key)) event.status = *status;
  else fields.fail(fmt::format("'status' is \"{}\", which is none of the known ones", key));
  event.speedup = fields.optionalNumber("speedup", 0, kMaxNumber);
  event.run = fields.textOr("run", "");
  event.recorded = fields.booleanOr("recorded", false);
  event.verification = fields.booleanOr("verification", false);
  if (fields.has("measurement"))
    event.measurement = take(fields, measurementFromJson(fields.object("measurement")));
  if (fields.has("reference"))
    event.reference = take(fields, measurementFromJson(fields.object("reference")));
  event.gpuSeconds = fields.numberOr("gpu_seconds", 0, kMaxNumber, 0);
  return event;
}

EventBody decode(JsonFields& fields, std::type_identity<MeasurementFailed> /*kind*/) {
  MeasurementFailed event;
  event.slot = readSlot(fields);
  event.reason = fields.textOr("reason", "");
  event.missing = fields.booleanOr("missing", false);
  event.verification = fields.booleanOr("verification", false);
  event.gpuSeconds = fields.numberOr("gpu_seconds", 0, kMaxNumber, 0);
  event.notAsked = fields.booleanOr("not_asked", false);
  return event;
}

EventBody decode(JsonFields& fields, std::type_identity<StepCompleted> /*kind*/) {
  return StepCompleted{readIndex(fields, "step")};
}

EventBody decode(JsonFields& fields, std::type_identity<VerificationStarted> /*kind*/) {
  VerificationStarted event;
  for (const Json& entry : fields.array("slots")) {
    event.leaders.push_back(slotOf(fields, entry.is_string() ? entry.get<std::string>() : dumpJson(entry)));
  }
  return event;
}

EventBody decode(JsonFields& fields, std::type_identity<RequestCancelled> /*kind*/) {
  RequestCancelled event;
  event.slot = readSlot(fields);
  const std::string key = fields.text("stage");
  constexpr std::array kAll{Stage::Mutation, Stage::Compile, Stage::Forecast, Stage::Measurement};
  const auto* stage =
      std::find_if(kAll.begin(), kAll.end(), [&](Stage known) { return info(known).key == key; });
  if (stage != kAll.end()) event.stage = *stage;
  else fields.fail(fmt::format("'stage' is \"{}\", which is none of the known ones", key));
  return event;
}

EventBody decode(JsonFields& /*fields*/, std::type_identity<Paused> /*kind*/) { return Paused{}; }
EventBody decode(JsonFields& /*fields*/, std::type_identity<Resumed> /*kind*/) { return Resumed{}; }
EventBody decode(JsonFields& fields, std::type_identity<Stopped> /*kind*/) {
  return Stopped{fields.textOr("reason", "")};
}
EventBody decode(JsonFields& fields, std::type_identity<Finished> /*kind*/) {
  return Finished{fields.textOr("reason", "")};
}
EventBody decode(JsonFields& fields, std::type_identity<Failed> /*kind*/) {
  return Failed{fields.textOr("reason", "")};
}

// One decoder for each alternative, in the variant's order: a kind without one does not compile.
using Decoder = EventBody (*)(JsonFields&);
template <std::size_t... I>
constexpr std::array<Decoder, sizeof...(I)> decoders(std::index_sequence<I...> /*all*/) {
  return {[](JsonFields& fields) {
    return decode(fields, std::type_identity<std::variant_alternative_t<I, EventBody>>{});
  }...};
}
constexpr auto kDecoders = decoders(std::make_index_sequence<std::variant_size_v<EventBody>>{});

}  // namespace

Json payloadToJson(const EventBody& body) {
  return std::visit([](const auto& event) { return encode(event); }, body);
}

Result<EventBody> eventFromJson(std::string_view kind, int version, const Json& payload) {
  const auto kinds = eventKinds();
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i].key != kind) continue;
    const auto current = upcastPayload(kind, version, kinds[i].version, payload);
    if (!current) return failure(current.error());
    JsonFields fields(*current, "event " + std::string(kind));
    EventBody body = kDecoders[i](fields);
    if (!fields.ok()) return failure(fields.error());
    return body;
  }
  return failure(Error::Kind::BadInput, fmt::format("event \"{}\" is not known to this program", kind));
}

}  // namespace kernelcast::search
