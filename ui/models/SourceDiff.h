// Two sources line by line: which lines stand beside which.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kernelcast::ui {

enum class DiffKind { Same, Changed, LeftOnly, RightOnly };

struct DiffLine {
  DiffKind kind = DiffKind::Same;
  int left = -1;  // index of the line, -1: a filler
  int right = -1;
  bool operator==(const DiffLine&) const = default;
};

std::vector<std::string> linesOf(std::string_view text);  // without their ends, "\r\n" too

// By shortest edit script (Wu, Manber, Myers and Miller 1990); of a run of removed and added lines the first
// ones stand beside each other as changed. Every line of both is in the result once, in order. Where either
// has more than 20,000 lines they are set side by side as they stand.
std::vector<DiffLine> alignLines(const std::vector<std::string>& left, const std::vector<std::string>& right);

}  // namespace kernelcast::ui
