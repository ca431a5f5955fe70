#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/domain/number_format.h"
#include "core/domain/row_filter.h"
#include "core/domain/text.h"

namespace kernelcast {

namespace {

// A piece of a typed word: quoted pieces hold no signs.
struct Piece {
  char c = 0;
  bool quoted = false;
};
struct Word {
  std::size_t place = 0;  // of its first byte, from 1
  std::vector<Piece> pieces;
};

using Pieces = std::span<const Piece>;

std::string textOf(Pieces pieces) {
  std::string text;
  for (const Piece& piece : pieces) text += piece.c;
  return text;
}

bool isQuoted(Pieces pieces) {
  return std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) { return piece.quoted; });
}

tl::unexpected<Error> refusal(const Word& word, const std::string& what) {
  return failure(Error::Kind::BadInput,
                 fmt::format("“{}” at character {}: {}", toValidUtf8(textOf(word.pieces)), word.place, what));
}

Result<std::vector<Word>> wordsOf(std::string_view text) {
  std::vector<Word> words;
  bool inWord = false;
  bool quoted = false;
  std::size_t opened = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (blank && !quoted) {
      inWord = false;
      continue;
    }
    if (!inWord) words.push_back({i + 1, {}});
    inWord = true;
    if (c == '"') {
      quoted = !quoted;
      opened = i + 1;
      // An empty pair still says that the word is a text.
      if (!quoted && i > 0 && text[i - 1] == '"') words.back().pieces.push_back({'\0', true});
    } else if (c == '\\' && quoted && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\')) {
      words.back().pieces.push_back({text[++i], true});
    } else {
      words.back().pieces.push_back({c, quoted});
    }
  }
  if (quoted) {
    return failure(Error::Kind::BadInput, fmt::format("the quote at character {} is not closed", opened));
  }
  for (Word& word : words) std::erase_if(word.pieces, [](const Piece& piece) { return piece.c == '\0'; });
  std::erase_if(words, [](const Word& word) { return word.pieces.empty(); });
  return words;
}

struct Sign {
  std::size_t at = 0;
  std::size_t length = 0;
  std::string_view text;
};

std::optional<Sign> nextSign(Pieces pieces, std::size_t from) {
  static constexpr std::array<std::string_view, 6> kSigns{"<=", ">=", "<", ">", "=", ":"};
  for (std::size_t i = from; i < pieces.size(); ++i) {
    if (pieces[i].quoted) continue;
    for (const std::string_view sign : kSigns) {
      if (pieces[i].c != sign[0]) continue;
      if (sign.size() == 2 && (i + 1 >= pieces.size() || pieces[i + 1].quoted || pieces[i + 1].c != sign[1]))
        continue;
      return Sign{i, sign.size(), sign};
    }
  }
  return {};
}

std::vector<Pieces> split(Pieces pieces, char at) {
  std::vector<Pieces> parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= pieces.size(); ++i) {
    if (i < pieces.size() && (pieces[i].quoted || pieces[i].c != at)) continue;
    parts.push_back(pieces.subspan(begin, i - begin));
    begin = i + 1;
  }
  return parts;
}

struct Unit {
  std::string_view text;
  double factor;
};

std::span<const Unit> unitsOf(CellFormat format) {
  static constexpr std::array<Unit, 2> kSpeedup{{{"x", 1}, {"×", 1}}};
  static constexpr std::array<Unit, 1> kPercent{{{"%", 0.01}}};
  static constexpr std::array<Unit, 4> kMicroseconds{{{"us", 1}, {"µs", 1}, {"ms", 1e3}, {"s", 1e6}}};
  static constexpr std::array<Unit, 4> kMilliseconds{{{"us", 1e-3}, {"µs", 1e-3}, {"ms", 1}, {"s", 1e3}}};
  static constexpr std::array<Unit, 4> kBytes{{{"KiB", 1024}, {"MiB", 1048576}, {"K", 1024}, {"B", 1}}};
  switch (format) {
    case CellFormat::Speedup: return kSpeedup;
    case CellFormat::Percent: return kPercent;
    case CellFormat::Microseconds: return kMicroseconds;
    case CellFormat::Milliseconds: return kMilliseconds;
    case CellFormat::Bytes: return kBytes;
    default: return {};
  }
}

