// SPDX-License-Identifier: Apache-2.0
// Metal's operations on half: which rulebooks have them, and what they permit against a count of ULP in binary64.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "judge/judged.hpp"

namespace halfulp {
namespace {

using test::book;
using test::permitted;
using enum Operation;
using enum Format;

/// The value of a finite half.
double value(Bits half) {
  const int exponent = static_cast<int>(half >> 10 & 0x1f);
  const double fraction = static_cast<double>(half & 0x3ff);
  const double magnitude = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return (half & 0x8000) != 0 ? -magnitude : magnitude;
}

bool is_normal(Bits half) { return (half & 0x7c00) != 0 && (half & 0x7c00) != 0x7c00; }

/// The gap between the halves around a number that is none.
double gap(double x) { return std::ldexp(1.0, std::ilogb(x) - 10); }

/// The half next to a number, toward zero.
Bits truncated(double x) {
  const double units = std::trunc(std::fabs(x) / gap(x));
  return static_cast<Bits>(units - 1024) | static_cast<Bits>(std::ilogb(x) + 15) << 10 | (x < 0 ? 0x8000U : 0U);
}

/// Whether a result is away from the ends of the format, where flushes and overflow have their say.
bool is_ordinary(double x) { return std::isfinite(x) && std::fabs(x) > 0x1p-13 && std::fabs(x) < 0x1p15; }

TEST(MetalHalf, HasFunctionsFromMetal2On) {
  for (const char* name : {"metal1", "metal1-fast", "metal1.2", "metal1.2-fast"}) {
    EXPECT_FALSE(book(name).has(add, binary16)) << name;
    EXPECT_FALSE(book(name).has(Operation::sin, binary16)) << name;
  }
  for (const char* name : {"metal2.1", "metal2.1-fast", "metal4", "metal4-fast"}) {
    for (const OperationInfo& row : operations()) {
      if (row.family == OperationFamily::texture || !book(name).has(row.operation, binary32)) continue;
      const bool is_conversion = row.operand_formats.front() == binary32 || row.operation == binary32_to_binary16;
      EXPECT_EQ(book(name).has(row.operation, binary16), !is_conversion) << name << ' ' << row.name;
    }
    EXPECT_EQ(book(name).has(Operation::nextafter, binary16), std::string(name).starts_with("metal4")) << name;
  }
}

struct Function {
  Operation operation;
  double (*in_binary64)(double);
};

class AHalfFunction : public testing::TestWithParam<Function> {};

TEST_P(AHalfFunction, IsWithinOneUlp) {
  int judged = 0;
  for (Bits x = 0; x < 0x10000; x += 17) {
    if (!is_normal(x)) continue;
    const double exact = GetParam().in_binary64(value(x));
    if (!is_ordinary(exact) || exact == value(truncated(exact))) continue;
    const PermittedSet set = permitted("metal4", GetParam().operation, {x}, {}, binary16);
    for (const int steps : {-2, -1, 0, 1, 2, 3}) {
      const Bits result = truncated(exact) + static_cast<Bits>(steps);
      const double error = std::fabs(value(result) - exact) / gap(exact);
      if (std::fabs(error - 1) < 1e-6) continue;  // binary64 does not decide
      EXPECT_EQ(set.contains(result), error < 1) << std::hex << x << ' ' << result;
      ++judged;
    }
  }
  EXPECT_GT(judged, 1000);
}

INSTANTIATE_TEST_SUITE_P(OfMetal, AHalfFunction,
                         testing::Values(Function{Operation::acos, std::acos}, Function{Operation::acosh, std::acosh},
                                         Function{Operation::asin, std::asin}, Function{Operation::asinh, std::asinh},
                                         Function{Operation::atan, std::atan}, Function{Operation::atanh, std::atanh},
                                         Function{Operation::cos, std::cos}, Function{Operation::cosh, std::cosh},
                                         Function{Operation::exp, std::exp}, Function{Operation::exp2, std::exp2},
                                         Function{Operation::log, std::log}, Function{Operation::log2, std::log2},
                                         Function{Operation::log10, std::log10}, Function{Operation::sin, std::sin},
                                         Function{Operation::sinh, std::sinh}, Function{Operation::tan, std::tan},
                                         Function{Operation::tanh, std::tanh}),
                         [](const auto& function) {
                           return std::string(name(function.param.operation, Naming::metal));
                         });

TEST(MetalHalf, IsCorrectlyRoundedEitherWay) {
  // Products of halves are exact in binary64; quotients and roots come no closer to a middle than 2^-23.
  const auto check = [](Operation operation, const std::vector<Bits>& operands, double exact) {
    if (!is_ordinary(exact)) return 0;
    const Bits below = truncated(exact);
    const double rest = (std::fabs(exact) - std::fabs(value(below))) / gap(exact);
    const bool up = rest > 0.5 || (rest == 0.5 && (below & 1) != 0);
    const PermittedSet set = permitted("metal2.1", operation, operands, {}, binary16);
    EXPECT_TRUE(set.contains(below));
    EXPECT_EQ(set.contains(below + 1), up) << std::hex << operands[0];
    EXPECT_FALSE(set.contains(below - 1));
    EXPECT_FALSE(set.contains(below + 2));
    return 1;
  };
  int judged = 0;
  for (Bits x = 0x0400; x < 0x7c00; x += 37) {
    judged += check(Operation::sqrt, {x}, std::sqrt(value(x)));
    judged += check(reciprocal, {x}, 1 / value(x));
    const Bits y = (x * 40503 & 0x83ff) | 0x3c00;
    judged += check(mul, {x, y}, value(x) * value(y));
    judged += check(add, {x, y}, value(x) + value(y));
    judged += check(div, {x, y}, value(x) / value(y));
  }
  EXPECT_GT(judged, 1000);
}

}  // namespace
}  // namespace halfulp
