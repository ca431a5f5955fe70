#include "core/bench/gpu/nvrtc_compiler.h"

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include <dlfcn.h>
#include <fmt/format.h>
#include <nvrtc.h>

#include "core/bench/gpu/prelude.h"
#include "core/bench/gpu/shared_library.h"
#include "core/bench/include_check.h"
#include "core/bench/ptxas_report.h"

namespace kernelcast::bench {

namespace {

namespace fs = std::filesystem;

struct Nvrtc {
  SharedLibrary library;
  decltype(&nvrtcVersion) version = nullptr;
  decltype(&nvrtcGetErrorString) errorString = nullptr;
  decltype(&nvrtcCreateProgram) create = nullptr;
  decltype(&nvrtcDestroyProgram) destroy = nullptr;
  decltype(&nvrtcAddNameExpression) addName = nullptr;
  decltype(&nvrtcGetLoweredName) loweredName = nullptr;
  decltype(&nvrtcCompileProgram) compile = nullptr;
  decltype(&nvrtcGetProgramLogSize) logSize = nullptr;
  decltype(&nvrtcGetProgramLog) log = nullptr;
  decltype(&nvrtcGetCUBINSize) cubinSize = nullptr;
  decltype(&nvrtcGetCUBIN) cubin = nullptr;

  static Result<Nvrtc> open(const std::string& path) {
    const std::array named{path.c_str()};
    auto library = SharedLibrary::open(named);
    if (!library) return failure(library.error());
    Nvrtc found{std::move(*library)};
    const auto resolve = [&](auto& function, const char* name) {
      function = found.library.find<std::remove_reference_t<decltype(function)>>(name);
      return function != nullptr;
    };
    const bool whole =
        resolve(found.version, "nvrtcVersion") && resolve(found.errorString, "nvrtcGetErrorString") &&
        resolve(found.create, "nvrtcCreateProgram") && resolve(found.destroy, "nvrtcDestroyProgram") &&
        resolve(found.addName, "nvrtcAddNameExpression") &&
        resolve(found.loweredName, "nvrtcGetLoweredName") && resolve(found.compile, "nvrtcCompileProgram") &&
        resolve(found.logSize, "nvrtcGetProgramLogSize") && resolve(found.log, "nvrtcGetProgramLog") &&
        resolve(found.cubinSize, "nvrtcGetCUBINSize") && resolve(found.cubin, "nvrtcGetCUBIN");
    if (!whole) return failure(path + " lacks functions that every NVRTC since CUDA 12 has");
    return found;
  }
};

// The file that a library of this name is loaded from.
std::string pathOfLibrary(void* symbol) {
  Dl_info about{};
  std::error_code broken;
  if (::dladdr(symbol, &about) == 0 || about.dli_fname == nullptr) return {};
  const fs::path real = fs::canonical(about.dli_fname, broken);
  return broken ? std::string(about.dli_fname) : real.string();
}

std::vector<std::string> includePathsNear(const fs::path& nvrtc) {
  std::vector<fs::path> tried;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* home = std::getenv(variable)) tried.emplace_back(fs::path(home) / "include");
  }
  // .../targets/x86_64-linux/lib/libnvrtc.so or .../lib64/libnvrtc.so
  tried.push_back(nvrtc.parent_path().parent_path() / "include");
  tried.emplace_back("/usr/local/cuda/include");
  for (const fs::path& path : tried) {
    std::error_code broken;
    const fs::path real = fs::canonical(path, broken);
    if (broken || !fs::exists(real / "cuda_fp16.h", broken)) continue;
    std::vector<std::string> paths{real.string()};
    if (fs::is_directory(real / "cccl", broken)) paths.push_back((real / "cccl").string());
    return paths;
  }
  return {};
}

CompiledKernel infrastructure(std::string why) {
  CompiledKernel kernel;
  kernel.log = std::move(why);
  kernel.infrastructure = true;
  return kernel;
}

