// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "halfulp/format.hpp"

namespace halfulp::number {

/// Positions and masks of a floating format, from its row in the table. All functions are total on bits of the format.
struct Layout {
  int exponent_bits;
  int fraction_bits;
  bool has_sign;

  constexpr explicit Layout(const FormatInfo& row)
      : exponent_bits(row.exponent_bits), fraction_bits(row.fraction_bits), has_sign(row.has_sign) {}

  [[nodiscard]] constexpr Bits fraction_mask() const { return (Bits{1} << fraction_bits) - 1; }
  [[nodiscard]] constexpr Bits exponent_mask() const { return ((Bits{1} << exponent_bits) - 1) << fraction_bits; }
  [[nodiscard]] constexpr Bits magnitude_mask() const { return exponent_mask() | fraction_mask(); }
  [[nodiscard]] constexpr Bits sign_mask() const { return has_sign ? magnitude_mask() + 1 : 0; }

  [[nodiscard]] constexpr Bits infinity(bool negative = false) const {
    return exponent_mask() | (negative ? sign_mask() : 0);
  }
  [[nodiscard]] constexpr Bits max_finite(bool negative = false) const { return infinity(negative) - 1; }
  [[nodiscard]] constexpr Bits min_normal(bool negative = false) const {
    return (Bits{1} << fraction_bits) | (negative ? sign_mask() : 0);
  }
  [[nodiscard]] constexpr Bits zero(bool negative = false) const { return negative ? sign_mask() : 0; }
  [[nodiscard]] constexpr Bits canonical_nan() const { return exponent_mask() | (Bits{1} << (fraction_bits - 1)); }
  [[nodiscard]] constexpr Bits one(bool negative = false) const {
    return ((exponent_mask() >> (fraction_bits + 1)) << fraction_bits) | (negative ? sign_mask() : 0);
  }

  [[nodiscard]] constexpr bool is_negative(Bits bits) const { return (bits & sign_mask()) != 0; }
  [[nodiscard]] constexpr Bits magnitude(Bits bits) const { return bits & magnitude_mask(); }
  [[nodiscard]] constexpr bool is_nan(Bits bits) const { return magnitude(bits) > exponent_mask(); }
  [[nodiscard]] constexpr bool is_infinite(Bits bits) const { return magnitude(bits) == exponent_mask(); }
  [[nodiscard]] constexpr bool is_finite(Bits bits) const { return magnitude(bits) < exponent_mask(); }
  [[nodiscard]] constexpr bool is_zero(Bits bits) const { return magnitude(bits) == 0; }
  [[nodiscard]] constexpr bool is_denormal(Bits bits) const {
    return magnitude(bits) != 0 && magnitude(bits) <= fraction_mask();
  }
  /// A denormal becomes the zero of its sign; every other pattern stays.
  [[nodiscard]] constexpr Bits flushed(Bits bits) const { return is_denormal(bits) ? bits & sign_mask() : bits; }

  /// A finite value is significand * 2^exponent, signed; the significand has fraction_bits + 1 bits at most.
  struct Parts {
    bool negative;
    std::uint64_t significand;
    int exponent;
  };
  [[nodiscard]] constexpr Parts parts(Bits bits) const {
    const auto biased = static_cast<int>(magnitude(bits) >> fraction_bits);
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const bool normal = biased != 0;
    return {.negative = is_negative(bits),
            .significand = (bits & fraction_mask()) | (normal ? Bits{1} << fraction_bits : 0),
            .exponent = (normal ? biased : 1) - bias - fraction_bits};
  }
};

/// The ordinal of -v for that of v, zeros included. In a format without a sign no value has it.
constexpr std::int64_t mirrored(std::int64_t position) { return -position - 1; }

/// Numeric order of a format's values as consecutive integers: -inf ... -0, +0 ... +inf; of formats that are not
/// floating the code. NaN has no place in it.
constexpr std::int64_t ordinal(const FormatInfo& row, Bits bits) {
  if (row.kind == FormatKind::floating) {
    const Layout layout(row);
    const auto magnitude = static_cast<std::int64_t>(layout.magnitude(bits));
    return layout.is_negative(bits) ? mirrored(magnitude) : magnitude;
  }
  const int unused = row.has_sign ? 64 - row.bits : 0;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

/// The inverse of ordinal().
constexpr Bits from_ordinal(const FormatInfo& row, std::int64_t position) {
  if (row.kind == FormatKind::floating) {
    const Layout layout(row);
    return position < 0 ? static_cast<Bits>(mirrored(position)) | layout.sign_mask() : static_cast<Bits>(position);
  }
  return static_cast<Bits>(position) & (~Bits{0} >> (64 - row.bits));
}

/// unorm, snorm, srgb: a code is a fraction of the largest.
constexpr bool is_normalised(const FormatInfo& row) {
  return row.kind == FormatKind::unorm || row.kind == FormatKind::snorm || row.kind == FormatKind::srgb;
}

/// What a code of a normalised or fixed-point format is divided by.
constexpr std::int64_t denominator(const FormatInfo& row) {
  return row.kind == FormatKind::fixed ? std::int64_t{1} << row.fraction_bits : row.scale();
}

/// The smallest and the largest code of a format that is not floating.
constexpr std::int64_t least_code(const FormatInfo& row) {
  return row.has_sign ? -(std::int64_t{1} << (row.bits - 1)) : 0;
}
constexpr std::int64_t most_code(const FormatInfo& row) {
  return (std::int64_t{1} << (row.has_sign ? row.bits - 1 : row.bits)) - 1;
}

/// The codes of the smallest and the largest value: all but the second -1 of snorm.
struct CodeRange {
  std::int64_t least;
  std::int64_t most;
};
constexpr CodeRange value_codes(const FormatInfo& row) {
  return {is_normalised(row) && row.has_sign ? -row.scale() : least_code(row), most_code(row)};
}

}  // namespace halfulp::number
