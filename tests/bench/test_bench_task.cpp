// Tasks as the benchmarker reads them: what is refused and where, and shapes that no file names.
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <functional>

#include "core/bench/bench_task.h"
#include "core/domain/json.h"

using namespace kernelcast;
using namespace kernelcast::bench;

namespace {

const std::filesystem::path kTasks = std::filesystem::path(KERNELCAST_SOURCE_DIR) / "resources/tasks";

Json softmax() { return loadTaskFolder(kTasks / "row_softmax")->json; }

// The faults of a task that was changed; empty where it is taken.
std::string faultsAfter(const std::function<void(Json&)>& change) {
  Json json = softmax();
  change(json);
  const auto task = benchTaskFromJson(json, "reference", "oracle");
  return task ? std::string() : task.error().message;
}
bool says(const std::function<void(Json&)>& change, const char* words) {
  const std::string faults = faultsAfter(change);
  if (faults.find(words) != std::string::npos) return true;
  qWarning("%s", faults.c_str());
  return false;
}

}  // namespace

class TestBenchTask : public QObject {
  Q_OBJECT
 private slots:
  void theBundledTasksAreTaken() {
    for (const char* name : {"row_softmax", "transpose", "sgemm", "causal_conv1d"}) {
      const auto task = loadTaskFolder(kTasks / name);
      QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
      QCOMPARE(task->oracleBuiltin, std::string(name));
      QVERIFY(task->referenceSource.find("__global__") != std::string::npos);
      QVERIFY(!task->correctness.empty() && !task->benchmark.empty());
    }
  }
  void whatItHolds() {
    const auto task = benchTaskFromJson(softmax(), "reference", "");
    QCOMPARE(task->ranges.size(), 2U);
    QCOMPARE(task->ranges[1].largest, 50264);
    QVERIFY(task->tensors[0].draw == (InputDraw{InputDraw::Kind::Normal, 0.0, 2.0}));
    QVERIFY(task->tensors[1].role == BenchTensor::Role::Out);
    QVERIFY(task->tensors[1].comparator == Comparator::Elementwise);
    QCOMPARE(task->tensors[1].rtol, 1e-4);
    QCOMPARE(task->benchmark[0].seed, 21U);
    QCOMPARE(task->benchmark[0].params.values.size(), 2U);
    QCOMPARE(task->benchmark[0].label.values.size(), 3U);
    const auto extent = extentOf(task->tensors[0], bindingsOf(task->benchmark[0].params));
    QCOMPARE(extent->bytes, 4 * 4096 * 1024);
    QCOMPARE(*task->bytesMoved.evaluate(bindingsOf(task->benchmark[0].params)), 8 * 4096 * 1024);
  }
  void everyFaultHasItsPlace() {
    QVERIFY(says([](Json& j) { j["tensors"][1]["dtype"] = "float31"; },
                 "tensors[1].dtype: \"float31\" is none of float64, float32"));
    QVERIFY(says([](Json& j) { j["tensors"][0]["shape"][0] = "rowz"; },
                 "tensors[0].shape[0]: \"rowz\" uses \"rowz\", which is no parameter; there are rows, cols"));
    QVERIFY(says([](Json& j) { j["tensors"][0]["shape"][0] = "rows - rows"; },
                 "correctness_cases[0]: x: \"rows - rows\" is 0; a side is at least 1"));
    QVERIFY(says([](Json& j) { j["tensors"][0].erase("init"); }, "tensors[0].init: is missing"));
    QVERIFY(says([](Json& j) { j["tensors"][0]["init"]["dist"] = "cauchy"; }, "none of normal, uniform"));
    QVERIFY(says([](Json& j) { j["tensors"][0]["init"]["sigma"] = 1; }, "\"normal\" has no key \"sigma\""));
    QVERIFY(says([](Json& j) { j["tensors"][1]["role"] = "in"; }, "at least one must have the role out"));
    QVERIFY(says([](Json& j) { j["tensors"][1]["comparator"] = "exact"; }, "compared element by element"));
    QVERIFY(says([](Json& j) { j.erase("tolerance"); }, "tensors[1].tolerance: is missing"));
    QVERIFY(says([](Json& j) { j["param_ranges"]["rows"] = {5, 2}; }, "param_ranges.rows: [5, 2]"));
    QVERIFY(says([](Json& j) { j["param_ranges"].erase("cols"); }, "param_ranges.cols: is missing"));
    QVERIFY(says(
        [](Json& j) {
          j["param_ranges"]["rows"] = {1, 16384, 5};
        },
        "correctness_cases[0]: rows = 7 is no multiple of 5"));
    QVERIFY(says([](Json& j) { j["benchmark_cases"][0]["rows"] = 99999; },
                 "benchmark_cases[0]: rows = 99999 is outside its range, 1 to 16384"));
    QVERIFY(says([](Json& j) { j["benchmark_cases"][0].erase("cols"); },
                 "benchmark_cases[0]: \"cols\" is missing"));
    QVERIFY(says([](Json& j) { j["benchmark_cases"][0]["depth"] = 3; }, "\"depth\" is no parameter"));
    QVERIFY(says([](Json& j) { j["benchmark_weights"] = {1, 2}; }, "one for each benchmark case"));
    QVERIFY(says([](Json& j) { j["oracle"] = Json{{"builtin", "a"}, {"source", "b"}}; }, "oracle: must be"));
    QVERIFY(says([](Json& j) { j["bytes_moved"] = "8*rows*"; }, "bytes_moved: \"8*rows*\", column 8"));
    QVERIFY(says([](Json& j) { j["bytes_moved"] = "rows - 99999"; }, "bytes_moved is -99992, below 0"));
    QVERIFY(says([](Json& j) { j["tensors"][0]["name"] = "rows"; }, "two things are named \"rows\""));
    QVERIFY(says(
        [](Json& j) {
          j["scalars"] = Json::array();
          j["scalars"].push_back({{"name", "eps"}, {"value", "x"}});
        },
        "scalars[0]"));
    QVERIFY(says([](Json& j) { j["tolerence"] = 1; }, "there is no key \"tolerence\""));
    QVERIFY(says([](Json& j) { j["name"] = "../up"; }, "name: must be letters"));
    QVERIFY(says([](Json& j) { j["params"] = 3; }, "params"));
    QVERIFY(says([](Json& j) { j = Json::array(); }, "not a JSON object"));
  }
  void severalFaultsAreSaidAtOnce() {
    const std::string faults = faultsAfter([](Json& j) {
      j["tensors"][0]["dtype"] = "int7";
      j["operations"] = "(";
    });
    QVERIFY(faults.find("tensors[0].dtype") != std::string::npos);
    QVERIFY(faults.find("operations") != std::string::npos);
  }
  void tooLargeACaseIsRefused() {
    QVERIFY(says(
        [](Json& j) {
          j["param_ranges"]["rows"] = {1, 1'000'000};
          j["benchmark_cases"][0]["rows"] = 1'000'000;
          j["benchmark_cases"][0]["cols"] = 50'000;
        },
        "benchmark_cases[0]: its tensors take 372.5 GiB; at most 16 GiB"));
  }
  void integersAndScalars() {
    const std::string none = faultsAfter([](Json& j) {
      j["tensors"].push_back({{"name", "top"},
                              {"dtype", "int32"},
                              {"shape", Json::array({"rows", "3"})},
                              {"role", "out"},
                              {"comparator", "arg_of"},
                              {"of", "x"}});
      j["scalars"] = Json::array();
      j["scalars"].push_back({{"name", "eps"}, {"value", 1e-5}, {"dtype", "float64"}});
      j["benchmark_weights"] = {1, 2, 0.5, 1};
    });
    QCOMPARE(none, std::string());
    QVERIFY(says(
        [](Json& j) {
          j["tensors"].push_back({{"name", "top"},
                                  {"dtype", "int32"},
                                  {"shape", {"rows"}},
                                  {"role", "out"},
                                  {"comparator", "arg_of"},
                                  {"of", "z"}});
        },
        "tensors[2].of: \"z\" is no input"));
  }
  void aFolderKeepsToItself() {
    QTemporaryDir temporary;
    const std::filesystem::path folder = temporary.path().toStdString();
    QVERIFY(loadTaskFolder(folder / "none").error().message.find("no folder") != std::string::npos);
    const auto write = [&](const char* name, const std::string& text) {
      std::ofstream(folder / name) << text;
    };
    write("reference.cu", "code");
    QVERIFY(loadTaskFolder(folder).error().message.find("task.json") != std::string::npos);
    Json json = softmax();
    json["oracle"] = {{"source", "../secret"}};
    write("task.json", json.dump());
    QVERIFY(loadTaskFolder(folder).error().message.find("in its folder itself") != std::string::npos);
    json["oracle"] = {{"source", "oracle.cu"}};
    write("task.json", json.dump());
    std::filesystem::create_symlink("/etc/hostname", folder / "oracle.cu");
    QVERIFY(loadTaskFolder(folder).error().message.find("leads out of the folder") != std::string::npos);
    std::filesystem::remove(folder / "oracle.cu");
    write("oracle.cu", "double code");
    QCOMPARE(loadTaskFolder(folder)->oracleSource, std::string("double code"));
    write("reference.cu", std::string((1U << 20U) + 1, ' '));
    QVERIFY(loadTaskFolder(folder).error().message.find("larger than 1 MiB") != std::string::npos);
    write("task.json", "{\"name\": ");
    QVERIFY(loadTaskFolder(folder).error().message.find("task.json: ") != std::string::npos);
  }
  void hiddenShapesKeepToTheRanges() {
    Json json = softmax();
    json["param_ranges"]["cols"] = {8, 50264, 8};
    for (const char* key : {"correctness_cases", "benchmark_cases"}) {
      for (Json& own : json[key]) own["cols"] = 1024;
    }
    const auto task = benchTaskFromJson(json, "reference", "");
    QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
    std::size_t small = 0;
    std::size_t all = 0;
    for (std::uint64_t secret = 0; secret < 200; ++secret) {
      const auto cases = hiddenCases(*task, secret, 5, 64 << 20);
      QCOMPARE(cases.size(), 5U);
      const auto again = hiddenCases(*task, secret, 5, 64 << 20);
      for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto& values = cases[i].params.values;
        QVERIFY(cases[i].params == again[i].params);
        QVERIFY(values[0].second >= 1 && values[0].second <= 16384);
        QVERIFY(values[1].second >= 8 && values[1].second <= 50264 && values[1].second % 8 == 0);
        QVERIFY(8 * values[0].second * values[1].second <= 64 << 20);
        for (const BenchCase& listed : task->benchmark) QVERIFY(listed.params != cases[i].params);
        ++all;
        if (values[0].second < 128) ++small;
      }
    }
    // Shapes are spread over the decades: neither all tiny nor all huge.
    QVERIFY(small > all / 5 && small < all * 4 / 5);
    QVERIFY(hiddenCases(*task, 1, 5, 64 << 20)[0].params != hiddenCases(*task, 2, 5, 64 << 20)[0].params);
  }
  void aTaskOfOneShapeHasNoHiddenOne() {
    Json json = softmax();
    json["param_ranges"] = {{"rows", {64, 64}}, {"cols", {1000, 1000}}};
    json["correctness_cases"] = json["benchmark_cases"] =
        Json::array({{{"rows", 64}, {"cols", 1000}, {"seed", 1}}});
    QVERIFY(hiddenCases(*benchTaskFromJson(json, "", ""), 7, 3, 1 << 30).empty());
  }
};

QTEST_APPLESS_MAIN(TestBenchTask)
#include "test_bench_task.moc"
