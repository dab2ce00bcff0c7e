// SPDX-License-Identifier: Apache-2.0
// Every rule of the Metal rulebooks but those on pixels (pixels_test.cpp): a result that it permits, and one that it
// alone forbids. The values are those of the C library or of exact arithmetic; the wrong ones are off by a number of
// bit patterns.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "judge/charged_rule.hpp"
#include "judge/judged.hpp"
#include "judge/pixel_rules.hpp"

namespace halfulp {
namespace {

using test::book;
using test::described;
using test::permitted;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr Bits kTrue = 0xffffffff;
constexpr Bits kFalse = 0;

Bits bits(float x) { return std::bit_cast<std::uint32_t>(x); }
Bits rounded(double x) { return bits(static_cast<float>(x)); }

struct Row {
  std::string rule;
  std::string rulebook;
  Operation operation;
  std::vector<Bits> operands;
  Bits right;
  Bits wrong;
  Readings readings = {};
  Format format = Format::binary32;
};

/// GoogleTest finds it by its name.
void PrintTo(const Row& row, std::ostream* stream) {
  *stream << row.rule << ' ' << described(row.rulebook, row.operation, row.operands, row.format);
}

Row off(const std::string& rule, const std::string& rulebook, Operation operation, const std::vector<float>& operands,
        double right, Bits steps) {
  std::vector<Bits> patterns;
  for (const float x : operands) patterns.push_back(bits(x));
  return {rule, rulebook, operation, patterns, rounded(right), rounded(right) + steps};
}

/// A row in another format than binary32.
Row in(Format format, Row row) {
  row.format = format;
  return row;
}

using enum Operation;
using enum Format;

const std::vector<Row> kRows = {
    {"METAL-INF", "metal1", add, {bits(kInf), bits(1)}, bits(kInf), 0x7f7fffff},
    {"METAL-NAN", "metal1", mul, {0x7fc00000, bits(1)}, 0x7f800001, bits(1)},
    {"METAL-FLUSH-OPERANDS", "metal1", add, {0x007fffff, 0x007fffff}, 0x00fffffe, 0, {{"ftz.in", "never"}}},
    {"METAL-FLUSH-OPERANDS", "metal1", add, {0x007fffff, 0x007fffff}, 0, 0x00fffffe, {{"ftz.in", "must"}}},
    {"METAL-FLUSH-RESULTS", "metal1", mul, {0x00800000, bits(0.5F)}, 0x00400000, 0, {{"ftz.out", "never"}}},
    {"METAL-FLUSH-SIGN", "metal1", mul, {0x80800000, bits(0.5F)}, 0x80000000, 0, {{"ftz.sign", "preserve"}}},
    // (1 + 2^-23)(1 - 2^-23) 2^-126: a denormal before rounding, 2^-126 after it
    {"METAL-FLUSH-TEST",
     "metal1",
     mul,
     {0x20000001, 0x1ffffffe},
     0x00800000,
     0,
     {{"flush_test", "after_round"}, {"metal.round", "rne"}}},
    {"METAL-FLUSH-SLACK", "metal1", div, {0x00800000, bits(1)}, 0x00800000, 0, {{"ftz.slack_ulps", "0"}}},
    // 3 values above 1: within 2.5 times the sum of the gaps around 1, not within 2.5 steps
    {"METAL-ULP", "metal1", reciprocal, {bits(1)}, 0x3f800002, 0x3f800003, {{"ulp_def", "bit_steps"}}},
    {"METAL-OVERFLOW", "metal1", div, {0x7f7fffff, bits(1)}, 0x7f7fffff, bits(kInf), {{"overflow", "ieee"}}},
    {"METAL-EXACT-IF-REPRESENTABLE",
     "metal1",
     Operation::exp,
     {0},
     bits(1),
     0x3f800001,
     {{"exact_if_representable", "on"}}},
    {"METAL-CANCELLED-ZERO", "metal1", add, {bits(1), bits(-1)}, 0, 0x80000000, {{"cancel.zero_sign", "plus"}}},
    {"METAL-MINMAX-ZERO", "metal1", Operation::min, {0, 0x80000000}, 0x80000000, 0, {{"minmax.zero_sign", "ieee754r"}}},
    {"METAL-ROUNDED-ZERO", "metal1", round_z, {bits(-0.5F)}, 0x80000000, 0, {{"round.zero_sign", "minus"}}},
    {"METAL-SPECIAL", "metal1", Operation::sqrt, {bits(-1)}, 0x7fc00000, 0, {{"msl.special", "c99_required"}}},
    {"METAL-SPECIAL-IEEE", "metal1", div, {bits(1), 0}, bits(kInf), 0x7f7fffff},
    {"METAL-CORRECTLY-ROUNDED", "metal1", add, {bits(1), 0x33c00000}, bits(1), 0x3f800002},
    {"METAL-CORRECTLY-ROUNDED", "metal1", add, {bits(1), 0x33c00000}, 0x3f800001, bits(1), {{"metal.round", "rne"}}},
    {"METAL-CORRECTLY-ROUNDED", "metal1", add, {bits(1), 0x33c00000}, bits(1), 0x3f800001, {{"metal.round", "rtz"}}},
    {"METAL-CORRECTLY-ROUNDED", "metal1", Operation::round, {bits(2.5F)}, bits(3), bits(2)},
    {"METAL-EXACT", "metal1", Operation::copysign, {bits(1), 0x80000000}, bits(-1), bits(1)},
    {"METAL-SIGN-OF-NAN", "metal1", Operation::abs, {0x7f800001}, 0xffc12345, bits(kInf)},
    {"METAL-COPYSIGN-NAN", "metal1", Operation::copysign, {0x7f800001, bits(-1)}, 0xffc00001, bits(-1)},
    {"METAL-FMOD", "metal1", Operation::fmod, {bits(7), bits(2)}, bits(1), 0x3f800001},
    {"METAL-EXACT", "metal1", frexp_exponent, {bits(8)}, 4, 3},
    off("METAL-RECIPROCAL", "metal1", reciprocal, {3}, 1 / 3.0, 4),
    off("METAL-DIV", "metal1", div, {2, 3}, 2 / 3.0, 4),
    off("METAL-RSQRT", "metal1", rsq, {2}, 1 / std::sqrt(2.0), 4),
    off("METAL-SQRT", "metal1", Operation::sqrt, {2}, std::sqrt(2.0), 4),
    off("METAL-4-ULP", "metal1", Operation::exp, {1}, std::exp(1.0), 5),
    off("METAL-4-ULP", "metal1", Operation::acosh, {2}, std::acosh(2.0), 5),
    off("METAL-5-ULP", "metal1", Operation::atan, {1}, std::atan(1.0), 6),
    off("METAL-6-ULP", "metal1", Operation::tan, {1}, std::tan(1.0), 7),
    off("METAL-6-ULP", "metal1", Operation::atan2, {1, -2}, std::atan2(1.0, -2.0), 7),
    off("METAL-POW", "metal1", Operation::pow, {2, 0.5F}, std::sqrt(2.0), 17),
    off("METAL-POW", "metal1", powr, {10, 3}, 1000, 17),
    {"METAL-FRACT-EDGE", "metal1", frc, {bits(-0x1p-40F)}, 0x3f7fffff, bits(1), {{"fract.max", "clamp"}}},

    // 1 + 2^-10 in half
    in(binary16, {"METAL-HALF-TO-FLOAT", "metal1", binary16_to_binary32, {0x3c01}, 0x3f802000, 0x3f802001}),
    // 2^-24, infinity and a NaN of half
    in(binary16, {"METAL-HALF-LOSSLESS", "metal1", binary16_to_binary32, {0x0001}, 0x33800000, 0}),
    in(binary16, {"METAL-HALF-LOSSLESS", "metal1", binary16_to_binary32, {0x7c00}, bits(kInf), bits(65536)}),
    in(binary16, {"METAL-HALF-LOSSLESS", "metal1", binary16_to_binary32, {0x7e00}, 0xffc00000, bits(0)}),
    // the value below 1 + 2^-10, which half has
    {"METAL-FLOAT-TO-HALF", "metal1", binary32_to_binary16, {0x3f801fff}, 0x3c00, 0x3c02},
    {"METAL-FLOAT-TO-HALF", "metal1", binary32_to_binary16, {0x3f801fff}, 0x3c01, 0x3c00, {{"metal.round", "rne"}}},
    {"METAL-FLOAT-TO-HALF", "metal1", binary32_to_binary16, {0x3f801fff}, 0x3c00, 0x3c01, {{"metal.round", "rtz"}}},
    {"METAL-FLOAT-TO-HALF", "metal1.2", binary32_to_binary16, {bits(65520)}, 0x7c00, 0x7bfe},
    {"METAL-FLOAT-TO-HALF-INF-NAN", "metal1", binary32_to_binary16, {bits(kInf)}, 0x8000, 0x7bff},
    {"METAL-FLOAT-TO-HALF-INF-NAN", "metal1", binary32_to_binary16, {bits(-kInf)}, 0xfc00, 0x7c00},
    {"METAL1.2-FLOAT-TO-HALF-INF-NAN", "metal1.2", binary32_to_binary16, {0x7fc00000}, 0, 0x3c00},
    {"METAL1.2-FLOAT-TO-HALF-INF-NAN", "metal1.2", binary32_to_binary16, {bits(kInf)}, 0x7c00, 0},
    {"METAL1.2-FLOAT-TO-HALF-INF-NAN", "metal1.2", binary32_to_binary16, {bits(-kInf)}, 0xfc00, 0x8000},
    {"METAL1.2-FLOAT-TO-HALF-INF-NAN",
     "metal1.2",
     binary32_to_binary16,
     {0x7fc00000},
     0x7e00,
     0,
     {{"half.has_inf_nan", "yes"}}},
    {"METAL1.2-FLOAT-TO-HALF-INF-NAN",
     "metal1.2",
     binary32_to_binary16,
     {bits(kInf)},
     0x8000,
     0x7c00,
     {{"half.has_inf_nan", "no"}}},
    {"METAL-FLOAT-TO-HALF-INF-NAN",
     "metal1",
     binary32_to_binary16,
     {bits(kInf)},
     0x7c00,
     0,
     {{"half.has_inf_nan", "yes"}}},
    {"METAL-FLOAT-TO-HALF-INF-NAN",
     "metal1",
     binary32_to_binary16,
     {0x7fc00000},
     0x8000,
     0x7e00,
     {{"half.has_inf_nan", "no"}}},

    // the end of the error bound that no sequence of steps reaches
    {"METAL-FAST-INHERIT",
     "metal1-fast",
     exp10,
     {bits(3.3F)},
     rounded(std::pow(10.0, 3.3F)),
     0x44f9687d,
     {{"inherit.mode", "literal_sequence"}}},
    off("METAL-FAST-RECIPROCAL", "metal1-fast", reciprocal, {3}, 1 / 3.0, 4),
    off("METAL-FAST-DIV", "metal1-fast", div, {2, 3}, 2 / 3.0, 4),
    off("METAL-FAST-5-ULP", "metal1-fast", Operation::acos, {0.5F}, std::acos(0.5), 6),
    off("METAL-FAST-ASIN", "metal1-fast", Operation::asin, {0.5F}, std::asin(0.5), 6),
    off("METAL-FAST-ACOSH", "metal1-fast", Operation::acosh, {1.5F}, std::acosh(1.5), 64),
    off("METAL-FAST-ASINH", "metal1-fast", Operation::asinh, {2}, std::asinh(2.0), 64),
    off("METAL-FAST-ATANH", "metal1-fast", Operation::atanh, {0.5F}, std::atanh(0.5), 64),
    off("METAL-FAST-ATAN2", "metal1-fast", Operation::atan2, {1, -2}, std::atan2(1.0, -2.0), 64),
    off("METAL-FAST-SINCOS", "metal1-fast", Operation::sin, {1}, std::sin(1.0), 0x1000),
    off("METAL-FAST-COSH", "metal1-fast", Operation::cosh, {3}, std::cosh(3.0), 64),
    off("METAL-FAST-SINH", "metal1-fast", Operation::sinh, {1}, std::sinh(1.0), 64),
    off("METAL-FAST-TANH", "metal1-fast", Operation::tanh, {0.5F}, std::tanh(0.5), 256),
    off("METAL-FAST-TAN", "metal1-fast", Operation::tan, {1}, std::tan(1.0), 0x4000),
    off("METAL-FAST-EXP", "metal1-fast", Operation::exp, {3}, std::exp(3.0), 10),
    off("METAL-FAST-EXP10", "metal1-fast", exp10, {2}, 100, 256),
    off("METAL-FAST-FMA", "metal1-fast", Operation::fma, {3, 5, 7}, 22, 1),
    off("METAL-FAST-LOG", "metal1-fast", Operation::log2, {3}, std::log2(3.0), 4),
    off("METAL-FAST-LOG10", "metal1-fast", Operation::log10, {7}, std::log10(7.0), 64),
    off("METAL-FAST-POW", "metal1-fast", Operation::pow, {1.5F, 20}, std::pow(1.5, 20), 0x4000),
    {"METAL-FAST-ROUND", "metal1-fast", Operation::round, {bits(2.5F)}, bits(2), bits(4)},
    off("METAL-FAST-SQRT", "metal1-fast", Operation::sqrt, {2}, std::sqrt(2.0), 64),

    off("METAL1.2-RECIPROCAL", "metal1.2", reciprocal, {3}, 1 / 3.0, 2),
    off("METAL1.2-SINPI-COSPI", "metal1.2", cospi, {0.25F}, std::sqrt(0.5), 5),
    off("METAL1.2-TANPI", "metal1.2", tanpi, {0.125F}, std::sqrt(2.0) - 1, 7),
    {"METAL1.2-COMPARE", "metal1.2", lt, {bits(1), bits(2)}, kTrue, kFalse},
    {"METAL1.2-COMPARE", "metal1.2", eq, {bits(0), bits(-0.0F)}, kTrue, kFalse},
    in(binary16, {"METAL1.2-COMPARE", "metal1.2", ge, {0x3c00, 0x4000}, kFalse, kTrue}),
    in(binary16, {"METAL1.2-COMPARE-SPECIAL", "metal1.2", eq, {0x7e00, 0x7e00}, kFalse, kTrue}),
    in(binary16, {"METAL1.2-COMPARE-SPECIAL", "metal1.2", ne, {0x7e00, 0x7e00}, kTrue, kFalse}),
    in(binary16, {"METAL1.2-COMPARE-SPECIAL", "metal1.2", lt, {0xfc00, 0x3c00}, kTrue, kFalse}),
    // 2^24 + 3 lies between 2^24 + 2 and 2^24 + 4
    {"METAL1.2-INTEGER-TO-FLOAT", "metal1.2", utof, {0x01000003}, 0x4b800001, 0x4b800000},
    {"METAL1.2-INTEGER-TO-FLOAT", "metal1.2", itof, {0x01000003}, 0x4b800002, 0x4b800001, {{"metal.round", "rne"}}},
    {"METAL1.2-INTEGER-TO-FLOAT", "metal1.2", itof, {0xfefffffd}, 0xcb800001, 0xcb800002, {{"metal.round", "rtz"}}},
    in(binary16, {"METAL1.2-INTEGER-TO-FLOAT", "metal1.2", utof, {2049}, 0x6800, 0x6802}),
    {"METAL1.2-FLOAT-TO-INT", "metal1.2", ftoi, {bits(-2.75F)}, 0xfffffffe, 0xfffffffd},
    {"METAL1.2-FLOAT-TO-INT", "metal1.2", ftoi, {bits(-0x1p31F)}, 0x80000000, 0x7fffffff},
    {"METAL1.2-FLOAT-TO-UINT", "metal1.2", ftou, {0x4f7fffff}, 0xffffff00, 0xffffffff},
    {"METAL1.2-FLOAT-TO-UINT", "metal1.2", ftou, {bits(-0.75F)}, 0, 0xffffffff},
    {"METAL1.2-NAN-TO-INTEGER", "metal1.2", ftoi, {0x7fc00000}, 0, 0x80000000},
    {"METAL1.2-NAN-TO-INTEGER", "metal4-fast", ftou, {0xffc00000}, 0, 1},
    // 1 + 2^-6 and 1 + 2^-5, the values after 1; 2^-20, the smallest denormal
    in(ufloat11, {"METAL1.2-UFLOAT-TO-FLOAT", "metal1.2", ufloat11_to_binary32, {0x3c1}, 0x3f820000, 0x3f820001}),
    in(ufloat10, {"METAL1.2-UFLOAT-TO-FLOAT", "metal1.2", ufloat10_to_binary32, {0x1e1}, 0x3f840000, 0x3f83ffff}),
    in(ufloat11, {"METAL1.2-UFLOAT-LOSSLESS", "metal1.2", ufloat11_to_binary32, {0x001}, 0x35800000, 0}),
    in(ufloat10, {"METAL1.2-UFLOAT-LOSSLESS", "metal1.2", ufloat10_to_binary32, {0x3e0}, bits(kInf), bits(65536)}),
    // 1 + 2^-7 + 2^-20 lies above the middle between 1 and 1 + 2^-6
    {"METAL1.2-FLOAT-TO-UFLOAT", "metal1.2", binary32_to_ufloat11, {0x3f810008}, 0x3c1, 0x3c0},
    {"METAL1.2-FLOAT-TO-UFLOAT", "metal4", binary32_to_ufloat10, {0x3f820000}, 0x1e0, 0x1e2},
    {"METAL1.2-FLOAT-TO-UFLOAT-DENORMAL", "metal1.2", binary32_to_ufloat11, {0x35800000}, 1, 0},
    {"METAL1.2-FLOAT-TO-UFLOAT-BELOW-ZERO", "metal1.2", binary32_to_ufloat10, {bits(-1)}, 0, 0x1e0},
    {"METAL1.2-FLOAT-TO-UFLOAT-MINUS-INF", "metal1.2", binary32_to_ufloat11, {bits(-kInf)}, 0, 0x7c0},
    {"METAL1.2-FLOAT-TO-UFLOAT-MINUS-INF", "metal4", binary32_to_ufloat10, {bits(-kInf)}, 0, 1},
    off("METAL1.2-FAST-RECIPROCAL", "metal1.2-fast", reciprocal, {3}, 1 / 3.0, 2),
    off("METAL1.2-FAST-DIV", "metal1.2-fast", div, {2, 3}, 2 / 3.0, 4),
    off("METAL1.2-FAST-ATAN2", "metal1.2-fast", Operation::atan2, {-1, -2}, std::atan2(-1.0, -2.0), 64),
    off("METAL1.2-FAST-LOG2", "metal1.2-fast", Operation::log2, {3}, std::log2(3.0), 3),
    off("METAL1.2-FAST-FMA-ROUND", "metal1.2-fast", Operation::round, {2.5F}, 3, 1),
    off("METAL1.2-FAST-RSQRT", "metal2.1-fast", rsq, {2}, 1 / std::sqrt(2.0), 3),
    off("METAL1.2-FAST-SQRT", "metal1.2-fast", Operation::sqrt, {2}, std::sqrt(2.0), 64),
    off("METAL1.2-FAST-TRIG-PI", "metal1.2-fast", sinpi, {0.25F}, std::sqrt(0.5), 0x100),
    off("METAL2.1-CORRECTLY-ROUNDED", "metal2.1", Operation::sqrt, {2}, std::sqrt(2.0), 1),
    in(binary16, {"METAL2.1-HALF-INF-NAN", "metal2.1", add, {0x7c00, 0x3c00}, 0x7c00, 0x7bff}),
    in(binary16, {"METAL2.1-HALF-INF-NAN", "metal2.1", mul, {0x7e00, 0x3c00}, 0xfe00, 0x3c00}),
    {"METAL2.1-FLOAT-TO-HALF-INF-NAN", "metal2.1", binary32_to_binary16, {bits(kInf)}, 0x7c00, 0},
    {"METAL2.1-FLOAT-TO-HALF-INF-NAN", "metal4", binary32_to_binary16, {0x7fc00000}, 0x7c01, 0x3c00},
    {"METAL2.1-FLOAT-TO-HALF-INF-NAN", "metal2.1", binary32_to_binary16, {0x7fc00000}, 0x8000, 0x7c00},
    {"METAL2.1-FLOAT-TO-HALF-INF-NAN", "metal4", binary32_to_binary16, {0xffc00000}, 0x7e00, 0, {{"half.nan", "kept"}}},
    // sqrt(2) is 1448.15 units of 2^-10; 1 + 0.75 * 2^-10
    in(binary16, {"METAL2.1-HALF-CORRECTLY-ROUNDED", "metal2.1", Operation::sqrt, {0x4000}, 0x3da8, 0x3da9}),
    in(binary16, {"METAL2.1-HALF-CORRECTLY-ROUNDED", "metal4-fast", add, {0x3c00, 0x1200}, 0x3c00, 0x3c02}),
    in(binary16, {"METAL2.1-HALF-CORRECTLY-ROUNDED",
                  "metal2.1",
                  add,
                  {0x3c00, 0x1200},
                  0x3c01,
                  0x3c00,
                  {{"metal.round", "rne"}}}),
    in(binary16, {"METAL2.1-HALF-CORRECTLY-ROUNDED",
                  "metal2.1",
                  add,
                  {0x3c00, 0x1200},
                  0x3c00,
                  0x3c01,
                  {{"metal.round", "rtz"}}}),
    in(binary16, {"METAL2.1-HALF-EXACT", "metal2.1", Operation::copysign, {0x3c00, 0x8000}, 0xbc00, 0x3c00}),
    in(binary16, {"METAL2.1-HALF-EXACT", "metal4", frexp_exponent, {0x4800}, 4, 3}),
    in(binary16, {"METAL2.1-HALF-FMOD", "metal2.1", Operation::fmod, {0x4700, 0x4000}, 0x3c00, 0x3c01}),
    // sin(0.5) is 1963.73 units of 2^-12
    in(binary16, {"METAL2.1-HALF-1-ULP", "metal2.1", Operation::sin, {0x3800}, 0x37ab, 0x37ad}),
    in(binary16, {"METAL2.1-HALF-1-ULP", "metal4-fast", Operation::sin, {0x3800}, 0x37ac, 0x37aa}),
    in(binary16, {"METAL2.1-HALF-POW", "metal2.1", Operation::pow, {0x4000, 0x3800}, 0x3daa, 0x3dab}),
    off("METAL2.1-FAST-SINPI-COSPI", "metal2.1-fast", sinpi, {0.25F}, std::sqrt(0.5), 0x1000),
    off("METAL2.1-FAST-TANPI", "metal2.1-fast", tanpi, {0.25F}, 1, 0x8000),
    {"METAL4-NEXTAFTER", "metal4", Operation::nextafter, {bits(1), bits(2)}, 0x3f800001, bits(1)},
    in(binary16, {"METAL4-NEXTAFTER", "metal4-fast", Operation::nextafter, {0x3c00, 0x4000}, 0x3c01, 0x3c00}),
    {"METAL4-FLOAT-TO-HALF", "metal4", binary32_to_binary16, {0x3f801fff}, 0x3c01, 0x3c00},
    {"METAL4-FLOAT-TO-HALF-DENORMAL", "metal4", binary32_to_binary16, {0x33800000}, 1, 0},
    in(binary16, {"METAL4-FAST-CONVERSION", "metal4-fast", binary16_to_binary32, {0x7e00}, 0x7fc00000, bits(1)}),
    in(binary16, {"METAL4-FAST-CONVERSION", "metal4-fast", binary16_to_binary32, {0xfc00}, bits(-kInf), bits(-65536)}),
    off("METAL4-FAST-ATAN2", "metal4-fast", Operation::atan2, {1, 2}, std::atan2(1.0, 2.0), 64),
    off("METAL4-FAST-ATANH", "metal4-fast", Operation::atanh, {0.5F}, std::atanh(0.5), 64),
};

/// Rules that leave results open, and fract's range, at whose end METAL-FRACT-EDGE decides.
const std::set<std::string> kOpen = {"METAL-TEXTURE",     "METAL-FRACT-RANGE", "METAL-FAST-NAN",
                                     "METAL1.2-FAST-INF", "METAL4-FAST-FMOD",  "METAL4-HALF-POW"};
/// Rules about operands.
const std::set<std::string> kRequirements = {"METAL-TEXTURE-FINITE", "METAL-TEXTURE-INSIDE"};

class AMetalRule : public testing::TestWithParam<Row> {};

TEST_P(AMetalRule, PermitsTheRightResultAndIsChargedWithTheWrongOne) {
  const Row& row = GetParam();
  test::expect_permitted_and_charged(
      {row.rule, row.rulebook, row.operation, row.format, row.operands, row.right, row.wrong, row.readings});
}

INSTANTIATE_TEST_SUITE_P(OfEachRulebook, AMetalRule, testing::ValuesIn(kRows), test::rule_test_name<Row>);

TEST(MetalRules, EachHaveAResultThatBreaksThemUnlessTheyLeaveResultsOpen) {
  const std::set<std::string> others = test::pixel_rules();
  for (const std::string& name : Rulebook::embedded()) {
    if (book(name).naming() != Naming::metal) continue;
    for (const RuleInfo& rule : book(name).rules()) {
      const bool broken = std::ranges::find(kRows, rule.id, &Row::rule) != kRows.end() || others.contains(rule.id);
      EXPECT_NE(broken, kOpen.contains(rule.id) || kRequirements.contains(rule.id)) << rule.id;
    }
  }
}

TEST(MetalTextures, ForbidCoordinatesThatAreNotFiniteOrOutside) {
  const auto judge = [&](Operation operation, Bits coordinate) {
    return judge_result(book("metal1"), operation, Format::binary32, std::vector<Bits>{coordinate, 4}, 0);
  };
  for (const Operation operation : {sample, sample_compare, gather, gather_compare}) {
    EXPECT_EQ(judge(operation, bits(0.5F)).verdict, Verdict::unconstrained);
    EXPECT_EQ(judge(operation, bits(7)).verdict, Verdict::unconstrained) << "outside is the sampler's address mode";
    for (const Bits coordinate : {bits(kInf), bits(-kInf), Bits{0x7fc00000}}) {
      EXPECT_EQ(judge(operation, coordinate).verdict, Verdict::invalid_operand);
      EXPECT_EQ(judge(operation, coordinate).rule, "METAL-TEXTURE-FINITE");
    }
  }
  for (const Operation operation : {Operation::read, Operation::write}) {
    EXPECT_EQ(judge(operation, 3).verdict, Verdict::unconstrained);
    EXPECT_EQ(judge(operation, 4).verdict, Verdict::invalid_operand);
    EXPECT_EQ(judge(operation, 4).rule, "METAL-TEXTURE-INSIDE");
  }
}

PermittedSet of(const std::string& rulebook, Operation operation, const std::vector<float>& operands) {
  std::vector<Bits> patterns;
  for (const float x : operands) patterns.push_back(bits(x));
  return permitted(rulebook, operation, patterns);
}

TEST(MetalFast, LeavesOpenWhatItsTableDoes) {
  EXPECT_TRUE(of("metal1-fast", Operation::sin, {4}).anything) << "beyond pi the error is larger";
  EXPECT_FALSE(of("metal1-fast", Operation::sin, {3}).anything);
  EXPECT_TRUE(of("metal1-fast", reciprocal, {0x1p-127F}).anything) << "outside 2^-126 to 2^126";
  EXPECT_FALSE(of("metal1-fast", reciprocal, {0x1p126F}).anything);
  EXPECT_TRUE(of("metal1-fast", Operation::asin, {0x1p-126F}).anything);
  EXPECT_TRUE(of("metal1-fast", Operation::tan, {4}).anything) << "sin and cos are open there";
  EXPECT_TRUE(of("metal1-fast", Operation::tanh, {100}).anything) << "INF / INF, and NaN is undefined";
  EXPECT_TRUE(of("metal1-fast", Operation::pow, {-2, 3}).anything) << "log2(-2)";
  EXPECT_TRUE(of("metal1-fast", Operation::add, {NAN, 1}).anything);
  EXPECT_FALSE(of("metal1-fast", Operation::add, {kInf, 1}).anything);
  EXPECT_TRUE(of("metal1.2-fast", Operation::add, {kInf, 1}).anything);
  EXPECT_TRUE(of("metal1.2-fast", Operation::mul, {0x1p100F, 0x1p100F}).anything) << "an overflow";
  EXPECT_TRUE(of("metal4-fast", Operation::fmod, {7, 2}).anything);
  EXPECT_FALSE(of("metal2.1-fast", Operation::fmod, {7, 2}).anything);
  EXPECT_TRUE(of("metal4-fast", Operation::atan2, {0, 1}).anything);
  EXPECT_FALSE(of("metal1.2-fast", Operation::atan2, {0, 1}).anything);
}

TEST(MetalFast, RepeatedOperandsKeepOneValue) {
  // Were t two values, (t - 1) / (t + 1) at 2x = 20 would spread by the 43 ulps of exp(20) twice.
  const PermittedSet set = of("metal1-fast", Operation::tanh, {10});
  EXPECT_FALSE(set.contains(0x3f7ffff0)) << set.text();
  EXPECT_TRUE(set.contains(0x3f7fffff)) << set.text();
}

TEST(Metal, MayFlushDenormalOperandsAndResultsWithEitherSign) {
  // log(2^-149) as it is, and the pole of a flushed operand with C's result: no other.
  const PermittedSet log = permitted("metal1", Operation::log, {1});
  EXPECT_TRUE(log.contains(rounded(std::log(0x1p-149))));
  EXPECT_TRUE(log.contains(bits(-kInf)));
  EXPECT_FALSE(log.contains(bits(kInf)));
  EXPECT_FALSE(log.contains(0));
  const PermittedSet sum = permitted("metal1", add, {1, 1});
  for (const Bits result : {Bits{0}, Bits{1}, Bits{2}, Bits{0x80000000}}) EXPECT_TRUE(sum.contains(result)) << result;
  EXPECT_FALSE(sum.contains(3));
}

TEST(MetalFast, KeepsTheOtherRulesOfItsVersion) {
  for (const auto& [fast, precise] : {std::pair{"metal1-fast", "metal1"}, std::pair{"metal1.2-fast", "metal1.2"},
                                      std::pair{"metal2.1-fast", "metal2.1"}, std::pair{"metal4-fast", "metal4"}}) {
    for (const OperationInfo& row : operations()) {
      for (const FormatInfo& format : formats()) {
        EXPECT_EQ(book(fast).has(row.operation, format.format), book(precise).has(row.operation, format.format))
            << fast << ' ' << row.name << ' ' << format.name;
      }
    }
  }
}

TEST(MetalReadings, OfPowersOfNegativeNumbersKeepTheirSign) {
  const Readings c99 = {{"msl.pow_negative", "c99"}};
  const PermittedSet odd = permitted("metal1-fast", Operation::pow, {bits(-2), bits(3)}, c99);
  EXPECT_TRUE(odd.contains(bits(-8)));
  EXPECT_FALSE(odd.contains(bits(8)));
  EXPECT_FALSE(odd.anything);
  const PermittedSet even = permitted("metal4-fast", Operation::pow, {bits(-2), bits(4)}, c99);
  EXPECT_TRUE(even.contains(bits(16)));
  EXPECT_FALSE(even.contains(bits(-16)));
  EXPECT_TRUE(permitted("metal1-fast", Operation::pow, {bits(-2), bits(0.5F)}, c99).anything) << "NaN with fast math";
}

/// A bound that grows with |x| has no value for an infinity.
TEST(MetalFast, LeavesC99sResultOfAnInfinityExact) {
  constexpr Bits kMinusInfinity = 0xff800000;
  for (const Operation operation : {Operation::exp, Operation::exp2, Operation::exp10}) {
    const Explanation open =
        explain(test::book("metal1-fast"), operation, Format::binary32, std::span(&kMinusInfinity, 1));
    EXPECT_TRUE(open.permitted.anything) << info(operation).name;
    const Readings c99 = {{"msl.special", "c99_required"}};
    EXPECT_EQ(permitted("metal1-fast", operation, {kMinusInfinity}, c99).text(), "{0}") << info(operation).name;
  }
}

/// The nearest result passes as an error bound, not as what the steps give.
TEST(MetalFast, AsksTheVeryStepsOfASequence) {
  const Rulebook& rulebook = book("metal2.1-fast");
  const Readings readings = {{"inherit.mode", "literal_sequence"}};
  constexpr std::array<std::uint32_t, 1> kOperand = {0x7361eecf};
  constexpr std::array<std::uint32_t, 1> kNearest = {0x59707f3c};
  EXPECT_FALSE(
      explain(rulebook, sqrt, binary32, std::vector<Bits>{kOperand[0]}, readings).permitted.contains(kNearest[0]));
  const ConstLane operands = std::as_bytes(std::span(kOperand));
  Tally tally;
  SpanJudge(rulebook, sqrt, binary32, readings).judge(0, {&operands, 1}, std::as_bytes(std::span(kNearest)), tally);
  EXPECT_EQ(tally.passed, 0U);
  EXPECT_EQ(tally.reading, 1U);
}

}  // namespace
}  // namespace halfulp
