#include "core/analysis/launch_plan.h"

#include "core/domain/json.h"

namespace kernelcast::analysis {

namespace {

constexpr std::string_view kMark = "kernelcast:launch";

struct Comment {
  std::size_t begin = 0;  // of "/*"
  std::size_t plan = 0;   // after the mark
  std::size_t end = 0;    // of "*/", or the source's end
};

std::optional<Comment> commentOf(std::string_view source) {
  const std::size_t mark = source.find(kMark);
  if (mark == std::string_view::npos) return {};
  const std::size_t begin = source.rfind("/*", mark);
  if (begin == std::string_view::npos) return {};
  const std::size_t end = source.find("*/", mark);
  return Comment{begin, mark + kMark.size(), std::min(end, source.size())};
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

}  // namespace

Result<std::optional<LaunchPlanText>> launchPlanOf(std::string_view source) {
  const auto comment = commentOf(source);
  if (!comment) return std::optional<LaunchPlanText>();
  const auto json = parseJson(source.substr(comment->plan, comment->end - comment->plan));
  if (!json) return failure(json.error().in("launch plan"));
  if (!json->is_object()) return failure(Error::Kind::BadInput, "launch plan: it is not a JSON object");
  LaunchPlanText plan;
  const auto launches = json->find("launches");
  if (launches != json->end() && launches->is_array()) {
    for (const Json& entry : *launches) {
      if (!entry.is_object()) return failure(Error::Kind::BadInput, "launch plan: a launch is not an object");
      PlannedLaunch launch;
      launch.kernel = expressionAt(entry, "kernel");
      launch.grid = expressions(entry, "grid");
      launch.block = expressions(entry, "block");
      launch.shared = expressionAt(entry, "shared");
      launch.args = expressions(entry, "args");
      launch.when = expressionAt(entry, "when");
      const auto cooperative = entry.find("cooperative");
      launch.cooperative =
          cooperative != entry.end() && cooperative->is_boolean() && cooperative->get<bool>();
      launch.cluster = expressions(entry, "cluster");
      plan.launches.push_back(std::move(launch));
    }
  }
  const auto scratch = json->find("scratch");
  if (scratch != json->end() && scratch->is_array()) {
    for (const Json& entry : *scratch) {
      if (!entry.is_object())
        return failure(Error::Kind::BadInput, "launch plan: a scratch is not an object");
      plan.scratch.push_back({expressionAt(entry, "name"), expressionAt(entry, "dtype"),
                              expressionAt(entry, "size"), expressionAt(entry, "fill")});
    }
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

}  // namespace kernelcast::analysis
