#include "core/analysis/source_text.h"

#include <algorithm>
#include <cstddef>

namespace kernelcast::analysis {

namespace {

std::size_t endOf(std::string_view source, std::string_view close, std::size_t from) {
  const std::size_t found = source.find(close, from);
  return found == std::string_view::npos ? source.size() : found + close.size();
}

// One past a literal that opens at `at` with a quote.
std::size_t literalEnd(std::string_view source, std::size_t at) {
  const char quote = source[at];
  for (std::size_t i = at + 1; i < source.size(); ++i) {
    if (source[i] == '\\') ++i;
    else if (source[i] == quote) return i + 1;
    else if (source[i] == '\n') return i;  // not closed: the line ends it
  }
  return source.size();
}

// R"mark( ... )mark"
std::size_t rawStringEnd(std::string_view source, std::size_t quote) {
  const std::size_t open = source.find('(', quote);
  if (open == std::string_view::npos) return source.size();
  std::string close = ")";
  close += source.substr(quote + 1, open - quote - 1);
  close += '"';
  return endOf(source, close, open);
}

// A line comment goes on where its line ends in a backslash.
std::size_t lineCommentEnd(std::string_view source, std::size_t at) {
  for (std::size_t end = source.find('\n', at); end != std::string_view::npos;
       end = source.find('\n', end + 1)) {
    const bool carriage = source[end - 1] == '\r';
    if (source[end - (carriage ? 2 : 1)] != '\\') return end;
  }
  return source.size();
}

bool isDigitOrLetter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::string withoutComments(std::string_view source) {
  std::string code;
  code.reserve(source.size());
  std::size_t at = 0;
  while (at < source.size()) {
    const std::string_view rest = source.substr(at);
    if (rest.starts_with("//") || rest.starts_with("/*")) {
      const std::size_t end = rest[1] == '/' ? lineCommentEnd(source, at) : endOf(source, "*/", at + 2);
      const auto lines = std::count(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(end - at), '\n');
      code += ' ';
      code.append(static_cast<std::size_t>(lines), '\n');
      at = end;
      continue;
    }
    std::size_t end = at + 1;
    if (rest.front() == '"')
      end = at > 0 && source[at - 1] == 'R' ? rawStringEnd(source, at) : literalEnd(source, at);
    // In 1'000'000 a quote separates digits.
    else if (rest.front() == '\'' && (at == 0 || !isDigitOrLetter(source[at - 1])))
      end = literalEnd(source, at);
    code += source.substr(at, end - at);
    at = end;
  }
  return code;
}

}  // namespace kernelcast::analysis
