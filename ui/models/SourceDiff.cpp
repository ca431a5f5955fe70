#include "ui/models/SourceDiff.h"

#include <algorithm>

#include <dtl/dtl.hpp>

namespace kernelcast::ui {

namespace {

constexpr std::size_t kMostLines = 20'000;

// A run of removed and added lines between two that are the same.
struct Run {
  std::vector<int> left;
  std::vector<int> right;

  void flush(std::vector<DiffLine>& lines) {
    const std::size_t both = std::min(left.size(), right.size());
    for (std::size_t i = 0; i < both; ++i) lines.push_back({DiffKind::Changed, left[i], right[i]});
    for (std::size_t i = both; i < left.size(); ++i) lines.push_back({DiffKind::LeftOnly, left[i], -1});
    for (std::size_t i = both; i < right.size(); ++i) lines.push_back({DiffKind::RightOnly, -1, right[i]});
    left.clear();
    right.clear();
  }
};

std::vector<DiffLine> asTheyStand(const std::vector<std::string>& left,
                                  const std::vector<std::string>& right) {
  std::vector<DiffLine> lines;
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    const int at = static_cast<int>(i);
    if (i >= right.size()) lines.push_back({DiffKind::LeftOnly, at, -1});
    else if (i >= left.size()) lines.push_back({DiffKind::RightOnly, -1, at});
    else lines.push_back({left[i] == right[i] ? DiffKind::Same : DiffKind::Changed, at, at});
  }
  return lines;
}

}  // namespace

std::vector<std::string> linesOf(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::vector<DiffLine> alignLines(const std::vector<std::string>& left,
                                 const std::vector<std::string>& right) {
  if (left.size() > kMostLines || right.size() > kMostLines) return asTheyStand(left, right);
  dtl::Diff<std::string> diff(left, right);
  diff.compose();
  std::vector<DiffLine> lines;
  Run run;
  int atLeft = 0;
  int atRight = 0;
  for (const auto& [text, edit] : diff.getSes().getSequence()) {
    switch (edit.type) {
      case dtl::SES_DELETE: run.left.push_back(atLeft++); break;
      case dtl::SES_ADD: run.right.push_back(atRight++); break;
      default:
        run.flush(lines);
        lines.push_back({DiffKind::Same, atLeft++, atRight++});
        break;
    }
  }
  run.flush(lines);
  return lines;
}

}  // namespace kernelcast::ui
