#include "core/report/detailed_rows.h"

#include <set>

#include "core/report/reading_order.h"
#include "core/report/report_sections.h"

namespace kernelcast::report {

namespace {

// What an entry costs in the file beside its texts: bars, tables, tags.
constexpr std::size_t kEntryBytes = 4096;

std::size_t sizeOf(const CandidateDetail& detail, std::size_t textLimit) {
  std::size_t bytes =
      kEntryBytes + std::min(detail.source.size(), textLimit) + std::min(detail.note.size(), textLimit);
  for (const Forecast& forecast : detail.forecasts) {
    bytes += std::min(forecast.rationale.size(), textLimit) + std::min(forecast.parseError.size(), textLimit);
  }
  for (const Measurement& run : detail.runs) bytes += std::min(run.error.size(), textLimit);
  return bytes;
}

}  // namespace

DetailedRows detailedRows(const ReportSession& session, const ReportOptions& options) {
  DetailedRows chosen;
  if (!showsSection(options, "kernels")) return chosen;
  std::size_t bytes = 0;
  std::set<int> tasks;  // each task's reference is shown once
  for (const int row : readingOrder(session.table)) {
    if (static_cast<std::size_t>(row) >= session.details.size()) continue;
    ++chosen.available;
    const CandidateDetail& detail = session.details[static_cast<std::size_t>(row)];
    bytes += sizeOf(detail, options.textBytes);
    if (tasks.insert(session.table.rows[static_cast<std::size_t>(row)].task).second) {
      bytes += std::min(detail.referenceSource.size(), options.textBytes);
    }
    if (options.kernels > 0 && chosen.rows.size() == options.kernels) continue;
    chosen.full = chosen.full || bytes > options.detailBytes;
    if (!chosen.full) chosen.rows.push_back(row);
  }
  chosen.sorted = chosen.rows;
  std::sort(chosen.sorted.begin(), chosen.sorted.end());
  return chosen;
}

std::string_view startOf(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return text;
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xc0) == 0x80) --limit;
  return text.substr(0, limit);
}

}  // namespace kernelcast::report
