// Text from kernels, compilers and models made inert: what stands in a report shows, and never acts.
#pragma once

#include <string>
#include <string_view>

namespace kernelcast::report {

// Valid UTF-8 that an XML parser accepts and that reads in the order of its bytes: CR LF becomes LF; U+FFFD
// stands for bytes that are not UTF-8, for control characters other than line feed and tab, for U+FFFE and
// U+FFFF, and for the characters that reorder text (U+202A..202E, U+2066..2069), with which a source can read
// other than it compiles.
std::string cleanText(std::string_view text);

// cleanText with & < > " ' as entities: safe as content of an element and inside a quoted attribute, in HTML
// and SVG.
std::string escapeHtml(std::string_view text);

}  // namespace kernelcast::report
