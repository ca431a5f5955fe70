#include "ui/models/PaletteItems.h"

#include <algorithm>

#include "core/domain/number_format.h"
#include "ui/models/PlainText.h"
#include "ui/models/SessionListModel.h"

namespace kernelcast::ui {

namespace {

QString detailOf(const SessionSummary& session) {
  QStringList parts;
  if (session.tasks.size() == 1) parts << oneLine(session.tasks.front());
  if (session.tasks.size() > 1) parts << QStringLiteral("%1 tasks").arg(session.tasks.size());
  const QString origin = originOf(session);
  if (!origin.isEmpty()) parts << origin;
  parts << plainText(info(session.state).title);
  return parts.join(QStringLiteral(" · "));
}

}  // namespace

int matchOf(const QString& text, const QString& wanted) {
  if (wanted.isEmpty()) return 1;
  const QString lower = text.toLower();
  if (lower == wanted) return 5;
  if (lower.startsWith(wanted)) return 4;
  for (qsizetype at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
    if (at > 0 && !lower[at - 1].isLetterOrNumber()) return 3;
  }
  if (lower.contains(wanted)) return 2;
  // "sf" finds "Show forecasts".
  qsizetype next = 0;
  bool wordBegins = true;
  for (const QChar c : lower) {
    if (wordBegins && next < wanted.size() && c == wanted[next]) ++next;
    wordBegins = !c.isLetterOrNumber();
  }
  return next == wanted.size() ? 1 : 0;
}

std::vector<PaletteItem> paletteItems(const QString& question, const std::vector<PaletteItem>& commands,
                                      const std::vector<SessionSummary>& sessions, std::size_t most) {
  const QString wanted = question.trimmed().toLower();
  struct Found {
    int match;
    int order;
    PaletteItem item;
  };
  std::vector<Found> found;
  int order = 0;
  for (const PaletteItem& command : commands) {
    ++order;
    int match = matchOf(command.title, wanted);
    if (match == 0 && wanted.size() >= 3 && command.detail.toLower().contains(wanted)) match = 1;
    if (match == 0 || (wanted.isEmpty() && !command.whyNot.isEmpty())) continue;
    found.push_back({match, order, command});
  }
  const std::size_t room = wanted.isEmpty() ? 8 : most;
  std::size_t taken = 0;
  for (const SessionSummary& session : sessions) {
    ++order;
    if (taken >= room) break;
    const QString name = oneLine(session.name);
    int match = matchOf(name, wanted);
    if (match == 0) {
      for (const std::string& task : session.tasks)
        match = std::max(match, std::min(2, matchOf(oneLine(task), wanted)));
    }
    if (match == 0 && wanted.size() >= 3 && session.id.starts_with(wanted.toUpper().toStdString())) match = 4;
    if (match == 0) continue;
    ++taken;
    PaletteItem item;
    item.kind = PaletteItem::Kind::Session;
    item.title = name;
    item.detail = detailOf(session);
    item.session = session.id;
    found.push_back({match, order, std::move(item)});
  }
  std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    return a.match != b.match ? a.match > b.match : a.order < b.order;
  });
  std::vector<PaletteItem> items;
  for (Found& each : found) {
    if (items.size() == most) break;
    items.push_back(std::move(each.item));
  }
  return items;
}

void PaletteModel::setItems(std::vector<PaletteItem> items) {
  beginResetModel();
  items_ = std::move(items);
  kernelsFrom_ = items_.size();
  endResetModel();
}

void PaletteModel::setKernels(std::vector<PaletteItem> kernels) {
  beginResetModel();
  items_.resize(kernelsFrom_);
  std::move(kernels.begin(), kernels.end(), std::back_inserter(items_));
  endResetModel();
}

const PaletteItem* PaletteModel::at(int row) const {
  return row >= 0 && row < rowCount() ? &items_[static_cast<std::size_t>(row)] : nullptr;
}

int PaletteModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(items_.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const {
  const PaletteItem* item = index.isValid() ? at(index.row()) : nullptr;
  if (item == nullptr) return {};
  switch (role) {
    case Qt::DisplayRole: return item->title;
    case Qt::AccessibleTextRole: return item->title + QStringLiteral(", ") + item->detail;
    case Qt::ToolTipRole: return toolTipText(item->whyNot.isEmpty() ? item->detail : item->whyNot);
    case KindRole: return static_cast<int>(item->kind);
    case DetailRole: return item->whyNot.isEmpty() ? item->detail : item->whyNot;
    case KeysRole: return item->keys;
    case EnabledRole: return item->whyNot.isEmpty();
    default: return {};
  }
}

Qt::ItemFlags PaletteModel::flags(const QModelIndex& index) const {
  return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags;
}

}  // namespace kernelcast::ui
