// Numbers as a person reads them: three significant digits, a unit always. The same in window, report and
// terminal.
#pragma once

#include <cstdint>
#include <string>

namespace kernelcast {

inline constexpr const char* kNoNumber = "–";

// Three significant digits without exponent in 0.001..1e6: "0.0703", "1.25", "18.8", "1020". NaN is "–".
std::string formatSignificant(double value, int digits = 3);
std::string formatSpeedup(double speedup);            // "1.25×"
std::string formatMicroseconds(double microseconds);  // "18.8 µs", "1.02 ms", "2.5 s"
std::string formatPercent(double share);              // 0.27 -> "27%", 0.043 -> "4.3%"
std::string formatCount(std::int64_t count);          // "100,000"
std::string formatBytes(double bytes);                // "1.00 KiB", "201 KiB", "140 GiB"
std::string formatDuration(double seconds);           // "3.2 s", "3 min 10 s", "2 h 5 min"
// UTC, "2026-03-01 14:05:09Z"; files and reports use it, the window shows local time.
std::string formatUtc(std::int64_t unixMs);

}  // namespace kernelcast
