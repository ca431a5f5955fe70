// kernelcast-bench: the GPU worker. In this build it says which GPUs it finds; measuring comes later.
#include <exception>
#include <iostream>

#include <CLI/CLI.hpp>

#include "core/bench/gpu/gpu_facts.h"
#include "core/domain/json.h"

namespace {

using namespace kernelcast;

int run(int argc, char** argv) {
  CLI::App app{"Kernelcast's GPU worker. In this build it reports the GPUs of this machine.",
               "kernelcast-bench"};
  app.set_version_flag("--version", "kernelcast-bench " KERNELCAST_VERSION);
  bool facts = false;
  app.add_flag("--facts", facts, "Print the GPUs that the driver finds as one JSON document")->required();
  CLI11_PARSE(app, argc, argv);

  const auto found = bench::gpuFacts();
  if (!found) {
    std::cerr << "kernelcast-bench: " << found.error().message << "\n";
    return found.error().kind == Error::Kind::NotFound ? 3 : 1;
  }
  Json devices = Json::array();
  for (const Device& device : found->devices) devices.push_back(toJson(device));
  Json document{{"program", "kernelcast-bench " KERNELCAST_VERSION},
                {"headers", found->headersVersion},
                {"nvrtc", found->nvrtcVersion ? Json(*found->nvrtcVersion) : Json(nullptr)},
                {"devices", std::move(devices)}};
  std::cout << document.dump(1, ' ', false, Json::error_handler_t::replace) << "\n";
  return 0;
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
