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

}  // namespace

std::span<const MetricInfo> metrics() { return kMetrics; }

const MetricInfo* findMetric(std::string_view key) {
  const auto found =
      std::find_if(kMetrics.begin(), kMetrics.end(), [&](const MetricInfo& m) { return m.key == key; });
  return found == kMetrics.end() ? nullptr : &*found;
}

}  // namespace kernelcast::stats
