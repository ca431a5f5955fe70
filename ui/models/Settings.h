// What the window remembers between starts: one table of keys, from which the preferences are made too.
#pragma once

#include <QObject>
#include <QSettings>
#include <QString>
#include <QVariant>
#include <memory>
#include <span>
#include <vector>

namespace kernelcast::ui {

enum class Setting {
  WindowGeometry,
  MainSplitter,
  PageSplitter,
  ChartSplitter,
  ForecastView,
  ForecastSide,
  Theme,
  SpeedClasses,
  Columns,
  ColumnWidths,
  Tab,
  StartLibrary,
  RecentLibraries,
  ReportLeftOut,
  ReportPairs,
  ReportKernels,
};

enum class SettingKind {
  Layout,  // how things were left; forgotten all at once
  Choice,  // one of a few, in the preferences
  Record,  // what was opened, or chosen in a dialog of its own
};

// As the preferences divide them.
enum class SettingGroup { None, Library, Appearance };
struct SettingGroupInfo {
  SettingGroup group;
  const char* title;
};
std::span<const SettingGroupInfo> settingGroups();  // those that have rows

struct SettingChoice {
  QString value;
  QString title;
  QString sentence;  // may be empty
};

struct SettingEntry {
  Setting setting = {};
  const char* key = "";
  QVariant (*fallback)() = nullptr;  // of every entry
  const char* title = "";
  SettingKind kind = SettingKind::Layout;
  SettingGroup group = SettingGroup::None;
  const char* sentence = "";                          // of a choice: what it changes
  std::vector<SettingChoice> (*choices)() = nullptr;  // of a choice
};
std::span<const SettingEntry> settingEntries();
const SettingEntry& entryOf(Setting setting);

class Settings : public QObject {
  Q_OBJECT

 public:
  // The user's own, in the XDG config folder.
  Settings();
  // Another file: tests, and pictures that must not depend on what somebody dragged.
  explicit Settings(const QString& iniFile);

  // A choice that this version does not know reads as its fallback, and stays in the file.
  [[nodiscard]] QVariant value(Setting setting) const;
  void setValue(Setting setting, const QVariant& value);
  void reset(Setting setting);
  void resetLayout();  // every setting of that kind

 signals:
  // Another value than before.
  void changed(kernelcast::ui::Setting setting);
  void layoutReset();  // also where nothing was stored yet

 private:
  std::unique_ptr<QSettings> store_;
};

}  // namespace kernelcast::ui
