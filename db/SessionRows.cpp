#include "db/SessionRows.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace kernelcast::db {

static_assert(std::endian::native == std::endian::little);

std::string probabilityBytes(const BinProbabilities& probabilities) {
  std::string bytes(sizeof(BinProbabilities), '\0');
  std::memcpy(bytes.data(), probabilities.data(), bytes.size());
  return bytes;
}

bool probabilitiesFrom(std::string_view bytes, BinProbabilities& probabilities) {
  if (bytes.size() != sizeof(BinProbabilities)) return false;
  std::memcpy(probabilities.data(), bytes.data(), bytes.size());
  return true;
}

namespace {
std::optional<std::int64_t> known(int value) {
  return value < 0 ? std::nullopt : std::optional<std::int64_t>(value);
}
int orUnknown(std::optional<std::int64_t> value) { return value ? static_cast<int>(*value) : -1; }
}  // namespace

void writeRow(Connection& connection, std::int64_t session, const CandidateRow& row, int repeat) {
  const std::string bytes = row.hasForecast() ? probabilityBytes(row.probabilities) : std::string();
  const auto probabilities = row.hasForecast() ? std::optional<Blob>(Blob{bytes}) : std::nullopt;
  connection.run(
      R"(
      INSERT OR REPLACE INTO candidate_rows(session, task_ix, number, device_ix, surrogate_ix, status,
        forecasts, unparsed, predicted_bin, raw_sum, probabilities, speedup, speedup_low, speedup_high, runs,
        cases, runtime_us, reference_us, registers, shared_bytes, local_bytes, compile_ms, repeat)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?))",
      session, row.task, row.number, row.device, row.surrogate, info(row.status).key, row.forecasts,
      row.unparsed, row.predictedBin, row.rawProbabilitySum, probabilities, row.speedup, row.speedupLow,
      row.speedupHigh, row.runs, row.cases, row.runtimeUs, row.referenceUs, known(row.registers),
      known(row.sharedBytes), known(row.localBytes), row.compileMs, repeat);
}

void readRowColumns(Statement& statement, CandidateRow& row) {
  row.task = statement.number();
  row.number = statement.number();
  row.device = statement.number();
  row.surrogate = statement.number();
  row.status = rowStatusFromKey(statement.text()).value_or(RowStatus::Pending);
  row.forecasts = statement.number();
  row.unparsed = statement.number();
  row.predictedBin = statement.number();
  row.rawProbabilitySum = statement.real();
  probabilitiesFrom(statement.bytes(), row.probabilities);
  row.speedup = statement.real();
  row.speedupLow = statement.real();
  row.speedupHigh = statement.real();
  row.runs = statement.number();
  row.cases = statement.number();
  row.runtimeUs = statement.real();
  row.referenceUs = statement.real();
  row.registers = orUnknown(statement.optionalInteger());
  row.sharedBytes = orUnknown(statement.optionalInteger());
  row.localBytes = orUnknown(statement.optionalInteger());
  row.compileMs = statement.real();
}

std::optional<CandidateRow> readRow(Connection& connection, std::int64_t session, int task, int number,
                                    int device, int surrogate) {
  Rows rows = connection.query(
      R"(
      SELECT task_ix, number, device_ix, surrogate_ix, status, forecasts, unparsed, predicted_bin, raw_sum,
      probabilities, speedup, speedup_low, speedup_high, runs, cases, runtime_us, reference_us, registers,
      shared_bytes, local_bytes, compile_ms FROM candidate_rows WHERE session = ? AND task_ix = ? AND number
      = ? AND device_ix = ? AND surrogate_ix = ?)",
      session, task, number, device, surrogate);
  if (!rows.next()) return std::nullopt;
  CandidateRow row;
  readRowColumns(*rows, row);
  return row;
}

void applyOutcome(CandidateRow& row, std::optional<RowStatus> status, std::optional<double> speedup,
                  bool compileStage) {
  if (!status && !speedup) return;
  const bool measured = row.runs > 0;
  row.status = status.value_or(RowStatus::Ok);
  if (row.status == RowStatus::Ok && speedup) {
    row.speedup = *speedup;
    if (!(row.speedupLow <= *speedup && *speedup <= row.speedupHigh))
      row.speedupLow = row.speedupHigh = *speedup;
  }
  if (row.status != RowStatus::Ok) row.speedup = row.speedupLow = row.speedupHigh = CandidateRow::kUnknown;
  if (!measured) row.runs = isMeasured(row.status) && !compileStage ? 1 : 0;
}

void SummaryDelta::add(Verdict verdict) {
  switch (verdict) {
    case Verdict::None: break;
    case Verdict::Trusted: ++trusted; break;
    case Verdict::Deferred: ++deferred; break;
    case Verdict::Skipped: ++skipped; break;
    case Verdict::Audit: ++audited; break;
  }
}

void SummaryDelta::add(const Usage& usage) {
  tokens += usage.inputTokens.value_or(0) + usage.outputTokens.value_or(0);
  cost += usage.cost.value_or(0);
}

void addToSummary(Connection& connection, std::int64_t session, const SummaryDelta& delta) {
  connection.run(
      R"(
      UPDATE session_summary SET candidates = candidates + ?, forecasts = forecasts + ?, measured = measured
      + ?, correct = correct + ?, trusted = trusted + ?, deferred = deferred + ?, skipped = skipped + ?,
      audited = audited + ?, tokens = tokens + ?, cost = cost + ?, gpu_seconds = gpu_seconds + ? WHERE
      session = ?)",
      delta.candidates, delta.forecasts, delta.measured, delta.correct, delta.trusted, delta.deferred,
      delta.skipped, delta.audited, delta.tokens, delta.cost, delta.gpuSeconds, session);
}

void offerBest(std::vector<BestOfTask>& best, const BestOfTask& offered) {
  const auto own = std::find_if(best.begin(), best.end(),
                                [&](const BestOfTask& entry) { return entry.task == offered.task; });
  if (own == best.end()) {
    best.push_back(offered);
  } else if (offered.speedup > own->speedup ||
             (offered.speedup == own->speedup && offered.candidate < own->candidate)) {
    *own = offered;
  }
}

Json bestToJson(const std::vector<BestOfTask>& best) {
  Json json = Json::array();
  for (const BestOfTask& entry : best) {
    json.push_back({{"task", entry.task},
                    {"candidate", entry.candidate},
                    {"name", entry.name},
                    {"speedup", entry.speedup}});
  }
  return json;
}

std::vector<BestOfTask> bestFromJson(std::string_view text) {
  std::vector<BestOfTask> best;
  if (text.size() <= 2) return best;
  const auto json = parseJson(text);
  if (!json || !json->is_array()) return best;
  for (const Json& entry : *json) {
    JsonFields fields(entry, "best");
    BestOfTask one;
    one.task = fields.text("task");
    one.candidate = static_cast<int>(fields.integer("candidate", 0, 2'000'000'000));
    one.name = fields.text("name");
    one.speedup = fields.number("speedup", 0, 1e300);
    if (fields.ok()) best.push_back(std::move(one));
  }
  return best;
}

std::vector<std::string> namesFromJson(std::string_view text) {
  std::vector<std::string> names;
  if (text.size() <= 2) return names;
  const auto json = parseJson(text);
  if (!json || !json->is_array()) return names;
  for (const Json& entry : *json) {
    if (entry.is_string()) names.push_back(entry.get<std::string>());
  }
  return names;
}

}  // namespace kernelcast::db
