// SPDX-License-Identifier: Apache-2.0
#include "pixel/component.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "exact/rational.hpp"

namespace halfulp::pixel {
namespace {

using exact::Rational;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kMax = std::numeric_limits<float>::max();
constexpr float kMin = std::numeric_limits<float>::denorm_min();
constexpr std::array kBothRules = {kDirect3dRules, kMetalRules};
constexpr std::array kUnormBits = {1, 2, 4, 5, 6, 8, 10, 16};

std::uint32_t bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }
float above(float x) { return std::nextafter(x, kInfinity); }
float below(float x) { return std::nextafter(x, -kInfinity); }
Rational value(float x) { return Rational::from_double(static_cast<double>(x)); }

/// The smallest float that is not below a positive border.
float first_float_from(const Rational& border) {
  auto x = static_cast<float>(border.to_double());
  while (value(x) < border) x = above(x);
  while (value(below(x)) >= border) x = below(x);
  return x;
}

/// `code` of the 64 floats from `first` on is `upper`, of the 64 floats before it `lower`.
void expect_border(float first, std::uint32_t lower, std::uint32_t upper,
                   const std::function<std::uint32_t(float)>& code) {
  float up = first;
  float down = below(first);
  for (int i = 0; i < 64; ++i) {
    ASSERT_EQ(code(up), upper) << std::hexfloat << up;
    ASSERT_EQ(code(down), lower) << std::hexfloat << down;
    up = above(up);
    down = below(down);
  }
}

/// x is the float nearest to q, with no tie.
void expect_nearest(float x, const Rational& q) {
  const Rational error = (value(x) - q).abs();
  ASSERT_LT(error, (value(above(x)) - q).abs()) << std::hexfloat << x;
  ASSERT_LT(error, (value(below(x)) - q).abs()) << std::hexfloat << x;
}

TEST(Unorm, IsDecodedToTheNearestFloat) {
  for (const int bits : kUnormBits) {
    const std::int64_t largest = (std::int64_t{1} << bits) - 1;
    for (std::int64_t code = 0; code <= largest; ++code) {
      expect_nearest(unorm_to_float(static_cast<std::uint32_t>(code), bits), Rational(code, largest));
    }
    EXPECT_EQ(bits_of(unorm_to_float(0, bits)), 0U);
    EXPECT_EQ(unorm_to_float(static_cast<std::uint32_t>(largest), bits), 1.0F);
  }
  for (std::int64_t code = 0; code < 1 << 24; code += 331) {
    expect_nearest(unorm_to_float(static_cast<std::uint32_t>(code), 24), Rational(code, 0xffffff));
  }
  EXPECT_EQ(unorm_to_float(0xffffff, 24), 1.0F);
}

TEST(Unorm, ChangesItsCodeAtTheExactBorder) {
  for (const Rules rules : kBothRules) {
    for (const int bits : kUnormBits) {
      const std::int64_t largest = (std::int64_t{1} << bits) - 1;
      for (std::int64_t code = 1; code <= largest; ++code) {
        const Rational border(2 * code - 1, 2 * largest);
        float first = first_float_from(border);
        const bool tie_stays_below = value(first) == border && !rules.ties_away && code % 2 != 0;
        if (tie_stays_below) first = above(first);
        expect_border(first, static_cast<std::uint32_t>(code - 1), static_cast<std::uint32_t>(code),
                      [&](float x) { return float_to_unorm(x, bits, rules); });
      }
    }
  }
}

TEST(Unorm, Of24BitsIsTheNearestCode) {
  std::mt19937 random(1);
  for (int i = 0; i < 200000; ++i) {
    const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(random() % 0x3f800000U));
    const Rational scaled = value(x) * Rational(0xffffff);
    const Rational nearest = (scaled + Rational(1, 2)).floor();
    if ((nearest - scaled).abs() == Rational(1, 2)) continue;
    ASSERT_EQ(Rational(float_to_unorm(x, 24, kMetalRules)), nearest) << std::hexfloat << x;
  }
  EXPECT_EQ(float_to_unorm(0.5F, 24, kMetalRules), 0x800000U);  // 8388607.5, to even
}

