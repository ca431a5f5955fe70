#include "core/domain/number_format.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string_view>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace kernelcast {

std::string formatSignificant(double value, int digits) {
  if (!std::isfinite(value)) return kNoNumber;
  if (value == 0) return "0";
  const double magnitude = std::abs(value);
  if (magnitude < 1e-3 || magnitude >= 1e6) return fmt::format("{:.{}e}", value, digits - 1);
  // Decimals are chosen after rounding, so that 9.996 becomes "10.0" and not "10.00".
  const int exponent = static_cast<int>(std::floor(std::log10(magnitude)));
  int decimals = std::max(0, digits - 1 - exponent);
  const double scale = std::pow(10.0, decimals);
  const double rounded = std::round(magnitude * scale) / scale;
  if (rounded >= std::pow(10.0, exponent + 1)) decimals = std::max(0, decimals - 1);
  return fmt::format("{:.{}f}", value, decimals);
}

std::string formatSpeedup(double speedup) {
  return std::isfinite(speedup) ? formatSignificant(speedup) + "×" : kNoNumber;
}

std::string formatMicroseconds(double microseconds) {
  if (!std::isfinite(microseconds)) return kNoNumber;
  // The unit is chosen after rounding to three digits, so that 999.96 µs becomes "1.00 ms" and not "1000 µs".
  if (std::abs(microseconds) < 999.5) return formatSignificant(microseconds) + " µs";
  if (std::abs(microseconds) < 999.5e3) return formatSignificant(microseconds / 1e3) + " ms";
  return formatSignificant(microseconds / 1e6) + " s";
}

std::string formatPercent(double share) {
  if (!std::isfinite(share)) return kNoNumber;
  const double percent = share * 100;
  // Decimals are chosen after rounding: 0.07 * 100 is a little above 7. Adding zero drops the sign of -0.
  const double tenths = std::round(percent * 10) / 10 + 0.0;
  if (std::abs(tenths) >= 10) return fmt::format("{:.0f}%", percent);
  return tenths == std::round(tenths) ? fmt::format("{:.0f}%", tenths) : fmt::format("{:.1f}%", tenths);
}

std::string formatCount(std::int64_t count) {
  std::string digits = std::to_string(count);
  const std::size_t first = count < 0 ? 1 : 0;
  for (std::size_t i = digits.size(); i > first + 3;) {
    i -= 3;
    digits.insert(i, 1, ',');
  }
  return digits;
}

std::string formatBytes(double bytes) {
  if (!std::isfinite(bytes)) return kNoNumber;
  static constexpr std::array<std::string_view, 5> kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  while (std::abs(bytes) >= 1024 && unit + 1 < kUnits.size()) {
    bytes /= 1024;
    ++unit;
  }
  return fmt::format("{} {}", unit == 0 ? fmt::format("{:.0f}", bytes) : formatSignificant(bytes),
                     kUnits[unit]);
}

std::string formatDuration(double seconds) {
  if (!std::isfinite(seconds)) return kNoNumber;
  if (seconds < 59.95) return formatSignificant(seconds, seconds < 10 ? 2 : 3) + " s";
  const auto whole = static_cast<std::int64_t>(std::llround(std::min(seconds, 1e15)));
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string formatUtc(std::int64_t unixMs) {
  const auto seconds = static_cast<std::time_t>(unixMs / 1000 - (unixMs % 1000 < 0 ? 1 : 0));
  return fmt::format("{:%Y-%m-%d %H:%M:%S}Z", fmt::gmtime(seconds));
}

}  // namespace kernelcast
