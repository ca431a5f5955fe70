#include "core/domain/launch_plan_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/domain/json.h"

namespace kernelcast {

namespace {

constexpr std::string_view kMark = "kernelcast:launch";

struct Comment {
  std::size_t begin = 0;  // of "/*"
  std::size_t plan = 0;   // after the mark
  std::size_t end = 0;    // of "*/", or the source's end
};

// The first block comment that starts with the mark: one that only talks of it is none.
std::optional<Comment> commentOf(std::string_view source) {
  for (std::size_t begin = source.find("/*"); begin != std::string_view::npos;) {
    const std::size_t end = std::min(source.find("*/", begin + 2), source.size());
    const std::size_t text = source.find_first_not_of("* \t\r\n", begin + 2);
    if (text < end && source.substr(text).starts_with(kMark)) return Comment{begin, text + kMark.size(), end};
    begin = end < source.size() ? source.find("/*", end + 2) : std::string_view::npos;
  }
  return {};
}

// Numbers and texts alike: a plan may say 256 or "256".
std::string expression(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_null() ? std::string() : value.dump();
}

std::vector<std::string> expressions(const Json& object, const char* key) {
  std::vector<std::string> all;
  const auto found = object.find(key);
  if (found == object.end()) return all;
  if (!found->is_array()) return {expression(*found)};
  for (const Json& value : *found) all.push_back(expression(value));
  return all;
}

std::string expressionAt(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? std::string() : expression(*found);
}

tl::unexpected<Error> broken(const std::string& why) {
  return failure(Error::Kind::BadInput, "launch plan: " + why);
}

// The objects under a key; absent is none.
Result<std::vector<const Json*>> entriesOf(const Json& plan, const char* key) {
  std::vector<const Json*> entries;
  const auto found = plan.find(key);
  if (found == plan.end()) return entries;
  if (!found->is_array()) return broken(fmt::format("'{}' is not a list", key));
  for (const Json& entry : *found) {
    if (!entry.is_object())
      return broken(fmt::format("entry {} of '{}' is not an object", entries.size() + 1, key));
    entries.push_back(&entry);
  }
  return entries;
}

}  // namespace

Result<std::optional<Json>> launchPlanJson(std::string_view source) {
  const auto comment = commentOf(source);
  if (!comment) return std::optional<Json>();
  auto json = parseJson(source.substr(comment->plan, comment->end - comment->plan));
  if (!json) return failure(json.error().in("launch plan"));
  if (!json->is_object()) return broken("it is not a JSON object");
  return std::optional(std::move(*json));
}

Result<std::optional<LaunchPlanText>> launchPlanOf(std::string_view source) {
  const auto found = launchPlanJson(source);
  if (!found) return failure(found.error());
  if (!*found) return std::optional<LaunchPlanText>();
  const Json* json = &**found;
  LaunchPlanText plan;
  if (const auto format = json->find("plan"); format != json->end()) {
    if (!format->is_number_integer()) return broken("'plan' is not an integer");
    plan.format = format->get<int>();
  }
  const auto launches = entriesOf(*json, "launches");
  if (!launches) return failure(launches.error());
  for (const Json* entry : *launches) {
    PlannedLaunch launch;
    launch.kernel = expressionAt(*entry, "kernel");
    launch.grid = expressions(*entry, "grid");
    launch.block = expressions(*entry, "block");
    launch.shared = expressionAt(*entry, "shared");
    launch.args = expressions(*entry, "args");
    launch.when = expressionAt(*entry, "when");
    const auto cooperative = entry->find("cooperative");
    launch.cooperative = cooperative != entry->end() && cooperative->is_boolean() && cooperative->get<bool>();
    launch.cluster = expressions(*entry, "cluster");
    plan.launches.push_back(std::move(launch));
  }
  const auto scratch = entriesOf(*json, "scratch");
  if (!scratch) return failure(scratch.error());
  for (const Json* entry : *scratch) {
    plan.scratch.push_back({expressionAt(*entry, "name"), expressionAt(*entry, "dtype"),
                            expressionAt(*entry, "size"), expressionAt(*entry, "fill")});
  }
  return std::optional(std::move(plan));
}

std::string_view deviceCodeOf(std::string_view source) {
  const auto comment = commentOf(source);
  if (!comment || comment->end >= source.size()) return source;
  // Only a header can be cut off without cutting code.
  if (source.substr(0, comment->begin).find_first_not_of(" \t\r\n") != std::string_view::npos) return source;
  const std::size_t code = source.find_first_not_of(" \t\r\n", comment->end + 2);
  return code == std::string_view::npos ? std::string_view() : source.substr(code);
}

}  // namespace kernelcast