Result<double> numberOf(const Word& word, Pieces pieces, const FilterField& field) {
  auto value = parseFilterNumber(textOf(pieces), field);
  if (!value) return refusal(word, value.error().message);
  return value;
}

Result<std::vector<NumberRange>> rangesOf(const Word& word, Pieces pieces, const FilterField& field) {
  std::vector<NumberRange> ranges;
  for (const Pieces part : split(pieces, ',')) {
    const std::string text = textOf(part);
    const std::size_t dots = text.find("..");
    const Pieces first = dots == std::string::npos ? part : part.first(dots);
    const auto low = numberOf(word, first, field);
    if (!low) return failure(low.error());
    const auto high = dots == std::string::npos ? low : numberOf(word, part.subspan(dots + 2), field);
    if (!high) return failure(high.error());
    if (*low > *high) return refusal(word, "the range ends before it begins");
    const CandidateColumn* column = findCandidateColumn(field.about);
    const bool isClass = column != nullptr && column->format == CellFormat::Bin;
    if (isClass && (*high < 1 || *low > kBinCount)) {
      return refusal(word, fmt::format("{} goes from 1 to {}", field.title, kBinCount));
    }
    ranges.push_back({*low, *high, false, false});
  }
  return ranges;
}

// Steps between two words, for "did you mean".
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

std::string suggestion(std::string_view key) {
  std::string_view best;
  std::size_t distance = key.size() < 4 ? 2 : 3;  // further apart is another word
  for (const FilterField& field : filterFields()) {
    const std::size_t steps = editDistance(key.substr(0, 40), field.key);
    if (steps < distance) {
      distance = steps;
      best = field.key;
    }
  }
  return best.empty() ? std::string("quote it to look for it in names")
                      : fmt::format("did you mean {}?", best);
}

Result<const FilterField*> fieldOf(const Word& word, Pieces pieces) {
  const std::string key = textOf(pieces);
  const FilterField* field = findFilterField(key);
  if (field == nullptr) {
    return refusal(word, fmt::format("there is nothing called “{}”; {}", toValidUtf8(key), suggestion(key)));
  }
  return field;
}

// 0.4<=stated<0.5
Result<FilterTerm> betweenTerm(const Word& word, Pieces pieces, const Sign& first, const Sign& second) {
  if (!first.text.starts_with('<') || !second.text.starts_with('<')) {
    return refusal(word, "two signs make a range: 0.4<=stated<0.5");
  }
  const std::size_t name = first.at + first.length;
  const auto field = fieldOf(word, pieces.subspan(name, second.at - name));
  if (!field) return failure(field.error());
  if ((*field)->kind != FilterKind::Number)
    return refusal(word, fmt::format("{} is not a number", (*field)->key));
  const auto low = numberOf(word, pieces.first(first.at), **field);
  if (!low) return failure(low.error());
  const auto high = numberOf(word, pieces.subspan(second.at + second.length), **field);
  if (!high) return failure(high.error());
  if (*low > *high) return refusal(word, "the range ends before it begins");
  return rangeTerm((*field)->key, {*low, *high, first.text == "<", second.text == "<"});
}

Result<FilterTerm> textTermOf(const Word& word, Pieces value, const FilterField& field, const Sign& sign) {
  if (sign.text != ":" && sign.text != "=") {
    return refusal(word, fmt::format("{} is a text: {}", field.key, field.example));
  }
  FilterTerm term = flagTerm(field.key);
  term.whole = sign.text == "=";
  for (const Pieces part : split(value, ',')) {
    if (part.empty()) return refusal(word, fmt::format("what {} is to be is missing", field.key));
    term.words.push_back(textOf(part));
  }
  return term;
}

