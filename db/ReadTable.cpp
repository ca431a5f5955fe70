#include <unordered_map>

#include "db/Catalogue.h"
#include "db/ReaderImpl.h"
#include "db/SessionRows.h"
#include "db/Texts.h"

namespace kernelcast::db {

namespace {

struct Candidate {
  std::string name;
  std::string hash;
  int parent = 0;
  Verdict verdict = Verdict::None;
};

class TableReader {
 public:
  TableReader(Connection& connection, std::int64_t session) : connection_(connection), session_(session) {}

  Result<SessionTable> read(SessionSummary summary) {
    SessionTable table;
    table.summary = std::move(summary);
    auto tasks = readTasks(connection_, session_);
    if (!tasks) return failure(tasks.error());
    for (SessionTask& task : *tasks) table.tasks.push_back(std::move(task.task.name));
    tasks_ = std::move(*tasks);
    for (SessionDevice& device : readDevices(connection_, session_)) {
      deviceIx_.emplace(device.id, static_cast<int>(table.devices.size()));
      table.devices.push_back(std::move(device.label));
    }
    for (SessionSurrogate& surrogate : readSurrogates(connection_, session_)) {
      surrogateIx_.emplace(surrogate.id, static_cast<int>(table.surrogates.size()));
      table.surrogates.push_back(std::move(surrogate.label));
    }
    readCandidates(static_cast<std::size_t>(table.summary.candidates));
    readRows(table);
    readForecasts(table);
    return table;
  }

 private:
  void readCandidates(std::size_t expected) {
    candidates_.reserve(expected);
    Rows rows = connection_.query(
        "SELECT number, name, hash, parent, verdict FROM candidates JOIN kernels ON kernels.id = kernel "
        "WHERE session = ?",
        session_);
    while (rows.next()) {
      const int number = rows->number();
      Candidate& candidate = candidates_[number];
      candidate.name = rows->string();
      candidate.hash = hashHex(rows->bytes());
      candidate.parent = rows->number();
      candidate.verdict = verdictFromKey(rows->text()).value_or(Verdict::None);
    }
  }

  // 0 is the task's reference, below 0 stand further kernels that a search started from.
  const std::string& parentName(int task, int parent) {
    if (const auto found = candidates_.find(parent); found != candidates_.end()) return found->second.name;
    const auto [entry, fresh] = seedNames_.try_emplace({task, parent});
    if (fresh) {
      const std::int64_t reference = tasks_[static_cast<std::size_t>(task)].reference;
      if (parent == 0) entry->second = kernelName(connection_, session_, reference);
      else {
        entry->second =
            connection_
                .text("SELECT name FROM session_kernels WHERE session = ? AND ix = ?", session_, -parent)
                .value_or("");
      }
    }
    return entry->second;
  }

  void readRows(SessionTable& table) {
    table.rows.reserve(candidates_.size());
    {
      Rows rows = connection_.query(
          "SELECT task_ix, number, device_ix, surrogate_ix, status, forecasts, unparsed, predicted_bin, "
          "raw_sum, "
          "probabilities, speedup, speedup_low, speedup_high, runs, cases, runtime_us, reference_us, "
          "registers, "
          "shared_bytes, local_bytes, compile_ms FROM candidate_rows WHERE session = ? "
          "ORDER BY task_ix, number, device_ix, surrogate_ix",
          session_);
      while (rows.next()) readRowColumns(*rows.operator->(), table.rows.emplace_back());
    }
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      CandidateRow& row = table.rows[i];
      const Candidate& candidate = candidates_.at(row.number);
      row.name = candidate.name;
      row.kernelHash = candidate.hash;
      row.parent = std::max(0, candidate.parent);
      row.parentName = parentName(row.task, candidate.parent);
      row.verdict = candidate.verdict;
      firstRow_.try_emplace(row.number, static_cast<int>(i));
    }
  }

  void readForecasts(SessionTable& table) {
    table.forecasts.reserve(static_cast<std::size_t>(table.summary.forecasts));
    {
      Rows rows = connection_.query(
          "SELECT candidate, device, surrogate, anchor, repeat, predicted_bin, raw_sum, probabilities FROM "
          "forecasts "
          "WHERE session = ? ORDER BY candidate, device, surrogate, anchor, repeat",
          session_);
      while (rows.next()) {
        const int number = rows->number();
        const std::int64_t device = rows->integer();
        const std::int64_t surrogate = rows->integer();
        const int row = rowOf(table, number, device, surrogate, rows->integer());
        if (row < 0) continue;
        ForecastRow& forecast = table.forecasts.emplace_back();
        forecast.row = row;
        forecast.repeat = rows->number();
        forecast.predictedBin = rows->number();
        forecast.rawProbabilitySum = rows->real();
        forecast.parsed = probabilitiesFrom(rows->bytes(), forecast.probabilities);
        if (!forecast.parsed) forecast.probabilities = uniformProbabilities();
      }
    }
    const auto inOrder = [](const ForecastRow& a, const ForecastRow& b) {
      return a.row != b.row ? a.row < b.row : a.repeat < b.repeat;
    };
    if (!std::is_sorted(table.forecasts.begin(), table.forecasts.end(), inOrder)) {
      std::stable_sort(table.forecasts.begin(), table.forecasts.end(), inOrder);
    }
  }

  // -1 for a forecast against another anchor than the task's reference: it is no row's.
  int rowOf(const SessionTable& table, int number, std::int64_t device, std::int64_t surrogate,
            std::int64_t anchor) const {
    const auto first = firstRow_.find(number);
    if (first == firstRow_.end()) return -1;
    const auto begin = static_cast<std::size_t>(first->second);
    const std::int64_t reference = tasks_[static_cast<std::size_t>(table.rows[begin].task)].reference;
    if (reference != 0 && reference != anchor) return -1;
    const auto ofDevice = deviceIx_.find(device);
    const auto ofSurrogate = surrogateIx_.find(surrogate);
    // Where the session has one device, a forecast that names none is of it.
    const int onlyDevice = table.devices.size() == 1 ? 0 : -1;
    const int deviceIx = ofDevice == deviceIx_.end() ? onlyDevice : ofDevice->second;
    const int surrogateIx = ofSurrogate == surrogateIx_.end() ? -1 : ofSurrogate->second;
    for (std::size_t i = begin; i < table.rows.size() && table.rows[i].number == number; ++i) {
      if (table.rows[i].device == deviceIx && table.rows[i].surrogate == surrogateIx)
        return static_cast<int>(i);
    }
    return -1;
  }

  Connection& connection_;
  const std::int64_t session_;
  std::vector<SessionTask> tasks_;
  std::unordered_map<std::int64_t, int> deviceIx_;
  std::unordered_map<std::int64_t, int> surrogateIx_;
  std::unordered_map<int, Candidate> candidates_;
  std::map<std::pair<int, int>, std::string> seedNames_;
  std::unordered_map<int, int> firstRow_;  // candidate number -> index of its first row
};

}  // namespace

Result<SessionTable> readTable(Connection& connection, const Surroundings& here, const SessionRow& session) {
  auto summary = readSessions(connection, here, &session);
  if (!summary) return failure(summary.error());
  return TableReader(connection, session.id).read(std::move(summary->front()));
}

}  // namespace kernelcast::db
