#include "ui/widgets/SystemColourScheme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QFileInfo>
#include <QTimer>

namespace kernelcast::ui {

namespace {

constexpr int kTimeoutMs = 400;
const QString kService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString kNamespace = QStringLiteral("org.freedesktop.appearance");
const QString kKey = QStringLiteral("color-scheme");

// Without an address the bus library would start a bus of its own, which takes seconds on a bare server.
bool hasSessionBus() {
  if (qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")) return true;
  const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
  return !runtime.isEmpty() && QFileInfo::exists(runtime + QStringLiteral("/bus"));
}

}  // namespace

std::optional<bool> darkFromPortal(const QVariant& value) {
  QVariant inner = value;
  while (inner.canConvert<QDBusVariant>()) inner = inner.value<QDBusVariant>().variant();
  bool number = false;
  const uint scheme = inner.toUInt(&number);
  if (!number) return std::nullopt;
  if (scheme == 1) return true;
  if (scheme == 2) return false;
  return std::nullopt;
}

SystemColourScheme::SystemColourScheme(QObject* parent) : QObject(parent) {}

void SystemColourScheme::start() {
  if (started_ || !hasSessionBus()) return;
  started_ = true;
  // Connecting to the bus waits for its answer: after the first window has been painted, not before.
  QTimer::singleShot(0, this, &SystemColourScheme::ask);
}

void SystemColourScheme::ask() {
  QDBusConnection bus = QDBusConnection::sessionBus();
  if (!bus.isConnected()) return;
  bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this,
              SLOT(onSettingChanged(QString, QString, QDBusVariant)));
  QDBusMessage question = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
  question << kNamespace << kKey;
  auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(question, kTimeoutMs), this);
  connect(watcher, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* call) {
    const QDBusPendingReply<QDBusVariant> reply = *call;
    if (!reply.isError()) take(darkFromPortal(QVariant::fromValue(reply.value())));
    call->deleteLater();
  });
}

void SystemColourScheme::onSettingChanged(const QString& space, const QString& key,
                                          const QDBusVariant& value) {
  if (space == kNamespace && key == kKey) take(darkFromPortal(QVariant::fromValue(value)));
}

void SystemColourScheme::take(std::optional<bool> dark) {
  if (dark == dark_) return;
  dark_ = dark;
  emit changed();
}

}  // namespace kernelcast::ui
