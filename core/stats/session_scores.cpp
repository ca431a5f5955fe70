#include "core/stats/session_scores.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "core/stats/exact_sum.h"
#include "core/stats/pools.h"
#include "core/stats/ranking.h"
#include "core/stats/scores.h"

namespace kernelcast::stats {

namespace {

constexpr double kRegretShare = 0.1;

// A forecast that is scored, and the true bin.
struct ScoredForecast {
  int index = 0;  // into SessionTable::forecasts
  int trueBin = 0;
  double speedup = 0;
};

struct SortedForecasts {
  std::vector<ScoredForecast> scored;
  std::vector<int> unreadableTrueBins;  // of unparsed forecasts of working candidates
};

bool usable(const ForecastRow& forecast) {
  return forecast.predictedBin >= 1 && forecast.predictedBin <= kBinCount &&
         isDistribution(forecast.probabilities);
}

// Puts each forecast of a selected row into its place and counts it.
SortedForecasts sortForecasts(const SessionTable& table, const std::vector<char>& selected,
                              SessionScores& scores) {
  SortedForecasts sorted;
  sorted.scored.reserve(table.forecasts.size());
  int all = 0;
  for (std::size_t i = 0; i < table.forecasts.size(); ++i) {
    const ForecastRow& forecast = table.forecasts[i];
    const auto rowIndex = static_cast<std::size_t>(forecast.row);
    if (rowIndex >= table.rows.size() || selected[rowIndex] == 0) continue;
    ++all;
    const CandidateRow& row = table.rows[rowIndex];
    const Standing standing = standingOf(row);
    if (!forecast.parsed) {
      ++scores.unparsed;
      if (standing == Standing::Working)
        sorted.unreadableTrueBins.push_back(*binOf(row.speedup, scores.bins));
    } else if (!usable(forecast) || standing == Standing::DataError) {
      ++scores.excluded;
    } else if (standing == Standing::Failed) {
      ++scores.failed;
    } else if (standing == Standing::Unmeasured) {
      ++scores.unmeasured;
    } else {
      sorted.scored.push_back({static_cast<int>(i), *binOf(row.speedup, scores.bins), row.speedup});
    }
  }
  scores.n = static_cast<int>(sorted.scored.size());
  scores.parseRate =
      all > 0 ? static_cast<double>(all - scores.unparsed) / all : std::numeric_limits<double>::quiet_NaN();
  return sorted;
}

Figure meanFigure(const ExactMean& mean) {
  Figure figure;
  figure.n = mean.n();
  if (mean.n() > 0) figure.value = mean.value();
  else figure.note = "no readable forecast of a measured kernel";
  return figure;
}

Figure shareFigure(int count, int n) {
  Figure figure;
  figure.n = n;
  if (n > 0) figure.value = static_cast<double>(count) / n;
  else figure.note = "no readable forecast of a measured kernel";
  return figure;
}

// Brier, RPS and log score, of the rows that were parsed and of all.
struct ScoreMeans {
  ExactMean brier;
  ExactMean rps;
  ExactMean log;

