// SPDX-License-Identifier: Apache-2.0
// Exact results of the functions of shader languages, by hand, and against double arithmetic where that is exact.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "exact/nearest.hpp"
#include "exact/result.hpp"

namespace halfulp::exact {
namespace {

std::vector<Bits> bits_of(const std::vector<double>& values) {
  std::vector<Bits> bits;
  for (const double value : values) bits.push_back(std::bit_cast<Bits>(value));
  return bits;
}

std::string text(Operation operation, const std::vector<double>& operands) {
  return exact_result(operation, Format::binary64, bits_of(operands))
      .text(info(info(operation).result(Format::binary64)));
}

constexpr double kInf = HUGE_VAL;
constexpr double kNan = NAN;

TEST(ShaderFunctions, HaveTheirValues) {
  EXPECT_EQ(text(Operation::sign, {-3}), "-0x1p+0");
  EXPECT_EQ(text(Operation::step, {1, 1}), "0x1p+0");
  EXPECT_EQ(text(Operation::step, {1, 0.5}), "+0");
  EXPECT_EQ(text(Operation::lerp, {1, 3, 0.25}), "0x1.8p+0");
  EXPECT_EQ(text(Operation::smoothstep, {0, 2, 1}), "0x1p-1");
  EXPECT_EQ(text(Operation::smoothstep, {0, 1, -1}), "+0");
  EXPECT_EQ(text(Operation::smoothstep, {0, 1, kInf}), "0x1p+0");
  EXPECT_EQ(text(Operation::clamp, {5, 0, 1}), "0x1p+0");
  EXPECT_EQ(text(Operation::clamp, {0.5, 2, 1}), "0x1p+0") << "the upper end wins";
  EXPECT_EQ(text(Operation::radians, {180}), "~3.1415926535897932385");
  EXPECT_EQ(text(Operation::degrees, {1}), "~57.295779513082320877");
  EXPECT_EQ(text(Operation::length2, {3, -4}), "0x1.4p+2");
  EXPECT_EQ(text(Operation::length3, {1, 1, 1}), "~1.7320508075688772935");
  EXPECT_EQ(text(Operation::length4, {1, 1, 1, 1}), "0x1p+1");
  EXPECT_EQ(text(Operation::distance2, {1, 2, 4, 6}), "0x1.4p+2");
  EXPECT_EQ(text(Operation::distance3, {1, 2, 3, 1, 2, 3}), "+0");
  EXPECT_EQ(text(Operation::distance4, {2, 2, 2, 2, 1, 1, 1, 1}), "0x1p+1");
  EXPECT_EQ(text(Operation::normalize3, {-1, 2, 2}), "~-0.33333333333333333333");
  EXPECT_EQ(text(Operation::normalize3, {-1, 1, 0}), "~-0.7071067811865475244");
  EXPECT_EQ(text(Operation::cross, {1, 2, 3, 4}), "-0x1p+1");
  EXPECT_EQ(text(Operation::reflect3, {1, -1, 0, 0, 1, 0}), "0x1p+0");
  EXPECT_EQ(text(Operation::reflect3, {1, 0, 0, 1, 0, 0}), "-0x1p+0");
}

TEST(ShaderFunctions, HaveSpecialOperands) {
  EXPECT_EQ(text(Operation::sign, {kNan}), "+0");
  EXPECT_EQ(text(Operation::sign, {-0.0}), "-0");
  EXPECT_EQ(text(Operation::step, {1, kNan}), "0x1p+0");
  EXPECT_EQ(text(Operation::clamp, {kNan, -1, 1}), "-0x1p+0");
  EXPECT_EQ(text(Operation::lerp, {0, kInf, 0}), "nan");
  EXPECT_EQ(text(Operation::smoothstep, {1, 1, 1}), "nan");
  EXPECT_EQ(text(Operation::radians, {-0.0}), "-0");
  EXPECT_EQ(text(Operation::degrees, {-kInf}), "-inf");
  EXPECT_EQ(text(Operation::length2, {kInf, 1}), "+inf");
  EXPECT_EQ(text(Operation::distance2, {kInf, 1, kInf, 1}), "nan");
  EXPECT_EQ(text(Operation::normalize3, {0, 0, 0}), "nan");
  EXPECT_EQ(text(Operation::normalize3, {-1, kInf, 0}), "-0");
  EXPECT_EQ(text(Operation::normalize3, {-0.0, 1, 0}), "-0");
  EXPECT_EQ(text(Operation::cross, {kInf, 1, 1, 0}), "nan");
  EXPECT_EQ(text(Operation::isnan, {kNan}), "true");
  EXPECT_EQ(text(Operation::isinf, {kNan}), "false");
  EXPECT_EQ(text(Operation::isfinite, {-0.0}), "true");
}

// Integers of at most 2^16: every step of the formulas is exact in double.
TEST(ShaderFunctions, AreTheirFormulasOnIntegers) {
  std::mt19937 random(5);
  const auto draw = [&] { return static_cast<double>(random() % 8192) - 4096; };
  for (int i = 0; i < 1000; ++i) {
    const double a = draw();
    const double b = draw();
    const double c = draw();
    const double d = draw();
    const auto expect = [&](Operation operation, const std::vector<double>& operands, double expected) {
      const Bits bits = nearest_even(operation, Format::binary64, bits_of(operands));
      EXPECT_EQ(std::bit_cast<double>(bits), expected) << info(operation).name << ' ' << a << ' ' << b << ' ' << c;
    };
    expect(Operation::lerp, {a, b, c}, a + c * (b - a));
    expect(Operation::cross, {a, b, c, d}, a * d - b * c);
    expect(Operation::reflect3, {a, b, c, d, 1, 2}, a - 2 * (a * d + b + 2 * c) * d);
    expect(Operation::length3, {a, b, c}, std::sqrt(a * a + b * b + c * c));
    expect(Operation::distance2, {a, b, c, d}, std::sqrt((a - c) * (a - c) + (b - d) * (b - d)));
    expect(Operation::clamp, {a, b, c}, std::fmin(std::fmax(a, b), c));
  }
}

}  // namespace
}  // namespace halfulp::exact
