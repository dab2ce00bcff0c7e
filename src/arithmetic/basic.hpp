// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include "arithmetic/binary32.hpp"
#include "number/fmod.hpp"

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
  return given(flush, number::fmod(a, b));
}

}  // namespace halfulp::arithmetic