  void add(const BinProbabilities& p, int trueBin) {
    brier.add(brierScore(p, trueBin));
    rps.add(rankedProbabilityScore(p, trueBin));
    log.add(logScore(p, trueBin));
  }
  void put(std::map<std::string, Figure, std::less<>>& figures) const {
    figures["brier"] = meanFigure(brier);
    figures["half_brier"] = meanFigure(brier);
    if (auto& half = figures["half_brier"].value) *half /= 2;
    figures["rps"] = meanFigure(rps);
    figures["log_score"] = meanFigure(log);
  }
};

void countHits(const ForecastRow& forecast, double speedup, int trueBin, SessionScores& scores) {
  const int miss = std::abs(forecast.predictedBin - trueBin);
  scores.rightBin += miss == 0 ? 1 : 0;
  scores.withinOne += miss <= 1 ? 1 : 0;
  scores.beyondScale += speedup < kScaleLow || speedup > kScaleHigh ? 1 : 0;
  const BinProbabilities& p = forecast.probabilities;
  const double named = p[static_cast<std::size_t>(forecast.predictedBin) - 1];
  scores.notArgmax += *std::max_element(p.begin(), p.end()) > named ? 1 : 0;
  scores.oddSum +=
      forecast.rawProbabilitySum < kRawSumLow || forecast.rawProbabilitySum > kRawSumHigh ? 1 : 0;
  ++scores.confusion[static_cast<std::size_t>(forecast.predictedBin) - 1]
                    [static_cast<std::size_t>(trueBin) - 1];
}

void putBaseRates(SessionScores& scores) {
  if (scores.n == 0) return;
  for (const auto& ofPredicted : scores.confusion) {
    for (std::size_t k = 0; k < ofPredicted.size(); ++k) scores.baseRates[k] += ofPredicted[k];
  }
  for (double& rate : scores.baseRates) rate /= scores.n;
}

Figure rpsSkill(const SessionScores& scores) {
  Figure skill;
  skill.n = scores.n;
  ExactSum climatology;
  for (int y = 1; y <= kBinCount; ++y) {
    climatology.add(scores.baseRates[static_cast<std::size_t>(y) - 1] *
                    rankedProbabilityScore(scores.baseRates, y));
  }
  if (scores.n == 0) skill.note = "no readable forecast of a measured kernel";
  else if (climatology.value() <= 0) skill.note = "all measured kernels are of one speed class";
  else skill.value = 1 - *scores.figures.at("rps").value / climatology.value();
  return skill;
}

void putScores(const SessionTable& table, const SortedForecasts& sorted, SessionScores& scores) {
  ScoreMeans means;
  std::vector<TopLabel> labels;
  labels.reserve(sorted.scored.size());
  int misses = 0;
  for (const auto& [index, trueBin, speedup] : sorted.scored) {
    const ForecastRow& forecast = table.forecasts[static_cast<std::size_t>(index)];
    means.add(forecast.probabilities, trueBin);
    countHits(forecast, speedup, trueBin, scores);
    misses += std::abs(forecast.predictedBin - trueBin);
    labels.push_back({forecast.probabilities[static_cast<std::size_t>(forecast.predictedBin) - 1],
                      forecast.predictedBin == trueBin, index});
  }
  scores.figures["accuracy"] = shareFigure(scores.rightBin, scores.n);
  scores.figures["within_one"] = shareFigure(scores.withinOne, scores.n);
  means.put(scores.figures);
  scores.meanBinError = shareFigure(misses, scores.n);

  const BinProbabilities uniform = uniformProbabilities();
  for (const int trueBin : sorted.unreadableTrueBins) means.add(uniform, trueBin);
  means.put(scores.allRows);

  putBaseRates(scores);
  ExactMean smoothedLog;
  for (const ScoredForecast& scored : sorted.scored) {
    const BinProbabilities& p = table.forecasts[static_cast<std::size_t>(scored.index)].probabilities;
    smoothedLog.add(logScore(smoothed(p, scores.baseRates), scored.trueBin));
  }
  scores.logScoreSmoothed = meanFigure(smoothedLog);
  scores.rpsSkill = rpsSkill(scores);

  scores.reliability = equalWidthGroups(labels);
  scores.figures["ece"] = shareFigure(0, scores.n);
  scores.figures["ece"].value = expectedCalibrationError(scores.reliability);
  scores.figures["mce"] = shareFigure(0, scores.n);
  scores.figures["mce"].value = maximumCalibrationError(scores.reliability);
}

// The best of the pool, and the best of its top by score where no tie is cut through.
void nameRegret(const ScoredRows& measured, PoolScores& result) {
  if (!result.regret) return;
  std::vector<double> scores = measured.scores;
  std::sort(scores.begin(), scores.end(), std::greater<>());
  const double cut = scores[result.regret->measured - 1];
  const auto top = static_cast<std::size_t>(
      std::upper_bound(scores.begin(), scores.end(), cut, std::greater<>()) - scores.begin());
  std::size_t best = 0;
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    if (measured.speedups[i] > measured.speedups[best]) best = i;
    if (measured.scores[i] >= cut && (!found || measured.speedups[i] > measured.speedups[*found])) found = i;
  }
  result.bestRow = measured.rows[best];
  if (top == result.regret->measured && found) result.foundRow = measured.rows[*found];
}

PoolScores scorePool(const Pool& pool, const ScoredRows& measured) {
  PoolScores result;
  result.task = pool.key.task;
  result.device = pool.key.device;
  result.surrogate = pool.key.surrogate;
  std::vector<RankedOutcome> outcomes;
  std::vector<double> forecast;
  std::vector<double> speedups;
  outcomes.reserve(measured.size());
  forecast.reserve(measured.size());
  speedups.reserve(measured.size());
  for (std::size_t i = 0; i < measured.size(); ++i) {
    outcomes.push_back({measured.scores[i], measured.speedups[i]});
    if (measured.speedups[i] <= 0) continue;  // a failed candidate has no place in an order
    forecast.push_back(measured.scores[i]);
    speedups.push_back(measured.speedups[i]);
  }
  result.working = static_cast<int>(speedups.size());
  result.failed = static_cast<int>(measured.size() - speedups.size());
  const DenseRanks byForecast = denseRanks(forecast);
  const DenseRanks bySpeedup = denseRanks(speedups);
  result.kendallTauB = kendallTauB(countPairs(byForecast, bySpeedup));
  result.spearman = spearman(byForecast, bySpeedup);
  result.regret = regretAtShare(outcomes, kRegretShare);
  nameRegret(measured, result);
  return result;
}

// Mean over the pools of a task, then over tasks with equal weight. Undefined pools are left out and counted.
Figure meanOverTasks(const std::vector<PoolScores>& pools, std::string_view whyUndefined,
                     const std::function<std::optional<double>(const PoolScores&)>& figureOf) {
  Figure figure;
  ExactMean tasks;
  for (std::size_t begin = 0; begin < pools.size();) {
    ExactMean task;
    std::size_t end = begin;
    for (; end < pools.size() && pools[end].task == pools[begin].task; ++end) {
      if (const auto value = figureOf(pools[end])) task.add(*value);
    }
    begin = end;
    if (task.n() == 0) continue;
    tasks.add(task.value());
    figure.n += task.n();
  }
  figure.tasks = tasks.n();
  if (tasks.n() > 0) figure.value = tasks.value();
  const auto undefined = static_cast<int>(pools.size()) - figure.n;
  if (pools.empty()) figure.note = "no readable forecast of a measured kernel";
  else if (undefined > 0)
    figure.note = fmt::format("{} of {} pools left out: {}", undefined, pools.size(), whyUndefined);
  return figure;
}

bool measuredUnranked(const CandidateRow& row) {
  const Standing standing = standingOf(row);
  return (standing == Standing::Working || standing == Standing::Failed) && !rankingScore(row);
}

// Measured kernels that could not be ranked, of the tasks and devices that have a pool. A row that no
// surrogate was asked about stands in a pool of its own, and is counted all the same.
void countUnranked(const SessionTable& table, std::span<const int> rows, SessionScores& scores) {
  std::set<std::pair<int, int>> places;
  for (const PoolScores& pool : scores.pools) places.emplace(pool.task, pool.device);
  for (const int index : rows) {
    const CandidateRow& row = table.rows[static_cast<std::size_t>(index)];
    scores.unranked += measuredUnranked(row) && places.contains({row.task, row.device}) ? 1 : 0;
  }
}

void putOrders(const SessionTable& table, std::span<const int> rows, SessionScores& scores) {
  for (const Pool& pool : poolsOf(table, rows)) {
    const ScoredRows measured = measuredRows(table, pool.rows);
    if (measured.size() == 0) continue;
    scores.pools.push_back(scorePool(pool, measured));
    scores.poolsWithoutWorking += scores.pools.back().regret ? 0 : 1;
  }
  countUnranked(table, rows, scores);
  static constexpr std::string_view kNoOrder = "fewer than two kernels work, or all are equal";
  static constexpr std::string_view kNothingWorks = "no kernel works";
  scores.figures["kendall_tau_b"] =
      meanOverTasks(scores.pools, kNoOrder, [](const PoolScores& p) { return p.kendallTauB; });
  scores.figures["spearman"] =
      meanOverTasks(scores.pools, kNoOrder, [](const PoolScores& p) { return p.spearman; });
  const auto regret = [&](double Regret::*order) {
    return meanOverTasks(scores.pools, kNothingWorks, [order](const PoolScores& p) {
      return p.regret ? std::optional<double>((*p.regret).*order) : std::nullopt;
    });
  };
  scores.figures["regret_at_10_percent"] = regret(&Regret::gap);
  scores.regretRandomOrder = regret(&Regret::randomOrder);
  scores.regretPerfectOrder = regret(&Regret::perfectOrder);
}

}  // namespace

