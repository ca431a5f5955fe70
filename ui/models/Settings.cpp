#include "ui/models/Settings.h"

#include <QByteArray>
#include <QStringList>
#include <algorithm>
#include <array>

#include "core/domain/speedup_bin.h"
#include "core/report/report_model.h"
#include "ui/models/PlainText.h"
#include "ui/models/ThemeModes.h"

namespace kernelcast::ui {

namespace {

QVariant noBytes() { return QByteArray(); }
QVariant noWords() { return QStringList(); }

std::vector<SettingChoice> themeChoices() {
  std::vector<SettingChoice> choices;
  choices.reserve(themeModes().size());
  for (const ThemeModeEntry& mode : themeModes())
    choices.push_back({QString::fromLatin1(mode.key), QString::fromLatin1(mode.title), {}});
  return choices;
}

std::vector<SettingChoice> ruleChoices() {
  std::vector<SettingChoice> choices;
  choices.reserve(kBinRules.size());
  for (const BinRuleInfo& rule : kBinRules)
    choices.push_back({plainText(rule.key), plainText(rule.title), plainText(rule.meaning)});
  return choices;
}

std::vector<SettingChoice> startChoices() {
  return {{QStringLiteral("default"), QStringLiteral("The default library"),
           QStringLiteral("The one in the usual folder of this user; made where there is none.")},
          {QStringLiteral("last"), QStringLiteral("The last one"),
           QStringLiteral("The one that was open last; the default library where that is gone.")},
          {QStringLiteral("ask"), QStringLiteral("Ask"),
           QStringLiteral("None: the window starts with a list of those that were opened.")}};
}

constexpr std::array kGroups{
    SettingGroupInfo{SettingGroup::Library, "Library"},
    SettingGroupInfo{SettingGroup::Appearance, "Appearance"},
};

constexpr std::array kEntries{
    SettingEntry{Setting::WindowGeometry, "window/geometry", noBytes, "Place and size of the window"},
    SettingEntry{Setting::MainSplitter, "window/splitter", noBytes,
                 "Widths of session list, page and inspector"},
    SettingEntry{Setting::PageSplitter, "forecasts/table_splitter", noBytes, "Heights of charts and table"},
    SettingEntry{Setting::ChartSplitter, "forecasts/chart_splitter", noBytes, "Widths of scatter and matrix"},
    SettingEntry{Setting::ForecastView, "forecasts/view", [] { return QVariant(0); },
                 "Speedup, runtime or cases on the forecasts page"},
    SettingEntry{Setting::ForecastSide, "forecasts/side", [] { return QVariant(0); },
                 "Classes or pairs beside them"},
    SettingEntry{Setting::Theme, "window/theme", [] { return QVariant(QStringLiteral("system")); }, "Theme",
                 SettingKind::Choice, SettingGroup::Appearance, "Colours of the whole window.", themeChoices},
    SettingEntry{Setting::SpeedClasses, "session/speed_classes",
                 [] { return QVariant(QStringLiteral("prompt")); }, "Speed classes", SettingKind::Choice,
                 SettingGroup::Appearance,
                 "The rule that turns a measured speedup into one of eight classes.", ruleChoices},
    SettingEntry{Setting::Columns, "candidates/columns", noWords, "Columns of the candidates table"},
    SettingEntry{Setting::ColumnWidths, "candidates/widths", [] { return QVariant(QVariantMap()); },
                 "Widths of its columns"},
    SettingEntry{Setting::Tab, "session/page", [] { return QVariant(QStringLiteral("overview")); },
                 "Open tab of a session"},
    SettingEntry{Setting::StartLibrary, "library/start", [] { return QVariant(QStringLiteral("default")); },
                 "Open at start", SettingKind::Choice, SettingGroup::Library,
                 "Unless a library is named on the command line.", startChoices},
    SettingEntry{Setting::RecentLibraries, "library/recent", noWords, "Libraries that were opened",
                 SettingKind::Record},
    // Those that are not wanted: a section that a later version adds is in reports until somebody says no.
    SettingEntry{Setting::ReportLeftOut, "report/left_out", noWords, "Sections left out of a report",
                 SettingKind::Record},
    SettingEntry{Setting::ReportPairs, "report/pairs",
                 [] { return QVariant(static_cast<int>(report::ReportOptions().pairs)); },
                 "Wrong-order pairs of a report", SettingKind::Record},
    SettingEntry{Setting::ReportKernels, "report/kernels",
                 [] { return QVariant(static_cast<int>(report::ReportOptions().kernels)); },
                 "Kernels of a report, with source and rationale", SettingKind::Record},
};

}  // namespace

std::span<const SettingGroupInfo> settingGroups() { return kGroups; }

std::span<const SettingEntry> settingEntries() { return kEntries; }

const SettingEntry& entryOf(Setting setting) { return kEntries.at(static_cast<std::size_t>(setting)); }

Settings::Settings()
    : store_(std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope,
                                         QStringLiteral("kernelcast"), QStringLiteral("window"))) {}

Settings::Settings(const QString& iniFile)
    : store_(std::make_unique<QSettings>(iniFile, QSettings::IniFormat)) {}

QVariant Settings::value(Setting setting) const {
  const SettingEntry& entry = entryOf(setting);
  QVariant value = store_->value(QLatin1String(entry.key), entry.fallback());
  if (entry.choices == nullptr) return value;
  const auto choices = entry.choices();
  const bool known = std::any_of(choices.begin(), choices.end(), [&](const SettingChoice& choice) {
    return choice.value == value.toString();
  });
  return known ? value : entry.fallback();
}

void Settings::setValue(Setting setting, const QVariant& value) {
  const bool other = this->value(setting) != value;
  store_->setValue(QLatin1String(entryOf(setting).key), value);
  if (other) emit changed(setting);
}

void Settings::reset(Setting setting) {
  const bool other = value(setting) != entryOf(setting).fallback();
  store_->remove(QLatin1String(entryOf(setting).key));
  if (other) emit changed(setting);
}

void Settings::resetLayout() {
  for (const SettingEntry& entry : kEntries) {
    if (entry.kind == SettingKind::Layout) reset(entry.setting);
  }
  emit layoutReset();
}

}  // namespace kernelcast::ui
