// The one list of keys that work while a chart has the keyboard; the list of keys walks it.
#pragma once

#include <array>

namespace kernelcast::ui {

struct ChartKey {
  const char* keys;  // as they are shown
  const char* name;
  const char* sentence;
};
// Of every chart that has points, bars or cells.
inline constexpr std::array<ChartKey, 2> kChartKeys{{
    {"Arrows", "Next mark", "From point to point, bar to bar or cell to cell."},
    {"Enter", "Take it", "Opens the inspector on a kernel; filters by a bar or a cell."},
}};
// Of the scatter of forecasts beside those.
inline constexpr std::array<ChartKey, 5> kScatterKeys{{
    {"Home, End", "First, last", "The slowest and the fastest kernel of the chart."},
    {"+, -", "Zoom", "Around the selected kernel; the wheel does the same around the pointer."},
    {"0", "Whole chart", "Takes the zoom away."},
    {"B", "Box",
     "Enter sets one corner at the selected kernel and then the other; or draw it with the mouse."},
    {"L", "Lasso", "Draw around the kernels to keep with the mouse; Escape leaves it."},
}};

}  // namespace kernelcast::ui
