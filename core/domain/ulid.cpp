#include "core/domain/ulid.h"

#include <algorithm>
#include <chrono>
#include <random>

namespace kernelcast {

namespace {
constexpr std::string_view kCrockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
}

std::string makeUlid(std::int64_t unixMs, const std::array<std::uint8_t, 10>& randomness) {
  std::string text(26, '0');
  auto time = static_cast<std::uint64_t>(unixMs) & 0xffffffffffffULL;
  for (std::size_t i = 10; i-- > 0; time >>= 5U) text[i] = kCrockford[time & 31U];
  // 80 bits in sixteen groups of five, most significant first.
  for (std::size_t i = 0; i < 16; ++i) {
    const std::size_t bit = i * 5;
    const std::size_t byte = bit / 8;
    const unsigned pair = (static_cast<unsigned>(randomness[byte]) << 8U) |
                          (byte + 1 < randomness.size() ? randomness[byte + 1] : 0U);
    text[10 + i] = kCrockford[(pair >> (11U - bit % 8)) & 31U];
  }
  return text;
}

std::string newUlid() {
  using namespace std::chrono;
  std::random_device device;
  std::array<std::uint8_t, 10> randomness{};
  for (auto& byte : randomness) byte = static_cast<std::uint8_t>(device());
  return makeUlid(duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count(), randomness);
}

bool isUlid(std::string_view text) {
  return text.size() == 26 && text[0] <= '7' && std::all_of(text.begin(), text.end(), [](char c) {
           return kCrockford.find(c) != std::string_view::npos;
         });
}

}  // namespace kernelcast
