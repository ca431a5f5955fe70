// The program's colours by name, light and dark: the window's Theme, its charts and the reports read this one table.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace kernelcast::report {

enum class ColourRole {
  Background,  // the window
  Panel,       // cards and docks
  Line,        // hairlines
  Ink,         // text
  Muted,       // secondary text
  Grid,        // chart grid, empty cells
  Accent,      // one primary action a view, the model's own marks
  Selection,   // selected rows
  Hit,         // right speed class
  OffByOne,
  OffByMore,
};
inline constexpr std::size_t kColourRoles = 11;

struct ColourEntry {
  ColourRole role;
  std::string_view key;
  std::uint32_t light;  // 0xRRGGBB
  std::uint32_t dark;
};
inline constexpr std::array<ColourEntry, kColourRoles> kColours{{
    {ColourRole::Background, "background", 0xf4f5f7, 0x15171b},
    {ColourRole::Panel, "panel", 0xffffff, 0x1c1f25},
    {ColourRole::Line, "line", 0xe2e5ea, 0x2c313a},
    {ColourRole::Ink, "ink", 0x1b1f27, 0xe7e9ee},
    {ColourRole::Muted, "muted", 0x626a7a, 0x8f97a6},
    {ColourRole::Grid, "grid", 0xeef0f3, 0x272b33},
    {ColourRole::Accent, "accent", 0x4c56e0, 0x7c86ff},
    {ColourRole::Selection, "selection", 0xe8eafd, 0x252a43},
    {ColourRole::Hit, "hit", 0x0d8f79, 0x2bb39a},
    {ColourRole::OffByOne, "off-by-one", 0xb97f00, 0xe2a72e},
    {ColourRole::OffByMore, "off-by-more", 0xcf4a12, 0xef6f3c},
}};
constexpr std::uint32_t colour(ColourRole role, bool dark) {
  const ColourEntry& entry = kColours[static_cast<std::size_t>(role)];
  return dark ? entry.dark : entry.light;
}

}  // namespace kernelcast::report
