// SPDX-License-Identifier: Apache-2.0

// Blends, linear filters and texels, against the documents' formulas in GMP's rationals, and sRGB's curve in MPFR.

#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "exact/pixel_oracle.hpp"
#include "exact/rational_library.hpp"
#include "exact/result.hpp"

namespace halfulp::exact {
namespace {

using enum Operation;
using Operands = std::vector<Bits>;

mpq_class rational(const Rational& x) { return mpq_class(Rational::Library::View(x)); }
Bits bits(float x) { return std::bit_cast<std::uint32_t>(x); }

Result result(Operation operation, const Operands& operands) {
  return exact_result(operation, *info(operation).only_format(), operands);
}
mpq_class exact_value(Operation operation, const Operands& operands) {
  const Result found = result(operation, operands);
  if (found.kind == Result::Kind::zero) return 0;
  EXPECT_EQ(found.kind, Result::Kind::finite);
  EXPECT_TRUE(found.value.is_rational());
  return rational(found.value.rational());
}

/// Whether that is the exact result.
bool is(Operation operation, const Operands& operands, const mpq_class& expected) {
  return exact_value(operation, operands) == expected;
}

/// 0, 1, beyond them, and anything between.
float factor(std::mt19937_64& random) {
  std::uniform_real_distribution<float> unit(-1.5F, 1.5F);
  const std::uint64_t kind = random() % 6;
  return kind == 0 ? 0.0F : kind == 1 ? 1.0F : unit(random);
}

struct Target {
  Operation operation;
  int most;
  bool has_sign;
};
constexpr Target kTargets[] = {{blend_unorm16, 65535, false},
                               {blend_unorm10, 1023, false},
                               {blend_unorm8, 255, false},
                               {blend_snorm16, 32767, true},
                               {blend_snorm8, 127, true}};

TEST(ExactFixedFunction, BlendsIntoCodesAreTheFormula) {
  std::mt19937_64 random(1);
  for (const Target& target : kTargets) {
    const mpq_class least = target.has_sign ? -1 : 0;
    const auto clamped = [&](const mpq_class& x) { return x < least ? least : x > 1 ? mpq_class(1) : x; };
    const int width = info(*info(target.operation).result_format).bits;
    for (int i = 0; i < 1000; ++i) {
      const float source = factor(random);
      const float first = factor(random);
      const float second = factor(random);
      const int code = static_cast<int>(random() % static_cast<unsigned>(target.most + 1)) *
                       (target.has_sign && i % 2 == 0 ? -1 : 1);
      const mpq_class sum = clamped(source) * clamped(first) + mpq_class(code) / target.most * clamped(second);
      const Bits at = static_cast<Bits>(static_cast<std::int64_t>(code)) & ((Bits{1} << width) - 1);
      EXPECT_TRUE(is(target.operation, {bits(source), at, bits(first), bits(second)}, clamped(sum) * target.most));
    }
  }
  // -128 is -1, as -127 is.
  EXPECT_TRUE(is(blend_snorm8, {bits(0), 0x80, bits(0), bits(1)}, -127));
  EXPECT_TRUE(is(blend_unorm8, {0x7fc00000, 128, bits(1), bits(1)}, 128));
  EXPECT_TRUE(is(blend_unorm8, {0xff800000, 128, bits(1), bits(1)}, 128));
  EXPECT_TRUE(is(blend_snorm8, {0xff800000, 0, bits(1), bits(1)}, -127));
}

/// sRGB's formulas, with 200 bits.
struct Curve {
  mpfr_t x;
  Curve() { mpfr_init2(x, 200); }
  Curve(const Curve&) = delete;
  Curve& operator=(const Curve&) = delete;
  ~Curve() { mpfr_clear(x); }

