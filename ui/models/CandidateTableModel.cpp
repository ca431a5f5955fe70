#include "ui/models/CandidateTableModel.h"

#include <QStringList>
#include <algorithm>

#include "core/domain/outcome.h"
#include "ui/models/ColumnFilter.h"
#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

const CandidateColumn& columnAt(int column) { return candidateColumns()[static_cast<std::size_t>(column)]; }
const CandidateRow& rowOf(const SessionTable& table, int row) {
  return table.rows[static_cast<std::size_t>(row)];
}

bool isEmpty(const CellValue& value) { return std::holds_alternative<std::monostate>(value); }

double numberIn(const CellValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  const auto* real = std::get_if<double>(&value);
  return real != nullptr ? *real : 0;
}

// What a row is sorted by. Small, since it is moved about: texts stay where they are.
struct SortKey {
  int row = 0;
  int group = 0;      // 0 working with a value, 1 working without, 2 failed with, 3 failed without
  double number = 0;  // of a column of numbers
  int text = -1;      // of a column of texts: place in their list
};

Qt::Alignment alignmentOf(const CandidateColumn& column) {
  return (isNumeric(column.format) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

}  // namespace

bool isNumeric(CellFormat format) { return format != CellFormat::Text; }

std::vector<int> sortedRows(const SessionTable& table, std::vector<int> rows, const CandidateColumn& column,
                            Qt::SortOrder order) {
  std::vector<SortKey> keys;
  std::vector<std::string> texts;
  keys.reserve(rows.size());
  const bool numeric = isNumeric(column.format);
  if (!numeric) texts.reserve(rows.size());
  for (const int row : rows) {
    const CandidateRow& candidate = rowOf(table, row);
    CellValue value = column.value(table, candidate);
    SortKey key{row, (isFailure(candidate.status) ? 2 : 0) + (isEmpty(value) ? 1 : 0), 0, -1};
    if (numeric) {
      key.number = numberIn(value);
    } else {
      key.text = static_cast<int>(texts.size());
      auto* text = std::get_if<std::string>(&value);
      texts.push_back(text != nullptr ? std::move(*text) : std::string());
    }
    keys.push_back(key);
  }
  const bool ascending = order == Qt::AscendingOrder;
  std::sort(keys.begin(), keys.end(), [&](const SortKey& a, const SortKey& b) {
    if (a.group != b.group) return a.group < b.group;
    if (numeric) {
      if (a.number != b.number) return ascending ? a.number < b.number : a.number > b.number;
    } else {
      const int compared =
          texts[static_cast<std::size_t>(a.text)].compare(texts[static_cast<std::size_t>(b.text)]);
      if (compared != 0) return ascending ? compared < 0 : compared > 0;
    }
    return a.row < b.row;
  });
  std::transform(keys.begin(), keys.end(), rows.begin(), [](const SortKey& key) { return key.row; });
  return rows;
}

CandidateTableModel::CandidateTableModel(Selection& selection, QObject* parent)
    : QAbstractTableModel(parent), selection_(selection) {
  connect(&selection_, &Selection::rowsChanged, this, &CandidateTableModel::reload);
  reload();
}

int CandidateTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(order_.size());
}

int CandidateTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(candidateColumns().size());
}

CellValue CandidateTableModel::cell(int place, int column) const {
  return columnAt(column).value(*table_, rowOf(*table_, rowAt(place)));
}

QVariant CandidateTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const int place = index.row();
  const CandidateColumn& column = columnAt(index.column());
  switch (role) {
    case Qt::DisplayRole: return oneLine(formatCell(cell(place, index.column()), column.format));
    case Qt::ToolTipRole: return toolTip(place, index.column());
    case Qt::TextAlignmentRole: return QVariant::fromValue(alignmentOf(column));
    case RowRole: return rowAt(place);
    case OutcomeRole: return static_cast<int>(outcomeOf(rowOf(*table_, rowAt(place)), selection_.binRule()));
    case EmptyRole: return isEmpty(cell(place, index.column()));
    default: return {};
  }
}

