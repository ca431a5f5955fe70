// What may be printed on a terminal of texts that come from files and models.
#pragma once

#include <string>
#include <string_view>

namespace kernelcast::cli {

// Valid UTF-8 in which no character moves the cursor, changes colours or turns the reading order: control
// characters but the newline, and Unicode's bidirectional controls, become U+FFFD.
std::string terminalText(std::string_view text);
// The same of a name that stands inside a line: newlines become spaces.
std::string terminalLine(std::string_view text);
// As one word of a POSIX shell's command line, quoted where it must be: to be pasted.
std::string shellWord(std::string_view text);

}  // namespace kernelcast::cli
