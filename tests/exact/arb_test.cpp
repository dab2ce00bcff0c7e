// SPDX-License-Identifier: Apache-2.0

// The functions' exact results against Arb and annex F, in every floating format.

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

#include "exact/arb_library.hpp"
#include "exact/arb_oracle.hpp"
#include "exact/hard_to_round.hpp"

namespace halfulp::exact::second {
namespace {

void expect_agreement(Operation operation, const FloatFormat& format, std::initializer_list<Bits> operands) {
  EXPECT_EQ(function_disagreement(operation, format, std::span(operands.begin(), operands.size())), "");
}

class ByArb : public ::testing::TestWithParam<FloatFormat> {};

std::string format_name(const ::testing::TestParamInfo<FloatFormat>& parameter) {
  return std::string(info(parameter.param.format).name);
}

INSTANTIATE_TEST_SUITE_P(Formats, ByArb, ::testing::ValuesIn(kFloatFormats), format_name);

TEST_P(ByArb, SpecialOperandsOfFunctionsOfOneOperand) {
  const FloatFormat& format = GetParam();
  for (const Operation operation : kFunctionsOfOneOperand) {
    for (const Bits x : special_operands(format)) expect_agreement(operation, format, {x});
  }
}

TEST_P(ByArb, SpecialPairsOfFunctionsOfTwoOperands) {
  const FloatFormat& format = GetParam();
  const std::vector<Bits> values = special_operands(format);
  for (const Operation operation : kFunctionsOfTwoOperands) {
    for (const Bits x : values) {
      for (const Bits y : values) expect_agreement(operation, format, {x, y});
    }
  }
}

/// All operands of the small formats, a seeded sample of the others (binary16's are all in the exhaustive test).
TEST_P(ByArb, FunctionsOfOneOperand) {
  const FloatFormat& format = GetParam();
  std::mt19937_64 random(101);
  for (const Operation operation : kFunctionsOfOneOperand) {
    if (!format.has_sign) {
      for (Bits x = 0; x >> format.width() == 0; ++x) expect_agreement(operation, format, {x});
      continue;
    }
    for (int i = 0; i < 3000; ++i) expect_agreement(operation, format, {random_operand(format, random, i)});
  }
}

TEST_P(ByArb, FunctionsOfTwoOperands) {
  const FloatFormat& format = GetParam();
  std::mt19937_64 random(102);
  for (const Operation operation : kFunctionsOfTwoOperands) {
    for (int i = 0; i < 2000; ++i) {
      const Bits x = random_operand(format, random, i);
      const Bits y = random_operand(format, random, i % 3 == 0 ? i / 3 : 3);
      expect_agreement(operation, format, {x, y});
    }
  }
}

TEST_P(ByArb, LibraryFunctionsOfOneOperand) {
  const FloatFormat& format = GetParam();
  std::mt19937_64 random(103);
  for (const Operation operation : kLibraryFunctionsOfOneOperand) {
    for (const Bits x : special_operands(format)) expect_agreement(operation, format, {x});
    for (int i = 0; i < 600; ++i) expect_agreement(operation, format, {random_operand(format, random, i)});
  }
}

TEST_P(ByArb, AnglesOverPi) {
  const FloatFormat& format = GetParam();
  std::mt19937_64 random(104);
  const std::vector<Bits> values = special_operands(format);
  for (const Bits y : values) {
    for (const Bits x : values) expect_agreement(Operation::atan2pi, format, {y, x});
  }
  for (int i = 0; i < 1000; ++i) {
    const Bits y = random_operand(format, random, i);
    expect_agreement(Operation::atan2pi, format, {y, random_operand(format, random, i % 3 == 0 ? i / 3 : 3)});
  }
}

TEST_P(ByArb, FunctionsOfIntegers) {
  const FloatFormat& format = GetParam();
  std::mt19937_64 random(105);
  const std::vector<Bits> values = special_operands(format);
  for (const Operation operation : kFunctionsOfIntegers) {
    for (const std::int32_t n : {0, 1, -1, 2, -2, 3, -3, 4, 5, -7, 10, 24, -31, 1025, INT32_MAX, INT32_MIN}) {
      const Bits bits = static_cast<std::uint32_t>(n);
      for (const Bits x : values) expect_agreement(operation, format, {x, bits});
    }
    for (int i = 0; i < 1000; ++i) {
      const auto n = static_cast<std::int32_t>(random() % 81) - 40;
      expect_agreement(operation, format, {random_operand(format, random, i), static_cast<std::uint32_t>(n)});
    }
  }
}

TEST(HardToRoundByArb, OperandsAreAsHardAsTheListSays) {
  for (const HardToRound& row : kHardToRound) {
    const FloatFormat& format = float_format(row.format);
    const mpq_class operand(row.operand);
    const Bits bits = position_of(format, operand).nearest_even(format);
    EXPECT_EQ(hardness(row.operation, format, bits), row.bits) << call_text(row.operation, row.format, {&bits, 1});
    expect_agreement(row.operation, format, {bits});
  }
}

}  // namespace
}  // namespace halfulp::exact::second
