#include "core/stats/exact_sum.h"

#include <bit>
#include <cmath>

namespace kernelcast::stats {

namespace {
constexpr std::int64_t kLimbMask = 0xffffffff;
}

void ExactSum::add(double value) {
  if (!std::isfinite(value)) {
    special_ += value;
    return;
  }
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto exponent = static_cast<unsigned>(bits >> 52U) & 0x7ffU;
  std::uint64_t mantissa = bits & 0xfffffffffffffULL;
  if (exponent != 0) mantissa |= 1ULL << 52U;
  // Distance of the mantissa's last bit from the accumulator's; subnormal numbers share the lowest exponent.
  const unsigned offset = exponent == 0 ? 0 : exponent - 1;
  const std::size_t limb = offset / kLimbBits;
  const unsigned shift = offset % kLimbBits;
  const auto low = static_cast<std::int64_t>(mantissa << shift) & kLimbMask;
  const auto middle = static_cast<std::int64_t>(mantissa >> (kLimbBits - shift)) & kLimbMask;
  const auto high = static_cast<std::int64_t>(shift == 0 ? 0 : mantissa >> (2 * kLimbBits - shift));
  const std::int64_t sign = (bits >> 63U) != 0 ? -1 : 1;
  limbs_[limb] += sign * low;
  limbs_[limb + 1] += sign * middle;
  limbs_[limb + 2] += sign * high;
  if (++uncarried_ >= (1U << 30U)) {
    carry(limbs_);
    uncarried_ = 1;
  }
}

void ExactSum::carry(Limbs& limbs) {
  for (std::size_t i = 0; i + 1 < kLimbs; ++i) {
    limbs[i + 1] += limbs[i] >> kLimbBits;
    limbs[i] &= kLimbMask;
  }
}

double ExactSum::value() const {
  if (special_ != 0) return special_;  // true of NaN as well
  Limbs limbs = limbs_;
  carry(limbs);
  const bool negative = limbs.back() < 0;
  if (negative) {
    for (std::int64_t& limb : limbs) limb = -limb;
    carry(limbs);
  }
  std::size_t top = kLimbs - 1;
  while (top > 0 && limbs[top] == 0) --top;
  if (limbs[top] == 0) return 0;

  // The 64 bits from the leading one, the last of them set where anything below is not zero: enough to round
  // once.
  const auto at = [&](std::size_t below) {
    return top >= below ? static_cast<std::uint64_t>(limbs[top - below]) : std::uint64_t{0};
  };
  std::uint64_t word = at(0) << 32U | at(1);
  const int shift = std::countl_zero(word);
  word <<= static_cast<unsigned>(shift);
  bool sticky = false;
  if (shift > 0) {
    word |= at(2) >> static_cast<unsigned>(kLimbBits - shift);
    sticky = (at(2) << static_cast<unsigned>(32 + shift)) != 0;
  } else {
    sticky = at(2) != 0;
  }
  for (std::size_t below = 3; !sticky && below <= top; ++below) sticky = at(below) != 0;
  if (sticky) word |= 1U;
  const int exponent = kLimbBits * (static_cast<int>(top) - 1) - shift + kLowestExponent;
  const double magnitude = std::ldexp(static_cast<double>(word), exponent);
  return negative ? -magnitude : magnitude;
}

}  // namespace kernelcast::stats