TEST(Unorm, OneHalfOfOneBitIsTheOnlyTieThatTheRulesBreakDifferently) {
  EXPECT_EQ(float_to_unorm(0.5F, 1, kDirect3dRules), 1U);
  EXPECT_EQ(float_to_unorm(0.5F, 1, kMetalRules), 0U);
  EXPECT_EQ(float_to_unorm(0.5F, 8, kDirect3dRules), 128U);
  EXPECT_EQ(float_to_unorm(0.5F, 8, kMetalRules), 128U);
}

TEST(Unorm, IsClamped) {
  for (const Rules rules : kBothRules) {
    for (const float x : {kNan, -kNan, -kInfinity, -kMax, -1.0F, -kMin, -0.0F, 0.0F, kMin}) {
      EXPECT_EQ(float_to_unorm(x, 8, rules), 0U) << x;
    }
    for (const float x : {1.0F, above(1.0F), 2.0F, 0x1p31F, 0x1p32F, kMax, kInfinity}) {
      EXPECT_EQ(float_to_unorm(x, 8, rules), 255U) << x;
      EXPECT_EQ(float_to_unorm(x, 24, rules), 0xffffffU) << x;
    }
    // 0.5 added in binary32 would round this up to 1.
    EXPECT_EQ(float_to_unorm(0x1.fffffep-2F, 1, rules), 0U);
  }
}

TEST(Snorm, IsDecodedToTheNearestFloat) {
  for (const int bits : {2, 8, 10, 16}) {
    const std::int32_t largest = (1 << (bits - 1)) - 1;
    for (std::int32_t code = -largest; code <= largest; ++code) {
      expect_nearest(snorm_to_float(code, bits), Rational(code, largest));
    }
    EXPECT_EQ(snorm_to_float(-largest - 1, bits), -1.0F);
    EXPECT_EQ(snorm_to_float(-largest, bits), -1.0F);
    EXPECT_EQ(snorm_to_float(largest, bits), 1.0F);
    EXPECT_EQ(bits_of(snorm_to_float(0, bits)), 0U);
  }
}

TEST(Snorm, ChangesItsCodeAtTheExactBorder) {
  for (const Rules rules : kBothRules) {
    for (const int bits : {2, 8, 10, 16}) {
      const std::int32_t largest = (1 << (bits - 1)) - 1;
      for (std::int32_t code = 1; code <= largest; ++code) {
        const Rational border(2 * std::int64_t{code} - 1, 2 * std::int64_t{largest});
        float first = first_float_from(border);
        const bool tie_stays_below = value(first) == border && !rules.ties_away && code % 2 != 0;
        if (tie_stays_below) first = above(first);
        const auto size = static_cast<std::uint32_t>(code);
        expect_border(first, size - 1, size,
                      [&](float x) { return static_cast<std::uint32_t>(float_to_snorm(x, bits, rules)); });
        expect_border(first, size - 1, size,
                      [&](float x) { return static_cast<std::uint32_t>(-float_to_snorm(-x, bits, rules)); });
      }
    }
  }
}

TEST(Snorm, IsClampedAndNeverTheMostNegativeCode) {
  for (const Rules rules : kBothRules) {
    EXPECT_EQ(float_to_snorm(-kInfinity, 8, rules), -127);
    EXPECT_EQ(float_to_snorm(-kMax, 16, rules), -32767);
    EXPECT_EQ(float_to_snorm(-1.0F, 8, rules), -127);
    EXPECT_EQ(float_to_snorm(kInfinity, 8, rules), 127);
    EXPECT_EQ(float_to_snorm(kNan, 8, rules), 0);
    EXPECT_EQ(float_to_snorm(-kNan, 8, rules), 0);
    EXPECT_EQ(float_to_snorm(-0.0F, 8, rules), 0);
    EXPECT_EQ(float_to_snorm(-kMin, 16, rules), 0);
    EXPECT_EQ(float_to_snorm(-0.5F, 8, rules), -64);    // -63.5
    EXPECT_EQ(float_to_snorm(-0.5F, 10, rules), -256);  // -255.5
    EXPECT_EQ(float_to_snorm(-0.5F, 2, rules), rules.ties_away ? -1 : 0);
    EXPECT_EQ(float_to_snorm(-kInfinity, 2, rules), -1);
  }
}

Rational power(const Rational& x, int n) { return n == 0 ? Rational(1) : x * power(x, n - 1); }

