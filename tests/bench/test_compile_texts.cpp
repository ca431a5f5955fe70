// What the compiler says, read; what a source asks it to read, seen through.
#include <QTest>

#include "core/bench/include_check.h"
#include "core/bench/ptxas_report.h"

using namespace kernelcast;
using namespace kernelcast::bench;

class TestCompileTexts : public QObject {
  Q_OBJECT
 private slots:
  void reportIsRead() {
    const std::string log =
        "a.cu(3): warning #177-D: variable \"x\" was declared but never referenced\n"
        "ptxas info    : 0 bytes gmem\n"
        "ptxas info    : Compiling entry function 'first' for 'sm_90a'\n"
        "ptxas info    : Function properties for first\n"
        "    16 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads\n"
        "ptxas info    : Used 40 registers, used 1 barriers, 1024 bytes smem, 380 bytes cmem[0]\n"
        "ptxas info    : Compiling entry function '_Z6secondILi4EEvPf' for 'sm_90a'\n"
        "ptxas info    : Function properties for _Z6helperv\n"
        "    99 bytes stack frame, 99 bytes spill stores, 0 bytes spill loads\n"
        "ptxas info    : Function properties for _Z6secondILi4EEvPf\n"
        "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
        "ptxas info    : Used 12 registers, 356 bytes cmem[0]\n";
    const auto kernels = ptxasReport(log);
    QCOMPARE(kernels.size(), 2U);
    QVERIFY((kernels[0] == KernelResources{"first", 40, 1024, 16, 8}));
    QVERIFY((kernels[1] == KernelResources{"_Z6secondILi4EEvPf", 12, 0, 0, 0}));
    QCOMPARE(withoutPtxasReport(log),
             std::string("a.cu(3): warning #177-D: variable \"x\" was declared but never referenced\n"));
    for (std::size_t length = 0; length < log.size(); ++length)
      QVERIFY(ptxasReport(log.substr(0, length)).size() <= 2);
    QVERIFY(ptxasReport("ptxas info : Used  registers\nCompiling entry function ''").empty());
  }

  void foreignIncludes_data() {
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<int>("line");  // 0: harmless
    const auto row = [](const char* name, const char* source, int line) {
      QTest::newRow(name) << QByteArray(source) << line;
    };
    row("none", "__global__ void f() {}", 0);
    row("fp16", "#include <cuda_fp16.h>\n#  include <cooperative_groups/memcpy_async.h>", 0);
    row("in a comment", "// #include \"/etc/passwd\"\n/*\n#include <x>\n*/", 0);
    row("in a text", "const char* s = \"\\\n#include </etc/passwd>\";", 0);
    row("a macro's name", "#define includes 1", 0);
    row("quoted", "\n#include \"/etc/passwd\"", 2);
    row("absolute", "#include </etc/passwd>", 1);
    row("upwards", "#include <cuda/../../../../etc/passwd>", 1);
    row("quoted header of CUDA", "#include \"cuda_fp16.h\"", 1);
    row("digraph", "\n\n%:include \"/etc/passwd\"", 3);
    row("trigraph", "?\?=include \"/etc/passwd\"", 1);
    row("spliced", "#inc\\\nlude \"/etc/passwd\"", 1);
    row("spliced with blanks", "#inc\\  \nlude \"/etc/passwd\"", 1);
    row("comment inside", "#/* */include/**/\"/etc/passwd\"", 1);
    row("comment before", "/* a\n*/ #include \"/etc/passwd\"", 1);
    row("macro", "#define H \"/etc/passwd\"\n#include H", 2);
    row("next", "#include_next <cuda_fp16.h>", 1);
    row("import", "#import <cuda_fp16.h>", 1);
    row("embed", "#embed \"/etc/passwd\"", 1);
    row("has include", "#if __has_include(\"/etc/shadow\")\n#endif", 1);
    row("has include, spliced", "#if __has_\\\ninclude(\"/etc/shadow\")\n#endif", 1);
    // Ways to make a scan believe that a comment begins where none does.
    row("raw text", "const char* s = R\"(\" /* )\";\n#include \"/etc/passwd\"\n//*/", 1);
    row("digit separator", "int x = 1'0; const char* s = \"'/*\";\n#include \"/etc/passwd\"\n//*/", 1);
    row("escaped backslash", "char a = '\\\\'; const char* s = \"'/*\";\n#include \"/etc/passwd\"\n//*/", 2);
    row("escaped quote", "char a = '\\''; char b = '\"'; int c = 1; /* \" */\n#include \"/etc/passwd\"", 2);
    row("plain quotes", "char a = '\\\\'; const char* s = \"a\\\"b/*\"; asm(\"mov;\");\n#include <mma.h>", 0);
    row("host library", "#include <iostream>", 1);
  }
  void foreignIncludes() {
    QFETCH(QByteArray, source);
    QFETCH(int, line);
    const auto found = foreignIncludeIn(source.toStdString());
    QCOMPARE(found.has_value(), line > 0);
    if (!found) return;
    QVERIFY2(found->starts_with("line "), found->c_str());
    QVERIFY(found->find("No sandbox") != std::string::npos);
    // A directive that follows a comment over several lines is placed where its line of code begins.
    QVERIFY2(std::stoi(found->substr(5)) >= line, found->c_str());
  }
};

QTEST_APPLESS_MAIN(TestCompileTexts)
#include "test_compile_texts.moc"
