#include "app/cli/text_table.h"

#include <algorithm>

#include "app/cli/terminal_text.h"

namespace kernelcast::cli {

namespace {

// Code points; the texts of this program hold no combining or double-width characters.
std::size_t widthOf(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

constexpr const char* kGap = "  ";
constexpr std::size_t kGapWidth = 2;

// At least the first two: a table of less says nothing.
std::size_t columnsThatFit(const std::vector<std::size_t>& widths, std::size_t width) {
  if (width == 0) return widths.size();
  std::size_t used = 0;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    used += (i > 0 ? kGapWidth : 0) + widths[i];
    if (used > width && i >= 2) return i;
  }
  return widths.size();
}

}  // namespace

std::string textTable(const std::vector<TextColumn>& columns,
                      const std::vector<std::vector<std::string>>& rows, const std::string& empty,
                      std::size_t width) {
  if (rows.empty()) return empty + "\n";
  std::vector<std::vector<std::string>> cells;
  cells.reserve(rows.size() + 1);
  cells.emplace_back();
  for (const TextColumn& column : columns) cells.back().push_back(column.title);
  for (const auto& row : rows) {
    cells.emplace_back();
    for (const std::string& cell : row) cells.back().push_back(terminalLine(cell));
  }
  std::vector<std::size_t> widths(columns.size(), 0);
  for (const auto& row : cells) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], widthOf(row[i]));
  }
  const std::size_t shown = columnsThatFit(widths, width);
  std::string text;
  for (const auto& row : cells) {
    std::string line;
    for (std::size_t i = 0; i < std::min(row.size(), shown); ++i) {
      const std::string fill(widths[i] - widthOf(row[i]), ' ');
      if (i > 0) line += kGap;
      line += columns[i].right ? fill + row[i] : row[i] + fill;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  if (shown == columns.size()) return text;
  std::string missing;
  for (std::size_t i = shown; i < columns.size(); ++i)
    missing += (missing.empty() ? "" : ", ") + columns[i].title;
  return text + "\nThe terminal is too narrow for: " + missing +
         ". A pipe, as in `| less -S`, shows every column.\n";
}

}  // namespace kernelcast::cli
