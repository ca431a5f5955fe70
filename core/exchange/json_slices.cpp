#include "core/exchange/json_slices.h"

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
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
      ++at_;
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
    std::size_t end = at_;
    int depth = 0;
    while (!atEnd()) {
      const char c = text_[at_];
      if (depth == 0 && (c == ',' || c == ':' || c == ']' || c == '}')) break;
      if (c == '"') skipString();
      else ++at_;
      if (c == '[' || c == '{') ++depth;
      if (c == ']' || c == '}') --depth;
      if (c != ' ' && c != '\t' && c != '\r' && c != '\n') end = at_;
    }
    return text_.substr(start, end - start);
  }
  [[nodiscard]] std::string here() const {
    if (atEnd()) return fmt::format("the text ends at byte {}", at_);
    return fmt::format("byte {} is '{}'", at_ + 1, toValidUtf8(text_.substr(at_, 1)));
  }

 private:
  void skipString() {
    ++at_;
    while (!atEnd() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = at_ < text_.size() ? at_ + 1 : text_.size();
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
