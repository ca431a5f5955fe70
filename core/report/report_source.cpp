#include "core/report/report_source.h"

namespace kernelcast::report {

namespace {

std::size_t textBytes(const CandidateDetail& detail) {
  std::size_t bytes = detail.source.size();
  for (const Forecast& forecast : detail.forecasts) bytes += forecast.rationale.size();
  for (const Measurement& run : detail.runs) bytes += run.error.size();
  return bytes;
}

std::string_view nameAt(const std::vector<std::string>& names, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < names.size()
             ? std::string_view(names[static_cast<std::size_t>(index)])
             : std::string_view();
}

}  // namespace

Result<ReportSession> reportSession(const ReportReads& reads, const SessionId& id, std::size_t detailBytes) {
  auto table = reads.table(id);
  if (!table) return failure(table.error());
  stats::fillRanks(*table);
  ReportSession session;
  session.table = std::move(*table);
  session.scores = stats::scoreSession(session.table, BinRule::Prompt);
  session.scoresPaperCode = stats::scoreSession(session.table, BinRule::PaperCode);
  session.pairs = stats::wrongOrderPairs(session.table);
  std::size_t bytes = 0;
  for (const CandidateRow& row : session.table.rows) {
    if (bytes > detailBytes) break;
    auto detail = reads.detail(id, row.number, nameAt(session.table.devices, row.device),
                               nameAt(session.table.surrogates, row.surrogate));
    if (!detail) return failure(detail.error());
    bytes += textBytes(*detail);
    session.details.push_back(std::move(*detail));
  }
  auto devices = reads.devices(id);
  if (!devices) return failure(devices.error());
  session.devices = std::move(*devices);
  auto hash = reads.dataHash(id);
  if (!hash) return failure(hash.error());
  session.dataHash = std::move(*hash);
  return session;
}

}  // namespace kernelcast::report
