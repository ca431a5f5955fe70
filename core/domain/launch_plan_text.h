// The launch plan in a CUDA candidate's comment header, found and read to be shown. Nothing is evaluated or
// refused here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/domain/result.h"

namespace kernelcast {

struct PlannedLaunch {
  std::string kernel;
  std::vector<std::string> grid;  // expressions
  std::vector<std::string> block;
  std::string shared;  // dynamic shared memory, bytes; empty: not said
  std::vector<std::string> args;
  std::string when;  // empty: always
  bool cooperative = false;
  std::vector<std::string> cluster;
  bool operator==(const PlannedLaunch&) const = default;
};
struct PlannedScratch {
  std::string name;
  std::string dtype;
  std::string size;  // expression, elements
  std::string fill;
  bool operator==(const PlannedScratch&) const = default;
};
struct LaunchPlanText {
  int format = 1;  // `plan`; absent means 1
  std::vector<PlannedLaunch> launches;
  std::vector<PlannedScratch> scratch;
  bool operator==(const LaunchPlanText&) const = default;
};

// The plan's JSON as it stands. None and errors as below.
Result<std::optional<nlohmann::json>> launchPlanJson(std::string_view source);

// None where the source has no block comment that starts with `kernelcast:launch`; an error, a sentence with
// its reason, where the plan cannot be read. Keys that are not known are passed over.
Result<std::optional<LaunchPlanText>> launchPlanOf(std::string_view source);

// The source without that comment: what the device runs. As it is where there is none.
std::string_view deviceCodeOf(std::string_view source);

}  // namespace kernelcast
