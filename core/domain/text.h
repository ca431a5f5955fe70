// Text that comes from kernels, compilers and models: bytes that may be anything.
#pragma once

#include <string>
#include <string_view>

namespace kernelcast {

bool isValidUtf8(std::string_view text);
// The text with each byte that breaks UTF-8 replaced by U+FFFD. Kernels keep their bytes in the library; what
// goes to JSON, HTML or the screen passes through here.
std::string toValidUtf8(std::string_view text);
// Characters as a reader of the file would count them, a byte that is not UTF-8 as one.
std::size_t codePoints(std::string_view text);

}  // namespace kernelcast
