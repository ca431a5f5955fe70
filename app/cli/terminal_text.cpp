#include "app/cli/terminal_text.h"

#include <algorithm>
#include <array>

#include "core/domain/text.h"

namespace kernelcast::cli {

std::string terminalText(std::string_view text) {
  // C1 controls, marks and overrides of reading order, as UTF-8: their first bytes, and the range of the
  // last.
  struct Range {
    std::string_view head;
    unsigned char low;
    unsigned char high;
  };
  static constexpr std::array<Range, 4> kUnsafe{
      {{"\xC2", 0x80, 0x9f}, {"\xE2\x80", 0x8e, 0x8f}, {"\xE2\x80", 0xaa, 0xae}, {"\xE2\x81", 0xa6, 0xa9}}};
  const std::string valid = toValidUtf8(text);
  std::string clean;
  clean.reserve(valid.size());
  for (std::size_t at = 0; at < valid.size();) {
    const auto byte = static_cast<unsigned char>(valid[at]);
    std::size_t unsafe = (byte < 0x20 && byte != '\n') || byte == 0x7f ? 1 : 0;
    for (const Range& range : kUnsafe) {
      if (valid.compare(at, range.head.size(), range.head) != 0) continue;
      const std::size_t last = at + range.head.size();
      if (last >= valid.size()) continue;
      const auto end = static_cast<unsigned char>(valid[last]);
      if (end >= range.low && end <= range.high) unsafe = range.head.size() + 1;
    }
    if (unsafe == 0) {
      clean += valid[at++];
    } else {
      clean += "\xEF\xBF\xBD";
      at += unsafe;
    }
  }
  return clean;
}

std::string terminalLine(std::string_view text) {
  std::string clean = terminalText(text);
  std::replace(clean.begin(), clean.end(), '\n', ' ');
  return clean;
}

std::string shellWord(std::string_view text) {
  static constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@%+=,";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') quoted += "'\\''";
    else quoted += c;
  }
  return quoted + "'";
}

}  // namespace kernelcast::cli