SessionScores scoreRows(const SessionTable& table, BinRule bins, std::span<const int> rows) {
  SessionScores scores;
  scores.bins = bins;
  // Each row once, whatever the caller repeats.
  std::vector<char> selected(table.rows.size(), 0);
  std::vector<int> own;
  own.reserve(rows.size());
  for (const int index : rows) {
    const auto at = static_cast<std::size_t>(index);
    if (at >= selected.size() || selected[at] != 0) continue;
    selected[at] = 1;
    own.push_back(index);
  }
  std::sort(own.begin(), own.end());

  putScores(table, sortForecasts(table, selected, scores), scores);
  putOrders(table, own, scores);
  for (const MetricInfo& metric : metrics()) {
    if (scores.figures.contains(metric.key)) continue;
    scores.figures[std::string(metric.key)].note = "not in this build yet";
  }
  return scores;
}

SessionScores scoreSession(const SessionTable& table, BinRule bins, std::span<const int> only) {
  return only.empty() ? scoreRows(table, bins, allRows(table)) : scoreRows(table, bins, only);
}

void fillRanks(SessionTable& table) {
  struct Place {
    double score;
    int row;
  };
  // Ranks 1, 2, 2, 4 by falling score.
  const auto rank = [&](std::vector<Place>& places, int CandidateRow::*field) {
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.score > b.score; });
    int shared = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (i == 0 || places[i].score != places[i - 1].score) shared = static_cast<int>(i) + 1;
      table.rows[static_cast<std::size_t>(places[i].row)].*field = shared;
    }
    places.clear();
  };
  std::vector<Place> byForecast;
  std::vector<Place> byMeasurement;
  for (const Pool& pool : poolsOf(table, allRows(table))) {
    for (const int index : pool.rows) {
      CandidateRow& row = table.rows[static_cast<std::size_t>(index)];
      row.rankForecast = row.rankMeasured = 0;
      if (const auto score = rankingScore(row)) byForecast.push_back({*score, index});
      if (standingOf(row) == Standing::Working) byMeasurement.push_back({row.speedup, index});
    }
    rank(byForecast, &CandidateRow::rankForecast);
    rank(byMeasurement, &CandidateRow::rankMeasured);
  }
}

}  // namespace kernelcast::stats
