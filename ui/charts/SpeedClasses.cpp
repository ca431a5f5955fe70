#include "ui/charts/SpeedClasses.h"

#include <algorithm>
#include <cmath>

#include "core/domain/number_format.h"
#include "ui/widgets/ToQString.h"

namespace kernelcast::ui {

namespace {

// Beyond this exponent a fraction has more digits than a reader takes in.
constexpr int kWrittenOut = 10;

QString superscript(int exponent) {
  static const QString kDigits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
  QString text;
  for (const QChar c : QString::number(exponent)) text += c == u'-' ? QChar(u'⁻') : kDigits[c.digitValue()];
  return text;
}

}  // namespace

std::array<double, kBinCount - 1> classEdgesLog2(BinRule rule) {
  std::array<double, kBinCount - 1> edges{};
  for (std::size_t i = 0; i < edges.size(); ++i) {
    edges[i] = std::log2(binEdges(rule)[i]);
  }
  return edges;
}

QString className(int bin, BinRule rule, bool withUnit) {
  if (bin < 1 || bin > kBinCount) return QStringLiteral("–");
  const QString name = toQString(binLabel(bin, rule)).remove(QLatin1Char(' '));
  return withUnit ? name + QStringLiteral("×") : name;
}

QString speedupTickLabel(double log2) {
  const double nearest = std::round(log2);
  if (std::abs(log2 - nearest) > 1e-9) return toQString(formatSpeedup(std::exp2(log2)));
  const int exponent = static_cast<int>(nearest);
  if (std::abs(exponent) > kWrittenOut) return QStringLiteral("2%1×").arg(superscript(exponent));
  const int power = 1 << std::abs(exponent);
  return exponent < 0 ? QStringLiteral("1/%1×").arg(power) : QStringLiteral("%1×").arg(power);
}

std::vector<AxisTick> speedupTicks(double low, double high, double pixels, double spacing) {
  std::vector<AxisTick> ticks;
  if (!(high > low) || !std::isfinite(high - low) || !(pixels > 0)) return ticks;
  // Steps that double. Parts of an octave have awkward names: only where few whole ones are in view.
  constexpr double kFinest = 1.0 / 64;
  double step = high - low >= 3 ? 1 : kFinest;
  while ((high - low) / step * spacing > pixels && step < high - low) step *= 2;
  for (double at = std::ceil(low / step - 1e-9) * step; at <= high + 1e-9; at += step) {
    ticks.push_back({at, speedupTickLabel(at)});
  }
  return ticks;
}

std::vector<AxisTick> runtimeTicks(double low, double high, double pixels, double spacing) {
  std::vector<AxisTick> ticks;
  if (!(high > low) || !std::isfinite(high - low) || !(pixels > 0)) return ticks;
  static const double kDecade = std::log2(10.0);
  const double perDecade = pixels / ((high - low) / kDecade);
  // From 2 to 5 is the widest of the three steps, from 1 to 2 and 5 to 10 the narrowest: 0.3 of a decade.
  const bool parts = perDecade * std::log10(2.0) >= spacing;
  const int decades = parts ? 1 : std::max(1, static_cast<int>(std::ceil(spacing / perDecade)));
  const auto label = [](int exponent, int part) {
    if (exponent < -kWrittenOut / 2 || exponent > kWrittenOut / 2) {
      return (part == 1 ? QString() : QString::number(part) + u'·') + QStringLiteral("10") +
             superscript(exponent);
    }
    const double us = part * std::pow(10.0, exponent);
    return exponent < 0 ? QString::number(us, 'g', 1) : toQString(formatCount(std::llround(us)));
  };
  const int first = static_cast<int>(std::floor(low / kDecade / decades)) * decades;
  for (int exponent = first; exponent * kDecade <= high; exponent += decades) {
    for (const int part : {1, 2, 5}) {
      const double at = exponent * kDecade + std::log2(part);
      if ((parts || part == 1) && at >= low - 1e-9 && at <= high + 1e-9) {
        ticks.push_back({at, label(exponent, part)});
      }
    }
  }
  return ticks;
}

}  // namespace kernelcast::ui
