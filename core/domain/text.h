// Text that comes from kernels, compilers and models: bytes that may be anything.
#pragma once

#include <string>
#include <string_view>

namespace kernelcast {

bool isValidUtf8(std::string_view text);
// The text with each byte that breaks UTF-8 replaced by U+FFFD. Kernels keep their bytes in the library; what
// goes to JSON, HTML or the screen passes through here.
std::string toValidUtf8(std::string_view text);

}  // namespace kernelcast
