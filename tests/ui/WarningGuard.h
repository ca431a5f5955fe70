// Collects what Qt warns of while it lives: in these tests a warning is a failure.
#pragma once

#include <QMutex>
#include <QStringList>
#include <QtGlobal>
#include <utility>

namespace kernelcast::tests {

// One at a time. Messages still reach the handler that was there before.
class WarningGuard {
 public:
  WarningGuard() {
    active() = this;
    previous_ = qInstallMessageHandler(&WarningGuard::onMessage);
  }
  ~WarningGuard() {
    qInstallMessageHandler(previous_);
    active() = nullptr;
  }
  WarningGuard(const WarningGuard&) = delete;
  WarningGuard& operator=(const WarningGuard&) = delete;

  // What has been collected; the next call starts anew.
  QStringList take() {
    const QMutexLocker lock(&mutex_);
    return std::exchange(warnings_, {});
  }

 private:
  static WarningGuard*& active() {
    static WarningGuard* guard = nullptr;
    return guard;
  }

  static void onMessage(QtMsgType type, const QMessageLogContext& context, const QString& message) {
    WarningGuard* guard = active();
    if (!guard) return;
    const bool serious = type == QtWarningMsg || type == QtCriticalMsg || type == QtFatalMsg;
    // Said by the offscreen platform of windows that are shown: it has no window manager to tell.
    const bool expected = message.contains(QLatin1String("propagateSizeHints")) ||
                          message.contains(QLatin1String("This plugin does not support raise()"));
    if (serious && !expected) {
      const QMutexLocker lock(&guard->mutex_);
      guard->warnings_ += message;
    }
    if (guard->previous_ && !expected) guard->previous_(type, context, message);
  }

  QtMessageHandler previous_ = nullptr;
  QMutex mutex_;
  QStringList warnings_;
};

}  // namespace kernelcast::tests

// In cleanup(), so that every test function is covered.
#define VERIFY_NO_WARNINGS(guard) QCOMPARE((guard).take(), QStringList())
