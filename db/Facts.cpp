#include "db/Facts.h"

#include "core/domain/json.h"
#include "db/SessionRows.h"

namespace kernelcast::db {

bool writeForecast(Connection& connection, TextStore& texts, const ForecastKey& key,
                   const Forecast& forecast) {
  const std::string bytes = forecast.parsed ? probabilityBytes(forecast.probabilities) : std::string();
  const auto probabilities = forecast.parsed ? std::optional(Blob{bytes}) : std::nullopt;
  const auto rationale =
      forecast.rationale.empty() ? std::nullopt : std::optional(texts.storeSearchable(forecast.rationale));
  const auto parseError = forecast.parseError.empty() ? std::nullopt : std::optional(forecast.parseError);
  return connection.run(
             R"(
             INSERT INTO forecasts(session, candidate, device, surrogate, anchor, repeat, predicted_bin,
             raw_sum, probabilities, rationale, parse_error, input_tokens, output_tokens, cost, elapsed_ms)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING)",
             key.session, key.candidate, key.device, key.surrogate, key.anchor, key.repeat,
             forecast.predictedBin, forecast.rawProbabilitySum, probabilities, rationale, parseError,
             forecast.usage.inputTokens, forecast.usage.outputTokens, forecast.usage.cost,
             forecast.elapsedMs) > 0;
}

Forecast readForecastColumns(Statement& statement, std::int64_t& rationale) {
  Forecast forecast;
  forecast.predictedBin = statement.number();
  forecast.rawProbabilitySum = statement.real();
  forecast.parsed = probabilitiesFrom(statement.bytes(), forecast.probabilities);
  if (!forecast.parsed) forecast.probabilities = uniformProbabilities();
  rationale = statement.optionalInteger().value_or(0);
  forecast.parseError = statement.string();
  forecast.usage.inputTokens = statement.optionalInteger();
  forecast.usage.outputTokens = statement.optionalInteger();
  forecast.usage.cost = statement.optionalReal();
  forecast.elapsedMs = statement.optionalReal();
  return forecast;
}

Result<std::int64_t> writeMeasurement(Connection& connection, const MeasurementKey& key,
                                      const Measurement& measurement) {
  const std::string body = dumpJson(toJson(measurement));
  const int added = connection.run(
      R"(
      INSERT INTO measurements(kernel, task_version, run, status, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT
      DO NOTHING)",
      key.kernel, key.taskVersion, key.run, statusInfo(measurement.status).key, body);
  if (added > 0) return connection.lastId();
  Rows rows =
      connection.query("SELECT id, body FROM measurements WHERE kernel = ? AND task_version = ? AND run = ?",
                       key.kernel, key.taskVersion, key.run);
  if (!rows.next()) return failure("a measurement could not be stored");
  const std::int64_t id = rows->integer();
  if (rows->text() == body) return id;
  return failure(Error::Kind::Conflict,
                 "this kernel has been measured in this run already, with other figures");
}

Result<Measurement> readMeasurementBody(std::string_view body, const std::vector<std::string>& params) {
  return parseJson(body).and_then([&](const Json& json) { return measurementFromJson(json, params); });
}

}  // namespace kernelcast::db
