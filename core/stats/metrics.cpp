#include <algorithm>

#include "core/stats/session_scores.h"

namespace kernelcast::stats {

namespace {

using enum MetricUnit;

constexpr std::array<MetricInfo, 13> kMetrics{{
    {.key = "accuracy",
     .title = "Right speed class",
     .technical = "accuracy",
     .sentence = "Share of forecasts whose predicted class is the measured one.",
     .unit = Share,
     .lowerIsBetter = false,
     .perPool = false,
     .usesBins = true},
    {.key = "within_one",
     .title = "Within one speed class",
     .technical = "accuracy within one bin",
     .sentence = "Share of forecasts whose predicted class is the measured one or a neighbour of it.",
     .unit = Share,
     .lowerIsBetter = false,
     .perPool = false,
     .usesBins = true},
    {.key = "brier",
     .title = "Squared error of the probabilities (0 to 2, 0 is perfect)",
     .technical = "Brier score, multi-class",
     .sentence = "Mean of sum_k (p_k - [y = k])^2 over the eight classes (Brier 1950).",
     .unit = Score,
     .lowerIsBetter = true,
     .perPool = false,
     .usesBins = true},
    {.key = "half_brier",
     .title = "Half the squared error (0 to 1, 0 is perfect)",
     .technical = "half Brier score",
     .sentence = "Half of the multi-class Brier score: both conventions are published.",
     .unit = Score,
     .lowerIsBetter = true,
     .perPool = false,
     .usesBins = true},
    {.key = "rps",
     .title = "Forecast error (RPS, 0 is perfect)",
     .technical = "ranked probability score",
     .sentence = "Mean of 1/7 sum_{k<8} (F_k - [y <= k])^2, F the cumulative forecast: near misses cost less "
                 "(Epstein 1969).",
     .unit = Score,
     .lowerIsBetter = true,
     .perPool = false,
     .usesBins = true},
    {.key = "log_score",
     .title = "Surprise (log score, 0 is perfect)",
     .technical = "logarithmic score",
     .sentence = "Mean of -ln p_y, p_y clipped to 1e-12 from below (Good 1952); one exact zero on the truth "
                 "costs 27.6.",
     .unit = Score,
     .lowerIsBetter = true,
     .perPool = false,
     .usesBins = true},
    {.key = "ece",
     .title = "Calibration error, mean",
     .technical = "expected calibration error, ten groups of equal width",
     .sentence =
         "sum_b n_b/n |accuracy - mean confidence| of the predicted class's probability (Guo et al. 2017).",
     .unit = Score,
     .lowerIsBetter = true,
     .perPool = false,
     .usesBins = true},
    {.key = "mce",
     .title = "Calibration error, largest",
     .technical = "maximum calibration error, ten groups of equal width",
     .sentence = "The largest |accuracy - mean confidence| of a group (Guo et al. 2017).",
     .unit = Score,
     .lowerIsBetter = true,
     .perPool = false,
     .usesBins = true},
    {.key = "smece",
     .title = "Calibration error, smoothed",
     .technical = "smooth expected calibration error",
     .sentence = "Calibration error under a reflected Gaussian kernel at the fixed point of its width "
                 "(Błasiok and Nakkiran 2023).",
     .unit = Score,
     .lowerIsBetter = true,
     .perPool = false,
     .usesBins = true},
    {.key = "kendall_tau_b",
     .title = "Rank agreement",
     .technical = "Kendall's tau-b",
     .sentence = "(concordant - discordant) pairs of forecast and measured speedup, corrected for ties "
                 "(Kendall 1945); mean over tasks.",
     .unit = Correlation,
     .lowerIsBetter = false,
     .perPool = true,
     .usesBins = false},
    {.key = "spearman",
     .title = "Rank correlation",
     .technical = "Spearman's rho",
     .sentence =
         "Correlation of the mid-ranks of forecast and measured speedup (Spearman 1904); mean over tasks.",
     .unit = Correlation,
     .lowerIsBetter = false,
     .perPool = true,
     .usesBins = false},
    {.key = "aurc",
     .title = "Error among the trusted, over all shares",
     .technical = "area under the risk-coverage curve",
     .sentence = "Mean over i of the risk among the i most confident forecasts (Geifman and El-Yaniv 2017).",
     .unit = Score,
     .lowerIsBetter = true,
     .perPool = false,
     .usesBins = true},
    {.key = "regret_at_10_percent",
     .title = "Short of the best, measuring the top 10%",
     .technical = "regret at 10%",
     .sentence = "1 - (best S among the top tenth by forecast) / (best S), failed kernels S = 0, equal "
                 "forecasts in every "
                 "order; mean over tasks (arXiv 2605.31464).",
     .unit = Share,
     .lowerIsBetter = true,
     .perPool = true,
     .usesBins = false},
}};

const Figure& allRowsFigure(const SessionScores& scores, std::string_view key) {
  static const Figure kMissing;
  const auto found = scores.allRows.find(key);
  return found == scores.allRows.end() ? kMissing : found->second;
}

constexpr std::array<CompanionInfo, 8> kCompanions{{
    {.beside = "within_one",
     .metric = {.key = "mean_bin_error",
                .title = "Speed classes off, on average",
                .technical = "mean absolute bin error",
                .sentence = "Mean of |predicted class - measured class|.",
                .unit = Score,
                .lowerIsBetter = true,
                .perPool = false,
                .usesBins = true},
     .figure = [](const SessionScores& scores) -> const Figure& { return scores.meanBinError; }},
    {.beside = "brier",
     .metric = {.key = "brier_all_rows",
                .title = "The same, unreadable answers counted as uniform",
                .technical = "Brier score, all rows",
                .sentence = "A forecast that could not be read is scored as one eighth on every class.",
                .unit = Score,
                .lowerIsBetter = true,
                .perPool = false,
                .usesBins = true},
     .figure = [](const SessionScores& scores) -> const Figure& { return allRowsFigure(scores, "brier"); },
     .ofUnreadable = true},
    {.beside = "half_brier",
     .metric = {.key = "half_brier_all_rows",
                .title = "The same, unreadable answers counted as uniform",
                .technical = "half Brier score, all rows",
                .sentence = "A forecast that could not be read is scored as one eighth on every class.",
                .unit = Score,
                .lowerIsBetter = true,
                .perPool = false,
                .usesBins = true},
     .figure = [](const SessionScores& scores) -> const Figure& {
       return allRowsFigure(scores, "half_brier");
     },
     .ofUnreadable = true},
    {.beside = "rps",
     .metric = {.key = "rps_all_rows",
                .title = "The same, unreadable answers counted as uniform",
                .technical = "ranked probability score, all rows",
                .sentence = "A forecast that could not be read is scored as one eighth on every class.",
                .unit = Score,
                .lowerIsBetter = true,
                .perPool = false,
                .usesBins = true},
     .figure = [](const SessionScores& scores) -> const Figure& { return allRowsFigure(scores, "rps"); },
     .ofUnreadable = true},
    {.beside = "rps",
     .metric = {.key = "rps_skill",
                .title = "Skill over base rates (1 is perfect, 0 no better)",
                .technical = "RPS skill score",
                .sentence =
                    "1 - RPS / RPS of forecasting the shares of the measured classes for every kernel "
                    "(Epstein 1969).",
                .unit = Score,
                .lowerIsBetter = false,
                .perPool = false,
                .usesBins = true},
     .figure = [](const SessionScores& scores) -> const Figure& { return scores.rpsSkill; }},
    {.beside = "log_score",
     .metric = {.key = "log_score_all_rows",
                .title = "The same, unreadable answers counted as uniform",
                .technical = "logarithmic score, all rows",
                .sentence = "A forecast that could not be read is scored as one eighth on every class.",
                .unit = Score,
                .lowerIsBetter = true,
                .perPool = false,
                .usesBins = true},
     .figure = [](const SessionScores& scores) -> const Figure& {
       return allRowsFigure(scores, "log_score");
     },
     .ofUnreadable = true},
    {.beside = "log_score",
     .metric = {.key = "log_score_smoothed",
                .title = "Surprise, exact zeros softened",
                .technical = "logarithmic score, smoothed",
                .sentence =
                    "Log score of 0.98 p + 0.02 base rates: one exact zero on the truth no longer outweighs "
                    "the rest.",
                .unit = Score,
                .lowerIsBetter = true,
                .perPool = false,
                .usesBins = true},
     .figure = [](const SessionScores& scores) -> const Figure& { return scores.logScoreSmoothed; }},
    {.beside = "regret_at_10_percent",
     .metric = {.key = "regret_at_10_percent_random",
                .title = "The same, measuring in random order",
                .technical = "regret at 10% of a random order",
                .sentence =
                    "Mean over all orders, in closed form from order statistics: what the ranking has to "
                    "beat.",
                .unit = Share,
                .lowerIsBetter = true,
                .perPool = true,
                .usesBins = false},
     .figure = [](const SessionScores& scores) -> const Figure& { return scores.regretRandomOrder; }},
}};

constexpr std::array<FlagInfo, 3> kFlags{{
    {"not_argmax", "Named another class than its most likely", "predicted bin is not the argmax",
     "Another class has a larger probability than the one that the forecast named.",
     &SessionScores::notArgmax},
    {"odd_sum", "Probabilities that summed to less than 0.75 or more than 1.1",
     "raw probability sum outside 0.75 to 1.1",
     "Sum of the eight probabilities as answered, before they were normalised.", &SessionScores::oddSum},
    {"beyond_scale", "Measured beyond the scale (0.177× to 5.66×)", "measured S outside 0.177 to 5.66",
     "No forecast over the eight classes can name such a speedup.", &SessionScores::beyondScale},
}};

}  // namespace

std::span<const MetricInfo> metrics() { return kMetrics; }
std::span<const CompanionInfo> companions() { return kCompanions; }
std::span<const FlagInfo> flags() { return kFlags; }

const MetricInfo* findMetric(std::string_view key) {
  const auto found =
      std::find_if(kMetrics.begin(), kMetrics.end(), [&](const MetricInfo& m) { return m.key == key; });
  return found == kMetrics.end() ? nullptr : &*found;
}

}  // namespace kernelcast::stats
