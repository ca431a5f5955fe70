#include "ui/models/ColumnChoice.h"

#include <QStringList>
#include <algorithm>

#include "core/domain/candidate_columns.h"
#include "ui/models/PlainText.h"
#include "ui/models/Settings.h"

namespace kernelcast::ui {

std::vector<int> columnsFound(const QString& words) {
  const QStringList wanted = words.simplified().split(u' ', Qt::SkipEmptyParts);
  const auto columns = candidateColumns();
  const auto groups = columnGroups();
  std::vector<int> found;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const CandidateColumn& column = columns[i];
    QStringList said{plainText(column.title), plainText(column.key), plainText(column.tooltip)};
    for (const ColumnGroupInfo& group : groups) {
      if (group.group == column.group) said << plainText(group.title);
    }
    const QString text = said.join(u'\n');
    const bool all = std::all_of(wanted.begin(), wanted.end(), [&](const QString& word) {
      return text.contains(word, Qt::CaseInsensitive);
    });
    if (all) found.push_back(static_cast<int>(i));
  }
  return found;
}

ColumnChoice::ColumnChoice(Settings& settings, QObject* parent) : QObject(parent), settings_(settings) {
  const auto columns = candidateColumns();
  const QStringList chosen = settings_.value(Setting::Columns).toStringList();
  const QVariantMap widths = settings_.value(Setting::ColumnWidths).toMap();
  for (const CandidateColumn& column : columns) {
    const QString key = plainText(column.key);
    shown_.push_back(chosen.isEmpty() ? column.shownByDefault : chosen.contains(key));
    widths_.push_back(std::clamp(widths.value(key, 0).toInt(), 0, 2000));
  }
  // A list of columns that this version does not know would leave an empty table.
  if (shown().empty()) reset();
}

std::vector<int> ColumnChoice::shown() const {
  std::vector<int> columns;
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    if (shown_[i]) columns.push_back(static_cast<int>(i));
  }
  return columns;
}

bool ColumnChoice::setShown(int column, bool shown) {
  if (isShown(column) == shown) return true;
  if (!shown && this->shown().size() == 1) return false;
  shown_[static_cast<std::size_t>(column)] = shown;
  store();
  emit changed();
  return true;
}

void ColumnChoice::reset() {
  const auto columns = candidateColumns();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    shown_[i] = columns[i].shownByDefault;
    widths_[i] = 0;
  }
  store();
  emit changed();
}

void ColumnChoice::setWidth(int column, int width) {
  if (widths_[static_cast<std::size_t>(column)] == width) return;
  widths_[static_cast<std::size_t>(column)] = width;
  store();
}

void ColumnChoice::store() {
  QStringList keys;
  QVariantMap widths;
  const auto columns = candidateColumns();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const QString key = plainText(columns[i].key);
    if (shown_[i]) keys << key;
    if (widths_[i] > 0) widths.insert(key, widths_[i]);
  }
  settings_.setValue(Setting::Columns, keys);
  settings_.setValue(Setting::ColumnWidths, widths);
}

}  // namespace kernelcast::ui
