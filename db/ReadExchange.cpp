#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "db/Catalogue.h"
#include "db/Facts.h"
#include "db/ReaderImpl.h"
#include "db/Texts.h"

namespace kernelcast::db {

namespace {

using exchange::ExchangeSession;

// Lists stand in an order that follows from what the session holds, so that a session which was exported and
// imported elsewhere is exported as the same bytes.
class ExchangeReader {
 public:
  ExchangeReader(Connection& connection, const SessionRow& session)
      : connection_(connection), session_(session) {}

  Result<ExchangeSession> read() {
    readHead();
    using Step = Result<void> (ExchangeReader::*)();
    for (const Step step :
         {&ExchangeReader::readNamed, &ExchangeReader::readKernels, &ExchangeReader::readRuns,
          &ExchangeReader::readCandidates, &ExchangeReader::readForecasts,
          &ExchangeReader::readAllMeasurements, &ExchangeReader::readLog}) {
      if (auto done = (this->*step)(); !done) return failure(done.error());
    }
    return std::move(out_);
  }

 private:
  void readHead() {
    Rows rows = connection_.query(
        "SELECT name, kind, state, state_note, created_ms, policy, provenance FROM sessions WHERE id = ?",
        session_.id);
    rows.next();
    out_.id = session_.ulid;
    out_.name = rows->string();
    out_.kind = sessionKindFromKey(rows->text()).value_or(SessionKind::Import);
    out_.state = sessionStateFromKey(rows->text()).value_or(SessionState::Imported);
    out_.stateNote = rows->string();
    out_.createdMs = rows->integer();
    out_.policy = rows->string();
    out_.note = rows->string();
  }

  Result<void> readNamed() {
    auto tasks = readTasks(connection_, session_.id);
    if (!tasks) return failure(tasks.error());
    tasks_ = std::move(*tasks);
    for (const SessionTask& task : tasks_) out_.tasks.push_back(task.task);
    for (const SessionDevice& own : readDevices(connection_, session_.id)) {
      auto device = Catalogue(connection_).readDevice(own.id);
      if (!device) return failure(device.error());
      deviceKeys_.try_emplace(own.id, own.key);
      out_.devices.push_back({own.key, std::move(*device)});
    }
    for (const SessionSurrogate& own : readSurrogates(connection_, session_.id)) {
      auto surrogate = Catalogue(connection_).readSurrogate(own.id);
      if (!surrogate) return failure(surrogate.error());
      surrogateKeys_.try_emplace(own.id, own.key);
      out_.surrogates.push_back({own.key, std::move(surrogate->name), std::move(surrogate->model),
                                 std::move(surrogate->mode), std::move(surrogate->prompt)});
    }
    return {};
  }

  // The form has no "none": what names no device names one that is called unknown.
  const std::string& deviceKey(std::int64_t device) {
    const auto found = deviceKeys_.find(device);
    if (found != deviceKeys_.end()) return found->second;
    std::string key = "unknown";
    const auto taken = [&] {
      return std::any_of(out_.devices.begin(), out_.devices.end(),
                         [&](const auto& own) { return own.key == key; });
    };
    while (taken()) key += "-device";
    Device unknown;
    unknown.name = "unknown";
    out_.devices.push_back({key, std::move(unknown)});
    return deviceKeys_.emplace(device, key).first->second;
  }

  Result<void> readKernels() {
    std::vector<std::int64_t> ids;
    std::unordered_set<std::string> keys;
    {
      Rows rows = connection_.query(
          "SELECT kernel, key, name FROM session_kernels WHERE session = ? ORDER BY ix", session_.id);
      while (rows.next()) {
        const std::int64_t kernel = rows->integer();
        std::string key = rows->string();
        // One source under two names has one key in a search's own rows; in a document each entry has its
        // own.
        if (!keys.insert(key).second) {
          const std::string stem = key;
          for (int copy = 2; !keys.insert(key).second; ++copy) key = fmt::format("{}-{}", stem, copy);
        }
        auto& own = out_.kernels.emplace_back();
        own.key = key;
        own.name = rows->string();
        kernelKeys_.try_emplace(kernel, own.key);
        ids.push_back(kernel);
      }
    }
    for (std::size_t i = 0; i < ids.size(); ++i) {
      auto source = readText(connection_, ids[i]);
      if (!source) return failure(source.error());
      out_.kernels[i].source = std::move(*source);
    }
    for (const SessionTask& task : tasks_) {
      if (task.reference != 0) out_.references.push_back({task.task.name, kernelKeys_.at(task.reference)});
    }
    return {};
  }

  Result<void> readRuns() {
    Rows rows = connection_.query(
        R"(
        SELECT runs.id, session_ulid, runs.key, device, versions.id, versions.value, started_ms FROM
        session_runs JOIN runs ON runs.id = run JOIN versions ON versions.id = tool WHERE
        session_runs.session = ? ORDER BY session_runs.ix)",
        session_.id);
    while (rows.next()) {
      const std::int64_t id = rows->integer();
      RunName name;
      name.session = rows->string();
      name.key = rows->string();
      auto& run = out_.runs.emplace_back();
      run.key = runKeyIn(name, session_.ulid);
      run.device = deviceKey(rows->integer());
      const bool toolKnown = rows->integer() != kUnknown;
      run.tool = rows->string();
      if (!toolKnown) run.tool.clear();
      run.startedMs = rows->optionalInteger();
      runKeys_.emplace(id, run.key);
    }
    return {};
  }

