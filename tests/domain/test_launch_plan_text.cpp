// Launch plans read from sources, whole and broken.
#include <QTest>

#include "core/domain/launch_plan_text.h"
#include "core/exchange/native.h"
#include "core/exchange/sample.h"

using namespace kernelcast;

class TestLaunchPlan : public QObject {
  Q_OBJECT

 private slots:
  void everyPartIsRead() {
    const auto plan = launchPlanOf(R"(/* kernelcast:launch
{"plan": 1, "launches": [
  {"kernel": "softmax<256>", "grid": ["rows"], "block": [256, "1"], "shared": "0", "args": ["x", "y"], "when": "rows > 1",
   "cooperative": true, "cluster": [2]},
  {"kernel": "tail"}],
 "scratch": [{"name": "p", "dtype": "float32", "size": "rows*32", "fill": "zero"}]}
*/
__global__ void softmax() {}
)");
    QVERIFY(plan && *plan);
    const LaunchPlanText& text = **plan;
    QCOMPARE(text.launches.size(), std::size_t{2});
    const PlannedLaunch wanted{"softmax<256>", {"rows"},   {"256", "1"}, "0",
                               {"x", "y"},     "rows > 1", true,         {"2"}};
    QVERIFY(text.launches[0] == wanted);
    QVERIFY(text.launches[1].grid.empty());
    QVERIFY((text.scratch == std::vector<PlannedScratch>{{"p", "float32", "rows*32", "zero"}}));
  }

  void noPlanIsNoError() {
    QVERIFY(launchPlanOf("") && !*launchPlanOf(""));
    QVERIFY(launchPlanOf("__global__ void f();") && !*launchPlanOf("__global__ void f();"));
    QVERIFY(!*launchPlanOf("kernelcast:launch {}"));  // not in a comment
    QVERIFY(!*launchPlanOf("/* note */ char s[] = \"kernelcast:launch\"; /* end */"));
    QVERIFY(!*launchPlanOf("/* see kernelcast:launch */"));  // only talks of it
    QVERIFY(launchPlanOf("/* licence */\n/**\n * kernelcast:launch {\"launches\": []}\n */")->has_value());
  }

  void brokenPlansSayWhy() {
    for (const char* source :
         {"/* kernelcast:launch {", "/* kernelcast:launch {} } */", "/* kernelcast:launch [] */",
          "/* kernelcast:launch {\"launches\": [3]} */", "/* kernelcast:launch {\"launches\": 3} */",
          "/* kernelcast:launch {\"scratch\": {}} */", "/* kernelcast:launch {\"plan\": \"one\"} */",
          "/* kernelcast:launch */"}) {
      const auto plan = launchPlanOf(source);
      QVERIFY2(!plan, source);
      QVERIFY(QString::fromStdString(plan.error().message).startsWith(QStringLiteral("launch plan")));
    }
  }

  void theErrorNamesTheEntry() {
    const auto plan = launchPlanOf("/* kernelcast:launch {\"launches\": [{}, 3]} */");
    QVERIFY(!plan);
    QCOMPARE(QString::fromStdString(plan.error().message),
             QStringLiteral("launch plan: entry 2 of 'launches' is not an object"));
  }

  void onlyAHeaderIsCutOff() {
    QCOMPARE(deviceCodeOf("/* kernelcast:launch {} */\n\ncode"), std::string_view("code"));
    QCOMPARE(deviceCodeOf("code /* kernelcast:launch {} */ more"),
             std::string_view("code /* kernelcast:launch {} */ more"));
    QCOMPARE(deviceCodeOf("code"), std::string_view("code"));
    QCOMPARE(deviceCodeOf("/* kernelcast:launch {"), std::string_view("/* kernelcast:launch {"));
  }

  void everyKernelOfTheSampleHasOne() {
    const auto sample = exchange::readNative(exchange::sampleDocument());
    QVERIFY(sample);
    int read = 0;
    for (const auto& kernel : sample->session.kernels) {
      const auto plan = launchPlanOf(kernel.source);
      QVERIFY2(plan && *plan && !(*plan)->launches.empty(), kernel.name.c_str());
      QVERIFY(!deviceCodeOf(kernel.source).starts_with("/* kernelcast:launch"));
      ++read;
    }
    QVERIFY(read >= 38);
  }
};

QTEST_APPLESS_MAIN(TestLaunchPlan)
#include "test_launch_plan_text.moc"
