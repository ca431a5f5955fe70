// task check: whether a task's folder can be measured against, and whether candidates' plans fit it.
#include <algorithm>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/text_table.h"
#include "core/bench/bench_task.h"
#include "core/bench/launch_plan.h"
#include "core/domain/number_format.h"
#include "core/exchange/formats.h"
#include "core/exchange/native.h"
#include "core/exchange/sample.h"

namespace kernelcast::cli {

namespace {

// Plans may ask for facts of the device, and there need be none here.
Result<Device> standInDevice() {
  const auto sample = exchange::readNative(exchange::sampleDocument());
  if (!sample) return failure(sample.error());
  return sample->session.devices.front().device;
}

struct PlanCheck {
  std::string name;
  std::vector<std::string> faults;
};
PlanCheck checkPlan(std::string name, std::string_view source, const bench::BenchTask& task,
                    const Device& device) {
  PlanCheck check{std::move(name), {}};
  const auto plan = bench::readLaunchPlan(source, task);
  if (!plan) {
    check.faults.push_back(plan.error().message);
    return check;
  }
  for (const auto* cases : {&task.correctness, &task.benchmark}) {
    for (const bench::BenchCase& own : *cases) {
      const auto concrete = bench::planForCase(*plan, task, own.params, device);
      if (!concrete)
        check.faults.push_back(fmt::format("{}: {}", caseLabelLong(own.params), concrete.error().message));
    }
  }
  return check;
}

std::int64_t tensorBytes(const bench::BenchTask& task, const CaseParams& params) {
  std::int64_t total = 0;
  for (const bench::BenchTensor& tensor : task.tensors)
    total += bench::extentOf(tensor, bench::bindingsOf(params))
                 .map([](const auto& own) { return own.bytes; })
                 .value_or(0);
  return total;
}

OrderedJson caseJson(const bench::BenchTask& task, const bench::BenchCase& own, const char* kind) {
  const bench::Bindings params = bench::bindingsOf(own.params);
  return {{"kind", kind},
          {"params", toJson(own.label)},
          {"tensor_bytes", tensorBytes(task, own.params)},
          {"bytes_moved", task.bytesMoved.evaluate(params).value_or(0)},
          {"operations", task.operations.evaluate(params).value_or(0)}};
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string wordsOf(const bench::BenchTask& task, const std::vector<PlanCheck>& plans, const Device& device) {
  std::string words =
      fmt::format("{} ({}), version {}\n", task.task.name, task.task.title, task.task.version);
  std::vector<std::vector<std::string>> rows;
  const auto add = [&](const char* kind, const std::vector<bench::BenchCase>& cases) {
    for (const bench::BenchCase& own : cases) {
      const bench::Bindings params = bench::bindingsOf(own.params);
      rows.push_back({kind, caseLabelLong(own.params), std::to_string(tensorBytes(task, own.params)),
                      std::to_string(task.bytesMoved.evaluate(params).value_or(0)),
                      std::to_string(task.operations.evaluate(params).value_or(0))});
    }
  };
  add("correctness", task.correctness);
  add("benchmark", task.benchmark);
  words +=
      textTable({{"case"}, {"parameters"}, {"tensor bytes", true}, {"must move", true}, {"operations", true}},
                rows, "no cases");
  for (const PlanCheck& plan : plans) {
    if (plan.faults.empty()) words += fmt::format("{}: its launch plan fits every case\n", plan.name);
    for (const std::string& fault : plan.faults) words += fmt::format("{}: {}\n", plan.name, fault);
  }
  return words + fmt::format("Plans were worked out with the facts of an {}.\n", device.name);
}

Result<Output> runCheck(const std::filesystem::path& folder,
                        const std::vector<std::filesystem::path>& candidates) {
  const auto task = bench::loadTaskFolder(folder);
  Output output;
  if (!task) {
    if (task.error().kind != Error::Kind::BadInput) return failure(task.error());
    output.document = {{"folder", folder.string()}, {"ok", false}, {"faults", linesOf(task.error().message)}};
    output.failures.push_back(task.error());
    return output;
  }
  const auto device = standInDevice();
  if (!device) return failure(device.error());
  std::vector<PlanCheck> plans{checkPlan("reference.cu", task->referenceSource, *task, *device)};
  for (const std::filesystem::path& path : candidates) {
    const auto source = exchange::readFile(path);
    if (!source) return failure(source.error());
    plans.push_back(checkPlan(path.string(), *source, *task, *device));
  }
  OrderedJson cases = OrderedJson::array();
  for (const bench::BenchCase& own : task->correctness) cases.push_back(caseJson(*task, own, "correctness"));
  for (const bench::BenchCase& own : task->benchmark) cases.push_back(caseJson(*task, own, "benchmark"));
  OrderedJson checks = OrderedJson::array();
  std::size_t faulty = 0;
  for (const PlanCheck& plan : plans) {
    checks.push_back({{"file", plan.name}, {"ok", plan.faults.empty()}, {"faults", plan.faults}});
    faulty += plan.faults.empty() ? 0 : 1;
  }
  output.document = {{"folder", folder.string()},
                     {"ok", faulty == 0},
                     {"faults", OrderedJson::array()},
                     {"task", task->task.name},
                     {"device", device->name},
                     {"cases", cases},
                     {"plans", checks}};
  output.words = wordsOf(*task, plans, *device);
  if (faulty > 0) {
    output.failures.push_back(
        {Error::Kind::BadInput, fmt::format("{} of {} launch plans cannot be launched in every "
                                            "case; what is wrong is listed above",
                                            faulty, plans.size())});
  }
  return output;
}

}  // namespace

void addTaskCommands(CLI::App& app, Run& chosen) {
  struct Arguments {
    std::filesystem::path folder;
    std::vector<std::filesystem::path> candidates;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* task = app.add_subcommand("task", "Check a task's folder, and launch plans against it");
  task->require_subcommand(1);
  CLI::App* check =
      task->add_subcommand("check", "Say all that is wrong with a task's folder, or what its cases are");
  check->add_option("FOLDER", arguments->folder, "Holds task.json and reference.cu")->required();
  check->add_option("CANDIDATE.cu", arguments->candidates,
                    "Kernels whose launch plans are held against the task");
  check->callback([&chosen, arguments] {
    chosen = [arguments](const Context&) { return runCheck(arguments->folder, arguments->candidates); };
  });
}

}  // namespace kernelcast::cli
