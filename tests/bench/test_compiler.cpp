// The worker's compiler on real kernels, and on sources that want more than to be compiled. Needs NVRTC and
// no GPU.
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "core/bench/compile_job.h"
#include "core/bench/gpu/nvrtc_compiler.h"
#include "core/bench/sandbox.h"
#include "core/exchange/native.h"
#include "core/exchange/sample.h"

using namespace kernelcast;
using namespace kernelcast::bench;

namespace {

const std::string kWorker = KERNELCAST_BIN_DIR "/kernelcast-bench";

CompileJob jobOf(std::string source, std::vector<std::string> kernels = {}) {
  CompileJob job;
  job.source = std::move(source);
  job.kernels = std::move(kernels);
  job.architecture = architectureOf(9, 0);
  return job;
}
CompiledKernel compiled(const CompileJob& job) {
  const auto kernel = compileThrough({kWorker, "--compile"}, job);
  if (!kernel) qFatal("%s", kernel.error().message.c_str());
  return *kernel;
}
// As the worker would without any defence: not confined, and the source not looked at.
CompiledKernel undefended(CompileJob job) {
  const auto cuda = findCuda();
  job.nvrtc = cuda->nvrtc;
  job.includePaths = cuda->includePaths;
  job.confined = true;
  return *compileThrough({kWorker, "--compile-child"}, job);
}
bool sandboxWorks() { return findSandbox({kWorker}, {}, {kWorker, "--version"}).confines(); }

}  // namespace

