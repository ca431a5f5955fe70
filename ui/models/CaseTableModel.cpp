#include "ui/models/CaseTableModel.h"

#include <array>

#include "core/domain/number_format.h"
#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

struct Title {
  const char* title;
  const char* sentence;
};
constexpr std::array<Title, CaseTableModel::kColumns> kTitles{{
    {"case", "The task's parameters, in its order."},
    {"ref. µs", "Median of the reference, microseconds; of several runs the median of theirs."},
    {"µs", "Median of this kernel, microseconds; of several runs the median of theirs."},
    {"± µs", "Standard deviation of a launch, microseconds; of several runs the largest."},
    {"S", "Speedup of this case: reference / this kernel."},
}};

QString number(std::optional<double> value) {
  return plainText(value ? formatSignificant(*value) : kNoNumber);
}

}  // namespace

void CaseTableModel::setCases(std::vector<analysis::MeasuredCase> cases) {
  beginResetModel();
  cases_ = std::move(cases);
  endResetModel();
}

int CaseTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(cases_.size());
}

int CaseTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant CaseTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const analysis::MeasuredCase& row = cases_[static_cast<std::size_t>(index.row())];
  if (role == Qt::ToolTipRole) {
    return toolTipText(
        QStringLiteral("%1\n%2 timed launches").arg(oneLine(row.longLabel), plainText(formatCount(row.n))));
  }
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue(
        Qt::Alignment((index.column() == Case ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
  }
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case Case: return oneLine(row.label);
    case Reference: return number(row.referenceUs);
    case Runtime: return number(row.medianUs);
    case Spread: return number(row.stdUs);
    case SpeedupColumn: return plainText(row.speedup ? formatSpeedup(*row.speedup) : kNoNumber);
    default: return {};
  }
}

QVariant CaseTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical || section < 0 || section >= kColumns) return {};
  const Title& title = kTitles.at(static_cast<std::size_t>(section));
  if (role == Qt::DisplayRole) return QString::fromUtf8(title.title);
  if (role == Qt::ToolTipRole) return toolTipText(QString::fromUtf8(title.sentence));
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue(
        Qt::Alignment((section == Case ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
  }
  return {};
}

}  // namespace kernelcast::ui
