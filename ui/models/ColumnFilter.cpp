#include "ui/models/ColumnFilter.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace kernelcast::ui {

namespace {

// More than can be looked over in a list of check boxes.
constexpr std::size_t kMostValues = 12;

bool isCounted(CellFormat format) {
  return format == CellFormat::Integer || format == CellFormat::Bin || format == CellFormat::BinPaperCode;
}

void countTexts(ColumnQuestion& question, const SessionTable& table) {
  std::map<std::string_view, int> rows;
  for (const CandidateRow& row : table.rows) {
    const std::string_view text = question.field->text(table, row);
    if (text.empty()) ++question.unknown;
    // One more than can be shown is enough to know that they are too many.
    else if (rows.size() <= kMostValues || rows.contains(text)) ++rows[text];
  }
  if (rows.size() > kMostValues) return;
  for (const auto& [text, n] : rows) question.values.push_back({std::string(text), std::string(text), 0, n});
}

void countNumbers(ColumnQuestion& question, const SessionTable& table, BinRule rule) {
  std::map<double, int> rows;
  for (const CandidateRow& row : table.rows) {
    const double number = numberOf(*question.field, table, row, rule);
    if (std::isnan(number)) {
      ++question.unknown;
      continue;
    }
    question.lowest = std::fmin(question.lowest, number);
    question.highest = std::fmax(question.highest, number);
    if (rows.size() <= kMostValues || rows.contains(number)) ++rows[number];
  }
  if (!isCounted(question.column->format) || rows.size() > kMostValues) return;
  for (const auto& [number, n] : rows) {
    question.values.push_back({formatCell(CellValue(number), question.column->format), {}, number, n});
  }
}

bool isOneNumber(const NumberRange& range) {
  return range.low == range.high && !range.lowOpen && !range.highOpen;
}

std::optional<std::vector<bool>> chosenOf(const ColumnQuestion& question, const FilterTerm& term) {
  std::vector<bool> chosen(question.values.size(), false);
  const auto choose = [&](const auto& matches) {
    const auto found = std::find_if(question.values.begin(), question.values.end(), matches);
    if (found == question.values.end()) return false;
    chosen[static_cast<std::size_t>(found - question.values.begin())] = true;
    return true;
  };
  if (question.field->kind == FilterKind::Text) {
    if (!term.whole) return {};
    for (const std::string& word : term.words) {
      if (!choose([&](const ColumnValue& value) { return value.word == word; })) return {};
    }
  } else {
    for (const NumberRange& range : term.ranges) {
      const auto is = [&](const ColumnValue& value) { return value.number == range.low; };
      if (!isOneNumber(range) || !choose(is)) return {};
    }
  }
  return chosen;
}

void readTerm(ColumnAnswer& answer, const ColumnQuestion& question, const FilterTerm& term) {
  answer.mode = ColumnAnswer::Mode::Typed;
  if (term.negated) return;
  if (auto chosen = chosenOf(question, term)) {
    answer.mode = ColumnAnswer::Mode::Values;
    answer.chosen = std::move(*chosen);
  } else if (question.field->kind == FilterKind::Text && term.words.size() == 1) {
    answer.mode = ColumnAnswer::Mode::Words;
    answer.words = term.words.front();
    answer.whole = term.whole;
  } else if (question.field->kind == FilterKind::Number && term.ranges.size() == 1) {
    answer.mode = ColumnAnswer::Mode::Range;
    answer.range = term.ranges.front();
  }
}

FilterTerm valuesTerm(const ColumnQuestion& question, const std::vector<bool>& chosen) {
  FilterTerm term;
  term.field = question.field->key;
  term.whole = question.field->kind == FilterKind::Text;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (!chosen[i]) continue;
    const ColumnValue& value = question.values[i];
    if (term.whole) term.words.push_back(value.word);
    else term.ranges.push_back({value.number, value.number, false, false});
  }
  return term;
}

// None where the answer leaves every row.
std::optional<FilterTerm> termOf(const ColumnQuestion& question, const ColumnAnswer& answer) {
  switch (answer.mode) {
    case ColumnAnswer::Mode::Range:
      if (answer.range == NumberRange{}) return {};
      return rangeTerm(question.field->key, answer.range);
    case ColumnAnswer::Mode::Words:
      if (answer.words.empty()) return {};
      return textTerm(question.field->key, answer.words, answer.whole);
    case ColumnAnswer::Mode::Values:
      if (std::find(answer.chosen.begin(), answer.chosen.end(), true) == answer.chosen.end()) return {};
      return valuesTerm(question, answer.chosen);
    case ColumnAnswer::Mode::Any:
    case ColumnAnswer::Mode::Typed: break;
  }
  return {};
}

}  // namespace

ColumnQuestion columnQuestion(const SessionTable& table, const CandidateColumn& column, BinRule rule) {
  ColumnQuestion question;
  question.column = &column;
  question.field = fieldOfColumn(column, rule);
  question.flags = flagsOfColumn(column);
  question.rows = static_cast<int>(table.rows.size());
  if (question.field == nullptr) return question;
  if (question.field->kind == FilterKind::Text) countTexts(question, table);
  else countNumbers(question, table, rule);
  return question;
}

ColumnAnswer columnAnswer(const ColumnQuestion& question, const RowFilter& filter) {
  ColumnAnswer answer;
  answer.chosen.assign(question.values.size(), false);
  for (const FilterField* flag : question.flags) {
    const FilterTerm* term = filter.find(flag->key);
    answer.flags.push_back(term != nullptr ? std::optional(!term->negated) : std::nullopt);
  }
  if (question.field == nullptr) return answer;
  const auto isOurs = [&](const FilterTerm& term) { return term.field == question.field->key; };
  const auto count = std::count_if(filter.terms.begin(), filter.terms.end(), isOurs);
  if (count == 1) readTerm(answer, question, *filter.find(question.field->key));
  if (count > 1) answer.mode = ColumnAnswer::Mode::Typed;
  return answer;
}

RowFilter filterWith(const ColumnQuestion& question, const ColumnAnswer& answer, const RowFilter& filter) {
  RowFilter result = filter;
  if (question.field != nullptr && answer.mode != ColumnAnswer::Mode::Typed) {
    auto term = termOf(question, answer);
    result = term ? result.with(std::move(*term)) : result.without(question.field->key);
  }
  for (std::size_t i = 0; i < question.flags.size(); ++i) {
    const std::string_view key = question.flags[i]->key;
    if (!answer.flags[i]) {
      result = result.without(key);
      continue;
    }
    FilterTerm term = flagTerm(key);
    term.negated = !*answer.flags[i];
    result = result.with(std::move(term));
  }
  return result;
}

RowFilter filterWithout(const CandidateColumn& column, const RowFilter& filter, BinRule rule) {
  RowFilter result = filter;
  std::erase_if(result.terms, [&](const FilterTerm& term) {
    const FilterField* field = findFilterField(term.field);
    return field != nullptr && columnAbout(*field, rule) == &column;
  });
  return result;
}

std::vector<std::string> filteredColumns(const RowFilter& filter, BinRule rule) {
  const auto columns = candidateColumns();
  std::vector<std::string> said(columns.size());
  for (const FilterTerm& term : filter.terms) {
    const FilterField* field = findFilterField(term.field);
    if (field == nullptr) continue;  // words alone are looked for in two columns and belong to neither
    std::string& words = said[static_cast<std::size_t>(columnAbout(*field, rule) - columns.data())];
    words += (words.empty() ? "" : ", ") + termWords(term, rule);
  }
  return said;
}

}  // namespace kernelcast::ui