class TestCompiler : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    if (const auto cuda = findCuda(); !cuda) QSKIP(cuda.error().message.c_str());
    if (!sandboxWorks()) qInfo("no sandbox here: sources are looked at instead");
  }

  void sampleKernelsCompile() {
    const auto sample = exchange::readNative(exchange::sampleDocument());
    int compiles = 0;
    int fails = 0;
    for (const auto& kernel : sample->session.kernels) {
      // Every third, and those of which a device said that they do not compile.
      const auto measured =
          std::find_if(sample->session.measurements.begin(), sample->session.measurements.end(),
                       [&](const auto& row) { return row.kernel == kernel.key; });
      const bool bad = measured->measurement.status == MeasurementStatus::CompileFailed;
      if (!bad && (compiles + fails) % 3 != 0) {
        ++compiles;
        continue;
      }
      const CompiledKernel made = compiled(jobOf(kernel.source));
      QVERIFY2(made.ok != bad, (kernel.key + ": " + made.log).c_str());
      QVERIFY(!made.infrastructure);
      (bad ? fails : compiles) += 1;
      if (bad) {
        QVERIFY2(made.log.find("error") != std::string::npos, made.log.c_str());
        continue;
      }
      QVERIFY(made.cubin.size() > 1000);
      QVERIFY2(made.log.find("ptxas") == std::string::npos && made.log.find('\0') == std::string::npos,
               made.log.c_str());
      QVERIFY(!made.resources.empty() && made.resources.front().registers > 0);
      // Static shared memory is the source's own doing; another program recorded the same.
      for (const KernelResources& recorded : measured->measurement.resources) {
        const auto same = std::find_if(made.resources.begin(), made.resources.end(),
                                       [&](const KernelResources& own) { return own.name == recorded.name; });
        QVERIFY2(same != made.resources.end(), recorded.name.c_str());
        QCOMPARE(*same->sharedBytes, *recorded.sharedBytes);
      }
    }
    QCOMPARE(fails, 2);
  }
  void templatesAreNamedAsThePlanDoes() {
    const CompiledKernel made =
        compiled(jobOf("template <int N> __global__ void f(float* x) { x[threadIdx.x] = N; }\n"
                       "extern \"C\" __global__ void g(int32_t* y) { *y = 1; }",
                       {"f<4>", "f<8>", "g"}));
    QVERIFY2(made.ok, made.log.c_str());
    QCOMPARE(made.loweredNames.size(), 3U);
    QCOMPARE(made.loweredNames.at("g"), std::string("g"));
    QCOMPARE(made.resources.size(), 3U);
    for (const KernelResources& each : made.resources) QVERIFY(made.loweredNames.contains(each.name));
    const CompiledKernel none = compiled(jobOf("__global__ void f() {}", {"h"}));
    QVERIFY(!none.ok && !none.infrastructure);
    QVERIFY2(none.log.find('h') != std::string::npos, none.log.c_str());
  }
  void thePreludeHasWhatNvrtcLacks() {
    const CompiledKernel made =
        compiled(jobOf("#include <cuda_fp16.h>\n#include <cooperative_groups.h>\n"
                       "__global__ void f(float* x, uint64_t* n) {\n"
                       "  x[0] = -INFINITY; x[1] = NAN; x[2] = FLT_MAX; n[0] = UINT_MAX;\n}"));
    QVERIFY2(made.ok, made.log.c_str());
    // Lines are the candidate's own.
    const CompiledKernel wrong = compiled(jobOf("\n\n__global__ void f() { oops; }"));
    QVERIFY2(wrong.log.find("candidate.cu(3)") != std::string::npos, wrong.log.c_str());
  }

  void filesAreNotRead_data() {
    QTest::addColumn<QByteArray>("directive");
    QTest::newRow("include") << QByteArray("#include \"%1\"");
    QTest::newRow("digraph") << QByteArray("%:include \"%1\"");
    QTest::newRow("macro") << QByteArray("#define H \"%1\"\n#include H");
    QTest::newRow("spliced") << QByteArray("#inc\\\nlude \"%1\"");
    QTest::newRow("hidden by a raw text")
        << QByteArray("const char* s = R\"(\" /* )\";\n#include \"%1\"\n//*/");
  }
  // Shown to work where nothing stands against it; then caught.
  void filesAreNotRead() {
    QFETCH(QByteArray, directive);
    QTemporaryDir folder;
    const std::string path = folder.filePath("secret").toStdString();
    std::ofstream(path) << "planted_5ecret_word\n";
    const CompileJob job =
        jobOf(QString::fromUtf8(directive).arg(QString::fromStdString(path)).toStdString() +
              "\n__global__ void f() {}");
    QVERIFY(undefended(job).log.find("planted_5ecret_word") != std::string::npos);
    const CompiledKernel made = compiled(job);
    QVERIFY(!made.ok);
    QVERIFY2(made.log.find("planted_5ecret_word") == std::string::npos, made.log.c_str());
    CompileJob open = job;  // and where no sandbox can be had, by the source alone
    open.nvrtc = findCuda()->nvrtc;
    open.includePaths = findCuda()->includePaths;
    const auto looked = compileThrough({kWorker, "--compile-child"}, open);
    QVERIFY(looked && !looked->ok && !looked->infrastructure);
    QVERIFY(looked->log.find("No sandbox") != std::string::npos);
  }
  void filesCannotBeAskedFor() {
    const auto asks = [](const char* path) {
      return jobOf(std::string("#if __has_include(\"") + path +
                   "\")\n#error it_is_there\n#endif\n__global__ void f() {}");
    };
    QVERIFY(undefended(asks("/etc/passwd")).log.find("it_is_there") != std::string::npos);
    QVERIFY(compiled(asks("/etc/passwd")).log.find("it_is_there") == std::string::npos);
  }
  void whatIsNotAJobIsSaid() {
    const auto garbage = compileJobFromWire("{}");
    QVERIFY(!garbage && garbage.error().message.find("the compile job cannot be read") == 0);
    const std::string whole = toWire(jobOf("source", {"f"}));
    QVERIFY(*compileJobFromWire(whole) == jobOf("source", {"f"}));
    for (std::size_t length = 0; length < whole.size(); ++length)
      QVERIFY(!compileJobFromWire(whole.substr(0, length)));
    const auto answer = compileThrough({"/bin/echo", "not an answer"}, jobOf(""));
    QVERIFY(answer && answer->infrastructure && !answer->ok);
    QVERIFY(compileThrough({"/bin/false"}, jobOf(""))->infrastructure);
    QVERIFY(!compileThrough({"/no/such/worker"}, jobOf("")));
  }
};

QTEST_APPLESS_MAIN(TestCompiler)
#include "test_compiler.moc"
