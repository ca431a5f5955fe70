#include "core/report/svg_chart.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/domain/number_format.h"
#include "core/domain/text.h"

namespace kernelcast::report {

bool Box::overlaps(const Box& other) const {
  return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
}

bool Box::contains(const Box& other) const {
  return other.x >= x && other.right() <= right() && other.y >= y && other.bottom() <= bottom();
}

double Axis::at(double value) const {
  value = std::clamp(value, low, high);
  const double share =
      scale == Scale::Log2 ? std::log2(value / low) / std::log2(high / low) : (value - low) / (high - low);
  return from + share * (to - from);
}

bool Axis::holds(double value) const { return value >= low && value <= high; }

double Axis::perOctave() const { return std::abs(to - from) / std::log2(high / low); }

std::vector<double> speedupTicks(const Axis& axis, double spacing) {
  const int step = std::max(1, static_cast<int>(std::ceil(spacing / axis.perOctave())));
  const int first = static_cast<int>(std::ceil(std::log2(axis.low) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log2(axis.high) + 1e-9));
  std::vector<double> ticks;
  for (int exponent = first; exponent <= last; ++exponent) {
    if (exponent % step == 0) ticks.push_back(std::exp2(exponent));
  }
  return ticks;
}

std::string speedupTickLabel(double powerOfTwo) {
  return powerOfTwo < 1 ? fmt::format("1/{:.0f}×", 1 / powerOfTwo) : fmt::format("{:.0f}×", powerOfTwo);
}

std::string compactCount(std::int64_t n) {
  if (n < 10'000) return formatCount(n);
  const auto value = static_cast<double>(n);
  return n < 1'000'000 ? formatSignificant(value / 1e3) + "k" : formatSignificant(value / 1e6) + "M";
}

double textWidth(std::string_view text, double size) {
  // Inter's widest common letters at regular weight; anything outside ASCII may be as wide as it is high.
  static constexpr double kAscii = 0.6;
  static constexpr double kNarrow = 0.33;
  double width = 0;
  for (const char c : toValidUtf8(text)) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0) == 0x80) continue;
    if (byte >= 0xe0) width += 1.0;
    else if (std::string_view(" .,:;'|!ijl()").find(c) != std::string_view::npos) width += kNarrow;
    else if (c == 'm' || c == 'w' || c == 'M' || c == 'W' || c == '%') width += 0.9;
    else width += kAscii;
  }
  return width * size;
}

std::string markPath(Outcome outcome, double x, double y, double radius) {
  const auto c = [](double value) { return coordinate(value); };
  switch (outcome) {
    case Outcome::OffByOne: {
      const double r = radius * 1.22;  // equal ink: a triangle looks smaller than a circle of its radius
      return fmt::format("M{} {}L{} {}H{}Z", c(x), c(y - r), c(x + r * 0.92), c(y + r * 0.68),
                         c(x - r * 0.92));
    }
    case Outcome::OffByMore: {
      const double r = radius * 0.92;
      return fmt::format("M{} {}H{}V{}H{}Z", c(x - r), c(y - r), c(x + r), c(y + r), c(x - r));
    }
    case Outcome::Failed: {
      const double r = radius * 0.85;
      return fmt::format("M{} {}L{} {}M{} {}L{} {}", c(x - r), c(y - r), c(x + r), c(y + r), c(x - r),
                         c(y + r), c(x + r), c(y - r));
    }
    case Outcome::Hit:
    case Outcome::Open: break;
  }
  const double r = outcome == Outcome::Open ? radius * 0.5 : radius;
  return fmt::format("M{} {}a{} {} 0 1 0 {} 0a{} {} 0 1 0 {} 0Z", c(x - r), c(y), c(r), c(r), c(2 * r), c(r),
                     c(r), c(-2 * r));
}

std::string_view markClass(Outcome outcome) {
  switch (outcome) {
    case Outcome::Hit: return "mark f-hit";
    case Outcome::OffByOne: return "mark f-off-by-one";
    case Outcome::OffByMore: return "mark f-off-by-more";
    case Outcome::Failed: return "mark-line s-muted";
    case Outcome::Open: break;
  }
  return "mark f-muted";
}

void LabelPlacer::blockLine(double x1, double y1, double x2, double y2) {
  static constexpr double kStep = 4;
  const int steps = std::max(1, static_cast<int>(std::hypot(x2 - x1, y2 - y1) / kStep));
  for (int i = 0; i <= steps; ++i) {
    const double share = static_cast<double>(i) / steps;
    block({x1 + share * (x2 - x1) - 1, y1 + share * (y2 - y1) - 1, 2, 2});
  }
}

