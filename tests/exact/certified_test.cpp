// SPDX-License-Identifier: Apache-2.0
#include "exact/certified.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>

#include "arithmetic/kernel_cases.hpp"

namespace halfulp {
namespace {

using Function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

/// |approximation - f(x)| / |f(x)|, f to 160 bits.
double relative_error(Function function, double x, double approximation) {
  mpfr_t operand;
  mpfr_t exact;
  mpfr_t difference;
  mpfr_init2(operand, 53);
  mpfr_inits2(160, exact, difference, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_d(operand, x, MPFR_RNDN);
  function(exact, operand, MPFR_RNDN);
  mpfr_d_sub(difference, approximation, exact, MPFR_RNDN);
  if (mpfr_zero_p(exact) == 0) mpfr_div(difference, difference, exact, MPFR_RNDN);
  const double result = std::fabs(mpfr_get_d(difference, MPFR_RNDU));
  mpfr_clears(operand, exact, difference, static_cast<mpfr_ptr>(nullptr));
  return result;
}

/// The documented bound is 2^-48; the derivations give half of it or less.
void expect_certified(Operation operation, double (*approximate)(double) noexcept, Function function, double most) {
  double worst = 0;
  double witness = 0;
  for (const test::Operands& operands : test::suite_operands(operation, 2)) {
    const double x = arithmetic::value(operands[0]);
    const bool defined = (operation != Operation::log && operation != Operation::log2) || x > 0;
    if (!std::isfinite(x) || x == 0 || std::fabs(x) > most || !defined) continue;
    const double error = relative_error(function, x, approximate(x));
    ASSERT_FALSE(std::isnan(error)) << info(operation).name << ' ' << x;
    if (error > worst) {
      worst = error;
      witness = x;
    }
  }
  EXPECT_LE(worst, 0x1p-49) << info(operation).name << " at " << std::hexfloat << witness;
  EXPECT_GT(worst, 0x1p-56) << "the comparison sees errors";
}

TEST(Certified, KeepsItsBound) {
  const number::DefaultFloatEnvironment environment;
  constexpr double kAny = 0x1p128;
  expect_certified(Operation::exp2, exact::certified_exp2, mpfr_exp2, 160);
  expect_certified(Operation::exp, exact::certified_exp, mpfr_exp, 104);
  expect_certified(Operation::log, exact::certified_log, mpfr_log, kAny);
  expect_certified(Operation::log2, exact::certified_log2, mpfr_log2, kAny);
  expect_certified(Operation::sin, exact::certified_sin, mpfr_sin, kAny);
  expect_certified(Operation::cos, exact::certified_cos, mpfr_cos, kAny);
}

// The operands that come nearest to a multiple of pi/2, each nearer than all smaller ones; the last is the nearest of
// the format [Muller et al., Handbook of Floating-Point Arithmetic: 16367173 * 2^72].
TEST(Certified, KeepsItsBoundNearMultiplesOfHalfPi) {
  const number::DefaultFloatEnvironment environment;
  for (const double nearest : {0x1.921fb6p+0, 0x1.2d97c8p+2, 0x1.f9cbe2p+7, 0x1.47d0fep+34, 0x1.f37c8ap+95}) {
    for (const double x : {nearest, -nearest}) {
      EXPECT_LE(relative_error(mpfr_sin, x, exact::certified_sin(x)), 0x1p-49) << x;
      EXPECT_LE(relative_error(mpfr_cos, x, exact::certified_cos(x)), 0x1p-49) << x;
    }
  }
}

TEST(Certified, Log2OfPowersOfTwoIsExact) {
  const number::DefaultFloatEnvironment environment;
  EXPECT_EQ(exact::certified_log(1), 0);
  for (int k = -149; k < 128; ++k) EXPECT_EQ(exact::certified_log2(std::ldexp(1.0, k)), k);
}

}  // namespace
}  // namespace halfulp
