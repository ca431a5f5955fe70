// An operation to make fast, as a task folder describes it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace kernelcast {

// Values of a task's parameters in one case, by name, in the task's order of parameters.
struct CaseParams {
  std::vector<std::pair<std::string, std::int64_t>> values;
  bool operator==(const CaseParams&) const = default;
};
// "4096 × 1024", the values alone in the task's order; "seed" is no size and is left out.
std::string caseLabel(const CaseParams& params);
// "rows=4096 cols=1024".
std::string caseLabelLong(const CaseParams& params);

struct TaskTensor {
  std::string name;
  std::string dtype;               // "float32", ...
  std::vector<std::string> shape;  // expressions of the parameters
  std::string role;                // "in", "out", "inout"
  nlohmann::json init;             // how inputs are drawn; null for outputs
  bool operator==(const TaskTensor&) const = default;
};

struct Task {
  std::string name;  // unique in a library, "row_softmax"
  std::string title;
  int version = 1;  // raised only when old times stop being comparable
  std::vector<std::string> params;
  std::vector<TaskTensor> tensors;
  double rtol = 0;
  double atol = 0;
  std::vector<CaseParams> correctnessCases;
  std::vector<CaseParams> benchmarkCases;
  std::string description;  // for the model
  bool operator==(const Task&) const = default;
};

}  // namespace kernelcast
