// SPDX-License-Identifier: Apache-2.0
#include "exact/certified.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "arithmetic/kernel_cases.hpp"
#include "certify/comparison.hpp"

namespace halfulp {
namespace {

// The documented bound is 2^-48; the derivations give half of it or less.
TEST(Certified, KeepsItsBound) {
  const number::DefaultFloatEnvironment environment;
  certify::Comparison comparison;
  for (const certify::Function& function : certify::kFunctions) {
    double worst = 0;
    double witness = 0;
    for (const test::Operands& operands : test::suite_operands(function.operation, 6)) {
      const double x = arithmetic::value(operands[0]);
      if (x == 0 || !function.takes(x)) continue;
      const double error = comparison.relative_error(function, x, exact::certified(function.operation, x));
      ASSERT_TRUE(std::isfinite(error)) << info(function.operation).name << ' ' << x;
      if (error > worst) {
        worst = error;
        witness = x;
      }
    }
    EXPECT_LE(worst, 0x1p-49) << info(function.operation).name << " at " << std::hexfloat << witness;
    EXPECT_GT(worst, 0x1p-56) << info(function.operation).name << ": the comparison sees errors";
  }
}

// The operands that come nearest to a multiple of pi/2, each nearer than all smaller ones; the last is the nearest of
// the format [Muller et al., Handbook of Floating-Point Arithmetic: 16367173 * 2^72].
TEST(Certified, KeepsItsBoundNearMultiplesOfHalfPi) {
  const number::DefaultFloatEnvironment environment;
  certify::Comparison comparison;
  for (const certify::Function& function : certify::kFunctions) {
    using enum Operation;
    if (function.operation != sin && function.operation != cos && function.operation != tan) continue;
    for (const double nearest : {0x1.921fb6p+0, 0x1.2d97c8p+2, 0x1.f9cbe2p+7, 0x1.47d0fep+34, 0x1.f37c8ap+95}) {
      for (const double x : {nearest, -nearest}) {
        EXPECT_LE(comparison.relative_error(function, x, exact::certified(function.operation, x)), 0x1p-49) << x;
      }
    }
  }
}

// pow's derivation gives 20/32 of the bound.
TEST(Certified, KeepsItsBoundForTwoOperands) {
  const number::DefaultFloatEnvironment environment;
  certify::Comparison comparison;
  for (const Operation operation : {Operation::atan2, Operation::pow}) {
    double worst = 0;
    for (const test::Operands& operands : test::suite_operands(operation, 3)) {
      const double x = arithmetic::value(operands[0]);
      const double y = arithmetic::value(operands[1]);
      if (!std::isnormal(static_cast<float>(x)) || !std::isfinite(y) || y == 0) continue;
      if (operation == Operation::pow && x < 0) continue;
      const double approximation = exact::certified(operation, x, y);
      const double error = comparison.relative_error(operation, x, y, approximation);
      const double size = std::fabs(comparison.exact());
      if (operation == Operation::pow && !(size > 0x1p-149 && size < 0x1p149)) {
        EXPECT_TRUE(size > 1 ? approximation >= 0x1p148 : approximation <= 0x1p-148) << x << ' ' << y;
        continue;
      }
      ASSERT_LE(error, operation == Operation::pow ? 20 * 0x1p-53 : 0x1p-49) << std::hexfloat << x << ' ' << y;
      worst = std::max(worst, error);
    }
    EXPECT_GT(worst, 0x1p-56) << "the comparison sees errors";
  }
}

// pow errs most where y is large and x near 1, sqrt(1/2) or sqrt(2).
TEST(Certified, PowKeepsItsBoundForLargePowers) {
  const number::DefaultFloatEnvironment environment;
  certify::Comparison comparison;
  double worst = 0;
  for (const float start : {1.0F, 0.70710677F, 1.41421366F, 1.0001F, 0.99F, 1.3F, 0.75F, 3.0F}) {
    float x = start;
    for (int i = 0; i < 1000; ++i) {
      x = std::nextafter(x, i % 2 == 0 ? 4.0F : start);
      if (i % 2 == 0) x = std::nextafter(x, 4.0F);
      if (x == 1) continue;
      const auto y = static_cast<float>((149.5 - i * 0.01) / std::log2(static_cast<double>(x)) * (i % 3 == 0 ? -1 : 1));
      const double error = comparison.relative_error(Operation::pow, x, y, exact::certified(Operation::pow, x, y));
      ASSERT_LE(error, 20 * 0x1p-53) << std::hexfloat << x << ' ' << y;
      worst = std::max(worst, error);
    }
  }
  EXPECT_GT(worst, 0x1p-52);
}

TEST(Certified, PowersOfTwoAreExact) {
  const number::DefaultFloatEnvironment environment;
  using enum Operation;
  EXPECT_EQ(exact::certified(log, 1), 0);
  EXPECT_EQ(exact::certified(log10, 1), 0);
  EXPECT_EQ(exact::certified(acos, 1), 0);
  EXPECT_EQ(exact::certified(acosh, 1), 0);
  for (int k = -149; k < 128; ++k) {
    EXPECT_EQ(exact::certified(log2, std::ldexp(1.0, k)), k);
    EXPECT_EQ(exact::certified(exp2, k), std::ldexp(1.0, k));
    EXPECT_EQ(exact::certified(pow, 2, k), std::ldexp(1.0, k));
    EXPECT_EQ(exact::certified(pow, 16, k * 0.25), std::ldexp(1.0, k));
  }
  for (const int k : {1, 2, 4, 8}) EXPECT_EQ(exact::certified(log10, std::pow(10.0, k)), k);
  for (int quarter = -13; quarter < 13; quarter += 2) {
    EXPECT_EQ(exact::certified(tanpi, quarter * 0.25), (quarter & 2) == 0 ? 1 : -1) << quarter;
  }
  for (int half = -7; half < 7; half += 2) {
    EXPECT_EQ(exact::certified(sinpi, half * 0.5), (half & 2) == 0 ? 1 : -1) << half;
    EXPECT_EQ(exact::certified(cospi, half * 0.5), 0) << half;
    EXPECT_TRUE(std::isinf(exact::certified(tanpi, half * 0.5))) << half;
  }
  EXPECT_EQ(exact::certified(sinpi, 0x1p60), 0);
  EXPECT_EQ(exact::certified(cospi, -0x1p100), 1);
}

// Near 1 the ULP is another on the other side; the comparison sees to it.
TEST(Certified, StaysOnItsSideOfOne) {
  const number::DefaultFloatEnvironment environment;
  certify::Comparison comparison;
  for (const certify::Function& function : certify::kFunctions) {
    if (!exact::keeps_side_of_one(function.operation)) continue;
    const auto expect_side = [&](double x) {
      if (!function.takes(x)) return;
      const double error = comparison.relative_error(function, x, exact::certified(function.operation, x));
      EXPECT_LE(error, 0x1p-49) << info(function.operation).name << ' ' << x;
    };
    for (const double sign : {-1.0, 1.0}) {
      for (int k = -149; k < 0; ++k) {
        for (const double m : {1.0, 1.25, 1.75}) expect_side(sign * m * std::ldexp(1.0, k));
      }
      for (int n = 1; n < 2000; ++n) expect_side(sign * static_cast<float>(n * (std::numbers::pi / 2)));
      for (int n = 1; n < 100; ++n) expect_side(sign * n * 0.5);
    }
  }
  for (const float x : {0x1p-126F, 0.3F, 0.99999994F, 1.00000012F, 1.5F, 0x1p100F}) {
    for (int k = -149; k < 0; ++k) {
      const double y = std::ldexp(k % 3 == 0 ? 1.5 : -1.25, k);
      const double result = exact::certified(Operation::pow, x, y);
      EXPECT_LE(comparison.relative_error(Operation::pow, x, y, result), 0x1p-49) << x << ' ' << y;
    }
  }
  EXPECT_TRUE(std::isinf(comparison.relative_error(Operation::pow, 1.5, 0x1p-149, 1)));
  EXPECT_TRUE(std::isinf(comparison.relative_error(Operation::pow, 1.5, -0x1p-149, 1 + 0x1p-52)));
}

// Far outside, what is said of the sizes suffices.
TEST(Certified, StaysBeyondWhatIsBeyond) {
  const number::DefaultFloatEnvironment environment;
  using enum Operation;
  for (const Operation operation : {exp, exp2, exp10, sinh, cosh}) {
    EXPECT_GT(exact::certified(operation, 0x1.fffffep127), 0x1p149);
    EXPECT_GT(exact::certified(operation, 161), 0x1p149);
  }
  for (const Operation operation : {exp, exp2, exp10}) {
    const double least = exact::certified(operation, -0x1.fffffep127);
    EXPECT_TRUE(least > 0 && least < 0x1p-149) << least;
  }
  EXPECT_LT(exact::certified(sinh, -1000), -0x1p149);
  EXPECT_EQ(exact::certified(tanh, 1000), 1 - 0x1p-53);
  EXPECT_GT(exact::certified(pow, 0x1.fffffep127, 0x1.fffffep127), 0x1p149);
  EXPECT_LT(exact::certified(pow, 0x1.fffffep127, -0x1.fffffep127), 0x1p-149);
  EXPECT_LT(exact::certified(pow, 0x1.fffffep-1, 0x1.fffffep127), 0x1p-149);
}

}  // namespace
}  // namespace halfulp