std::optional<Box> LabelPlacer::place(double x, double y, double gap, std::string_view text, Prefer prefer) {
  const double width = textWidth(text);
  const double height = kLabelSize * 1.15;
  for (const double distance : {gap, gap + 7}) {
    const double slant = distance * 0.7;
    std::array<Box, 8> places{{
        {x + distance, y - height / 2, width, height},
        {x - distance - width, y - height / 2, width, height},
        {x - width / 2, y - distance - height, width, height},
        {x - width / 2, y + distance, width, height},
        {x + slant, y - slant - height, width, height},
        {x - slant - width, y - slant - height, width, height},
        {x + slant, y + slant, width, height},
        {x - slant - width, y + slant, width, height},
    }};
    if (prefer == Prefer::Below) std::rotate(places.begin(), places.begin() + 3, places.begin() + 4);
    for (const Box& box : places) {
      const bool free =
          bounds_.contains(box) &&
          std::none_of(taken_.begin(), taken_.end(), [&](const Box& other) { return box.overlaps(other); });
      if (!free) continue;
      block({box.x - 2, box.y, box.width + 4, box.height});  // neighbours must not read as one
      return box;
    }
  }
  return std::nullopt;
}

Chart::Chart(std::string_view id, double width, double height, std::string_view title,
             std::string_view description) {
  const std::string name(id);
  out_.raw("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\"");
  out_.attribute("width", width).attribute("height", height);
  out_.attribute("viewBox",
                 std::string_view(fmt::format("0 0 {} {}", coordinate(width), coordinate(height))));
  out_.attribute("aria-labelledby", std::string_view(name + "-title " + name + "-desc")).raw(">");
  out_.raw("<title").attribute("id", std::string_view(name + "-title")).raw(">").text(title).raw("</title>");
  out_.raw("<desc")
      .attribute("id", std::string_view(name + "-desc"))
      .raw(">")
      .text(description)
      .raw("</desc>\n");
}

void Chart::endElement(Markup::Literal tag, std::string_view tooltip) {
  if (tooltip.empty()) out_.raw("/>\n");
  else out_.raw("><title>").text(tooltip).raw("</title></").raw(tag).raw(">\n");
}

void Chart::rect(std::string_view cssClass, const Box& box, double corner, double opacity,
                 std::string_view tooltip) {
  out_.raw("<rect").attribute("class", cssClass).attribute("x", box.x).attribute("y", box.y);
  out_.attribute("width", box.width).attribute("height", box.height);
  if (corner > 0) out_.attribute("rx", corner);
  if (opacity < 1) out_.attribute("fill-opacity", opacity);
  endElement("rect", tooltip);
}

void Chart::line(std::string_view cssClass, double x1, double y1, double x2, double y2) {
  out_.raw("<line").attribute("class", cssClass).attribute("x1", x1).attribute("y1", y1);
  out_.attribute("x2", x2).attribute("y2", y2).raw("/>\n");
}

void Chart::path(std::string_view cssClass, std::string_view data, std::string_view tooltip) {
  out_.raw("<path").attribute("class", cssClass).attribute("d", data);
  endElement("path", tooltip);
}

void Chart::circle(std::string_view cssClass, double x, double y, double radius, std::string_view tooltip) {
  out_.raw("<circle")
      .attribute("class", cssClass)
      .attribute("cx", x)
      .attribute("cy", y)
      .attribute("r", radius);
  endElement("circle", tooltip);
}

void Chart::text(std::string_view cssClass, double x, double y, std::string_view words, Anchor anchor) {
  out_.raw("<text").attribute("x", x).attribute("y", y);
  if (!cssClass.empty()) out_.attribute("class", cssClass);
  if (anchor == Anchor::Middle) out_.raw(" text-anchor=\"middle\"");
  if (anchor == Anchor::End) out_.raw(" text-anchor=\"end\"");
  out_.raw(">").text(words).raw("</text>\n");
}

void Chart::label(std::string_view cssClass, const Box& box, std::string_view words) {
  text(cssClass, box.x + box.width / 2, box.y + box.height * 0.82, words, Anchor::Middle);
}

Markup Chart::finish() && {
  out_.raw("</svg>\n");
  return std::move(out_);
}

}  // namespace kernelcast::report
