#include "ui/models/ScoreTableModel.h"

#include <algorithm>

#include "core/domain/number_format.h"
#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

QString valueText(const stats::Figure* figure, stats::MetricUnit unit) {
  if (figure == nullptr || !figure->value) return plainText(kNoNumber);
  return plainText(unit == stats::MetricUnit::Share ? formatPercent(*figure->value)
                                                    : formatSignificant(*figure->value));
}

QString standsOn(const stats::Figure* figure, bool perPool) {
  if (figure == nullptr || !figure->value) return {};
  if (perPool)
    return figure->tasks == 1 ? QStringLiteral("1 task") : QStringLiteral("%1 tasks").arg(figure->tasks);
  return QStringLiteral("n = %1").arg(plainText(formatCount(figure->n)));
}

const stats::Figure* figureIn(const stats::SessionScores* scores, std::string_view key) {
  if (scores == nullptr) return nullptr;
  const auto found = scores->figures.find(key);
  return found == scores->figures.end() ? nullptr : &found->second;
}

// Figures that stand beside the metrics.
struct ExtraFigure {
  const char* title;
  const char* toolTip;
  stats::MetricUnit unit;
  bool perPool;
  const stats::Figure* (*of)(const stats::SessionScores&);
};
constexpr std::array kExtra{
    ExtraFigure{"Better than base rates",
                "RPS skill\n1 - RPS / RPS of forecasting the shares of the measured classes; 0 is no better "
                "than that.",
                stats::MetricUnit::Score, false, [](const stats::SessionScores& s) { return &s.rpsSkill; }},
    ExtraFigure{"Surprise, smoothed",
                "smoothed logarithmic score\nLog score of 0.98 p + 0.02 base rates: one exact zero on the "
                "truth costs less.",
                stats::MetricUnit::Score, false,
                [](const stats::SessionScores& s) { return &s.logScoreSmoothed; }},
    ExtraFigure{"Classes off, mean", "mean absolute bin error\nMean of |forecast class - measured class|.",
                stats::MetricUnit::Score, false,
                [](const stats::SessionScores& s) { return &s.meanBinError; }},
    ExtraFigure{
        "Short of the best, random order",
        "regret of a random order\nWhat measuring the same share of kernels at random would fall short by.",
        stats::MetricUnit::Share, true, [](const stats::SessionScores& s) { return &s.regretRandomOrder; }},
};

// The scores again with every unreadable forecast of a working kernel as a uniform one; nothing where all of
// them could be read, since they would say the same.
void addAllRows(const stats::SessionScores* asAsked, const stats::SessionScores* asPublished,
                std::vector<ScoreRow>& rows) {
  const auto in = [](const stats::SessionScores* scores, std::string_view key) -> const stats::Figure* {
    if (scores == nullptr) return nullptr;
    const auto found = scores->allRows.find(key);
    return found == scores->allRows.end() || found->second.n == scores->n ? nullptr : &found->second;
  };
  for (const stats::MetricInfo& metric : stats::metrics()) {
    const stats::Figure* first = in(asAsked, metric.key);
    const stats::Figure* second = in(asPublished, metric.key);
    if (first == nullptr && second == nullptr) continue;
    const QString title = plainText(metric.title).section(QStringLiteral(" ("), 0, 0);
    rows.push_back({title + QStringLiteral(", all forecasts"), valueText(first, metric.unit),
                    valueText(second, metric.unit), standsOn(first != nullptr ? first : second, false),
                    title + u'\n' + plainText(metric.technical) + QStringLiteral(", all rows\n") +
                        plainText(metric.sentence) +
                        QStringLiteral("\nForecasts of working kernels that could not be read count as 1/8 "
                                       "for each class, so that saying nothing is not rewarded.")});
  }
}

}  // namespace

std::vector<ScoreRow> scoreRowsOf(const stats::SessionScores* asAsked,
                                  const stats::SessionScores* asPublished) {
  std::vector<ScoreRow> rows;
  const stats::SessionScores* any = asAsked != nullptr ? asAsked : asPublished;
  if (any == nullptr) return rows;
  for (const stats::MetricInfo& metric : stats::metrics()) {
    const stats::Figure* first = figureIn(asAsked, metric.key);
    const stats::Figure* second = figureIn(asPublished, metric.key);
    // Figures of builds to come are nowhere.
    if ((first == nullptr || !first->value) && (second == nullptr || !second->value) &&
        (metric.key == "smece" || metric.key == "aurc")) {
      continue;
    }
    const QString title = plainText(metric.title);
    QString tip = title + u'\n' + plainText(metric.technical) + u'\n' + plainText(metric.sentence);
    if (!metric.usesBins) tip += QStringLiteral("\nDoes not depend on the speed classes.");
    if (first != nullptr && !first->note.empty()) tip += u'\n' + plainText(first->note);
    // What is perfect stands in the tooltip: the column is narrow.
    rows.push_back({title.section(QStringLiteral(" ("), 0, 0), valueText(first, metric.unit),
                    valueText(second, metric.unit),
                    standsOn(first != nullptr && first->value ? first : second, metric.perPool), tip});
  }
  addAllRows(asAsked, asPublished, rows);
  for (const ExtraFigure& extra : kExtra) {
    const stats::Figure* first = asAsked != nullptr ? extra.of(*asAsked) : nullptr;
    const stats::Figure* second = asPublished != nullptr ? extra.of(*asPublished) : nullptr;
    rows.push_back({QString::fromLatin1(extra.title), valueText(first, extra.unit),
                    valueText(second, extra.unit),
                    standsOn(first != nullptr && first->value ? first : second, extra.perPool),
                    QString::fromLatin1(extra.toolTip)});
  }
  return rows;
}

void ScoreTableModel::setScores(const std::shared_ptr<const stats::SessionScores>& asAsked,
                                const std::shared_ptr<const stats::SessionScores>& asPublished) {
  std::vector<ScoreRow> rows = scoreRowsOf(asAsked.get(), asPublished.get());
  if (rows.size() == rows_.size()) {
    rows_ = std::move(rows);
    if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
    return;
  }
  beginResetModel();
  rows_ = std::move(rows);
  endResetModel();
}

int ScoreTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ScoreTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant ScoreTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const ScoreRow& row = rows_[static_cast<std::size_t>(index.row())];
  if (role == Qt::ToolTipRole) return toolTipText(row.toolTip);
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue((index.column() == Title ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case Title: return row.title;
    case AsAsked: return row.asAsked;
    case AsPublished: return row.asPublished;
    default: return row.standsOn;
  }
}

QVariant ScoreTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return {};
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue((section == Title ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case Title: return QStringLiteral("score");
    case AsAsked: return plainText(binRuleInfo(BinRule::Prompt).title);
    case AsPublished: return plainText(binRuleInfo(BinRule::PaperCode).title);
    case StandsOn: return QStringLiteral("over");
    default: return {};
  }
}

}  // namespace kernelcast::ui