/// The sign of encode(x) - c for x in (0, 1]: 1.055 * x^(5/12) - 0.055 is c where x^5 = ((c + 0.055) / 1.055)^12.
int compare_encoded(const Rational& x, const Rational& c) {
  if (x <= Rational::from_decimal("0.0031308")) return (x * Rational::from_decimal("12.92")).compare(c);
  const Rational root = (c + Rational::from_decimal("0.055")) / Rational::from_decimal("1.055");
  return power(x, 5).compare(power(root, 12));
}

TEST(Srgb, EveryThresholdIsTheFirstFloatOfItsCode) {
  for (std::size_t code = 1; code < 256; ++code) {
    const Rational border(2 * static_cast<std::int64_t>(code) - 1, 510);
    const float threshold = kSrgb8Thresholds[code - 1];
    EXPECT_GT(compare_encoded(value(threshold), border), 0) << code;  // never equal: no tie
    EXPECT_LT(compare_encoded(value(below(threshold)), border), 0) << code;
    for (const Rules rules : kBothRules) {
      expect_border(threshold, static_cast<std::uint32_t>(code - 1), static_cast<std::uint32_t>(code),
                    [&](float x) { return float_to_srgb8(x, rules); });
    }
  }
}

TEST(Srgb, EveryDecodedFloatIsTheNearest) {
  for (std::size_t code = 0; code < 256; ++code) {
    const Rational c(static_cast<std::int64_t>(code), 255);
    const float x = srgb8_to_float(static_cast<std::uint8_t>(code));
    if (c <= Rational::from_decimal("0.04045")) {
      expect_nearest(x, c / Rational::from_decimal("12.92"));
      continue;
    }
    const Rational base = (c + Rational::from_decimal("0.055")) / Rational::from_decimal("1.055");
    const Rational linear_to_the_fifth = power(base, 12);
    const Rational half(1, 2);
    EXPECT_LT(linear_to_the_fifth, power((value(x) + value(above(x))) * half, 5)) << code;
    EXPECT_GT(linear_to_the_fifth, power((value(x) + value(below(x))) * half, 5)) << code;
  }
}

TEST(Srgb, ReturnsToItsCode) {
  for (int code = 0; code < 256; ++code) {
    EXPECT_EQ(float_to_srgb8(srgb8_to_float(static_cast<std::uint8_t>(code)), kDirect3dRules), code);
  }
}

TEST(Srgb, IsClamped) {
  for (const float x : {kNan, -kNan, -kInfinity, -1.0F, -0.0F, 0.0F, kMin}) {
    EXPECT_EQ(float_to_srgb8(x, kDirect3dRules), 0) << x;
  }
  for (const float x : {1.0F, below(1.0F), 2.0F, kMax, kInfinity}) EXPECT_EQ(float_to_srgb8(x, kMetalRules), 255) << x;
}

/// A float of 5 exponent bits, bias 15: the value of a finite code without sign, straight from the documents.
Rational narrow_value(std::uint32_t code, int fraction_bits) {
  const auto exponent = static_cast<int>(code >> fraction_bits);
  const std::uint32_t fraction = code & ((1U << fraction_bits) - 1);
  return exponent == 0 ? Rational::dyadic(fraction, -14 - fraction_bits)
                       : Rational::dyadic(fraction + (1U << fraction_bits), exponent - 15 - fraction_bits);
}

/// Both borders of every finite code, for 10, 6 or 5 fraction bits.
void expect_narrowing(int fraction_bits, Rules rules, const std::function<std::uint32_t(float)>& convert) {
  const std::uint32_t infinity = 31U << fraction_bits;
  for (std::uint32_t code = 1; code < infinity; ++code) {
    const Rational here = narrow_value(code, fraction_bits);
    if (rules.narrow_toward_zero) {
      expect_border(first_float_from(here), code - 1, code, convert);
      continue;
    }
    const Rational border = (here + narrow_value(code - 1, fraction_bits)) * Rational(1, 2);
    const float tie = first_float_from(border);
    ASSERT_EQ(value(tie), border);
    expect_border(code % 2 == 0 ? tie : above(tie), code - 1, code, convert);
  }
  const Rational beyond = (Rational(65536) + narrow_value(infinity - 1, fraction_bits)) * Rational(1, 2);
  if (rules.narrow_toward_zero) {
    EXPECT_EQ(convert(first_float_from(beyond)), infinity - 1);
    EXPECT_EQ(convert(65536.0F), infinity - 1);
    EXPECT_EQ(convert(kMax), infinity - 1);
  } else {
    expect_border(first_float_from(beyond), infinity - 1, infinity, convert);
    EXPECT_EQ(convert(kMax), infinity);
  }
  EXPECT_EQ(convert(kInfinity), infinity);
  EXPECT_EQ(convert(kMin), 0U);
  EXPECT_EQ(convert(std::numeric_limits<float>::min()), 0U);
}

