// Aligned columns for a terminal.
#pragma once

#include <string>
#include <vector>

namespace kernelcast::cli {

struct TextColumn {
  std::string title;
  bool right = false;  // numbers
};

// Widths count characters, not bytes. An empty table says `empty`. Where the lines would be longer than
// `width` (0: no limit), the last columns are left out and named below it.
std::string textTable(const std::vector<TextColumn>& columns,
                      const std::vector<std::vector<std::string>>& rows, const std::string& empty,
                      std::size_t width = 0);

}  // namespace kernelcast::cli
