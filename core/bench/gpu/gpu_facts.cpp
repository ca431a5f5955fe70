#include "core/bench/gpu/gpu_facts.h"

#include <array>

#include <cuda.h>
#include <fmt/format.h>
#include <nvrtc.h>

#include "core/bench/gpu/shared_library.h"

namespace kernelcast::bench {

namespace {

std::string dotted(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

// The driver's functions that are asked, resolved once.
struct Driver {
  SharedLibrary library;
  decltype(&cuInit) init = nullptr;
  decltype(&cuDriverGetVersion) version = nullptr;
  decltype(&cuDeviceGetCount) count = nullptr;
  decltype(&cuDeviceGet) get = nullptr;
  decltype(&cuDeviceGetName) name = nullptr;
  decltype(&cuDeviceTotalMem) totalMemory = nullptr;
  decltype(&cuDeviceGetAttribute) attribute = nullptr;
  decltype(&cuGetErrorString) errorString = nullptr;

  static Result<Driver> open() {
    static constexpr std::array kNames{"libcuda.so.1", "libcuda.so"};
    auto library = SharedLibrary::open(kNames);
    if (!library) return failure(library.error().in("no NVIDIA driver"));
    Driver driver{std::move(*library)};
    driver.init = driver.library.find<decltype(&cuInit)>("cuInit");
    driver.version = driver.library.find<decltype(&cuDriverGetVersion)>("cuDriverGetVersion");
    driver.count = driver.library.find<decltype(&cuDeviceGetCount)>("cuDeviceGetCount");
    driver.get = driver.library.find<decltype(&cuDeviceGet)>("cuDeviceGet");
    driver.name = driver.library.find<decltype(&cuDeviceGetName)>("cuDeviceGetName");
    driver.totalMemory = driver.library.find<decltype(&cuDeviceTotalMem)>("cuDeviceTotalMem_v2");
    driver.attribute = driver.library.find<decltype(&cuDeviceGetAttribute)>("cuDeviceGetAttribute");
    driver.errorString = driver.library.find<decltype(&cuGetErrorString)>("cuGetErrorString");
    if (driver.init == nullptr || driver.version == nullptr || driver.count == nullptr ||
        driver.get == nullptr || driver.name == nullptr || driver.totalMemory == nullptr ||
        driver.attribute == nullptr || driver.errorString == nullptr) {
      return failure("the NVIDIA driver lacks functions that every driver since CUDA 12 has");
    }
    return driver;
  }

  [[nodiscard]] std::string words(CUresult status) const {
    const char* said = nullptr;
    errorString(status, &said);
    return said != nullptr ? said : fmt::format("error {}", static_cast<int>(status));
  }
};

Device describe(const Driver& driver, CUdevice gpu, const std::string& driverVersion) {
  Device device;
  std::array<char, 256> name{};
  if (driver.name(name.data(), static_cast<int>(name.size()), gpu) == CUDA_SUCCESS) device.name = name.data();
  std::size_t bytes = 0;
  if (driver.totalMemory(&bytes, gpu) == CUDA_SUCCESS)
    device.totalGlobalMemoryBytes = static_cast<std::int64_t>(bytes);
  const auto attribute = [&](CUdevice_attribute which) -> std::optional<int> {
    int value = 0;
    if (driver.attribute(&value, which, gpu) != CUDA_SUCCESS) return std::nullopt;
    return value;
  };
  const auto major = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  const auto minor = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  if (major && minor) device.computeCapability = {*major, *minor};
  device.multiprocessorCount = attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  device.l2Bytes = attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
  device.memoryBusWidthBits = attribute(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
  device.sharedPerBlockOptinBytes = attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  device.maxThreadsPerMultiprocessor = attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
  if (const auto khz = attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE)) device.clockRateGhz = *khz / 1e6;
  if (const auto khz = attribute(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE))
    device.memoryClockRateGhz = *khz / 1e6;
  device.driverVersion = driverVersion;
  return device;
}

std::optional<std::string> installedNvrtc() {
  static constexpr std::array kNames{"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12"};
  const auto library = SharedLibrary::open(kNames);
  if (!library) return std::nullopt;
  const auto ask = library->find<decltype(&::nvrtcVersion)>("nvrtcVersion");
  int major = 0;
  int minor = 0;
  if (ask == nullptr || ask(&major, &minor) != NVRTC_SUCCESS) return std::nullopt;
  return fmt::format("{}.{}", major, minor);
}

}  // namespace

Result<GpuFacts> gpuFacts() {
  auto driver = Driver::open();
  if (!driver) return failure(driver.error());
  if (const CUresult status = driver->init(0); status != CUDA_SUCCESS) {
    return failure(Error::Kind::NotFound, "the NVIDIA driver does not start: " + driver->words(status));
  }
  int version = 0;
  int count = 0;
  if (const CUresult status = driver->version(&version); status != CUDA_SUCCESS)
    return failure(driver->words(status));
  if (const CUresult status = driver->count(&count); status != CUDA_SUCCESS)
    return failure(driver->words(status));
  if (count == 0) return failure(Error::Kind::NotFound, "the NVIDIA driver is there and finds no GPU");
  GpuFacts facts;
  facts.headersVersion = dotted(CUDA_VERSION);
  facts.nvrtcVersion = installedNvrtc();
  for (int i = 0; i < count; ++i) {
    CUdevice gpu = 0;
    if (const CUresult status = driver->get(&gpu, i); status != CUDA_SUCCESS)
      return failure(driver->words(status));
    facts.devices.push_back(describe(*driver, gpu, dotted(version)));
    facts.devices.back().nvrtcVersion = facts.nvrtcVersion;
  }
  return facts;
}

}  // namespace kernelcast::bench
