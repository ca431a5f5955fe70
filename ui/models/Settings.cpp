#include "ui/models/Settings.h"

#include <QByteArray>
#include <QStringList>
#include <array>

namespace kernelcast::ui {

namespace {

QVariant noBytes() { return QByteArray(); }
QVariant noWords() { return QStringList(); }

constexpr std::array kEntries{
    SettingEntry{Setting::WindowGeometry, "window/geometry", noBytes, "Place and size of the window"},
    SettingEntry{Setting::MainSplitter, "window/splitter", noBytes,
                 "Widths of session list, page and inspector"},
    SettingEntry{Setting::PageSplitter, "forecasts/table_splitter", noBytes, "Heights of charts and table"},
    SettingEntry{Setting::ChartSplitter, "forecasts/chart_splitter", noBytes, "Widths of scatter and matrix"},
    SettingEntry{Setting::Theme, "window/theme", [] { return QVariant(QStringLiteral("system")); },
                 "Light, dark, or as the system"},
    SettingEntry{Setting::SpeedClasses, "session/speed_classes",
                 [] { return QVariant(QStringLiteral("prompt")); }, "Rule that turns a speedup into a class"},
    SettingEntry{Setting::Columns, "candidates/columns", noWords, "Columns of the candidates table"},
    SettingEntry{Setting::ColumnWidths, "candidates/widths", [] { return QVariant(QVariantMap()); },
                 "Widths of its columns"},
    SettingEntry{Setting::Tab, "session/page", [] { return QVariant(QStringLiteral("overview")); },
                 "Open tab of a session"},
};

}  // namespace

std::span<const SettingEntry> settingEntries() { return kEntries; }

const SettingEntry& entryOf(Setting setting) { return kEntries.at(static_cast<std::size_t>(setting)); }

Settings::Settings()
    : store_(std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope,
                                         QStringLiteral("kernelcast"), QStringLiteral("window"))) {}

Settings::Settings(const QString& iniFile)
    : store_(std::make_unique<QSettings>(iniFile, QSettings::IniFormat)) {}

QVariant Settings::value(Setting setting) const {
  const SettingEntry& entry = entryOf(setting);
  return store_->value(QLatin1String(entry.key), entry.fallback());
}

void Settings::setValue(Setting setting, const QVariant& value) {
  store_->setValue(QLatin1String(entryOf(setting).key), value);
}

}  // namespace kernelcast::ui
