#include "ui/models/MisrankTableModel.h"

#include <QStringList>
#include <cmath>

#include "core/domain/number_format.h"
#include "ui/models/PairCauses.h"
#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

struct ColumnInfo {
  const char* title;
  const char* toolTip;
  bool number;
};
constexpr std::array<ColumnInfo, MisrankTableModel::kColumns> kInfo{{
    {"ran faster", "The kernel that measured faster, with its speedup.", false},
    {"forecast faster", "The kernel that the forecast put first, with its speedup.", false},
    {"task", "The operation both are of.", false},
    {"cost",
     "Speedup of the faster one over that of the other: what following the forecast loses. Where the other "
     "failed the reference is left.",
     true},
    {"how sure",
     "The forecast's own probability that its favourite is the faster of the two: both forecasts taken as "
     "independent, ties split in half. 50% is a coin flip.",
     true},
    {"what the facts say",
     "The cause that somebody set, then what the facts of the two say, without looking at their cases.",
     false},
}};

const CandidateRow& at(const SessionTable& table, int row) {
  return table.rows[static_cast<std::size_t>(row)];
}

QString kernelOf(const CandidateRow& row) {
  return QStringLiteral("#%1 %2").arg(row.number).arg(oneLine(row.name));
}
QString figureOf(const CandidateRow& row) {
  if (isFailure(row.status)) return QStringLiteral("failed");
  return row.hasSpeedup() ? plainText(formatSpeedup(row.speedup)) : plainText(info(row.status).title);
}
QString nameOf(const CandidateRow& row) {
  return kernelOf(row) + QStringLiteral("  ") +
         (isFailure(row.status) ? plainText(info(row.status).title) : figureOf(row));
}

}  // namespace

QString costText(double costLog2) { return plainText(formatSpeedup(std::exp2(costLog2))); }

QString misrankSentence(const SessionTable& table, const analysis::Misrank& pair) {
  const bool failed = pair.kind == analysis::MisrankKind::FailedUnforeseen;
  QString text =
      QStringLiteral("%1 was forecast faster than %2, %3 sure; it %4, at a cost of %5.")
          .arg(nameOf(at(table, pair.favourite)), nameOf(at(table, pair.better)),
               plainText(formatPercent(pair.probabilityFavourite)),
               failed ? QStringLiteral("failed") : QStringLiteral("ran slower"), costText(pair.costLog2));
  const QString known = knownOf(table, pair);
  return known.isEmpty() ? text : text + QStringLiteral(" Known: ") + known + u'.';
}

QString knownOf(const SessionTable& table, const analysis::Misrank& pair) {
  QStringList known;
  const CandidateRow& favourite = at(table, pair.favourite);
  const CandidateRow& better = at(table, pair.better);
  if (pair.kind == analysis::MisrankKind::FailedUnforeseen) known << QStringLiteral("failed unforeseen");
  if (pair.kind == analysis::MisrankKind::WrongOrder && pair.withinNoise)
    known << QStringLiteral("within noise");
  const auto beyond = [](const CandidateRow& row) {
    return row.hasSpeedup() && (row.speedup > kScaleHigh || row.speedup < kScaleLow);
  };
  if (beyond(better) || beyond(favourite)) known << QStringLiteral("beyond the scale");
  if (pair.probabilityFavourite <= 0.6) known << QStringLiteral("coin flip");
  return known.join(QStringLiteral(", "));
}

void MisrankTableModel::setCauses(const PairCauses* causes) {
  if (causes_ != nullptr) causes_->disconnect(this);
  causes_ = causes;
  if (causes == nullptr) return;
  connect(causes, &PairCauses::changed, this, [this] {
    if (!pairs_.empty()) emit dataChanged(index(0, Known), index(rowCount() - 1, Known));
  });
}

QString MisrankTableModel::known(const analysis::Misrank& pair) const {
  const QString facts = knownOf(*table_, pair);
  const auto named = causes_ != nullptr ? kernelPairOf(*table_, pair) : std::nullopt;
  const analysis::CauseInfo* said = named ? causes_->causeOf(*named) : nullptr;
  if (said == nullptr) return facts;
  const QString words = QStringLiteral("cause: ") + plainText(said->title);
  return facts.isEmpty() ? words : words + QStringLiteral(" · ") + facts;
}

void MisrankTableModel::setPairs(std::shared_ptr<const SessionTable> table,
                                 std::vector<analysis::Misrank> pairs) {
  beginResetModel();
  table_ = std::move(table);
  pairs_ = std::move(pairs);
  endResetModel();
}

const analysis::Misrank* MisrankTableModel::pairAt(int row) const {
  return row >= 0 && row < rowCount() ? &pairs_[static_cast<std::size_t>(row)] : nullptr;
}

int MisrankTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(pairs_.size());
}

int MisrankTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QString MisrankTableModel::text(const analysis::Misrank& pair, int column) const {
  switch (column) {
    case Better: return nameOf(at(*table_, pair.better));
    case Favourite: return nameOf(at(*table_, pair.favourite));
    case Task: {
      const int task = at(*table_, pair.better).task;
      return task >= 0 ? oneLine(table_->tasks[static_cast<std::size_t>(task)]) : QString();
    }
    case Cost: return costText(pair.costLog2);
    case Sure: return plainText(formatPercent(pair.probabilityFavourite));
    default: return known(pair);
  }
}

QVariant MisrankTableModel::sortKey(const analysis::Misrank& pair, int column) const {
  switch (column) {
    case Cost: return pair.costLog2;
    case Sure: return pair.probabilityFavourite;
    default: return text(pair, column);
  }
}

QVariant MisrankTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const analysis::Misrank& pair = pairs_[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole: return text(pair, index.column());
    case Qt::AccessibleTextRole:
      return index.column() == Better ? misrankSentence(*table_, pair) : text(pair, index.column());
    case SortRole: return sortKey(pair, index.column());
    case NameRole:
    case FigureRole: {
      if (index.column() != Better && index.column() != Favourite) return {};
      const CandidateRow& row = at(*table_, index.column() == Better ? pair.better : pair.favourite);
      return role == NameRole ? kernelOf(row) : figureOf(row);
    }
    case Qt::ToolTipRole: return toolTipText(text(pair, index.column()));
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(
          (kInfo.at(static_cast<std::size_t>(index.column())).number ? Qt::AlignRight : Qt::AlignLeft) |
          Qt::AlignVCenter);
    default: return {};
  }
}

QVariant MisrankTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical || section < 0 || section >= kColumns) return {};
  const ColumnInfo& column = kInfo.at(static_cast<std::size_t>(section));
  switch (role) {
    case Qt::DisplayRole: return QString::fromLatin1(column.title);
    case Qt::ToolTipRole: return toolTipText(QString::fromLatin1(column.toolTip));
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((column.number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
  }
}

}  // namespace kernelcast::ui