  /// x = ((x + add) / divide)^(top / bottom) * gain - subtract.
  void power(double top, double bottom) {
    mpfr_t exponent;
    mpfr_init2(exponent, 200);
    mpfr_set_d(exponent, top, MPFR_RNDN);
    mpfr_div_d(exponent, exponent, bottom, MPFR_RNDN);
    mpfr_pow(x, x, exponent, MPFR_RNDN);
    mpfr_clear(exponent);
  }
  void decode(Bits code) {
    mpfr_set_ui(x, static_cast<unsigned long>(code), MPFR_RNDN);
    mpfr_div_ui(x, x, 255, MPFR_RNDN);
    if (code <= 10) {
      mpfr_mul_ui(x, x, 100, MPFR_RNDN);
      mpfr_div_ui(x, x, 1292, MPFR_RNDN);
      return;
    }
    mpfr_mul_ui(x, x, 1000, MPFR_RNDN);
    mpfr_add_ui(x, x, 55, MPFR_RNDN);
    mpfr_div_ui(x, x, 1055, MPFR_RNDN);
    power(12, 5);
  }
  void encode() {
    if (mpfr_get_d(x, MPFR_RNDN) <= 0.0031308) {
      mpfr_mul_ui(x, x, 1292 * 255, MPFR_RNDN);
      mpfr_div_ui(x, x, 100, MPFR_RNDN);
      return;
    }
    power(5, 12);
    mpfr_mul_ui(x, x, 1055, MPFR_RNDN);
    mpfr_sub_ui(x, x, 55, MPFR_RNDN);
    mpfr_mul_ui(x, x, 255, MPFR_RNDN);
    mpfr_div_ui(x, x, 1000, MPFR_RNDN);
  }
};

TEST(ExactFixedFunction, BlendsIntoSrgbAreOfLinearValues) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<float> unit(0, 1);
  for (int i = 0; i < 500; ++i) {
    const Bits code = random() % 256;
    const float source = unit(random);
    const float first = i % 5 == 0 ? 0.0F : unit(random);
    const float second = i % 7 == 0 ? 1.0F : unit(random) / 2;
    Curve curve;
    curve.decode(code);
    mpfr_mul_d(curve.x, curve.x, second, MPFR_RNDN);
    mpfr_add_d(curve.x, curve.x, static_cast<double>(source) * static_cast<double>(first), MPFR_RNDN);
    if (mpfr_cmp_ui(curve.x, 1) > 0) mpfr_set_ui(curve.x, 1, MPFR_RNDN);
    curve.encode();
    const Result found = result(blend_srgb8, {bits(source), code, bits(first), bits(second)});
    const double exact = found.kind == Result::Kind::zero ? 0 : found.value.nearby().to_double();
    EXPECT_NEAR(exact, mpfr_get_d(curve.x, MPFR_RNDN), 1e-12) << source << ' ' << code << ' ' << first << ' ' << second;
  }
}

TEST(ExactFixedFunction, BlendsIntoFloatsAreSumsOfProducts) {
  EXPECT_TRUE(is(blend_binary16, {bits(3), 0x0001, bits(0.5F), bits(4)}, mpq_class(3) / 2 + mpq_class(4) / (1 << 24)));
  EXPECT_TRUE(is(blend_ufloat11, {bits(3), 0x3c0, bits(0.5F), bits(4)}, mpq_class(11) / 2));
  EXPECT_EQ(result(blend_binary16, {0x7f800000, 0x3c00, bits(0), bits(1)}).kind, Result::Kind::nan);
  EXPECT_EQ(result(blend_binary16, {bits(1), 0xfc00, bits(1), bits(1)}).kind, Result::Kind::infinity);
  const Result zero = result(blend_binary16, {bits(-0.0F), 0x8000, bits(1), bits(1)});
  EXPECT_EQ(zero.kind, Result::Kind::zero);
  EXPECT_TRUE(zero.negative);
}

TEST(ExactFixedFunction, LinearFiltersAreTheFormula) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<float> unit(0, 1);
  for (int i = 0; i < 500; ++i) {
    const float weight = unit(random);
    const float x = factor(random);
    const float y = factor(random);
    const mpq_class w = weight;
    const auto mean = [&](const mpq_class& a, const mpq_class& b) -> mpq_class { return a * (1 - w) + b * w; };
    EXPECT_TRUE(is(linear_binary32, {bits(x), bits(y), bits(weight)}, mean(x, y)));
    const int a = static_cast<int>(random() % 256);
    const int b = static_cast<int>(random() % 256);
    EXPECT_TRUE(is(linear_unorm8, {static_cast<Bits>(a), static_cast<Bits>(b), bits(weight)},
                   mean(mpq_class(a) / 255, mpq_class(b) / 255)));
    const auto level = [](int c) -> mpq_class { return mpq_class(std::max(c < 128 ? c : c - 256, -127)) / 127; };
    EXPECT_TRUE(
        is(linear_snorm8, {static_cast<Bits>(a), static_cast<Bits>(b), bits(weight)}, mean(level(a), level(b))));
  }
  EXPECT_TRUE(is(linear_binary16, {0x3c00, 0x4000, bits(0.25F)}, mpq_class(5) / 4));
  EXPECT_EQ(result(linear_binary16, {0x3c00, 0x7c00, bits(0)}).kind, Result::Kind::nan);
  EXPECT_EQ(result(linear_binary16, {0x3c00, 0x7c00, bits(0.5F)}).kind, Result::Kind::infinity);
}

TEST(ExactFixedFunction, ATexelIsTheCoordinate) {
  EXPECT_TRUE(is(texel_at, {bits(2.75F)}, mpq_class(11) / 4));
  EXPECT_TRUE(is(texel_at, {bits(-0.5F)}, mpq_class(-1) / 2));
  EXPECT_TRUE(is(texel_at, {0x7f800000}, 0x7fffffff));
  EXPECT_TRUE(is(texel_at, {bits(-1e10F)}, -mpq_class(0x80000000)));
  EXPECT_EQ(result(texel_at, {0x7fc00000}).kind, Result::Kind::nan);
}

}  // namespace
}  // namespace halfulp::exact
