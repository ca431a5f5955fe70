#include "core/analysis/miss_facts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "core/analysis/rank_range.h"
#include "core/domain/number_format.h"
#include "core/domain/text.h"
#include "core/stats/scores.h"

namespace kernelcast::analysis {

namespace {

constexpr double kDragLog2 = 0.1375;  // a tenth: 2^0.1375 = 1.1

using Target = FactLink::Target;

double probabilityOf(const CandidateRow& row, int bin) {
  return row.probabilities.at(static_cast<std::size_t>(bin - 1));
}

bool hasReadForecast(const CandidateRow& row) { return row.hasForecast() && row.predictedBin > 0; }

std::string classText(int bin, BinRule rule) { return fmt::format("{}×", binLabel(bin, rule)); }

// "one class too fast": the forecast's error, seen from the measurement.
std::string missText(int predicted, int measured) {
  const int off = std::abs(predicted - measured);
  if (off == 0) return "right speed class";
  const std::string classes = off == 1 ? "one class" : fmt::format("{} classes", off);
  return classes + (predicted > measured ? " too fast" : " too slow");
}

std::string measuredText(const CandidateRow& row) {
  std::string text = "Measured " + formatSpeedup(row.speedup);
  if (row.speedupLow > 0 && row.speedupHigh > 0) {
    text += fmt::format(" ({}–{})", formatSignificant(row.speedupLow), formatSpeedup(row.speedupHigh));
  }
  return text;
}

class FactWriter {
 public:
  FactWriter(const SessionTable& table, int row, const MissContext& context)
      : table_(table), index_(row), row_(table.rows[static_cast<std::size_t>(row)]), context_(context) {
    if (row_.hasSpeedup() && !isFailure(row_.status)) truth_ = binOf(row_.speedup, context.rule);
  }

  std::vector<MissFact> write() {
    headline();
    if (truth_ && hasReadForecast(row_)) {
      trueClass();
      interval();
    }
    if (truth_) beyondScale();
    ranks();
    if (truth_) cases();
    failedUnforeseen();
    resources();
    answer();
    wrongOrders();
    return std::move(facts_);
  }

 private:
  void add(MissFactKind kind, std::string sentence, FactLink link = {}) {
    facts_.push_back({kind, std::move(sentence), link});
  }

  void headline() {
    const std::string forecast = formatSpeedup(expectedSpeedup(row_.probabilities));
    if (truth_) {
      const std::string measured = measuredText(row_);
      add(MissFactKind::Headline,
          hasReadForecast(row_)
              ? fmt::format("{}, forecast {}: {}.", measured, forecast, missText(row_.predictedBin, *truth_))
              : measured + "; there is no forecast that could be read.",
          {Target::Bins});
      return;
    }
    std::string status(info(row_.status).title);
    if (status.front() >= 'a' && status.front() <= 'z')
      status.front() = static_cast<char>(status.front() - 'a' + 'A');
    if (isFailure(row_.status)) status += ", so there is no measured speedup";
    add(MissFactKind::Headline,
        hasReadForecast(row_) ? fmt::format("{}; the forecast was {}.", status, forecast)
                              : status + ", and no forecast that could be read.",
        isFailure(row_.status) ? FactLink{Target::CompileLog} : FactLink{Target::Bins});
  }

  void trueClass() {
    add(MissFactKind::TrueClass,
        fmt::format("The forecast gave {} to the measured class, {}.",
                    formatPercent(probabilityOf(row_, *truth_)), classText(*truth_, context_.rule)),
        {Target::Bins});
  }

  void interval() {
    const double low = forecastQuantile(row_.probabilities, 0.1);
    const double high = forecastQuantile(row_.probabilities, 0.9);
    const char* where = row_.speedup < low ? "below" : row_.speedup > high ? "above" : "inside";
    add(MissFactKind::Interval,
        fmt::format("The measurement lies {} the forecast's 10–90% interval, {}–{}.", where,
                    formatSignificant(low), formatSpeedup(high)),
        {Target::Bins});
  }

  void beyondScale() {
    if (row_.speedup >= kScaleLow && row_.speedup <= kScaleHigh) return;
    add(MissFactKind::BeyondScale,
        fmt::format("The measurement is beyond the scale: no forecast can say less than {} or more than {}.",
                    formatSpeedup(kScaleLow), formatSpeedup(kScaleHigh)),
        {Target::Bins});
  }

  void ranks() {
    const RankRange forecast = forecastRank(table_, index_);
    const RankRange measured = measuredRank(table_, index_);
    if (!forecast.isKnown() || !measured.isKnown() || measured.of < 2) return;
    std::string sentence = fmt::format("Forecast rank {} of {}, measured rank {} of {}", rankText(forecast),
                                       forecast.of, rankText(measured), measured.of);
    sentence += measured.isTied() ? ": noise cannot tell them apart." : ".";
    add(MissFactKind::Ranks, std::move(sentence), {Target::Ranks});
  }

