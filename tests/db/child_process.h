// Starts tests/db/library_child and speaks with it by lines.
#pragma once

#include <QProcess>
#include <QTest>
#include <csignal>
#include <filesystem>
#include <string>

namespace kernelcast::fixtures {

class Child {
 public:
  Child(const std::string& mode, const std::filesystem::path& file, const std::string& session = {}) {
    QStringList arguments{QString::fromStdString(mode), QString::fromStdString(file.string())};
    if (!session.empty()) arguments << QString::fromStdString(session);
    process_.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process_.start(QStringLiteral(LIBRARY_CHILD), arguments);
    process_.waitForStarted();
  }
  ~Child() { kill(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // The next line, or what there is when it ends or a minute has passed.
  std::string line() {
    while (!process_.canReadLine() && process_.state() != QProcess::NotRunning &&
           process_.waitForReadyRead(60'000)) {
    }
    return process_.readLine().trimmed().toStdString();
  }
  // At once, as a power cut would: nothing is flushed or closed.
  void kill() {
    if (process_.state() == QProcess::NotRunning) return;
    ::kill(static_cast<pid_t>(process_.processId()), SIGKILL);
    process_.waitForFinished();
  }
  void end() {
    process_.closeWriteChannel();
    process_.waitForFinished();
  }
  [[nodiscard]] qint64 pid() const { return process_.processId(); }

 private:
  QProcess process_;
};

}  // namespace kernelcast::fixtures
