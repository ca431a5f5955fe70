#include "core/domain/hash.h"

#include <array>
#include <stdexcept>

#include <openssl/evp.h>

namespace kernelcast {

std::string sha256Hex(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  if (EVP_Digest(text.data(), text.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("SHA-256 is not available from OpenSSL");
  }
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(std::size_t{2} * length);
  for (unsigned int i = 0; i < length; ++i) {
    hex.push_back(kDigits[digest[i] >> 4U]);
    hex.push_back(kDigits[digest[i] & 15U]);
  }
  return hex;
}

namespace {
// Finaliser of SplitMix64 (Steele, Lea, Flood 2014).
std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31U);
}
}  // namespace

std::uint64_t stableHash(std::string_view text, std::uint64_t seed) {
  // FNV-1a over the bytes, started and finished with a mix so that neighbouring seeds and texts are
  // unrelated.
  std::uint64_t h = 0xcbf29ce484222325ULL ^ mix(seed + 0x9e3779b97f4a7c15ULL);
  for (const char c : text) {
    h ^= static_cast<unsigned char>(c);
    h *= 0x100000001b3ULL;
  }
  return mix(h);
}

double unitInterval(std::uint64_t hash) { return static_cast<double>(hash >> 11U) * 0x1.0p-53; }

}  // namespace kernelcast
