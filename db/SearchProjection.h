// What a search's events make of the library: candidates, forecasts, outcomes, rows and the summary. Each
// event costs the same however long the search is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/search/event.h"
#include "db/Facts.h"
#include "db/SessionRows.h"
#include "db/Sql.h"
#include "db/Texts.h"

namespace kernelcast::db {

// What does not change while a search runs. One task, at most one device and one surrogate.
struct SearchContext {
  std::int64_t session = 0;
  SessionId ulid;
  search::SearchConfig config;
  std::int64_t taskVersion = 0;
  std::vector<std::string> params;  // of the task's cases, in order
  std::int64_t reference = 0;       // kernel
  std::int64_t device = 0;          // row of devices; unknown where the search names none
  int deviceIx = -1;
  std::int64_t surrogate = 0;  // row of surrogates
  int surrogateIx = -1;
};

// Writes the session itself from its first event: state running, no candidates.
Result<SearchContext> beginSearch(Connection& connection, const SessionId& id,
                                  const search::SessionStarted& started, std::int64_t atMs);
Result<SearchContext> loadSearch(Connection& connection, std::int64_t session, const SessionId& id);

// One batch of events, inside the writer's transaction.
class SearchProjection {
 public:
  SearchProjection(Connection& connection, const SearchContext& context)
      : connection_(connection), context_(context), texts_(connection) {}
  Result<void> apply(const search::Event& event);
  // Adds what the batch came to; call once, after its last event.
  void finish();

 private:
  Result<void> on(const search::Event& event, const search::MutationCompleted& body);
  Result<void> on(const search::Event& event, const search::CompileCompleted& body);
  Result<void> on(const search::Event& event, const search::ForecastCompleted& body);
  Result<void> on(const search::Event& event, const search::ParentJudged& body);
  Result<void> on(const search::Event& event, const search::MeasurementCompleted& body);
  Result<void> on(const search::Event& event, const search::MeasurementFailed& body);
  Result<void> on(const search::Event& event, const search::Paused& body);
  Result<void> on(const search::Event& event, const search::Resumed& body);
  Result<void> on(const search::Event& event, const search::Stopped& body);
  Result<void> on(const search::Event& event, const search::Finished& body);
  Result<void> on(const search::Event& event, const search::Failed& body);
  // Steps, verification, cancellations and calls that gave nothing change no row.
  template <typename Body>
  Result<void> on(const search::Event&, const Body&) {
    return {};
  }

  [[nodiscard]] int numberOf(search::Slot slot) const;
  Result<CandidateRow> rowOf(search::Slot slot);
  // Writes the row and its candidate's status, and counts what changed.
  void replace(const CandidateRow& before, const CandidateRow& after);
  // The run's measurements of candidate and reference; what is not in the library stays null.
  struct RunOfCandidate {
    std::int64_t run = 0;
    std::optional<Measurement> candidate;
    std::optional<Measurement> reference;
  };
  Result<RunOfCandidate> recordedRun(std::int64_t kernel, const search::MeasurementCompleted& body);
  Result<RunOfCandidate> liveRun(std::int64_t kernel, const search::MeasurementCompleted& body);
  Result<std::optional<Measurement>> linked(std::int64_t kernel, std::int64_t run);
  void link(std::int64_t measurement, std::int64_t run);
  void end(SessionState state, const std::string& note);

  Connection& connection_;
  const SearchContext& context_;
  TextStore texts_;
  SummaryDelta delta_;
  std::vector<BestOfTask> best_;
};

}  // namespace kernelcast::db
