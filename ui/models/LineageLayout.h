// Where the kernels of a session stand in the tree of who was written from whom: generations from left to
// right.
#pragma once

#include <vector>

#include "core/domain/session.h"

namespace kernelcast::ui {

struct LineageNode {
  int row = -1;  // index into SessionTable::rows; -1: a task's reference
  int task = -1;
  int parent = -1;     // index into nodes; -1 for a reference
  int generation = 0;  // 0 for a reference
  double y = 0;        // in rows of the tree, leaves one apart
  int children = 0;
  bool onBestPath = false;  // from the reference to its task's best kernel
};

struct LineageLayout {
  // Parents before their children; children of one parent by number.
  std::vector<LineageNode> nodes;
  int generations = 0;  // largest generation
  double rows = 0;      // height
  int strays =
      0;  // their parent is not in the session, or they descend from themselves: hung on the reference
};

// Each candidate once, whatever devices and surrogates its rows are of; the first measured row stands for it.
// O(n log n).
LineageLayout lineageOf(const SessionTable& table);

}  // namespace kernelcast::ui
