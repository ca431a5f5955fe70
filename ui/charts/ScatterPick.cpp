#include "ui/charts/ScatterPick.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "core/domain/candidate_columns.h"

namespace kernelcast::ui {

namespace {

constexpr int kFewestDigits = 2;
constexpr int kAllDigits = 17;

double rounded(double value, int digits) { return QString::number(value, 'g', digits).toDouble(); }

double numberOf(const FilterField& field, const SessionTable& table, const CandidateRow& row) {
  const CellValue value = field.column->value(table, row);
  const auto* number = std::get_if<double>(&value);
  return number != nullptr ? *number : CandidateRow::kUnknown;
}

}  // namespace

NumberRange shortestRange(double low, double high, std::span<const double> values) {
  const auto shortest = [values](double end, auto inside) {
    if (!std::isfinite(end)) return end;
    for (int digits = kFewestDigits; digits < kAllDigits; ++digits) {
      const double candidate = rounded(end, digits);
      const bool same = std::all_of(values.begin(), values.end(), [&](double value) {
        return inside(value, candidate) == inside(value, end);
      });
      if (same) return candidate;
    }
    return end;
  };
  return {shortest(low, [](double value, double end) { return value >= end; }),
          shortest(high, [](double value, double end) { return value <= end; }), false, false};
}

std::vector<FilterTerm> boxTerms(const SessionTable& table, std::span<const int> rows, const ScatterBox& box,
                                 ScatterQuantity quantity) {
  const bool speedups = quantity == ScatterQuantity::Speedup;
  const FilterField& measured = *findFilterField(speedups ? "speedup" : "runtime_us");
  const FilterField& forecast = *findFilterField(speedups ? "expected_speedup" : "forecast_us");
  std::vector<double> xs;
  std::vector<double> ys;
  bool any = false;
  // A range that is open at both ends is none that a filter can say; all these numbers are above zero.
  const auto ends = [](double low, double high) {
    const bool all = std::isinf(low) && std::isinf(high);
    return std::pair(std::isinf(low) && !all ? low : std::exp2(low), std::exp2(high));
  };
  const std::pair x = ends(box.xLow, box.xHigh);
  const std::pair y = ends(box.yLow, box.yHigh);
  for (const int row : rows) {
    if (row < 0 || static_cast<std::size_t>(row) >= table.rows.size()) continue;
    const CandidateRow& candidate = table.rows[static_cast<std::size_t>(row)];
    xs.push_back(numberOf(measured, table, candidate));
    ys.push_back(numberOf(forecast, table, candidate));
    any = any ||
          (xs.back() >= x.first && xs.back() <= x.second && ys.back() >= y.first && ys.back() <= y.second);
  }
  if (!any) return {};
  return {rangeTerm(measured.key, shortestRange(x.first, x.second, xs)),
          rangeTerm(forecast.key, shortestRange(y.first, y.second, ys))};
}

std::vector<FilterTerm> pickTerms(const SessionTable& table, std::span<const int> rows) {
  if (rows.empty()) return {};
  std::vector<int> numbers;
  numbers.reserve(rows.size());
  for (const int row : rows) numbers.push_back(table.rows[static_cast<std::size_t>(row)].number);
  std::vector<FilterTerm> terms{candidatesTerm(std::move(numbers))};
  // A candidate has a row for each device and surrogate.
  const auto share = [&](std::string_view field, const std::vector<std::string>& names,
                         int CandidateRow::*member) {
    const int first = table.rows[static_cast<std::size_t>(rows.front())].*member;
    if (names.size() < 2 || first < 0) return;
    const bool all = std::all_of(rows.begin(), rows.end(), [&](int row) {
      return table.rows[static_cast<std::size_t>(row)].*member == first;
    });
    if (all) terms.push_back(textTerm(field, names[static_cast<std::size_t>(first)], true));
  };
  share("device", table.devices, &CandidateRow::device);
  share("surrogate", table.surrogates, &CandidateRow::surrogate);
  return terms;
}

std::vector<int> pointsWithin(const ScatterGeometry& geometry, const QPolygonF& area) {
  std::vector<int> points;
  const QRectF bounds = area.boundingRect();
  for (std::size_t i = 0; i < geometry.positions().size(); ++i) {
    const QPointF at = geometry.positions()[i];
    if (geometry.isShown(i) && bounds.contains(at) && area.containsPoint(at, Qt::OddEvenFill)) {
      points.push_back(static_cast<int>(i));
    }
  }
  return points;
}

}  // namespace kernelcast::ui
