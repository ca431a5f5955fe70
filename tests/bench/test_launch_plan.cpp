// Launch plans held against a task and worked out: values, limits, and what is refused by name.
#include <QTest>
#include <filesystem>

#include "core/bench/device_code.h"
#include "core/bench/launch_plan.h"
#include "core/domain/json.h"
#include "core/exchange/native.h"
#include "core/exchange/sample.h"

using namespace kernelcast;
using namespace kernelcast::bench;

namespace {

const std::filesystem::path kTasks = std::filesystem::path(KERNELCAST_SOURCE_DIR) / "resources/tasks";

const BenchTask& softmax() {
  static const BenchTask task = *loadTaskFolder(kTasks / "row_softmax");
  return task;
}
const exchange::ExchangeSession& sample() {
  static const exchange::ExchangeSession session = exchange::readNative(exchange::sampleDocument())->session;
  return session;
}
const Device& h200() { return sample().devices.front().device; }
const CaseParams kCase{{{"rows", 4096}, {"cols", 1024}}};

std::string candidate(const std::string& plan, const std::string& code = "__global__ void f() {}") {
  return "/* kernelcast:launch\n" + plan + "\n*/\n" + code + "\n";
}
std::string launch(const std::string& fields) {
  return R"({"launches": [{"kernel": "f", "grid": ["rows"], "block": [256], )" + fields + "}]}";
}
Result<ConcretePlan> workedOut(const std::string& plan, const Device& device = h200()) {
  return readLaunchPlan(candidate(plan), softmax()).and_then([&](const LaunchPlan& read) {
    return planForCase(read, softmax(), kCase, device);
  });
}
bool says(const std::string& plan, const char* words, const Device& device = h200()) {
  const auto concrete = workedOut(plan, device);
  const std::string message = concrete ? std::string("it is taken") : concrete.error().message;
  if (message.find(words) != std::string::npos) return true;
  qWarning("%s", message.c_str());
  return false;
}

}  // namespace