Result<FilterTerm> signedTerm(const Word& word, Pieces pieces, const Sign& sign) {
  const auto second = nextSign(pieces, sign.at + sign.length);
  if (second && sign.text.starts_with('<')) return betweenTerm(word, pieces, sign, *second);
  const auto known = fieldOf(word, pieces.first(sign.at));
  if (!known) return failure(known.error());
  const FilterField& field = **known;
  const Pieces value = pieces.subspan(sign.at + sign.length);
  if (field.kind == FilterKind::Flag) {
    return refusal(word, fmt::format("{} stands alone, or with a minus: -{}", field.key, field.key));
  }
  if (value.empty()) return refusal(word, fmt::format("what {} is to be is missing", field.key));
  if (field.kind == FilterKind::Text) return textTermOf(word, value, field, sign);
  if (sign.text == ":" || sign.text == "=") {
    auto ranges = rangesOf(word, value, field);
    if (!ranges) return failure(ranges.error());
    FilterTerm term = flagTerm(field.key);
    term.ranges = std::move(*ranges);
    return term;
  }
  const auto number = numberOf(word, value, field);
  if (!number) return failure(number.error());
  NumberRange range;
  (sign.text[0] == '<' ? range.high : range.low) = *number;
  (sign.text[0] == '<' ? range.highOpen : range.lowOpen) = sign.text.size() == 1;
  return rangeTerm(field.key, range);
}

Result<FilterTerm> candidatesOf(const Word& word, Pieces pieces) {
  std::vector<int> numbers;
  for (Pieces part : split(pieces, ',')) {
    if (!part.empty() && part[0].c == '#') part = part.subspan(1);
    const std::string text = textOf(part);
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number <= 0) {
      return refusal(word, "numbers of candidates are written #3,17; quote it to look for it in names");
    }
    numbers.push_back(number);
  }
  return candidatesTerm(std::move(numbers));
}

Result<FilterTerm> termOf(const Word& word) {
  Pieces pieces(word.pieces);
  const bool negated = pieces.size() > 1 && !pieces[0].quoted && pieces[0].c == '-' &&
                       (pieces[1].quoted || !(pieces[1].c >= '0' && pieces[1].c <= '9'));
  if (negated) pieces = pieces.subspan(1);
  Result<FilterTerm> term = [&]() -> Result<FilterTerm> {
    if (!pieces[0].quoted && pieces[0].c == '#') return candidatesOf(word, pieces);
    if (const auto sign = nextSign(pieces, 0)) return signedTerm(word, pieces, *sign);
    if (!isQuoted(pieces)) {
      const FilterField* field = findFilterField(textOf(pieces));
      if (field != nullptr && field->kind == FilterKind::Flag) return flagTerm(field->key);
    }
    return textTerm({}, textOf(pieces));
  }();
  if (term) term->negated = negated;
  return term;
}

std::string quoted(const std::string& text, bool freeText) {
  const bool plain = !text.empty() && text.find_first_of(" \t\n\r\"\\<>=:,") == std::string::npos &&
                     !(freeText && (text[0] == '-' || text[0] == '#' || findFilterField(text) != nullptr));
  if (plain) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string listOf(const std::vector<std::string>& words, bool freeText) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ",") + quoted(word, freeText);
  return out;
}

std::string rangesText(const FilterTerm& term) {
  if (term.ranges.size() == 1) {
    const NumberRange& range = term.ranges.front();
    const bool low = std::isfinite(range.low);
    const bool high = std::isfinite(range.high);
    if (low && !high) return fmt::format("{}{}{}", term.field, range.lowOpen ? ">" : ">=", range.low);
    if (high && !low) return fmt::format("{}{}{}", term.field, range.highOpen ? "<" : "<=", range.high);
    if (range.lowOpen || range.highOpen) {
      return fmt::format("{}{}{}{}{}", range.low, range.lowOpen ? "<" : "<=", term.field,
                         range.highOpen ? "<" : "<=", range.high);
    }
  }
  std::string out = term.field == "number" ? "#" : fmt::format("{}:", term.field);
  bool first = true;
  for (const NumberRange& range : term.ranges) {
    if (!first) out += ',';
    first = false;
    out +=
        range.low == range.high ? fmt::format("{}", range.low) : fmt::format("{}..{}", range.low, range.high);
  }
  return out;
}

