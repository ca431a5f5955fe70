#include "ui/models/Comparables.h"

#include <algorithm>

#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

bool samePool(const CandidateRow& a, const CandidateRow& b) {
  return a.task == b.task && a.device == b.device && a.surrogate == b.surrogate;
}

}  // namespace

int parentRowOf(const SessionTable& table, int row) {
  if (row < 0) return -1;
  const CandidateRow& child = table.rows[static_cast<std::size_t>(row)];
  const auto found = std::find_if(table.rows.begin(), table.rows.end(), [&](const CandidateRow& other) {
    return other.number == child.parent && samePool(other, child);
  });
  return found == table.rows.end() ? -1 : static_cast<int>(found - table.rows.begin());
}

std::vector<Comparable> comparables(const SessionTable& table, int row, std::span<const int> marked) {
  std::vector<Comparable> found;
  const CandidateRow& own = table.rows[static_cast<std::size_t>(row)];
  const auto add = [&](int other, const QString& what) {
    if (other < 0 || other == row) return;
    const bool there =
        std::any_of(found.begin(), found.end(), [other](const Comparable& c) { return c.row == other; });
    if (there) return;
    const CandidateRow& candidate = table.rows[static_cast<std::size_t>(other)];
    found.push_back({other, QStringLiteral("%1, %2 (#%3)")
                                .arg(what, oneLine(candidate.name), QString::number(candidate.number))});
  };
  const auto rankedFirst = [&](int CandidateRow::*rank) {
    const auto first = std::find_if(table.rows.begin(), table.rows.end(), [&](const CandidateRow& other) {
      return other.*rank == 1 && samePool(other, own);
    });
    return first == table.rows.end() ? -1 : static_cast<int>(first - table.rows.begin());
  };
  add(parentRowOf(table, row), QStringLiteral("its parent"));
  add(rankedFirst(&CandidateRow::rankMeasured), QStringLiteral("the fastest measured"));
  add(rankedFirst(&CandidateRow::rankForecast), QStringLiteral("the fastest forecast"));
  for (const int other : marked) add(other, QStringLiteral("the marked one"));
  return found;
}

}  // namespace kernelcast::ui
