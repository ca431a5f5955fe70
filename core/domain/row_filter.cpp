#include "core/domain/row_filter.h"

#include <algorithm>
#include <cmath>

namespace kernelcast {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), lower);
  return text;
}

// In bytes: case is ignored in ASCII alone, and 100,000 names are looked at between two keystrokes.
bool contains(std::string_view text, const std::string& wanted) {
  return std::search(text.begin(), text.end(), wanted.begin(), wanted.end(),
                     [](char a, char b) { return lower(a) == b; }) != text.end();
}

bool isIn(const NumberRange& range, double value) {
  return (range.lowOpen ? value > range.low : value >= range.low) &&
         (range.highOpen ? value < range.high : value <= range.high);
}

// One term, made ready to be asked of many rows.
class Test {
 public:
  explicit Test(const FilterTerm& term) : field_(findFilterField(term.field)), term_(term) {
    if (!term_.whole) std::transform(term_.words.begin(), term_.words.end(), term_.words.begin(), lowered);
    // A hundred thousand picked candidates are a hundred thousand ranges of one number.
    std::sort(term_.ranges.begin(), term_.ranges.end(),
              [](const NumberRange& a, const NumberRange& b) { return a.low < b.low; });
    overlapping_ = std::adjacent_find(term_.ranges.begin(), term_.ranges.end(),
                                      [](const NumberRange& a, const NumberRange& b) {
                                        return b.low < a.high;
                                      }) != term_.ranges.end();
  }

  [[nodiscard]] bool passes(const SessionTable& table, const CandidateRow& row, BinRule rule) const {
    return holds(table, row, rule) != term_.negated;
  }

 private:
  [[nodiscard]] bool holds(const SessionTable& table, const CandidateRow& row, BinRule rule) const {
    if (field_ == nullptr) return anyWord(row.name) || anyWord(row.parentName);
    switch (field_->kind) {
      case FilterKind::Flag: return field_->flag(row, rule);
      case FilterKind::Text: return anyWord(field_->text(table, row));
      case FilterKind::Number: {
        const double value = numberOf(*field_, table, row, rule);
        return !std::isnan(value) && anyRange(value);
      }
    }
    return false;
  }

  [[nodiscard]] bool anyWord(std::string_view text) const {
    return std::any_of(term_.words.begin(), term_.words.end(), [&](const std::string& word) {
      return term_.whole ? text == word : contains(text, word);
    });
  }

  [[nodiscard]] bool anyRange(double value) const {
    if (overlapping_) {
      return std::any_of(term_.ranges.begin(), term_.ranges.end(),
                         [&](const NumberRange& range) { return isIn(range, value); });
    }
    // Two ranges may share an edge that only the earlier one holds.
    auto after = std::upper_bound(term_.ranges.begin(), term_.ranges.end(), value,
                                  [](double v, const NumberRange& range) { return v < range.low; });
    for (int tries = 0; tries < 2 && after != term_.ranges.begin(); ++tries) {
      --after;
      if (isIn(*after, value)) return true;
    }
    return false;
  }

  const FilterField* field_;  // null: free text
  FilterTerm term_;
  bool overlapping_ = false;
};

}  // namespace

FilterTerm flagTerm(std::string_view field) {
  FilterTerm term;
  term.field = field;
  return term;
}

FilterTerm numberTerm(std::string_view field, double value) {
  return rangeTerm(field, {value, value, false, false});
}

FilterTerm rangeTerm(std::string_view field, NumberRange range) {
  FilterTerm term;
  term.field = field;
  term.ranges = {range};
  return term;
}

FilterTerm textTerm(std::string_view field, std::string word, bool whole) {
  FilterTerm term;
  term.field = field;
  term.words = {std::move(word)};
  term.whole = whole;
  return term;
}

FilterTerm candidatesTerm(std::vector<int> numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  FilterTerm term;
  term.field = "number";
  for (const int number : numbers) {
    const double n = number;
    term.ranges.push_back({n, n, false, false});
  }
  return term;
}

const FilterTerm* RowFilter::find(std::string_view field) const {
  const auto found =
      std::find_if(terms.begin(), terms.end(), [&](const FilterTerm& term) { return term.field == field; });
  return found == terms.end() ? nullptr : &*found;
}

RowFilter RowFilter::with(FilterTerm term) const {
  RowFilter filter;
  bool placed = false;
  for (const FilterTerm& each : terms) {
    if (each.field != term.field) {
      filter.terms.push_back(each);
    } else if (!placed) {
      filter.terms.push_back(term);
      placed = true;
    }
  }
  if (!placed) filter.terms.push_back(std::move(term));
  return filter;
}

RowFilter RowFilter::without(std::string_view field) const {
  RowFilter filter = *this;
  std::erase_if(filter.terms, [&](const FilterTerm& term) { return term.field == field; });
  return filter;
}

RowFilter RowFilter::withoutTerm(std::size_t index) const {
  RowFilter filter = *this;
  if (index < filter.terms.size())
    filter.terms.erase(filter.terms.begin() + static_cast<std::ptrdiff_t>(index));
  return filter;
}

std::vector<int> filteredRows(const SessionTable& table, const RowFilter& filter, BinRule rule) {
  const std::vector<Test> tests(filter.terms.begin(), filter.terms.end());
  std::vector<int> rows;
  rows.reserve(table.rows.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const CandidateRow& row = table.rows[i];
    if (std::all_of(tests.begin(), tests.end(),
                    [&](const Test& test) { return test.passes(table, row, rule); })) {
      rows.push_back(static_cast<int>(i));
    }
  }
  return rows;
}

}  // namespace kernelcast
