#include "ui/models/RowFilter.h"

#include <algorithm>

#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

bool namesIt(const CandidateRow& row, const QString& text) {
  if (text.startsWith(u'#')) return QString::number(row.number) == QStringView(text).mid(1);
  return oneLine(row.name).contains(text, Qt::CaseInsensitive) ||
         oneLine(row.parentName).contains(text, Qt::CaseInsensitive);
}

QString className(int bin, BinRule rule) { return plainText(binLabel(bin, rule)) + u'×'; }

}  // namespace

std::vector<int> filteredRows(const SessionTable& table, const RowFilter& filter, BinRule rule) {
  int task = -1;
  if (filter.task) {
    const auto found = std::find(table.tasks.begin(), table.tasks.end(), *filter.task);
    if (found == table.tasks.end()) return {};
    task = static_cast<int>(found - table.tasks.begin());
  }
  std::vector<int> rows;
  rows.reserve(table.rows.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const CandidateRow& row = table.rows[i];
    if (task >= 0 && row.task != task) continue;
    if (filter.cell) {
      if (isFailure(row.status) || row.predictedBin != filter.cell->predicted) continue;
      if (binOf(row.speedup, rule) != filter.cell->measured) continue;
    }
    if (!filter.text.isEmpty() && !namesIt(row, filter.text)) continue;
    rows.push_back(static_cast<int>(i));
  }
  return rows;
}

std::vector<FilterChip> chipsOf(const RowFilter& filter, BinRule rule) {
  std::vector<FilterChip> chips;
  if (filter.task) chips.push_back({FilterChip::Part::Task, oneLine(*filter.task)});
  if (filter.cell) {
    chips.push_back({FilterChip::Part::Cell, QStringLiteral("forecast %1, measured %2")
                                                 .arg(className(filter.cell->predicted, BinRule::Prompt),
                                                      className(filter.cell->measured, rule))});
  }
  if (!filter.text.isEmpty())
    chips.push_back({FilterChip::Part::Text, QStringLiteral("“%1”").arg(filter.text)});
  return chips;
}

RowFilter without(RowFilter filter, FilterChip::Part part) {
  switch (part) {
    case FilterChip::Part::Task: filter.task.reset(); break;
    case FilterChip::Part::Cell: filter.cell.reset(); break;
    case FilterChip::Part::Text: filter.text.clear(); break;
  }
  return filter;
}

}  // namespace kernelcast::ui
