// Parents of a step by the max-reward PUCT rule of "GPU Forecasters" (arXiv 2605.31464).
#pragma once

#include <vector>

#include "core/search/state.h"

namespace kernelcast::search {

// score(s) = Q(s) + c * scale * P(s) * sqrt(1 + T) / (1 + n(s)), with
//   Q(s) the best child reward once s was expanded (its own before, or while no child has one),
//   P(s) = (N - rank) / sum(N - rank) by reward rank, rank 0 the best of the N archived,
//   scale = max - min reward over archived non-seed nodes (all while there are none), at least 1e-6.
// Scores are rounded to 1e-9 before they are compared; ties by reward, then by slot order. No two parents of
// one step are ancestor and descendant; exhausted nodes are not eligible. At most `count`, best first.
std::vector<StepStarted::Parent> selectParents(const SearchState& state, const PuctConfig& puct, int count);

// Takes a kernel the search starts from into the archive; the same text twice is taken once.
void archiveSeed(SearchState& state, Node seed);

// Archive the children of a step: at most kPerParent new ones of each parent (best first), duplicates by
// content hash dropped, cut to capacity by reward with seeds kept; moves best child rewards to direct
// parents, visits to the parents and all their ancestors, T by one for each parent. A parent whose samples
// were all exhausted counts no visit.
void foldStep(SearchState& state);

}  // namespace kernelcast::search
