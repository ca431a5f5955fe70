// Why a row has no measured speedup, where a dash would leave the reader to guess.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/domain/session.h"

namespace kernelcast {

enum class SpeedupMissing {
  Failed,
  NotMeasured,
  Skipped,
  Trusted,
  NotRecorded,
  MachineFault,
  ReferenceNotMeasured,
  ReferenceFailed,
  CasesDiffer,
  RunsDiffer,
  NotTimed,
  ReferenceUnknown,
};

struct SpeedupMissingInfo {
  SpeedupMissing reason;
  std::string_view key;       // in files and on the command line
  std::string_view title;     // in a cell of a table
  std::string_view sentence;  // what is missing, and what to do where something can be done
  bool kernelWorks;           // a device called it correct: the status alone does not say why there is no S
};
inline constexpr std::array<SpeedupMissingInfo, 12> kSpeedupMissing{{
    {SpeedupMissing::Failed, "failed", "failed", "The kernel failed, so it has no speedup.", false},
    {SpeedupMissing::NotMeasured, "not_measured", "not measured yet", "No device has measured it yet.",
     false},
    {SpeedupMissing::Skipped, "skipped", "skipped", "It was dropped on its forecast and not measured.",
     false},
    {SpeedupMissing::Trusted, "trusted", "trusted", "Its forecast stands in for a measurement.", false},
    {SpeedupMissing::NotRecorded, "not_recorded", "not in the recording",
     "The recording that was replayed holds no measurement of it.", false},
    {SpeedupMissing::MachineFault, "infrastructure", "could not be measured",
     "The machine failed while it was measured, which says nothing of the kernel: measure it again.", false},
    {SpeedupMissing::ReferenceNotMeasured, "reference_not_measured", "reference not measured",
     "The reference was not measured on this device: measure it there.", true},
    {SpeedupMissing::ReferenceFailed, "reference_failed", "reference failed",
     "The reference did not run right on this device, so there is no time to compare with.", true},
    {SpeedupMissing::CasesDiffer, "cases_differ", "other cases than the reference",
     "It was timed in other cases than the reference: measure both in the same cases.", true},
    {SpeedupMissing::RunsDiffer, "runs_differ", "runs of different cases",
     "Its own runs were timed in different cases, so they cannot be combined.", true},
    {SpeedupMissing::NotTimed, "not_timed", "no times recorded",
     "It is recorded as running right, and neither times nor a speedup came with it.", true},
    {SpeedupMissing::ReferenceUnknown, "reference_unknown", "no reference time",
     "No time of the reference in the same cases on this device is known.", true},
}};
const SpeedupMissingInfo& info(SpeedupMissing reason);

// Tells why for every row of a session. What the reference did on a device is no column of a row: it is taken
// from the rows beside it, and where they are silent from the reference's own runs.
class MissingSpeedups {
 public:
  // O(rows).
  explicit MissingSpeedups(const SessionTable& table);

  // None where the row has S.
  [[nodiscard]] std::optional<SpeedupMissing> of(const CandidateRow& row) const;

  // One row (an index into SessionTable::rows) for each task and device whose reference no row tells of, and
  // whose reason is therefore ReferenceUnknown until `learn` was told.
  [[nodiscard]] std::vector<int> undecided() const;
  // The runs of the reference on that row's device, CandidateDetail::referenceRuns.
  void learn(const CandidateRow& row, std::span<const Measurement> referenceRuns);

 private:
  using Place = std::pair<int, int>;  // task, device
  static Place placeOf(const CandidateRow& row) { return {row.task, row.device}; }
  struct Reference {
    SpeedupMissing reason = SpeedupMissing::ReferenceUnknown;  // of kernels there that run right
    int row = -1;                                              // the first of them
  };
  std::map<Place, Reference> references_;
};

}  // namespace kernelcast
