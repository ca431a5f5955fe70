#include "app/cli/text_table.h"

#include <algorithm>

#include "app/cli/terminal_text.h"

namespace kernelcast::cli {

namespace {

// Code points; the texts of this program hold no combining or double-width characters.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

// A cell stays on its line.
std::string printable(const std::string& text) {
  std::string clean = terminalText(text);
  std::replace(clean.begin(), clean.end(), '\n', ' ');
  return clean;
}

}  // namespace

std::string textTable(const std::vector<TextColumn>& columns,
                      const std::vector<std::vector<std::string>>& rows, const std::string& empty) {
  if (rows.empty()) return empty + "\n";
  std::vector<std::vector<std::string>> cells;
  cells.reserve(rows.size() + 1);
  cells.emplace_back();
  for (const TextColumn& column : columns) cells.back().push_back(column.title);
  for (const auto& row : rows) {
    cells.emplace_back();
    for (const std::string& cell : row) cells.back().push_back(printable(cell));
  }
  std::vector<std::size_t> widths(columns.size(), 0);
  for (const auto& row : cells) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  }
  std::string text;
  for (const auto& row : cells) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string fill(widths[i] - width(row[i]), ' ');
      if (i > 0) line += "  ";
      line += columns[i].right ? fill + row[i] : row[i] + fill;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace kernelcast::cli
