#include "ui/models/CalibrationContent.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/domain/number_format.h"
#include "ui/charts/SpeedClasses.h"
#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

constexpr int kEnoughToSpeak = 20;
constexpr int kEnoughOfAGroup = 5;  // as the chart: fewer is a hollow dot

const stats::ReliabilityGroup* findGroup(const stats::SessionScores& scores, int group) {
  const auto found = std::find_if(scores.reliability.begin(), scores.reliability.end(),
                                  [&](const auto& each) { return numberOf(each) == group; });
  return found == scores.reliability.end() ? nullptr : &*found;
}

const ForecastRow& forecastAt(const SessionTable& table, int index) {
  return table.forecasts[static_cast<std::size_t>(index)];
}

const CandidateRow& rowAt(const SessionTable& table, int row) {
  return table.rows[static_cast<std::size_t>(row)];
}

double statedBy(const ForecastRow& forecast) {
  return forecast.probabilities.at(static_cast<std::size_t>(forecast.predictedBin - 1));
}

// A condition on the task, surrogate or device of all the given rows; none where they differ, or where the
// session has but one.
std::optional<FilterTerm> sharedTerm(const SessionTable& table, const std::vector<int>& rows,
                                     std::string_view field, const std::vector<std::string>& names,
                                     int CandidateRow::*index) {
  if (names.size() < 2 || rows.empty()) return {};
  const int first = rowAt(table, rows.front()).*index;
  const bool shared =
      std::all_of(rows.begin(), rows.end(), [&](int row) { return rowAt(table, row).*index == first; });
  if (!shared || first < 0 || static_cast<std::size_t>(first) >= names.size()) return {};
  return textTerm(field, names[static_cast<std::size_t>(first)], true);
}

QString count(std::int64_t n) { return plainText(formatCount(n)); }

}  // namespace

int numberOf(const stats::ReliabilityGroup& group) { return static_cast<int>(group.low * 10 + 0.5) + 1; }

std::optional<int> groupOf(const RowFilter& filter) {
  const FilterTerm* term = filter.find("group");
  if (term == nullptr || term->negated || term->ranges.size() != 1) return {};
  const NumberRange& range = term->ranges.front();
  if (range.low != range.high || !(range.low >= 1 && range.low <= 10)) return {};
  return static_cast<int>(range.low);
}

std::vector<GroupForecast> forecastsOf(const SessionTable& table, const stats::SessionScores& scores,
                                       int group) {
  std::vector<GroupForecast> found;
  const stats::ReliabilityGroup* of = findGroup(scores, group);
  if (of == nullptr) return found;
  found.reserve(of->forecasts.size());
  for (const int index : of->forecasts) {
    const ForecastRow& forecast = forecastAt(table, index);
    found.push_back({forecast.row, forecast.repeat, statedBy(forecast), forecast.predictedBin,
                     binOf(rowAt(table, forecast.row).speedup, scores.bins).value_or(0)});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const GroupForecast& a, const GroupForecast& b) { return a.stated > b.stated; });
  return found;
}

GroupFilter filterToGroup(const SessionTable& table, const RowFilter& base,
                          const stats::SessionScores& scores, int group) {
  std::vector<int> wanted;
  if (const stats::ReliabilityGroup* of = findGroup(scores, group)) {
    for (const int index : of->forecasts) wanted.push_back(forecastAt(table, index).row);
  }
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  GroupFilter result{base.with(numberTerm("group", group)).with(flagTerm("correct")),
                     static_cast<int>(wanted.size()), 0};
  if (wanted.empty() || filteredRows(table, result.filter, scores.bins) == wanted) return result;
  std::vector<int> numbers;
  for (const int row : wanted) numbers.push_back(rowAt(table, row).number);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  result.filter = base.with(candidatesTerm(std::move(numbers)));
  if (auto term = sharedTerm(table, wanted, "surrogate", table.surrogates, &CandidateRow::surrogate))
    result.filter = result.filter.with(std::move(*term));
  if (auto term = sharedTerm(table, wanted, "task", table.tasks, &CandidateRow::task))
    result.filter = result.filter.with(std::move(*term));
  if (auto term = sharedTerm(table, wanted, "device", table.devices, &CandidateRow::device))
    result.filter = result.filter.with(std::move(*term));
  result.others = static_cast<int>(filteredRows(table, result.filter, scores.bins).size()) - result.rows;
  return result;
}

CalibrationContent calibrationOf(const SessionTable& table, const RowFilter& filter, BinRule rule) {
  CalibrationContent content;
  auto scores = stats::scoreRows(table, rule, filteredRows(table, filter, rule));
  std::vector<std::vector<double>> stated;
  std::set<std::pair<int, int>> kernels;
  for (const stats::ReliabilityGroup& group : scores.reliability) {
    std::vector<double>& of = stated.emplace_back();
    for (const int index : group.forecasts) {
      of.push_back(statedBy(forecastAt(table, index)));
      const CandidateRow& row = rowAt(table, forecastAt(table, index).row);
      kernels.emplace(row.task, row.number);
    }
  }
  content.kernels = static_cast<int>(kernels.size());
  content.chance = stats::consistencyOf(stated);
  content.scores = std::make_shared<const stats::SessionScores>(std::move(scores));
  return content;
}

