// What a box or a lasso on a scatter holds, as terms of a filter.
#pragma once

#include <QPolygonF>
#include <span>
#include <vector>

#include "core/domain/row_filter.h"
#include "ui/charts/ScatterGeometry.h"

namespace kernelcast::ui {

// What dragging on the scatter does: move what a zoom shows, or take what is inside.
enum class ScatterTool { Move, Box, Lasso };

// Log2 of what the axes measure; infinite where the box reaches to the end of an axis.
struct ScatterBox {
  double xLow = 0;
  double xHigh = 0;
  double yLow = 0;
  double yHigh = 0;
};

// The range with the fewest digits, two or more, that holds the same of the values. Ends that are infinite
// stay so.
NumberRange shortestRange(double low, double high, std::span<const double> values);

// One range of what was measured and one of what was forecast, which hold exactly those of the rows that lie
// inside the box; none where none does.
std::vector<FilterTerm> boxTerms(const SessionTable& table, std::span<const int> rows, const ScatterBox& box,
                                 ScatterQuantity quantity);

// Their candidates by number, #3,17; with the device and the surrogate where all share one of several.
std::vector<FilterTerm> pickTerms(const SessionTable& table, std::span<const int> rows);

// Points that are shown inside the area, ascending.
std::vector<int> pointsWithin(const ScatterGeometry& geometry, const QPolygonF& area);

}  // namespace kernelcast::ui