TEST(Half, ChangesItsCodeAtTheExactBorder) {
  for (const Rules rules : kBothRules) {
    expect_narrowing(10, rules, [&](float x) { return float_to_half(x, rules); });
    expect_narrowing(10, rules, [&](float x) { return float_to_half(-x, rules) ^ 0x8000U; });
  }
}

TEST(Half, IsDecodedExactly) {
  for (std::uint32_t code = 0; code < 0x7c00; ++code) {
    ASSERT_EQ(value(half_to_float(static_cast<std::uint16_t>(code))), narrow_value(code, 10)) << code;
    const float negative = half_to_float(static_cast<std::uint16_t>(code | 0x8000));
    ASSERT_EQ(value(negative), -narrow_value(code, 10)) << code;
    ASSERT_TRUE(std::signbit(negative));
  }
  EXPECT_EQ(half_to_float(0x7c00), kInfinity);
  EXPECT_EQ(half_to_float(0xfc00), -kInfinity);
}

TEST(Half, ANanBecomesQuietAndKeepsItsSignAndPayload) {
  for (const Rules rules : kBothRules) {
    EXPECT_EQ(float_to_half(std::bit_cast<float>(0x7f800001U), rules), 0x7e00);
    EXPECT_EQ(float_to_half(std::bit_cast<float>(0xff802000U), rules), 0xfe01);
    EXPECT_EQ(float_to_half(std::bit_cast<float>(0x7fffffffU), rules), 0x7fff);
  }
  EXPECT_EQ(bits_of(half_to_float(0x7c01)), 0x7fc02000U);
  EXPECT_EQ(bits_of(half_to_float(0xffff)), 0xffffe000U);
}

TEST(Ufloat, ChangesItsCodeAtTheExactBorder) {
  for (const Rules rules : kBothRules) {
    for (const int fraction_bits : {6, 5}) {
      expect_narrowing(fraction_bits, rules, [&](float x) { return float_to_ufloat(x, fraction_bits, rules); });
    }
  }
}

TEST(Ufloat, IsDecodedExactly) {
  for (const int fraction_bits : {6, 5}) {
    for (std::uint32_t code = 0; code < 31U << fraction_bits; ++code) {
      ASSERT_EQ(value(ufloat_to_float(code, fraction_bits)), narrow_value(code, fraction_bits)) << code;
    }
    EXPECT_EQ(ufloat_to_float(31U << fraction_bits, fraction_bits), kInfinity);
    EXPECT_TRUE(std::isnan(ufloat_to_float((31U << fraction_bits) + 1, fraction_bits)));
  }
}

TEST(Ufloat, WhatIsBelowZeroIsZeroButANanIsANan) {
  for (const Rules rules : kBothRules) {
    for (const float x : {-0.0F, -kMin, -1.0F, -kMax, -kInfinity}) EXPECT_EQ(float_to_ufloat(x, 6, rules), 0U) << x;
    for (const std::uint32_t nan : {0x7f800001U, 0xff800001U, 0x7fc00000U, 0xffffffffU}) {
      EXPECT_GT(float_to_ufloat(std::bit_cast<float>(nan), 6, rules), 31U << 6);
      EXPECT_GT(float_to_ufloat(std::bit_cast<float>(nan), 5, rules), 31U << 5);
    }
  }
}

