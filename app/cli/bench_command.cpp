// bench and devices: kernels through the worker, and what GPUs it finds. In this build kernels are compiled
// and not yet measured.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/text_table.h"
#include "core/bench/bench_task.h"
#include "core/bench/child_process.h"
#include "core/bench/compile_job.h"
#include "core/bench/launch_plan.h"
#include "core/domain/number_format.h"
#include "core/domain/text.h"
#include "core/exchange/formats.h"

namespace kernelcast::cli {

namespace {

namespace fs = std::filesystem;
constexpr const char* kWorker = "kernelcast-bench";

// Beside this program where it is there, else wherever the system finds it.
std::string workerPath() {
  std::error_code broken;
  const fs::path beside = fs::canonical("/proc/self/exe", broken).parent_path() / kWorker;
  return !broken && fs::exists(beside, broken) ? beside.string() : std::string(kWorker);
}

Error noWorker() {
  return {Error::Kind::NotFound,
          "kernelcast-bench is not here: it is built where the CUDA Toolkit is installed. Tasks and launch "
          "plans can "
          "be checked without it (task check), and recorded measurements explored and replayed"};
}

// The worker's words on the GPUs of this machine. NotFound, with the driver's words, where there is none.
Result<Json> gpus() {
  bench::ChildLimits limits;
  limits.deadline = std::chrono::seconds(30);
  const auto end = bench::runChild({workerPath(), "--facts"}, {}, limits);
  if (!end) return failure(noWorker());
  if (end->how != bench::ChildEnd::How::Exited || end->code != 0) {
    std::string words = end->err.substr(0, end->err.find('\n'));
    const std::string_view prefix = "kernelcast-bench: ";
    if (words.starts_with(prefix)) words.erase(0, prefix.size());
    return failure(Error::Kind::NotFound,
                   "no GPU here: " + (words.empty() ? std::string("the worker ended") : words));
  }
  return parseJson(end->out);
}

struct Candidate {
  fs::path path;
  std::string source;
  bench::CompiledKernel kernel;
  std::string status;
  std::string error;
};

void compile(Candidate& candidate, const bench::BenchTask& task, const std::string& architecture) {
  const auto plan = bench::readLaunchPlan(candidate.source, task);
  if (!plan) {
    candidate.status = statusInfo(MeasurementStatus::CompileFailed).key;
    candidate.error = plan.error().message;
    return;
  }
  std::set<std::string> names;
  for (const bench::PlanLaunch& launch : plan->launches) names.insert(launch.kernel);
  bench::CompileJob job;
  job.source = plan->deviceCode;
  job.kernels.assign(names.begin(), names.end());
  job.architecture = architecture;
  auto kernel = bench::compileThrough({workerPath(), "--compile"}, job);
  if (kernel) {
    candidate.kernel = std::move(*kernel);
  } else {
    candidate.kernel.infrastructure = true;
    candidate.kernel.log =
        kernel.error().kind == Error::Kind::NotFound ? noWorker().message : kernel.error().message;
  }
  const auto status =
      candidate.kernel.infrastructure ? MeasurementStatus::Infrastructure : MeasurementStatus::CompileFailed;
  candidate.status = candidate.kernel.ok ? "compiled" : std::string(statusInfo(status).key);
  if (!candidate.kernel.ok) candidate.error = candidate.kernel.log;
}

// As many at once as there are cores.
void compileAll(std::vector<Candidate>& candidates, const bench::BenchTask& task,
                const std::string& architecture) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < candidates.size(); i = next++)
      compile(candidates[i], task, architecture);
  };
  const std::size_t threads =
      std::min<std::size_t>(candidates.size(), std::max(1U, std::thread::hardware_concurrency()));
  std::vector<std::jthread> pool;
  for (std::size_t i = 0; i < threads; ++i) pool.emplace_back(work);
}

std::string whyUnasked(const std::vector<Candidate>& candidates) {
  const auto first = std::find_if(candidates.begin(), candidates.end(),
                                  [](const Candidate& own) { return own.kernel.infrastructure; });
  return first == candidates.end() ? std::string() : first->error.substr(0, first->error.find('\n'));
}

std::string statusWords(const std::string& status) {
  const auto known = measurementStatusFromKey(status);
  return known ? std::string(statusInfo(*known).title) : status;
}

OrderedJson resourcesJson(const std::vector<KernelResources>& resources) {
  OrderedJson list = OrderedJson::array();
  for (const KernelResources& kernel : resources) {
    const auto number = [](const std::optional<int>& value) {
      return value ? OrderedJson(*value) : OrderedJson();
    };
    list.push_back({{"name", kernel.name},
                    {"registers", number(kernel.registers)},
                    {"shared", number(kernel.sharedBytes)},
                    {"local", number(kernel.localBytes)},
                    {"spills", number(kernel.spillBytes)}});
  }
  return list;
}

std::string wordsOf(const std::vector<Candidate>& candidates, const std::string& architecture) {
  std::vector<std::vector<std::string>> rows;
  std::string logs;
  const auto cell = [](const std::optional<int>& value) {
    return value ? std::to_string(*value) : std::string(kNoNumber);
  };
  for (const Candidate& candidate : candidates) {
    const std::string name = candidate.path.filename().string();
    if (candidate.kernel.resources.empty())
      rows.push_back({name, statusWords(candidate.status), "", "", "", "", "", ""});
    for (const KernelResources& kernel : candidate.kernel.resources) {
      rows.push_back({name, statusWords(candidate.status), kernel.name, cell(kernel.registers),
                      cell(kernel.sharedBytes), cell(kernel.localBytes), cell(kernel.spillBytes),
                      formatMicroseconds(candidate.kernel.compileMs * 1e3)});
    }
    if (!candidate.error.empty())
      logs += fmt::format("\n{}:\n{}\n", candidate.path.string(), candidate.error);
  }
  return textTable({{"candidate"},
                    {"status"},
                    {"kernel"},
                    {"registers", true},
                    {"shared", true},
                    {"local", true},
                    {"spills", true},
                    {"compiled in", true}},
                   rows, "nothing to compile") +
         fmt::format("Compiled for {}, not measured. Shared and local memory and spills in bytes.\n",
                     architecture) +
         logs;
}

