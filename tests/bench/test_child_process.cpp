// Children within limits: floods, silence, grandchildren, ends of every kind.
#include <QElapsedTimer>
#include <QTest>
#include <csignal>
#include <thread>

#include "core/bench/child_process.h"

using namespace kernelcast::bench;
using namespace std::chrono_literals;
using How = ChildEnd::How;

namespace {

ChildEnd shell(const char* script, ChildLimits limits = {}, std::string_view input = {}) {
  const auto end = runChild({"/bin/sh", "-c", script}, input, limits);
  if (!end) qFatal("%s", end.error().message.c_str());
  return *end;
}
bool isGone(pid_t pid) { return ::kill(pid, 0) != 0 && errno == ESRCH; }

}  // namespace

class TestChildProcess : public QObject {
  Q_OBJECT
 private slots:
  void saysAndIsTold() {
    const ChildEnd end = shell("cat; echo gone >&2; exit 7", {}, "hello");
    QVERIFY(end.how == How::Exited);
    QCOMPARE(end.code, 7);
    QCOMPARE(end.out, std::string("hello"));
    QCOMPARE(end.err, std::string("gone\n"));
  }
  void muchBothWaysDoesNotDeadlock() {
    const std::string much(20 << 20, 'x');
    const ChildEnd end = shell("cat", {}, much);
    QVERIFY(end.out == much);
    // Nobody reads what it is told: no signal, no error.
    QCOMPARE(shell("exec <&-; exit 3", {}, much).code, 3);
  }
  void whatCannotBeStartedIsSaid() {
    const auto none = runChild({"/no/such/program"}, {}, {});
    QVERIFY(!none && none.error().message.find("/no/such/program could not be started: No such file") == 0);
    QVERIFY(!runChild({}, {}, {}));
  }
  void silenceAndFloodsEnd() {
    QElapsedTimer timer;
    timer.start();
    QVERIFY(shell("sleep 60", {.deadline = 200ms}).how == How::TimedOut);
    QVERIFY(shell("exec >&- 2>&-; sleep 60", {.deadline = 200ms}).how == How::TimedOut);
    QVERIFY(shell("kill -STOP $$", {.deadline = 200ms}).how == How::TimedOut);
    QVERIFY(shell("yes", {.outputBytes = 1 << 20}).how == How::TooMuchOutput);
    QVERIFY(shell("yes >&2", {.outputBytes = 1 << 20}).how == How::TooMuchOutput);
    QVERIFY(timer.elapsed() < 20'000);
  }
  void grandchildrenGoWithIt() {
    const ChildEnd late = shell("sleep 60 & echo $!; wait", {.deadline = 300ms});
    QVERIFY(late.how == How::TimedOut);
    QTRY_VERIFY(isGone(static_cast<pid_t>(std::stol(late.out))));
    const ChildEnd left = shell("sleep 60 >&- 2>&- & echo $!");
    QVERIFY(left.how == How::Exited);
    QTRY_VERIFY(isGone(static_cast<pid_t>(std::stol(left.out))));
  }
  void limitsHold() {
    const ChildEnd memory = shell("exec head -c 300000000 /dev/zero | tail -c 299999999 >/dev/null; exit $?",
                                  {.memoryBytes = std::uint64_t{64} << 20U});
    QVERIFY(memory.how == How::Signalled || memory.code != 0);
    QCOMPARE(shell("exec head -c 300000000 /dev/zero | tail -c 299999999 >/dev/null; exit $?").code, 0);
    const ChildEnd busy = shell("while :; do :; done", {.deadline = 20s, .cpuSeconds = 1});
    QVERIFY(busy.how == How::Signalled);
  }
  void canBeCancelled() {
    std::stop_source source;
    std::jthread later([&] {
      std::this_thread::sleep_for(100ms);
      source.request_stop();
    });
    const auto end = runChild({"/bin/sleep", "60"}, {}, {}, source.get_token());
    QVERIFY(end && end->how == How::Cancelled);
  }
  void aSignalIsNoExit() {
    const ChildEnd end = shell("kill -SEGV $$");
    QVERIFY(end.how == How::Signalled);
    QCOMPARE(end.code, SIGSEGV);
  }
};

QTEST_APPLESS_MAIN(TestChildProcess)
#include "test_child_process.moc"
