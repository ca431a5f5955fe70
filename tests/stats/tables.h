// Session tables built row by row.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>

#include "core/domain/session.h"

namespace kernelcast::fixtures {

// All probability on one bin.
inline BinProbabilities certain(int bin) {
  BinProbabilities p{};
  p[static_cast<std::size_t>(bin) - 1] = 1;
  return p;
}

// A table of `tasks` tasks, two devices and two surrogates, still without rows.
inline SessionTable emptyTable(int tasks = 1) {
  SessionTable table;
  for (int i = 0; i < tasks; ++i) table.tasks.push_back("task " + std::to_string(i));
  table.devices = {"device 0", "device 1"};
  table.surrogates = {"surrogate 0", "surrogate 1"};
  return table;
}

// Appends a row that was forecast once and measured: S > 0 is correct, 0 a wrong result.
inline CandidateRow& addRow(SessionTable& table, int task, const BinProbabilities& p, double speedup) {
  CandidateRow row;
  row.number = static_cast<int>(table.rows.size()) + 1;
  row.task = task;
  row.device = 0;
  row.surrogate = 0;
  row.forecasts = 1;
  row.probabilities = p;
  row.predictedBin = argmaxBin(p);
  row.rawProbabilitySum = 1;
  row.runs = 1;
  row.status = speedup > 0 ? RowStatus::Ok : RowStatus::Incorrect;
  if (speedup > 0) row.speedup = speedup;
  table.forecasts.push_back({static_cast<int>(table.rows.size()), 0, true, row.predictedBin, 1, p});
  table.rows.push_back(row);
  return table.rows.back();
}

inline BinProbabilities randomForecast(std::mt19937_64& random) {
  BinProbabilities p{};
  double sum = 0;
  for (double& value : p) sum += value = static_cast<double>(random() % 6);
  if (sum == 0) return certain(1 + static_cast<int>(random() % 8));
  for (double& value : p) value /= sum;
  return p;
}

// Rows of every kind: repeats, failures, rows not measured, forecasts that could not be read, ties in both
// orders.
inline SessionTable randomTable(std::uint64_t seed, int rows, int tasks) {
  std::mt19937_64 random(seed);
  SessionTable table = emptyTable(tasks);
  for (int i = 0; i < rows; ++i) {
    const double speedup = std::exp2(static_cast<double>(random() % 61) / 10 - 3);
    CandidateRow& row = addRow(table, static_cast<int>(random() % static_cast<unsigned>(tasks)),
                               randomForecast(random), speedup);
    row.device = static_cast<int>(random() % 2);
    row.surrogate = static_cast<int>(random() % 2);
    row.speedupLow = speedup * 0.97;
    row.speedupHigh = speedup * 1.03;
    const auto kind = random() % 20;
    if (kind < 3) {
      row.status = kind == 0 ? RowStatus::CompileFailed : RowStatus::Incorrect;
      row.speedup = CandidateRow::kUnknown;
    } else if (kind == 3) {
      row.status = RowStatus::Pending;
      row.speedup = CandidateRow::kUnknown;
    } else if (kind == 4) {
      row.forecasts = 0;
      row.unparsed = 1;
      row.predictedBin = 0;
      row.probabilities = {};
      table.forecasts.back().parsed = false;
      table.forecasts.back().predictedBin = 0;
      table.forecasts.back().probabilities = uniformProbabilities();
    } else if (kind == 5) {
      ForecastRow repeat = table.forecasts.back();
      repeat.repeat = 1;
      repeat.probabilities = randomForecast(random);
      repeat.predictedBin = argmaxBin(repeat.probabilities);
      for (std::size_t k = 0; k < row.probabilities.size(); ++k) {
        row.probabilities[k] = (row.probabilities[k] + repeat.probabilities[k]) / 2;
      }
      row.forecasts = 2;
      table.forecasts.push_back(repeat);
    }
  }
  return table;
}

// The same session with its rows and its forecasts in another order; `order[i]` is the old index of row i.
inline SessionTable shuffled(const SessionTable& table, std::uint64_t seed,
                             std::vector<int>* order = nullptr) {
  std::mt19937_64 random(seed);
  std::vector<int> old(table.rows.size());
  std::iota(old.begin(), old.end(), 0);
  std::shuffle(old.begin(), old.end(), random);
  SessionTable other = table;
  std::vector<int> now(old.size());
  for (std::size_t i = 0; i < old.size(); ++i) {
    other.rows[i] = table.rows[static_cast<std::size_t>(old[i])];
    now[static_cast<std::size_t>(old[i])] = static_cast<int>(i);
  }
  for (ForecastRow& forecast : other.forecasts) forecast.row = now[static_cast<std::size_t>(forecast.row)];
  std::shuffle(other.forecasts.begin(), other.forecasts.end(), random);
  if (order != nullptr) *order = old;
  return other;
}

}  // namespace kernelcast::fixtures
