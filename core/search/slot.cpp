#include "core/search/slot.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include <fmt/format.h>

#include "core/domain/hash.h"

namespace kernelcast::search {

int candidateNumber(Slot slot, int parents, int samples) {
  const std::int64_t width = samples;
  const std::int64_t behind = slot.step * (width * parents) + slot.parent * width + slot.sample;
  // A slot of a hostile document may lie anywhere; a search refuses configurations that come near.
  return static_cast<int>(std::clamp<std::int64_t>(1 + behind, 0, std::numeric_limits<int>::max()));
}

std::string slotKey(Slot slot) { return fmt::format("{}/{}/{}", slot.step, slot.parent, slot.sample); }

std::optional<Slot> slotFromKey(std::string_view key) {
  std::array<int, 3> parts{};
  const char* at = key.data();
  const char* const end = at + key.size();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) {
      if (at == end || *at != '/') return std::nullopt;
      ++at;
    }
    // from_chars takes a sign; a key has none, and only one spelling of each number.
    if (at == end || *at < '0' || *at > '9' || (*at == '0' && at + 1 != end && at[1] != '/'))
      return std::nullopt;
    const auto [next, error] = std::from_chars(at, end, parts[i]);
    if (error != std::errc{}) return std::nullopt;
    at = next;
  }
  if (at != end) return std::nullopt;
  return Slot{parts[0], parts[1], parts[2]};
}

std::uint64_t chance(std::uint64_t seed, Slot slot, std::string_view purpose) {
  return stableHash(fmt::format("{}/{}/{}:{}", slot.step, slot.parent, slot.sample, purpose), seed);
}

}  // namespace kernelcast::search
