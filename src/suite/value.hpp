// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "suite/random.hpp"
#include "suite/setting.hpp"

namespace halfulp::suite {

/// Exact integers of the constructions: a product of two significands and a sum's alignment fit, to 53-bit
/// significands.
__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

/// Number of bits of n; 0 for 0.
[[nodiscard]] constexpr int length(UnsignedWide n) {
  const auto high = static_cast<std::uint64_t>(n >> 64);
  const auto bits = high != 0 ? 64 + std::bit_width(high) : std::bit_width(static_cast<std::uint64_t>(n));
  return static_cast<int>(bits);
}
[[nodiscard]] constexpr UnsignedWide magnitude(Wide n) {
  return n < 0 ? -static_cast<UnsignedWide>(n) : static_cast<UnsignedWide>(n);
}

/// floor(log2(|n|)), n not 0.
[[nodiscard]] constexpr int exponent_of(Wide n) { return length(magnitude(n)) - 1; }

/// Whether n fits in a significand of that precision once its trailing zeros are dropped.
[[nodiscard]] constexpr bool fits(Wide n, int precision) {
  const UnsignedWide m = magnitude(n);
  const int excess = length(m) - precision;
  return excess <= 0 || (m & ((UnsignedWide{1} << excess) - 1)) == 0;
}

/// n rounded to the nearest number of that precision, ties away from zero.
[[nodiscard]] constexpr Wide nearest(Wide n, int precision) {
  const UnsignedWide m = magnitude(n);
  const int excess = length(m) - precision;
  if (excess <= 0) return n;
  const UnsignedWide kept = ((m >> (excess - 1)) + 1) >> 1 << excess;
  return n < 0 ? -static_cast<Wide>(kept) : static_cast<Wide>(kept);
}

/// The bits of n * 2^exponent, which must be a finite value of the format; zero is +0.
[[nodiscard]] constexpr Bits compose(const Setting& setting, Wide n, int exponent) {
  if (n == 0) return 0;
  UnsignedWide m = magnitude(n);
  const int lowest = setting.min_exponent - (setting.precision - 1);  // exponent of the smallest denormal
  const int unit = std::max(exponent + length(m) - setting.precision, lowest);
  m = unit >= exponent ? m >> (unit - exponent) : m << (exponent - unit);
  const auto significand = static_cast<Bits>(m);
  // A normal value's leading bit adds one to the biased exponent.
  const auto biased = static_cast<Bits>(unit - lowest);
  return ((biased << setting.layout.fraction_bits) + significand) | setting.layout.zero(n < 0);
}

/// ±1.fraction * 2^exponent; exponent min_exponent - 1 gives the denormals and zero.
[[nodiscard]] constexpr Bits encode(const Setting& setting, bool negative, int exponent, Bits fraction) {
  const auto biased = static_cast<Bits>(exponent - setting.min_exponent + 1);
  return (biased << setting.layout.fraction_bits) | fraction | setting.layout.zero(negative);
}

/// The value of the format nearest to x: constants such as pi. Ties go away from zero; x is in the normal range.
[[nodiscard]] constexpr Bits nearest_value(const Setting& setting, double x) {
  constexpr number::Layout kBinary64{
      FormatInfo{Format::binary64, "binary64", FormatKind::floating, 64, 8, 11, 52, true}};
  const auto parts = kBinary64.parts(std::bit_cast<std::uint64_t>(x));
  const Wide n = nearest(static_cast<Wide>(parts.significand), setting.precision);
  return compose(setting, parts.negative ? -n : n, parts.exponent);
}

[[nodiscard]] constexpr Bits negated(const Setting& setting, Bits bits) { return bits ^ setting.layout.sign_mask(); }

/// The value with a random sign.
[[nodiscard]] constexpr Bits with_random_sign(const Setting& setting, Bits bits, Random& random) {
  return random.coin() ? negated(setting, bits) : bits;
}

/// A random normal significand, its leading bit set.
[[nodiscard]] constexpr std::uint64_t random_significand(const Setting& setting, Random& random) {
  return random.of_length(setting.precision);
}

[[nodiscard]] constexpr Bits random_fraction(const Setting& setting, Random& random) {
  return random.bits(setting.layout.fraction_bits);
}

}  // namespace halfulp::suite
