// A task as the benchmarker needs it: how inputs are drawn, what is right, what must move.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/bench/dtype.h"
#include "core/bench/expression.h"
#include "core/domain/result.h"
#include "core/domain/task.h"

namespace kernelcast::bench {

// How an input is drawn, on the device, from (secret of the run, case, sample, tensor, element).
struct InputDraw {
  enum class Kind {
    Normal,       // first = mean, second = standard deviation
    Uniform,      // first = low, second = high; integers: both ends included
    Constant,     // first = the value
    Permutation,  // of 0 .. n-1 along the last axis
  };
  Kind kind = Kind::Normal;
  double first = 0;
  double second = 1;
  bool operator==(const InputDraw&) const = default;
};

enum class Comparator {
  Elementwise,  // |out - expected| <= atol + rtol |expected|
  Exact,        // bit for bit: integers
  SetEquality,  // the same values along the last axis in any order (top-k indices)
  ArgOf,        // an index along the last axis of `of` whose value equals the best within the tolerance
};

struct BenchTensor {
  enum class Role { In, Out, InOut };
  std::string name;
  Dtype dtype = Dtype::Float32;
  std::vector<Expression> shape;  // of the parameters; each at least 1 in every case
  Role role = Role::In;
  InputDraw draw;  // In and InOut
  // Out and InOut
  Comparator comparator = Comparator::Elementwise;
  double rtol = 0;
  double atol = 0;
  std::string of;  // ArgOf: the input it points into
};

// Passed by value: a floating scalar of the task, float32 unless it says float64. (Integer scalars are
// parameters.)
struct BenchScalar {
  std::string name;
  Dtype dtype = Dtype::Float32;
  double value = 0;
};

struct ParamRange {
  std::string name;
  std::int64_t least = 1;
  std::int64_t largest = 1;
  std::int64_t multipleOf = 1;  // hidden shapes keep to it
};

struct BenchCase {
  CaseParams params;  // in the task's order, "seed" left out
  std::uint64_t seed = 0;
  double weight = 1;  // benchmark cases only
  CaseParams label;   // as the task's file gives the case, "seed" included: the key of its times
};

struct BenchTask {
  Task task;  // as sessions hold it
  std::vector<ParamRange> ranges;
  std::vector<BenchTensor> tensors;  // in the file's order
  std::vector<BenchScalar> scalars;
  std::string oracleBuiltin;  // one of these two
  std::string oracleSource;   // a candidate-form .cu whose tensors are all float64 where floating
  std::vector<BenchCase> correctness;
  std::vector<BenchCase> benchmark;
  Expression bytesMoved;
  Expression operations;
  std::string referenceSource;
  nlohmann::json json;  // task.json as it was read, to be sent to a worker
};

// From task.json's content and the texts that stand beside it. Every fault is one sentence with its place
// ("tensors[1].shape[0]: ..."); all faults are collected, one a line.
Result<BenchTask> benchTaskFromJson(const nlohmann::json& json, std::string referenceSource,
                                    std::string oracleSource);
// FOLDER/task.json, FOLDER/reference.cu and the oracle's file.
Result<BenchTask> loadTaskFolder(const std::filesystem::path& folder);

// The parameters of a case as bindings of expressions.
Bindings bindingsOf(const CaseParams& params);
// The shape and element count of a tensor in a case.
struct TensorExtent {
  std::vector<std::int64_t> shape;
  std::int64_t elements = 0;
  std::int64_t bytes = 0;
};
Result<TensorExtent> extentOf(const BenchTensor& tensor, const Bindings& params);

// Shapes within the ranges that no file names, drawn by hash(secret, index): what a candidate cannot have
// been written for. At most `maxBytes` of tensors each, so the largest parameters are not all drawn together.
std::vector<BenchCase> hiddenCases(const BenchTask& task, std::uint64_t secret, int count,
                                   std::int64_t maxBytes);

}  // namespace kernelcast::bench
