#include "ui/models/SessionListModel.h"

#include <QDateTime>
#include <QLocale>
#include <algorithm>

#include "core/domain/number_format.h"
#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

constexpr quintptr kGroup = 0;  // internal id of a group; of a session it is its group's row + 1

QString several(std::size_t n, const char* noun) {
  return QStringLiteral("%1 %2").arg(n).arg(QLatin1String(noun));
}

QString stateText(const SessionSummary& summary, const QString& live) {
  if (summary.state == SessionState::Imported || summary.state == SessionState::Finished) return {};
  // How far it is says that it runs; there is room for one of the two.
  if (summary.state == SessionState::Running && !live.isEmpty()) return live;
  return plainText(info(summary.state).title);
}

QString toolTip(const SessionSummary& summary) {
  QStringList lines{oneLine(summary.name)};
  for (const BestOfTask& best : summary.best) {
    lines << QStringLiteral("%1: best %2, #%3 ")
                     .arg(oneLine(best.task), plainText(formatSpeedup(best.speedup)))
                     .arg(best.candidate) +
                 oneLine(best.name);
  }
  lines << QStringLiteral("%1 of %2 candidates measured, %3 correct")
               .arg(summary.measured)
               .arg(summary.candidates)
               .arg(summary.correct);
  QStringList devices;
  for (const std::string& device : summary.devices) devices << oneLine(device);
  if (!devices.isEmpty()) lines << devices.join(QStringLiteral(", "));
  if (!summary.stateNote.empty()) lines << oneLine(summary.stateNote);
  if (summary.createdMs > 0) {
    lines << QLocale().toString(QDateTime::fromMSecsSinceEpoch(summary.createdMs), QLocale::ShortFormat);
  }
  return toolTipText(lines.join(u'\n'));
}

// What a session is found by.
QString wordsOf(const SessionSummary& summary) {
  QStringList parts{oneLine(summary.name), plainText(info(summary.state).title), plainText(summary.policy)};
  for (const auto* names : {&summary.tasks, &summary.devices, &summary.surrogates}) {
    for (const std::string& name : *names) parts << oneLine(name);
  }
  return parts.join(u'\n').toLower();
}

}  // namespace

QString shortDeviceName(std::string_view device) {
  QString name = oneLine(device);
  for (const auto& vendor : {QStringLiteral("NVIDIA "), QStringLiteral("GeForce "), QStringLiteral("AMD ")}) {
    if (name.startsWith(vendor)) name = name.mid(vendor.size());
  }
  return name;
}

QString originOf(const SessionSummary& summary) {
  QStringList parts;
  if (summary.devices.size() == 1) parts << shortDeviceName(summary.devices.front());
  if (summary.devices.size() > 1) parts << several(summary.devices.size(), "GPUs");
  if (summary.surrogates.size() == 1) parts << oneLine(summary.surrogates.front());
  if (summary.surrogates.size() > 1) parts << several(summary.surrogates.size(), "surrogates");
  return parts.join(QStringLiteral(" · "));
}

QString bestOf(const SessionSummary& summary) {
  double best = 0;
  for (const BestOfTask& task : summary.best) best = std::max(best, task.speedup);
  return best > 0 ? plainText(formatSpeedup(best)) : QString();
}

SessionListModel::SessionListModel(QObject* parent) : QAbstractItemModel(parent) {}

std::vector<SessionListModel::Group> SessionListModel::grouped(
    const std::vector<SessionSummary>& summaries) const {
  // Alphabetical, so that a group does not move when a session in it does; sessions keep their order, newest
  // first.
  std::map<QString, std::vector<int>> byTask;
  Group several{QStringLiteral("several tasks"), {}};
  Group none{QStringLiteral("no task"), {}};
  for (std::size_t i = 0; i < summaries.size(); ++i) {
    const int at = static_cast<int>(i);
    if (!words_.isEmpty()) {
      const QString text = wordsOf(summaries[i]);
      if (!std::all_of(words_.begin(), words_.end(),
                       [&](const QString& word) { return text.contains(word); }))
        continue;
    }
    if (summaries[i].tasks.size() == 1) byTask[oneLine(summaries[i].tasks.front())].push_back(at);
    else (summaries[i].tasks.empty() ? none : several).sessions.push_back(at);
  }
  std::vector<Group> groups;
  if (!several.sessions.empty()) groups.push_back(std::move(several));
  for (auto& [task, sessions] : byTask) groups.push_back({task, std::move(sessions)});
  if (!none.sessions.empty()) groups.push_back(std::move(none));
  return groups;
}

