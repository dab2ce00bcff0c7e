// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

// Sums without loss, in doubles: built without contraction and without other licence of the compiler.

namespace halfulp::number {

/// total + error = x + y exactly, where nothing overflows [Knuth's two-sum].
struct TwoSum {
  double total;
  double error;
};
inline TwoSum two_sum(double x, double y) noexcept {
  const double total = x + y;
  const double y_taken = total - x;
  const double x_taken = total - y_taken;
  return {total, (x - x_taken) + (y - y_taken)};
}

/// A number rounded to odd: toward zero, then the last bit set where bits were lost. Rounding that to 51 bits or fewer
/// rounds the number once [Boldo and Melquiond, 2008]. `near` is one of the two doubles about the number,
/// and `error` has the sign of the number less `near`. Infinity and NaN stay.
inline double to_odd(double near, double error) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(near);
  if (error == 0 || !std::isfinite(near) || (bits & 1) != 0) return near;
  return std::bit_cast<double>(std::signbit(error) == std::signbit(near) ? bits + 1 : bits - 1);
}

/// The sum of N terms, rounded to odd; each finite one a multiple of 2^-298 below 2^256, as numbers of binary32 and
/// their products are. Infinities, NaN and the sign of a zero as IEEE 754 adds.
template <std::size_t N>
double sum_to_odd(const std::array<double, N>& terms) noexcept {
  // Grow a nonoverlapping expansion, smallest component first [Shewchuk 1997, theorem 10].
  std::array<double, N> expansion{};
  double rounded = terms[0];
  double head = terms[0];
  expansion[0] = head;
  for (std::size_t n = 1; n < N; ++n) {
    rounded += terms[n];
    head = terms[n];
    for (std::size_t i = 0; i < n; ++i) {
      const TwoSum step = two_sum(head, expansion[i]);
      head = step.total;
      expansion[i] = step.error;
    }
    expansion[n] = head;
  }
  if (!std::isfinite(rounded)) return rounded;
  // Compress from the largest: `head` becomes the sum but for a tail below half its last place, whose sign is that of
  // its largest component.
  head = expansion[N - 1];
  for (std::size_t i = N - 1; i-- > 0;) {
    const TwoSum step = two_sum(head, expansion[i]);
    head = step.total;
    if (step.error != 0) return to_odd(head, step.error);
  }
  // Only -0 + -0 is -0; a sum that cancels is +0.
  return head == 0 ? (rounded == 0 && std::signbit(rounded) ? -0.0 : 0.0) : head;
}

}  // namespace halfulp::number
