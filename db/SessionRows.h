// Derived rows: what a session shows when it is opened and listed. Written in the transaction of what they
// derive from.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/domain/json.h"
#include "core/domain/session.h"
#include "core/search/config.h"
#include "db/Sql.h"

namespace kernelcast::db {

// Bytes of eight doubles, as forecasts and rows hold them; the file is for little-endian machines, as CUDA's
// hosts are.
std::string probabilityBytes(const BinProbabilities& probabilities);
bool probabilitiesFrom(std::string_view bytes, BinProbabilities& probabilities);  // false: not eight doubles

// A row's figures; its names and lineage stand with the candidate. `repeat` is its only forecast's, where it
// has one.
void writeRow(Connection& connection, std::int64_t session, const CandidateRow& row, int repeat = 0);
std::optional<CandidateRow> readRow(Connection& connection, std::int64_t session, int task, int number,
                                    int device, int surrogate);
// The columns of candidate_rows that a CandidateRow holds, in the order in which every statement here names,
// binds and reads them. `session` and `repeat` stand beside them.
struct RowColumn {
  std::string_view name;
  void (*bind)(Statement& statement,
               const CandidateRow& row);  // the row must outlive the statement's next step
  void (*read)(Statement& statement, CandidateRow& row);
};
std::span<const RowColumn> rowColumns();
// "task_ix, number, ..."
const std::string& rowColumnNames();
inline void readRowColumns(Statement& statement, CandidateRow& row) {
  for (const RowColumn& column : rowColumns()) column.read(statement, row);
}

inline bool judgedCorrect(const CandidateRow& row) {
  return judgedByDevice(row) && row.status == RowStatus::Ok;
}

// Lays what a search or its log says became of a candidate over what was measured. `compileStage`: it failed
// before a device saw it.
void applyOutcome(CandidateRow& row, std::optional<RowStatus> status, std::optional<double> speedup,
                  bool compileStage);

// Counts that are added to a session's summary.
struct SummaryDelta {
  int candidates = 0;
  int forecasts = 0;
  int measured = 0;
  int correct = 0;
  int trusted = 0;
  int deferred = 0;
  int skipped = 0;
  int audited = 0;
  std::int64_t tokens = 0;
  double cost = 0;
  double gpuSeconds = 0;

  void add(Verdict verdict);
  void add(const Usage& usage);
  void add(const search::Spent& spent);  // tokens, cost and GPU time
};
void addToSummary(Connection& connection, std::int64_t session, const SummaryDelta& delta);

// The best of its task where it beats what is there; of equals the lower number.
void offerBest(std::vector<BestOfTask>& best, const BestOfTask& offered);
Json bestToJson(const std::vector<BestOfTask>& best);
std::vector<BestOfTask> bestFromJson(std::string_view text);
std::vector<std::string> namesFromJson(std::string_view text);

}  // namespace kernelcast::db
