// What ptxas says of each kernel with -v: registers, shared and local memory, spills.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/domain/measurement.h"

namespace kernelcast::bench {

// In the order of the log; kernels alone, not the functions they call. Names are as in the compiled code.
// Lines of another form are passed over: a figure that is not said is absent.
std::vector<KernelResources> ptxasReport(std::string_view log);

// The log without ptxas's lines of information: what is left are errors and warnings.
std::string withoutPtxasReport(std::string_view log);

}  // namespace kernelcast::bench
