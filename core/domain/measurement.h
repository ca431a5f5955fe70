// What a device said of a kernel, and the relation between two such sayings: the speedup.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/domain/result.h"
#include "core/domain/task.h"

namespace kernelcast {

enum class MeasurementStatus { Ok, CompileFailed, Incorrect, RuntimeError, TimedOut, Infrastructure };

struct MeasurementStatusInfo {
  MeasurementStatus status;
  std::string_view key;    // in files: "ok", "compile_failed", ...
  std::string_view title;  // on screen
  bool candidateFault;  // true: a failed candidate; false: it says nothing of the kernel (infrastructure) or
                        // ok
};
inline constexpr std::array<MeasurementStatusInfo, 6> kMeasurementStatuses{{
    {MeasurementStatus::Ok, "ok", "correct", false},
    {MeasurementStatus::CompileFailed, "compile_failed", "did not compile", true},
    {MeasurementStatus::Incorrect, "incorrect", "wrong result", true},
    {MeasurementStatus::RuntimeError, "runtime_error", "run-time error", true},
    {MeasurementStatus::TimedOut, "timed_out", "timed out", true},
    {MeasurementStatus::Infrastructure, "infrastructure", "could not be measured", false},
}};
const MeasurementStatusInfo& statusInfo(MeasurementStatus status);
std::optional<MeasurementStatus> measurementStatusFromKey(std::string_view key);

// Times of one benchmark case, microseconds. What a source did not report is absent.
struct CaseTiming {
  CaseParams params;
  double medianUs = 0;
  int n = 0;  // timed launches
  std::optional<double> meanUs;
  std::optional<double> stdUs;
  std::optional<double> minUs;
  std::vector<std::pair<double, double>> quantiles;  // (level in 0..1, microseconds), levels ascending
  bool operator==(const CaseTiming&) const = default;
};

// One compiled kernel function. Bytes, except registers (a thread's).
struct KernelResources {
  std::string name;
  std::optional<int> registers;
  std::optional<int> sharedBytes;
  std::optional<int> localBytes;
  std::optional<int> spillBytes;
  bool operator==(const KernelResources&) const = default;
};

struct Measurement {
  MeasurementStatus status = MeasurementStatus::Ok;
  std::string error;              // the log or the check's words, whole
  std::vector<CaseTiming> cases;  // empty unless status is Ok
  std::vector<KernelResources> resources;
  std::optional<double> compileMs;
  bool operator==(const Measurement&) const = default;
};

// A measured speedup with the interval that noise leaves it.
struct Speedup {
  double value = 0;
  double low = 0;
  double high = 0;
  int cases = 0;  // cases it is the geometric mean of
  int runs = 0;   // runs it was combined from
};

// S = geometric mean over the cases of reference median / candidate median. The cases of both must be the
// same; else, or where either failed, or a time is not above zero, an error that says which case.
Result<double> speedup(const Measurement& reference, const Measurement& candidate);
Result<std::vector<double>> caseSpeedups(const Measurement& reference, const Measurement& candidate);

// Several runs of one kernel on one device: per case the median of its runs' medians (of two, their mean);
// n is summed, std is the largest of the runs' (absent where none says). Failed runs are left out; when all
// failed the first is returned. Runs whose cases differ are refused.
Result<Measurement> combineRuns(std::span<const Measurement> runs);

// S of combined runs with its interval (STATISTICS, "Several measurements"): two combined standard errors of
// the case medians, 1.2533 std / sqrt(n) each, in log S, widened to the range of the runs' own S.
// referenceRuns[i] and candidateRuns[i] are of the same run.
Result<Speedup> speedupOfRuns(std::span<const Measurement> referenceRuns,
                              std::span<const Measurement> candidateRuns);

// Geometric mean of the case medians, microseconds; none where not Ok or without cases.
std::optional<double> geometricMeanUs(const Measurement& measurement);

}  // namespace kernelcast