class TestBenchLaunchPlan : public QObject {
  Q_OBJECT
 private slots:
  void aWholePlan() {
    const auto plan = workedOut(R"plan({"plan": 1,
      "launches": [
        {"kernel": "f<256>", "grid": ["ceil_div(rows, 8)", "2"], "block": ["32", "8"], "shared": "cols * 4",
         "args": ["x", "y", "part", "rows", "cols / 4", "1.5f", "-2", "sm_count * 2"], "cluster": ["2"]},
        {"kernel": "g", "grid": [1], "block": [1], "when": "cols > 2000"},
        {"kernel": "h", "grid": ["min(rows, sm_count)"], "block": ["1024"], "cooperative": true}],
      "scratch": [{"name": "part", "dtype": "float16", "size": "rows*32", "fill": "zero"}]})plan");
    QVERIFY2(plan.has_value(), plan ? "" : plan.error().message.c_str());
    QCOMPARE(plan->launches.size(), 2U);
    const ConcreteLaunch& first = plan->launches[0];
    QCOMPARE(first.kernel, std::string("f<256>"));
    QVERIFY((first.grid == std::array<unsigned, 3>{512, 2, 1}));
    QVERIFY((first.block == std::array<unsigned, 3>{32, 8, 1}));
    QVERIFY((first.cluster == std::array<unsigned, 3>{2, 1, 1}));
    QCOMPARE(first.sharedBytes, 4096U);
    QCOMPARE(first.args.size(), 8U);
    QVERIFY(std::get<BufferArg>(first.args[1]).index == 1);
    QVERIFY(std::get<BufferArg>(first.args[2]).of == BufferArg::Of::Scratch);
    QCOMPARE(std::get<IntegerArg>(first.args[4]).value, 256);
    QCOMPARE(std::get<FloatArg>(first.args[5]).value, 1.5);
    QCOMPARE(std::get<IntegerArg>(first.args[6]).value, -2);
    QCOMPARE(std::get<IntegerArg>(first.args[7]).value, 264);
    QVERIFY(plan->launches[1].cooperative);
    QCOMPARE(plan->launches[1].grid[0], 132U);
    QCOMPARE(plan->scratch[0].bytes, 4096U * 32 * 2);
    QVERIFY(plan->scratch[0].zero);
  }
  void whatPassesALimitSaysWhich() {
    QVERIFY(says(R"({"launches": [{"kernel": "f", "grid": [1, "rows * 20"], "block": [1]}]})",
                 "launches[0].grid[1]: \"rows * 20\" is 81920; the grid along y is 1 to 65535"));
    QVERIFY(
        says(R"({"launches": [{"kernel": "f", "grid": ["rows - 4096"], "block": [1]}]})", "is 0; the grid"));
    QVERIFY(says(R"({"launches": [{"kernel": "f", "grid": [1], "block": [64, 32]}]})",
                 "2048 threads; a block has at most 1024"));
    QVERIFY(says(launch(R"("shared": "cols * 300")"), "dynamic shared memory in bytes is 0 to 232448"));
    QVERIFY(says(launch(R"("shared": "-1")"), "\"-1\" is -1"));
    QVERIFY(says(launch(R"("cluster": [3])"), "a grid of 4096 along x is no multiple of 3"));
    QVERIFY(says(launch(R"("cluster": [4, 4])"), "16 blocks; a cluster has at most 8"));
    Device ampere = h200();
    ampere.computeCapability = {8, 0};
    QVERIFY(says(launch(R"("cluster": [2])"), "no thread block clusters", ampere));
    Device nameless;
    QVERIFY(says(launch(R"("args": ["sm_count"])"), "there is no \"sm_count\" here", nameless));
    QVERIFY(says(R"({"launches": [{"kernel": "f", "grid": [1], "block": [1]}],
                     "scratch": [{"name": "s", "size": "rows * cols * 4096"}]})",
                 "scratch[0].size"));
    QVERIFY(says(launch(R"("args": ["rows * 9223372036854775807"])"), "launches[0].args[0]"));
    QVERIFY(says(launch(R"plan("args": ["rows / (cols - 1024)"])plan"), "division by zero"));
    QVERIFY(says(launch(R"("when": "rows < 0")"), "the `when` of none holds"));
  }
  void whatCannotBeReadSaysWhere() {
    QVERIFY(says(R"({"plan": 2, "launches": []})", "version 2; this program reads 1"));
    QVERIFY(says(R"({"launches": []})", "there is none; at least one kernel"));
    QVERIFY(says(R"({"launch": []})", "there is no key \"launch\"; there are plan, launches, scratch"));
    QVERIFY(says(launch(R"("arg": [])"), "launches[0]: there is no key \"arg\""));
    QVERIFY(says(launch(R"("args": ["z"])"), "launches[0].args[0]: \"z\" is no tensor, scratch"));
    QVERIFY(says(launch(R"("args": ["x + 1"])"), "\"x + 1\" is no tensor"));
    QVERIFY(says(R"({"launches": [{"kernel": "f", "grid": ["depth"], "block": [1]}]})",
                 "\"depth\" is neither a parameter (rows, cols) nor a fact of the device (sm_count"));
    QVERIFY(says(R"({"launches": [{"grid": [1], "block": [1]}]})", "\"kernel\" is missing"));
    QVERIFY(says(R"({"launches": [{"kernel": "f; g", "grid": [1], "block": [1]}]})", "a function's name"));
    QVERIFY(says(R"({"launches": [{"kernel": "f", "block": [1]}]})", "\"grid\" is missing"));
    QVERIFY(says(R"({"launches": [{"kernel": "f", "grid": [1, 1, 1, 1], "block": [1]}]})", "one to three"));
    QVERIFY(says(R"({"launches": [{"kernel": "f", "grid": [1.5], "block": [1]}]})", "whole number"));
    QVERIFY(says(launch(R"("cooperative": 1)"), "must be true or false"));
    QVERIFY(says(R"({"launches": [{"kernel": "f", "grid": [1], "block": [1]}],
                     "scratch": [{"name": "x", "size": 1}]})",
                 "\"x\" names something else already"));
    QVERIFY(says(R"({"launches": [{"kernel": "f", "grid": [1], "block": [1]}],
                     "scratch": [{"name": "s", "size": 1, "fill": "ones"}]})",
                 "\"zero\" or \"none\""));
    QVERIFY(readLaunchPlan("__global__ void f() {}", softmax()).error().message.find("the source has none") !=
            std::string::npos);
    QVERIFY(!readLaunchPlan("/* kernelcast:launch {", softmax()));
  }
  void whatNoPlanCanExpressIsRefusedByName() {
    const auto of = [](const std::string& code) {
      const auto found = inexpressibleIn(code);
      return found ? *found : std::string();
    };
    QVERIFY(of("\n\nf<<<1, 2>>>();").find("line 3: \"<<<\" cannot be expressed by a launch plan (dynamic") ==
            0);
    QVERIFY(of("cudaTextureObject_t t;").find("textures and surfaces") != std::string::npos);
    QVERIFY(of("float v = tex2D<float>(t, 1, 2);").find("textures and surfaces") != std::string::npos);
    QVERIFY(of("const __grid_constant__ CUtensorMap m").find("TMA tensor maps") != std::string::npos);
    QVERIFY(of("#include <cublas_v2.h>").find("cublas_v2.h is a host library") != std::string::npos);
    QVERIFY(of("# include <x>\nint main (int c)").find("line 2: \"main\"") == 0);
    // In comments and texts, or as a part of other names, they are nothing.
    QCOMPARE(of("// f<<<1, 2>>>\n/* tex2D( */ int maintain(); int mytex2D; const char* s = "
                "\"<<<\\\"CUtensorMap\";"),
             std::string());
    QCOMPARE(of("#include <curand_kernel.h>\n#include <cooperative_groups.h>"), std::string());
  }
  void blankingKeepsEveryLine() {
    const std::string code = "a/*b\nc*/d//e\n'\"'f\"g\\\"h\"i";
    const std::string blanked = withoutCommentsAndTexts(code);
    QCOMPARE(blanked.size(), code.size());
    QCOMPARE(blanked, std::string("a   \n   d   \n' 'f\"    \"i"));
    for (std::size_t length = 0; length <= code.size(); ++length)
      QCOMPARE(withoutCommentsAndTexts(code.substr(0, length)).size(), length);
  }
  void everySampleKernelHasAPlanForEveryCase() {
    int plans = 0;
    for (const auto& kernel : sample().kernels) {
      const BenchTask task = *loadTaskFolder(kTasks / kernel.key.substr(0, kernel.key.find('/')));
      const auto plan = readLaunchPlan(kernel.source, task);
      QVERIFY2(plan.has_value(), (kernel.key + ": " + (plan ? "" : plan.error().message)).c_str());
      for (const auto* cases : {&task.correctness, &task.benchmark}) {
        for (const BenchCase& own : *cases) {
          const auto concrete = planForCase(*plan, task, own.params, h200());
          QVERIFY2(concrete.has_value(),
                   (kernel.key + ": " + (concrete ? "" : concrete.error().message)).c_str());
          ++plans;
        }
      }
    }
    QVERIFY(plans > 42 * 6);
  }
};

QTEST_APPLESS_MAIN(TestBenchLaunchPlan)
#include "test_launch_plan.moc"
