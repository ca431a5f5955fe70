#include "db/SessionRows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include <fmt/format.h>

namespace kernelcast::db {

static_assert(std::endian::native == std::endian::little);

namespace {
std::string_view bytesOf(const BinProbabilities& probabilities) {
  return {reinterpret_cast<const char*>(probabilities.data()), sizeof(BinProbabilities)};
}
}  // namespace

std::string probabilityBytes(const BinProbabilities& probabilities) {
  return std::string(bytesOf(probabilities));
}

bool probabilitiesFrom(std::string_view bytes, BinProbabilities& probabilities) {
  if (bytes.size() != sizeof(BinProbabilities)) return false;
  std::memcpy(probabilities.data(), bytes.data(), bytes.size());
  return true;
}

namespace {

// One column for each kind of member. Counts are there always; resources are NULL where they are not known.
template <int CandidateRow::*member>
constexpr RowColumn count(std::string_view name) {
  return {name, [](Statement& statement, const CandidateRow& row) { statement.bind(row.*member); },
          [](Statement& statement, CandidateRow& row) { row.*member = statement.number(); }};
}
template <int CandidateRow::*member>
constexpr RowColumn resource(std::string_view name) {
  return {name,
          [](Statement& statement, const CandidateRow& row) {
            if (row.*member < 0) statement.bindNull();
            else statement.bind(row.*member);
          },
          [](Statement& statement, CandidateRow& row) {
            row.*member = static_cast<int>(statement.optionalInteger().value_or(-1));
          }};
}
template <double CandidateRow::*member>
constexpr RowColumn real(std::string_view name) {
  return {name, [](Statement& statement, const CandidateRow& row) { statement.bind(row.*member); },
          [](Statement& statement, CandidateRow& row) { row.*member = statement.real(); }};
}

constexpr std::array<RowColumn, 21> kRowColumns{
    {count<&CandidateRow::task>("task_ix"),
     count<&CandidateRow::number>("number"),
     count<&CandidateRow::device>("device_ix"),
     count<&CandidateRow::surrogate>("surrogate_ix"),
     {"status", [](Statement& statement, const CandidateRow& row) { statement.bind(info(row.status).key); },
      [](Statement& statement, CandidateRow& row) {
        row.status = rowStatusFromKey(statement.text()).value_or(RowStatus::Pending);
      }},
     count<&CandidateRow::forecasts>("forecasts"),
     count<&CandidateRow::unparsed>("unparsed"),
     count<&CandidateRow::predictedBin>("predicted_bin"),
     real<&CandidateRow::rawProbabilitySum>("raw_sum"),
     {"probabilities",
      [](Statement& statement, const CandidateRow& row) {
        if (row.hasForecast()) statement.bind(Blob{bytesOf(row.probabilities)});
        else statement.bindNull();
      },
      [](Statement& statement, CandidateRow& row) {
        probabilitiesFrom(statement.bytes(), row.probabilities);
      }},
     real<&CandidateRow::speedup>("speedup"),
     real<&CandidateRow::speedupLow>("speedup_low"),
     real<&CandidateRow::speedupHigh>("speedup_high"),
     count<&CandidateRow::runs>("runs"),
     count<&CandidateRow::cases>("cases"),
     real<&CandidateRow::runtimeUs>("runtime_us"),
     real<&CandidateRow::referenceUs>("reference_us"),
     resource<&CandidateRow::registers>("registers"),
     resource<&CandidateRow::sharedBytes>("shared_bytes"),
     resource<&CandidateRow::localBytes>("local_bytes"),
     real<&CandidateRow::compileMs>("compile_ms")}};

}  // namespace

std::span<const RowColumn> rowColumns() { return kRowColumns; }

const std::string& rowColumnNames() {
  static const std::string names = [] {
    std::string list;
    for (const RowColumn& column : kRowColumns)
      list += fmt::format("{}{}", list.empty() ? "" : ", ", column.name);
    return list;
  }();
  return names;
}

void writeRow(Connection& connection, std::int64_t session, const CandidateRow& row, int repeat) {
  static const std::string sql = [] {
    std::string marks;
    for (std::size_t i = 0; i < kRowColumns.size(); ++i) marks += ", ?";
    return fmt::format("INSERT OR REPLACE INTO candidate_rows(session, repeat, {}) VALUES (?, ?{})",
                       rowColumnNames(), marks);
  }();
  Rows rows = connection.query(sql, session, repeat);
  for (const RowColumn& column : kRowColumns) column.bind(*rows, row);
  rows.next();
}

std::optional<CandidateRow> readRow(Connection& connection, std::int64_t session, int task, int number,
                                    int device, int surrogate) {
  static const std::string sql = fmt::format(
      "SELECT {} FROM candidate_rows WHERE session = ? AND task_ix = ? AND number = ? AND device_ix = ? AND "
      "surrogate_ix = ?",
      rowColumnNames());
  Rows rows = connection.query(sql, session, task, number, device, surrogate);
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

void SummaryDelta::add(const search::Spent& spent) {
  tokens += spent.tokens;
  cost += spent.cost;
  gpuSeconds += spent.gpuSeconds;
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
