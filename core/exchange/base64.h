// Bytes that JSON cannot carry as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kernelcast::exchange {

std::string toBase64(std::string_view bytes);
// Only what toBase64 writes is read: no white space, padding in place.
std::optional<std::string> fromBase64(std::string_view text);

}  // namespace kernelcast::exchange
