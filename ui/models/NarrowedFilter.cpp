#include "ui/models/NarrowedFilter.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace kernelcast::ui {

namespace {

// Thousands of picked candidates stand beside thousands of others: it says the same, only longer.
constexpr std::size_t kMostPairs = 1'000'000;

// None where they share nothing, which one range cannot say.
std::optional<NumberRange> shared(const NumberRange& a, const NumberRange& b) {
  NumberRange both = a;
  if (b.low > a.low || (b.low == a.low && b.lowOpen)) {
    both.low = b.low;
    both.lowOpen = b.lowOpen;
  }
  if (b.high < a.high || (b.high == a.high && b.highOpen)) {
    both.high = b.high;
    both.highOpen = b.highOpen;
  }
  return both.low < both.high || (both.low == both.high && !both.lowOpen && !both.highOpen)
             ? std::optional(both)
             : std::nullopt;
}

// Null where the other term cannot be cut to this one.
FilterTerm* rangesOf(RowFilter& filter, const FilterTerm& like) {
  const auto isRanges = [](const FilterTerm& term) { return !term.negated && !term.ranges.empty(); };
  const auto found = std::find_if(filter.terms.begin(), filter.terms.end(), [&](const FilterTerm& term) {
    return term.field == like.field && isRanges(term) && isRanges(like);
  });
  return found == filter.terms.end() ? nullptr : &*found;
}

}  // namespace

RowFilter narrowed(const RowFilter& filter, std::span<const FilterTerm> terms) {
  RowFilter result = filter;
  for (const FilterTerm& term : terms) {
    if (std::find(result.terms.begin(), result.terms.end(), term) != result.terms.end()) continue;
    FilterTerm* present = rangesOf(result, term);
    std::vector<NumberRange> both;
    const bool isQuick = present != nullptr && present->ranges.size() * term.ranges.size() <= kMostPairs;
    if (isQuick) {
      for (const NumberRange& a : present->ranges) {
        for (const NumberRange& b : term.ranges) {
          if (const auto range = shared(a, b)) both.push_back(*range);
        }
      }
    }
    if (both.empty()) {
      result.terms.push_back(term);
    } else {
      present->ranges = std::move(both);
    }
  }
  return result;
}

}  // namespace kernelcast::ui