// A program and what is asked of it; destroyed with this.
class Program {
 public:
  Program(const Nvrtc& nvrtc, const CompileJob& job) : nvrtc_(nvrtc) {
    const char* header = kPrelude;
    const char* name = kPreludeName;
    status_ = nvrtc_.create(&program_, job.source.c_str(), "candidate.cu", 1, &header, &name);
    for (const std::string& kernel : job.kernels) {
      if (status_ == NVRTC_SUCCESS) status_ = nvrtc_.addName(program_, kernel.c_str());
    }
  }
  ~Program() {
    if (program_ != nullptr) nvrtc_.destroy(&program_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  bool compile(const std::vector<std::string>& options) {
    if (status_ != NVRTC_SUCCESS) return false;
    std::vector<const char*> words;
    words.reserve(options.size());
    for (const std::string& option : options) words.push_back(option.c_str());
    status_ = nvrtc_.compile(program_, static_cast<int>(words.size()), words.data());
    return status_ == NVRTC_SUCCESS;
  }
  [[nodiscard]] nvrtcResult status() const { return status_; }
  [[nodiscard]] std::string log() const {
    std::size_t size = 0;
    if (program_ == nullptr || nvrtc_.logSize(program_, &size) != NVRTC_SUCCESS || size <= 1) return {};
    std::string text(size, '\0');
    if (nvrtc_.log(program_, text.data()) != NVRTC_SUCCESS) return {};
    text.resize(size - 1);
    std::erase(text, '\0');  // it joins its parts with them
    return text;
  }
  [[nodiscard]] std::string cubin() const {
    std::size_t size = 0;
    if (nvrtc_.cubinSize(program_, &size) != NVRTC_SUCCESS || size == 0) return {};
    std::string bytes(size, '\0');
    return nvrtc_.cubin(program_, bytes.data()) == NVRTC_SUCCESS ? bytes : std::string();
  }
  [[nodiscard]] std::string loweredName(const std::string& kernel) const {
    const char* lowered = nullptr;
    return nvrtc_.loweredName(program_, kernel.c_str(), &lowered) == NVRTC_SUCCESS ? lowered : std::string();
  }

 private:
  const Nvrtc& nvrtc_;
  nvrtcProgram program_ = nullptr;
  nvrtcResult status_ = NVRTC_SUCCESS;
};

// Kernels by the names of the plan, where it names them.
void nameAsThePlan(CompiledKernel& kernel) {
  for (KernelResources& each : kernel.resources) {
    for (const auto& [planned, lowered] : kernel.loweredNames) {
      if (lowered == each.name) {
        each.name = planned;
        break;
      }
    }
  }
}

}  // namespace

Result<CudaInstallation> findCuda() {
  static constexpr std::array kNames{"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12"};
  auto library = SharedLibrary::open(kNames);
  if (!library) {
    return failure(
        Error::Kind::NotFound,
        fmt::format("NVRTC was not found, which compiles kernels; it comes with the CUDA Toolkit ({})",
                    library.error().message));
  }
  const auto version = library->find<decltype(&nvrtcVersion)>("nvrtcVersion");
  int major = 0;
  int minor = 0;
  if (version == nullptr || version(&major, &minor) != NVRTC_SUCCESS)
    return failure("NVRTC does not say its version");
  CudaInstallation found;
  found.nvrtc = pathOfLibrary(reinterpret_cast<void*>(version));
  found.nvrtcVersion = fmt::format("{}.{}", major, minor);
  found.includePaths = includePathsNear(found.nvrtc);
  if (found.includePaths.empty()) {
    return failure(Error::Kind::NotFound,
                   "CUDA's headers were not found beside NVRTC, in CUDA_HOME or in "
                   "/usr/local/cuda/include; they come with the CUDA Toolkit");
  }
  return found;
}

CompiledKernel compileHere(const CompileJob& job) {
  if (!job.confined) {
    if (const auto foreign = foreignIncludeIn(job.source)) {
      CompiledKernel refused;
      refused.log = *foreign;
      return refused;
    }
  }
  const auto nvrtc = Nvrtc::open(job.nvrtc);
  if (!nvrtc) return infrastructure(nvrtc.error().message);
  CompiledKernel kernel;
  kernel.architecture = job.architecture;
  int major = 0;
  int minor = 0;
  if (nvrtc->version(&major, &minor) == NVRTC_SUCCESS)
    kernel.nvrtcVersion = fmt::format("{}.{}", major, minor);
  std::vector<std::string> options{"--std=c++17", "--gpu-architecture=" + job.architecture,
                                   fmt::format("--pre-include={}", kPreludeName), "--ptxas-options=-v"};
  for (const std::string& path : job.includePaths) options.push_back("--include-path=" + path);

  const auto start = std::chrono::steady_clock::now();
  Program program(*nvrtc, job);
  kernel.ok = program.compile(options);
  kernel.compileMs =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  const std::string said = program.log();
  kernel.log = withoutPtxasReport(said);
  if (!kernel.ok) {
    kernel.infrastructure = program.status() != NVRTC_ERROR_COMPILATION &&
                            program.status() != NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
    if (kernel.log.empty()) kernel.log = nvrtc->errorString(program.status());
    return kernel;
  }
  kernel.cubin = program.cubin();
  kernel.resources = ptxasReport(said);
  for (const std::string& name : job.kernels) {
    const std::string lowered = program.loweredName(name);
    if (!lowered.empty()) kernel.loweredNames[name] = lowered;
  }
  nameAsThePlan(kernel);
  return kernel;
}

}  // namespace kernelcast::bench
