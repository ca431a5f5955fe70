#include "core/domain/speedup_missing.h"

#include <algorithm>
#include <cmath>

namespace kernelcast {

const SpeedupMissingInfo& info(SpeedupMissing reason) {
  return kSpeedupMissing.at(static_cast<std::size_t>(reason));
}

MissingSpeedups::MissingSpeedups(const SessionTable& table) {
  // Only places with a working kernel without S are kept: of most sessions none.
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const CandidateRow& row = table.rows[i];
    if (row.status == RowStatus::Ok && !row.hasSpeedup()) {
      references_.try_emplace(placeOf(row), Reference{SpeedupMissing::ReferenceUnknown, static_cast<int>(i)});
    }
  }
  if (references_.empty()) return;
  for (const CandidateRow& row : table.rows) {
    if (!row.hasSpeedup()) continue;
    // The reference has times there, and these kernels none in the same cases.
    if (const auto place = references_.find(placeOf(row)); place != references_.end()) {
      place->second.reason = SpeedupMissing::CasesDiffer;
    }
  }
}

std::optional<SpeedupMissing> MissingSpeedups::of(const CandidateRow& row) const {
  if (row.hasSpeedup()) return std::nullopt;
  switch (row.status) {
    case RowStatus::Pending: return SpeedupMissing::NotMeasured;
    case RowStatus::Skipped: return SpeedupMissing::Skipped;
    case RowStatus::Trusted: return SpeedupMissing::Trusted;
    case RowStatus::NotRecorded: return SpeedupMissing::NotRecorded;
    case RowStatus::Infrastructure: return SpeedupMissing::MachineFault;
    case RowStatus::CompileFailed:
    case RowStatus::Incorrect:
    case RowStatus::RuntimeError:
    case RowStatus::TimedOut: return SpeedupMissing::Failed;
    case RowStatus::Ok: break;
  }
  if (std::isnan(row.runtimeUs)) return row.runs > 1 ? SpeedupMissing::RunsDiffer : SpeedupMissing::NotTimed;
  const auto place = references_.find(placeOf(row));
  return place == references_.end() ? SpeedupMissing::ReferenceUnknown : place->second.reason;
}

std::vector<int> MissingSpeedups::undecided() const {
  std::vector<int> rows;
  for (const auto& [place, reference] : references_) {
    if (reference.reason == SpeedupMissing::ReferenceUnknown) rows.push_back(reference.row);
  }
  return rows;
}

void MissingSpeedups::learn(const CandidateRow& row, std::span<const Measurement> referenceRuns) {
  const auto place = references_.find(placeOf(row));
  if (place == references_.end()) return;
  const auto any = [&](auto isSo) {
    return std::any_of(referenceRuns.begin(), referenceRuns.end(),
                       [&](const Measurement& run) { return isSo(run.status); });
  };
  // A run that the machine spoilt, or that left the reference out, is no measurement of it.
  if (any([](MeasurementStatus status) { return status == MeasurementStatus::Ok; })) {
    place->second.reason = SpeedupMissing::CasesDiffer;
  } else if (any([](MeasurementStatus status) { return statusInfo(status).candidateFault; })) {
    place->second.reason = SpeedupMissing::ReferenceFailed;
  } else {
    place->second.reason = SpeedupMissing::ReferenceNotMeasured;
  }
}

}  // namespace kernelcast
