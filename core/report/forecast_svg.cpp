#include "core/report/forecast_svg.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "core/domain/number_format.h"
#include "core/domain/outcome.h"
#include "core/report/svg_chart.h"

namespace kernelcast::report {

namespace {

constexpr double kColumn = 44;
constexpr double kTop = 34;
constexpr double kBars = 76;
constexpr double kBase = kTop + kBars;

std::string_view strokeOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::Hit: return "diagonal s-hit";
    case Outcome::OffByOne: return "diagonal s-off-by-one";
    case Outcome::OffByMore: return "diagonal s-off-by-more";
    case Outcome::Failed:
    case Outcome::Open: break;
  }
  return "diagonal s-muted";
}

}  // namespace

Markup forecastSvg(const CandidateRow& row, BinRule bins, std::string_view id) {
  // The bars are labelled with the edges that the surrogate was told, so the mark stands where the speedup
  // falls among those; the rule in use only colours it.
  const int truth = isFailure(row.status) ? 0 : binOf(row.speedup, BinRule::Prompt).value_or(0);  // 0: none
  std::string description = fmt::format("Named class {}.", row.predictedBin);
  if (truth > 0) description += fmt::format(" Measured {}, class {}.", formatSpeedup(row.speedup), truth);
  Chart chart(id, kColumn * kBinCount, kBase + 22, "Probabilities of the eight speed classes", description);
  chart.line("s-line", 0, kBase, kColumn * kBinCount, kBase);
  for (int bin = 1; bin <= kBinCount; ++bin) {
    const double raw = row.probabilities[static_cast<std::size_t>(bin) - 1];
    const double p = std::isfinite(raw) ? std::clamp(raw, 0.0, 1.0) : 0;
    const double middle = (bin - 0.5) * kColumn;
    const double height = kBars * p;
    const bool named = bin == row.predictedBin;
    if (p > 0)
      chart.rect("f-accent", {middle - 16, kBase - height, 32, height}, std::min(2.0, height),
                 named ? 0.9 : 0.4);
    if (p >= 0.005) chart.text("f-muted", middle, kBase - height - 4, formatPercent(p), Anchor::Middle);
    // A failure has no measured class; all labels stay muted then.
    chart.text(truth == bin ? "count" : "f-muted", middle, kBase + 16, binLabel(bin), Anchor::Middle);
  }
  if (truth > 0) {
    // The line ends above the bar's figure, so that it strikes through neither.
    const Outcome outcome = outcomeOf(row, bins);
    const double x = (truth - 0.5) * kColumn;
    const double p = row.probabilities[static_cast<std::size_t>(truth) - 1];
    const double end = std::isfinite(p) && p >= 0.005 ? kBase - kBars * std::min(p, 1.0) - 16 : kBase - 2;
    const std::string words = fmt::format("measured {}", formatSpeedup(row.speedup));
    const double half = textWidth(words) / 2;
    chart.text("count", std::clamp(x, half, kColumn * kBinCount - half), 10, words, Anchor::Middle);
    if (end > 16) chart.line(strokeOf(outcome), x, 16, x, end);
  }
  return std::move(chart).finish();
}

}  // namespace kernelcast::report
