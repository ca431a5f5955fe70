// What a kernel may be set beside on the A|B page.
#pragma once

#include <QString>
#include <span>
#include <vector>

#include "core/domain/session.h"

namespace kernelcast::ui {

// The row of the kernel it was written from, on its device and by its surrogate. -1 where that is the
// reference, or is not among the rows.
int parentRowOf(const SessionTable& table, int row);

struct Comparable {
  int row = 0;
  QString title;  // "its parent, vec4 (#12)"
};
// Of its task, device and surrogate: its parent, the fastest as measured, the fastest as forecast; then those
// that are marked. Each once, and never itself. O(n).
std::vector<Comparable> comparables(const SessionTable& table, int row, std::span<const int> marked);

}  // namespace kernelcast::ui
