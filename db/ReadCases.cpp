#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

#include "db/CaseMedians.h"
#include "db/Catalogue.h"
#include "db/Facts.h"
#include "db/ReaderImpl.h"
#include "db/SqlError.h"

namespace kernelcast::db {

namespace {

constexpr double kNotRun = std::numeric_limits<double>::quiet_NaN();

// One run's medians by column, microseconds; NaN where it did not run that case.
using Medians = std::vector<double>;
struct Run {
  std::int64_t id = 0;
  Medians us;
};

// As speedups combine runs: none where their cases differ.
std::optional<Medians> combined(const std::vector<Medians>& runs) {
  if (runs.size() == 1) return runs.front();
  std::vector<Measurement> measurements;
  std::size_t columns = 0;
  for (const Medians& run : runs) {
    columns = run.size();
    Measurement& measurement = measurements.emplace_back();
    for (std::size_t column = 0; column < columns; ++column) {
      if (std::isnan(run[column])) continue;
      CaseTiming& timing = measurement.cases.emplace_back();
      timing.params.values = {{"column", static_cast<std::int64_t>(column)}};
      timing.medianUs = run[column];
    }
  }
  const auto together = combineRuns(measurements);
  if (!together) return std::nullopt;
  Medians us(columns, kNotRun);
  for (const CaseTiming& timing : together->cases) {
    us[static_cast<std::size_t>(timing.params.values.front().second)] = timing.medianUs;
  }
  return us;
}

class CasesReader {
 public:
  CasesReader(Connection& connection, const SessionRow& session)
      : connection_(connection), session_(session) {}

  Result<CaseTimes> read(std::string_view task, std::string_view device) {
    if (auto found = findTask(task); !found) return failure(found.error());
    auto chosen = DeviceChoice::of(connection_, session_, device);
    if (!chosen) return failure(chosen.error());
    device_ = *chosen;
    for (const CaseParams& params : task_.task.benchmarkCases) columnOf(params);
    if (auto done = readReference(); !done) return failure(done.error());
    if (reference_.empty()) return std::move(times_);  // nothing to compare with
    if (auto done = readCandidates(); !done) return failure(done.error());
    return std::move(times_);
  }

 private:
  Result<void> findTask(std::string_view name) {
    auto tasks = readTasks(connection_, session_.id);
    if (!tasks) return failure(tasks.error());
    const auto found =
        std::find_if(tasks->begin(), tasks->end(), [&](const auto& own) { return own.task.name == name; });
    if (found == tasks->end()) {
      return failure(Error::Kind::NotFound,
                     fmt::format("session \"{}\" has no task \"{}\"", session_.name, name));
    }
    taskIx_ = static_cast<int>(found - tasks->begin());
    task_ = std::move(*found);
    return {};
  }

  // The case's column, added where there is none.
  std::size_t columnOf(const CaseParams& params) {
    auto byName = params.values;
    std::sort(byName.begin(), byName.end());
    const auto found = std::find(columns_.begin(), columns_.end(), byName);
    if (found != columns_.end()) return static_cast<std::size_t>(found - columns_.begin());
    columns_.push_back(std::move(byName));
    times_.columns.push_back({caseLabel(params), caseLabelLong(params)});
    return columns_.size() - 1;
  }

  // Cases that the task does not list stand behind those that it does.
  Result<void> readReference() {
    if (task_.reference == 0) return {};
    for (const StoredMeasurement& stored : readMeasurements(connection_, session_.id, task_.reference)) {
      if (stored.taskVersion != task_.version || !device_.holds(stored.device)) continue;
      const auto measurement = readMeasurementBody(stored.body, task_.task.params);
      if (!measurement) return failure(measurement.error());
      if (measurement->status != MeasurementStatus::Ok) continue;
      Medians& us = reference_[stored.run];
      for (const CaseTiming& timing : measurement->cases) {
        const std::size_t column = columnOf(timing.params);
        us.resize(columns_.size(), kNotRun);
        us[column] = timing.medianUs;
      }
    }
    for (auto& [run, us] : reference_) us.resize(columns_.size(), kNotRun);
    return {};
  }

