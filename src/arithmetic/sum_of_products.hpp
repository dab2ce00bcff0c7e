// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "arithmetic/binary32.hpp"
#include "number/sum_to_odd.hpp"

// mad, fma, dp2, dp3, dp4: the exact sum of exact products, rounded once.

namespace halfulp::arithmetic {

/// The terms' sum as binary32, rounded once; infinities and NaN as IEEE 754 adds them.
template <std::size_t N>
Word rounded_sum(Flush flush, const std::array<double, N>& terms) {
  return given(flush, static_cast<float>(number::sum_to_odd(terms)));
}

/// Exact: 24 by 24 bits fit in 53, and the exponents too.
inline double product(Flush flush, Word x, Word y) {
  return static_cast<double>(value(taken(flush, x))) * static_cast<double>(value(taken(flush, y)));
}

inline Word mad(Flush flush, Word x, Word y, Word z) {
  return rounded_sum<2>(flush, {product(flush, x, y), static_cast<double>(value(taken(flush, z)))});
}

inline Word dp2(Flush flush, Word x0, Word x1, Word y0, Word y1) {
  return rounded_sum<2>(flush, {product(flush, x0, y0), product(flush, x1, y1)});
}

inline Word dp3(Flush flush, Word x0, Word x1, Word x2, Word y0, Word y1, Word y2) {
  return rounded_sum<3>(flush, {product(flush, x0, y0), product(flush, x1, y1), product(flush, x2, y2)});
}

inline Word dp4(Flush flush, Word x0, Word x1, Word x2, Word x3, Word y0, Word y1, Word y2, Word y3) {
  return rounded_sum<4>(
      flush, {product(flush, x0, y0), product(flush, x1, y1), product(flush, x2, y2), product(flush, x3, y3)});
}

}  // namespace halfulp::arithmetic
