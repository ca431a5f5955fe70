#include "core/report/scatter_svg.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/domain/number_format.h"
#include "core/report/svg_chart.h"
#include "core/report/wording.h"

namespace kernelcast::report {

namespace {

constexpr double kWidth = 720;
constexpr double kLeft = 44;
constexpr double kTop = 58;
constexpr double kLaneWidth = 62;
constexpr double kLaneGap = 12;
// Beyond this many, a tooltip each would make the file heavy and the dots cover each other anyway.
constexpr std::size_t kTooltipLimit = 1500;
constexpr std::size_t kSpreadLane = 40;
constexpr std::size_t kLabelledMisses = 3;
constexpr std::size_t kLabelLetters = 28;
// Speedups beyond are drawn at the edge: one stray value must not squeeze all others into a corner.
constexpr double kFarthest = 1024;

struct Point {
  const CandidateRow* row;
  Outcome outcome;
  double forecast;  // expected speedup
};

struct Sorted {
  std::vector<Point> dots;
  std::vector<Point> lane;
  ScatterCounts counts;
};

bool hasFiniteSpeedup(const CandidateRow& row) { return row.hasSpeedup() && std::isfinite(row.speedup); }

Sorted sortRows(const SessionTable& table, BinRule bins) {
  Sorted sorted;
  for (const CandidateRow& row : table.rows) {
    const double forecast = row.hasForecast() ? expectedSpeedup(row.probabilities) : CandidateRow::kUnknown;
    const bool forecastKnown = std::isfinite(forecast) && forecast > 0;
    const Outcome outcome = outcomeOf(row, bins);
    if (outcome == Outcome::Failed && !forecastKnown) ++sorted.counts.failedUnforecast;
    else if (!forecastKnown) ++sorted.counts.unforecast;
    else if (outcome != Outcome::Failed && !hasFiniteSpeedup(row)) ++sorted.counts.unmeasured;
    else {
      const bool beyond = row.speedup > kFarthest || row.speedup < 1 / kFarthest;
      if (outcome != Outcome::Failed && beyond) ++sorted.counts.atEdge;
      ++sorted.counts.drawn[static_cast<std::size_t>(outcome)];
      (outcome == Outcome::Failed ? sorted.lane : sorted.dots).push_back({&row, outcome, forecast});
    }
  }
  // Misses are painted last, so that a hit never hides one.
  std::stable_sort(sorted.dots.begin(), sorted.dots.end(),
                   [](const Point& a, const Point& b) { return a.outcome < b.outcome; });
  return sorted;
}

double missLog2(const Point& point) { return std::abs(std::log2(point.forecast / point.row->speedup)); }

std::vector<Point> worstMisses(const std::vector<Point>& dots, std::size_t limit) {
  std::vector<Point> misses;
  std::copy_if(dots.begin(), dots.end(), std::back_inserter(misses), [](const Point& p) {
    return p.outcome == Outcome::OffByOne || p.outcome == Outcome::OffByMore;
  });
  std::stable_sort(misses.begin(), misses.end(),
                   [](const Point& a, const Point& b) { return missLog2(a) > missLog2(b); });
  misses.resize(std::min(misses.size(), limit));
  return misses;
}

struct Plot {
  Axis x{Axis::Scale::Log2};
  Axis y{Axis::Scale::Log2};
  double laneLeft = 0;  // 0 without a lane
  [[nodiscard]] Box box() const { return {x.from, y.to, x.to - x.from, y.from - y.to}; }
};

// Both axes show an octave at the same length, so that the diagonal says what it should. A forecast lies
// inside 1/8..8 whatever it says; a measurement need not.
Plot layOut(const Sorted& sorted) {
  double low = 1.0 / 16;
  double high = 16;
  for (const Point& dot : sorted.dots) {
    low = std::min(low, std::exp2(std::floor(std::log2(dot.row->speedup * 0.93))));
    high = std::max(high, std::exp2(std::ceil(std::log2(dot.row->speedup * 1.07))));
  }
  Plot plot;
  plot.x.low = std::max(low, 1 / kFarthest);
  plot.x.high = std::min(high, kFarthest);
  plot.x.from = kLeft;
  plot.x.to = kWidth - 6;
  if (!sorted.lane.empty()) {
    plot.laneLeft = kWidth - kLaneWidth - 2;
    plot.x.to = plot.laneLeft - kLaneGap;
  }
  plot.y.low = 1.0 / 8;
  plot.y.high = 8;
  plot.y.to = kTop;
  plot.y.from = kTop + std::clamp(6 * plot.x.perOctave(), 320.0, 480.0);
  return plot;
}

void drawGrid(Chart& chart, const Plot& plot, BinRule bins) {
  const auto& measured = binEdges(bins);
  for (int bin = 1; bin <= kBinCount; ++bin) {
    const auto k = static_cast<std::size_t>(bin);
    const double left = plot.x.at(bin == 1 ? plot.x.low : measured[k - 2]);
    const double right = plot.x.at(bin == kBinCount ? plot.x.high : measured[k - 1]);
    const double bottom = plot.y.at(bin == 1 ? plot.y.low : kBinEdges[k - 2]);
    const double top = plot.y.at(bin == kBinCount ? plot.y.high : kBinEdges[k - 1]);
    chart.rect("f-hit", {left, top, right - left, bottom - top}, 0, 0.08);
  }
  const Box box = plot.box();
  for (const double edge : measured) {
    chart.line(edge == 1.0 ? "s-line" : "s-grid", plot.x.at(edge), box.y, plot.x.at(edge), box.bottom());
  }
  for (const double edge : kBinEdges) {
    chart.line(edge == 1.0 ? "s-line" : "s-grid", box.x, plot.y.at(edge), box.right(), plot.y.at(edge));
  }
  const double low = std::max(plot.x.low, plot.y.low);
  const double high = std::min(plot.x.high, plot.y.high);
  chart.line("diagonal s-muted", plot.x.at(low), plot.y.at(low), plot.x.at(high), plot.y.at(high));

  for (const double tick : speedupTicks(plot.x, 40)) {
    chart.text("f-muted", plot.x.at(tick), box.bottom() + 19, speedupTickLabel(tick), Anchor::Middle);
  }
  for (const double tick : speedupTicks(plot.y, 24)) {
    chart.text("f-muted", box.x - 8, plot.y.at(tick) + 4, speedupTickLabel(tick), Anchor::End);
  }
  chart.text("f-muted", box.x + box.width / 2, box.bottom() + 39, "measured speedup over the reference",
             Anchor::Middle);
  chart.text("f-muted", 0, kTop - 14, "forecast speedup");
}

// Direct labels before a legend: the lane names itself, so that only the dots stand here.
void drawLegend(Chart& chart, const ScatterCounts& counts) {
  double x = 6;
  for (const OutcomeInfo& info : kOutcomes) {
    if (info.outcome == Outcome::Failed) continue;
    if (info.outcome == Outcome::Open && counts.of(info.outcome) == 0) continue;
    const std::string_view title = info.outcome == Outcome::Open ? "no class named" : info.title;
    const std::string words = fmt::format("{}, {}", title, formatCount(counts.of(info.outcome)));
    chart.path(markClass(info.outcome), markPath(info.outcome, x, 10, 4.5));
    chart.text("legend", x + 11, 14, words);
    x += 11 + textWidth(words) + 22;
  }
}

std::string tooltip(const Point& point, const SessionTable& table) {
  const CandidateRow& row = *point.row;
  std::string words = fmt::format("{} (#{}", row.name, row.number);
  if (row.task >= 0 && static_cast<std::size_t>(row.task) < table.tasks.size()) {
    words += ", " + table.tasks[static_cast<std::size_t>(row.task)];
  }
  words += fmt::format(")\nforecast {}, 10 to 90%: {} to {}", formatSpeedup(point.forecast),
                       formatSpeedup(forecastQuantile(row.probabilities, 0.1)),
                       formatSpeedup(forecastQuantile(row.probabilities, 0.9)));
  if (point.outcome == Outcome::Failed) return words + fmt::format("\n{}", info(row.status).title);
  words += fmt::format("\nmeasured {}", formatSpeedup(row.speedup));
  if (row.runs > 0) words += fmt::format(", {}", counted(row.runs, "run"));
  if (row.rankForecast > 0 && row.rankMeasured > 0) {
    words += fmt::format("\nrank #{} by forecast, #{} by measurement", row.rankForecast, row.rankMeasured);
  }
  return words;
}

// Each dot an element with its tooltip; of very many, one path for each outcome, and dots that would be
// painted on the very same spot once.
void drawDots(Chart& chart, const Plot& plot, const std::vector<Point>& dots, const SessionTable& table,
              double radius) {
  if (dots.size() <= kTooltipLimit) {
    for (const Point& dot : dots) {
      chart.path(markClass(dot.outcome),
                 markPath(dot.outcome, plot.x.at(dot.row->speedup), plot.y.at(dot.forecast), radius),
                 tooltip(dot, table));
    }
    return;
  }
  for (const OutcomeInfo& info : kOutcomes) {
    std::string data;
    std::set<std::pair<long, long>> painted;
    for (const Point& dot : dots) {
      if (dot.outcome != info.outcome) continue;
      const long x = std::lround(plot.x.at(dot.row->speedup) * 2);
      const long y = std::lround(plot.y.at(dot.forecast) * 2);
      if (!painted.insert({x, y}).second) continue;
      data += markPath(info.outcome, static_cast<double>(x) / 2, static_cast<double>(y) / 2, radius);
    }
    // No rims here: among thousands they would be most of what is seen.
    if (!data.empty()) chart.path(std::string(markClass(info.outcome)) + " dense", data);
  }
}

// Crosses at the same height stand side by side; many are spread over the lane's width, by their order and
// not by chance.
void drawLane(Chart& chart, const Plot& plot, std::vector<Point> lane, const SessionTable& table) {
  if (lane.empty()) return;
  const Box box = plot.box();
  const Box area{plot.laneLeft, box.y, kLaneWidth, box.height};
  chart.rect("f-grid", area, 6);
  chart.text("f-muted", area.right(), kTop - 14, fmt::format("failed, {}", formatCount(std::ssize(lane))),
             Anchor::End);
  std::stable_sort(lane.begin(), lane.end(),
                   [](const Point& a, const Point& b) { return a.forecast > b.forecast; });

  if (lane.size() > kSpreadLane) {
    static constexpr double kGolden = 0.6180339887498949;
    std::string data;
    for (std::size_t i = 0; i < lane.size(); ++i) {
      const double turn = static_cast<double>(i) * kGolden;
      const double x = area.x + 6 + (turn - std::floor(turn)) * (area.width - 12);
      const double y = plot.y.at(lane[i].forecast);
      if (lane.size() > kTooltipLimit) data += markPath(Outcome::Failed, x, y, 2.5);
      else
        chart.path("mark-line thin s-muted", markPath(Outcome::Failed, x, y, 2.5), tooltip(lane[i], table));
    }
    if (!data.empty()) chart.path("mark-line thin s-muted", data);
    return;
  }
  static constexpr double kRadius = 5;
  static constexpr double kStep = 14;
  const double middle = area.x + area.width / 2;
  std::vector<Box> taken;
  for (const Point& cross : lane) {
    const double y = plot.y.at(cross.forecast);
    double x = middle;  // shared where the lane is full at this height
    for (const double offset : {0.0, -kStep, kStep, -1.65 * kStep, 1.65 * kStep}) {
      const Box spot{middle + offset - kRadius, y - kRadius, 2 * kRadius, 2 * kRadius};
      if (std::any_of(taken.begin(), taken.end(), [&](const Box& other) { return spot.overlaps(other); }))
        continue;
      taken.push_back(spot);
      x = middle + offset;
      break;
    }
    chart.path(markClass(Outcome::Failed), markPath(Outcome::Failed, x, y, kRadius), tooltip(cross, table));
  }
}

void labelMisses(Chart& chart, const Plot& plot, const std::vector<Point>& dots,
                 const std::vector<Point>& misses, double radius) {
  LabelPlacer placer(plot.box());
  for (const Point& dot : dots) {
    const double x = plot.x.at(dot.row->speedup);
    const double y = plot.y.at(dot.forecast);
    placer.block({x - radius, y - radius, 2 * radius, 2 * radius});
  }
  placer.blockLine(plot.x.at(plot.y.low), plot.y.at(plot.y.low), plot.x.at(plot.y.high),
                   plot.y.at(plot.y.high));
  for (const Point& miss : misses) {
    const std::string name = shortened(miss.row->name, kLabelLetters);
    const auto box = placer.place(plot.x.at(miss.row->speedup), plot.y.at(miss.forecast), radius + 4, name);
    if (box) chart.label("halo", *box, name);
  }
}

std::string describe(const Sorted& sorted, const std::vector<Point>& misses) {
  std::string words =
      fmt::format("{} with forecast and measurement", counted(sorted.counts.dots(), "candidate"));
  const char* before = ": ";
  for (const OutcomeInfo& info : kOutcomes) {
    if (info.outcome == Outcome::Failed || info.outcome == Outcome::Open) continue;
    words += fmt::format("{}{} {}", before, formatCount(sorted.counts.of(info.outcome)), info.title);
    before = ", ";
  }
  words += fmt::format(". {} failed.",
                       formatCount(sorted.counts.of(Outcome::Failed) + sorted.counts.failedUnforecast));
  before = " Farthest off: ";
  for (const Point& miss : misses) {
    words += fmt::format("{}{}, forecast {}, measured {}", before, miss.row->name,
                         formatSpeedup(miss.forecast), formatSpeedup(miss.row->speedup));
    before = "; ";
  }
  return misses.empty() ? words : words + ".";
}

}  // namespace

int ScatterCounts::dots() const {
  return of(Outcome::Hit) + of(Outcome::OffByOne) + of(Outcome::OffByMore) + of(Outcome::Open);
}

ScatterCounts countScatter(const SessionTable& table, BinRule bins) { return sortRows(table, bins).counts; }

std::vector<const CandidateRow*> farthestMisses(const SessionTable& table, BinRule bins, std::size_t limit) {
  std::vector<const CandidateRow*> rows;
  for (const Point& miss : worstMisses(sortRows(table, bins).dots, limit)) rows.push_back(miss.row);
  return rows;
}

Markup scatterSvg(const SessionTable& table, BinRule bins, std::string_view id) {
  const Sorted sorted = sortRows(table, bins);
  const std::vector<Point> misses = worstMisses(sorted.dots, kLabelledMisses);
  const Plot plot = layOut(sorted);
  const double radius = sorted.dots.size() > kTooltipLimit ? 2.2 : sorted.dots.size() > 200 ? 3.2 : 4.5;

  Chart chart(id, kWidth, plot.y.from + 46, "Forecast speedup against measured speedup",
              describe(sorted, misses));
  drawLegend(chart, sorted.counts);
  drawGrid(chart, plot, bins);
  drawLane(chart, plot, sorted.lane, table);
  drawDots(chart, plot, sorted.dots, table, radius);
  labelMisses(chart, plot, sorted.dots, misses, radius);
  return std::move(chart).finish();
}

}  // namespace kernelcast::report
