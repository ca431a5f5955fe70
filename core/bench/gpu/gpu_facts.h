// The GPUs of this machine as the driver describes them, asked through libraries opened at run time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/domain/device.h"
#include "core/domain/result.h"

namespace kernelcast::bench {

struct GpuFacts {
  std::vector<Device> devices;              // in the driver's order
  std::optional<std::string> nvrtcVersion;  // "13.0"; empty where NVRTC is not installed
  std::string headersVersion;               // of the toolkit this program was built with
};

// NotFound, with the loader's or the driver's words, where there is no driver or no GPU.
Result<GpuFacts> gpuFacts();

}  // namespace kernelcast::bench
