// SPDX-License-Identifier: Apache-2.0
// add, sub, mul, div, mad and the dot products on finite operands, against rationals rounded once.
#include <gtest/gtest.h>

#include <algorithm>

#include "arithmetic/exact_value.hpp"
#include "arithmetic/kernel_cases.hpp"

namespace halfulp {
namespace {

using test::describe;
using test::exact_value;
using test::Flush;
using test::Operands;
using test::Word;

/// A finite exact value; a zero has a sign.
struct Exact {
  mpq_class value;
  bool negative;
};

Exact exact(Word word) { return {exact_value(word), (word >> 31) != 0}; }
Exact product(const Exact& x, const Exact& y) { return {x.value * y.value, x.negative != y.negative}; }
Exact opposite(const Exact& x) { return {-x.value, !x.negative}; }

Exact sum(const std::vector<Exact>& terms) {
  Exact result{0, true};
  for (const Exact& term : terms) {
    result.value += term.value;
    result.negative = result.negative && term.value == 0 && term.negative;  // only -0 + -0 = -0
  }
  if (result.value != 0) result.negative = result.value < 0;
  return result;
}

Exact exact_result(Operation operation, const Operands& operands) {
  std::vector<Exact> x;
  for (int i = 0; i < info(operation).arity; ++i) x.push_back(exact(operands[static_cast<std::size_t>(i)]));
  switch (operation) {
    case Operation::add:
      return sum({x[0], x[1]});
    case Operation::sub:
      return sum({x[0], opposite(x[1])});
    case Operation::mul:
      return product(x[0], x[1]);
    case Operation::div:
      return {x[0].value / x[1].value, x[0].negative != x[1].negative};
    case Operation::mad:
      return sum({product(x[0], x[1]), x[2]});
    default:
      break;
  }
  std::vector<Exact> products;
  for (std::size_t i = 0; i < x.size() / 2; ++i) products.push_back(product(x[i], x[x.size() / 2 + i]));
  return sum(products);
}

Word expected(Operation operation, Flush flush, Operands operands) {
  for (Word& word : operands) word = test::flushed(word, flush.operands);
  const Exact result = exact_result(operation, operands);
  if (result.value == 0) return result.negative ? 0x80000000 : 0;
  return test::flushed(test::round_to_binary32(result.value), flush.results);
}

void expect_correct_rounding(Operation operation, std::size_t step) {
  std::size_t judged = 0;
  for (const Operands& operands : test::suite_operands(operation, step)) {
    if (!std::ranges::all_of(operands, test::is_finite)) continue;
    for (const Flush flush : {test::kFlush, test::kKeep}) {
      if (operation == Operation::div && exact_value(test::flushed(operands[1], flush.operands)) == 0) continue;
      ++judged;
      ASSERT_EQ(test::evaluated(operation, flush, operands), expected(operation, flush, operands))
          << describe(operation, flush, operands);
    }
  }
  EXPECT_GT(judged, 100000U) << info(operation).name;
}

TEST(SumsAndProducts, AreTheExactResultRoundedOnce) {
  for (const Operation operation : {Operation::add, Operation::sub, Operation::mul, Operation::div}) {
    expect_correct_rounding(operation, 3);
  }
}

TEST(FusedOperations, AreTheExactResultRoundedOnce) {
  for (const Operation operation : {Operation::mad, Operation::dp2, Operation::dp3, Operation::dp4}) {
    expect_correct_rounding(operation, 2);
  }
}

TEST(FusedOperations, TakeEveryTermIntoAccountHoweverSmall) {
  // 1 * 1 + 2^-24 is a tie; 2^-250 more or less decides it. [x0*y0 + x1*y1 + x2*y2]
  const Word one = 0x3f800000;
  const Word half_step = 0x33800000;    // 2^-24
  const Word tiny = (127 - 125) << 23;  // 2^-125; squared, 2^-250
  const auto dp3 = [&](Word x2) {
    return test::evaluated(Operation::dp3, test::kFlush, {one, half_step, x2, one, one, tiny});
  };
  EXPECT_EQ(dp3(tiny), one + 1);
  EXPECT_EQ(dp3(tiny | 0x80000000), one);
  EXPECT_EQ(dp3(0), one);
  const Word next = one + 1;  // 1 + 2^-23 + 2^-24: the tie that goes up
  const auto after = [&](Word x2) {
    return test::evaluated(Operation::dp3, test::kFlush, {next, half_step, x2, one, one, tiny});
  };
  EXPECT_EQ(after(0), one + 2);
  EXPECT_EQ(after(tiny | 0x80000000), one + 1);
}

TEST(FusedOperations, CancelAnyMagnitude) {
  const Word large = 0x7f000000;  // 2^127, squared 2^254
  const Word small = 0x00800000;  // 2^-126
  const Word one = 0x3f800000;
  EXPECT_EQ(
      test::evaluated(Operation::dp4, test::kFlush, {large, small, large | 0x80000000, 0, large, one, large, one}),
      small);
  EXPECT_EQ(test::evaluated(Operation::dp2, test::kFlush, {large, large | 0x80000000, large, large}), 0U);
}

TEST(FusedOperations, GiveMinusZeroOnlyWhenEveryTermIsMinusZero) {
  const Word minus = 0x80000000;
  const Word one = 0x3f800000;
  EXPECT_EQ(test::evaluated(Operation::mad, test::kFlush, {minus, one, minus}), minus);
  EXPECT_EQ(test::evaluated(Operation::mad, test::kFlush, {minus, one, 0}), 0U);
  EXPECT_EQ(test::evaluated(Operation::mad, test::kFlush, {one, one, one | minus}), 0U);
  EXPECT_EQ(test::evaluated(Operation::dp4, test::kFlush, {minus, minus, minus, minus, one, one, one, one}), minus);
  EXPECT_EQ(test::evaluated(Operation::dp4, test::kFlush, {minus, minus, minus, minus, one, one, one, minus}), 0U);
}

TEST(FusedOperations, TreatInfinitiesAndNanAsAdditionDoes) {
  const Word inf = 0x7f800000;
  const Word minus_inf = 0xff800000;
  const Word nan = 0x7fc00000;
  const Word one = 0x3f800000;
  const auto mad = [](Word x, Word y, Word z) { return test::evaluated(Operation::mad, test::kFlush, {x, y, z}); };
  EXPECT_EQ(mad(inf, one, one), inf);
  EXPECT_EQ(mad(inf, one, minus_inf), nan);
  EXPECT_EQ(mad(inf, 0, one), nan);
  EXPECT_EQ(mad(inf, 0x00000001, one), nan) << "the denormal is flushed: inf * 0";
  EXPECT_EQ(mad(one, one, 0x7f800001), nan);
  EXPECT_EQ(mad(0x7f7fffff, 0x7f7fffff, minus_inf), minus_inf) << "the product is finite";
  EXPECT_EQ(test::evaluated(Operation::dp4, test::kFlush, {one, inf, one, one, one, one, minus_inf, one}), nan);
  EXPECT_EQ(test::evaluated(Operation::dp4, test::kFlush, {one, inf, one, one, one, one, inf, one}), inf);
}

}  // namespace
}  // namespace halfulp
