// Whether the desktop asks for dark windows, read from its settings portal over D-Bus. Qt 6.4 does not say.
#pragma once

#include <QDBusVariant>
#include <QObject>
#include <QVariant>
#include <optional>

namespace kernelcast::ui {

// The portal's "color-scheme": 1 dark, 2 light, anything else no preference. The answer of its Read method is
// a variant inside a variant.
std::optional<bool> darkFromPortal(const QVariant& value);

class SystemColourScheme : public QObject {
  Q_OBJECT

 public:
  explicit SystemColourScheme(QObject* parent);

  // Asks and keeps listening. Returns at once; without a session bus or a portal nothing ever comes.
  void start();
  [[nodiscard]] std::optional<bool> isDark() const { return dark_; }

 signals:
  void changed();

 private slots:
  // The portal's SettingChanged signal; the slot's signature must match it.
  void onSettingChanged(const QString& space, const QString& key, const QDBusVariant& value);

 private:
  void ask();
  void take(std::optional<bool> dark);

  bool started_ = false;
  std::optional<bool> dark_;
};

}  // namespace kernelcast::ui
