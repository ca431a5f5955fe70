#include "core/exchange/json_slices.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include <fmt/format.h>

#include "core/domain/json.h"
#include "core/domain/text.h"

namespace kernelcast::exchange {

namespace {

tl::unexpected<Error> malformed(const std::string& message) {
  return failure(Error::Kind::BadInput, "not valid JSON: " + message);
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  void skipSpace() {
    while (!atEnd() && isSpace(text_[at_])) ++at_;
  }
  [[nodiscard]] bool atEnd() const { return at_ >= text_.size(); }
  [[nodiscard]] bool take(char wanted) {
    skipSpace();
    if (atEnd() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  // A value up to the comma or bracket that ends it, without the space around it; empty where there is none.
  std::string_view value() {
    skipSpace();
    const std::size_t start = at_;
    for (int depth = 0; !atEnd(); ++at_) {
      const char c = text_[at_];
      if (isOrdinary(c)) continue;
      if (c == '"') {
        skipString();
        continue;
      }
      if (c == '[' || c == '{') {
        ++depth;
        continue;
      }
      if (depth == 0) break;  // a comma, a colon, or a bracket that this value did not open
      if (c == ']' || c == '}') --depth;
    }
    std::size_t end = std::min(at_, text_.size());
    while (end > start && isSpace(text_[end - 1])) --end;
    return text_.substr(start, end - start);
  }
  [[nodiscard]] std::string here() const {
    if (atEnd()) return fmt::format("the text ends at byte {}", text_.size());
    return fmt::format("byte {} is '{}'", at_ + 1, toValidUtf8(text_.substr(at_, 1)));
  }

 private:
  static bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
  // Most bytes of a large document; told apart by a table, since every byte passes here.
  static bool isOrdinary(char c) {
    static constexpr auto kSpecial = [] {
      std::array<bool, 256> special{};
      for (const char mark : std::string_view("\"[]{},:")) special[static_cast<unsigned char>(mark)] = true;
      return special;
    }();
    return !kSpecial[static_cast<unsigned char>(c)];
  }
  // From the quote that opens a string to the one that closes it, or to the end.
  void skipString() {
    for (++at_; !atEnd() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Result<std::vector<JsonMember>> sliceObject(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  Scanner scan(text);
  if (!scan.take('{')) return malformed("an object was expected, and " + scan.here());
  std::vector<JsonMember> members;
  std::unordered_set<std::string> seen;
  if (!scan.take('}')) {
    for (;;) {
      const auto key = parseJson(scan.value(), 1);
      if (!key || !key->is_string()) return malformed("a key was expected, and " + scan.here());
      auto name = key->get<std::string>();
      if (!scan.take(':'))
        return malformed(fmt::format("':' was expected after \"{}\", and {}", name, scan.here()));
      if (!seen.insert(name).second) {
        return failure(Error::Kind::BadInput, fmt::format("'{}' is there twice", name));
      }
      const std::string_view value = scan.value();
      if (value.empty()) return malformed(fmt::format("'{}' has no value: {}", name, scan.here()));
      members.push_back({std::move(name), value});
      if (scan.take(',')) continue;
      if (scan.take('}')) break;
      return malformed(
          fmt::format("',' or '}}' was expected after '{}', and {}", members.back().key, scan.here()));
    }
  }
  scan.skipSpace();
  if (!scan.atEnd()) return malformed("something follows the document: " + scan.here());
  return members;
}

Result<std::vector<std::string_view>> sliceList(std::string_view text) {
  Scanner scan(text);
  if (!scan.take('[')) return failure(Error::Kind::BadInput, "must be a list");
  std::vector<std::string_view> elements;
  if (!scan.take(']')) {
    for (;;) {
      const std::string_view value = scan.value();
      if (value.empty()) return malformed(fmt::format("[{}] has no value: {}", elements.size(), scan.here()));
      elements.push_back(value);
      if (scan.take(',')) continue;
      if (scan.take(']')) break;
      return malformed(
          fmt::format("',' or ']' was expected after [{}], and {}", elements.size() - 1, scan.here()));
    }
  }
  scan.skipSpace();
  if (!scan.atEnd()) return malformed("something follows the list: " + scan.here());
  return elements;
}

}  // namespace kernelcast::exchange
