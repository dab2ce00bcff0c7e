// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "number/wide.hpp"
#include "suite/random.hpp"
#include "suite/setting.hpp"

namespace halfulp::suite {

// Exact integers of the constructions: a product of two significands and a sum's alignment fit, to 53-bit significands.
using number::length;
using number::magnitude;
using number::UnsignedWide;
using number::Wide;

/// floor(log2(|n|)), n not 0.
[[nodiscard]] constexpr int exponent_of(Wide n) { return length(magnitude(n)) - 1; }

/// Whether n fits in a significand of that precision once its trailing zeros are dropped.
[[nodiscard]] constexpr bool fits(Wide n, int precision) {
  const UnsignedWide m = magnitude(n);
  const int excess = length(m) - precision;
  return excess <= 0 || (m & ((UnsignedWide{1} << excess) - 1)) == 0;
}

/// n rounded to the nearest number of that precision, ties away from zero; a negative precision is that of a number
/// far below the smallest step.
[[nodiscard]] constexpr Wide nearest(Wide n, int precision) {
  if (precision < 0) return 0;
  const UnsignedWide m = magnitude(n);
  const int excess = length(m) - precision;
  if (excess <= 0) return n;
  const UnsignedWide kept = ((m >> (excess - 1)) + 1) >> 1 << excess;
  return n < 0 ? -static_cast<Wide>(kept) : static_cast<Wide>(kept);
}

/// The bits of n * 2^exponent, which must be a finite value of the format (a magnitude where it has no sign); zero is
/// +0.
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

/// The finite value of the format nearest to n * 2^exponent, ties away from zero: of larger ones the largest, and the
/// magnitude where the format has no sign.
[[nodiscard]] constexpr Bits nearest_value(const Setting& setting, Wide n, int exponent) {
  if (n == 0) return 0;
  const int above_lowest = exponent_of(n) + exponent - (setting.min_exponent - (setting.precision - 1)) + 1;
  const Wide rounded = nearest(n, std::min(setting.precision, above_lowest));
  if (rounded == 0) return 0;
  if (exponent_of(rounded) + exponent > setting.max_exponent) return setting.layout.max_finite(n < 0);
  return compose(setting, rounded, exponent);
}

/// The same of x: constants of few digits.
[[nodiscard]] constexpr Bits nearest_value(const Setting& setting, double x) {
  constexpr number::Layout kBinary64{
      FormatInfo{Format::binary64, "binary64", FormatKind::floating, 64, 8, 11, 52, true}};
  const auto parts = kBinary64.parts(std::bit_cast<std::uint64_t>(x));
  const auto n = static_cast<Wide>(parts.significand);
  return nearest_value(setting, parts.negative ? -n : n, parts.exponent);
}

/// A positive irrational number: digits * 2^exponent, 104 bits of it.
struct Constant {
  Wide digits;
  int exponent;
};
[[nodiscard]] constexpr Constant constant(std::uint64_t high, std::uint64_t low, int exponent) {
  constexpr int kDropped = 24;
  return {static_cast<Wide>(((static_cast<UnsignedWide>(high) << 64) | low) >> kDropped), exponent - (127 - kDropped)};
}
inline constexpr Constant kHalfPi = constant(0xc90fdaa22168c234, 0xc4c6628b80dc1cd1, 0);
inline constexpr Constant kLog2 = constant(0xb17217f7d1cf79ab, 0xc9e3b39803f2f6af, -1);  // log(2)
inline constexpr Constant kLog10Of2 = constant(0x9a209a84fbcff798, 0x8f8959ac0b7c9178, -2);

/// The value nearest to k * constant, |k| < 2^22.
[[nodiscard]] constexpr Bits nearest_multiple(const Setting& setting, std::int64_t k, const Constant& constant) {
  return nearest_value(setting, k * constant.digits, constant.exponent);
}

/// 2^exponent, of a normal value.
[[nodiscard]] constexpr Bits power_of_two(const Setting& setting, int exponent) {
  return encode(setting, false, exponent, 0);
}

/// -x; x where the format has no sign.
[[nodiscard]] constexpr Bits negated(const Setting& setting, Bits bits) { return bits ^ setting.layout.sign_mask(); }

/// The value with a random sign.
[[nodiscard]] constexpr Bits with_random_sign(const Setting& setting, Bits bits, Random& random) {
  return random.coin() ? negated(setting, bits) : bits;
}

/// A random normal significand, its leading bit set.
[[nodiscard]] constexpr std::uint64_t random_significand(const Setting& setting, Random& random) {
  return random.of_length(setting.precision);
}

/// An integer of exactly n bits, n from 1 to 126.
[[nodiscard]] constexpr Wide random_of_length(int n, Random& random) {
  if (n <= 64) return static_cast<Wide>(random.of_length(n));
  const auto high = static_cast<Wide>(random.of_length(n - 64));
  return (high << 64) | static_cast<Wide>(random.next());
}

[[nodiscard]] constexpr Bits random_fraction(const Setting& setting, Random& random) {
  return random.bits(setting.layout.fraction_bits);
}

}  // namespace halfulp::suite
