// Session ids: 26 characters of Crockford base 32, sortable by time (github.com/ulid/spec).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace kernelcast {

// From UTC milliseconds (48 bits) and 80 bits of randomness.
std::string makeUlid(std::int64_t unixMs, const std::array<std::uint8_t, 10>& randomness);
// Fresh: the system's clock and random device.
std::string newUlid();
bool isUlid(std::string_view text);

}  // namespace kernelcast
