#include <algorithm>
#include <map>
#include <set>

#include "db/ImportTables.h"
#include "db/RowFigures.h"
#include "db/SessionRows.h"
#include "db/Sql.h"

namespace kernelcast::db {

namespace {

using exchange::ExchangeCandidate;
using exchange::ExchangeSession;

struct Repeats {
  std::vector<Forecast> forecasts;
  int first = 0;
};

struct BuiltRow {
  CandidateRow row;
  int repeat = 0;  // of its only forecast
};

class RowBuilder {
 public:
  RowBuilder(const ExchangeSession& session, const ImportTables& tables, const CompileOutcomes& compiles)
      : session_(session), tables_(tables), compiles_(compiles) {
    if (tables.deviceLabels.size() == 1) onlyDevice_ = 0;
    if (tables.surrogateLabels.size() == 1) onlySurrogate_ = 0;
    for (const ImportedMeasurement& own : tables.measurements)
      measured_[{own.kernel, own.task}].push_back(&own);
    for (const auto& forecast : session.forecasts) forecasts_[forecast.candidate].push_back(&forecast);
    for (auto& [key, list] : measured_) {
      std::sort(list.begin(), list.end(),
                [](const auto* a, const auto* b) { return a->run->ix < b->run->ix; });
    }
  }

  std::vector<BuiltRow> rowsOf(const ExchangeCandidate& candidate) const {
    const ImportedTask& task = tables_.tasks.at(candidate.task);
    const std::int64_t kernel = tables_.kernels.at(candidate.kernel);
    const auto groups = forecastGroups(candidate, task);
    const auto runs = runsOf(candidate, kernel, task);

    std::set<std::pair<int, int>> keys;  // (device, surrogate)
    for (const auto& [key, repeats] : groups) keys.insert(key);
    for (const auto& [device, pairs] : runs) {
      const bool forecast = std::any_of(groups.begin(), groups.end(),
                                        [d = device](const auto& group) { return group.first.first == d; });
      if (!forecast) keys.emplace(device, onlySurrogate_);
    }
    if (keys.empty()) keys.emplace(onlyDevice_, onlySurrogate_);

    std::vector<BuiltRow> rows;
    for (const auto& [device, surrogate] : keys) {
      auto& [row, repeat] = rows.emplace_back();
      row.number = candidate.number;
      row.task = task.ix;
      row.device = device;
      row.surrogate = surrogate;
      bool compileStage = false;
      if (const auto compiled = compiles_.find(candidate.number); compiled != compiles_.end()) {
        fillResources(row, compiled->second.resources);
        row.compileMs = compiled->second.compileMs.value_or(CandidateRow::kUnknown);
        compileStage = !compiled->second.ok;
      }
      if (const auto group = groups.find({device, surrogate}); group != groups.end()) {
        fillForecasts(row, group->second.forecasts);
        repeat = group->second.first;
      }
      if (const auto pairs = runs.find(device); pairs != runs.end()) fillMeasured(row, pairs->second);
      applyOutcome(row, candidate.status, candidate.speedup, compileStage);
    }
    return rows;
  }

 private:
  // Forecasts against another anchor than the task's reference say nothing of S; they are kept, and are no
  // row's.
  std::map<std::pair<int, int>, Repeats> forecastGroups(const ExchangeCandidate& candidate,
                                                        const ImportedTask& task) const {
    std::map<std::pair<int, int>, Repeats> groups;
    const auto own = forecasts_.find(candidate.number);
    if (own == forecasts_.end()) return groups;
    auto sorted = own->second;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto* a, const auto* b) { return a->repeat < b->repeat; });
    for (const auto* forecast : sorted) {
      if (task.reference != 0 && tables_.kernels.at(forecast->anchor) != task.reference) continue;
      int device = tables_.devices.at(forecast->device).ix;
      if (device < 0) device = onlyDevice_;
      Repeats& repeats = groups[{device, tables_.surrogates.at(forecast->surrogate).ix}];
      if (repeats.forecasts.empty()) repeats.first = forecast->repeat;
      repeats.forecasts.push_back(forecast->forecast);
    }
    return groups;
  }

  // By device. A search's candidate stands on the one run that its outcome names, other candidates on all.
  std::map<int, std::vector<MeasuredPair>> runsOf(const ExchangeCandidate& candidate, std::int64_t kernel,
                                                  const ImportedTask& task) const {
    std::map<int, std::vector<MeasuredPair>> runs;
    if (candidate.status && candidate.run.empty()) return runs;
    const ImportedRun* only = candidate.run.empty() ? nullptr : &tables_.runs.at(candidate.run);
    const auto own = measured_.find({kernel, task.ix});
    if (own == measured_.end()) return runs;
    const auto reference = measured_.find({task.reference, task.ix});
    std::map<int, std::map<int, MeasuredPair>> byRun;  // device -> run -> pair
    for (const ImportedMeasurement* one : own->second) {
      if (only != nullptr && one->run->id != only->id) continue;
      byRun[deviceOf(*one)][one->run->ix].candidate = one->measurement;
    }
    if (reference != measured_.end()) {
      for (const ImportedMeasurement* one : reference->second) {
        const auto device = byRun.find(deviceOf(*one));
        if (device == byRun.end() || (only != nullptr && one->run->id != only->id)) continue;
        device->second[one->run->ix].reference = one->measurement;
      }
    }
    for (const auto& [device, pairs] : byRun) {
      for (const auto& [run, pair] : pairs) runs[device].push_back(pair);
    }
    return runs;
  }

  int deviceOf(const ImportedMeasurement& measurement) const {
    return measurement.run->device.ix < 0 ? onlyDevice_ : measurement.run->device.ix;
  }

  const ExchangeSession& session_;
  const ImportTables& tables_;
  const CompileOutcomes& compiles_;
  int onlyDevice_ = -1;  // where the session has one, rows that name none are of it
  int onlySurrogate_ = -1;
  std::map<std::pair<std::int64_t, int>, std::vector<const ImportedMeasurement*>>
      measured_;  // (kernel, task)
  std::unordered_map<int, std::vector<const exchange::ExchangeForecast*>> forecasts_;
};

}  // namespace

Result<RowTotals> importRows(Connection& connection, const ExchangeSession& session,
                             const ImportTables& tables, const CompileOutcomes& compiles,
                             const std::function<Result<void>()>& pause) {
  const RowBuilder builder(session, tables, compiles);
  RowTotals totals;
  for (const ExchangeCandidate& candidate : session.candidates) {
    if (auto paused = pause(); !paused) return failure(paused.error());
    bool measured = false;
    bool correct = false;
    for (const auto& [row, repeat] : builder.rowsOf(candidate)) {
      writeRow(connection, tables.session, row, repeat);
      totals.forecasts += row.forecasts + row.unparsed;
      measured = measured || judgedByDevice(row);
      correct = correct || judgedCorrect(row);
      if (row.status == RowStatus::Ok && row.hasSpeedup()) {
        offerBest(totals.best, {candidate.task, candidate.number, candidate.name, row.speedup});
      }
    }
    totals.measured += measured ? 1 : 0;
    totals.correct += correct ? 1 : 0;
  }
  std::sort(totals.best.begin(), totals.best.end(), [&](const BestOfTask& a, const BestOfTask& b) {
    return tables.tasks.at(a.task).ix < tables.tasks.at(b.task).ix;
  });
  return totals;
}

}  // namespace kernelcast::db
