// SPDX-License-Identifier: Apache-2.0
// The tables of maximum errors of CUDA's functions and intrinsics, entered a second time and held against MPFR: of
// random operands the last value that is N values from the correctly rounded one is permitted and the next one is not.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp::cuda_tables {
namespace {

using Function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

constexpr mpfr_prec_t kPrecision = 200;

struct Errors {
  Operation operation;
  Function function;
  double least, most;     ///< of the operand
  int single, of_double;  ///< in values from the correctly rounded result
};

int decimal_power(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) { return mpfr_exp10(result, x, rounding); }
int binary_power(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) { return mpfr_exp2(result, x, rounding); }
int inverse(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) { return mpfr_ui_div(result, 1, x, rounding); }

int inverse_root(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  mpfr_cbrt(result, x, rounding);
  return mpfr_ui_div(result, 1, result, rounding);
}
/// (1 + erf(x / sqrt(2))) / 2
int normal(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  mpfr_div_ui(result, x, 2, rounding);
  mpfr_mul(result, result, x, rounding);
  mpfr_sqrt(result, result, rounding);
  mpfr_erf(result, result, rounding);
  if (mpfr_sgn(x) < 0) mpfr_neg(result, result, rounding);
  mpfr_add_ui(result, result, 1, rounding);
  return mpfr_div_ui(result, result, 2, rounding);
}
int log_gamma(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) { return mpfr_lngamma(result, x, rounding); }

const Errors kErrors[] = {
    {Operation::reciprocal, inverse, 0.1, 9, 0, 0},     {Operation::sqrt, mpfr_sqrt, 0.1, 9, 0, 0},
    {Operation::rsq, mpfr_rec_sqrt, 0.1, 9, 2, 1},      {Operation::exp, mpfr_exp, -50, 50, 2, 1},
    {Operation::exp2, binary_power, -50, 50, 2, 1},     {Operation::exp10, decimal_power, -20, 20, 2, 1},
    {Operation::log, mpfr_log, 0.01, 1e9, 1, 1},        {Operation::log2, mpfr_log2, 0.01, 1e9, 1, 1},
    {Operation::log10, mpfr_log10, 0.01, 1e9, 2, 1},    {Operation::sin, mpfr_sin, -100, 100, 2, 2},
    {Operation::cos, mpfr_cos, -100, 100, 2, 2},        {Operation::sincos_sin, mpfr_sin, -100, 100, 2, 2},
    {Operation::sincos_cos, mpfr_cos, -100, 100, 2, 2}, {Operation::tan, mpfr_tan, -100, 100, 4, 2},
    {Operation::sinpi, mpfr_sinpi, -9, 9, 1, 2},        {Operation::cospi, mpfr_cospi, -9, 9, 1, 2},
    {Operation::asin, mpfr_asin, -1, 1, 2, 2},          {Operation::acos, mpfr_acos, -1, 1, 2, 2},
    {Operation::atan, mpfr_atan, -9, 9, 2, 2},          {Operation::sinh, mpfr_sinh, -9, 9, 3, 2},
    {Operation::cosh, mpfr_cosh, -9, 9, 2, 1},          {Operation::tanh, mpfr_tanh, -4, 4, 2, 1},
    {Operation::asinh, mpfr_asinh, -9, 9, 3, 3},        {Operation::acosh, mpfr_acosh, 1.01, 99, 4, 3},
    {Operation::atanh, mpfr_atanh, -0.99, 0.99, 3, 2},  {Operation::cbrt, mpfr_cbrt, -9, 9, 1, 1},
    {Operation::rcbrt, inverse_root, -9, 9, 1, 1},      {Operation::expm1, mpfr_expm1, -9, 9, 1, 1},
    {Operation::log1p, mpfr_log1p, -0.9, 9, 1, 1},      {Operation::erf, mpfr_erf, -3, 3, 2, 2},
    {Operation::erfc, mpfr_erfc, -3, 3, 4, 5},          {Operation::normcdf, normal, -5, 5, 5, 5},
    {Operation::tgamma, mpfr_gamma, 0.1, 30, 5, 10},    {Operation::lgamma, log_gamma, 2.1, 1e9, 6, 4},
};

Bits pattern(Format format, double value) {
  return format == Format::binary64 ? std::bit_cast<Bits>(value)
                                    : Bits{std::bit_cast<std::uint32_t>(static_cast<float>(value))};
}

/// The result of f, rounded to nearest even into the format; f is evaluated in 200 bits.
Bits rounded(Format format, Function function, double x) {
  mpfr_t value;
  mpfr_init2(value, kPrecision);
  mpfr_t operand;
  mpfr_init2(operand, 53);
  mpfr_set_d(operand, x, MPFR_RNDN);
  function(value, operand, MPFR_RNDN);
  mpfr_clear(operand);
  const Bits result = format == Format::binary64 ? std::bit_cast<Bits>(mpfr_get_d(value, MPFR_RNDN))
                                                 : Bits{std::bit_cast<std::uint32_t>(mpfr_get_flt(value, MPFR_RNDN))};
  mpfr_clear(value);
  return result;
}

/// Expects the results up to n values from the nearest, and no others, for 40 random operands.
void expect_errors(const Rulebook& book, const Errors& row, Format format, int n, const Readings& readings) {
  std::mt19937_64 random(57);
  for (int i = 0; i < 40; ++i) {
    // A value of binary32 is a value of both formats.
    const auto x =
        static_cast<double>(static_cast<float>(std::uniform_real_distribution<double>(row.least, row.most)(random)));
    const Bits operand = pattern(format, x);
    const Bits nearest = rounded(format, row.function, x);
    const PermittedSet set = explain(book, row.operation, format, {&operand, 1}, readings).permitted;
    for (int steps = -n - 2; steps <= n + 2; ++steps) {
      EXPECT_EQ(set.contains(nearest + static_cast<Bits>(steps)), std::abs(steps) <= n)
          << info(row.operation).name << ' ' << x << ' ' << steps << ' ' << set.text();
    }
  }
}

TEST(CudaTables, EndWhereTheGuideHasThem) {
  const Rulebook book = Rulebook::open("cuda");
  for (const Errors& row : kErrors) {
    expect_errors(book, row, Format::binary32, row.single, {});
    expect_errors(book, row, Format::binary64, row.of_double, {});
  }
}

/// hypot: 3 ULP and 2 in double; rhypot: 2 and 1.
TEST(CudaTables, EndWhereTheGuideHasThoseOfHypotenuses) {
  const Rulebook book = Rulebook::open("cuda");
  std::mt19937_64 random(58);
  for (int i = 0; i < 40; ++i) {
    std::uniform_real_distribution<float> distribution(-9, 9);
    const auto x = static_cast<double>(distribution(random));
    const auto y = static_cast<double>(distribution(random));
    mpfr_t size;
    mpfr_t other;
    mpfr_inits2(kPrecision, size, other, nullptr);
    mpfr_set_d(size, x, MPFR_RNDN);
    mpfr_set_d(other, y, MPFR_RNDN);
    mpfr_hypot(size, size, other, MPFR_RNDN);
    for (const Operation operation : {Operation::hypot, Operation::rhypot}) {
      if (operation == Operation::rhypot) mpfr_ui_div(size, 1, size, MPFR_RNDN);
      for (const Format format : {Format::binary32, Format::binary64}) {
        const bool single = format == Format::binary32;
        const Bits nearest = single ? pattern(format, static_cast<double>(mpfr_get_flt(size, MPFR_RNDN)))
                                    : pattern(format, mpfr_get_d(size, MPFR_RNDN));
        const int n = (single ? 3 : 2) - (operation == Operation::rhypot ? 1 : 0);
        const Bits operands[] = {pattern(format, x), pattern(format, y)};
        const PermittedSet set = explain(book, operation, format, operands).permitted;
        for (int steps = -n - 2; steps <= n + 2; ++steps) {
          EXPECT_EQ(set.contains(nearest + static_cast<Bits>(steps)), std::abs(steps) <= n)
              << info(operation).name << ' ' << x << ' ' << y << ' ' << steps << ' ' << set.text();
        }
      }
    }
    mpfr_clears(size, other, nullptr);
  }
}

/// lgamma has no bound between the poles that the guide names, and one on both sides of them.
TEST(CudaTables, LeaveLogGammaOpenBetweenPoles) {
  const Rulebook book = Rulebook::open("cuda");
  const auto is_open = [&book](Format format, double x) {
    const Bits operand = pattern(format, x);
    return explain(book, Operation::lgamma, format, {&operand, 1}).permitted.anything;
  };
  for (const double x : {-10.0009765625, -5.5, -2.2646484375}) EXPECT_TRUE(is_open(Format::binary32, x)) << x;
  for (const double x : {-10.001953125, -2.263671875}) EXPECT_FALSE(is_open(Format::binary32, x)) << x;
  for (const double x : {-23.00006103515625, -2.26371}) EXPECT_TRUE(is_open(Format::binary64, x)) << x;
  for (const double x : {-23.0002, -2.2636}) EXPECT_FALSE(is_open(Format::binary64, x)) << x;
}

TEST(CudaTables, EndFartherWithFlagsOfLessPrecision) {
  const Rulebook book = Rulebook::open("cuda");
  const Errors root = {Operation::sqrt, mpfr_sqrt, 0.1, 9, 1, 0};
  const Errors quotient = {Operation::reciprocal, inverse, 0.1, 9, 1, 0};
  expect_errors(book, root, Format::binary32, 1, {{"cuda.prec_sqrt", "off"}});
  expect_errors(book, root, Format::binary32, 3, {{"cuda.prec_sqrt", "off_before_5_2"}});
  expect_errors(book, root, Format::binary64, 0, {{"cuda.prec_sqrt", "off"}});
  expect_errors(book, quotient, Format::binary32, 1, {{"cuda.prec_div", "off"}});
  expect_errors(book, quotient, Format::binary64, 0, {{"cuda.prec_div", "off"}});
}

/// Intrinsics: values inside an absolute error of the exact result are permitted, those beyond it are not.
TEST(CudaTables, EndWhereTheGuideHasThoseOfIntrinsics) {
  struct Absolute {
    Operation operation;
    double (*function)(double);
    double least, most, exponent;
  };
  const Absolute rows[] = {
      {Operation::sin, std::sin, -3.14, 3.14, -21.41}, {Operation::cos, std::cos, -3.14, 3.14, -21.19},
      {Operation::log, std::log, 0.5, 2, -21.41},      {Operation::log2, std::log2, 0.5, 2, -22},
      {Operation::log10, std::log10, 0.5, 2, -24},
  };
  const Rulebook book = Rulebook::open("cuda-fast");
  std::mt19937_64 random(19);
  for (const Absolute& row : rows) {
    const double bound = std::exp2(row.exponent);
    for (int i = 0; i < 40; ++i) {
      const auto x = static_cast<float>(std::uniform_real_distribution<double>(row.least, row.most)(random));
      const Bits operand = std::bit_cast<std::uint32_t>(x);
      const PermittedSet set = explain(book, row.operation, Format::binary32, {&operand, 1}).permitted;
      const double exact = row.function(static_cast<double>(x));
      for (const double side : {-1.0, 1.0}) {
        auto value = static_cast<float>(exact + side * bound);
        for (int step = 0; step < 3; ++step, value = std::nextafter(value, static_cast<float>(-side * HUGE_VAL))) {
          const double error = std::fabs(static_cast<double>(value) - exact);
          if (std::fabs(error - bound) < 1e-6 * bound) continue;
          EXPECT_EQ(set.contains(std::bit_cast<std::uint32_t>(value)), error < bound)
              << info(row.operation).name << ' ' << x << ' ' << value << ' ' << set.text();
        }
      }
    }
  }
}

TEST(CudaTables, GrowWithTheOperandsOfFastExponentials) {
  const Rulebook book = Rulebook::open("cuda-fast");
  for (const float x : {-20.5F, -3.25F, 0.5F, 7.75F, 30.125F}) {
    const double size = std::fabs(static_cast<double>(x));
    for (const bool is_decimal : {false, true}) {
      const Errors row = {is_decimal ? Operation::exp10 : Operation::exp,
                          is_decimal ? decimal_power : mpfr_exp,
                          static_cast<double>(x),
                          static_cast<double>(x),
                          0,
                          0};
      const int n = 2 + static_cast<int>(std::floor((is_decimal ? 2.97 : 1.173) * size));
      expect_errors(book, row, Format::binary32, n, {});
    }
  }
}

}  // namespace
}  // namespace halfulp::cuda_tables
