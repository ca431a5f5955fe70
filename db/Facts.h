// Forecasts and measurements as they are written once, by importers and by searches alike, and read back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/domain/forecast.h"
#include "core/domain/measurement.h"
#include "core/domain/result.h"
#include "db/Sql.h"
#include "db/Texts.h"

namespace kernelcast::db {

struct ForecastKey {
  std::int64_t session = 0;
  int candidate = 0;
  std::int64_t device = 0;
  std::int64_t surrogate = 0;
  std::int64_t anchor = 0;
  int repeat = 0;
};
// False where the key is taken.
bool writeForecast(Connection& connection, TextStore& texts, const ForecastKey& key,
                   const Forecast& forecast);
// Columns of a forecast in the order that readForecast takes them; "forecasts" joined with texts as its
// rationale.
inline constexpr std::string_view kForecastColumns =
    "predicted_bin, raw_sum, probabilities, rationale, parse_error, input_tokens, output_tokens, cost, "
    "elapsed_ms";
// Leaves the rationale to the caller, as the id of its text (0: none).
Forecast readForecastColumns(Statement& statement, std::int64_t& rationale);

struct MeasurementKey {
  std::int64_t kernel = 0;
  std::int64_t taskVersion = 0;
  std::int64_t run = 0;
};
// The id of the measurement. Conflict where it is there already with other figures.
Result<std::int64_t> writeMeasurement(Connection& connection, const MeasurementKey& key,
                                      const Measurement& measurement);
// `params`: the task's parameters, in whose order cases are read back.
Result<Measurement> readMeasurementBody(std::string_view body, const std::vector<std::string>& params);

}  // namespace kernelcast::db
