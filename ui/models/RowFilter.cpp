#include "ui/models/RowFilter.h"

#include <algorithm>

#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// In bytes: case is ignored in ASCII alone, and 100,000 names are looked at between two keystrokes.
bool contains(const std::string& text, const std::string& wanted) {
  return std::search(text.begin(), text.end(), wanted.begin(), wanted.end(),
                     [](char a, char b) { return lower(a) == b; }) != text.end();
}

// `wanted` in lower case.
bool namesIt(const CandidateRow& row, const std::string& wanted) {
  if (wanted.starts_with('#')) return std::to_string(row.number) == wanted.substr(1);
  return contains(row.name, wanted) || contains(row.parentName, wanted);
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
  std::string wanted = filter.text.toStdString();
  std::transform(wanted.begin(), wanted.end(), wanted.begin(), lower);
  std::vector<int> rows;
  rows.reserve(table.rows.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const CandidateRow& row = table.rows[i];
    if (task >= 0 && row.task != task) continue;
    if (filter.cell) {
      if (isFailure(row.status) || row.predictedBin != filter.cell->predicted) continue;
      if (binOf(row.speedup, rule) != filter.cell->measured) continue;
    }
    if (!wanted.empty() && !namesIt(row, wanted)) continue;
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
