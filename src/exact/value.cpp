// SPDX-License-Identifier: Apache-2.0
#include "exact/value.hpp"

#include <algorithm>

#include "number/layout.hpp"

namespace halfulp::exact {

Rational value_of(const FormatInfo& row, Bits bits) {
  if (row.kind == FormatKind::floating) {
    const auto parts = number::Layout(row).parts(bits);
    return Rational::dyadic(parts.significand, parts.exponent, parts.negative);
  }
  const std::int64_t code = number::ordinal(row, bits);
  switch (row.kind) {
    case FormatKind::unorm:
    case FormatKind::srgb:
      return {code, row.scale()};
    case FormatKind::snorm:
      return {std::max(code, -row.scale()), row.scale()};
    case FormatKind::fixed:
      return Rational(code).scaled(-row.fraction_bits);
    default:
      return code;
  }
}

Bits round_to_nearest_even(const FormatInfo& row, const Rational& value) {
  const number::Layout layout(row);
  const bool negative = value.sign() < 0;
  if (value.sign() == 0 || (negative && !row.has_sign)) return 0;
  const Rational magnitude = value.abs();
  const int exponent = std::max(magnitude.floor_log2(), row.min_exponent());
  const int unit = exponent - row.fraction_bits;
  const Rational scaled = magnitude.scaled(-unit);  // < 2^(fraction_bits + 1)
  if (exponent > row.max_exponent()) return layout.infinity(negative);
  std::int64_t significand = scaled.floor().to_int64();
  const int half = (scaled - Rational(significand)).compare(Rational(1, 2));
  if (half > 0 || (half == 0 && (significand & 1) != 0)) ++significand;
  // The significand carries into the exponent field, and the largest finite value into infinity, as it should.
  const auto biased = static_cast<Bits>(exponent + row.bias() - 1);
  const Bits bits = (biased << row.fraction_bits) + static_cast<Bits>(significand);
  return bits | layout.zero(negative);
}

}  // namespace halfulp::exact
