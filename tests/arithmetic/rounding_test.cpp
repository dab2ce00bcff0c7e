// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/rounding.hpp"

#include <gtest/gtest.h>

#include "arithmetic/exact_value.hpp"
#include "arithmetic/kernel_cases.hpp"

namespace halfulp {
namespace {

using test::exact_value;
using test::Operands;
using test::Word;

mpz_class rounded(Operation operation, const mpq_class& x) {
  switch (operation) {
    case Operation::round_ne:
      return test::nearest_integer(x);
    case Operation::round_ni:
      return test::floor_of(x);
    case Operation::round_pi:
      return -test::floor_of(-x);
    default:
      return x < 0 ? mpz_class(-test::floor_of(-x)) : test::floor_of(x);
  }
}

TEST(Rounding, GivesTheIntegerAndKeepsTheSignOfAZero) {
  for (const Operation operation :
       {Operation::round_ne, Operation::round_ni, Operation::round_pi, Operation::round_z}) {
    for (const Operands& operands : test::suite_operands(operation, 3)) {
      if (!test::is_finite(operands[0])) continue;
      const Word x = test::flushed(operands[0], true);
      const mpz_class integer = rounded(operation, exact_value(x));
      const Word expected = integer == 0 ? x & 0x80000000 : test::round_to_binary32(mpq_class(integer));
      ASSERT_EQ(test::evaluated(operation, test::kFlush, operands), expected)
          << test::describe(operation, test::kFlush, operands);
    }
  }
}

TEST(Rounding, OfADenormalThatIsKeptIsExact) {
  EXPECT_EQ(test::evaluated(Operation::round_pi, test::kKeep, {0x00000001}), 0x3f800000U);
  EXPECT_EQ(test::evaluated(Operation::round_ni, test::kKeep, {0x80000001}), 0xbf800000U);
  EXPECT_EQ(test::evaluated(Operation::round_pi, test::kFlush, {0x00000001}), 0U);
  EXPECT_EQ(test::evaluated(Operation::round_ni, test::kFlush, {0x80000001}), 0x80000000U);
}

TEST(Fraction, IsTheExactDifferenceRoundedOnceAndBelowOne) {
  for (const Operands& operands : test::suite_operands(Operation::frc, 3)) {
    if (!test::is_finite(operands[0])) continue;
    const mpq_class x = exact_value(test::flushed(operands[0], true));
    const Word nearest = test::round_to_binary32(x - test::floor_of(x));
    const Word expected = nearest == 0x3f800000 ? 0x3f7fffff : nearest;
    ASSERT_EQ(test::evaluated(Operation::frc, test::kFlush, operands), test::flushed(expected, true))
        << test::describe(Operation::frc, test::kFlush, operands);
  }
}

TEST(Fraction, OfATinyNegativeIsTheLargestValueBelowOne) {
  EXPECT_EQ(test::evaluated(Operation::frc, test::kFlush, {0x80800000}), 0x3f7fffffU);  // -2^-126
  EXPECT_EQ(test::evaluated(Operation::frc, test::kFlush, {0x80000000}), 0U);           // -0
}

}  // namespace
}  // namespace halfulp
