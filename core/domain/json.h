// Domain values as JSON: event payloads, the native exchange form and the worker protocol share these.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/domain/device.h"
#include "core/domain/forecast.h"
#include "core/domain/measurement.h"
#include "core/domain/result.h"
#include "core/domain/task.h"

namespace kernelcast {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

// Parses text of at most `maxDepth` nested arrays and objects, in which no object has a key twice. Errors
// name the byte and what was expected, or the key and the object it stands in.
Result<Json> parseJson(std::string_view text, int maxDepth = 64);
// One line, bytes that are not UTF-8 replaced, so that it never throws.
std::string dumpJson(const Json& json);
std::string dumpJson(const OrderedJson& json, int indent = -1);

// Absent optional values are left out. Case parameters are objects; they are read back in the order of
// `params` where a task gives it, else by name.
Json toJson(const Usage& usage);
Json toJson(const Forecast& forecast);
Json toJson(const CaseParams& params);
Json toJson(const CaseTiming& timing);
Json toJson(const Measurement& measurement);
Json toJson(const Device& device);
Json toJson(const Task& task);

// Each refuses wrong types and ranges with a sentence that names the field.
Result<Usage> usageFromJson(const Json& json);
Result<Forecast> forecastFromJson(const Json& json);
Result<CaseParams> caseParamsFromJson(const Json& json, const std::vector<std::string>& order = {});
Result<Measurement> measurementFromJson(const Json& json, const std::vector<std::string>& paramOrder = {});
Result<Device> deviceFromJson(const Json& json);
Result<Task> taskFromJson(const Json& json);

// Typed access with a sentence: "'steps' must be an integer from 1 to 100000, and is \"x\"".
class JsonFields {
 public:
  // `where` stands before every message, "forecast 3". The object must outlive this.
  JsonFields(const Json& object, std::string where);

  std::string text(const char* key);  // required
  std::string textOr(const char* key, std::string fallback);
  std::int64_t integer(const char* key, std::int64_t low, std::int64_t high);  // required
  std::int64_t integerOr(const char* key, std::int64_t low, std::int64_t high, std::int64_t fallback);
  std::optional<std::int64_t> optionalInteger(const char* key, std::int64_t low, std::int64_t high);
  double number(const char* key, double low, double high);  // required, finite
  double numberOr(const char* key, double low, double high, double fallback);
  std::optional<double> optionalNumber(const char* key, double low, double high);
  bool booleanOr(const char* key, bool fallback);
  const Json& array(const char* key);  // required; an empty array after an error
  const Json& arrayOrEmpty(const char* key);
  const Json& object(const char* key);  // required; an empty object after an error
  const Json& objectOrEmpty(const char* key);
  [[nodiscard]] bool has(const char* key) const;

  void fail(const std::string& message);  // keeps the first error
  void fail(const Error& error);
  [[nodiscard]] bool ok() const { return !error_; }
  [[nodiscard]] const Error& error() const { return *error_; }

 private:
  const Json* find(const char* key, bool required);
  const Json& object_;
  std::string where_;
  std::optional<Error> error_;
};

}  // namespace kernelcast
