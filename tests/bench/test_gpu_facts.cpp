// What the GPU worker says of this machine, with a GPU and without one.
#include <QProcess>
#include <QTest>

#include "core/bench/gpu/gpu_facts.h"
#include "core/domain/json.h"

using namespace kernelcast;

class TestGpuFacts : public QObject {
  Q_OBJECT
 private slots:
  void withoutADriverTheSentenceSaysSo() {
    const auto facts = bench::gpuFacts();
    if (facts) QSKIP("this machine has a GPU");
    QCOMPARE(facts.error().kind, Error::Kind::NotFound);
    QVERIFY2(facts.error().message.find("NVIDIA driver") != std::string::npos, facts.error().message.c_str());
  }

  void everyGpuHasItsFacts() {
    const auto facts = bench::gpuFacts();
    if (!facts) QSKIP(("no GPU here: " + facts.error().message).c_str());
    QVERIFY(!facts->devices.empty());
    for (const Device& device : facts->devices) {
      QVERIFY(!device.name.empty());
      QVERIFY(device.computeCapability && (*device.computeCapability)[0] >= 5);
      QVERIFY(device.totalGlobalMemoryBytes.value_or(0) > 1'000'000'000);
      QVERIFY(device.multiprocessorCount.value_or(0) > 0);
      const auto back = deviceFromJson(toJson(device));
      QVERIFY(back.has_value());
      QCOMPARE(*back == device, true);
    }
  }

  void theWorkerSaysTheSameAsTheLibrary() {
    QProcess worker;
    worker.start(QStringLiteral(KERNELCAST_BIN_DIR "/kernelcast-bench"), {"--facts"});
    QVERIFY(worker.waitForFinished());
    const auto facts = bench::gpuFacts();
    if (!facts) {
      QCOMPARE(worker.exitCode(), 3);
      QVERIFY(worker.readAllStandardOutput().isEmpty());
      QVERIFY(worker.readAllStandardError().contains("NVIDIA driver"));
      return;
    }
    QCOMPARE(worker.exitCode(), 0);
    const auto document = parseJson(worker.readAllStandardOutput().toStdString());
    QVERIFY(document.has_value());
    QCOMPARE((*document)["devices"].size(), facts->devices.size());
  }
};

QTEST_GUILESS_MAIN(TestGpuFacts)
#include "test_gpu_facts.moc"
