#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "db/Catalogue.h"
#include "db/ReaderImpl.h"
#include "db/SessionRows.h"
#include "db/Texts.h"

namespace kernelcast::db {

namespace {

struct Candidate {
  int number = 0;
  std::string name;
  std::string hash;
  int parent = 0;
  Verdict verdict = Verdict::None;
  int firstRow = -1;  // index of its first row
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
        R"(
        SELECT number, name, hash, parent, verdict FROM candidates JOIN kernels ON kernels.id = kernel WHERE
        session = ? ORDER BY number)",
        session_);
    while (rows.next()) {
      Candidate& candidate = candidates_.emplace_back();
      candidate.number = rows->number();
      candidate.name = rows->string();
      candidate.hash = hashHex(rows->bytes());
      candidate.parent = rows->number();
      candidate.verdict = verdictFromKey(rows->text()).value_or(Verdict::None);
    }
  }

  // By binary search: candidates are in the order of their numbers. `hint` is where it will be in nearly all
  // cases.
  Candidate* candidate(int number, std::size_t hint) {
    if (hint < candidates_.size() && candidates_[hint].number == number) return &candidates_[hint];
    const auto found = std::lower_bound(candidates_.begin(), candidates_.end(), number,
                                        [](const Candidate& one, int key) { return one.number < key; });
    return found != candidates_.end() && found->number == number ? &*found : nullptr;
  }

  // 0 is the task's reference, below 0 stand further kernels that a search started from.
  const std::string& parentName(int task, int parent) {
    if (parent > 0) {
      if (const Candidate* own = candidate(parent, static_cast<std::size_t>(parent - 1))) return own->name;
    }
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
      static const std::string sql = fmt::format(
          "SELECT repeat, {} FROM candidate_rows WHERE session = ? ORDER BY task_ix, number, device_ix, "
          "surrogate_ix",
          rowColumnNames());
      Rows rows = connection_.query(sql, session_);
      while (rows.next()) {
        repeats_.push_back(rows->number());
        CandidateRow& row = table.rows.emplace_back();
        readRowColumns(*rows, row);
        severalForecasts_ = severalForecasts_ || row.forecasts + row.unparsed > 1;
      }
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      CandidateRow& row = table.rows[i];
      Candidate* own = candidate(row.number, next);
      if (own == nullptr) continue;  // cannot be: a row refers to its candidate
      next = static_cast<std::size_t>(own - candidates_.data()) + 1;
      if (own->firstRow < 0) own->firstRow = static_cast<int>(i);
      row.name = own->name;
      row.kernelHash = own->hash;
      row.parent = std::max(0, own->parent);
      row.parentName = parentName(row.task, own->parent);
      row.verdict = own->verdict;
    }
  }

  // Where each row has one forecast at most, the rows have said it all.
  void forecastsFromRows(SessionTable& table) const {
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      const CandidateRow& row = table.rows[i];
      if (row.forecasts + row.unparsed == 0) continue;
      ForecastRow& forecast = table.forecasts.emplace_back();
      forecast.row = static_cast<int>(i);
      forecast.repeat = repeats_[i];
      forecast.parsed = row.hasForecast();
      forecast.predictedBin = row.predictedBin;
      if (forecast.parsed) forecast.rawProbabilitySum = row.rawProbabilitySum;
      forecast.probabilities = forecast.parsed ? row.probabilities : uniformProbabilities();
    }
  }

  void readForecasts(SessionTable& table) {
    table.forecasts.reserve(static_cast<std::size_t>(table.summary.forecasts));
    if (!severalForecasts_) return forecastsFromRows(table);
    std::size_t next = 0;
    {
      Rows rows = connection_.query(
          R"(
          SELECT candidate, device, surrogate, anchor, repeat, predicted_bin, raw_sum, probabilities FROM
          forecasts WHERE session = ? ORDER BY candidate, device, surrogate, anchor, repeat)",
          session_);
      while (rows.next()) {
        const int number = rows->number();
        const std::int64_t device = rows->integer();
        const std::int64_t surrogate = rows->integer();
        const Candidate* own = candidate(number, next);
        if (own == nullptr || own->firstRow < 0) continue;
        next = static_cast<std::size_t>(own - candidates_.data()) + 1;
        const int row = rowOf(table, *own, device, surrogate, rows->integer());
        if (row < 0) continue;
        ForecastRow& forecast = table.forecasts.emplace_back();
        forecast.row = row;
        forecast.repeat = rows->number();
        forecast.predictedBin = rows->number();
        const double rawSum = rows->real();
        forecast.parsed = probabilitiesFrom(rows->bytes(), forecast.probabilities);
        if (forecast.parsed) forecast.rawProbabilitySum = rawSum;
        else forecast.probabilities = uniformProbabilities();
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
  int rowOf(const SessionTable& table, const Candidate& own, std::int64_t device, std::int64_t surrogate,
            std::int64_t anchor) const {
    const auto begin = static_cast<std::size_t>(own.firstRow);
    const std::int64_t reference = tasks_[static_cast<std::size_t>(table.rows[begin].task)].reference;
    if (reference != 0 && reference != anchor) return -1;
    const auto ofDevice = deviceIx_.find(device);
    const auto ofSurrogate = surrogateIx_.find(surrogate);
    // Where the session has one device, a forecast that names none is of it.
    const int onlyDevice = table.devices.size() == 1 ? 0 : -1;
    const int deviceIx = ofDevice == deviceIx_.end() ? onlyDevice : ofDevice->second;
    const int surrogateIx = ofSurrogate == surrogateIx_.end() ? -1 : ofSurrogate->second;
    for (std::size_t i = begin; i < table.rows.size() && table.rows[i].number == own.number; ++i) {
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
  std::vector<Candidate> candidates_;  // by number
  std::map<std::pair<int, int>, std::string> seedNames_;
  std::vector<int> repeats_;  // by row
  bool severalForecasts_ = false;
};

}  // namespace

Result<SessionTable> readTable(Connection& connection, const Surroundings& here, const SessionRow& session) {
  auto summary = readSessions(connection, here, &session);
  if (!summary) return failure(summary.error());
  return TableReader(connection, session.id).read(std::move(summary->front()));
}

}  // namespace kernelcast::db