void SessionListModel::setSummaries(std::vector<SessionSummary> summaries) {
  const bool sameIds = std::equal(summaries.begin(), summaries.end(), summaries_.begin(), summaries_.end(),
                                  [](const auto& a, const auto& b) { return a.id == b.id; });
  std::vector<Group> groups = grouped(summaries);
  if (sameIds && groups == groups_) {
    summaries_ = std::move(summaries);
    for (int row = 0; row < static_cast<int>(groups_.size()); ++row) {
      const QModelIndex group = index(row, 0);
      emit dataChanged(index(0, 0, group), index(rowCount(group) - 1, 0, group));
    }
    return;
  }
  beginResetModel();
  summaries_ = std::move(summaries);
  groups_ = std::move(groups);
  endResetModel();
}

void SessionListModel::setFilter(const QString& words) {
  const QStringList wanted = words.toLower().split(u' ', Qt::SkipEmptyParts);
  if (wanted == words_) return;
  beginResetModel();
  words_ = wanted;
  groups_ = grouped(summaries_);
  endResetModel();
}

void SessionListModel::setLiveNote(const SessionId& id, const QString& note) {
  if (note.isEmpty()) liveNotes_.erase(id);
  else liveNotes_[id] = note;
  if (const QModelIndex at = indexOf(id); at.isValid()) emit dataChanged(at, at);
}

const SessionSummary* SessionListModel::find(const SessionId& id) const {
  const auto found =
      std::find_if(summaries_.begin(), summaries_.end(), [&](const auto& s) { return s.id == id; });
  return found == summaries_.end() ? nullptr : &*found;
}

QModelIndex SessionListModel::indexOf(const SessionId& id) const {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const auto& sessions = groups_[g].sessions;
    for (std::size_t s = 0; s < sessions.size(); ++s) {
      if (summaries_[static_cast<std::size_t>(sessions[s])].id == id) {
        return createIndex(static_cast<int>(s), 0, quintptr{g + 1});
      }
    }
  }
  return {};
}

SessionId SessionListModel::idAt(const QModelIndex& index) const {
  const SessionSummary* summary = at(index);
  return summary != nullptr ? summary->id : SessionId();
}

const SessionSummary* SessionListModel::at(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kGroup) return nullptr;
  const Group& group = groups_[index.internalId() - 1];
  return &summaries_[static_cast<std::size_t>(group.sessions[static_cast<std::size_t>(index.row())])];
}

QModelIndex SessionListModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kGroup);
}

QModelIndex SessionListModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || child.internalId() == kGroup) return {};
  return createIndex(static_cast<int>(child.internalId()) - 1, 0, kGroup);
}

int SessionListModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(groups_.size());
  if (parent.internalId() != kGroup || parent.column() > 0) return 0;
  return static_cast<int>(groups_[static_cast<std::size_t>(parent.row())].sessions.size());
}

int SessionListModel::columnCount(const QModelIndex& /*parent*/) const { return 1; }

QVariant SessionListModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const SessionSummary* summary = at(index);
  if (summary == nullptr) {
    if (role == Qt::DisplayRole) return groups_[static_cast<std::size_t>(index.row())].title;
    return role == IdRole ? QVariant(QString()) : QVariant();
  }
  const auto live = liveNotes_.find(summary->id);
  const QString note = live == liveNotes_.end() ? QString() : live->second;
  switch (role) {
    case Qt::DisplayRole: return oneLine(summary->name);
    case Qt::ToolTipRole: return toolTip(*summary);
    case Qt::AccessibleTextRole: {
      QStringList parts{oneLine(summary->name), bestOf(*summary), originOf(*summary),
                        stateText(*summary, note)};
      parts.removeAll(QString());
      return parts.join(QStringLiteral(", "));
    }
    case IdRole: return plainText(summary->id);
    case BestRole: return bestOf(*summary);
    case OriginRole: return originOf(*summary);
    case MeasuredRole:
      return QStringLiteral("%1 of %2 measured").arg(summary->measured).arg(summary->candidates);
    case StateRole: return static_cast<int>(summary->state);
    case StateTextRole: return stateText(*summary, note);
    default: return {};
  }
}

Qt::ItemFlags SessionListModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  return index.internalId() == kGroup ? Qt::ItemIsEnabled
                                      : Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

}  // namespace kernelcast::ui
