#include "core/report/confusion_svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "core/domain/number_format.h"
#include "core/report/svg_chart.h"
#include "core/report/wording.h"

namespace kernelcast::report {

namespace {

constexpr double kCell = 33;
constexpr double kGap = 2;
constexpr double kLeft = 46;
constexpr double kTop = 26;
constexpr double kSide = kBinCount * kCell;
constexpr double kTotals = 40;
constexpr double kWidth = kLeft + kSide + kTotals;
constexpr double kHeight = kTop + kSide + 16 + 16 + 20;

std::string_view fillOf(int distance) {
  return distance == 0 ? "f-hit" : distance == 1 ? "f-off-by-one" : "f-off-by-more";
}

std::string describe(const stats::SessionScores& scores) {
  return fmt::format("{}: {} name the measured class, {} lie within one.", counted(scores.n, "forecast"),
                     formatCount(scores.rightBin), formatCount(scores.withinOne));
}

}  // namespace

Markup confusionSvg(const stats::SessionScores& scores, std::string_view id) {
  int largest = 1;
  std::array<int, kBinCount> measuredTotal{};
  for (const auto& row : scores.confusion) {
    for (std::size_t t = 0; t < row.size(); ++t) {
      largest = std::max(largest, row[t]);
      measuredTotal[t] += row[t];
    }
  }
  Chart chart(id, kWidth, kHeight, "Forecast class by measured class", describe(scores));
  chart.text("f-muted", 0, 12, "forecast");
  chart.text("f-muted", kWidth, 12, "n", Anchor::End);
  for (int predicted = 1; predicted <= kBinCount; ++predicted) {
    const double y = kTop + (kBinCount - predicted) * kCell;  // fast classes on top, as in the scatter
    const double baseline = y + kCell / 2 + 3;
    int rowTotal = 0;
    chart.text("f-muted", kLeft - 8, baseline, binLabel(predicted), Anchor::End);
    for (int truth = 1; truth <= kBinCount; ++truth) {
      const int n =
          scores.confusion[static_cast<std::size_t>(predicted) - 1][static_cast<std::size_t>(truth) - 1];
      rowTotal += n;
      const double x = kLeft + (truth - 1) * kCell;
      const Box cell{x, y, kCell - kGap, kCell - kGap};
      const int distance = std::abs(predicted - truth);
      chart.rect("f-grid", cell, 4);
      if (n > 0) {
        chart.rect(fillOf(distance), cell, 4, 0.22 + 0.48 * std::sqrt(static_cast<double>(n) / largest),
                   fmt::format("forecast {}, measured {}: {}", binLabel(predicted),
                               binLabel(truth, scores.bins), ofTotal(n, scores.n)));
      }
      // The diagonal is outlined: right and wrong are told apart without colour.
      if (distance == 0)
        chart.rect("outline s-hit", {x + 0.5, y + 0.5, kCell - kGap - 1, kCell - kGap - 1}, 4);
      if (n > 0) chart.text("count", x + (kCell - kGap) / 2, baseline, compactCount(n), Anchor::Middle);
    }
    chart.text("f-muted", kWidth, baseline, compactCount(rowTotal), Anchor::End);
  }
  const double below = kTop + kSide + 13;
  for (int truth = 1; truth <= kBinCount; ++truth) {
    const double x = kLeft + (truth - 1) * kCell + (kCell - kGap) / 2;
    chart.text("f-muted small", x, below, binLabel(truth, scores.bins), Anchor::Middle);
    chart.text("f-muted", x, below + 16, compactCount(measuredTotal[static_cast<std::size_t>(truth) - 1]),
               Anchor::Middle);
  }
  chart.text("f-muted", kLeft - 8, below + 16, "n", Anchor::End);
  chart.text("f-muted", kWidth, below + 16, compactCount(scores.n), Anchor::End);
  chart.text("f-muted", kLeft + kSide / 2, below + 34, "measured speedup class", Anchor::Middle);
  return std::move(chart).finish();
}

}  // namespace kernelcast::report
