// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// What exact/certified.cpp and its vector form compute with.
namespace halfulp::exact {

/// 1 / (first)!, 1 / (first + step)!, ... with alternating signs if step is 2.
template <std::size_t N>
constexpr std::array<double, N> inverse_factorials(int first, int step) {
  std::array<double, N> result{};
  double factorial = 1;  // exact to 22!
  int n = 0;
  for (std::size_t i = 0; i < N; ++i) {
    for (const int last = first + static_cast<int>(i) * step; n < last;) factorial *= ++n;
    result[i] = (step == 2 && i % 2 != 0 ? -1 : 1) / factorial;
  }
  return result;
}

/// 1, 1/3, 1/5, ...
template <std::size_t N>
constexpr std::array<double, N> inverse_odds() {
  std::array<double, N> result{};
  for (std::size_t i = 0; i < N; ++i) result[i] = 1.0 / static_cast<double>(2 * i + 1);
  return result;
}

inline constexpr auto kExponential = inverse_factorials<13>(1, 1);  // (e^t - 1) / t to t^12
inline constexpr auto kSine = inverse_factorials<8>(3, 2);          // -(sin r - r) / r^3 to r^14 of it
inline constexpr auto kCosine = inverse_factorials<9>(2, 2);        // -(cos r - 1) / r^2 to r^16 of it
inline constexpr auto kArtanh = inverse_odds<11>();                 // artanh(s) / s to s^20

/// Adding it to what is below 2^51 leaves no bits below 1.
inline constexpr double kRound = 0x1.8p52;
/// The bits of sqrt(1/2), rounded.
inline constexpr std::uint64_t kSqrtHalf = 0x3fe6a09e667f3bcd;
/// ln(2) = 0.b17217f7d1cf79abc9e3b39803f2f6af4...: its first 42 bits, and the rest rounded.
inline constexpr double kLn2High = 0x1.62e42fefa38p-1;
inline constexpr double kLn2Low = 0x1.ef35793c7673p-45;

}  // namespace halfulp::exact
