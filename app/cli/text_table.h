// Aligned columns for a terminal.
#pragma once

#include <string>
#include <vector>

namespace kernelcast::cli {

struct TextColumn {
  std::string title;
  bool right = false;  // numbers
};

// Widths count characters, not bytes. An empty table says `empty`.
std::string textTable(const std::vector<TextColumn>& columns,
                      const std::vector<std::vector<std::string>>& rows, const std::string& empty);

}  // namespace kernelcast::cli
