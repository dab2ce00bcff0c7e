// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "arithmetic/binary32.hpp"

// mad, dp2, dp3, dp4: the exact sum of exact products, rounded once.

namespace halfulp::arithmetic {

/// total + error = x + y exactly: Knuth's two-sum. Terms here are multiples of 2^-298 below 2^258, so that nothing
/// overflows and no rounding error is denormal in double.
struct TwoSum {
  double total;
  double error;
};
inline TwoSum two_sum(double x, double y) {
  const double total = x + y;
  const double y_taken = total - x;
  const double x_taken = total - y_taken;
  return {total, (x - x_taken) + (y - y_taken)};
}

/// The sum of N finite terms, each a multiple of 2^-298 below 2^256, rounded to double with rounding to odd: toward
/// zero, then the last bit set when bits were lost. Rounding that to binary32 rounds the exact sum once, as double has
/// more than two bits beyond binary32 [Boldo and Melquiond, 2008]. The sign of a zero means nothing.
template <std::size_t N>
double sum_to_odd(const std::array<double, N>& terms) {
  // Grow a nonoverlapping expansion, smallest component first [Shewchuk 1997, theorem 10].
  std::array<double, N> expansion{};
  double head = terms[0];
  expansion[0] = head;
  for (std::size_t n = 1; n < N; ++n) {
    head = terms[n];
    for (std::size_t i = 0; i < n; ++i) {
      const TwoSum step = two_sum(head, expansion[i]);
      head = step.total;
      expansion[i] = step.error;
    }
    expansion[n] = head;
  }
  // Compress from the largest: `head` becomes the sum but for a tail below half its last place; the tail's sign is that
  // of its largest component.
  double tail = 0.0;
  head = expansion[N - 1];
  for (std::size_t i = N - 1; i-- > 0;) {
    const TwoSum step = two_sum(head, expansion[i]);
    head = step.total;
    if (step.error != 0.0) {
      tail = step.error;
      break;  // components below are smaller than the tail: they cannot change its sign
    }
  }
  auto bits = std::bit_cast<std::uint64_t>(head);
  if (tail != 0.0 && (bits & 1) == 0) bits = std::signbit(tail) == std::signbit(head) ? bits + 1 : bits - 1;
  return std::bit_cast<double>(bits);
}

/// The terms' sum as binary32, rounded once; infinities and NaN as IEEE 754 adds them.
template <std::size_t N>
Word rounded_sum(Flush flush, const std::array<double, N>& terms) {
  double plain = terms[0];
  for (std::size_t i = 1; i < N; ++i) plain += terms[i];
  if (!std::isfinite(plain)) return given(flush, static_cast<float>(plain));
  const double total = sum_to_odd(terms);
  // Only -0 + -0 is -0; a sum that cancels is +0.
  if (total == 0.0) return plain == 0.0 && std::signbit(plain) ? kSignBit : 0;
  return given(flush, static_cast<float>(total));
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
