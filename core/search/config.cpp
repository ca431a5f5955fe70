#include "core/search/config.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/domain/session.h"
#include "core/domain/text.h"
#include "core/search/policy.h"

namespace kernelcast::search {

namespace {

constexpr std::int64_t kMaxCount = 1'000'000'000'000;
constexpr double kMaxAmount = 1e12;
constexpr double kExactDouble = 9'007'199'254'740'992;  // 2^53: whole numbers up to here are what was written

// One entry for each number of an object: its key, its range and where it lives. Reading, writing, checking
// and the list of known keys walk these tables.
template <typename Object, typename Value>
struct Field {
  const char* key;
  Value low;
  Value high;
  Value Object::*member;
};
template <typename Object, typename Value>
struct OptionalField {
  const char* key;
  Value low;
  Value high;
  std::optional<Value> Object::*member;
};
template <typename Object>
struct TextField {
  const char* key;
  std::string Object::*member;
};

constexpr std::array<Field<SearchConfig, int>, 5> kConfigIntegers{{
    {"version", 1, 1, &SearchConfig::version},
    {"steps", 1, 1'000'000, &SearchConfig::steps},
    {"parents", 1, 1'000, &SearchConfig::parents},
    {"samples", 1, 10'000, &SearchConfig::samples},
    {"verify_leaders", 0, 1'000, &SearchConfig::verifyLeaders},
}};
constexpr std::array<TextField<SearchConfig>, 4> kConfigTexts{{{"name", &SearchConfig::name},
                                                               {"task", &SearchConfig::task},
                                                               {"device", &SearchConfig::device},
                                                               {"provider", &SearchConfig::provider}}};
constexpr std::array<Field<PuctConfig, double>, 1> kPuctNumbers{{{"c", 0, 1e6, &PuctConfig::c}}};
constexpr std::array<Field<PuctConfig, int>, 1> kPuctIntegers{
    {{"capacity", 1, 1'000'000, &PuctConfig::capacity}}};
constexpr std::array<OptionalField<PuctConfig, int>, 1> kPuctOptional{
    {{"k_per_parent", 1, 10'000, &PuctConfig::kPerParent}}};
constexpr std::array<TextField<PolicyConfig>, 3> kPolicyTexts{{{"name", &PolicyConfig::name},
                                                               {"rank", &PolicyConfig::rank},
                                                               {"confidence", &PolicyConfig::confidence}}};
constexpr std::array<Field<PolicyConfig, int>, 1> kPolicyIntegers{{{"k", 0, 10'000, &PolicyConfig::k}}};
constexpr std::array<Field<PolicyConfig, double>, 3> kPolicyNumbers{{
    {"alpha", 0, 1, &PolicyConfig::alpha},
    {"delta", 0, 1, &PolicyConfig::delta},
    {"audit_share", 0, 1, &PolicyConfig::auditShare},
}};
constexpr std::array<OptionalField<PolicyConfig, double>, 1> kPolicyOptional{
    {{"tau", 0, 1, &PolicyConfig::tau}}};
constexpr std::array<OptionalField<Budgets, std::int64_t>, 4> kBudgetCounts{{
    {"mutations", 0, kMaxCount, &Budgets::mutations},
    {"forecasts", 0, kMaxCount, &Budgets::forecasts},
    {"gpu_evaluations", 0, kMaxCount, &Budgets::gpuEvaluations},
    {"tokens", 0, kMaxCount, &Budgets::tokens},
}};
constexpr std::array<OptionalField<Budgets, double>, 3> kBudgetAmounts{{
    {"cost", 0, kMaxAmount, &Budgets::cost},
    {"gpu_seconds", 0, kMaxAmount, &Budgets::gpuSeconds},
    {"wall_seconds", 0, kMaxAmount, &Budgets::wallSeconds},
}};
constexpr std::array<Field<WorstCase, std::int64_t>, 2> kWorstCounts{{
    {"tokens_per_mutation", 0, kMaxCount, &WorstCase::tokensPerMutation},
    {"tokens_per_forecast", 0, kMaxCount, &WorstCase::tokensPerForecast},
}};
constexpr std::array<Field<WorstCase, double>, 3> kWorstAmounts{{
    {"cost_per_mutation", 0, kMaxAmount, &WorstCase::costPerMutation},
    {"cost_per_forecast", 0, kMaxAmount, &WorstCase::costPerForecast},
    {"gpu_seconds_per_evaluation", 0, kMaxAmount, &WorstCase::gpuSecondsPerEvaluation},
}};
constexpr std::array<TextField<RecordedProviders>, 2> kRecordedTexts{
    {{"session", &RecordedProviders::session}, {"surrogate", &RecordedProviders::surrogate}}};
constexpr std::array<Field<RecordedProviders, int>, 3> kRecordedIntegers{{
    {"delay_ms_low", 0, 600'000, &RecordedProviders::delayMsLow},
    {"delay_ms_high", 0, 600'000, &RecordedProviders::delayMsHigh},
    {"max_in_flight", 1, 4'096, &RecordedProviders::maxInFlight},
}};

constexpr std::array<std::string_view, 3> kConfidences{"max_probability", "one_minus_entropy",
                                                       "top_two_margin"};

// Reads one object by its tables, and refuses keys that no table knows.
template <typename Object>
class ObjectReader {
 public:
  ObjectReader(const Json& json, const std::string& where, Object& object)
      : json_(json), fields_(json, where), object_(object) {}

  template <typename Value, std::size_t N>
  ObjectReader& read(const std::array<Field<Object, Value>, N>& table) {
    for (const auto& field : table) {
      Value& value = object_.*field.member;
      know(field.key);
      if constexpr (std::is_floating_point_v<Value>)
        value = fields_.numberOr(field.key, field.low, field.high, value);
      else value = static_cast<Value>(fields_.integerOr(field.key, field.low, field.high, value));
    }
    return *this;
  }
  template <typename Value, std::size_t N>
  ObjectReader& read(const std::array<OptionalField<Object, Value>, N>& table) {
    for (const auto& field : table) {
      know(field.key);
      if (!fields_.has(field.key)) continue;
      if constexpr (std::is_floating_point_v<Value>) {
        object_.*field.member = fields_.number(field.key, field.low, field.high);
      } else {
        object_.*field.member = static_cast<Value>(fields_.integer(field.key, field.low, field.high));
      }
    }
    return *this;
  }
  template <std::size_t N>
  ObjectReader& read(const std::array<TextField<Object>, N>& table) {
    for (const auto& field : table) {
      know(field.key);
      object_.*field.member = fields_.textOr(field.key, object_.*field.member);
    }
    return *this;
  }
  void know(const char* key) { known_.emplace_back(key); }
  void refuseUnknown() {
    if (!json_.is_object()) return;
    for (const auto& [key, value] : json_.items()) {
      if (std::find(known_.begin(), known_.end(), key) == known_.end()) {
        fields_.fail(fmt::format("'{}' is not a field; there are {}", key, fmt::join(known_, ", ")));
      }
    }
  }
  JsonFields& fields() { return fields_; }

 private:
  const Json& json_;
  JsonFields fields_;
  Object& object_;
  std::vector<std::string> known_;
};

template <typename Object, typename... Tables>
void readPart(ObjectReader<SearchConfig>& parent, const char* key, Object& object, const Tables&... tables) {
  parent.know(key);
  if (!parent.fields().has(key)) return;
  ObjectReader<Object> reader(parent.fields().object(key), key, object);
  (reader.read(tables), ...);
  reader.refuseUnknown();
  if (!reader.fields().ok()) parent.fields().fail(reader.fields().error());
}

template <typename Object, typename Value, std::size_t N>
void write(Json& json, const Object& object, const std::array<Field<Object, Value>, N>& table) {
  for (const auto& field : table) json[field.key] = object.*field.member;
}
template <typename Object, typename Value, std::size_t N>
void write(Json& json, const Object& object, const std::array<OptionalField<Object, Value>, N>& table) {
  for (const auto& field : table) {
    if (object.*field.member) json[field.key] = *(object.*field.member);
  }
}
template <typename Object, std::size_t N>
void write(Json& json, const Object& object, const std::array<TextField<Object>, N>& table) {
  for (const auto& field : table) json[field.key] = object.*field.member;
}
template <typename Object, typename... Tables>
Json writePart(const Object& object, const Tables&... tables) {
  Json json = Json::object();
  (write(json, object, tables), ...);
  return json;
}

std::string quotedList(std::vector<std::string_view> keys) {
  return fmt::format("{}", fmt::join(keys, ", "));
}

template <typename Table>
std::string keysOf(const Table& table) {
  std::vector<std::string_view> keys;
  for (const auto& entry : table) keys.push_back(entry.key);
  return quotedList(keys);
}

std::string shortened(const std::string& text) {
  constexpr std::size_t kShown = 60;
  return text.size() <= kShown ? text : toValidUtf8(text.substr(0, kShown)) + "...";
}

tl::unexpected<Error> refuse(std::string sentence) {
  return failure(Error::Kind::BadInput, std::move(sentence));
}

}  // namespace

Spent& Spent::operator+=(const Spent& other) {
  // Money and seconds are kept in whole billionths: their sums do not depend on the order in which results
  // arrive.
  const auto add = [](double& total, double more) {
    total = std::round((total + std::round(more * 1e9) / 1e9) * 1e9) / 1e9;
  };
  mutations += other.mutations;
  forecasts += other.forecasts;
  gpuEvaluations += other.gpuEvaluations;
  tokens += other.tokens;
  add(cost, other.cost);
  add(gpuSeconds, other.gpuSeconds);
  return *this;
}

Result<SearchConfig> storedConfigFromJson(const Json& json) {
  SearchConfig config;
  ObjectReader<SearchConfig> reader(json, "", config);
  reader.read(kConfigIntegers).read(kConfigTexts);
  reader.know("seed");
  if (reader.fields().has("seed")) {
    // All 64 bits, which the typed access does not reach.
    const Json& seed = json.at("seed");
    if (seed.is_number_unsigned()) {
      config.seed = seed.get<std::uint64_t>();
    } else if (seed.is_number_float() && seed >= 0 && seed <= kExactDouble &&
               std::floor(seed.get<double>()) == seed.get<double>()) {
      config.seed = static_cast<std::uint64_t>(seed.get<double>());
    } else {
      reader.fields().fail(fmt::format("'seed' must be an integer from 0 to {}, and is {}",
                                       std::numeric_limits<std::uint64_t>::max(), shortened(dumpJson(seed))));
    }
  }
  readPart(reader, "puct", config.puct, kPuctNumbers, kPuctIntegers, kPuctOptional);
  readPart(reader, "policy", config.policy, kPolicyTexts, kPolicyIntegers, kPolicyNumbers, kPolicyOptional);
  readPart(reader, "budgets", config.budgets, kBudgetCounts, kBudgetAmounts);
  readPart(reader, "worst_case", config.worstCase, kWorstCounts, kWorstAmounts);
  readPart(reader, "recorded", config.recorded, kRecordedTexts, kRecordedIntegers);
  reader.refuseUnknown();
  if (!reader.fields().ok()) return failure(reader.fields().error());
  if (auto checked = checkSearchConfig(config); !checked) return failure(checked.error());
  return config;
}

Result<SearchConfig> searchConfigFromJson(const Json& json) {
  auto config = storedConfigFromJson(json);
  if (!config) return config;
  if (auto runnable = checkRunnable(*config); !runnable) return failure(runnable.error());
  return config;
}

Json toJson(const SearchConfig& config) {
  Json json = writePart(config, kConfigIntegers, kConfigTexts);
  json["seed"] = config.seed;
  json["puct"] = writePart(config.puct, kPuctNumbers, kPuctIntegers, kPuctOptional);
  json["policy"] = writePart(config.policy, kPolicyTexts, kPolicyIntegers, kPolicyNumbers, kPolicyOptional);
  json["budgets"] = writePart(config.budgets, kBudgetCounts, kBudgetAmounts);
  json["worst_case"] = writePart(config.worstCase, kWorstCounts, kWorstAmounts);
  json["recorded"] = writePart(config.recorded, kRecordedTexts, kRecordedIntegers);
  return json;
}

namespace {

template <typename Object, typename Value, std::size_t N>
void check(std::string& wrong, std::string_view part, const Object& object,
           const std::array<Field<Object, Value>, N>& table) {
  for (const auto& field : table) {
    const Value value = object.*field.member;
    // Written so that a NaN is refused.
    if (wrong.empty() && !(value >= field.low && value <= field.high)) {
      wrong = fmt::format("'{}{}' must be from {} to {}, and is {}", part, field.key, field.low, field.high,
                          value);
    }
  }
}
template <typename Object, typename Value, std::size_t N>
void check(std::string& wrong, std::string_view part, const Object& object,
           const std::array<OptionalField<Object, Value>, N>& table) {
  for (const auto& field : table) {
    if (!(object.*field.member)) continue;
    const Value value = *(object.*field.member);
    if (wrong.empty() && !(value >= field.low && value <= field.high)) {
      wrong = fmt::format("'{}{}' must be from {} to {}, and is {}", part, field.key, field.low, field.high,
                          value);
    }
  }
}

}  // namespace

Result<void> checkSearchConfig(const SearchConfig& config) {
  std::string wrong;
  check(wrong, "", config, kConfigIntegers);
  check(wrong, "puct.", config.puct, kPuctNumbers);
  check(wrong, "puct.", config.puct, kPuctIntegers);
  check(wrong, "puct.", config.puct, kPuctOptional);
  check(wrong, "policy.", config.policy, kPolicyIntegers);
  check(wrong, "policy.", config.policy, kPolicyNumbers);
  check(wrong, "policy.", config.policy, kPolicyOptional);
  check(wrong, "budgets.", config.budgets, kBudgetCounts);
  check(wrong, "budgets.", config.budgets, kBudgetAmounts);
  check(wrong, "worst_case.", config.worstCase, kWorstCounts);
  check(wrong, "worst_case.", config.worstCase, kWorstAmounts);
  check(wrong, "recorded.", config.recorded, kRecordedIntegers);
  if (!wrong.empty()) return refuse(wrong);

  // A step is decided as one event: all its slots stand in one line of the log.
  constexpr std::int64_t kMaxSlotsOfStep = 100'000;
  if (const std::int64_t slots = std::int64_t{config.parents} * config.samples; slots > kMaxSlotsOfStep) {
    return refuse(
        fmt::format("'parents' times 'samples' must be at most {}, and is {}: spread them over more 'steps'",
                    kMaxSlotsOfStep, slots));
  }
  const std::int64_t slots = std::int64_t{config.steps} * config.parents * config.samples;
  if (slots > 1'000'000'000) {
    return refuse(
        fmt::format("'steps' times 'parents' times 'samples' must be at most 1000000000, and is {}", slots));
  }
  const PolicyInfo* policy = findPolicy(config.policy.name);
  if (policy == nullptr) {
    return refuse(fmt::format("'policy.name' is \"{}\", and must be one of {}", config.policy.name,
                              keysOf(policies())));
  }
  const auto rules = rankRules();
  if (std::none_of(rules.begin(), rules.end(),
                   [&](const auto& rule) { return rule.key == config.policy.rank; })) {
    return refuse(
        fmt::format("'policy.rank' is \"{}\", and must be one of {}", config.policy.rank, keysOf(rules)));
  }
  if (std::find(kConfidences.begin(), kConfidences.end(), config.policy.confidence) == kConfidences.end()) {
    return refuse(fmt::format("'policy.confidence' is \"{}\", and must be one of {}",
                              config.policy.confidence, fmt::join(kConfidences, ", ")));
  }
  if (policy->ranksSamples && config.policy.k > config.samples) {
    return refuse(
        fmt::format("'policy.k' is {}, and a parent has only {} samples", config.policy.k, config.samples));
  }
  if (policy->needsThreshold && !config.policy.tau) {
    return refuse(fmt::format(
        "'policy.tau' is missing: policy \"{}\" needs the confidence from which it trusts", policy->key));
  }
  if (config.recorded.delayMsLow > config.recorded.delayMsHigh) {
    return refuse(
        fmt::format("'recorded.delay_ms_low' is {}, and must not exceed 'recorded.delay_ms_high', {}",
                    config.recorded.delayMsLow, config.recorded.delayMsHigh));
  }
  return {};
}

Result<void> checkRunnable(const SearchConfig& config) {
  if (auto checked = checkSearchConfig(config); !checked) return checked;
  if (const PolicyInfo* policy = findPolicy(config.policy.name); !policy->inBuild) {
    return failure(Error::Kind::NotInBuild,
                   fmt::format("policy \"{}\" ({}) is not in this build yet", policy->key, policy->title));
  }
  if (config.policy.k == 0 && findPolicy(config.policy.name)->ranksSamples) {
    return refuse(
        "'policy.k' is 0, so nothing but random spot checks would be measured: at least 1 of a parent's "
        "samples");
  }
  if (const std::size_t length = codePoints(config.name); length > kMaxSessionName) {
    return refuse(fmt::format("'name' may have {} characters at most, and has {}", kMaxSessionName, length));
  }
  if (config.provider != "recorded") {
    return failure(
        Error::Kind::NotInBuild,
        fmt::format("'provider' is \"{}\", and this build has only \"recorded\"", config.provider));
  }
  if (config.recorded.session.empty())
    return refuse("'recorded.session' is missing: which session is replayed?");
  return {};
}

}  // namespace kernelcast::search
