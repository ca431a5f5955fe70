// Where in a search a candidate is written: all chance and all keys of events hang on the slot.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kernelcast::search {

struct Slot {
  int step = 0;
  int parent = 0;  // index among the step's parents
  int sample = 0;
  auto operator<=>(const Slot&) const = default;
};

// 1 + step * parents * samples + parent * samples + sample; numbers may have gaps.
int candidateNumber(Slot slot, int parents, int samples);
// "3/1/0"; what fromKey cannot read is none.
std::string slotKey(Slot slot);
std::optional<Slot> slotFromKey(std::string_view key);
// The one source of chance of a search: hash(seed, slot, purpose).
std::uint64_t chance(std::uint64_t seed, Slot slot, std::string_view purpose);

// A node of the archive: candidates by number, the first seed (the reference) is 0, further seeds -1, -2, ...
using NodeId = int;

}  // namespace kernelcast::search
