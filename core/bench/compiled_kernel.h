// What the compiler made of a candidate's device code.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/domain/measurement.h"

namespace kernelcast::bench {

struct CompiledKernel {
  bool ok = false;
  std::string log;           // the compiler's words, whole: errors and warnings
  std::string architecture;  // "sm_90a"
  std::string nvrtcVersion;  // "13.0"
  std::string cubin;         // empty unless ok
  // Names as the plan writes them ("softmax<256>") to names in the cubin.
  std::map<std::string, std::string> loweredNames;
  std::vector<KernelResources> resources;
  double compileMs = 0;
  // True where the compiler did not answer (killed, out of time or memory, not installed): `log` says which,
  // and whether it says anything of the candidate.
  bool infrastructure = false;
  bool operator==(const CompiledKernel&) const = default;
};

}  // namespace kernelcast::bench
