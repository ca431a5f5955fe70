#include "core/domain/json.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_set>

#include <fmt/format.h>

#include "core/domain/text.h"

namespace kernelcast {

namespace {

// Follows a document while it is parsed. Nesting has a limit, so that a hostile one cannot exhaust the stack;
// a key that is there twice is refused, since readers disagree on which of its values counts (RFC 8259,
// section 4).
class DocumentGuard {
 public:
  explicit DocumentGuard(int limit) : limit_(static_cast<std::size_t>(limit)) {}

  bool operator()(int /*depth*/, Json::parse_event_t event, Json& parsed) {
    using Event = Json::parse_event_t;
    switch (event) {
      case Event::object_start:
      case Event::array_start:
        countElement();
        open(event == Event::array_start);
        break;
      case Event::object_end:
      case Event::array_end: --depth_; break;
      case Event::key:
        if (const auto* key = parsed.get_ptr<const std::string*>()) addKey(*key);
        break;
      case Event::value: countElement(); break;
    }
    return true;
  }

 private:
  // An open array or object. Kept when it closes: the next one at its depth uses its memory.
  struct Level {
    bool isArray = false;
    std::size_t elements = 0;       // of an array, so far
    std::vector<std::string> keys;  // of an object, in their order; the first `used` are its own
    std::size_t used = 0;
    std::unordered_set<std::string> many;  // the same keys, once a scan of the list would take long
  };
  static constexpr std::size_t kScanned = 24;

  void open(bool isArray) {
    if (depth_ >= limit_)
      throw std::length_error(fmt::format("more than {} nested arrays and objects", limit_));
    if (depth_ == levels_.size()) levels_.emplace_back();
    Level& level = levels_[depth_++];
    level.isArray = isArray;
    level.elements = level.used = 0;
    level.many.clear();
  }
  void countElement() {
    if (depth_ > 0 && levels_[depth_ - 1].isArray) ++levels_[depth_ - 1].elements;
  }
  void addKey(const std::string& key) {
    Level& level = levels_[depth_ - 1];
    const auto end = level.keys.begin() + static_cast<std::ptrdiff_t>(level.used);
    if (level.used == kScanned) level.many.insert(level.keys.begin(), end);
    const bool twice = level.used < kScanned ? std::find(level.keys.begin(), end, key) != end
                                             : !level.many.insert(key).second;
    if (twice)
      throw std::invalid_argument(fmt::format("{}the key '{}' is there twice", place(), shortKey(key)));
    if (level.used == level.keys.size()) level.keys.push_back(key);
    else level.keys[level.used] = key;
    ++level.used;
  }
  // Where the innermost object stands, "policy.cases[2]: "; empty for the document itself.
  [[nodiscard]] std::string place() const {
    std::string words;
    for (std::size_t i = 0; i + 1 < depth_; ++i) {
      const Level& level = levels_[i];
      if (level.isArray) words += fmt::format("[{}]", level.elements - 1);
      else words += (words.empty() ? "" : ".") + shortKey(level.keys[level.used - 1]);
    }
    return words.empty() ? words : words + ": ";
  }
  static std::string shortKey(const std::string& key) {
    return key.size() > 60 ? toValidUtf8(key.substr(0, 60)) + "..." : key;
  }

