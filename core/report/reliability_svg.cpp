#include "core/report/reliability_svg.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/domain/number_format.h"
#include "core/report/svg_chart.h"
#include "core/report/wording.h"

namespace kernelcast::report {

namespace {

using stats::ReliabilityGroup;

constexpr double kWidth = 430;
constexpr double kLeft = 40;
constexpr double kTop = 58;
constexpr double kPlotHeight = 300;
constexpr double kInset = 14;  // so that a dot at 0 or 1 is whole
constexpr double kBarsTop = kTop + kPlotHeight + 52;
constexpr double kBarsHeight = 54;
constexpr double kHeight = kBarsTop + kBarsHeight + 22;

bool isSound(const ReliabilityGroup& group) {
  return group.n > 0 && std::isfinite(group.meanConfidence) && std::isfinite(group.accuracy);
}

std::vector<const ReliabilityGroup*> soundGroups(const stats::SessionScores& scores) {
  std::vector<const ReliabilityGroup*> groups;
  for (const ReliabilityGroup& group : scores.reliability) {
    if (isSound(group)) groups.push_back(&group);
  }
  std::sort(groups.begin(), groups.end(),
            [](const auto* a, const auto* b) { return a->meanConfidence < b->meanConfidence; });
  return groups;
}

// Side by side, with no empty group between them.
bool areNeighbours(const ReliabilityGroup& a, const ReliabilityGroup& b) {
  return std::abs(a.high - b.low) < 1e-6;
}

std::string described(const ReliabilityGroup& group) {
  const auto right = static_cast<long>(std::lround(group.accuracy * group.n));
  return fmt::format("confidence {} on average: {} right, {}", formatPercent(group.meanConfidence),
                     ofTotal(right, group.n), formatPercent(group.accuracy));
}

std::string describe(const std::vector<const ReliabilityGroup*>& groups, int n) {
  std::string words = fmt::format("{} in {}.", counted(n, "forecast"), counted(std::ssize(groups), "group"));
  for (const ReliabilityGroup* group : groups) words += " At " + described(*group) + ".";
  return words;
}

}  // namespace

Markup reliabilitySvg(const stats::SessionScores& scores, std::string_view id) {
  const auto groups = soundGroups(scores);
  int largest = 1;
  int total = 0;
  for (const ReliabilityGroup* group : groups) {
    largest = std::max(largest, group->n);
    total += group->n;
  }
  const Axis x{Axis::Scale::Linear, 0, 1, kLeft + kInset, kWidth - kInset - 4};
  const Axis y{Axis::Scale::Linear, 0, 1, kTop + kPlotHeight - kInset, kTop + kInset};
  const Box plot{kLeft, kTop, kWidth - 4 - kLeft, kPlotHeight};

  Chart chart(id, kWidth, kHeight, "Reliability of the named class", describe(groups, total));
  const std::string steady = fmt::format("{} and more forecasts", kSteadyGroup);
  chart.circle("mark f-accent", 6, 10, 4.5);
  chart.text("legend", 17, 14, steady);
  const double second = 17 + textWidth(steady) + 22;
  chart.circle("hollow s-accent", second, 10, 4);
  chart.text("legend", second + 11, 14, "fewer, not joined");
  chart.text("f-muted", 0, kTop - 14, "share right");
  for (const double tick : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    chart.line("s-grid", x.at(tick), plot.y, x.at(tick), plot.bottom());
    chart.line("s-grid", plot.x, y.at(tick), plot.right(), y.at(tick));
    chart.text("f-muted", x.at(tick), plot.bottom() + 16, formatPercent(tick), Anchor::Middle);
    chart.text("f-muted", plot.x - 8, y.at(tick) + 4, formatPercent(tick), Anchor::End);
  }
  chart.text("f-muted", plot.x + plot.width / 2, plot.bottom() + 36, "confidence of the named class",
             Anchor::Middle);
  chart.line("diagonal s-muted", x.at(0), y.at(0), x.at(1), y.at(1));

  LabelPlacer placer(plot);
  placer.blockLine(x.at(0), y.at(0), x.at(1), y.at(1));
  for (std::size_t i = 1; i < groups.size(); ++i) {
    const ReliabilityGroup& a = *groups[i - 1];
    const ReliabilityGroup& b = *groups[i];
    if (a.n < kSteadyGroup || b.n < kSteadyGroup || !areNeighbours(a, b)) continue;
    chart.line("trend s-accent", x.at(a.meanConfidence), y.at(a.accuracy), x.at(b.meanConfidence),
               y.at(b.accuracy));
    placer.blockLine(x.at(a.meanConfidence), y.at(a.accuracy), x.at(b.meanConfidence), y.at(b.accuracy));
  }
  const auto radius = [&](const ReliabilityGroup& group) {
    return 3.5 + 6.5 * std::sqrt(static_cast<double>(group.n) / largest);  // area, nearly, says n
  };
  for (const ReliabilityGroup* group : groups) {
    const double r = radius(*group);
    const double cx = x.at(group->meanConfidence);
    const double cy = y.at(group->accuracy);
    placer.block({cx - r, cy - r, 2 * r, 2 * r});
    chart.circle(group->n < kSteadyGroup ? "hollow s-accent" : "mark f-accent", cx, cy, r, described(*group));
  }
  for (const ReliabilityGroup* group : groups) {
    const std::string words = fmt::format("n = {}", formatCount(group->n));
    const auto box = placer.place(x.at(group->meanConfidence), y.at(group->accuracy), radius(*group) + 3,
                                  words, LabelPlacer::Prefer::Below);
    if (box) chart.label("halo", *box, words);
  }

  chart.line("s-line", plot.x, kBarsTop + kBarsHeight, plot.right(), kBarsTop + kBarsHeight);
  for (const ReliabilityGroup* group : groups) {
    const double height = std::max(1.5, (kBarsHeight - 14) * group->n / largest);
    const double left = x.at(group->low);
    const double width = std::max(3.0, x.at(group->high) - left - 2);
    chart.rect("f-accent", {left + 1, kBarsTop + kBarsHeight - height, width, height}, 2, 0.45);
    chart.text("f-muted", left + 1 + width / 2, kBarsTop + kBarsHeight - height - 4, compactCount(group->n),
               Anchor::Middle);
  }
  chart.text("f-muted", plot.x, kBarsTop + kBarsHeight + 16,
             fmt::format("forecasts, {} in all", formatCount(total)));
  return std::move(chart).finish();
}

}  // namespace kernelcast::report