struct BenchArguments {
  fs::path task;
  std::vector<fs::path> candidates;
  bool compileOnly = false;
  std::string architecture;
};

Result<std::string> architectureFor(const BenchArguments& arguments) {
  if (!arguments.architecture.empty()) return arguments.architecture;
  const auto found = gpus();
  if (!found || found->value("devices", Json::array()).empty()) return bench::architectureOf(9, 0);
  const auto device = deviceFromJson(found->at("devices").front());
  if (!device || !device->computeCapability) return bench::architectureOf(9, 0);
  return bench::architectureOf((*device->computeCapability)[0], (*device->computeCapability)[1]);
}

Result<Output> runBench(const BenchArguments& arguments) {
  if (!arguments.compileOnly) {
    return failure(Error::Kind::NotInBuild,
                   "measuring on a GPU is not in this build yet; with --compile-only kernels "
                   "are compiled and their resources shown, with or without a GPU");
  }
  const auto task = bench::loadTaskFolder(arguments.task);
  if (!task) return failure(task.error());
  std::vector<Candidate> candidates;
  for (const fs::path& path : arguments.candidates) {
    auto source = exchange::readFile(path);
    if (!source) return failure(source.error());
    candidates.push_back({path, std::move(*source), {}, {}, {}});
  }
  const auto architecture = architectureFor(arguments);
  if (!architecture) return failure(architecture.error());
  compileAll(candidates, *task, *architecture);

  Output output;
  output.document = OrderedJson::array();
  for (const Candidate& candidate : candidates) {
    output.document.push_back(
        {{"candidate", candidate.path.string()},
         {"status", candidate.status},
         {"error", toValidUtf8(candidate.error)},
         {"cases", OrderedJson::array()},
         {"speedup", nullptr},
         {"resources", resourcesJson(candidate.kernel.resources)},
         {"compile_ms", candidate.kernel.ok ? OrderedJson(candidate.kernel.compileMs) : OrderedJson()},
         {"architecture", *architecture},
         {"log", toValidUtf8(candidate.kernel.log)}});
  }
  output.words = wordsOf(candidates, *architecture);
  // A kernel that does not compile is a result; a compiler that could not be asked is none.
  const auto unasked = std::count_if(candidates.begin(), candidates.end(),
                                     [](const Candidate& own) { return own.kernel.infrastructure; });
  if (unasked > 0) {
    output.failures.push_back(
        {Error::Kind::Failed, fmt::format("{} of {} kernels could not be compiled here: {}", unasked,
                                          candidates.size(), whyUnasked(candidates))});
  }
  return output;
}

Result<Output> runDevices() {
  const auto found = gpus();
  if (!found) return failure(found.error());
  Output output;
  output.document = OrderedJson::array();
  std::vector<std::vector<std::string>> rows;
  for (const Json& each : found->value("devices", Json::array())) {
    output.document.push_back(OrderedJson(each));
    const auto device = deviceFromJson(each);
    if (!device) return failure(device.error().in(kWorker));
    const auto capability = device->computeCapability.value_or(std::array<int, 2>{0, 0});
    rows.push_back({std::to_string(rows.size()), device->name,
                    fmt::format("{}.{}", capability[0], capability[1]),
                    formatBytes(static_cast<double>(device->totalGlobalMemoryBytes.value_or(0))),
                    device->driverVersion.value_or(kNoNumber)});
  }
  output.words = textTable({{"#", true}, {"device"}, {"compute capability"}, {"memory", true}, {"driver"}},
                           rows, "no GPU");
  return output;
}

}  // namespace

void addBenchCommands(CLI::App& app, Run& chosen) {
  auto arguments = std::make_shared<BenchArguments>();
  CLI::App* bench = app.add_subcommand("bench",
                                       "Compile kernels and show what they take of the GPU; measuring is not "
                                       "in this build yet");
  bench->add_option("TASK", arguments->task, "The task's folder")->required();
  bench->add_option("CANDIDATE.cu", arguments->candidates, "Kernels with a launch plan")->required();
  bench->add_flag("--compile-only", arguments->compileOnly, "Do not measure; no GPU is needed");
  bench
      ->add_option("--arch", arguments->architecture,
                   "What to compile for, sm_80 or sm_90a; default: the first GPU here, else sm_90a")
      ->type_name("SM")
      ->check([](const std::string& text) {
        const bool known = text.starts_with("sm_") && text.size() >= 5 && text.size() <= 8 &&
                           text.find_first_not_of("0123456789a", 3) == std::string::npos;
        return known ? std::string() : std::string("must read like sm_90a");
      });
  bench->callback(
      [&chosen, arguments] { chosen = [arguments](const Context&) { return runBench(*arguments); }; });
  CLI::App* devices = app.add_subcommand("devices", "List the GPUs of this machine");
  devices->callback([&chosen] { chosen = [](const Context&) { return runDevices(); }; });
}

}  // namespace kernelcast::cli
