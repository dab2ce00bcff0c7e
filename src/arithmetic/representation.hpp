// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "arithmetic/binary32.hpp"
#include "number/binade.hpp"

// frexp, ilogb, ldexp, nextafter, copysign: a value's fraction, exponent, neighbours and sign. Exact, but for ldexp's
// one rounding.

namespace halfulp::arithmetic {

/// f of x = f * 2^e, |f| in [1/2, 1); zeros, infinities and NaN are their own.
inline Word frexp_fraction(Flush flush, Word x) {
  int exponent = 0;
  return given(flush, std::frexp(value(taken(flush, x)), &exponent));
}

/// e of that, an integer; 0 of a zero, and of infinities and NaN, of which C leaves it open.
inline Word frexp_exponent(Flush flush, Word x) {
  const float operand = value(taken(flush, x));
  int exponent = 0;
  if (std::isfinite(operand)) static_cast<void>(std::frexp(operand, &exponent));
  return static_cast<Word>(exponent);
}

/// floor(log2(|x|)), an integer; 0 of zeros, infinities and NaN, of which it is left open.
inline Word ilogb(Flush flush, Word x) {
  const float operand = value(taken(flush, x));
  return std::isfinite(operand) && operand != 0 ? static_cast<Word>(std::ilogb(operand)) : 0;
}

/// x * 2^exponent, rounded once. In double the product is exact; beyond kFar it is an infinity or a zero in any case.
inline Word ldexp(Flush flush, Word x, Word exponent) {
  constexpr std::int32_t kFar = 300;
  const int scale = std::clamp(static_cast<std::int32_t>(exponent), -kFar, kFar);
  const double exact = static_cast<double>(value(taken(flush, x))) * number::power_of_two(scale);
  return given(flush, static_cast<float>(exact));
}

inline Word next_after(Flush flush, Word x, Word y) {
  return given(flush, std::nextafter(value(taken(flush, x)), value(taken(flush, y))));
}

/// Every other bit stays, those of a NaN too.
inline Word copy_sign(Flush flush, Word x, Word y) {
  const Word result = (taken(flush, x) & ~kSignBit) | (y & kSignBit);
  return flush.results ? flushed(result) : result;
}

}  // namespace halfulp::arithmetic
