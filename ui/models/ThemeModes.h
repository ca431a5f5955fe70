// The themes one can choose, as settings, the command line and the menu name them.
#pragma once

#include <QString>
#include <array>
#include <optional>

#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

struct ThemeModeEntry {
  ThemeMode mode;
  const char* key;
  const char* title;
};
inline const std::array<ThemeModeEntry, 3>& themeModes() {
  static constexpr std::array<ThemeModeEntry, 3> kModes{{{ThemeMode::System, "system", "As the system"},
                                                         {ThemeMode::Light, "light", "Light"},
                                                         {ThemeMode::Dark, "dark", "Dark"}}};
  return kModes;
}
inline std::optional<ThemeMode> themeModeFromKey(const QString& key) {
  for (const ThemeModeEntry& entry : themeModes()) {
    if (key == QLatin1String(entry.key)) return entry.mode;
  }
  return std::nullopt;
}
inline QString keyOf(ThemeMode mode) {
  return QString::fromLatin1(themeModes().at(static_cast<std::size_t>(mode)).key);
}

}  // namespace kernelcast::ui
