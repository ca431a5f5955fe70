// What the charts of a report share: scales, marks that are told apart without colour, labels that do not
// collide. Colours are classes (f-KEY fills, s-KEY strokes) over the page's custom properties, so a chart
// follows light and dark.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/domain/outcome.h"
#include "core/report/markup.h"

namespace kernelcast::report {

inline constexpr double kLabelSize = 11;  // px

struct Box {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  [[nodiscard]] double right() const { return x + width; }
  [[nodiscard]] double bottom() const { return y + height; }
  [[nodiscard]] bool overlaps(const Box& other) const;
  [[nodiscard]] bool contains(const Box& other) const;
};

// Values low..high onto pixels from..to. Log2 scales take values above zero.
struct Axis {
  enum class Scale { Linear, Log2 };
  Scale scale = Scale::Linear;
  double low = 0;
  double high = 1;
  double from = 0;
  double to = 1;
  [[nodiscard]] double at(double value) const;   // clamped to the axis
  [[nodiscard]] bool holds(double value) const;  // low <= value <= high
  [[nodiscard]] double perOctave() const;        // pixels, log2 only
};

// Powers of two inside a log2 axis, thinned so that neighbours stand `spacing` pixels apart; 1 is always
// among them where the axis holds it.
std::vector<double> speedupTicks(const Axis& axis, double spacing);
std::string speedupTickLabel(double powerOfTwo);  // "1/4×", "1×", "2×"

// A count that fits into a cell: "9,999", then "12.3k", "1.20M". Tooltips and tables have it in full.
std::string compactCount(std::int64_t n);

// Width of a text in pixels, on the safe side: no font is at hand while a report is written.
double textWidth(std::string_view text, double size = kLabelSize);

// The outline of an outcome's shape around (x, y): circle, triangle, square; the cross and the dot are lines.
std::string markPath(Outcome outcome, double x, double y, double radius);
// How the shape is painted: filled shapes "mark f-hit", crosses "mark-line s-muted".
std::string_view markClass(Outcome outcome);

// Places labels around marks so that none covers a mark, a line or another label.
class LabelPlacer {
 public:
  explicit LabelPlacer(Box bounds) : bounds_(bounds) {}
  void block(const Box& box) { taken_.push_back(box); }
  void blockLine(double x1, double y1, double x2, double y2);
  enum class Prefer { Beside, Below };  // Below suits short labels of marks that stand in a row
  // The label's box at the first free of the places around (x, y), nearest first, and blocks it. None: leave
  // it out.
  std::optional<Box> place(double x, double y, double gap, std::string_view text,
                           Prefer prefer = Prefer::Beside);

 private:
  Box bounds_;
  std::vector<Box> taken_;
};

enum class Anchor { Start, Middle, End };

// One <svg> under construction: size and viewBox, role img with title and description.
class Chart {
 public:
  Chart(std::string_view id, double width, double height, std::string_view title,
        std::string_view description);

  void rect(std::string_view cssClass, const Box& box, double corner = 0, double opacity = 1,
            std::string_view tooltip = {});
  void line(std::string_view cssClass, double x1, double y1, double x2, double y2);
  void path(std::string_view cssClass, std::string_view data, std::string_view tooltip = {});
  void circle(std::string_view cssClass, double x, double y, double radius, std::string_view tooltip = {});
  void text(std::string_view cssClass, double x, double y, std::string_view words,
            Anchor anchor = Anchor::Start);
  void label(std::string_view cssClass, const Box& box, std::string_view words);  // as placed by LabelPlacer

  Markup finish() &&;

 private:
  void endElement(Markup::Literal tag, std::string_view tooltip);
  Markup out_;
};

}  // namespace kernelcast::report
