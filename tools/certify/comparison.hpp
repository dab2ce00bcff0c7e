// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpfr.h>

#include "certify/functions.hpp"

namespace halfulp::certify {

/// MPFR's numbers for one comparison after the other; exact results to 64 bits.
class Comparison {
 public:
  Comparison();
  ~Comparison();
  Comparison(const Comparison&) = delete;
  Comparison& operator=(const Comparison&) = delete;

  /// |approximation - f(x)| / |f(x)|, itself off by 2^-50 relative and 2^-64. Zeros and poles, of either sign, must be
  /// such: infinity for those that are not, for an approximation that is no number, and for one that is not on its side
  /// of 1 where exact::keeps_side_of_one().
  [[nodiscard]] double relative_error(const Function& function, double x, double approximation);
  /// The same of atan2(x, y), or of pow(x, y).
  [[nodiscard]] double relative_error(Operation operation, double x, double y, double approximation);
  /// The last exact result; infinity or 0 beyond double's range.
  [[nodiscard]] double exact() const { return mpfr_get_d(exact_, MPFR_RNDN); }

 private:
  /// `rounded`: whether exact_ is above, below or what is exact.
  [[nodiscard]] double error_of(Operation operation, int rounded, double approximation);

  mpfr_t first_;
  mpfr_t second_;
  mpfr_t exact_;
  mpfr_t difference_;
};

}  // namespace halfulp::certify
