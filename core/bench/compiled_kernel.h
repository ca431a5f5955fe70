// What the compiler made of a candidate's device code.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/domain/measurement.h"

namespace kernelcast::bench {

struct Occupancy {
  double share = 0;     // of the multiprocessor's threads, 0..1
  std::string limiter;  // "registers", "shared memory", "threads", "blocks"
  bool operator==(const Occupancy&) const = default;
};

struct CompiledKernel {
  bool ok = false;
  std::string log;           // the compiler's words, whole: errors and warnings
  std::string architecture;  // "sm_90a"
  std::string nvrtcVersion;  // "13.0"
  std::string cubin;         // empty unless ok
  // Names as the plan writes them ("softmax<256>") to names in the cubin.
  std::map<std::string, std::string> loweredNames;
  std::vector<KernelResources> resources;
  std::map<std::string, std::int64_t> instructions;  // SASS opcode to count, where a disassembler is found
  double compileMs = 0;
  bool fromCache = false;
  // True where the compiler did not answer (killed, out of time or memory, not installed): `log` says which,
  // and whether it says anything of the candidate.
  bool infrastructure = false;
  bool operator==(const CompiledKernel&) const = default;
};

}  // namespace kernelcast::bench
