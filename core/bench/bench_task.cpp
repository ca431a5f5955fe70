#include "core/bench/bench_task.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/domain/json.h"

namespace kernelcast::bench {

namespace {

constexpr std::int64_t kMaxCaseBytes = std::int64_t{16} << 30;
constexpr std::int64_t kMaxParam = std::int64_t{1} << 40;
constexpr std::array<std::string_view, 15> kTaskKeys{"name",
                                                     "title",
                                                     "version",
                                                     "params",
                                                     "param_ranges",
                                                     "tensors",
                                                     "scalars",
                                                     "oracle",
                                                     "tolerance",
                                                     "correctness_cases",
                                                     "benchmark_cases",
                                                     "benchmark_weights",
                                                     "bytes_moved",
                                                     "operations",
                                                     "description"};
constexpr std::array<std::string_view, 8> kTensorKeys{"name", "dtype",     "shape",      "role",
                                                      "init", "tolerance", "comparator", "of"};

struct DrawInfo {
  std::string_view key;
  InputDraw::Kind kind;
  std::string_view first;  // its keys; empty: none
  std::string_view second;
};
constexpr std::array<DrawInfo, 4> kDraws{{
    {"normal", InputDraw::Kind::Normal, "mean", "std"},
    {"uniform", InputDraw::Kind::Uniform, "low", "high"},
    {"constant", InputDraw::Kind::Constant, "value", ""},
    {"permutation", InputDraw::Kind::Permutation, "", ""},
}};
struct ComparatorInfo {
  std::string_view key;
  Comparator comparator;
};
constexpr std::array<ComparatorInfo, 4> kComparators{{
    {"elementwise", Comparator::Elementwise},
    {"exact", Comparator::Exact},
    {"set_equality", Comparator::SetEquality},
    {"arg_of", Comparator::ArgOf},
}};

template <typename Table>
std::string keysOf(const Table& table) {
  std::vector<std::string_view> keys;
  keys.reserve(table.size());
  for (const auto& entry : table) keys.push_back(entry.key);
  return fmt::format("{}", fmt::join(keys, ", "));
}

bool isName(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

// Reads one task; every fault is noted with its place, and reading goes on.
class TaskReader {
 public:
  TaskReader(const Json& json, BenchTask& task) : json_(json), task_(task) {}

  std::vector<std::string> read() {
    if (!json_.is_object()) return {"task.json is not a JSON object"};
    auto plain = taskFromJson(json_);
    if (!plain) return {plain.error().message};
    task_.task = std::move(*plain);
    refuseUnknown(json_, kTaskKeys, "");
    if (!isName(task_.task.name)) fault("name", "must be letters, digits and _, as it names a folder");
    readParams();
    readTensors();
    readScalars();
    refuseDoubles();
    readOracle();
    task_.bytesMoved = expressionAt("bytes_moved");
    task_.operations = expressionAt("operations");
    readCases("correctness_cases", task_.task.correctnessCases, task_.correctness);
    readCases("benchmark_cases", task_.task.benchmarkCases, task_.benchmark);
    readWeights();
    if (faults_.empty()) checkCases();
    return std::move(faults_);
  }

 private:
  void fault(const std::string& where, const std::string& what) {
    faults_.push_back(where.empty() ? what : where + ": " + what);
  }
  template <typename Keys>
  void refuseUnknown(const Json& object, const Keys& keys, const std::string& where) {
    for (const auto& [key, value] : object.items()) {
      if (std::find(keys.begin(), keys.end(), key) == keys.end())
        fault(where, fmt::format("there is no key \"{}\"; there are {}", key, fmt::join(keys, ", ")));
    }
  }
  Expression expressionOf(const Json& value, const std::string& where) {
    const std::string text = value.is_string()           ? value.get<std::string>()
                             : value.is_number_integer() ? std::to_string(value.get<std::int64_t>())
                                                         : std::string();
    if (text.empty()) {
      fault(where, "must be an expression, a text or a whole number");
      return {};
    }
    auto parsed = Expression::parse(text);
    if (!parsed) {
      fault(where, parsed.error().message);
      return {};
    }
    for (const std::string& name : parsed->names()) {
      const auto& params = task_.task.params;
      if (std::find(params.begin(), params.end(), name) == params.end()) {
        fault(where, fmt::format("\"{}\" uses \"{}\", which is no parameter; there are {}", text, name,
                                 fmt::join(params, ", ")));
      }
    }
    return std::move(*parsed);
  }
  Expression expressionAt(const char* key) {
    if (const auto found = json_.find(key); found != json_.end()) return expressionOf(*found, key);
    fault(key, "is missing: an expression of the parameters");
    return {};
  }

  void readParams() {
    if (task_.task.params.empty()) fault("params", "at least one parameter is needed");
    for (const std::string& name : task_.task.params) {
      if (!isName(name) || name == "seed")
        fault("params", fmt::format("\"{}\" cannot name a parameter", name));
    }
    const auto ranges = json_.find("param_ranges");
    if (ranges == json_.end() || !ranges->is_object()) {
      fault("param_ranges", "is missing: [least, largest] of each parameter");
      return;
    }
    for (const auto& [name, value] : ranges->items()) {
      if (std::find(task_.task.params.begin(), task_.task.params.end(), name) == task_.task.params.end())
        fault("param_ranges." + name, "is no parameter");
    }
    for (const std::string& name : task_.task.params) readRange(name, *ranges);
  }
  void readRange(const std::string& name, const Json& ranges) {
    const std::string where = "param_ranges." + name;
    const auto found = ranges.find(name);
    if (found == ranges.end()) return fault(where, "is missing: [least, largest]");
    const bool numbers =
        found->is_array() && (found->size() == 2 || found->size() == 3) &&
        std::all_of(found->begin(), found->end(), [](const Json& v) { return v.is_number_integer(); });
    if (!numbers)
      return fault(where, "must be [least, largest] or [least, largest, multiple of], whole numbers");
    ParamRange range{name, (*found)[0].get<std::int64_t>(), (*found)[1].get<std::int64_t>(),
                     found->size() == 3 ? (*found)[2].get<std::int64_t>() : 1};
    if (range.least < 0 || range.largest < range.least || range.largest > kMaxParam || range.multipleOf < 1 ||
        range.largest / range.multipleOf * range.multipleOf < range.least) {
      return fault(where, fmt::format("[{}, {}] with multiples of {} holds no value from 0 to 2^40",
                                      range.least, range.largest, range.multipleOf));
    }
    task_.ranges.push_back(std::move(range));
  }

  void readTensors() {
    const Json& list = json_.at("tensors");
    for (std::size_t i = 0; i < list.size(); ++i) readTensor(list[i], fmt::format("tensors[{}]", i), i);
    const auto written = [](const BenchTensor& tensor) { return tensor.role != BenchTensor::Role::In; };
    if (std::none_of(task_.tensors.begin(), task_.tensors.end(), written))
      fault("tensors", "at least one must have the role out or inout");
  }
  void readTensor(const Json& json, const std::string& where, std::size_t i) {
    const TaskTensor& plain = task_.task.tensors[i];
    refuseUnknown(json, kTensorKeys, where);
    BenchTensor tensor;
    tensor.name = plain.name;
    if (!isName(plain.name)) fault(where + ".name", fmt::format("\"{}\" cannot name a tensor", plain.name));
    if (const auto dtype = dtypeFromKey(plain.dtype)) tensor.dtype = *dtype;
    else fault(where + ".dtype", fmt::format("\"{}\" is none of {}", plain.dtype, keysOf(kDtypes)));
    for (std::size_t axis = 0; axis < plain.shape.size(); ++axis)
      tensor.shape.push_back(expressionOf(plain.shape[axis], fmt::format("{}.shape[{}]", where, axis)));
    tensor.role = plain.role == "in"    ? BenchTensor::Role::In
                  : plain.role == "out" ? BenchTensor::Role::Out
                                        : BenchTensor::Role::InOut;
    if (tensor.role != BenchTensor::Role::Out) readDraw(plain.init, where + ".init", tensor);
    else if (!plain.init.is_null()) fault(where + ".init", "an output is not drawn");
    if (tensor.role != BenchTensor::Role::In) readComparator(json, where, tensor);
    task_.tensors.push_back(std::move(tensor));
  }
  void readDraw(const Json& json, const std::string& where, BenchTensor& tensor) {
    if (!json.is_object()) return fault(where, "is missing: how the input is drawn");
    const std::string dist = json.value("dist", std::string());
    const auto* const draw =
        std::find_if(kDraws.begin(), kDraws.end(), [&](const DrawInfo& own) { return own.key == dist; });
    if (draw == kDraws.end())
      return fault(where + ".dist", fmt::format("\"{}\" is none of {}", dist, keysOf(kDraws)));
    tensor.draw.kind = draw->kind;
    const auto number = [&](std::string_view key, double& into) {
      if (key.empty()) return;
      const auto found = json.find(key);
      if (found == json.end()) return;
      if (found->is_number() && std::isfinite(found->get<double>())) into = found->get<double>();
      else fault(fmt::format("{}.{}", where, key), "must be a finite number");
    };
    for (const auto& [key, value] : json.items()) {
      if (key != "dist" && key != draw->first && key != draw->second)
        fault(where, fmt::format("\"{}\" has no key \"{}\"", dist, key));
    }
    number(draw->first, tensor.draw.first);
    number(draw->second, tensor.draw.second);
    const bool floating = info(tensor.dtype).floating;
    if (draw->kind == InputDraw::Kind::Normal && (!floating || tensor.draw.second < 0))
      fault(where, "normal needs a floating dtype and a standard deviation of 0 or more");
    if (draw->kind == InputDraw::Kind::Uniform && !(tensor.draw.first <= tensor.draw.second))
      fault(where, "uniform needs low at most high");
    if (draw->kind == InputDraw::Kind::Permutation && floating)
      fault(where, "permutation needs an integer dtype");
  }
  void readComparator(const Json& json, const std::string& where, BenchTensor& tensor) {
    const bool floating = info(tensor.dtype).floating;
    tensor.comparator = floating ? Comparator::Elementwise : Comparator::Exact;
    tensor.rtol = task_.task.rtol;
    tensor.atol = task_.task.atol;
    if (const auto own = json.find("tolerance"); own != json.end()) {
      JsonFields fields(*own, where + ".tolerance");
      tensor.rtol = fields.numberOr("rtol", 0, 1e6, 0);
      tensor.atol = fields.numberOr("atol", 0, 1e6, 0);
      if (!fields.ok()) fault("", fields.error().message);
    }
    if (const auto named = json.find("comparator"); named != json.end()) {
      const std::string key = named->is_string() ? named->get<std::string>() : named->dump();
      const auto* const found = std::find_if(kComparators.begin(), kComparators.end(),
                                             [&](const ComparatorInfo& own) { return own.key == key; });
      if (found == kComparators.end())
        return fault(where + ".comparator", fmt::format("\"{}\" is none of {}", key, keysOf(kComparators)));
      tensor.comparator = found->comparator;
    }
    if (json.contains("of")) tensor.of = json.value("of", std::string());
    if (floating && tensor.comparator != Comparator::Elementwise)
      fault(where + ".comparator", "a floating output is compared element by element");
    if (tensor.comparator == Comparator::ArgOf && !isInput(tensor.of))
      fault(where + ".of", fmt::format("\"{}\" is no input that stands before it", tensor.of));
    // 0 may be meant: a transpose moves values, and none may change.
    if (floating && !json.contains("tolerance") && !json_.contains("tolerance"))
      fault(where + ".tolerance", "is missing: rtol and atol of the task, or of this output");
  }
  [[nodiscard]] bool isInput(const std::string& name) const {
    return std::any_of(task_.tensors.begin(), task_.tensors.end(), [&](const BenchTensor& own) {
      return own.name == name && own.role == BenchTensor::Role::In;
    });
  }

  void readScalars() {
    const auto list = json_.find("scalars");
    if (list == json_.end()) return;
    if (!list->is_array()) return fault("scalars", "must be a list");
    for (std::size_t i = 0; i < list->size(); ++i) {
      const std::string where = fmt::format("scalars[{}]", i);
      if (!(*list)[i].is_object()) {
        fault(where, "must be an object");
        continue;
      }
      JsonFields fields((*list)[i], where);
      BenchScalar scalar;
      scalar.name = fields.text("name");
      scalar.value = fields.number("value", -1e300, 1e300);
      const auto dtype = dtypeFromKey(fields.textOr("dtype", "float32"));
      if (!fields.ok()) fault("", fields.error().message);
      if (!isName(scalar.name))
        fault(where + ".name", fmt::format("\"{}\" cannot name a scalar", scalar.name));
      if (!dtype || (*dtype != Dtype::Float32 && *dtype != Dtype::Float64))
        fault(where + ".dtype", "must be float32 or float64; whole numbers are parameters");
      else scalar.dtype = *dtype;
      task_.scalars.push_back(std::move(scalar));
    }
  }
  void refuseDoubles() {
    std::set<std::string> names;
    const auto add = [&](const std::string& name) {
      if (!names.insert(name).second) fault("", fmt::format("two things are named \"{}\"", name));
    };
    for (const std::string& name : task_.task.params) add(name);
    for (const BenchTensor& tensor : task_.tensors) add(tensor.name);
    for (const BenchScalar& scalar : task_.scalars) add(scalar.name);
  }
  void readOracle() {
    const auto oracle = json_.find("oracle");
    const bool builtin = oracle != json_.end() && oracle->is_object() && oracle->contains("builtin");
    const bool source = oracle != json_.end() && oracle->is_object() && oracle->contains("source");
    if (builtin == source || oracle->size() != 1)
      return fault("oracle", R"(must be {"builtin": NAME} or {"source": FILE})");
    const Json& named = builtin ? oracle->at("builtin") : oracle->at("source");
    if (!named.is_string() || named.get<std::string>().empty()) return fault("oracle", "must name a text");
    if (builtin) task_.oracleBuiltin = named.get<std::string>();
    else if (task_.oracleSource.empty()) fault("oracle.source", "is empty");
  }

  void readCases(const char* key, const std::vector<CaseParams>& plain, std::vector<BenchCase>& cases) {
    if (plain.empty()) fault(key, "at least one case is needed");
    for (std::size_t i = 0; i < plain.size(); ++i) {
      const std::string where = fmt::format("{}[{}]", key, i);
      BenchCase own;
      own.label = plain[i];
      for (const auto& [name, value] : plain[i].values) {
        if (name == "seed") own.seed = static_cast<std::uint64_t>(value);
      }
      for (const std::string& name : task_.task.params) {
        const auto& values = plain[i].values;
        const auto found = std::find_if(values.begin(), values.end(),
                                        [&](const auto& entry) { return entry.first == name; });
        if (found == values.end()) fault(where, fmt::format("\"{}\" is missing", name));
        else own.params.values.push_back(*found);
      }
      for (const auto& [name, value] : plain[i].values) checkParam(where, name, value);
      cases.push_back(std::move(own));
    }
  }
  void checkParam(const std::string& where, const std::string& name, std::int64_t value) {
    if (name == "seed") return;
    const auto range = std::find_if(task_.ranges.begin(), task_.ranges.end(),
                                    [&](const ParamRange& own) { return own.name == name; });
    if (range == task_.ranges.end()) {
      if (std::find(task_.task.params.begin(), task_.task.params.end(), name) == task_.task.params.end())
        fault(where, fmt::format("\"{}\" is no parameter", name));
      return;
    }
    if (value < range->least || value > range->largest) {
      fault(where,
            fmt::format("{} = {} is outside its range, {} to {}", name, value, range->least, range->largest));
    } else if (value % range->multipleOf != 0) {
      fault(where, fmt::format("{} = {} is no multiple of {}", name, value, range->multipleOf));
    }
  }
  void readWeights() {
    const auto weights = json_.find("benchmark_weights");
    if (weights == json_.end()) return;
    if (!weights->is_array() || weights->size() != task_.benchmark.size())
      return fault("benchmark_weights", "must be a list of numbers, one for each benchmark case");
    for (std::size_t i = 0; i < weights->size(); ++i) {
      const Json& value = (*weights)[i];
      if (value.is_number() && value.get<double>() > 0 && value.get<double>() <= 1e6)
        task_.benchmark[i].weight = value.get<double>();
      else fault(fmt::format("benchmark_weights[{}]", i), "must be a number above 0, at most 1000000");
    }
  }

  // Shapes, sizes and what must move, in every case that the file gives.
  void checkCases() {
    const auto check = [&](const char* key, const std::vector<BenchCase>& cases) {
      for (std::size_t i = 0; i < cases.size(); ++i) checkCase(fmt::format("{}[{}]", key, i), cases[i]);
    };
    check("correctness_cases", task_.correctness);
    check("benchmark_cases", task_.benchmark);
  }
  void checkCase(const std::string& where, const BenchCase& own) {
    const Bindings params = bindingsOf(own.params);
    std::int64_t total = 0;
    for (const BenchTensor& tensor : task_.tensors) {
      const auto extent = extentOf(tensor, params);
      if (!extent) fault(where, extent.error().message);
      else total += extent->bytes;
    }
    if (total > kMaxCaseBytes) {
      fault(where, fmt::format("its tensors take {:.1f} GiB; at most {} GiB are taken",
                               static_cast<double>(total) / (1 << 30), kMaxCaseBytes >> 30));
    }
    for (const auto& [name, expression] :
         {std::pair{"bytes_moved", &task_.bytesMoved}, std::pair{"operations", &task_.operations}}) {
      const auto value = expression->evaluate(params);
      if (!value) fault(where, fmt::format("{}: {}", name, value.error().message));
      else if (*value < 0) fault(where, fmt::format("{} is {}, below 0", name, *value));
    }
  }

  const Json& json_;
  BenchTask& task_;
  std::vector<std::string> faults_;
};

}  // namespace

Result<BenchTask> benchTaskFromJson(const Json& json, std::string referenceSource, std::string oracleSource) {
  BenchTask task;
  task.json = json;
  task.referenceSource = std::move(referenceSource);
  task.oracleSource = std::move(oracleSource);
  const std::vector<std::string> faults = TaskReader(json, task).read();
  if (faults.empty()) return task;
  return failure(Error::Kind::BadInput, fmt::format("{}", fmt::join(faults, "\n")));
}

Bindings bindingsOf(const CaseParams& params) { return {params.values.begin(), params.values.end()}; }

Result<TensorExtent> extentOf(const BenchTensor& tensor, const Bindings& params) {
  TensorExtent extent;
  extent.elements = 1;
  for (const Expression& side : tensor.shape) {
    const auto length = side.evaluate(params);
    if (!length) return failure(length.error().in(tensor.name));
    if (*length < 1) {
      return failure(Error::Kind::BadInput, fmt::format("{}: \"{}\" is {}; a side is at least 1", tensor.name,
                                                        side.text(), *length));
    }
    extent.shape.push_back(*length);
    if (__builtin_mul_overflow(extent.elements, *length, &extent.elements))
      return failure(Error::Kind::BadInput, tensor.name + ": more elements than 64 bits count");
  }
  if (__builtin_mul_overflow(extent.elements, static_cast<std::int64_t>(info(tensor.dtype).bytes),
                             &extent.bytes))
    return failure(Error::Kind::BadInput, tensor.name + ": more bytes than 64 bits count");
  return extent;
}

}  // namespace kernelcast::bench
