// NVRTC, opened at run time: device code to a cubin, with no GPU needed.
#pragma once

#include <string>
#include <vector>

#include "core/bench/compile_job.h"
#include "core/domain/result.h"

namespace kernelcast::bench {

struct CudaInstallation {
  std::string nvrtc;                      // path of the library
  std::string nvrtcVersion;               // "13.0"
  std::vector<std::string> includePaths;  // CUDA's headers, and those of its C++ library
};
// NotFound with what is missing and where it was looked for.
Result<CudaInstallation> findCuda();

// In this process: the source may make the compiler read files, take its time and all memory. To be called in
// a child that is confined and limited. Never fails but in the kernel's own `ok` and `infrastructure`.
CompiledKernel compileHere(const CompileJob& job);

}  // namespace kernelcast::bench
