// kernelcast-bench: the worker. In this build it reports GPUs and compiles; measuring comes later.
#include <exception>
#include <filesystem>
#include <iostream>
#include <iterator>

#include <CLI/CLI.hpp>

#include "core/bench/compile_job.h"
#include "core/bench/gpu/gpu_facts.h"
#include "core/bench/gpu/nvrtc_compiler.h"
#include "core/bench/sandbox.h"
#include "core/domain/json.h"

namespace {

using namespace kernelcast;

int fail(const Error& error) {
  std::cerr << "kernelcast-bench: " << error.message << "\n";
  return error.kind == Error::Kind::NotFound ? 3 : 1;
}

int printFacts() {
  const auto found = bench::gpuFacts();
  if (!found) return fail(found.error());
  Json devices = Json::array();
  for (const Device& device : found->devices) devices.push_back(toJson(device));
  Json document{{"program", "kernelcast-bench " KERNELCAST_VERSION},
                {"headers", found->headersVersion},
                {"nvrtc", found->nvrtcVersion ? Json(*found->nvrtcVersion) : Json(nullptr)},
                {"devices", std::move(devices)}};
  std::cout << document.dump(1, ' ', false, Json::error_handler_t::replace) << "\n";
  return 0;
}

std::string standardInput() { return {std::istreambuf_iterator<char>(std::cin), {}}; }

int answer(const bench::CompiledKernel& kernel) {
  const std::string bytes = bench::toWire(kernel);
  std::cout.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  std::cout.flush();
  return std::cout ? 0 : 1;
}

// The process that compiles, confined and limited by the one that started it.
int compileChild() {
  const auto job = bench::compileJobFromWire(standardInput());
  if (!job) return fail(job.error());
  return answer(bench::compileHere(*job));
}

int compile() {
  auto job = bench::compileJobFromWire(standardInput());
  if (!job) return fail(job.error());
  const auto cuda = bench::findCuda();
  if (!cuda) return fail(cuda.error());
  const std::string self = std::filesystem::canonical("/proc/self/exe").string();
  // NVRTC looks for its other half by name.
  const std::string libraries = std::filesystem::path(cuda->nvrtc).parent_path().string();
  const bench::Sandbox sandbox =
      bench::findSandbox({self, libraries, cuda->includePaths.front()}, libraries, {self, "--version"});
  job->nvrtc = cuda->nvrtc;
  job->includePaths = cuda->includePaths;
  job->confined = sandbox.confines();
  std::vector<std::string> command = sandbox.prefix;
  command.insert(command.end(), {self, "--compile-child"});
  const auto kernel = bench::compileThrough(command, *job);
  if (!kernel) return fail(kernel.error());
  return answer(*kernel);
}

int run(int argc, char** argv) {
  CLI::App app{"Kernelcast's GPU worker. In this build it reports the GPUs of this machine, and compiles.",
               "kernelcast-bench"};
  app.set_version_flag("--version", "kernelcast-bench " KERNELCAST_VERSION);
  bool facts = false;
  bool compiles = false;
  bool child = false;
  auto* modes = app.add_option_group("what to do");
  modes->add_flag("--facts", facts, "Print the GPUs that the driver finds as one JSON document");
  modes->add_flag("--compile", compiles,
                  "Read one compile job (CBOR) on standard input, answer on standard output");
  modes->add_flag("--compile-child", child, "The same without a sandbox around it; started by --compile")
      ->group("");
  modes->require_option(1);
  CLI11_PARSE(app, argc, argv);
  if (facts) return printFacts();
  return child ? compileChild() : compile();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& e) {
    std::cerr << "kernelcast-bench: unexpected: " << e.what() << "\n";
    return 1;
  }
}
