// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/conversion.hpp"

#include <gtest/gtest.h>

#include "arithmetic/exact_value.hpp"
#include "arithmetic/kernel_cases.hpp"

namespace halfulp {
namespace {

using test::exact_value;
using test::Operands;
using test::Word;

void expect_truncated_and_clamped(Operation operation, const mpz_class& least, const mpz_class& most) {
  for (const Operands& operands : test::suite_operands(operation, 3)) {
    if (!test::is_finite(operands[0])) continue;
    const mpq_class x = exact_value(operands[0]);
    mpz_class integer = test::floor_of(abs(x));
    if (x < 0) integer = -integer;
    if (integer < least) integer = least;
    if (integer > most) integer = most;
    const auto expected = static_cast<Word>(integer.get_si());
    ASSERT_EQ(test::evaluated(operation, test::kFlush, operands), expected)
        << test::describe(operation, test::kFlush, operands);
  }
}

TEST(ToInteger, DropsTheFractionAndClamps) {
  expect_truncated_and_clamped(Operation::ftoi, -(mpz_class(1) << 31), (mpz_class(1) << 31) - 1);
  expect_truncated_and_clamped(Operation::ftou, 0, (mpz_class(1) << 32) - 1);
}

TEST(ToInteger, TakesNanToZeroAndInfinitiesToTheEnds) {
  const auto ftoi = [](Word x) { return test::evaluated(Operation::ftoi, test::kFlush, {x}); };
  const auto ftou = [](Word x) { return test::evaluated(Operation::ftou, test::kFlush, {x}); };
  for (const Word nan : {0x7fc00000U, 0xffffffffU, 0x7f800001U}) {
    EXPECT_EQ(ftoi(nan), 0U);
    EXPECT_EQ(ftou(nan), 0U);
  }
  EXPECT_EQ(ftoi(0x7f800000), 0x7fffffffU);
  EXPECT_EQ(ftoi(0xff800000), 0x80000000U);
  EXPECT_EQ(ftou(0x7f800000), 0xffffffffU);
  EXPECT_EQ(ftou(0xff800000), 0U);
}

TEST(FromInteger, RoundsToNearestEven) {
  for (const Operation operation : {Operation::itof, Operation::utof}) {
    for (const Operands& operands : test::suite_operands(operation, 3)) {
      const mpq_class integer =
          operation == Operation::itof ? mpq_class(static_cast<std::int32_t>(operands[0])) : mpq_class(operands[0]);
      ASSERT_EQ(test::evaluated(operation, test::kFlush, operands), test::round_to_binary32(integer))
          << test::describe(operation, test::kFlush, operands);
    }
  }
}

}  // namespace
}  // namespace halfulp
