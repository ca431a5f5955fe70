// What can be asked of one column of the candidates table, and the filter that an answer makes: the values
// behind "Filter this column...". Everything goes through the fields that are also typed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/domain/row_filter.h"

namespace kernelcast::ui {

// One of few values that a column holds.
struct ColumnValue {
  std::string label;  // as a cell shows it
  std::string word;   // of a text
  double number = 0;  // of a number
  int rows = 0;
};

struct ColumnQuestion {
  const CandidateColumn* column = nullptr;
  const FilterField* field = nullptr;  // null: only flags ask about this column
  std::vector<const FilterField*> flags;
  std::vector<ColumnValue> values;  // all there are, in order; empty where they are too many to choose from
  double lowest = CandidateRow::kUnknown;  // of a column of numbers
  double highest = CandidateRow::kUnknown;
  int rows = 0;
  int unknown = 0;  // rows whose cell is empty
};
ColumnQuestion columnQuestion(const SessionTable& table, const CandidateColumn& column, BinRule rule);

struct ColumnAnswer {
  enum class Mode {
    Any,
    Range,   // of numbers
    Words,   // of a text
    Values,  // only those chosen
    Typed,   // something that only typing says, "-task:transpose"; kept as it is
  };
  Mode mode = Mode::Any;
  NumberRange range;
  std::string words;
  bool whole = false;                      // the words are the whole text
  std::vector<bool> chosen;                // as ColumnQuestion::values
  std::vector<std::optional<bool>> flags;  // as ColumnQuestion::flags; none: does not matter
  bool operator==(const ColumnAnswer&) const = default;
};
// What a filter says of the column.
ColumnAnswer columnAnswer(const ColumnQuestion& question, const RowFilter& filter);
// The filter with this answer instead of what it said of the column. Terms of other fields stay.
RowFilter filterWith(const ColumnQuestion& question, const ColumnAnswer& answer, const RowFilter& filter);
// Without anything that asks about the column.
RowFilter filterWithout(const CandidateColumn& column, const RowFilter& filter, BinRule rule);

// For each of candidateColumns(), what a filter asks about it as a chip says it; empty: nothing.
std::vector<std::string> filteredColumns(const RowFilter& filter, BinRule rule);

}  // namespace kernelcast::ui
