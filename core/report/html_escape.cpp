#include "core/report/html_escape.h"

#include <cstddef>

#include "core/domain/text.h"

namespace kernelcast::report {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool isForbiddenControl(unsigned char byte) {
  return (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f;
}

// Length of the sequence at `at` where it is one of the code points that are not kept, else 0. The text is
// valid UTF-8.
std::size_t forbiddenSequence(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : static_cast<unsigned char>(0);
  };
  if (byte(0) == 0xc2 && byte(1) >= 0x80 && byte(1) <= 0x9f) return 2;                       // C1 controls
  if (byte(0) == 0xef && byte(1) == 0xbf && (byte(2) == 0xbe || byte(2) == 0xbf)) return 3;  // U+FFFE, U+FFFF
  if (byte(0) == 0xe2 && byte(1) == 0x80 && byte(2) >= 0xaa && byte(2) <= 0xae) return 3;    // U+202A..202E
  if (byte(0) == 0xe2 && byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9) return 3;    // U+2066..2069
  return 0;
}

}  // namespace

std::string cleanText(std::string_view text) {
  const std::string valid = toValidUtf8(text);
  std::string clean;
  clean.reserve(valid.size());
  for (std::size_t at = 0; at < valid.size();) {
    if (valid[at] == '\r' && at + 1 < valid.size() && valid[at + 1] == '\n') {
      ++at;
      continue;
    }
    if (isForbiddenControl(static_cast<unsigned char>(valid[at]))) {
      clean += kReplacement;
      ++at;
    } else if (const std::size_t length = forbiddenSequence(valid, at); length > 0) {
      clean += kReplacement;
      at += length;
    } else {
      clean += valid[at++];
    }
  }
  return clean;
}

std::string escapeHtml(std::string_view text) {
  const std::string clean = cleanText(text);
  std::string escaped;
  escaped.reserve(clean.size() + clean.size() / 16);
  for (const char c : clean) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      case '\'': escaped += "&#39;"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

}  // namespace kernelcast::report
