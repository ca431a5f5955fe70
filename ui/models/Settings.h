// What the window remembers between starts: one table of keys, so that none is written by hand twice.
#pragma once

#include <QSettings>
#include <QVariant>
#include <memory>
#include <span>

namespace kernelcast::ui {

enum class Setting {
  WindowGeometry,
  MainSplitter,
  PageSplitter,
  ChartSplitter,
  Theme,
  SpeedClasses,
  Columns,
  ColumnWidths,
  Tab,
};

struct SettingEntry {
  Setting setting;
  const char* key;
  QVariant (*fallback)();
  const char* title;
};
std::span<const SettingEntry> settingEntries();
const SettingEntry& entryOf(Setting setting);

class Settings {
 public:
  // The user's own, in the XDG config folder.
  Settings();
  // Another file: tests, and pictures that must not depend on what somebody dragged.
  explicit Settings(const QString& iniFile);

  [[nodiscard]] QVariant value(Setting setting) const;
  void setValue(Setting setting, const QVariant& value);

 private:
  std::unique_ptr<QSettings> store_;
};

}  // namespace kernelcast::ui
