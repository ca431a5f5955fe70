#include "core/bench/compile_job.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/bench/child_process.h"
#include "core/domain/json.h"
#include "core/domain/text.h"

namespace kernelcast::bench {

namespace {

std::string bytesOf(const Json& json) {
  const auto bytes = Json::to_cbor(json);
  return {bytes.begin(), bytes.end()};
}

// Everything that is not the object that is expected ends here, in one sentence.
template <typename T, typename Read>
Result<T> fromWire(std::string_view bytes, std::string_view what, Read read) {
  try {
    const Json json = Json::from_cbor(bytes.begin(), bytes.end(), true, false);
    if (json.is_object()) return read(json);
  } catch (const Json::exception&) {
    // A wrong type or a missing key: the same sentence.
  }
  return failure(fmt::format("{} cannot be read: {} bytes that hold no such document", what, bytes.size()));
}

Json resourcesJson(const KernelResources& kernel) {
  Json json{{"name", kernel.name}};
  const auto put = [&](const char* key, const std::optional<int>& value) {
    if (value) json[key] = *value;
  };
  put("registers", kernel.registers);
  put("shared", kernel.sharedBytes);
  put("local", kernel.localBytes);
  put("spills", kernel.spillBytes);
  return json;
}
KernelResources resourcesFrom(const Json& json) {
  KernelResources kernel;
  kernel.name = json.at("name").get<std::string>();
  const auto take = [&](const char* key) {
    return json.contains(key) ? std::optional(json.at(key).get<int>()) : std::nullopt;
  };
  kernel.registers = take("registers");
  kernel.sharedBytes = take("shared");
  kernel.localBytes = take("local");
  kernel.spillBytes = take("spills");
  return kernel;
}

CompiledKernel stopped(std::string why, bool infrastructure) {
  CompiledKernel kernel;
  kernel.log = std::move(why);
  kernel.infrastructure = infrastructure;
  return kernel;
}

}  // namespace

std::string toWire(const CompileJob& job) {
  return bytesOf({{"source", job.source},
                  {"kernels", job.kernels},
                  {"architecture", job.architecture},
                  {"nvrtc", job.nvrtc},
                  {"include_paths", job.includePaths},
                  {"confined", job.confined}});
}

std::string toWire(const CompiledKernel& kernel) {
  Json resources = Json::array();
  for (const KernelResources& each : kernel.resources) resources.push_back(resourcesJson(each));
  return bytesOf({{"ok", kernel.ok},
                  {"log", toValidUtf8(kernel.log)},
                  {"architecture", kernel.architecture},
                  {"nvrtc", kernel.nvrtcVersion},
                  {"cubin", Json::binary({kernel.cubin.begin(), kernel.cubin.end()})},
                  {"lowered_names", kernel.loweredNames},
                  {"resources", resources},
                  {"compile_ms", kernel.compileMs},
                  {"infrastructure", kernel.infrastructure}});
}

Result<CompileJob> compileJobFromWire(std::string_view bytes) {
  return fromWire<CompileJob>(bytes, "the compile job", [](const Json& json) {
    CompileJob job;
    job.source = json.at("source").get<std::string>();
    job.kernels = json.at("kernels").get<std::vector<std::string>>();
    job.architecture = json.at("architecture").get<std::string>();
    job.nvrtc = json.at("nvrtc").get<std::string>();
    job.includePaths = json.at("include_paths").get<std::vector<std::string>>();
    job.confined = json.at("confined").get<bool>();
    return job;
  });
}

Result<CompiledKernel> compiledKernelFromWire(std::string_view bytes) {
  return fromWire<CompiledKernel>(bytes, "the compiler's answer", [](const Json& json) {
    CompiledKernel kernel;
    kernel.ok = json.at("ok").get<bool>();
    kernel.log = json.at("log").get<std::string>();
    kernel.architecture = json.at("architecture").get<std::string>();
    kernel.nvrtcVersion = json.at("nvrtc").get<std::string>();
    const Json::binary_t& cubin = json.at("cubin").get_binary();
    kernel.cubin.assign(cubin.begin(), cubin.end());
    kernel.loweredNames = json.at("lowered_names").get<std::map<std::string, std::string>>();
    for (const Json& each : json.at("resources")) kernel.resources.push_back(resourcesFrom(each));
    kernel.compileMs = json.at("compile_ms").get<double>();
    kernel.infrastructure = json.at("infrastructure").get<bool>();
    return kernel;
  });
}

std::string architectureOf(int major, int minor) {
  return fmt::format("sm_{}{}{}", major, minor, major >= 9 ? "a" : "");
}

Result<CompiledKernel> compileThrough(const std::vector<std::string>& command, const CompileJob& job,
                                      const std::stop_token& stop) {
  ChildLimits limits;
  limits.deadline = std::chrono::seconds(kCompileSeconds);
  limits.memoryBytes = kCompileBytes;
  const auto end = runChild(command, toWire(job), limits, stop);
  if (!end) return failure(end.error());
  switch (end->how) {
    case ChildEnd::How::Cancelled: return failure(Error::Kind::Cancelled, "compiling was cancelled");
    case ChildEnd::How::TimedOut:
      return stopped(fmt::format("the compiler did not end within {} s", kCompileSeconds), false);
    case ChildEnd::How::TooMuchOutput: return stopped("the compiler wrote more than 64 MiB", false);
    case ChildEnd::How::Signalled:
      return stopped(
          fmt::format("the compiler was stopped by signal {}: it took more than {} GiB of memory, or "
                      "crashed on this source",
                      end->code, kCompileBytes >> 30U),
          false);
    case ChildEnd::How::Exited: break;
  }
  if (end->code != 0) {
    return stopped(fmt::format("{} ended with code {}: {}", command.front(), end->code,
                               toValidUtf8(end->err.substr(0, 4096))),
                   true);
  }
  auto kernel = compiledKernelFromWire(end->out);
  if (!kernel) return stopped(fmt::format("{}: {}", command.front(), kernel.error().message), true);
  return kernel;
}

}  // namespace kernelcast::bench