QVariant CandidateTableModel::toolTip(int place, int column) const {
  const CandidateRow& row = rowOf(*table_, rowAt(place));
  const std::string_view key = columnAt(column).key;
  if (key == "number" || key == "name") {
    const Outcome outcome = outcomeOf(row, selection_.binRule());
    return toolTipText(oneLine(row.name) + u'\n' +
                       plainText(kOutcomes.at(static_cast<std::size_t>(outcome)).title));
  }
  if (columnAt(column).format != CellFormat::Text) return {};
  return toolTipText(oneLine(formatCell(cell(place, column), CellFormat::Text)));
}

QVariant CandidateTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical || section < 0 || section >= columnCount()) return {};
  const CandidateColumn& column = columnAt(section);
  const QString filtered = oneLine(filtered_[static_cast<std::size_t>(section)]);
  switch (role) {
    case Qt::DisplayRole: return plainText(column.title);
    case Qt::ToolTipRole:
      return toolTipText(plainText(column.tooltip) +
                         (filtered.isEmpty() ? QString() : QStringLiteral("\nFiltered: ") + filtered));
    case Qt::AccessibleDescriptionRole:
      return filtered.isEmpty() ? QString() : QStringLiteral("Filtered: ") + filtered;
    case FilteredRole: return filtered;
    case Qt::TextAlignmentRole: return QVariant::fromValue(alignmentOf(column));
    default: return {};
  }
}

void CandidateTableModel::reload() {
  beginResetModel();
  table_ = selection_.table();
  order_ = selection_.visibleRows();
  filtered_ = filteredColumns(selection_.filter(), selection_.binRule());
  order();
  endResetModel();
}

void CandidateTableModel::order() {
  if (!table_ || sortColumn_ < 0) return;
  order_ = sortedRows(*table_, std::move(order_), columnAt(sortColumn_), sortOrder_);
}

void CandidateTableModel::sort(int column, Qt::SortOrder sortOrder) {
  if (column >= columnCount()) return;
  emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
  const QModelIndexList before = persistentIndexList();
  std::vector<int> rows;
  rows.reserve(static_cast<std::size_t>(before.size()));
  for (const QModelIndex& index : before) rows.push_back(rowAt(index.row()));
  sortColumn_ = column;
  sortOrder_ = sortOrder;
  if (column < 0) order_ = selection_.visibleRows();
  order();
  // One pass over the order instead of a search for each index: a selection may hold every row.
  std::vector<int> places(table_ ? table_->rows.size() : 0, -1);
  for (std::size_t i = 0; i < order_.size(); ++i)
    places[static_cast<std::size_t>(order_[i])] = static_cast<int>(i);
  QModelIndexList after;
  after.reserve(before.size());
  for (qsizetype i = 0; i < before.size(); ++i) {
    after << index(places[static_cast<std::size_t>(rows[static_cast<std::size_t>(i)])], before[i].column());
  }
  changePersistentIndexList(before, after);
  emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

int CandidateTableModel::placeOf(int row) const {
  const auto found = std::find(order_.begin(), order_.end(), row);
  return found == order_.end() ? -1 : static_cast<int>(found - order_.begin());
}

int CandidateTableModel::rowAt(int place) const {
  return place >= 0 && place < rowCount() ? order_[static_cast<std::size_t>(place)] : -1;
}

QString CandidateTableModel::asTsv(const std::vector<int>& places, const std::vector<int>& columns) const {
  // oneLine turns tabs and line breaks into spaces, so nothing needs quoting.
  QStringList lines;
  QStringList cells;
  for (const int column : columns) cells << plainText(columnAt(column).title);
  lines << cells.join(u'\t');
  for (const int place : places) {
    cells.clear();
    for (const int column : columns)
      cells << oneLine(formatCell(cell(place, column), columnAt(column).format));
    lines << cells.join(u'\t');
  }
  return lines.join(u'\n') + u'\n';
}

}  // namespace kernelcast::ui