  std::size_t limit_;
  std::size_t depth_ = 0;
  std::vector<Level> levels_;
};

template <typename T>
void putOptional(Json& json, const char* key, const std::optional<T>& value) {
  if (value) json[key] = *value;
}

std::string shortened(const std::string& text, std::size_t most) {
  return text.size() > most ? toValidUtf8(text.substr(0, most - 3)) + "..." : toValidUtf8(text);
}

std::string shown(const Json& json) { return shortened(dumpJson(json), 60); }

}  // namespace

Result<Json> parseJson(std::string_view text, int maxDepth) {
  try {
    // By reference: the parser copies what it is given.
    DocumentGuard guard(maxDepth);
    return Json::parse(text.begin(), text.end(), std::ref(guard));
  } catch (const Json::exception& e) {
    // The library's sentence starts with its own tag "[json.exception.parse_error.101] ", and ends with what
    // it read last, which may be the whole document.
    std::string words = e.what();
    if (const auto end = words.find("] "); end != std::string::npos) words.erase(0, end + 2);
    return failure(Error::Kind::BadInput, "not valid JSON: " + shortened(words, 300));
  } catch (const std::invalid_argument& e) {
    return failure(Error::Kind::BadInput, e.what());
  } catch (const std::exception& e) {
    return failure(Error::Kind::BadInput, std::string("not acceptable JSON: ") + e.what());
  }
}

std::string dumpJson(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }
std::string dumpJson(const OrderedJson& json, int indent) {
  return json.dump(indent, ' ', false, OrderedJson::error_handler_t::replace);
}

JsonFields::JsonFields(const Json& object, std::string where) : object_(object), where_(std::move(where)) {
  if (!object_.is_object()) fail(fmt::format("must be an object, and is {}", shown(object_)));
}

void JsonFields::fail(const std::string& message) {
  if (!error_) error_ = Error{Error::Kind::BadInput, where_.empty() ? message : where_ + ": " + message};
}
void JsonFields::fail(const Error& error) {
  if (!error_) error_ = where_.empty() ? error : error.in(where_);
}

const Json* JsonFields::find(const char* key, bool required) {
  if (const auto* members = object_.get_ptr<const Json::object_t*>()) {
    if (const auto found = members->find(key); found != members->end() && !found->second.is_null())
      return &found->second;
  }
  if (required) fail(fmt::format("'{}' is missing", key));
  return nullptr;
}

bool JsonFields::has(const char* key) const {
  return object_.is_object() && object_.contains(key) && !object_.at(key).is_null();
}

std::string JsonFields::text(const char* key) {
  const Json* value = find(key, true);
  if (value == nullptr) return {};
  if (!value->is_string()) {
    fail(fmt::format("'{}' must be text, and is {}", key, shown(*value)));
    return {};
  }
  return value->get<std::string>();
}

std::string JsonFields::textOr(const char* key, std::string fallback) {
  return find(key, false) != nullptr ? text(key) : std::move(fallback);
}

std::int64_t JsonFields::integer(const char* key, std::int64_t low, std::int64_t high) {
  const Json* value = find(key, true);
  if (value == nullptr) return low;
  const bool whole = value->is_number_integer() ||
                     (value->is_number_float() && std::floor(value->get<double>()) == value->get<double>() &&
                      std::abs(value->get<double>()) < 9e15);
  const bool tooLarge = value->is_number_unsigned() && value->get<std::uint64_t>() > 9223372036854775807ULL;
  if (whole && !tooLarge) {
    const auto number = value->get<std::int64_t>();
    if (number >= low && number <= high) return number;
  }
  fail(fmt::format("'{}' must be an integer from {} to {}, and is {}", key, low, high, shown(*value)));
  return low;
}

std::int64_t JsonFields::integerOr(const char* key, std::int64_t low, std::int64_t high,
                                   std::int64_t fallback) {
  return find(key, false) != nullptr ? integer(key, low, high) : fallback;
}

std::optional<std::int64_t> JsonFields::optionalInteger(const char* key, std::int64_t low,
                                                        std::int64_t high) {
  if (find(key, false) == nullptr) return std::nullopt;
  return integer(key, low, high);
}

double JsonFields::number(const char* key, double low, double high) {
  const Json* value = find(key, true);
  if (value == nullptr) return low;
  if (value->is_number()) {
    const auto number = value->get<double>();
    if (std::isfinite(number) && number >= low && number <= high) return number;
  }
  fail(fmt::format("'{}' must be a number from {:g} to {:g}, and is {}", key, low, high, shown(*value)));
  return low;
}

double JsonFields::numberOr(const char* key, double low, double high, double fallback) {
  return find(key, false) != nullptr ? number(key, low, high) : fallback;
}

std::optional<double> JsonFields::optionalNumber(const char* key, double low, double high) {
  if (find(key, false) == nullptr) return std::nullopt;
  return number(key, low, high);
}

bool JsonFields::booleanOr(const char* key, bool fallback) {
  const Json* value = find(key, false);
  if (value == nullptr) return fallback;
  if (value->is_boolean()) return value->get<bool>();
  fail(fmt::format("'{}' must be true or false, and is {}", key, shown(*value)));
  return fallback;
}

namespace {
const Json kEmptyArray = Json::array();
const Json kEmptyObject = Json::object();
}  // namespace

const Json& JsonFields::array(const char* key) {
  const Json* value = find(key, true);
  if (value != nullptr && value->is_array()) return *value;
  if (value != nullptr) fail(fmt::format("'{}' must be a list, and is {}", key, shown(*value)));
  return kEmptyArray;
}
const Json& JsonFields::arrayOrEmpty(const char* key) {
  return find(key, false) != nullptr ? array(key) : kEmptyArray;
}

const Json& JsonFields::object(const char* key) {
  const Json* value = find(key, true);
  if (value != nullptr && value->is_object()) return *value;
  if (value != nullptr) fail(fmt::format("'{}' must be an object, and is {}", key, shown(*value)));
  return kEmptyObject;
}
const Json& JsonFields::objectOrEmpty(const char* key) {
  return find(key, false) != nullptr ? object(key) : kEmptyObject;
}

Json toJson(const Usage& usage) {
  Json json = Json::object();
  putOptional(json, "input_tokens", usage.inputTokens);
  putOptional(json, "output_tokens", usage.outputTokens);
  putOptional(json, "cost", usage.cost);
  return json;
}

Json toJson(const Forecast& forecast) {
  Json json{{"parsed", forecast.parsed}};
  if (forecast.parsed) {
    json["bin_probabilities"] = forecast.probabilities;
    json["predicted_bin"] = forecast.predictedBin;
    json["raw_probability_sum"] = forecast.rawProbabilitySum;
  } else {
    json["parse_error"] = forecast.parseError;
  }
  json["rationale"] = forecast.rationale;
  if (Json usage = toJson(forecast.usage); !usage.empty()) json["usage"] = std::move(usage);
  putOptional(json, "elapsed_ms", forecast.elapsedMs);
  return json;
}

Json toJson(const CaseParams& params) {
  Json json = Json::object();
  for (const auto& [name, value] : params.values) json[name] = value;
  return json;
}

Json toJson(const CaseTiming& timing) {
  Json json{{"params", toJson(timing.params)}, {"median_us", timing.medianUs}, {"n", timing.n}};
  putOptional(json, "mean_us", timing.meanUs);
  putOptional(json, "std_us", timing.stdUs);
  putOptional(json, "min_us", timing.minUs);
  if (!timing.quantiles.empty()) {
    Json quantiles = Json::array();
    for (const auto& [level, value] : timing.quantiles) quantiles.push_back(Json::array({level, value}));
    json["quantiles_us"] = std::move(quantiles);
  }
  return json;
}

Json toJson(const Measurement& measurement) {
  Json json{{"status", statusInfo(measurement.status).key}};
  if (!measurement.error.empty()) json["error"] = measurement.error;
  Json cases = Json::array();
  for (const CaseTiming& timing : measurement.cases) cases.push_back(toJson(timing));
  json["cases"] = std::move(cases);
  Json resources = Json::array();
  for (const KernelResources& kernel : measurement.resources) {
    Json entry{{"name", kernel.name}};
    putOptional(entry, "registers", kernel.registers);
    putOptional(entry, "shared", kernel.sharedBytes);
    putOptional(entry, "local", kernel.localBytes);
    putOptional(entry, "spills", kernel.spillBytes);
    resources.push_back(std::move(entry));
  }
  if (!resources.empty()) json["resources"] = std::move(resources);
  putOptional(json, "compile_ms", measurement.compileMs);
  return json;
}

Json toJson(const Device& device) {
  Json json{{"name", device.name}};
  putOptional(json, "compute_capability", device.computeCapability);
  putOptional(json, "total_global_memory_bytes", device.totalGlobalMemoryBytes);
  putOptional(json, "multiprocessor_count", device.multiprocessorCount);
  putOptional(json, "l2_bytes", device.l2Bytes);
  putOptional(json, "memory_bus_width_bits", device.memoryBusWidthBits);
  putOptional(json, "shared_per_block_optin", device.sharedPerBlockOptinBytes);
  putOptional(json, "max_threads_per_multiprocessor", device.maxThreadsPerMultiprocessor);
  putOptional(json, "clock_rate_ghz", device.clockRateGhz);
  putOptional(json, "memory_clock_rate_ghz", device.memoryClockRateGhz);
  putOptional(json, "driver", device.driverVersion);
  putOptional(json, "nvrtc", device.nvrtcVersion);
  return json;
}

Json toJson(const Task& task) {
  Json tensors = Json::array();
  for (const TaskTensor& tensor : task.tensors) {
    Json entry{
        {"name", tensor.name}, {"dtype", tensor.dtype}, {"shape", tensor.shape}, {"role", tensor.role}};
    if (!tensor.init.is_null()) entry["init"] = tensor.init;
    tensors.push_back(std::move(entry));
  }
  const auto cases = [](const std::vector<CaseParams>& list) {
    Json json = Json::array();
    for (const CaseParams& params : list) json.push_back(toJson(params));
    return json;
  };
  return Json{{"name", task.name},
              {"title", task.title},
              {"version", task.version},
              {"params", task.params},
              {"tensors", std::move(tensors)},
              {"tolerance", {{"rtol", task.rtol}, {"atol", task.atol}}},
              {"correctness_cases", cases(task.correctnessCases)},
              {"benchmark_cases", cases(task.benchmarkCases)},
              {"description", task.description}};
}

namespace {
constexpr std::int64_t kMaxCount = 1'000'000'000'000'000;
constexpr double kMaxNumber = 1e300;

std::optional<int> optionalInt(JsonFields& fields, const char* key) {
  const auto value = fields.optionalInteger(key, 0, 2'000'000'000);
  return value ? std::optional<int>(static_cast<int>(*value)) : std::nullopt;
}
std::optional<std::string> optionalText(JsonFields& fields, const char* key) {
  return fields.has(key) ? std::optional<std::string>(fields.text(key)) : std::nullopt;
}
std::vector<std::string> textList(JsonFields& fields, const char* key) {
  std::vector<std::string> list;
  for (const Json& entry : fields.array(key)) {
    if (entry.is_string()) list.push_back(entry.get<std::string>());
    else fields.fail(fmt::format("'{}' must hold texts, and holds {}", key, shown(entry)));
  }
  return list;
}
}  // namespace

Result<Usage> usageFromJson(const Json& json) {
  JsonFields fields(json, "usage");
  Usage usage;
  usage.inputTokens = fields.optionalInteger("input_tokens", 0, kMaxCount);
  usage.outputTokens = fields.optionalInteger("output_tokens", 0, kMaxCount);
  usage.cost = fields.optionalNumber("cost", 0, 1e12);
  if (!fields.ok()) return failure(fields.error());
  return usage;
}

Result<Forecast> forecastFromJson(const Json& json) {
  JsonFields fields(json, "");
  Forecast forecast;
  forecast.parsed = fields.booleanOr("parsed", true);
  forecast.rationale = fields.textOr("rationale", "");
  forecast.elapsedMs = fields.optionalNumber("elapsed_ms", 0, 1e12);
  if (fields.has("usage")) {
    auto usage = usageFromJson(fields.object("usage"));
    if (usage) forecast.usage = *usage;
    else fields.fail(usage.error());
  }
  if (!forecast.parsed) {
    forecast.parseError = fields.textOr("parse_error", "");
    forecast.probabilities = uniformProbabilities();
    if (!fields.ok()) return failure(fields.error());
    return forecast;
  }
  const Json& list = fields.array("bin_probabilities");
  BinProbabilities raw{};
  if (fields.ok() && list.size() != raw.size()) {
    fields.fail(
        fmt::format("'bin_probabilities' must hold {} numbers, and holds {}", raw.size(), list.size()));
  }
  for (std::size_t k = 0; fields.ok() && k < raw.size(); ++k) {
    if (list[k].is_number()) raw[k] = list[k].get<double>();
    else fields.fail(fmt::format("'bin_probabilities' must hold numbers, and holds {}", shown(list[k])));
  }
  forecast.predictedBin = static_cast<int>(fields.integer("predicted_bin", 1, kBinCount));
  if (!fields.ok()) return failure(fields.error());
  const auto probabilities = normaliseProbabilities(raw);
  if (!probabilities) return failure(probabilities.error());
  forecast.probabilities = *probabilities;
  double sum = 0;
  for (const double value : raw) sum += value;
  forecast.rawProbabilitySum = fields.numberOr("raw_probability_sum", 0, kMaxNumber, sum);
  if (!fields.ok()) return failure(fields.error());
  return forecast;
}

Result<CaseParams> caseParamsFromJson(const Json& json, const std::vector<std::string>& order) {
  if (!json.is_object()) {
    return failure(Error::Kind::BadInput,
                   fmt::format("a case must be an object of parameters, and is {}", shown(json)));
  }
  CaseParams params;
  JsonFields fields(json, "case");
  const auto add = [&](const std::string& name) {
    params.values.emplace_back(name, fields.integer(name.c_str(), -kMaxCount, kMaxCount));
  };
  for (const std::string& name : order) {
    if (json.contains(name)) add(name);
  }
  for (const auto& [name, value] : json.items()) {
    if (std::find(order.begin(), order.end(), name) == order.end()) add(name);
  }
  if (!fields.ok()) return failure(fields.error());
  return params;
}

Result<Measurement> measurementFromJson(const Json& json, const std::vector<std::string>& paramOrder) {
  JsonFields fields(json, "");
  Measurement measurement;
  const std::string key = fields.text("status");
  if (const auto status = measurementStatusFromKey(key)) measurement.status = *status;
  else fields.fail(fmt::format("'status' is \"{}\", which is none of the known ones", key));
  measurement.error = fields.textOr("error", "");
  measurement.compileMs = fields.optionalNumber("compile_ms", 0, 1e12);
  int index = 0;
  for (const Json& entry : fields.arrayOrEmpty("cases")) {
    JsonFields own(entry, fmt::format("case {}", ++index));
    CaseTiming timing;
    if (auto params = caseParamsFromJson(own.object("params"), paramOrder))
      timing.params = std::move(*params);
    else own.fail(params.error());
    timing.medianUs = own.number("median_us", 0, 1e15);
    if (own.ok() && timing.medianUs <= 0) own.fail("'median_us' must be above zero");
    timing.n = static_cast<int>(own.integerOr("n", 0, 1'000'000'000, 0));
    timing.meanUs = own.optionalNumber("mean_us", 0, 1e15);
    timing.stdUs = own.optionalNumber("std_us", 0, 1e15);
    timing.minUs = own.optionalNumber("min_us", 0, 1e15);
    for (const Json& pair : own.arrayOrEmpty("quantiles_us")) {
      if (pair.is_array() && pair.size() == 2 && pair[0].is_number() && pair[1].is_number()) {
        timing.quantiles.emplace_back(pair[0].get<double>(), pair[1].get<double>());
      } else {
        own.fail("'quantiles_us' must hold [level, microseconds] pairs");
      }
    }
    if (!own.ok()) fields.fail(own.error());
    measurement.cases.push_back(std::move(timing));
  }
  for (const Json& entry : fields.arrayOrEmpty("resources")) {
    JsonFields own(entry, "resources");
    KernelResources kernel;
    kernel.name = own.textOr("name", "");
    kernel.registers = optionalInt(own, "registers");
    kernel.sharedBytes = optionalInt(own, "shared");
    kernel.localBytes = optionalInt(own, "local");
    kernel.spillBytes = optionalInt(own, "spills");
    if (!own.ok()) fields.fail(own.error());
    measurement.resources.push_back(std::move(kernel));
  }
  if (fields.ok() && measurement.status == MeasurementStatus::Ok && measurement.cases.empty()) {
    fields.fail("status is \"ok\" without a timed case");
  }
  if (!fields.ok()) return failure(fields.error());
  return measurement;
}

Result<Device> deviceFromJson(const Json& json) {
  JsonFields fields(json, "device");
  Device device;
  device.name = fields.text("name");
  if (fields.has("compute_capability")) {
    const Json& pair = fields.array("compute_capability");
    const auto version = [](const Json& part) {
      return part.is_number_integer() && part >= 0 && part < 1000;
    };
    if (pair.size() == 2 && version(pair[0]) && version(pair[1])) {
      device.computeCapability = {pair[0].get<int>(), pair[1].get<int>()};
    } else {
      fields.fail("'compute_capability' must be two integers");
    }
  }
  device.totalGlobalMemoryBytes = fields.optionalInteger("total_global_memory_bytes", 0, kMaxCount);
  device.multiprocessorCount = optionalInt(fields, "multiprocessor_count");
  device.l2Bytes = fields.optionalInteger("l2_bytes", 0, kMaxCount);
  device.memoryBusWidthBits = optionalInt(fields, "memory_bus_width_bits");
  device.sharedPerBlockOptinBytes = optionalInt(fields, "shared_per_block_optin");
  device.maxThreadsPerMultiprocessor = optionalInt(fields, "max_threads_per_multiprocessor");
  device.clockRateGhz = fields.optionalNumber("clock_rate_ghz", 0, 1e6);
  device.memoryClockRateGhz = fields.optionalNumber("memory_clock_rate_ghz", 0, 1e6);
  device.driverVersion = optionalText(fields, "driver");
  device.nvrtcVersion = optionalText(fields, "nvrtc");
  if (!fields.ok()) return failure(fields.error());
  return device;
}

Result<Task> taskFromJson(const Json& json) {
  JsonFields fields(json, "task");
  Task task;
  task.name = fields.text("name");
  if (fields.ok() && task.name.empty()) fields.fail("'name' is empty");
  task.title = fields.textOr("title", task.name);
  task.version = static_cast<int>(fields.integerOr("version", 1, 1'000'000, 1));
  task.params = textList(fields, "params");
  for (const Json& entry : fields.arrayOrEmpty("tensors")) {
    JsonFields own(entry, "tensor");
    TaskTensor tensor;
    tensor.name = own.text("name");
    tensor.dtype = own.text("dtype");
    tensor.shape = textList(own, "shape");
    tensor.role = own.text("role");
    if (own.ok() && tensor.role != "in" && tensor.role != "out" && tensor.role != "inout") {
      own.fail(fmt::format("'role' must be in, out or inout, and is \"{}\"", tensor.role));
    }
    if (own.has("init")) tensor.init = own.object("init");
    if (!own.ok()) fields.fail(own.error());
    task.tensors.push_back(std::move(tensor));
  }
  JsonFields tolerance(fields.objectOrEmpty("tolerance"), "tolerance");
  task.rtol = tolerance.numberOr("rtol", 0, 1e6, 0);
  task.atol = tolerance.numberOr("atol", 0, 1e6, 0);
  if (!tolerance.ok()) fields.fail(tolerance.error());
  const auto cases = [&](const char* key, std::vector<CaseParams>& list) {
    for (const Json& entry : fields.arrayOrEmpty(key)) {
      if (auto params = caseParamsFromJson(entry, task.params)) list.push_back(std::move(*params));
      else fields.fail(params.error().in(key));
    }
  };
  cases("correctness_cases", task.correctnessCases);
  cases("benchmark_cases", task.benchmarkCases);
  task.description = fields.textOr("description", "");
  if (!fields.ok()) return failure(fields.error());
  return task;
}

}  // namespace kernelcast
