// Sums that do not depend on the order of their terms, so that neither a sorted table nor threads change a
// figure.
#pragma once

#include <array>
#include <cstdint>

namespace kernelcast::stats {

// The exact sum of doubles as one wide fixed-point number (Neal, "Fast exact summation using small and large
// superaccumulators", 2015), rounded once when it is read. Adding is a few integer operations.
class ExactSum {
 public:
  void add(double value);
  // Correctly rounded; 0 where nothing was added; NaN or infinite where a term was.
  [[nodiscard]] double value() const;

 private:
  static constexpr int kLimbBits = 32;
  static constexpr int kLowestExponent = -1074;  // of the last bit of the smallest double
  static constexpr std::size_t kLimbs = 68;      // every double's bits, and 2^63 terms
  using Limbs = std::array<std::int64_t, kLimbs>;

  // Brings all limbs but the highest to 0..2^32 - 1; the highest keeps the sign.
  static void carry(Limbs& limbs);

  Limbs limbs_{};
  std::uint32_t uncarried_ = 0;  // terms since the last carry; a limb holds 2^31 of them
  double special_ = 0;           // sum of what is not finite
};

// A sum of n terms over n. NaN where n is 0.
class ExactMean {
 public:
  void add(double value) {
    sum_.add(value);
    ++n_;
  }
  [[nodiscard]] double value() const { return sum_.value() / static_cast<double>(n_); }
  [[nodiscard]] int n() const { return n_; }

 private:
  ExactSum sum_;
  int n_ = 0;
};

}  // namespace kernelcast::stats