std::string termText(const FilterTerm& term) {
  const FilterField* field = findFilterField(term.field);
  std::string text;
  if (field == nullptr) text = listOf(term.words, true);
  else if (field->kind == FilterKind::Flag) text = term.field;
  else if (field->kind == FilterKind::Text)
    text = fmt::format("{}{}{}", term.field, term.whole ? "=" : ":", listOf(term.words, false));
  else text = rangesText(term);
  return term.negated ? "-" + text : text;
}

std::string valueWords(const FilterField& field, double value, BinRule rule) {
  if (field.key == "true")
    return formatCell(CellValue(value), rule == BinRule::Prompt ? CellFormat::Bin : CellFormat::BinPaperCode);
  return formatCell(CellValue(value), field.format);
}

std::string rangeWords(const FilterField& field, const NumberRange& range, BinRule rule) {
  const bool low = std::isfinite(range.low);
  const bool high = std::isfinite(range.high);
  const auto words = [&](double value) { return valueWords(field, value, rule); };
  if (low && high && range.low == range.high) return fmt::format("{} {}", field.title, words(range.low));
  if (low && high) {
    return fmt::format("{} {} {} {} {}", words(range.low), range.lowOpen ? "<" : "≤", field.title,
                       range.highOpen ? "<" : "≤", words(range.high));
  }
  if (low) return fmt::format("{} {} {}", field.title, range.lowOpen ? ">" : "≥", words(range.low));
  return fmt::format("{} {} {}", field.title, range.highOpen ? "<" : "≤", words(range.high));
}

}  // namespace

Result<double> parseFilterNumber(std::string_view text, const FilterField& field) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (error != std::errc() || !std::isfinite(value)) {
    return failure(Error::Kind::BadInput,
                   fmt::format("{} is a number, as in {}", field.title,
                               field.example.empty() ? fmt::format("{}>=2", field.key) : field.example));
  }
  if (!unit.empty()) {
    const auto units = unitsOf(field.format);
    const auto known =
        std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.text == unit; });
    if (known == units.end()) {
      return failure(Error::Kind::BadInput,
                     fmt::format("{} has no unit “{}”", field.title, toValidUtf8(unit)));
    }
    return value * known->factor;
  }
  if (field.format == CellFormat::Percent && std::abs(value) > 1) {
    return failure(Error::Kind::BadInput,
                   fmt::format("{} is a share: write {:g}% or {:g}", field.title, value, value / 100));
  }
  return value;
}

std::string filterNumberText(double value, const FilterField& field) {
  // 0.07 * 100 is a little above 7: a share is written as percent only where that reads back the same.
  if (field.format == CellFormat::Percent) {
    std::string percent = fmt::format("{:.10g}%", value * 100);
    if (parseFilterNumber(percent, field) == value) return percent;
  }
  return fmt::format("{}", value);
}

Result<RowFilter> parseFilter(std::string_view text) {
  const auto words = wordsOf(text);
  if (!words) return failure(words.error());
  RowFilter filter;
  for (const Word& word : *words) {
    auto term = termOf(word);
    if (!term) return failure(term.error());
    filter.terms.push_back(std::move(*term));
  }
  return filter;
}

std::string filterText(const RowFilter& filter) {
  std::string text;
  for (const FilterTerm& term : filter.terms) text += (text.empty() ? "" : " ") + termText(term);
  return text;
}

std::string termWords(const FilterTerm& term, BinRule rule) {
  const FilterField* field = findFilterField(term.field);
  std::string words;
  if (field == nullptr) {
    words = fmt::format("“{}”", fmt::join(term.words, "” or “"));
  } else if (field->kind == FilterKind::Flag) {
    words = field->title;
  } else if (field->kind == FilterKind::Text) {
    words = fmt::format("{} {}", field->title, fmt::join(term.words, " or "));
  } else if (term.ranges.size() > 3) {
    words = field->key == "number" ? fmt::format("{} picked candidates",
                                                 formatCount(static_cast<std::int64_t>(term.ranges.size())))
                                   : fmt::format("{}: one of {}", field->title, term.ranges.size());
  } else {
    for (const NumberRange& range : term.ranges) {
      words += (words.empty() ? "" : " or ") + rangeWords(*field, range, rule);
    }
  }
  return term.negated ? "not " + words : words;
}

}  // namespace kernelcast
