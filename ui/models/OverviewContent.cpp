#include "ui/models/OverviewContent.h"

#include <QStringList>
#include <algorithm>

#include "core/domain/number_format.h"
#include "ui/models/PlainText.h"
#include "ui/models/SessionListModel.h"

namespace kernelcast::ui {

namespace {

QString count(std::int64_t n) { return plainText(formatCount(n)); }

QString nameAt(const std::vector<std::string>& names, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < names.size()
             ? oneLine(names[static_cast<std::size_t>(index)])
             : QString();
}

bool isStage(const FilterTerm& term) {
  if (term.negated) return false;
  static const std::vector<analysis::FunnelStage> kStages = analysis::funnelOf({}, {});
  return std::any_of(kStages.begin(), kStages.end(), [&](const analysis::FunnelStage& stage) {
    return !stage.filter.empty() && stage.filter == term.field;
  });
}

// The best that a line had reached by then; none where nothing had run right.
std::optional<double> bestAfter(const BestLine& line, int evaluations) {
  std::optional<double> best;
  for (const BestLine::Step& step : line.steps) {
    if (step.evaluations <= evaluations) best = step.speedup;
  }
  return best;
}

QString speedupOr(std::optional<double> speedup) {
  return speedup ? plainText(formatSpeedup(*speedup)) : QStringLiteral("nothing right");
}

int countOf(const std::vector<analysis::FunnelStage>& stages, std::string_view key) {
  const auto found = std::find_if(stages.begin(), stages.end(),
                                  [&](const analysis::FunnelStage& stage) { return stage.key == key; });
  return found == stages.end() ? 0 : found->count.value_or(0);
}

}  // namespace

RowFilter withoutStages(const RowFilter& filter) {
  RowFilter rest;
  std::copy_if(filter.terms.begin(), filter.terms.end(), std::back_inserter(rest.terms),
               [](const FilterTerm& term) { return !isStage(term); });
  return rest;
}

std::string stageOf(const RowFilter& filter) {
  std::string found;
  for (const FilterTerm& term : filter.terms) {
    if (!isStage(term)) continue;
    if (!found.empty()) return {};
    found = term.field;
  }
  return found;
}

RowFilter ofSearch(const RowFilter& filter) {
  RowFilter rest;
  std::copy_if(filter.terms.begin(), filter.terms.end(), std::back_inserter(rest.terms),
               [](const FilterTerm& term) {
                 return term.field == "task" || term.field == "device" || term.field == "surrogate";
               });
  return rest;
}

std::vector<BestLine> bestLines(const SessionTable& table, std::span<const int> rows,
                                const std::vector<std::string>& usualDevices) {
  std::vector<BestLine> lines;
  for (const analysis::BestSeries& series : analysis::bestSoFar(table, rows)) {
    BestLine line;
    line.task = nameAt(table.tasks, series.task);
    line.label = line.task;
    const QString device = nameAt(table.devices, series.device);
    const bool usual = std::any_of(usualDevices.begin(), usualDevices.end(),
                                   [&](const std::string& name) { return oneLine(name) == device; });
    if (!device.isEmpty() && (table.devices.size() > 1 || usualDevices.size() > 1 || !usual))
      line.label += QStringLiteral(", ") + shortDeviceName(device.toStdString());
    line.evaluations = series.evaluations;
    for (const analysis::BestPoint& point : series.points) {
      line.steps.push_back({point.evaluations, point.speedup, point.row,
                            oneLine(table.rows[static_cast<std::size_t>(point.row)].name)});
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

OverviewContent overviewOf(const SessionTable& table, const RowFilter& filter, BinRule rule) {
  return {bestLines(table, filteredRows(table, ofSearch(filter), rule), table.devices),
          analysis::funnelOf(table, filteredRows(table, withoutStages(filter), rule)), stageOf(filter),
          analysis::worstForecasts(table, filteredRows(table, filter, rule), rule)};
}

QString worstForecastText(const analysis::WorstForecast& worst, BinRule rule) {
  const auto classOf = [&](int bin) { return plainText(binLabel(bin, rule)) + u'×'; };
  return QStringLiteral("said %1 (%2), was %3 (given %4)")
      .arg(classOf(worst.forecastBin), plainText(formatPercent(worst.forecastProbability)),
           classOf(worst.measuredBin), plainText(formatPercent(worst.measuredProbability)));
}

std::vector<SessionSummary> comparableSessions(const std::vector<SessionSummary>& all,
                                               const SessionSummary& open) {
  std::vector<SessionSummary> found;
  for (const SessionSummary& other : all) {
    const bool shares = std::any_of(other.tasks.begin(), other.tasks.end(), [&](const std::string& task) {
      return std::find(open.tasks.begin(), open.tasks.end(), task) != open.tasks.end();
    });
    if (other.id != open.id && other.measured > 0 && shares) found.push_back(other);
  }
  std::stable_sort(found.begin(), found.end(), [](const SessionSummary& a, const SessionSummary& b) {
    return a.createdMs > b.createdMs;
  });
  return found;
}

QString equalBudgetSentence(const std::vector<BestLine>& own, const std::vector<BestLine>& others) {
  constexpr std::size_t kSpelledOut = 2;
  QStringList parts;
  int ahead = 0;
  int level = 0;
  int compared = 0;
  for (const BestLine& mine : own) {
    for (const BestLine& other : others) {
      // Of one device: a label that names another one is not the same race.
      if (other.task != mine.task || other.label != mine.label) continue;
      const int budget = std::min(mine.evaluations, other.evaluations);
      const auto here = bestAfter(mine, budget);
      const auto there = bestAfter(other, budget);
      ++compared;
      if (here == there) ++level;
      else if (here.value_or(0) > there.value_or(0)) ++ahead;
      parts << QStringLiteral("after %1 evaluations each %2 has %3 here and %4 in “%5”")
                   .arg(count(budget), mine.label, speedupOr(here), speedupOr(there), other.session);
    }
  }
  if (compared == 0) return {};
  if (static_cast<std::size_t>(compared) > kSpelledOut) {
    QString sentence = QStringLiteral("At equal evaluations this session is ahead in %1 of %2 comparisons")
                           .arg(ahead)
                           .arg(compared);
    if (level > 0) sentence += QStringLiteral(" and level in %1").arg(level);
    return sentence + QStringLiteral("; each is of one run.");
  }
  QString sentence = parts.join(QStringLiteral("; "));
  sentence[0] = sentence[0].toUpper();
  return sentence + QStringLiteral(". One run each: another may go another way.");
}

QString funnelSentence(const std::vector<analysis::FunnelStage>& stages) {
  const int measured = countOf(stages, "measured");
  if (measured == 0) return {};
  return QStringLiteral("%1 of %2 were measured; %3 of them ran right, %4 faster than the reference.")
      .arg(count(measured), count(countOf(stages, "proposed")), count(countOf(stages, "correct")),
           count(countOf(stages, "faster")));
}

std::vector<SavingText> savingTexts(const SessionSummary& summary) {
  const analysis::Savings savings = analysis::savingsOf(summary);
  const QString none = plainText(kNoNumber);
  return {
      {savings.evaluationsSaved ? count(*savings.evaluationsSaved) : none,
       savings.evaluationsSaved ? QStringLiteral("evaluations not spent\ntrusted and skipped")
                                : QStringLiteral("evaluations not spent\nno policy ran"),
       QStringLiteral(
           "Candidates whose forecast was trusted or that were dropped on it: none of them took the GPU.")},
      {savings.gpuSecondsSaved ? plainText(formatDuration(*savings.gpuSecondsSaved)) : none,
       savings.gpuSecondsSaved    ? QStringLiteral("GPU time not spent\nat the mean of those measured")
       : savings.evaluationsSaved ? QStringLiteral("GPU time not spent\nnot recorded")
                                  : QStringLiteral("GPU time not spent\nno policy ran"),
       QStringLiteral("Evaluations not spent times the mean GPU time of one that was.")},
      {count(savings.evaluations), QStringLiteral("GPU evaluations\nspent"),
       QStringLiteral("Candidates that a device judged, right or wrong.")},
      {savings.gpuSeconds ? plainText(formatDuration(*savings.gpuSeconds)) : none,
       savings.gpuSeconds ? QStringLiteral("GPU time\nspent") : QStringLiteral("GPU time\nnot recorded"),
       QStringLiteral("Time that the devices were held.")},
      {savings.tokens ? count(*savings.tokens) : none,
       savings.tokens ? QStringLiteral("tokens\nof all model calls") : QStringLiteral("tokens\nnot recorded"),
       QStringLiteral("Input and output tokens of the models that wrote and forecast.")},
      {savings.cost ? plainText(formatSignificant(*savings.cost)) : none,
       savings.cost ? QStringLiteral("model cost\nin the endpoint's currency")
                    : QStringLiteral("model cost\nnot recorded"),
       QStringLiteral("Money, as the endpoints' prices say.")},
  };
}

QString savingNote(const SessionSummary& summary) {
  if (summary.kind != SessionKind::Search && summary.policy.empty()) {
    return QStringLiteral("Nothing was chosen by forecast here: no policy ran.");
  }
  // Nothing holds a GPU in a replay.
  if (summary.kind == SessionKind::Search && summary.gpuSeconds <= 0) {
    return QStringLiteral(
        "A replay of recorded measurements: it shows how the program works and is no evidence of what "
        "forecasts save.");
  }
  return QStringLiteral("Of the whole session, whatever is filtered.");
}

}  // namespace kernelcast::ui
