// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "arithmetic/binary32.hpp"
#include "number/binade.hpp"

// add, sub, mul, div, reciprocal, rcp, sqrt: the machine's own IEEE 754 operations, each correctly rounded. Their
// special values are IEEE 754's, which are those of the documents [D3D11.3 §22.10]. fdim and fmod: C's.

namespace halfulp::arithmetic {

inline Word add(Flush flush, Word x, Word y) { return given(flush, value(taken(flush, x)) + value(taken(flush, y))); }
inline Word sub(Flush flush, Word x, Word y) { return given(flush, value(taken(flush, x)) - value(taken(flush, y))); }
inline Word mul(Flush flush, Word x, Word y) { return given(flush, value(taken(flush, x)) * value(taken(flush, y))); }
inline Word div(Flush flush, Word x, Word y) { return given(flush, value(taken(flush, x)) / value(taken(flush, y))); }
inline Word reciprocal(Flush flush, Word x) { return given(flush, 1.0F / value(taken(flush, x))); }
inline Word square_root(Flush flush, Word x) { return given(flush, std::sqrt(value(taken(flush, x)))); }

/// x - y, rounded once, where x > y; NaN of a NaN; otherwise +0.
inline Word positive_difference(Flush flush, Word x, Word y) {
  const float a = value(taken(flush, x));
  const float b = value(taken(flush, y));
  return a <= b ? 0 : given(flush, a - b);
}

/// x - n * y, exact, n the quotient rounded toward zero; NaN of an infinite x and of y = 0. A zero has x's sign.
inline Word remainder(Flush flush, Word x, Word y) {
  const float a = value(taken(flush, x));
  const float b = value(taken(flush, y));
  if (!std::isfinite(a) || std::isnan(b) || b == 0) return kNan;
  if (std::fabs(a) < std::fabs(b)) return given(flush, a);
  // Multiples of the last place of b, of which a has 24 bits and then zeros: 40 of these are taken at a time.
  const auto exponent = [](float v) { return std::max(number::exponent_of(v), -126) - 23; };
  const auto multiples = [&](float v) {
    return static_cast<std::uint64_t>(std::fabs(v) * number::power_of_two(-exponent(v)));
  };
  std::uint64_t rest = multiples(a);
  const std::uint64_t divisor = multiples(b);
  int zeros = exponent(a) - exponent(b);
  for (rest %= divisor; zeros > 0 && rest != 0; zeros -= 40) rest = (rest << std::min(zeros, 40)) % divisor;
  const auto size = static_cast<float>(static_cast<double>(rest) * number::power_of_two(exponent(b)));
  return given(flush, std::copysign(size, a));
}

}  // namespace halfulp::arithmetic