  // A search says which run its verdict is of; elsewhere all runs count.
  Result<void> readCandidates() {
    Rows rows = connection_.query(
        R"(
        SELECT c.number, ifnull(c.run, 0), m.run, m.body FROM candidates c
        JOIN measurements m ON m.kernel = c.kernel AND m.task_version = ? AND m.status = 'ok'
        JOIN session_measurements s ON s.session = c.session AND s.measurement = m.id
        JOIN runs r ON r.id = m.run AND (r.device = ? OR (r.device = ? AND ?))
        WHERE c.session = ? AND c.task_ix = ?
        AND (c.status IS NULL OR (c.status = 'ok' AND c.run = m.run)) ORDER BY c.number, m.run)",
        task_.version, device_.id, kUnknown, device_.only, session_.id, taskIx_);
    int number = 0;
    bool oneRunOnly = false;
    std::vector<Run> runs;
    while (rows.next()) {
      const int next = rows->number();
      if (next != number) {
        addCandidate(number, oneRunOnly, runs);
        runs.clear();
        number = next;
      }
      oneRunOnly = rows->integer() != 0;
      const std::int64_t run = rows->integer();
      auto us = mediansOf(rows->text());
      if (!us) return failure(us.error());
      runs.push_back({run, std::move(*us)});
    }
    addCandidate(number, oneRunOnly, runs);
    return {};
  }

  // Cases that neither the task nor its reference has are left out: there is nothing to compare them with.
  Result<Medians> mediansOf(std::string_view body) {
    Medians us(columns_.size(), kNotRun);
    if (readCaseMedians(body, cases_)) {
      for (std::size_t i = 0; i < cases_.size(); ++i) set(us, cases_[i].params, i, cases_[i].us);
      return us;
    }
    const auto measurement = readMeasurementBody(body, {});
    if (!measurement) return failure(measurement.error());
    for (const CaseTiming& timing : measurement->cases) set(us, timing.params.values, 0, timing.medianUs);
    return us;
  }

  // `hint` is where the column nearly always is.
  void set(Medians& us, const NamedParams& params, std::size_t hint, double median) const {
    if (hint >= columns_.size() || columns_[hint] != params) {
      hint = static_cast<std::size_t>(std::find(columns_.begin(), columns_.end(), params) - columns_.begin());
    }
    if (hint < us.size()) us[hint] = median;
  }

  // As RowFigures combines them: of the runs that measured both, else of each side's runs together.
  void addCandidate(int number, bool oneRunOnly, const std::vector<Run>& runs) {
    if (runs.empty()) return;
    std::vector<Medians> reference;
    std::vector<Medians> own;
    for (const Run& run : runs) {
      const auto same = reference_.find(run.id);
      if (same == reference_.end()) continue;
      reference.push_back(same->second);
      own.push_back(run.us);
    }
    if (own.empty()) {
      if (oneRunOnly) return;
      for (const auto& [run, us] : reference_) reference.push_back(us);
      for (const Run& run : runs) own.push_back(run.us);
    }
    const auto referenceUs = combined(reference);
    const auto ownUs = combined(own);
    if (!referenceUs || !ownUs) return;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      const double us = (*ownUs)[column];
      const double ofReference = (*referenceUs)[column];
      if (!(us > 0) || !(ofReference > 0)) continue;
      times_.times.push_back({number, static_cast<int>(column), us, ofReference});
    }
  }

  Connection& connection_;
  const SessionRow& session_;
  SessionTask task_;
  int taskIx_ = 0;
  DeviceChoice device_;
  std::vector<NamedParams> columns_;
  std::map<std::int64_t, Medians> reference_;  // by run; those that worked
  std::vector<CaseMedian> cases_;              // of the measurement that is being read
  CaseTimes times_;
};

}  // namespace

Result<CaseTimes> Reader::caseTimes(const SessionId& id, std::string_view task, std::string_view device) {
  return guarded(impl_->file, "read the times of cases", [&]() -> Result<CaseTimes> {
    // One view of the library for all statements, whatever is written meanwhile.
    const SQLite::Transaction snapshot(impl_->connection->database(), SQLite::TransactionBehavior::DEFERRED);
    const auto session = findSession(*impl_->connection, id);
    if (!session) return failure(session.error());
    return CasesReader(*impl_->connection, *session).read(task, device);
  });
}

}  // namespace kernelcast::db
