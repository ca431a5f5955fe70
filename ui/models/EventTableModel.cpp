#include "ui/models/EventTableModel.h"

#include <QDateTime>
#include <algorithm>
#include <iterator>

#include "core/domain/number_format.h"
#include "core/search/event.h"
#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

// A newer build may have written kinds that this one does not know.
QString titleOf(const std::string& key) {
  for (const search::EventKindInfo& kind : search::eventKinds()) {
    if (kind.key == key) return plainText(kind.title);
  }
  return oneLine(key);
}

}  // namespace

void EventTableModel::setPage(db::EventPage page) {
  beginResetModel();
  lines_ = std::move(page.lines);
  nextSeq_ = page.nextSeq;
  lastSeq_ = page.lastSeq;
  endResetModel();
}

void EventTableModel::append(db::EventPage page) {
  nextSeq_ = page.nextSeq;
  lastSeq_ = page.lastSeq;
  if (page.lines.empty()) return;
  const int before = rowCount();
  beginInsertRows({}, before, before + static_cast<int>(page.lines.size()) - 1);
  std::move(page.lines.begin(), page.lines.end(), std::back_inserter(lines_));
  endInsertRows();
}

void EventTableModel::prepend(db::EventPage page) {
  const std::int64_t top = lines_.empty() ? 0 : lines_.front().seq;
  const auto known = std::find_if(page.lines.begin(), page.lines.end(),
                                  [top](const db::EventLine& line) { return line.seq <= top; });
  const bool reaches = known != page.lines.end() || !page.nextSeq;
  if (!reaches || lines_.empty()) {
    setPage(std::move(page));
    return;
  }
  lastSeq_ = page.lastSeq;
  const int fresh = static_cast<int>(known - page.lines.begin());
  if (fresh == 0) return;
  beginInsertRows({}, 0, fresh - 1);
  lines_.insert(lines_.begin(), std::make_move_iterator(page.lines.begin()), std::make_move_iterator(known));
  endInsertRows();
}

int EventTableModel::rowOf(std::int64_t seq) const {
  const auto found = std::find_if(lines_.begin(), lines_.end(),
                                  [seq](const db::EventLine& line) { return line.seq == seq; });
  return found == lines_.end() ? -1 : static_cast<int>(found - lines_.begin());
}

int EventTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

int EventTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant EventTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const db::EventLine& line = lines_[static_cast<std::size_t>(index.row())];
  if (role == Qt::TextAlignmentRole) {
    const bool number = index.column() == Seq || index.column() == Candidate;
    return QVariant::fromValue((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  }
  if (role == Qt::ToolTipRole) {
    if (index.column() == Summary) return toolTipText(oneLine(line.summary));
    if (index.column() == Time)
      return QDateTime::fromMSecsSinceEpoch(line.atMs).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz t"));
    return {};
  }
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case Seq: return plainText(formatCount(line.seq));
    case Time: return QDateTime::fromMSecsSinceEpoch(line.atMs).toString(QStringLiteral("HH:mm:ss.zzz"));
    case Kind: return titleOf(line.kind);
    case Candidate: return line.candidate > 0 ? QStringLiteral("#%1").arg(line.candidate) : QString();
    default: return oneLine(line.summary);
  }
}

QVariant EventTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return {};
  if (role == Qt::TextAlignmentRole) {
    const bool number = section == Seq || section == Candidate;
    return QVariant::fromValue((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case Seq: return QStringLiteral("event");
    case Time: return QStringLiteral("local time");
    case Kind: return QStringLiteral("what happened");
    case Candidate: return QStringLiteral("candidate");
    case Summary: return QStringLiteral("in short");
    default: return {};
  }
}

bool EventTableModel::canFetchMore(const QModelIndex& parent) const {
  return !parent.isValid() && nextSeq_.has_value();
}

void EventTableModel::fetchMore(const QModelIndex& parent) {
  if (canFetchMore(parent)) emit moreWanted();
}

}  // namespace kernelcast::ui
