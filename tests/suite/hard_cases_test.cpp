// SPDX-License-Identifier: Apache-2.0
// Every claim of the coverage list is verified in rationals: src/suite/sum_cases, product_cases, boundary_cases.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "arithmetic/exact_value.hpp"
#include "suite/suite_cases.hpp"

namespace halfulp {
namespace {

using test::cases_of;
using test::describe;
using test::exact_value;
using test::exponent_of;
using test::power_of_two;
using test::Words;

const Operation kSums[] = {Operation::add, Operation::sub, Operation::mad,
                           Operation::dp2, Operation::dp3, Operation::dp4};

Suite suite_of(Operation operation, SuiteSize size = SuiteSize::quick) {
  return {size, 7, operation, Format::binary32};
}

/// The exact terms of a sum.
std::vector<mpq_class> terms_of(Operation operation, const Words& words) {
  const auto value = [&](std::size_t i) { return exact_value(words[i]); };
  if (operation == Operation::add) return {value(0), value(1)};
  if (operation == Operation::sub) return {value(0), -value(1)};
  if (operation == Operation::mad) return {value(0) * value(1), value(2)};
  const auto products = static_cast<std::size_t>(info(operation).arity / 2);
  std::vector<mpq_class> terms;
  for (std::size_t i = 0; i < products; ++i) terms.emplace_back(value(i) * value(products + i));
  return terms;
}

mpq_class exact_result(Operation operation, const Words& words) {
  const mpq_class x = exact_value(words[0]);
  switch (operation) {
    case Operation::mul:
      return x * exact_value(words[1]);
    case Operation::div:
      return x / exact_value(words[1]);
    case Operation::reciprocal:
    case Operation::rcp:
      return 1 / x;
    case Operation::frc:
      return x - test::floor_of(x);
    case Operation::itof:
      return mpq_class(static_cast<std::int32_t>(words[0]));
    case Operation::utof:
      return mpq_class(words[0]);
    default:
      break;
  }
  mpq_class sum = 0;
  for (const mpq_class& term : terms_of(operation, words)) sum += term;
  return sum;
}

void expect_no_denormal_operand(Operation operation, const Words& words) {
  for (int i = 0; i < info(operation).arity; ++i) {
    if (info(operation).operand_format(i, Format::binary32) != Format::binary32) continue;
    EXPECT_FALSE(test::is_denormal(words[static_cast<std::size_t>(i)])) << describe(operation, words);
  }
}

TEST(ExactTies, AreMidpointsOfAdjacentNormalValues) {
  for (const Operation operation : {Operation::add, Operation::sub, Operation::mul, Operation::mad, Operation::dp2,
                                    Operation::dp3, Operation::dp4, Operation::itof, Operation::utof, Operation::frc}) {
    const std::vector<Words> cases = cases_of(suite_of(operation), operation, "exact_ties");
    EXPECT_GE(cases.size(), 1000U) << info(operation).name;
    std::set<int> parities;
    for (const Words& words : cases) {
      const mpq_class exact = abs(exact_result(operation, words));
      ASSERT_GT(exact, 0) << describe(operation, words);
      const int exponent = exponent_of(exact);
      ASSERT_GE(exponent, -126) << describe(operation, words);
      ASSERT_LE(exponent, 127) << describe(operation, words);
      const mpq_class half_steps = exact * power_of_two(24 - exponent);
      ASSERT_EQ(half_steps.get_den(), 1) << describe(operation, words);
      ASSERT_NE(mpz_odd_p(half_steps.get_num_mpz_t()), 0) << describe(operation, words);
      parities.insert(mpz_tstbit(half_steps.get_num_mpz_t(), 1));
      expect_no_denormal_operand(operation, words);
    }
    EXPECT_EQ(parities, (std::set<int>{0, 1})) << info(operation).name << ": ties to even go both up and down";
  }
}

TEST(ExactTies, OfRoundNeLieHalfwayBetweenIntegers) {
  const std::vector<Words> cases = cases_of(suite_of(Operation::round_ne), Operation::round_ne, "exact_ties");
  EXPECT_GE(cases.size(), 1000U);
  for (const Words& words : cases) {
    const mpq_class x = exact_value(words[0]);
    EXPECT_EQ(x - test::floor_of(x), mpq_class(1, 2)) << describe(Operation::round_ne, words);
  }
}

TEST(NearSmallestNormal, LiesWithinOneUlpBelowAtAndAbove) {
  for (const Operation operation :
       {Operation::add, Operation::sub, Operation::mul, Operation::div, Operation::reciprocal, Operation::rcp,
        Operation::mad, Operation::dp2, Operation::dp3, Operation::dp4}) {
    const std::vector<Words> cases = cases_of(suite_of(operation), operation, "near_smallest_normal");
    std::set<int> sides;
    for (const Words& words : cases) {
      const mpq_class exact = exact_result(operation, words);
      const mpq_class beyond = abs(exact) - power_of_two(-126);
      ASSERT_LE(abs(beyond), power_of_two(-149)) << describe(operation, words);
      sides.insert(sgn(beyond) * 10 + sgn(exact));
      expect_no_denormal_operand(operation, words);
    }
    EXPECT_EQ(sides, (std::set<int>{-11, -9, -1, 1, 9, 11})) << info(operation).name;
    EXPECT_GE(cases.size(), info(operation).arity > 1 ? 1000U : 6U) << info(operation).name;
  }
}

TEST(NearSmallestNormal, HoldsAllReciprocalsThereAre) {
  std::set<std::uint32_t> expected;
  for (std::uint32_t bits = 0x7e800000 - 1000; bits < 0x7e800000 + 1000; ++bits) {
    if (abs(1 / exact_value(bits) - power_of_two(-126)) <= power_of_two(-149)) {
      expected.insert({bits, bits | 0x80000000});
    }
  }
  std::set<std::uint32_t> seen;
  for (const Words& words : cases_of(suite_of(Operation::rcp), Operation::rcp, "near_smallest_normal")) {
    seen.insert(words[0]);
  }
  EXPECT_EQ(seen, expected);
}

TEST(NearOverflow, LiesWithinTwoStepsOfTheLargestOnBothSides) {
  for (const Operation operation : {Operation::add, Operation::sub, Operation::mul, Operation::div, Operation::mad,
                                    Operation::dp2, Operation::dp3, Operation::dp4}) {
    const std::vector<Words> cases = cases_of(suite_of(operation), operation, "near_overflow");
    EXPECT_GE(cases.size(), 1000U) << info(operation).name;
    std::set<int> sides;
    for (const Words& words : cases) {
      const mpq_class exact = exact_result(operation, words);
      const mpq_class beyond = abs(exact) - power_of_two(128);
      ASSERT_LE(abs(beyond), power_of_two(105)) << describe(operation, words);
      sides.insert(sgn(beyond) * 10 + sgn(exact));
      expect_no_denormal_operand(operation, words);
    }
    EXPECT_EQ(sides, (std::set<int>{-11, -9, -1, 1, 9, 11})) << info(operation).name;
  }
}

TEST(PowersOfTwo, AtTheEndsOfTheRangeAreTheOnesOfExp2) {
  const Suite suite = suite_of(Operation::exp2);
  const std::vector<Words> small = cases_of(suite, Operation::exp2, "near_smallest_normal");
  ASSERT_EQ(small.size(), 1U);
  EXPECT_EQ(exact_value(small[0][0]), -126);
  const std::vector<Words> large = cases_of(suite, Operation::exp2, "near_overflow");
  ASSERT_EQ(large.size(), 1U);
  EXPECT_EQ(exact_value(large[0][0]), 128);
}

/// Leading bits that the sum loses: nothing is left of a zero.
int lost_bits(Operation operation, const Words& words) {
  const mpq_class exact = exact_result(operation, words);
  if (exact == 0) return 1000;
  int largest = -1000;
  for (const mpq_class& term : terms_of(operation, words)) {
    if (term != 0) largest = std::max(largest, exponent_of(term));
  }
  return largest - exponent_of(exact);
}

void expect_losses(std::string_view kind, int least, int most) {
  for (const Operation operation : kSums) {
    const std::vector<Words> cases = cases_of(suite_of(operation), operation, kind);
    EXPECT_GE(cases.size(), 1000U) << info(operation).name << ' ' << kind;
    for (const Words& words : cases) {
      const int lost = lost_bits(operation, words);
      ASSERT_GE(lost, least) << describe(operation, words);
      ASSERT_LE(lost, most) << describe(operation, words);
      expect_no_denormal_operand(operation, words);
    }
  }
}

TEST(Cancellation, LosesTheBitsItSays) {
  expect_losses("cancellation_10", 10, 19);
  expect_losses("cancellation_20", 20, 23);
  expect_losses("cancellation_24", 24, 1000);
}

TEST(Cancellation, Of24BitsAndAResultIsFoundForEveryExponentOfAnAddition) {
  for (const Operation operation : {Operation::add, Operation::sub}) {
    std::set<Words> found;
    for (const Words& words : cases_of(suite_of(operation), operation, "cancellation_24")) {
      if (lost_bits(operation, words) == 24) found.insert(words);
    }
    EXPECT_EQ(found.size(), 253U * 4) << info(operation).name;
  }
}

TEST(Cancellation, OfProductsLeavesARoundingErrorThatOnlyFusingSees) {
  for (const Operation operation : {Operation::mad, Operation::dp2, Operation::dp3, Operation::dp4}) {
    int deep = 0;
    for (const Words& words : cases_of(suite_of(operation), operation, "cancellation_24")) {
      const int lost = lost_bits(operation, words);
      if (lost >= 36 && lost < 1000) ++deep;
    }
    EXPECT_GE(deep, 500) << info(operation).name;
  }
}

TEST(LargeDivisors, AreAbove2To126) {
  for (const Operation operation : {Operation::div, Operation::reciprocal, Operation::rcp}) {
    const std::vector<Words> cases = cases_of(suite_of(operation), operation, "large_divisors");
    EXPECT_GE(cases.size(), 1000U);
    std::set<int> dividends;
    for (const Words& words : cases) {
      const std::uint32_t divisor = words[operation == Operation::div ? 1 : 0] & 0x7fffffff;
      ASSERT_GT(divisor, 0x7e800000U) << describe(operation, words);
      ASSERT_LT(divisor, 0x7f800000U) << describe(operation, words);
      if (operation == Operation::div) dividends.insert(static_cast<int>(words[0] >> 23));
    }
    if (operation == Operation::div) {
      EXPECT_TRUE(dividends.contains(0xff) && dividends.contains(0x1ff)) << "infinities of both signs";
      EXPECT_TRUE(dividends.contains(0x00) && dividends.contains(0x100)) << "zeros of both signs";
      EXPECT_TRUE(dividends.contains(0xfe) && dividends.contains(0x1fe)) << "large of both signs";
      EXPECT_TRUE(dividends.contains(0x10) && dividends.contains(0x110)) << "small of both signs";
    }
  }
}

TEST(Identities, HaveAnOperandThatChangesNothing) {
  for (const Operation operation : {Operation::add, Operation::sub, Operation::mul, Operation::div}) {
    const bool sum = operation == Operation::add || operation == Operation::sub;
    const std::uint32_t neutral = sum ? 0 : 0x3f800000;
    const std::vector<Words> cases = cases_of(suite_of(operation), operation, "identities");
    EXPECT_GE(cases.size(), 1000U);
    for (const Words& words : cases) {
      const bool second = (words[1] & 0x7fffffff) == neutral;
      const bool first = operation != Operation::div && (words[0] & 0x7fffffff) == neutral;
      EXPECT_TRUE(first || second) << describe(operation, words);
    }
  }
}

TEST(ClosePairs, HoldEqualAdjacentAndOppositeValuesZerosAndDenormals) {
  for (const Operation operation : {Operation::min, Operation::max, Operation::eq, Operation::lt}) {
    std::size_t equal = 0;
    std::size_t adjacent = 0;
    std::size_t opposite = 0;
    std::size_t zeros_of_two_signs = 0;
    std::size_t denormals = 0;
    for (const Words& words : cases_of(suite_of(operation), operation, "near_rule_boundary")) {
      const std::uint32_t x = words[0];
      const std::uint32_t y = words[1];
      equal += x == y ? 1U : 0U;
      adjacent += x - y == 1 || y - x == 1 ? 1U : 0U;
      opposite += (x ^ y) == 0x80000000 ? 1U : 0U;
      zeros_of_two_signs += (x ^ y) == 0x80000000 && (x & 0x7fffffff) == 0 ? 1U : 0U;
      denormals += test::is_denormal(x) && test::is_denormal(y) ? 1U : 0U;
    }
    for (const std::size_t count : {equal, adjacent, opposite, zeros_of_two_signs, denormals}) {
      EXPECT_GE(count, 64U) << info(operation).name;
    }
  }
}

TEST(NearRuleBoundary, HoldsBothSidesOfEachPoint) {
  struct Row {
    Operation operation;
    std::vector<std::uint32_t> points;
  };
  const Row rows[] = {
      {Operation::log2, {0x3f000000, 0x3f800000, 0x40000000}},
      {Operation::sin, {0x439d1463, 0xc39d1463}},
      {Operation::cos, {0x439d1463, 0xc39d1463}},
      {Operation::exp2, {0xc2fc0000, 0x43000000, 0x42fe0000}},
      {Operation::ftoi, {0x4f000000, 0xcf000000}},
      {Operation::ftou, {0x4f800000}},
      {Operation::rcp, {0x7e800000, 0xfe800000}},
      {Operation::sat, {0x3f800000}},
  };
  for (const Row& row : rows) {
    const std::vector<Words> cases = cases_of(suite_of(row.operation), row.operation, "near_rule_boundary");
    EXPECT_GE(cases.size(), 1000U);
    std::set<std::uint32_t> seen;
    for (const Words& words : cases) seen.insert(words[0]);
    for (const std::uint32_t point : row.points) {
      for (const std::uint32_t bits : {point - 1, point, point + 1}) {
        EXPECT_TRUE(seen.contains(bits)) << info(row.operation).name << ' ' << std::hex << bits;
      }
    }
  }
}

TEST(HardCases, AreAtLeastAThousandOfEachKindThatTheOperationHas) {
  for (const SuiteSize size : {SuiteSize::quick, SuiteSize::standard}) {
    for (const OperationInfo& row : operations()) {
      // A pixel format has as many boundaries as it has codes: pixel_cases_test.cpp counts them.
      if (row.family == OperationFamily::pixel || !Suite::offers(row.operation, Format::binary32)) continue;
      const Suite suite = suite_of(row.operation, size);
      for (const Coverage& coverage : suite.coverage()) {
        const bool few = row.operation == Operation::exp2 || row.operation == Operation::rcp ||
                         row.operation == Operation::reciprocal;
        if (few && coverage.kind.starts_with("near_") && coverage.kind != "near_rule_boundary") continue;
        if (coverage.kind == "special_values" || coverage.kind == "all_operands") continue;
        EXPECT_GE(coverage.cases, 1000U) << row.name << ' ' << coverage.kind;
      }
    }
  }
}

}  // namespace
}  // namespace halfulp
