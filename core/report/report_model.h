// What a report is written from: sessions as loaded, their figures, and what to show of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/domain/device.h"
#include "core/domain/session.h"
#include "core/domain/speedup_bin.h"
#include "core/stats/session_scores.h"

namespace kernelcast::report {

struct ReportSession {
  SessionTable table;
  stats::SessionScores scores;           // by the rule as asked
  stats::SessionScores scoresPaperCode;  // by the rule as published
  stats::WrongOrderPairs pairs;
  std::vector<CandidateDetail> details;  // same index as table.rows; may be shorter, or empty
  std::vector<Device> devices;           // facts, in any order
  std::string dataHash;
  std::vector<std::string> promptHashes;  // empty: unknown
};

// Limits keep the file readable in a browser. Whatever a limit leaves out, the report says so with its
// number.
struct ReportOptions {
  BinRule bins = BinRule::Prompt;                  // the rule that colours charts and heads the figures
  std::string programVersion;                      // "kernelcast 1.2.3"
  std::int64_t createdMs = 0;                      // UTC
  std::vector<std::string> sections;               // keys of reportSections(); empty means all
  std::size_t pairs = 20;                          // wrong-order pairs shown
  std::size_t kernels = 0;                         // entries with source and rationale; 0: all that fit
  std::size_t tableRows = 5000;                    // rows of the candidates table
  std::size_t detailBytes = std::size_t{4} << 20;  // rationales, logs and sources together
  std::size_t textBytes = std::size_t{256} << 10;  // one rationale, log or source
};

struct Report {
  std::string title;  // empty: named after its sessions
  std::vector<ReportSession> sessions;
  ReportOptions options;
};

inline const stats::SessionScores& scoresBy(const ReportSession& session, BinRule rule) {
  return rule == BinRule::Prompt ? session.scores : session.scoresPaperCode;
}

}  // namespace kernelcast::report
