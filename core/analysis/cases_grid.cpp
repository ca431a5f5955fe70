#include "core/analysis/cases_grid.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>

namespace kernelcast::analysis {

namespace {

struct Kernel {
  int row = 0;
  int number = 0;
  int surrogate = 0;
  double speedup = 0;  // 0: failed
};

// One row a candidate, in the order of the grid.
std::vector<Kernel> kernelsOf(const SessionTable& table, std::span<const int> rows, int task, int device) {
  std::vector<Kernel> kernels;
  for (const int row : rows) {
    const CandidateRow& own = table.rows[static_cast<std::size_t>(row)];
    if (own.task != task || own.device != device || !isMeasured(own.status)) continue;
    const bool works = !isFailure(own.status) && own.hasSpeedup();
    kernels.push_back({row, own.number, own.surrogate, works ? own.speedup : 0});
  }
  std::sort(kernels.begin(), kernels.end(), [](const Kernel& a, const Kernel& b) {
    return std::tie(a.number, a.surrogate) < std::tie(b.number, b.surrogate);
  });
  const auto sameCandidate = [](const Kernel& a, const Kernel& b) { return a.number == b.number; };
  kernels.erase(std::unique(kernels.begin(), kernels.end(), sameCandidate), kernels.end());
  std::sort(kernels.begin(), kernels.end(), [](const Kernel& a, const Kernel& b) {
    return std::tuple(-a.speedup, a.number) < std::tuple(-b.speedup, b.number);
  });
  return kernels;
}

bool usable(double microseconds) { return std::isfinite(microseconds) && microseconds > 0; }

}  // namespace

CasesGrid casesGrid(const SessionTable& table, std::span<const int> rows, int task, int device,
                    const CaseTimes& times) {
  CasesGrid grid;
  grid.columns = times.columns;
  const std::vector<Kernel> kernels = kernelsOf(table, rows, task, device);
  grid.rows.reserve(kernels.size());
  for (const Kernel& kernel : kernels) grid.rows.push_back(kernel.row);
  const std::size_t width = grid.columns.size();
  grid.speedups.assign(grid.rows.size() * width, CandidateRow::kUnknown);
  grid.winners.assign(width, -1);
  grid.won.assign(grid.rows.size(), 0);

  std::unordered_map<int, std::size_t> kernelOf;
  kernelOf.reserve(kernels.size());
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    if (kernels[i].speedup > 0) kernelOf.emplace(kernels[i].number, i);
  }
  auto kernel = kernelOf.end();  // times mostly come candidate by candidate
  for (const CaseTime& time : times.times) {
    if (kernel == kernelOf.end() || kernel->first != time.candidate) kernel = kernelOf.find(time.candidate);
    const auto column = static_cast<std::size_t>(time.column);
    if (kernel == kernelOf.end() || column >= width) continue;
    if (!usable(time.medianUs) || !usable(time.referenceUs)) continue;
    double& cell = grid.speedups[kernel->second * width + column];
    // Of a case that is given twice the faster time, so that the order of times does not show.
    cell = std::fmax(cell, time.referenceUs / time.medianUs);
  }
  std::vector<double> best(width, 0);
  for (std::size_t row = 0; row < grid.rows.size(); ++row) {
    for (std::size_t column = 0; column < width; ++column) {
      const double speedup = grid.at(row, column);
      if (std::isnan(speedup)) continue;
      grid.lowest = std::fmin(grid.lowest, speedup);
      grid.highest = std::fmax(grid.highest, speedup);
      if (speedup <= best[column]) continue;
      best[column] = speedup;
      grid.winners[column] = static_cast<int>(row);
    }
  }
  for (const int winner : grid.winners) {
    if (winner >= 0) ++grid.won[static_cast<std::size_t>(winner)];
  }
  return grid;
}

}  // namespace kernelcast::analysis
