#include "ui/charts/ScatterData.h"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/domain/number_format.h"
#include "ui/charts/SpeedClasses.h"
#include "ui/widgets/ToQString.h"

namespace kernelcast::ui {

namespace {

// Air around points beyond the forecasts' scale, in octaves and as a share of the range.
constexpr double kPadding = 0.35;
constexpr double kPaddingShare = 0.03;

struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void include(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

double paddingOf(double range) { return std::max(kPadding, kPaddingShare * range); }

void widen(const Extent& points, double& low, double& high) {
  const double padding = paddingOf(std::max(high, points.high) - std::min(low, points.low));
  if (points.low < low) low = points.low - padding;
  if (points.high > high) high = points.high + padding;
}

QString plural(int count, const char* one, const char* many) {
  return toQString(formatCount(count)) + QLatin1Char(' ') + QLatin1String(count == 1 ? one : many);
}

bool usable(double us) { return std::isfinite(us) && us > 0; }

QString speedup(double value) { return toQString(formatSpeedup(value)); }

// Thin spaces keep the dash from reading as a minus.
QString interval(double low, double high) {
  return toQString(formatSignificant(low)) + QStringLiteral(" – ") + speedup(high);
}

QString runtime(double us) { return toQString(formatMicroseconds(us)); }

// "2 runs × 3 cases"; empty where neither is known.
QString basisText(const CandidateRow& row) {
  QStringList basis;
  if (row.runs > 0) basis += plural(row.runs, "run", "runs");
  if (row.cases > 0) basis += plural(row.cases, "case", "cases");
  return basis.join(QStringLiteral(" × "));
}

QString measuredText(const CandidateRow& row, const analysis::ReferenceTimes* references) {
  if (isFailure(row.status)) return QStringLiteral("failed: ") + toQString(info(row.status).title);
  if (!std::isfinite(row.speedup) || row.speedup <= 0) {
    return row.status == RowStatus::Ok ? QStringLiteral("measured, but no usable speedup")
                                       : toQString(info(row.status).title);
  }
  const QString basis = basisText(row);
  if (references != nullptr) {
    if (!usable(row.runtimeUs)) return QStringLiteral("a speedup was recorded, and no runtime");
    QString text = QStringLiteral("measured %1 (%2)").arg(runtime(row.runtimeUs), speedup(row.speedup));
    return basis.isEmpty() ? text : text + QStringLiteral(", ") + basis;
  }
  QString text = QStringLiteral("measured ") + speedup(row.speedup);
  // Runs that agree to three digits need no interval.
  if (std::isfinite(row.speedupLow) && std::isfinite(row.speedupHigh) &&
      formatSignificant(row.speedupLow) != formatSignificant(row.speedupHigh)) {
    text += QStringLiteral(" (%1)").arg(interval(row.speedupLow, row.speedupHigh));
  }
  return basis.isEmpty() ? text : text + QStringLiteral(", ") + basis;
}

QString forecastText(const CandidateRow& row, const analysis::ReferenceTimes* references) {
  if (!row.hasForecast()) {
    return row.unparsed > 0 ? QStringLiteral("its forecast could not be read")
                            : QStringLiteral("not forecast");
  }
  const double expected = expectedSpeedup(row.probabilities);
  if (!std::isfinite(expected)) return QStringLiteral("its forecast is not a number");
  const double low = forecastQuantile(row.probabilities, 0.1);
  const double high = forecastQuantile(row.probabilities, 0.9);
  QString text;
  if (references == nullptr) {
    text = QStringLiteral("forecast %1 (10–90%: %2)").arg(speedup(expected), interval(low, high));
  } else {
    const analysis::ReferenceTime reference = references->of(row);
    if (!usable(reference.us)) {
      return QStringLiteral("forecast %1, and no reference time makes that a runtime").arg(speedup(expected));
    }
    text = QStringLiteral("forecast %1 (10–90%: %2 – %3): %4 on the %5 of the reference%6")
               .arg(runtime(reference.us / expected), runtime(reference.us / high),
                    runtime(reference.us / low), speedup(expected), runtime(reference.us),
                    reference.ofTask ? QStringLiteral(" beside other kernels of the task") : QString());
  }
  if (row.forecasts > 1)
    text += QStringLiteral(", mean of ") + plural(row.forecasts, "forecast", "forecasts");
  return text;
}

QString outcomeText(const CandidateRow& row, BinRule rule) {
  const Outcome outcome = outcomeOf(row, rule);
  if (outcome == Outcome::Failed || outcome == Outcome::Open) return {};
  return QStringLiteral("%1: forecast %2, measured %3")
      .arg(toQString(kOutcomes.at(static_cast<std::size_t>(outcome)).title),
           className(row.predictedBin, BinRule::Prompt),
           className(binOf(row.speedup, rule).value_or(0), rule));
}

QString whereText(const SessionTable& table, const CandidateRow& row) {
  const auto at = [](const std::vector<std::string>& names, int index) {
    return index >= 0 && static_cast<std::size_t>(index) < names.size()
               ? toQString(names[static_cast<std::size_t>(index)])
               : QString();
  };
  QStringList parts{at(table.tasks, row.task)};
  // A name that every row shares says nothing.
  if (table.devices.size() > 1) parts += at(table.devices, row.device);
  if (table.surrogates.size() > 1) parts += at(table.surrogates, row.surrogate);
  parts.removeAll(QString());
  return parts.join(QStringLiteral(" · "));
}

}  // namespace

ScatterData scatterData(const SessionTable& table, std::span<const int> visibleRows, BinRule rule,
                        const analysis::ReferenceTimes* references) {
  ScatterData data;
  data.quantity = references != nullptr ? ScatterQuantity::Runtime : ScatterQuantity::Speedup;
  data.points.reserve(visibleRows.size());
  Extent x;
  Extent y;
  for (const int index : visibleRows) {
    if (index < 0 || static_cast<std::size_t>(index) >= table.rows.size()) continue;
    const CandidateRow& row = table.rows[static_cast<std::size_t>(index)];
    ScatterPoint point;
    point.row = index;
    point.outcome = outcomeOf(row, rule);
    point.expected = row.hasForecast() ? expectedLog2Speedup(row.probabilities) : CandidateRow::kUnknown;
    point.forecast = std::isfinite(point.expected);
    const bool hasSpeedupForecast = point.forecast;
    if (references != nullptr && point.forecast) {
      point.expected = std::log2(references->of(row).us) - point.expected;
      point.forecast = std::isfinite(point.expected);
    }
    if (isFailure(row.status)) {
      point.column = ScatterColumn::Failed;
      ++data.failed;
    } else if (!binOf(row.speedup, rule) || (references != nullptr && !usable(row.runtimeUs))) {
      point.column = ScatterColumn::NotMeasured;
      ++data.notMeasured;
    } else {
      point.measured = std::log2(references != nullptr ? row.runtimeUs : row.speedup);
      x.include(point.measured);
      if (point.forecast) ++data.inPlot;
    }
    if (point.forecast) {
      y.include(point.expected);
    } else {
      point.expected = 0;
      ++(hasSpeedupForecast ? data.noReference : data.notForecast);
    }
    ++data.outcomes[static_cast<std::size_t>(point.outcome)];
    data.points.push_back(point);
  }
  if (references == nullptr) {
    widen(x, data.xLow, data.xHigh);
    widen(y, data.yLow, data.yHigh);
    return data;
  }
  // One range for both, so that the diagonal runs from corner to corner.
  x.include(y.low);
  x.include(y.high);
  if (!(x.low <= x.high)) x = {std::log2(1.0), std::log2(1000.0)};
  data.xLow = data.yLow = x.low - paddingOf(x.high - x.low);
  data.xHigh = data.yHigh = x.high + paddingOf(x.high - x.low);
  return data;
}

QString scatterSummary(const ScatterData& data, const SessionTable& table, BinRule rule) {
  const int shown = static_cast<int>(data.points.size());
  if (shown == 0) return QStringLiteral("No candidates to show.");
  // A candidate has a row for each device and surrogate.
  const bool single = table.devices.size() <= 1 && table.surrogates.size() <= 1;
  QString text =
      QStringLiteral("%1 of %2 %3 forecast and measured%4")
          .arg(toQString(formatCount(data.inPlot)),
               single ? plural(shown, "candidate", "candidates") : plural(shown, "row", "rows"),
               data.inPlot == 1 ? QStringLiteral("was") : QStringLiteral("were"),
               data.quantity == ScatterQuantity::Runtime ? QStringLiteral(", shown as runtimes") : QString());
  const auto count = [&data](Outcome outcome) { return data.outcomes[static_cast<std::size_t>(outcome)]; };
  if (data.inPlot > 0) {
    text += QStringLiteral(": %1 in the right speed class, %2 off by one class, %3 off by more")
                .arg(toQString(formatCount(count(Outcome::Hit))),
                     toQString(formatCount(count(Outcome::OffByOne))),
                     toQString(formatCount(count(Outcome::OffByMore))));
  }
  text += QStringLiteral(".");
  QStringList others;
  if (data.failed > 0) others += toQString(formatCount(data.failed)) + QStringLiteral(" failed");
  if (data.notMeasured > 0)
    others += toQString(formatCount(data.notMeasured)) + QStringLiteral(" not measured");
  if (data.notForecast > 0)
    others += toQString(formatCount(data.notForecast)) + QStringLiteral(" not forecast");
  if (data.noReference > 0)
    others += toQString(formatCount(data.noReference)) + QStringLiteral(" without a reference time");
  if (!others.isEmpty()) text += QLatin1Char(' ') + others.join(QStringLiteral(", ")) + QLatin1Char('.');
  text += QStringLiteral(" Speed classes %1.").arg(toQString(binRuleInfo(rule).title));
  if (shown < static_cast<int>(table.rows.size())) {
    text +=
        QStringLiteral(" Showing %1 of %2 rows.")
            .arg(toQString(formatCount(shown)), toQString(formatCount(static_cast<int>(table.rows.size()))));
  }
  return text;
}

QString referenceSentence(const ScatterData& data) {
  if (data.noReference == 0) return {};
  return QStringLiteral("%1 no reference time, so no forecast runtime: below the plot.")
      .arg(plural(data.noReference, "row has", "rows have"));
}

QString scatterToolTip(const SessionTable& table, int index, BinRule rule, int others,
                       const analysis::ReferenceTimes* references) {
  const CandidateRow& row = table.rows.at(static_cast<std::size_t>(index));
  QStringList lines{QStringLiteral("<b>%1</b> #%2").arg(toQString(row.name).toHtmlEscaped()).arg(row.number)};
  const QString where = whereText(table, row);
  if (!where.isEmpty()) lines += where.toHtmlEscaped();
  lines += measuredText(row, references);
  lines += forecastText(row, references);
  const QString outcome = outcomeText(row, rule);
  if (!outcome.isEmpty()) lines += outcome.toHtmlEscaped();
  if (others > 0)
    lines += QStringLiteral("and %1 here: click again for the next").arg(plural(others, "more", "more"));
  // nowrap, as a tooltip otherwise breaks a line in the middle of an interval.
  return QStringLiteral("<p style='white-space:pre'>%1</p>").arg(lines.join(QStringLiteral("<br>")));
}

QString scatterRowText(const SessionTable& table, int index, BinRule rule,
                       const analysis::ReferenceTimes* references) {
  const CandidateRow& row = table.rows.at(static_cast<std::size_t>(index));
  QStringList parts{toQString(row.name), whereText(table, row), measuredText(row, references),
                    forecastText(row, references), outcomeText(row, rule)};
  parts.removeAll(QString());
  return parts.join(QStringLiteral(", "));
}

}  // namespace kernelcast::ui
