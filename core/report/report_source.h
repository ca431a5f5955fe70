// Puts together what a report of one session is written from, whoever holds the session.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/domain/result.h"
#include "core/report/report_model.h"

namespace kernelcast::report {

// What is asked of a library.
struct ReportReads {
  std::function<Result<SessionTable>(const SessionId&)> table;
  // device and surrogate by name; empty where the row has none.
  std::function<Result<CandidateDetail>(const SessionId&, int candidate, std::string_view device,
                                        std::string_view surrogate)>
      detail;
  std::function<Result<std::vector<Device>>(const SessionId&)> devices;
  std::function<Result<std::string>(const SessionId&)> dataHash;
};

// Scores by both rules, ranks, costliest pairs, and details until their texts pass `detailBytes`; the writer
// says how many it left out.
Result<ReportSession> reportSession(const ReportReads& reads, const SessionId& id, std::size_t detailBytes);

}  // namespace kernelcast::report
