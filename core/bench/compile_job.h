// One candidate's way through the compiler: what is asked of the process that compiles, and its answer.
#pragma once

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/bench/compiled_kernel.h"
#include "core/domain/result.h"

namespace kernelcast::bench {

struct CompileJob {
  std::string source;
  std::vector<std::string> kernels;  // as the plan names them; "softmax<256>"
  std::string architecture;          // "sm_90a"
  // Filled in by the worker's own process.
  std::string nvrtc;                      // path of the library
  std::vector<std::string> includePaths;  // CUDA's headers
  bool confined = false;                  // a sandbox keeps the disk out of sight
  bool operator==(const CompileJob&) const = default;
};

// CBOR, since compiled code is bytes. Reading refuses what is not such a document with a sentence.
std::string toWire(const CompileJob& job);
std::string toWire(const CompiledKernel& kernel);
Result<CompileJob> compileJobFromWire(std::string_view bytes);
Result<CompiledKernel> compiledKernelFromWire(std::string_view bytes);

// "sm_90a": the architecture-specific form where compute capabilities have one (9.0 and up).
std::string architectureOf(int major, int minor);

// BENCHMARKING: 60 s and 4 GiB for one kernel.
inline constexpr int kCompileSeconds = 60;
inline constexpr std::uint64_t kCompileBytes = std::uint64_t{4} << 30U;

// Runs `command` on the job and reads its answer. A compiler that is stopped by its limits is the candidate's
// doing and gives a kernel that is not ok; one that could not be started, or answers nothing that can be
// read, is infrastructure.
Result<CompiledKernel> compileThrough(const std::vector<std::string>& command, const CompileJob& job,
                                      const std::stop_token& stop = {});

}  // namespace kernelcast::bench
