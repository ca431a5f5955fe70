// The launch plan of a candidate, held against its task, and worked out for one case on one device.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/bench/bench_task.h"
#include "core/bench/dtype.h"
#include "core/bench/expression.h"
#include "core/domain/device.h"
#include "core/domain/result.h"

namespace kernelcast::bench {

// What a device allows; the defaults hold for every GPU since compute capability 7.0.
struct LaunchLimits {
  std::int64_t maxThreadsPerBlock = 1024;
  std::array<std::int64_t, 3> maxBlock{1024, 1024, 64};
  std::array<std::int64_t, 3> maxGrid{2147483647, 65535, 65535};
  std::int64_t sharedPerBlockOptin = 49152;  // bytes
  std::int64_t maxClusterBlocks = 8;         // 1 below compute capability 9.0
  std::int64_t maxScratchBytes = std::int64_t{8} << 30;
};
LaunchLimits limitsOf(const Device& device);
// sm_count, max_threads_per_sm, l2_bytes, shared_per_block_optin; an absent fact is an error where it is
// used.
Bindings deviceBindings(const Device& device);

struct PlanLaunch {
  std::string kernel;  // "softmax" or a template instantiation, "softmax<256>"
  std::vector<Expression> grid;
  std::vector<Expression> block;
  std::optional<Expression> shared;
  std::vector<std::string> args;  // as written
  std::optional<Expression> when;
  bool cooperative = false;
  std::vector<Expression> cluster;  // empty: none
};
struct PlanScratch {
  std::string name;
  Dtype dtype = Dtype::Float32;
  Expression size;  // elements
  bool zero = false;
};
struct LaunchPlan {
  std::vector<PlanLaunch> launches;
  std::vector<PlanScratch> scratch;
  std::string deviceCode;  // the source as it is: its plan is a comment
};

// Reads the plan strictly: unknown keys, an unknown `plan` version, names that are neither tensor, scratch,
// scalar nor parameter, and what no plan can express (dynamic parallelism, textures, tensor maps, host
// libraries; found in the device code) are refused by name with their place.
Result<LaunchPlan> readLaunchPlan(std::string_view source, const BenchTask& task);

struct BufferArg {
  enum class Of { Tensor, Scratch } of = Of::Tensor;
  std::size_t index = 0;  // into BenchTask::tensors or LaunchPlan::scratch
};
struct IntegerArg {
  std::int64_t value = 0;  // passed with the width that the kernel declares
};
struct FloatArg {
  double value = 0;  // passed with the width that the kernel declares
};
using LaunchArg = std::variant<BufferArg, IntegerArg, FloatArg>;

struct ConcreteLaunch {
  std::string kernel;
  std::array<unsigned, 3> grid{1, 1, 1};
  std::array<unsigned, 3> block{1, 1, 1};
  std::array<unsigned, 3> cluster{1, 1, 1};
  unsigned sharedBytes = 0;
  bool cooperative = false;
  std::vector<LaunchArg> args;
};
struct ConcreteScratch {
  std::size_t bytes = 0;  // at least 1
  bool zero = false;
};
struct ConcretePlan {
  std::vector<ConcreteLaunch> launches;  // those whose `when` holds; at least one
  std::vector<ConcreteScratch> scratch;
};

// An error names the launch, the field, the expression, its value and the limit that it passes.
Result<ConcretePlan> planForCase(const LaunchPlan& plan, const BenchTask& task, const CaseParams& params,
                                 const Device& device);

}  // namespace kernelcast::bench
