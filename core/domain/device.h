// One GPU: its facts as a forecast is told them, and what software measured on it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace kernelcast {

// Unknown facts are absent, never zero.
struct Device {
  std::string name;  // as the driver says it, "NVIDIA H200"
  std::optional<std::array<int, 2>> computeCapability;
  std::optional<std::int64_t> totalGlobalMemoryBytes;
  std::optional<int> multiprocessorCount;
  std::optional<std::int64_t> l2Bytes;
  std::optional<int> memoryBusWidthBits;
  std::optional<int> sharedPerBlockOptinBytes;
  std::optional<int> maxThreadsPerMultiprocessor;
  std::optional<double> clockRateGhz;
  std::optional<double> memoryClockRateGhz;
  std::optional<std::string> driverVersion;  // "13.0"
  std::optional<std::string> nvrtcVersion;   // "13.0"
  bool operator==(const Device&) const = default;
};

}  // namespace kernelcast
