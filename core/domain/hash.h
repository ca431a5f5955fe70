// Content hashes, and the one source of chance that searches and sampling use.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kernelcast {

// SHA-256 as 64 lower-case hexadecimal digits: names kernels and texts.
std::string sha256Hex(std::string_view text);

// A 64-bit hash that is the same on every machine and in every version: all chance is chance(seed, slot,
// purpose).
std::uint64_t stableHash(std::string_view text, std::uint64_t seed = 0);
// In [0, 1), from the 53 high bits.
double unitInterval(std::uint64_t hash);

}  // namespace kernelcast
