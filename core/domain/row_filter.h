// Which rows of a session are meant, as a value and as people type it: `task:transpose bin:7 error>=2
// failed`. The window's chips, its typed filter, its clicks and the command line all speak this.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/domain/candidate_columns.h"
#include "core/domain/result.h"
#include "core/domain/session.h"
#include "core/domain/speedup_bin.h"

namespace kernelcast {

enum class FilterKind {
  Flag,    // failed
  Text,    // task:transpose, name="exactly this"
  Number,  // speedup>=2, bin:5..7, 0.4<=stated<0.5
};

// One thing that can be asked of a row.
struct FilterField {
  std::string_view key;       // as typed
  std::string_view title;     // as a chip says it
  std::string_view example;   // of its use
  std::string_view sentence;  // what it asks
  FilterKind kind = FilterKind::Flag;
  CellFormat format = CellFormat::Text;  // of a number, for its units
  bool (*flag)(const CandidateRow&, BinRule) = nullptr;
  double (*number)(const CandidateRow&, BinRule) = nullptr;  // NaN where it is not known
  std::string_view (*text)(const SessionTable&, const CandidateRow&) = nullptr;
  const CandidateColumn* column = nullptr;  // of a number that is a column's own
  std::string_view about;                   // key of the column where one sees what it asks
  bool isColumn = false;                    // and that column's cells are what it compares
};
// The named ones, then every column of numbers under its own key.
std::span<const FilterField> filterFields();
const FilterField* findFilterField(std::string_view key);
// The column where one sees what a field asks, by the rule of speed classes that is in force.
const CandidateColumn* columnAbout(const FilterField& field, BinRule rule);
// The field that compares the cells of a column, the one people type where there are two; null where only
// flags ask about it.
const FilterField* fieldOfColumn(const CandidateColumn& column, BinRule rule);
std::vector<const FilterField*> flagsOfColumn(const CandidateColumn& column);
// What a field of numbers compares; NaN where it is not known.
double numberOf(const FilterField& field, const SessionTable& table, const CandidateRow& row, BinRule rule);
// A number as it is typed behind the field's sign, with a unit or without: "2", "1.5x", "50%", "1ms".
Result<double> parseFilterNumber(std::string_view text, const FilterField& field);
// The other way round, exactly.
std::string filterNumberText(double value, const FilterField& field);

struct NumberRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool lowOpen = false;  // low itself is outside
  bool highOpen = false;
  bool operator==(const NumberRange&) const = default;
};

// One condition. Of several words or ranges, any of them.
struct FilterTerm {
  std::string_view field;  // key of a FilterField
  bool negated = false;    // rows that do not meet it, those where it is not known among them
  std::vector<NumberRange> ranges;
  std::vector<std::string> words;
  bool whole = false;  // a word is the whole text; else a part of it, case ignored in ASCII
  bool operator==(const FilterTerm&) const = default;
};

FilterTerm flagTerm(std::string_view field);
FilterTerm numberTerm(std::string_view field, double value);
FilterTerm rangeTerm(std::string_view field, NumberRange range);
FilterTerm textTerm(std::string_view field, std::string word, bool whole = false);
FilterTerm candidatesTerm(std::vector<int> numbers);  // #3,17

// Rows that meet every term; without terms all.
struct RowFilter {
  std::vector<FilterTerm> terms;

  [[nodiscard]] bool isEmpty() const { return terms.empty(); }
  [[nodiscard]] const FilterTerm* find(std::string_view field) const;
  // The term instead of those of its field, or without them.
  [[nodiscard]] RowFilter with(FilterTerm term) const;
  [[nodiscard]] RowFilter without(std::string_view field) const;
  [[nodiscard]] RowFilter withoutTerm(std::size_t index) const;
  bool operator==(const RowFilter&) const = default;
};

// Words are split by blanks; "quotes" hold blanks and signs together; a leading minus asks for the others. A
// word that is neither a flag nor has a sign is looked for in names. Errors name the word and its place.
Result<RowFilter> parseFilter(std::string_view text);
// Canonical; parses into the same filter.
std::string filterText(const RowFilter& filter);
// One term as a person reads it: "forecast class ≤ 1.41×", "not failed", "12 picked candidates".
std::string termWords(const FilterTerm& term, BinRule rule);

// Indices into table.rows, ascending. O(rows x terms).
std::vector<int> filteredRows(const SessionTable& table, const RowFilter& filter, BinRule rule);

}  // namespace kernelcast