  Result<void> readCandidates() {
    Rows rows = connection_.query(
        R"(
        SELECT number, task_ix, kernel, name, parent, note, verdict, status, speedup, run FROM candidates
        WHERE session = ? ORDER BY number)",
        session_.id);
    while (rows.next()) {
      auto& own = out_.candidates.emplace_back();
      own.number = rows->number();
      own.task = tasks_.at(static_cast<std::size_t>(rows->number())).task.name;
      own.kernel = kernelKeys_.at(rows->integer());
      own.name = rows->string();
      own.parent = std::max(0, rows->number());
      own.note = rows->string();
      own.verdict = verdictFromKey(rows->text());
      own.status = rowStatusFromKey(rows->text());
      own.speedup = rows->optionalReal();
      if (const auto run = rows->optionalInteger()) own.run = runKeys_.at(*run);
    }
    return {};
  }

  Result<void> readForecasts() {
    struct Row {
      std::int64_t device;
      std::int64_t surrogate;
      std::int64_t anchor;
      std::int64_t rationale;
    };
    std::vector<Row> list;
    {
      Rows rows = connection_.query(
          R"(
          SELECT candidate, device, surrogate, anchor, repeat, predicted_bin, raw_sum, probabilities,
          rationale, parse_error, input_tokens, output_tokens, cost, elapsed_ms FROM forecasts WHERE session
          = ? ORDER BY candidate)",
          session_.id);
      while (rows.next()) {
        auto& own = out_.forecasts.emplace_back();
        Row& row = list.emplace_back();
        own.candidate = rows->number();
        row.device = rows->integer();
        row.surrogate = rows->integer();
        row.anchor = rows->integer();
        own.repeat = rows->number();
        own.forecast = readForecastColumns(*rows, row.rationale);
      }
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      auto& own = out_.forecasts[i];
      own.device = deviceKey(list[i].device);
      own.surrogate =
          surrogateKeys_.contains(list[i].surrogate) ? surrogateKeys_.at(list[i].surrogate) : std::string();
      own.anchor = kernelKeys_.at(list[i].anchor);
      if (list[i].rationale == 0) continue;
      auto text = readText(connection_, list[i].rationale);
      if (!text) return failure(text.error());
      own.forecast.rationale = std::move(*text);
    }
    // By keys, not by rows: rows have other numbers in another library.
    std::stable_sort(out_.forecasts.begin(), out_.forecasts.end(), [](const auto& a, const auto& b) {
      return std::tie(a.candidate, a.device, a.surrogate, a.anchor, a.repeat) <
             std::tie(b.candidate, b.device, b.surrogate, b.anchor, b.repeat);
    });
    return {};
  }

  Result<void> readAllMeasurements() {
    std::unordered_map<std::int64_t, const Task*> tasks;
    for (const SessionTask& task : tasks_) tasks.emplace(task.version, &task.task);
    for (const StoredMeasurement& stored : readMeasurements(connection_, session_.id, 0)) {
      const auto task = tasks.find(stored.taskVersion);
      const auto kernel = kernelKeys_.find(stored.kernel);
      if (task == tasks.end() || kernel == kernelKeys_.end()) continue;
      auto measurement = readMeasurementBody(stored.body, task->second->params);
      if (!measurement) return failure(measurement.error());
      out_.measurements.push_back(
          {kernel->second, task->second->name, runKeys_.at(stored.run), std::move(*measurement)});
    }
    std::unordered_map<std::string, std::size_t> runOrder;
    for (const auto& run : out_.runs) runOrder.emplace(run.key, runOrder.size());
    std::stable_sort(out_.measurements.begin(), out_.measurements.end(), [&](const auto& a, const auto& b) {
      const std::size_t runA = runOrder.at(a.run);
      const std::size_t runB = runOrder.at(b.run);
      return std::tie(runA, a.task, a.kernel) < std::tie(runB, b.task, b.kernel);
    });
    return {};
  }

  Result<void> readLog() {
    Rows rows = connection_.query(
        "SELECT seq, at_ms, kind, version, slot, payload FROM events WHERE session = ? ORDER BY seq",
        session_.id);
    while (rows.next()) {
      auto& event = out_.events.emplace_back();
      event.seq = rows->integer();
      event.atMs = rows->integer();
      event.kind = rows->string();
      event.version = rows->number();
      event.slot = rows->string();
      auto payload = parseJson(rows->text());
      if (!payload) return failure(payload.error().in(fmt::format("event {}", event.seq)));
      event.payload = std::move(*payload);
    }
    return {};
  }

  Connection& connection_;
  const SessionRow& session_;
  ExchangeSession out_;
  std::vector<SessionTask> tasks_;
  std::unordered_map<std::int64_t, std::string> deviceKeys_;
  std::unordered_map<std::int64_t, std::string> surrogateKeys_;
  std::unordered_map<std::int64_t, std::string> kernelKeys_;
  std::unordered_map<std::int64_t, std::string> runKeys_;
};

}  // namespace

Result<ExchangeSession> readExchange(Connection& connection, const SessionRow& session) {
  return ExchangeReader(connection, session).read();
}

}  // namespace kernelcast::db