QString reliabilitySentence(const stats::SessionScores& scores, int kernels) {
  if (kernels < kEnoughToSpeak) return {};
  double confidence = 0;
  for (const stats::ReliabilityGroup& group : scores.reliability) {
    confidence += group.meanConfidence * group.n;
  }
  confidence /= scores.n;
  const double right = static_cast<double>(scores.rightBin) / scores.n;
  // Twice the standard error of the share that a surrogate that is as sure as it says would have.
  const double chance = 2 * std::sqrt(confidence * (1 - confidence) / kernels);
  const QString n =
      scores.n == kernels
          ? QStringLiteral("n = %1").arg(count(scores.n))
          : QStringLiteral("n = %1 forecasts of %2 kernels").arg(count(scores.n), count(kernels));
  QString sentence =
      std::abs(right - confidence) <= chance
          ? QStringLiteral(
                "On average it says %1 and is right %2 of the time: no more apart than chance, %3.")
      : right < confidence
          ? QStringLiteral("On average it says %1 but is right only %2 of the time: too sure of itself, %3.")
          : QStringLiteral(
                "On average it says %1 and is right %2 of the time: less sure than it could be, %3.");
  sentence = sentence.arg(plainText(formatPercent(confidence)), plainText(formatPercent(right)), n);
  for (const stats::ReliabilityGroup& group : scores.reliability) {
    if (group.n < kEnoughOfAGroup) continue;
    sentence += QStringLiteral("\nSays %1–%2: right %3 of %4, %5")
                    .arg(plainText(formatPercent(group.low)), plainText(formatPercent(group.high)),
                         count(std::lround(group.accuracy * group.n)), count(group.n),
                         plainText(formatPercent(group.accuracy)));
  }
  return sentence;
}

QString calibrationErrorText(const CalibrationContent& content) {
  if (!content.scores || !content.chance) return {};
  const auto ece = content.scores->figures.find("ece");
  if (ece == content.scores->figures.end() || !ece->second.value) return {};
  return QStringLiteral("ECE %1, by chance alone %2 to %3, n = %4")
      .arg(plainText(formatSignificant(*ece->second.value, 2)),
           plainText(formatSignificant(content.chance->error.low, 2)),
           plainText(formatSignificant(content.chance->error.high, 2)), count(ece->second.n));
}

void GroupForecastModel::setForecasts(std::shared_ptr<const SessionTable> table,
                                      std::vector<GroupForecast> forecasts, BinRule rule) {
  beginResetModel();
  table_ = std::move(table);
  forecasts_ = std::move(forecasts);
  rule_ = rule;
  endResetModel();
}

int GroupForecastModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(forecasts_.size());
}

int GroupForecastModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QString GroupForecastModel::text(const GroupForecast& forecast, int column) const {
  const CandidateRow& row = rowAt(*table_, forecast.row);
  switch (column) {
    case Kernel:
      return row.forecasts + row.unparsed > 1
                 ? QStringLiteral("#%1 %2, forecast %3")
                       .arg(row.number)
                       .arg(oneLine(row.name))
                       .arg(forecast.repeat + 1)
                 : QStringLiteral("#%1 %2").arg(row.number).arg(oneLine(row.name));
    case Stated: return plainText(formatPercent(forecast.stated));
    case Named: return className(forecast.named, BinRule::Prompt);
    default:
      return (forecast.named == forecast.measured ? QStringLiteral("✓ ") : QStringLiteral("✗ ")) +
             className(forecast.measured, rule_);
  }
}

QVariant GroupForecastModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const GroupForecast& forecast = forecasts_[static_cast<std::size_t>(index.row())];
  const bool right = forecast.named == forecast.measured;
  switch (role) {
    case Qt::DisplayRole: return text(forecast, index.column());
    case Qt::AccessibleTextRole:
      return index.column() != Measured ? text(forecast, index.column())
                                        : className(forecast.measured, rule_) +
                                              (right ? QStringLiteral(", right") : QStringLiteral(", wrong"));
    case Qt::ToolTipRole:
      return toolTipText(QStringLiteral("%1: said %2 with %3, measured %4, class %5: %6")
                             .arg(text(forecast, Kernel), text(forecast, Named), text(forecast, Stated),
                                  plainText(formatSpeedup(rowAt(*table_, forecast.row).speedup)),
                                  className(forecast.measured, rule_),
                                  right ? QStringLiteral("right") : QStringLiteral("wrong")));
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((index.column() == Kernel ? Qt::AlignLeft : Qt::AlignRight) |
                                 Qt::AlignVCenter);
    default: return {};
  }
}

QVariant GroupForecastModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return {};
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue((section == Kernel ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case Kernel: return QStringLiteral("kernel");
    case Stated: return QStringLiteral("said");
    case Named: return QStringLiteral("forecast class");
    case Measured: return QStringLiteral("measured class");
    default: return {};
  }
}

}  // namespace kernelcast::ui
