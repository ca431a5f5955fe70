#include "ui/models/LineageLayout.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace kernelcast::ui {

namespace {

struct Tree {
  const SessionTable& table;
  std::vector<int> rows;                                // one for each candidate, by (task, number)
  std::vector<std::vector<int>> children;               // indices into rows
  std::vector<std::pair<int, std::vector<int>>> roots;  // task, children of its reference
  int strays = 0;
};

const CandidateRow& at(const SessionTable& table, int row) {
  return table.rows[static_cast<std::size_t>(row)];
}

std::vector<int> oneRowEach(const SessionTable& table) {
  std::vector<int> rows(table.rows.size());
  std::iota(rows.begin(), rows.end(), 0);
  const auto key = [&](int row) { return std::pair(at(table, row).task, at(table, row).number); };
  std::stable_sort(rows.begin(), rows.end(), [&](int a, int b) {
    // A row that says how it ran before one that does not.
    return std::tuple(key(a), !isMeasured(at(table, a).status)) <
           std::tuple(key(b), !isMeasured(at(table, b).status));
  });
  rows.erase(std::unique(rows.begin(), rows.end(), [&](int a, int b) { return key(a) == key(b); }),
             rows.end());
  return rows;
}

// Parents that are known, and with which no candidate descends from itself.
std::vector<int> soundParents(const SessionTable& table, const std::vector<int>& rows, int& strays) {
  std::map<std::pair<int, int>, int> places;  // (task, number) -> index into rows
  for (std::size_t i = 0; i < rows.size(); ++i) {
    places[{at(table, rows[i]).task, at(table, rows[i]).number}] = static_cast<int>(i);
  }
  std::vector<int> parents(rows.size(), -1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const CandidateRow& row = at(table, rows[i]);
    if (row.parent <= 0) continue;  // the reference, or another seed
    const auto found = places.find({row.task, row.parent});
    if (found == places.end()) ++strays;
    else parents[i] = found->second;
  }
  // Walks up from each; a walk that meets itself is cut where it began.
  std::vector<int> walk(rows.size(), -1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    int node = static_cast<int>(i);
    while (node >= 0 && walk[static_cast<std::size_t>(node)] < 0) {
      walk[static_cast<std::size_t>(node)] = static_cast<int>(i);
      node = parents[static_cast<std::size_t>(node)];
    }
    if (node >= 0 && walk[static_cast<std::size_t>(node)] == static_cast<int>(i)) {
      parents[static_cast<std::size_t>(node)] = -1;
      ++strays;
    }
  }
  return parents;
}

Tree treeOf(const SessionTable& table) {
  Tree tree{table, oneRowEach(table), {}, {}, 0};
  tree.children.resize(tree.rows.size());
  const std::vector<int> parents = soundParents(table, tree.rows, tree.strays);
  for (std::size_t i = 0; i < tree.rows.size(); ++i) {
    const int task = at(table, tree.rows[i]).task;
    if (tree.roots.empty() || tree.roots.back().first != task) tree.roots.push_back({task, {}});
    if (parents[i] < 0) tree.roots.back().second.push_back(static_cast<int>(i));
    else tree.children[static_cast<std::size_t>(parents[i])].push_back(static_cast<int>(i));
  }
  return tree;
}

// Depth first without recursion: chains of 20,000 generations exist.
void place(const Tree& tree, LineageLayout& layout, int task, const std::vector<int>& roots) {
  struct Visit {
    int candidate;
    int parent;  // index into nodes
    int generation;
  };
  const int reference = static_cast<int>(layout.nodes.size());
  layout.nodes.push_back({-1, task, -1, 0, 0, static_cast<int>(roots.size()), true});
  std::vector<Visit> open;
  for (auto root = roots.rbegin(); root != roots.rend(); ++root) open.push_back({*root, reference, 1});
  while (!open.empty()) {
    const Visit visit = open.back();
    open.pop_back();
    const std::vector<int>& children = tree.children[static_cast<std::size_t>(visit.candidate)];
    LineageNode node;
    node.row = tree.rows[static_cast<std::size_t>(visit.candidate)];
    node.task = task;
    node.parent = visit.parent;
    node.generation = visit.generation;
    node.children = static_cast<int>(children.size());
    if (children.empty()) node.y = layout.rows++;
    layout.generations = std::max(layout.generations, node.generation);
    const int index = static_cast<int>(layout.nodes.size());
    layout.nodes.push_back(node);
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
      open.push_back({*child, index, visit.generation + 1});
    }
  }
  if (roots.empty()) layout.nodes[static_cast<std::size_t>(reference)].y = layout.rows++;
}

// Parents in the middle of their children. Children stand behind their parents in the list.
void centreParents(LineageLayout& layout) {
  std::vector<double> low(layout.nodes.size(), 1e300);
  std::vector<double> high(layout.nodes.size(), -1e300);
  for (std::size_t i = layout.nodes.size(); i-- > 0;) {
    LineageNode& node = layout.nodes[i];
    if (node.children > 0) node.y = (low[i] + high[i]) / 2;
    if (node.parent < 0) continue;
    const auto parent = static_cast<std::size_t>(node.parent);
    low[parent] = std::min(low[parent], node.y);
    high[parent] = std::max(high[parent], node.y);
  }
}

void markBestPaths(const SessionTable& table, LineageLayout& layout) {
  std::map<int, std::size_t> best;  // task -> node
  for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
    const LineageNode& node = layout.nodes[i];
    if (node.row < 0) continue;
    const CandidateRow& row = at(table, node.row);
    if (isFailure(row.status) || !row.hasSpeedup()) continue;
    const auto found = best.find(node.task);
    if (found == best.end() || row.speedup > at(table, layout.nodes[found->second].row).speedup)
      best[node.task] = i;
  }
  for (const auto& [task, node] : best) {
    for (int each = static_cast<int>(node); each >= 0;
         each = layout.nodes[static_cast<std::size_t>(each)].parent) {
      layout.nodes[static_cast<std::size_t>(each)].onBestPath = true;
    }
  }
}

}  // namespace

LineageLayout lineageOf(const SessionTable& table) {
  LineageLayout layout;
  const Tree tree = treeOf(table);
  layout.strays = tree.strays;
  layout.nodes.reserve(tree.rows.size() + tree.roots.size());
  for (const auto& [task, roots] : tree.roots) {
    if (!layout.nodes.empty()) layout.rows += 1;  // air between tasks
    place(tree, layout, task, roots);
  }
  centreParents(layout);
  markBestPaths(table, layout);
  return layout;
}

}  // namespace kernelcast::ui