/// [EXT_texture_shared_exponent], word for word, in exact arithmetic; to nearest even where the rules say so.
std::uint32_t shared_exponent(const std::array<float, 3>& rgb, Rules rules) {
  const auto rounded = [&](const Rational& x) {
    const Rational up = (x + Rational(1, 2)).floor();
    const bool odd_tie = up - x == Rational(1, 2) && up.to_int64() % 2 != 0;
    return (up - Rational(odd_tie && rules.shared_exponent_ties_even ? 1 : 0)).to_int64();
  };
  std::array<Rational, 3> c;
  Rational largest(0);
  for (std::size_t i = 0; i < 3; ++i) {
    if (std::isnan(rgb[i]) || rgb[i] <= 0) continue;
    c[i] = rgb[i] >= 65408 ? Rational(65408) : value(rgb[i]);
    if (c[i] > largest) largest = c[i];
  }
  int exponent = (largest.sign() == 0 ? -16 : std::max(-16, largest.floor_log2())) + 1 + 15;
  if (rounded(largest.scaled(24 - exponent)) == 512) ++exponent;
  std::int64_t word = std::int64_t{exponent} << 27;
  for (std::size_t i = 0; i < 3; ++i) word |= rounded(c[i].scaled(24 - exponent)) << (9 * i);
  return static_cast<std::uint32_t>(word);
}

void expect_shared_exponent(const std::array<float, 3>& rgb) {
  for (const Rules rules : kBothRules) {
    ASSERT_EQ(floats_to_rgb9e5(rgb[0], rgb[1], rgb[2], rules), shared_exponent(rgb, rules))
        << std::hexfloat << rgb[0] << ' ' << rgb[1] << ' ' << rgb[2];
  }
}

TEST(Rgb9e5, RoundsAtTheExactBorderOfEveryCodeUnderEveryExponent) {
  for (int exponent = 0; exponent < 32; ++exponent) {
    for (int code = 0; code < 512; ++code) {
      const float unit = std::ldexp(1.0F, exponent - 24);
      const float border = (static_cast<float>(code) + 0.5F) * unit;
      // Beside the largest component of this exponent, and as the largest itself.
      for (const float x : {below(border), border, above(border)}) {
        expect_shared_exponent({x, 256 * unit, 511 * unit});
        expect_shared_exponent({0, x, 0});
      }
    }
  }
}

TEST(Rgb9e5, OfAnyThreeFloats) {
  std::mt19937 random(2);
  for (int i = 0; i < 100000; ++i) {
    std::array<float, 3> rgb{};
    for (float& x : rgb) {
      const auto exponent = static_cast<std::uint32_t>(127 - 28 + random() % 48);
      x = std::bit_cast<float>(i % 8 == 0 ? static_cast<std::uint32_t>(random())
                                          : exponent << 23 | static_cast<std::uint32_t>(random() % (1U << 23)));
    }
    expect_shared_exponent(rgb);
  }
}

TEST(Rgb9e5, IsClampedAndNanIsZero) {
  expect_shared_exponent({kInfinity, -kInfinity, kNan});
  expect_shared_exponent({65408.0F, below(65408.0F), above(65408.0F)});
  expect_shared_exponent({kMax, -kMax, -kNan});
  expect_shared_exponent({-0.0F, kMin, -kMin});
  EXPECT_EQ(floats_to_rgb9e5(kInfinity, 0, kNan, kDirect3dRules), 31U << 27 | 511U);
  EXPECT_EQ(floats_to_rgb9e5(kNan, kNan, kNan, kMetalRules), 0U);
}

TEST(Rgb9e5, ATieGoesToEvenForDirect3dAndUpForMetal) {
  EXPECT_EQ(floats_to_rgb9e5(256, 2.5F, 0, kDirect3dRules), 24U << 27 | 2U << 9 | 256U);
  EXPECT_EQ(floats_to_rgb9e5(256, 2.5F, 0, kMetalRules), 24U << 27 | 3U << 9 | 256U);
}

TEST(Rgb9e5, IsDecodedExactly) {
  for (std::uint32_t exponent = 0; exponent < 32; ++exponent) {
    for (std::uint32_t code = 0; code < 512; ++code) {
      std::array<float, 3> rgb{};
      rgb9e5_to_floats(exponent << 27 | code | (code ^ 1) << 9 | (511 - code) << 18, rgb.data());
      const auto scaled = [&](std::uint32_t x) { return Rational::dyadic(x, static_cast<int>(exponent) - 24); };
      ASSERT_EQ(value(rgb[0]), scaled(code));
      ASSERT_EQ(value(rgb[1]), scaled(code ^ 1));
      ASSERT_EQ(value(rgb[2]), scaled(511 - code));
    }
  }
}

}  // namespace
}  // namespace halfulp::pixel
