#include "ui/models/ColumnChoice.h"

#include <QScopedValueRollback>
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
  read();
  connect(&settings_, &Settings::changed, this, [this](Setting setting) {
    if (storing_ || (setting != Setting::Columns && setting != Setting::ColumnWidths)) return;
    read();
    emit changed();
  });
}

void ColumnChoice::read() {
  const auto columns = candidateColumns();
  const QStringList chosen = settings_.value(Setting::Columns).toStringList();
  const QVariantMap widths = settings_.value(Setting::ColumnWidths).toMap();
  const auto isChosen = [&](const CandidateColumn& column) { return chosen.contains(plainText(column.key)); };
  // A list of columns that this version does not know would leave an empty table.
  const bool usual = std::none_of(columns.begin(), columns.end(), isChosen);
  shown_.clear();
  widths_.clear();
  for (const CandidateColumn& column : columns) {
    shown_.push_back(usual ? column.shownByDefault : isChosen(column));
    widths_.push_back(std::clamp(widths.value(plainText(column.key), 0).toInt(), 0, 2000));
  }
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
  // Nothing is stored: columns that a later version shows at first are shown then.
  settings_.reset(Setting::Columns);
  settings_.reset(Setting::ColumnWidths);
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
  const QScopedValueRollback guard(storing_, true);
  settings_.setValue(Setting::Columns, keys);
  settings_.setValue(Setting::ColumnWidths, widths);
}

}  // namespace kernelcast::ui
