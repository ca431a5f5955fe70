#include "core/bench/launch_plan.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/bench/device_code.h"
#include "core/domain/json.h"
#include "core/domain/launch_plan_text.h"

namespace kernelcast::bench {

namespace {

constexpr std::array<std::string_view, 3> kPlanKeys{"plan", "launches", "scratch"};
constexpr std::array<std::string_view, 8> kLaunchKeys{"kernel", "grid", "block",       "shared",
                                                      "args",   "when", "cooperative", "cluster"};
constexpr std::array<std::string_view, 4> kScratchKeys{"name", "dtype", "size", "fill"};
constexpr std::array<std::string_view, 4> kDeviceFacts{"sm_count", "max_threads_per_sm", "l2_bytes",
                                                       "shared_per_block_optin"};
constexpr std::array<char, 3> kAxes{'x', 'y', 'z'};
constexpr std::size_t kMaxLaunches = 256;
constexpr std::size_t kMaxScratch = 64;

tl::unexpected<Error> refused(const std::string& where, const std::string& what) {
  return failure(Error::Kind::BadInput,
                 where.empty() ? "launch plan: " + what : fmt::format("launch plan, {}: {}", where, what));
}

// A floating literal, "1.5", "1e-5f" or "2f"; none where the text is anything else.
std::optional<double> floatLiteral(std::string_view text) {
  if (text.ends_with('f') || text.ends_with('F')) text.remove_suffix(1);
  else if (text.find_first_of(".eE") == std::string_view::npos) return std::nullopt;
  if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return std::nullopt;
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::optional<std::size_t> tensorNamed(const BenchTask& task, std::string_view name) {
  for (std::size_t i = 0; i < task.tensors.size(); ++i) {
    if (task.tensors[i].name == name) return i;
  }
  return std::nullopt;
}
std::optional<std::size_t> scratchNamed(const LaunchPlan& plan, std::string_view name) {
  for (std::size_t i = 0; i < plan.scratch.size(); ++i) {
    if (plan.scratch[i].name == name) return i;
  }
  return std::nullopt;
}
const BenchScalar* scalarNamed(const BenchTask& task, std::string_view name) {
  const auto found = std::find_if(task.scalars.begin(), task.scalars.end(),
                                  [&](const BenchScalar& own) { return own.name == name; });
  return found == task.scalars.end() ? nullptr : &*found;
}

class PlanReader {
 public:
  PlanReader(const BenchTask& task, const Json& json) : task_(task), json_(json) {}

  Result<LaunchPlan> read() {
    if (auto known = onlyKeys(json_, kPlanKeys, ""); !known) return failure(known.error());
    if (const auto version = json_.find("plan"); version != json_.end() && *version != 1) {
      return refused("plan", fmt::format("version {}; this program reads 1: a newer one may be needed",
                                         version->dump()));
    }
    if (auto done = eachOf("scratch", kMaxScratch, &PlanReader::readScratch); !done)
      return failure(done.error());
    if (auto done = eachOf("launches", kMaxLaunches, &PlanReader::readLaunch); !done)
      return failure(done.error());
    if (plan_.launches.empty())
      return refused("launches", "there is none; at least one kernel must be launched");
    return std::move(plan_);
  }

 private:
  using Read = Result<void> (PlanReader::*)(const Json&, const std::string&);

  template <typename Keys>
  static Result<void> onlyKeys(const Json& object, const Keys& keys, const std::string& where) {
    for (const auto& [key, value] : object.items()) {
      if (std::find(keys.begin(), keys.end(), key) == keys.end())
        return refused(where,
                       fmt::format("there is no key \"{}\"; there are {}", key, fmt::join(keys, ", ")));
    }
    return {};
  }
  Result<void> eachOf(const char* key, std::size_t most, Read readOne) {
    const auto list = json_.find(key);
    if (list == json_.end()) return {};
    if (!list->is_array()) return refused(key, "must be a list");
    if (list->size() > most) return refused(key, fmt::format("{} entries; at most {}", list->size(), most));
    for (std::size_t i = 0; i < list->size(); ++i) {
      const std::string where = fmt::format("{}[{}]", key, i);
      if (!(*list)[i].is_object()) return refused(where, "must be an object");
      if (auto done = (this->*readOne)((*list)[i], where); !done) return done;
    }
    return {};
  }

  Result<Expression> expression(const Json& value, const std::string& where) const {
    if (!value.is_string() && !value.is_number_integer())
      return refused(where, "must be an expression, a text or a whole number");
    auto parsed = Expression::parse(value.is_string() ? value.get<std::string>() : value.dump());
    if (!parsed) return refused(where, parsed.error().message);
    for (const std::string& name : parsed->names()) {
      const auto& params = task_.task.params;
      if (std::find(params.begin(), params.end(), name) != params.end()) continue;
      if (std::find(kDeviceFacts.begin(), kDeviceFacts.end(), name) != kDeviceFacts.end()) continue;
      return refused(
          where, fmt::format("\"{}\": \"{}\" is neither a parameter ({}) nor a fact of the device ({})",
                             parsed->text(), name, fmt::join(params, ", "), fmt::join(kDeviceFacts, ", ")));
    }
    return parsed;
  }
  Result<std::vector<Expression>> dimensions(const Json& launch, const char* key, const std::string& where,
                                             bool required) const {
    std::vector<Expression> sides;
    const auto list = launch.find(key);
    if (list == launch.end()) {
      if (required) return refused(where, fmt::format("\"{}\" is missing: one to three expressions", key));
      return sides;
    }
    const std::string place = fmt::format("{}.{}", where, key);
    if (!list->is_array() || list->empty() || list->size() > 3)
      return refused(place, "must be a list of one to three expressions");
    for (std::size_t axis = 0; axis < list->size(); ++axis) {
      auto side = expression((*list)[axis], fmt::format("{}[{}]", place, axis));
      if (!side) return failure(side.error());
      sides.push_back(std::move(*side));
    }
    return sides;
  }

  Result<void> readScratch(const Json& json, const std::string& where) {
    if (auto known = onlyKeys(json, kScratchKeys, where); !known) return known;
    PlanScratch scratch;
    if (!json.contains("name") || !json["name"].is_string()) return refused(where, "\"name\" is missing");
    scratch.name = json["name"].get<std::string>();
    if (tensorNamed(task_, scratch.name) || scalarNamed(task_, scratch.name) != nullptr ||
        std::count(task_.task.params.begin(), task_.task.params.end(), scratch.name) != 0 ||
        scratchNamed(plan_, scratch.name)) {
      return refused(where + ".name", fmt::format("\"{}\" names something else already", scratch.name));
    }
    const std::string dtype = json.contains("dtype") && json["dtype"].is_string()
                                  ? json["dtype"].get<std::string>()
                                  : std::string("float32");
    const auto known = dtypeFromKey(dtype);
    if (!known) return refused(where + ".dtype", fmt::format("\"{}\" is no element type", dtype));
    scratch.dtype = *known;
    if (!json.contains("size")) return refused(where, "\"size\" is missing: elements, an expression");
    auto size = expression(json["size"], where + ".size");
    if (!size) return failure(size.error());
    scratch.size = std::move(*size);
    if (const auto fill = json.find("fill"); fill != json.end()) {
      if (*fill != "zero" && *fill != "none") return refused(where + ".fill", "must be \"zero\" or \"none\"");
      scratch.zero = *fill == "zero";
    }
    plan_.scratch.push_back(std::move(scratch));
    return {};
  }

  Result<void> readLaunch(const Json& json, const std::string& where) {
    if (auto known = onlyKeys(json, kLaunchKeys, where); !known) return known;
    PlanLaunch launch;
    if (!json.contains("kernel") || !json["kernel"].is_string() || json["kernel"].get<std::string>().empty())
      return refused(where, "\"kernel\" is missing: the name of a __global__ function");
    launch.kernel = json["kernel"].get<std::string>();
    // Handed to the compiler as an expression that names a function: nothing else may stand in it.
    if (launch.kernel.find_first_of(";{}\"\\\n#") != std::string::npos || launch.kernel.size() > 500)
      return refused(where + ".kernel", "must be a function's name or a template instantiation");
    auto grid = dimensions(json, "grid", where, true);
    if (!grid) return failure(grid.error());
    auto block = dimensions(json, "block", where, true);
    if (!block) return failure(block.error());
    auto cluster = dimensions(json, "cluster", where, false);
    if (!cluster) return failure(cluster.error());
    launch.grid = std::move(*grid);
    launch.block = std::move(*block);
    launch.cluster = std::move(*cluster);
    for (const auto& [key, into] : {std::pair{"shared", &launch.shared}, std::pair{"when", &launch.when}}) {
      if (!json.contains(key)) continue;
      auto value = expression(json[key], fmt::format("{}.{}", where, key));
      if (!value) return failure(value.error());
      *into = std::move(*value);
    }
    if (const auto cooperative = json.find("cooperative"); cooperative != json.end()) {
      if (!cooperative->is_boolean()) return refused(where + ".cooperative", "must be true or false");
      launch.cooperative = cooperative->get<bool>();
    }
    if (auto args = readArgs(json, where, launch); !args) return args;
    plan_.launches.push_back(std::move(launch));
    return {};
  }
  Result<void> readArgs(const Json& json, const std::string& where, PlanLaunch& launch) const {
    const auto list = json.find("args");
    if (list == json.end()) return {};
    if (!list->is_array()) return refused(where + ".args", "must be a list");
    for (std::size_t i = 0; i < list->size(); ++i) {
      const Json& value = (*list)[i];
      const std::string place = fmt::format("{}.args[{}]", where, i);
      const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
      const bool known = tensorNamed(task_, text) || scratchNamed(plan_, text) ||
                         scalarNamed(task_, text) != nullptr || floatLiteral(text);
      if (!known) {
        if (auto number = expression(Json(text), place); !number) {
          return refused(place,
                         fmt::format("\"{}\" is no tensor, scratch, scalar, number or expression of the "
                                     "parameters",
                                     text));
        }
      }
      launch.args.push_back(text);
    }
    return {};
  }

  const BenchTask& task_;
  const Json& json_;
  LaunchPlan plan_;
};

// Works out one case; every error names the launch and the field.
class CaseReader {
 public:
  CaseReader(const LaunchPlan& plan, const BenchTask& task, const CaseParams& params, const Device& device)
      : plan_(plan), task_(task), limits_(limitsOf(device)), bindings_(deviceBindings(device)) {
    for (const auto& [name, value] : params.values) bindings_[name] = value;
  }

  Result<ConcretePlan> read() const {
    ConcretePlan concrete;
    std::int64_t total = 0;
    for (std::size_t i = 0; i < plan_.scratch.size(); ++i) {
      auto scratch = scratchOf(plan_.scratch[i], fmt::format("scratch[{}].size", i), total);
      if (!scratch) return failure(scratch.error());
      concrete.scratch.push_back(*scratch);
    }
    for (std::size_t i = 0; i < plan_.launches.size(); ++i) {
      const std::string where = fmt::format("launches[{}]", i);
      if (plan_.launches[i].when) {
        const auto when = value(*plan_.launches[i].when, where + ".when");
        if (!when) return failure(when.error());
        if (*when == 0) continue;
      }
      auto launch = launchOf(plan_.launches[i], where);
      if (!launch) return failure(launch.error());
      concrete.launches.push_back(std::move(*launch));
    }
    if (concrete.launches.empty()) return refused("launches", "in this case the `when` of none holds");
    return concrete;
  }

 private:
  Result<std::int64_t> value(const Expression& expression, const std::string& where) const {
    auto number = expression.evaluate(bindings_);
    if (!number) return refused(where, number.error().message);
    return number;
  }
  Result<std::int64_t> bounded(const Expression& expression, const std::string& where, std::int64_t least,
                               std::int64_t most, const std::string& ofWhat) const {
    auto number = value(expression, where);
    if (number && (*number < least || *number > most)) {
      return refused(where, fmt::format("\"{}\" is {}; {} is {} to {} here", expression.text(), *number,
                                        ofWhat, least, most));
    }
    return number;
  }
  Result<std::array<unsigned, 3>> sides(const std::vector<Expression>& list, const std::string& where,
                                        const std::array<std::int64_t, 3>& most,
                                        std::string_view what) const {
    std::array<unsigned, 3> found{1, 1, 1};
    for (std::size_t axis = 0; axis < list.size(); ++axis) {
      const auto side = bounded(list[axis], fmt::format("{}[{}]", where, axis), 1, most.at(axis),
                                fmt::format("the {} along {}", what, kAxes.at(axis)));
      if (!side) return failure(side.error());
      found.at(axis) = static_cast<unsigned>(*side);
    }
    return found;
  }
  static std::int64_t product(const std::array<unsigned, 3>& sides) {
    return std::int64_t{sides[0]} * sides[1] * sides[2];
  }

  Result<ConcreteScratch> scratchOf(const PlanScratch& scratch, const std::string& where,
                                    std::int64_t& total) const {
    const auto width = static_cast<std::int64_t>(info(scratch.dtype).bytes);
    const auto elements = bounded(scratch.size, where, 0, limits_.maxScratchBytes / width,
                                  fmt::format("scratch of {}", info(scratch.dtype).key));
    if (!elements) return failure(elements.error());
    total += *elements * width;
    if (total > limits_.maxScratchBytes) {
      return refused(where, fmt::format("all scratch together takes {} bytes; at most {}", total,
                                        limits_.maxScratchBytes));
    }
    return ConcreteScratch{static_cast<std::size_t>(std::max<std::int64_t>(*elements * width, 1)),
                           scratch.zero};
  }

  Result<ConcreteLaunch> launchOf(const PlanLaunch& launch, const std::string& where) const {
    ConcreteLaunch concrete;
    concrete.kernel = launch.kernel;
    concrete.cooperative = launch.cooperative;
    const auto grid = sides(launch.grid, where + ".grid", limits_.maxGrid, "grid");
    if (!grid) return failure(grid.error());
    const auto block = sides(launch.block, where + ".block", limits_.maxBlock, "block");
    if (!block) return failure(block.error());
    concrete.grid = *grid;
    concrete.block = *block;
    if (product(*block) > limits_.maxThreadsPerBlock) {
      return refused(where + ".block", fmt::format("{} threads; a block has at most {}", product(*block),
                                                   limits_.maxThreadsPerBlock));
    }
    if (launch.shared) {
      const auto shared = bounded(*launch.shared, where + ".shared", 0, limits_.sharedPerBlockOptin,
                                  "dynamic shared memory in bytes");
      if (!shared) return failure(shared.error());
      concrete.sharedBytes = static_cast<unsigned>(*shared);
    }
    if (auto done = clusterOf(launch, where, concrete); !done) return failure(done.error());
    for (std::size_t i = 0; i < launch.args.size(); ++i) {
      auto arg = argOf(launch.args[i], fmt::format("{}.args[{}]", where, i));
      if (!arg) return failure(arg.error());
      concrete.args.push_back(*arg);
    }
    return concrete;
  }
  Result<void> clusterOf(const PlanLaunch& launch, const std::string& where, ConcreteLaunch& concrete) const {
    if (launch.cluster.empty()) return {};
    if (limits_.maxClusterBlocks < 2)
      return refused(where + ".cluster",
                     "this device has no thread block clusters (compute capability 9.0 and up)");
    const std::int64_t most = limits_.maxClusterBlocks;
    const auto cluster = sides(launch.cluster, where + ".cluster", {most, most, most}, "cluster");
    if (!cluster) return failure(cluster.error());
    concrete.cluster = *cluster;
    if (product(*cluster) > most)
      return refused(where + ".cluster",
                     fmt::format("{} blocks; a cluster has at most {}", product(*cluster), most));
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (concrete.grid.at(axis) % concrete.cluster.at(axis) == 0) continue;
      return refused(where + ".cluster",
                     fmt::format("a grid of {} along {} is no multiple of {}", concrete.grid.at(axis),
                                 kAxes.at(axis), concrete.cluster.at(axis)));
    }
    return {};
  }
  Result<LaunchArg> argOf(const std::string& text, const std::string& where) const {
    if (const auto tensor = tensorNamed(task_, text)) return BufferArg{BufferArg::Of::Tensor, *tensor};
    if (const auto scratch = scratchNamed(plan_, text)) return BufferArg{BufferArg::Of::Scratch, *scratch};
    if (const BenchScalar* scalar = scalarNamed(task_, text)) return FloatArg{scalar->value};
    if (const auto literal = floatLiteral(text)) return FloatArg{*literal};
    const auto parsed = Expression::parse(text);
    if (!parsed) return refused(where, parsed.error().message);
    const auto number = value(*parsed, where);
    if (!number) return failure(number.error());
    return IntegerArg{*number};
  }

  const LaunchPlan& plan_;
  const BenchTask& task_;
  LaunchLimits limits_;
  Bindings bindings_;
};

}  // namespace

LaunchLimits limitsOf(const Device& device) {
  LaunchLimits limits;
  if (device.sharedPerBlockOptinBytes) limits.sharedPerBlockOptin = *device.sharedPerBlockOptinBytes;
  if (device.computeCapability && (*device.computeCapability)[0] < 9) limits.maxClusterBlocks = 1;
  return limits;
}

Bindings deviceBindings(const Device& device) {
  Bindings facts;
  if (device.multiprocessorCount) facts["sm_count"] = *device.multiprocessorCount;
  if (device.maxThreadsPerMultiprocessor) facts["max_threads_per_sm"] = *device.maxThreadsPerMultiprocessor;
  if (device.l2Bytes) facts["l2_bytes"] = *device.l2Bytes;
  if (device.sharedPerBlockOptinBytes) facts["shared_per_block_optin"] = *device.sharedPerBlockOptinBytes;
  return facts;
}

Result<LaunchPlan> readLaunchPlan(std::string_view source, const BenchTask& task) {
  const auto json = launchPlanJson(source);
  if (!json) return failure(json.error());
  if (!*json) {
    return refused("",
                   "the source has none; it is a comment before the code that starts with kernelcast:launch "
                   "and holds JSON");
  }
  auto plan = PlanReader(task, **json).read();
  if (!plan) return plan;
  if (const auto what = inexpressibleIn(source)) return failure(Error::Kind::BadInput, *what);
  plan->deviceCode = source;
  return plan;
}

Result<ConcretePlan> planForCase(const LaunchPlan& plan, const BenchTask& task, const CaseParams& params,
                                 const Device& device) {
  return CaseReader(plan, task, params, device).read();
}

}  // namespace kernelcast::bench