  void cases() {
    int known = 0;
    int faster = 0;
    int slowest = -1;
    double lowest = 0;
    double highest = 0;
    for (std::size_t i = 0; i < context_.cases.size(); ++i) {
      const auto& speedup = context_.cases[i].speedup;
      if (!speedup) continue;
      if (known == 0 || *speedup < lowest) {
        lowest = *speedup;
        slowest = static_cast<int>(i);
      }
      highest = known == 0 ? *speedup : std::max(highest, *speedup);
      ++known;
      if (*speedup > 1) ++faster;
    }
    if (known < 2) return;
    add(MissFactKind::Cases,
        fmt::format("Faster than the reference on {} of {} cases, {} to {}.", faster, known,
                    formatSpeedup(lowest), formatSpeedup(highest)),
        {Target::Case, slowest});
    const auto drag = draggingCase(context_.cases);
    if (!drag) return;
    const MeasuredCase& each = context_.cases[static_cast<std::size_t>(drag->index)];
    add(MissFactKind::DraggingCase,
        fmt::format("The case {} pulls the mean {}: {} there, {} over the other {}.", toValidUtf8(each.label),
                    drag->down ? "down" : "up", formatSpeedup(*each.speedup), formatSpeedup(drag->others),
                    known - 1),
        {Target::Case, drag->index});
  }

  void failedUnforeseen() {
    if (!isFailure(row_.status) || !hasReadForecast(row_)) return;
    const double faster = probabilityFaster(row_.probabilities);
    if (faster <= 0.5) return;
    add(MissFactKind::FailedUnforeseen,
        fmt::format("It failed, though the forecast gave it a chance of {} to be faster than the reference.",
                    formatPercent(faster)),
        {Target::CompileLog});
  }

  void resources() {
    int spills = 0;
    for (const Measurement& run : context_.runs) {
      for (const KernelResources& kernel : run.resources)
        spills = std::max(spills, kernel.spillBytes.value_or(0));
    }
    if (spills > 0) {
      add(MissFactKind::Resources, fmt::format("Its registers spill {} a thread.", formatBytes(spills)),
          {Target::Resources});
    } else if (row_.localBytes > 0) {
      add(MissFactKind::Resources,
          fmt::format("Each thread uses {} of local memory.", formatBytes(row_.localBytes)),
          {Target::Resources});
    }
  }

  // What is odd about the answer itself.
  void answer() {
    if (hasReadForecast(row_)) {
      const int favoured = argmaxBin(row_.probabilities);
      if (row_.predictedBin <= kBinCount &&
          probabilityOf(row_, row_.predictedBin) < probabilityOf(row_, favoured)) {
        add(MissFactKind::NotArgmax,
            fmt::format("It named {}, though its probabilities favour {}.",
                        classText(row_.predictedBin, BinRule::Prompt), classText(favoured, BinRule::Prompt)),
            {Target::Bins});
      }
    }
    if (row_.rawProbabilitySum < stats::kRawSumLow || row_.rawProbabilitySum > stats::kRawSumHigh) {
      add(MissFactKind::OddSum,
          fmt::format("Its probabilities summed to {} as answered.",
                      formatSignificant(row_.rawProbabilitySum)),
          {Target::Rationale});
    }
    if (row_.unparsed > 0) {
      add(MissFactKind::Unparsed,
          fmt::format("{} of {} forecasts could not be read.", row_.unparsed, row_.unparsed + row_.forecasts),
          {Target::Rationale});
    }
  }

  void wrongOrders() {
    if (context_.mostPairs == 0) return;
    const MisranksOfRow pairs = misranksOfRow(table_, index_, context_.rows, context_.mostPairs);
    for (const Misrank& pair : pairs.list) {
      const int other = pair.better == index_ ? pair.favourite : pair.better;
      add(MissFactKind::WrongOrder, pairText(pair, table_.rows[static_cast<std::size_t>(other)]),
          {Target::Pair, other});
    }
  }

  [[nodiscard]] std::string pairText(const Misrank& pair, const CandidateRow& other) const {
    const std::string name = fmt::format("{} (#{})", toValidUtf8(other.name), other.number);
    const std::string chance = formatPercent(pair.probabilityFavourite);
    const bool own = pair.favourite == index_;
    if (pair.kind == MisrankKind::FailedUnforeseen) {
      return own ? fmt::format("It was forecast faster than {}, with a chance of {}, and failed.", name,
                               chance)
                 : fmt::format("{} was forecast faster than it, with a chance of {}, and failed.", name,
                               chance);
    }
    const std::string factor = formatSpeedup(std::exp2(pair.costLog2));
    const char* noise = pair.withinNoise ? ", within noise" : "";
    return own ? fmt::format(
                     "It was forecast faster than {}, with a chance of {}; that one ran {} as fast{}.", name,
                     chance, factor, noise)
               : fmt::format("{} was forecast faster than it, with a chance of {}; it ran {} as fast{}.",
                             name, chance, factor, noise);
  }

  const SessionTable& table_;
  int index_;
  const CandidateRow& row_;
  const MissContext& context_;
  std::optional<int> truth_;
  std::vector<MissFact> facts_;
};

}  // namespace

std::vector<MissFact> missFacts(const SessionTable& table, int row, const MissContext& context) {
  return FactWriter(table, row, context).write();
}

std::optional<DraggingCase> draggingCase(std::span<const MeasuredCase> cases) {
  double sum = 0;
  int known = 0;
  for (const MeasuredCase& each : cases) {
    if (!each.speedup) continue;
    sum += std::log2(*each.speedup);
    ++known;
  }
  if (known < 3) return {};
  std::optional<DraggingCase> found;
  double largest = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (!cases[i].speedup) continue;
    const double others = (sum - std::log2(*cases[i].speedup)) / (known - 1);
    const double move = others - sum / known;
    if (std::abs(move) < kDragLog2 || std::abs(move) <= largest) continue;
    largest = std::abs(move);
    found = DraggingCase{static_cast<int>(i), std::exp2(others), move > 0};
  }
  return found;
}

}  // namespace kernelcast::analysis
