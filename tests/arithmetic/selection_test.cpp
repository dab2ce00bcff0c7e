// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/selection.hpp"

#include <gtest/gtest.h>

#include "arithmetic/exact_value.hpp"
#include "arithmetic/kernel_cases.hpp"

namespace halfulp {
namespace {

using test::evaluated;
using test::exact_value;
using test::Flush;
using test::kFlush;
using test::kKeep;
using test::Operands;
using test::Word;

bool is_nan(Word x) { return (x & 0x7fffffff) > 0x7f800000; }

/// -1, 0 or 1; infinities beyond every finite value, zeros equal.
int compare(Word x, Word y) {
  const auto rank = [](Word v) { return test::is_finite(v) ? 0 : (v >> 31) != 0 ? -1 : 1; };
  if (rank(x) != rank(y) || rank(x) != 0) return (rank(x) > rank(y)) - (rank(x) < rank(y));
  return cmp(exact_value(x), exact_value(y));
}

TEST(Comparisons, CompareTheFlushedValuesAndNanIsUnordered) {
  for (const Operation operation :
       {Operation::eq, Operation::ne, Operation::lt, Operation::le, Operation::gt, Operation::ge}) {
    for (const Operands& operands : test::suite_operands(operation, 5)) {
      for (const Flush flush : {kFlush, kKeep}) {
        const Word x = test::flushed(operands[0], flush.operands);
        const Word y = test::flushed(operands[1], flush.operands);
        bool holds = operation == Operation::ne;
        if (!is_nan(x) && !is_nan(y)) {
          const int order = compare(x, y);
          holds = operation == Operation::eq   ? order == 0
                  : operation == Operation::ne ? order != 0
                  : operation == Operation::lt ? order < 0
                  : operation == Operation::le ? order <= 0
                  : operation == Operation::gt ? order > 0
                                               : order >= 0;
        }
        ASSERT_EQ(evaluated(operation, flush, operands), holds ? 0xffffffff : 0U)
            << test::describe(operation, flush, operands);
      }
    }
  }
}

TEST(MinAndMax, GiveTheSmallerAndTheLargerNumberWithMinusZeroBelowPlusZero) {
  for (const Operation operation : {Operation::min, Operation::max}) {
    for (const Operands& operands : test::suite_operands(operation, 5)) {
      const Word x = test::flushed(operands[0], true);
      const Word y = test::flushed(operands[1], true);
      Word expected = 0x7fc00000;
      if (is_nan(x) || is_nan(y)) {
        if (!is_nan(x) || !is_nan(y)) expected = is_nan(x) ? y : x;
      } else {
        int order = compare(x, y);
        if (order == 0 && x != y) order = (x >> 31) != 0 ? -1 : 1;
        expected = (operation == Operation::min) == (order < 0) ? x : y;
      }
      ASSERT_EQ(evaluated(operation, kFlush, operands), expected) << test::describe(operation, kFlush, operands);
    }
  }
}

TEST(MinAndMax, KeepDenormalsWhenTheRulebookDoes) {
  EXPECT_EQ(evaluated(Operation::min, kKeep, {0x00000002, 0x00000001}), 1U);
  EXPECT_EQ(evaluated(Operation::max, kKeep, {0x80000002, 0x80000001}), 0x80000001U);
}

TEST(Saturate, ClampsToZeroAndOneAndTakesNanToPlusZero) {
  const auto sat = [](Word x) { return evaluated(Operation::sat, kFlush, {x}); };
  for (const Word zero : {0x7fc00000U, 0xffffffffU, 0x7f800001U, 0x80000000U, 0x00000000U, 0xbf800000U, 0xff800000U,
                          0x80800000U, 0x00000001U, 0x80000001U}) {
    EXPECT_EQ(sat(zero), 0U) << std::hex << zero;
  }
  for (const Word one : {0x3f800000U, 0x3f800001U, 0x7f7fffffU, 0x7f800000U}) {
    EXPECT_EQ(sat(one), 0x3f800000U) << std::hex << one;
  }
  for (const Word within : {0x3f7fffffU, 0x00800000U, 0x3f000000U}) EXPECT_EQ(sat(within), within);
}

TEST(Moves, KeepEveryBitWhateverTheFlush) {
  for (const Operation operation : {Operation::mov, Operation::load, Operation::store, Operation::state_value}) {
    for (const Operands& operands : test::suite_operands(operation, 7)) {
      ASSERT_EQ(evaluated(operation, kFlush, operands), operands[0]);
    }
  }
  for (const Operands& operands : test::suite_operands(Operation::movc, 7)) {
    ASSERT_EQ(evaluated(Operation::movc, kFlush, operands), operands[0] == 0 ? operands[2] : operands[1]);
  }
}

TEST(SignBitOperations, TouchNoOtherBit) {
  for (const Operands& operands : test::suite_operands(Operation::abs, 7)) {
    ASSERT_EQ(evaluated(Operation::abs, kFlush, operands), operands[0] & 0x7fffffff);
    ASSERT_EQ(evaluated(Operation::neg, kFlush, operands), operands[0] ^ 0x80000000);
  }
}

}  // namespace
}  // namespace halfulp
