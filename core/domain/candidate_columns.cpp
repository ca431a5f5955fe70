#include "core/domain/candidate_columns.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/domain/number_format.h"

namespace kernelcast {

namespace {

CellValue real(double value) { return std::isfinite(value) ? CellValue(value) : CellValue(); }
CellValue count(int value) { return value >= 0 ? CellValue(std::int64_t{value}) : CellValue(); }
CellValue positive(int value) { return value > 0 ? CellValue(std::int64_t{value}) : CellValue(); }
CellValue text(std::string_view value) { return value.empty() ? CellValue() : CellValue(std::string(value)); }
CellValue nameAt(const std::vector<std::string>& names, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < names.size()
             ? text(names[static_cast<std::size_t>(index)])
             : CellValue();
}
CellValue ofForecast(const CandidateRow& row, double (*figure)(const BinProbabilities&)) {
  return row.hasForecast() ? CellValue(figure(row.probabilities)) : CellValue();
}
double largest(const BinProbabilities& p) { return *std::max_element(p.begin(), p.end()); }
double quantile10(const BinProbabilities& p) { return forecastQuantile(p, 0.1); }
double quantile90(const BinProbabilities& p) { return forecastQuantile(p, 0.9); }
CellValue forecastRuntime(const CandidateRow& row) {
  const bool known = row.hasForecast() && row.referenceUs > 0;
  return known ? real(row.referenceUs / expectedSpeedup(row.probabilities)) : CellValue();
}
CellValue trueBin(const CandidateRow& row, BinRule rule) {
  const auto bin = binOf(row.speedup, rule);
  return bin ? CellValue(std::int64_t{*bin}) : CellValue();
}
// What the forecast gave to what came out: small where it was confidently wrong.
CellValue probabilityOfMeasured(const CandidateRow& row, BinRule rule) {
  const auto bin = binOf(row.speedup, rule);
  if (!bin || !row.hasForecast()) return {};
  return real(row.probabilities.at(static_cast<std::size_t>(*bin - 1)));
}
CellValue binError(const CandidateRow& row) {
  const auto bin = binOf(row.speedup, BinRule::Prompt);
  if (!bin || row.predictedBin == 0) return {};
  return CellValue(std::int64_t{row.predictedBin - *bin});
}

using T = SessionTable;
using R = CandidateRow;

constexpr std::array kColumns{
    CandidateColumn{"number", "#", "Number of the candidate in its session.", ColumnGroup::Kernel,
                    CellFormat::CandidateNumber, true, [](const T&, const R& r) { return count(r.number); }},
    CandidateColumn{"name", "kernel", "Name of the candidate.", ColumnGroup::Kernel, CellFormat::Text, true,
                    [](const T&, const R& r) { return text(r.name); }},
    CandidateColumn{"task", "task", "The operation it is to make fast.", ColumnGroup::Kernel,
                    CellFormat::Text, true, [](const T& t, const R& r) { return nameAt(t.tasks, r.task); }},
    CandidateColumn{"parent", "parent", "The kernel it was written from.", ColumnGroup::Kernel,
                    CellFormat::Text, false, [](const T&, const R& r) { return text(r.parentName); }},
    CandidateColumn{"status", "status", "What the device said of it, or why it was not measured.",
                    ColumnGroup::Fate, CellFormat::Text, true,
                    [](const T&, const R& r) { return text(info(r.status).title); }},
    CandidateColumn{"verdict", "verdict",
                    "What the policy did with it: trusted, deferred to the GPU, skipped, spot check.",
                    ColumnGroup::Fate, CellFormat::Text, false,
                    [](const T&, const R& r) {
                      return r.verdict == Verdict::None ? CellValue() : text(info(r.verdict).title);
                    }},
    CandidateColumn{"speedup", "measured speedup",
                    "Reference median / candidate median, geometric mean over the cases.",
                    ColumnGroup::Measured, CellFormat::Speedup, true,
                    [](const T&, const R& r) { return real(r.speedup); }},
    CandidateColumn{"speedup_low", "speedup, low",
                    "Lower end of the measured speedup's interval: two standard errors, widened to the range "
                    "of the runs.",
                    ColumnGroup::Measured, CellFormat::Speedup, false,
                    [](const T&, const R& r) { return real(r.speedupLow); }},
    CandidateColumn{"speedup_high", "speedup, high",
                    "Upper end of the measured speedup's interval: two standard errors, widened to the range "
                    "of the runs.",
                    ColumnGroup::Measured, CellFormat::Speedup, false,
                    [](const T&, const R& r) { return real(r.speedupHigh); }},
    CandidateColumn{"expected_speedup", "forecast speedup",
                    "2 to the sum of p_k c_k over the bin centres c_k in log2; 0.177 to 5.66.",
                    ColumnGroup::Forecast, CellFormat::Speedup, true,
                    [](const T&, const R& r) { return ofForecast(r, expectedSpeedup); }},
    CandidateColumn{"predicted_bin", "forecast class", "The speed class the surrogate named.",
                    ColumnGroup::Forecast, CellFormat::Bin, true,
                    [](const T&, const R& r) { return positive(r.predictedBin); }},
    CandidateColumn{"true_bin", "measured class",
                    "Speed class of the measured speedup, by the edges as asked.", ColumnGroup::Measured,
                    CellFormat::Bin, true, [](const T&, const R& r) { return trueBin(r, BinRule::Prompt); }},
    CandidateColumn{"true_bin_paper_code", "measured class, as published",
                    "Speed class of the measured speedup, by the paper's released code.",
                    ColumnGroup::Measured, CellFormat::BinPaperCode, false,
                    [](const T&, const R& r) { return trueBin(r, BinRule::PaperCode); }},
    CandidateColumn{"bin_error", "class error", "Forecast class minus measured class, by the edges as asked.",
                    ColumnGroup::Forecast, CellFormat::Integer, false,
                    [](const T&, const R& r) { return binError(r); }},
    CandidateColumn{"confidence", "confidence", "The largest of the eight probabilities.",
                    ColumnGroup::Forecast, CellFormat::Percent, true,
                    [](const T&, const R& r) { return ofForecast(r, largest); }},
    CandidateColumn{"probability_measured", "P(measured class)",
                    "What the forecast gave to the speed class that was measured, by the edges as asked: the "
                    "smallest are the most confident mistakes.",
                    ColumnGroup::Forecast, CellFormat::Percent, false,
                    [](const T&, const R& r) { return probabilityOfMeasured(r, BinRule::Prompt); }},
    CandidateColumn{"probability_faster", "P(faster)",
                    "The forecast's probability that the speedup exceeds 1.", ColumnGroup::Forecast,
                    CellFormat::Percent, false,
                    [](const T&, const R& r) { return ofForecast(r, probabilityFaster); }},
    CandidateColumn{"forecast_p10", "forecast 10%", "Lower end of the forecast's 10-90% interval.",
                    ColumnGroup::Forecast, CellFormat::Speedup, false,
                    [](const T&, const R& r) { return ofForecast(r, quantile10); }},
    CandidateColumn{"forecast_p90", "forecast 90%", "Upper end of the forecast's 10-90% interval.",
                    ColumnGroup::Forecast, CellFormat::Speedup, false,
                    [](const T&, const R& r) { return ofForecast(r, quantile90); }},
    CandidateColumn{"rank_forecast", "rank, forecast", "Rank by forecast speedup inside its task; 1 is best.",
                    ColumnGroup::Forecast, CellFormat::Integer, true,
                    [](const T&, const R& r) { return positive(r.rankForecast); }},
    CandidateColumn{"rank_measured", "rank, measured", "Rank by measured speedup inside its task; 1 is best.",
                    ColumnGroup::Measured, CellFormat::Integer, true,
                    [](const T&, const R& r) { return positive(r.rankMeasured); }},
    CandidateColumn{"runtime_us", "runtime", "Geometric mean of the case medians, microseconds.",
                    ColumnGroup::Measured, CellFormat::Microseconds, true,
                    [](const T&, const R& r) { return real(r.runtimeUs); }},
    CandidateColumn{"reference_us", "reference",
                    "Geometric mean of the reference's case medians, microseconds.", ColumnGroup::Measured,
                    CellFormat::Microseconds, false,
                    [](const T&, const R& r) { return real(r.referenceUs); }},
    CandidateColumn{"forecast_us", "forecast runtime",
                    "The reference's time in the same runs / the forecast speedup, microseconds.",
                    ColumnGroup::Forecast, CellFormat::Microseconds, false,
                    [](const T&, const R& r) { return forecastRuntime(r); }},
    CandidateColumn{"runs", "runs", "Measurement runs behind the figure.", ColumnGroup::Measured,
                    CellFormat::Integer, false, [](const T&, const R& r) { return positive(r.runs); }},
    CandidateColumn{"cases", "cases", "Benchmark cases in the geometric mean.", ColumnGroup::Measured,
                    CellFormat::Integer, false, [](const T&, const R& r) { return positive(r.cases); }},
    CandidateColumn{"registers", "registers", "Registers a thread, the largest over its kernels.",
                    ColumnGroup::Build, CellFormat::Integer, false,
                    [](const T&, const R& r) { return count(r.registers); }},
    CandidateColumn{"shared_bytes", "shared memory",
                    "Static shared memory a block, the largest over its kernels.", ColumnGroup::Build,
                    CellFormat::Bytes, false, [](const T&, const R& r) { return count(r.sharedBytes); }},
    CandidateColumn{"local_bytes", "local memory", "Local memory a thread, the largest over its kernels.",
                    ColumnGroup::Build, CellFormat::Bytes, false,
                    [](const T&, const R& r) { return count(r.localBytes); }},
    CandidateColumn{"compile_ms", "compile time", "Time to compile it, milliseconds.", ColumnGroup::Build,
                    CellFormat::Milliseconds, false, [](const T&, const R& r) { return real(r.compileMs); }},
    CandidateColumn{"repeats", "forecasts",
                    "Forecasts asked of the surrogate and read; probabilities are their mean.",
                    ColumnGroup::Forecast, CellFormat::Integer, false,
                    [](const T&, const R& r) { return positive(r.forecasts); }},
    CandidateColumn{"raw_probability_sum", "raw sum",
                    "Sum of the probabilities as answered, before normalisation.", ColumnGroup::Forecast,
                    CellFormat::Number, false,
                    [](const T&, const R& r) { return real(r.rawProbabilitySum); }},
    CandidateColumn{"device", "device", "The GPU it was measured on.", ColumnGroup::Fate, CellFormat::Text,
                    false, [](const T& t, const R& r) { return nameAt(t.devices, r.device); }},
    CandidateColumn{"surrogate", "surrogate", "The model that forecast it.", ColumnGroup::Fate,
                    CellFormat::Text, false,
                    [](const T& t, const R& r) { return nameAt(t.surrogates, r.surrogate); }},
    CandidateColumn{"kernel", "hash", "SHA-256 of the kernel's text.", ColumnGroup::Kernel, CellFormat::Text,
                    false, [](const T&, const R& r) { return text(r.kernelHash); }},
};

constexpr std::array kGroups{
    ColumnGroupInfo{ColumnGroup::Kernel, "Kernel"},
    ColumnGroupInfo{ColumnGroup::Fate, "What became of it"},
    ColumnGroupInfo{ColumnGroup::Measured, "Measured"},
    ColumnGroupInfo{ColumnGroup::Forecast, "Forecast"},
    ColumnGroupInfo{ColumnGroup::Build, "Compiled code"},
};

}  // namespace

std::span<const ColumnGroupInfo> columnGroups() { return kGroups; }

std::span<const CandidateColumn> candidateColumns() { return kColumns; }

const CandidateColumn* findCandidateColumn(std::string_view key) {
  const auto* found =
      std::find_if(kColumns.begin(), kColumns.end(), [&](const CandidateColumn& c) { return c.key == key; });
  return found == kColumns.end() ? nullptr : found;
}

std::vector<const CandidateColumn*> defaultColumns(const SessionTable& table, BinRule bins) {
  std::vector<const CandidateColumn*> shown;
  for (const CandidateColumn& column : kColumns) {
    bool show = column.shownByDefault;
    if (column.key == "true_bin") show = show && bins == BinRule::Prompt;
    if (column.key == "true_bin_paper_code") show = bins == BinRule::PaperCode;
    if (column.key == "device") show = table.devices.size() > 1;
    if (column.key == "surrogate") show = table.surrogates.size() > 1;
    if (show) shown.push_back(&column);
  }
  return shown;
}

std::string formatCell(const CellValue& value, CellFormat format) {
  if (std::holds_alternative<std::monostate>(value)) return kNoNumber;
  if (const auto* words = std::get_if<std::string>(&value)) return *words;
  const auto* whole = std::get_if<std::int64_t>(&value);
  const double number = whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
  if (!std::isfinite(number)) return kNoNumber;
  const std::int64_t rounded =
      whole != nullptr ? *whole : static_cast<std::int64_t>(std::clamp(number, -9e18, 9e18));
  switch (format) {
    case CellFormat::CandidateNumber: return fmt::format("#{}", rounded);
    case CellFormat::Integer: return fmt::format("{}", rounded);
    case CellFormat::Speedup: return formatSpeedup(number);
    case CellFormat::Microseconds: return formatMicroseconds(number);
    case CellFormat::Milliseconds: return formatMicroseconds(number * 1e3);
    case CellFormat::Percent: return formatPercent(number);
    case CellFormat::Bytes: return formatBytes(number);
    case CellFormat::Bin:
    case CellFormat::BinPaperCode: {
      const auto bin = static_cast<int>(std::clamp<std::int64_t>(rounded, 0, kBinCount + 1));
      const BinRule rule = format == CellFormat::Bin ? BinRule::Prompt : BinRule::PaperCode;
      return fmt::format("{} ({}×)", rounded, binLabel(bin, rule));
    }
    case CellFormat::Number:
    case CellFormat::Text: break;
  }
  return formatSignificant(number);
}

}  // namespace kernelcast
