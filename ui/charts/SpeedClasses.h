// Speedups and runtimes on a log2 axis: class edges and names for either rule, and ticks.
#pragma once

#include <QString>
#include <array>
#include <vector>

#include "core/domain/speedup_bin.h"

namespace kernelcast::ui {

// Edges between the eight classes of a measured speedup, log2. A forecast's classes are always those that
// were asked for, BinRule::Prompt.
std::array<double, kBinCount - 1> classEdgesLog2(BinRule rule);

// "≤1.41×" as asked, "<1.41×" as published (its classes are closed on the left); "–" outside 1..8.
QString className(int bin, BinRule rule, bool withUnit = true);

struct AxisTick {
  double log2 = 0;
  QString label;
};
// "1/16×", "1×", "8×"; between octaves "1.41×"; beyond 2^10 "2²⁰×".
QString speedupTickLabel(double log2);
// Ticks at round powers of two inside [low, high], as many as fit at `spacing` pixels from one to the next.
std::vector<AxisTick> speedupTicks(double low, double high, double pixels, double spacing);
// The same of microseconds: "0.5", "20", "1,000", at 1, 2 and 5 of each decade where they fit, else at
// decades.
std::vector<AxisTick> runtimeTicks(double low, double high, double pixels, double spacing);

}  // namespace kernelcast::ui
