// SPDX-License-Identifier: Apache-2.0
// Every claim of the coverage list, in every format, in rationals: src/suite/sum_cases, product_cases, pair_cases,
// conversion_cases, boundary_cases. What binary32 has in addition is in hard_cases_test.cpp.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "suite/format_cases.hpp"

namespace halfulp {
namespace {

using test::Asked;
using test::describe;
using test::exponent_of;
using test::has_sign;
using test::kFloatingFormats;
using test::Numbers;
using test::numbers;
using test::Operands;
using test::operands_of;
using test::power_of_two;

Suite quick(const Asked& asked) { return {SuiteSize::quick, 7, asked.operation, asked.format}; }

/// The cases of a kind, at least 1000 of them.
std::vector<Operands> many(const Asked& asked, std::string_view kind) {
  std::vector<Operands> cases = operands_of(quick(asked), asked, kind);
  EXPECT_GE(cases.size(), 1000U) << kind << ' ' << describe(asked, {});
  return cases;
}

mpq_class value(const Asked& asked, const Operands& operands, std::size_t i) {
  return test::exact_value(asked.format, operands[i]);
}

bool subtracts(Operation operation) { return operation == Operation::sub || operation == Operation::fdim; }

mpq_class power(const mpq_class& x, long n) {
  mpq_class result = 1;
  for (long i = 0; i < n; ++i) result *= x;
  return result;
}

mpq_class exact_result(const Asked& asked, const Operands& operands) {
  const auto x = [&](std::size_t i) { return value(asked, operands, i); };
  switch (asked.operation) {
    case Operation::add:
      return x(0) + x(1);
    case Operation::sub:
    case Operation::fdim:
      return x(0) - x(1);
    case Operation::mul:
      return x(0) * x(1);
    case Operation::div:
      return x(0) / x(1);
    case Operation::mad:
    case Operation::fma:
      return x(0) * x(1) + x(2);
    case Operation::pow:
    case Operation::powr:
      return power(x(0), mpz_class(x(1)).get_si());
    case Operation::ldexp:
      return x(0) * power_of_two(static_cast<std::int32_t>(operands[1]));
    case Operation::itof:
      return mpq_class(static_cast<std::int32_t>(operands[0]));
    case Operation::utof:
      return mpq_class(static_cast<std::uint32_t>(operands[0]));
    default: {
      const auto products = static_cast<std::size_t>(info(asked.operation).arity / 2);
      mpq_class sum = 0;
      for (std::size_t i = 0; i < products; ++i) sum += x(i) * x(products + i);
      return sum;
    }
  }
}

void expect_no_denormal_operand(const Asked& asked, const Operands& operands) {
  if (info(asked.operation).family == OperationFamily::conversion) return;
  for (std::size_t i = 0; i < static_cast<std::size_t>(info(asked.operation).arity); ++i) {
    if (info(asked.operation).operand_format(static_cast<int>(i), asked.format) != asked.format) continue;
    ASSERT_TRUE(test::is_normal_or_zero(asked.format, operands[i])) << describe(asked, operands);
  }
}

/// x is the midpoint of two adjacent normal values of the format.
void expect_tie(Format format, const mpq_class& x, const std::string& text) {
  const Numbers row = numbers(format);
  ASSERT_NE(x, 0) << text;
  const int exponent = exponent_of(x);
  ASSERT_GE(exponent, row.min_exponent) << text;
  ASSERT_LE(exponent, row.max_exponent) << text;
  const mpq_class half_steps = x * power_of_two(row.precision - exponent);
  ASSERT_EQ(half_steps.get_den(), 1) << text;
  ASSERT_NE(mpz_odd_p(half_steps.get_num_mpz_t()), 0) << text;
}

TEST(FormatTies, AreMidpointsOfAdjacentNormalValues) {
  for (const Format format : kFloatingFormats) {
    for (const Operation operation : {Operation::add, Operation::sub, Operation::fdim, Operation::mul, Operation::mad,
                                      Operation::fma, Operation::dp2, Operation::dp3, Operation::dp4, Operation::pow,
                                      Operation::powr, Operation::itof, Operation::utof}) {
      const Asked asked{operation, format};
      const bool integer = operation == Operation::itof || operation == Operation::utof;
      if (integer && format == Format::binary64) {
        EXPECT_TRUE(operands_of(quick(asked), asked, "exact_ties").empty()) << "binary64 has every integer";
        continue;
      }
      for (const Operands& operands : many(asked, "exact_ties")) {
        const mpq_class exact = exact_result(asked, operands);
        expect_tie(format, exact, describe(asked, operands));
        if (HasFatalFailure()) return;
        if (!has_sign(format) || operation == Operation::fdim) {
          ASSERT_GT(exact, 0) << describe(asked, operands);
        }
        expect_no_denormal_operand(asked, operands);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(FormatsNearSmallestNormal, LieWithinOneUlpOnBothSides) {
  for (const Format format : kFloatingFormats) {
    const Numbers row = numbers(format);
    for (const Operation operation :
         {Operation::add, Operation::sub, Operation::fdim, Operation::mul, Operation::div, Operation::mad,
          Operation::fma, Operation::dp2, Operation::dp3, Operation::dp4, Operation::ldexp}) {
      const Asked asked{operation, format};
      std::set<int> sides;
      for (const Operands& operands : many(asked, "near_smallest_normal")) {
        const mpq_class exact = exact_result(asked, operands);
        const mpq_class beyond = abs(exact) - power_of_two(row.min_exponent);
        ASSERT_LE(abs(beyond), power_of_two(row.lowest_exponent)) << describe(asked, operands);
        sides.insert(sgn(beyond) * 10 + sgn(exact));
        if (has_sign(format)) expect_no_denormal_operand(asked, operands);
        if (HasFatalFailure()) return;
      }
      const bool both_signs = has_sign(format) && operation != Operation::fdim;
      EXPECT_EQ(sides, both_signs ? (std::set<int>{-11, -9, -1, 1, 9, 11}) : (std::set<int>{-9, 1, 11}))
          << describe(asked, {});
    }
  }
}

TEST(FormatsNearOverflow, LieWithinTwoStepsOnBothSides) {
  for (const Format format : kFloatingFormats) {
    const Numbers row = numbers(format);
    for (const Operation operation :
         {Operation::add, Operation::sub, Operation::fdim, Operation::mul, Operation::div, Operation::mad,
          Operation::fma, Operation::dp2, Operation::dp3, Operation::dp4, Operation::ldexp}) {
      const Asked asked{operation, format};
      std::set<int> sides;
      for (const Operands& operands : many(asked, "near_overflow")) {
        const mpq_class exact = exact_result(asked, operands);
        const mpq_class beyond = abs(exact) - power_of_two(row.max_exponent + 1);
        ASSERT_LE(abs(beyond), power_of_two(row.max_exponent + 2 - row.precision)) << describe(asked, operands);
        sides.insert(sgn(beyond) * 10 + sgn(exact));
        expect_no_denormal_operand(asked, operands);
        if (HasFatalFailure()) return;
      }
      std::set<int> expected{-11, -9, -1, 1, 9, 11};
      if (!has_sign(format) || operation == Operation::fdim) expected = {-9, 1, 11};
      if (!has_sign(format) && subtracts(operation)) expected = {-9};
      EXPECT_EQ(sides, expected) << describe(asked, {});
    }
  }
}

/// Leading bits that the sum loses: nothing is left of a zero.
int lost_bits(const Asked& asked, const Operands& operands) {
  const mpq_class exact = exact_result(asked, operands);
  if (exact == 0) return 10000;
  std::vector<mpq_class> terms;
  const auto x = [&](std::size_t i) { return value(asked, operands, i); };
  if (info(asked.operation).arity == 2) {
    terms = {x(0), x(1)};
  } else if (info(asked.operation).arity == 3) {
    terms = {x(0) * x(1), x(2)};
  } else {
    const auto products = static_cast<std::size_t>(info(asked.operation).arity / 2);
    for (std::size_t i = 0; i < products; ++i) terms.emplace_back(x(i) * x(products + i));
  }
  int largest = -10000;
  for (const mpq_class& term : terms) {
    if (term != 0) largest = std::max(largest, exponent_of(term));
  }
  return largest - exponent_of(exact);
}

TEST(FormatCancellation, LosesTheBitsItSays) {
  for (const Format format : kFloatingFormats) {
    const int p = numbers(format).precision;
    for (const Operation operation : {Operation::add, Operation::sub, Operation::fdim, Operation::mad, Operation::fma,
                                      Operation::dp2, Operation::dp3, Operation::dp4}) {
      const Asked asked{operation, format};
      const bool cancels = has_sign(format) || subtracts(operation);
      struct Row {
        std::string kind;
        bool exists;
        int least;
        int most;
      };
      const Row rows[] = {{"cancellation_10", p > 10, 10, std::min(19, p - 1)},
                          {"cancellation_20", p > 20, 20, p - 1},
                          {"cancellation_" + std::to_string(p), true, p, 10000}};
      for (const Row& row : rows) {
        if (!cancels || !row.exists) {
          EXPECT_TRUE(operands_of(quick(asked), asked, row.kind).empty()) << row.kind << ' ' << describe(asked, {});
          continue;
        }
        for (const Operands& operands : many(asked, row.kind)) {
          const int lost = lost_bits(asked, operands);
          ASSERT_GE(lost, row.least) << row.kind << ' ' << describe(asked, operands);
          ASSERT_LE(lost, row.most) << row.kind << ' ' << describe(asked, operands);
          if (operation == Operation::fdim) {
            ASSERT_GE(exact_result(asked, operands), 0) << describe(asked, operands);
          }
          expect_no_denormal_operand(asked, operands);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

/// The conversions whose result has fewer bits, where not all operands are tried.
std::vector<Asked> narrowing() {
  return {{Operation::binary32_to_binary16, Format::binary32}, {Operation::binary32_to_ufloat11, Format::binary32},
          {Operation::binary32_to_ufloat10, Format::binary32}, {Operation::binary64_to_binary16, Format::binary64},
          {Operation::binary64_to_binary32, Format::binary64}, {Operation::binary64_to_ufloat11, Format::binary64},
          {Operation::binary64_to_ufloat10, Format::binary64}};
}

/// Values of both signs, each sign in a quarter of the cases at least.
void expect_both_signs(const Asked& asked, const std::vector<Operands>& cases) {
  const auto negative = static_cast<std::size_t>(std::ranges::count_if(
      cases, [&](const Operands& operands) { return (operands[0] & test::sign_bit(asked.format)) != 0; }));
  EXPECT_GE(negative, cases.size() / 4) << describe(asked, {});
  EXPECT_LE(negative, cases.size() - cases.size() / 4) << describe(asked, {});
}

TEST(Conversions, HaveTiesOfTheResultsFormat) {
  for (const Asked& asked : narrowing()) {
    const Format result = info(asked.operation).result(asked.format);
    const Numbers row = numbers(result);
    const std::vector<Operands> normal = many(asked, "exact_ties");
    expect_both_signs(asked, normal);
    for (const Operands& operands : normal) {
      expect_tie(result, abs(value(asked, operands, 0)), describe(asked, operands));
      if (HasFatalFailure()) return;
    }
    const std::vector<Operands> denormal = many(asked, "denormal_ties");
    expect_both_signs(asked, denormal);
    for (const Operands& operands : denormal) {
      const mpq_class half_steps = abs(value(asked, operands, 0)) * power_of_two(1 - row.lowest_exponent);
      ASSERT_EQ(half_steps.get_den(), 1) << describe(asked, operands);
      ASSERT_NE(mpz_odd_p(half_steps.get_num_mpz_t()), 0) << describe(asked, operands);
      ASSERT_LT(half_steps, power_of_two(row.precision)) << describe(asked, operands);
    }
  }
}

/// Whether x, its neighbours and values of both signs are among the cases.
void expect_around(const Asked& asked, const std::set<Bits>& seen, const mpq_class& x) {
  int found = 0;
  for (const Bits bits : seen) {
    if (!test::is_finite(asked.format, bits) || test::exact_value(asked.format, bits) != x) continue;
    ++found;
    for (const Bits near : {bits - 1, bits, bits + 1}) {
      EXPECT_TRUE(seen.contains(near)) << describe(asked, {near});
      EXPECT_TRUE(seen.contains(near | test::sign_bit(asked.format))) << describe(asked, {near}) << " negative";
    }
  }
  EXPECT_EQ(found, 1) << info(asked.operation).name << ' ' << x.get_d();
}

TEST(Conversions, HaveTheEdgesOfTheResultsFormatWithBothNeighbours) {
  for (const Asked& asked : narrowing()) {
    const Numbers row = numbers(info(asked.operation).result(asked.format));
    for (const bool special : {true, false}) {
      std::set<Bits> seen;
      for (const std::string_view kind : {"near_smallest_denormal", "near_smallest_normal", "near_overflow"}) {
        for (const Operands& operands : operands_of(quick(asked), asked, special ? "special_values" : kind)) {
          seen.insert(operands[0]);
        }
      }
      const mpq_class smallest = power_of_two(row.lowest_exponent);
      const mpq_class normal = power_of_two(row.min_exponent);
      const mpq_class limit = power_of_two(row.max_exponent + 1);
      const mpq_class step = power_of_two(row.max_exponent + 1 - row.precision);
      for (const mpq_class& x :
           {mpq_class(smallest / 2), smallest, mpq_class(smallest * 3 / 2), mpq_class(normal - smallest),
            mpq_class(normal - smallest / 2), normal, mpq_class(normal + smallest / 2), mpq_class(limit - step),
            mpq_class(limit - step / 2), limit}) {
        expect_around(asked, seen, x);
      }
    }
  }
}

TEST(Conversions, StayNearTheEdgesThatTheyName) {
  for (const Asked& asked : narrowing()) {
    const Numbers row = numbers(info(asked.operation).result(asked.format));
    const mpq_class ulp = power_of_two(row.lowest_exponent);
    for (const Operands& operands : many(asked, "near_smallest_denormal")) {
      ASSERT_LE(abs(value(asked, operands, 0)), 5 * ulp) << describe(asked, operands);
    }
    for (const Operands& operands : many(asked, "near_smallest_normal")) {
      const mpq_class x = abs(value(asked, operands, 0));
      ASSERT_LE(abs(x - power_of_two(row.min_exponent)), 2 * ulp) << describe(asked, operands);
    }
    for (const Operands& operands : many(asked, "near_overflow")) {
      const mpq_class x = abs(value(asked, operands, 0));
      ASSERT_LE(abs(x - power_of_two(row.max_exponent + 1)), power_of_two(row.max_exponent + 2 - row.precision))
          << describe(asked, operands);
    }
    std::set<int> exponents;
    for (const Operands& operands : many(asked, "result_denormals")) {
      const mpq_class x = abs(value(asked, operands, 0));
      ASSERT_LT(x, power_of_two(row.min_exponent)) << describe(asked, operands);
      ASSERT_GE(x, ulp / 4) << describe(asked, operands);
      exponents.insert(exponent_of(x));
    }
    EXPECT_EQ(exponents.size(), static_cast<std::size_t>(row.precision + 1)) << describe(asked, {});
  }
}

TEST(Conversions, HaveNanWithPayloadsThatAreLostAndKept) {
  std::vector<Asked> conversions = narrowing();
  conversions.push_back({Operation::binary32_to_binary64, Format::binary32});
  for (const Asked& asked : conversions) {
    const int fraction_bits = info(asked.format).fraction_bits;
    const int kept_bits = std::min(info(info(asked.operation).result(asked.format)).fraction_bits, fraction_bits);
    const Bits fraction = (Bits{1} << fraction_bits) - 1;
    const Bits lost = (Bits{1} << (fraction_bits - kept_bits)) - 1;
    const std::vector<Operands> cases = many(asked, "nan_payloads");
    expect_both_signs(asked, cases);
    int only_lost = 0;
    int only_kept = 0;
    int quiet = 0;
    for (const Operands& operands : cases) {
      const Bits payload = operands[0] & fraction;
      ASSERT_TRUE(!test::is_finite(asked.format, operands[0]) && payload != 0) << describe(asked, operands);
      only_lost += (payload & ~lost) == 0 ? 1 : 0;
      only_kept += (payload & lost) == 0 ? 1 : 0;
      quiet += (payload >> (fraction_bits - 1)) != 0 ? 1 : 0;
    }
    if (lost != 0) {
      EXPECT_GE(only_lost, 100) << describe(asked, {});
    }
    EXPECT_GE(only_kept, 100) << describe(asked, {});
    EXPECT_GE(quiet, 500) << describe(asked, {});
    EXPECT_LE(quiet, 1600) << describe(asked, {});
  }
}

/// y * log2(x) to 30 digits' precision.
double log2_of_power(const Asked& asked, const Operands& operands, double minus) {
  constexpr mpfr_prec_t kPrecision = 200;
  mpfr_t x;
  mpfr_t y;
  mpfr_inits2(kPrecision, x, y, nullptr);
  mpfr_set_q(x, value(asked, operands, 0).get_mpq_t(), MPFR_RNDN);
  mpfr_set_q(y, value(asked, operands, 1).get_mpq_t(), MPFR_RNDN);
  mpfr_log2(x, x, MPFR_RNDN);
  mpfr_mul(x, x, y, MPFR_RNDN);
  mpfr_sub_d(x, x, minus, MPFR_RNDN);
  const double result = mpfr_get_d(x, MPFR_RNDN);
  mpfr_clears(x, y, nullptr);
  return result;
}

TEST(Powers, LieNearTheEdgesOfTheRangeOnBothSides) {
  for (const Format format : kFloatingFormats) {
    const Numbers row = numbers(format);
    for (const Operation operation : {Operation::pow, Operation::powr}) {
      const Asked asked{operation, format};
      for (const bool overflow : {true, false}) {
        const int edge = overflow ? row.max_exponent + 1 : row.min_exponent;
        // Half a step and four, each within 2^(1 - p) of y.
        const double bound = std::abs(edge) * std::ldexp(4.5, 1 - row.precision);
        std::size_t above = 0;
        const std::vector<Operands> cases = many(asked, overflow ? "near_overflow" : "near_smallest_normal");
        for (const Operands& operands : cases) {
          const double beyond = log2_of_power(asked, operands, edge);
          ASSERT_LE(std::abs(beyond), bound) << describe(asked, operands);
          above += beyond > 0 ? 1U : 0U;
        }
        EXPECT_GE(above, cases.size() / 4) << describe(asked, {});
        EXPECT_LE(above, cases.size() - cases.size() / 4) << describe(asked, {});
      }
    }
  }
}

TEST(Powers, OfAlmostOneBothStayAndLeaveTheRange) {
  for (const Format format : kFloatingFormats) {
    const Asked asked{Operation::pow, format};
    int leave = 0;
    int stay = 0;
    for (const Operands& operands : many(asked, "almost_one")) {
      const mpq_class x = value(asked, operands, 0);
      ASSERT_NE(x, 1);
      ASSERT_LE(abs(x - 1), power_of_two(std::min(9, numbers(format).precision - 1) - numbers(format).precision))
          << describe(asked, operands);
      (std::abs(log2_of_power(asked, operands, 0)) > numbers(format).max_exponent ? leave : stay) += 1;
    }
    EXPECT_GE(leave, 50) << describe(asked, {});
    EXPECT_GE(stay, 500) << describe(asked, {});
  }
}

TEST(Powers, OfNegativesHaveOddEvenAndOtherExponents) {
  for (const Format format : kFloatingFormats) {
    const Asked asked{Operation::pow, format};
    if (!has_sign(format)) {
      EXPECT_TRUE(operands_of(quick(asked), asked, "negative_bases").empty());
      continue;
    }
    int odd = 0;
    int even = 0;
    int halves = 0;
    for (const Operands& operands : many(asked, "negative_bases")) {
      ASSERT_NE(operands[0] & test::sign_bit(format), 0U) << describe(asked, operands);
      const mpq_class y = value(asked, operands, 1);
      halves += y.get_den() == 2 ? 1 : 0;
      if (y.get_den() != 1) continue;
      (mpz_odd_p(y.get_num_mpz_t()) != 0 ? odd : even) += 1;
    }
    for (const int count : {odd, even, halves}) EXPECT_GE(count, 200) << describe(asked, {});
  }
}

TEST(Remainders, AreNearMultiplesAndOfHugeQuotients) {
  for (const Format format : kFloatingFormats) {
    const Asked asked{Operation::fmod, format};
    const int p = numbers(format).precision;
    int exact = 0;
    for (const Operands& operands : many(asked, "near_multiples")) {
      const mpq_class x = value(asked, operands, 0);
      const mpq_class y = value(asked, operands, 1);
      ASSERT_NE(y, 0) << describe(asked, operands);
      const mpq_class quotient = x / y;
      const mpq_class distance = abs(x - test::nearest_integer(quotient) * y);
      exact += distance == 0 ? 1 : 0;
      ASSERT_LE(distance, power_of_two(exponent_of(x) + 1 - p) * 9) << describe(asked, operands);
    }
    EXPECT_GE(exact, 300) << describe(asked, {});
    for (const Operands& operands : many(asked, "huge_quotients")) {
      ASSERT_GT(abs(value(asked, operands, 0) / value(asked, operands, 1)), power_of_two(p))
          << describe(asked, operands);
    }
  }
}

TEST(ScaledValues, HaveTiesOfDenormalsAndTheEndsOfTheIntegers) {
  for (const Format format : kFloatingFormats) {
    const Asked asked{Operation::ldexp, format};
    const Numbers row = numbers(format);
    for (const Operands& operands : many(asked, "denormal_ties")) {
      const mpq_class half_steps = abs(exact_result(asked, operands)) * power_of_two(1 - row.lowest_exponent);
      ASSERT_EQ(half_steps.get_den(), 1) << describe(asked, operands);
      ASSERT_NE(mpz_odd_p(half_steps.get_num_mpz_t()), 0) << describe(asked, operands);
      ASSERT_LT(half_steps, power_of_two(row.precision)) << describe(asked, operands);
      expect_no_denormal_operand(asked, operands);
    }
    std::set<std::int32_t> exponents;
    for (const Operands& operands : operands_of(quick(asked), asked, "special_values")) {
      exponents.insert(static_cast<std::int32_t>(operands[1]));
    }
    for (const int n : {0, 1, row.max_exponent, row.max_exponent + 1, -row.min_exponent, -row.lowest_exponent,
                        1 - row.lowest_exponent, 0x7fffffff}) {
      EXPECT_TRUE(exponents.contains(n) && exponents.contains(-n)) << info(format).name << ' ' << n;
    }
    EXPECT_TRUE(exponents.contains(std::numeric_limits<std::int32_t>::min())) << info(format).name;
  }
}

TEST(Neighbours, AreAskedForAtTheEndsInEveryDirection) {
  for (const Format format : kFloatingFormats) {
    const Asked asked{Operation::nextafter, format};
    const Bits infinity = (Bits{2} * static_cast<Bits>(numbers(format).max_exponent) + 1)
                          << (numbers(format).precision - 1);
    std::set<std::pair<Bits, Bits>> seen;
    for (const Operands& operands : many(asked, "near_rule_boundary")) seen.insert({operands[0], operands[1]});
    const Bits smallest_normal = Bits{1} << (numbers(format).precision - 1);
    for (const auto& [x, y] : {std::pair{Bits{0}, infinity}, std::pair{infinity - 1, infinity},
                               std::pair{infinity, Bits{0}}, std::pair{smallest_normal, smallest_normal - 1},
                               std::pair{Bits{1}, Bits{0}}, std::pair{smallest_normal - 1, infinity}}) {
      EXPECT_TRUE(seen.contains({x, y})) << describe(asked, {x, y});
    }
  }
}

TEST(Texels, AreAskedForAtTheirEdgesAndMiddles) {
  for (const Format format : {Format::binary16, Format::binary32, Format::binary64, Format::ufloat11}) {
    const Asked asked{Operation::sample, format};
    int near = 0;
    const std::vector<Operands> cases = many(asked, "near_rule_boundary");
    for (const Operands& operands : cases) {
      ASSERT_NE(operands[1], 0U);
      ASSERT_LT(operands[1], 1U << 15);
      const mpq_class u = abs(value(asked, operands, 0));
      const mpq_class half_texels = u * mpq_class(static_cast<unsigned long>(2 * operands[1]));
      const mpq_class distance = abs(half_texels - test::nearest_integer(half_texels));
      const mpq_class relative = power_of_two(4 - numbers(format).precision);
      near += distance <= half_texels * relative ? 1 : 0;
    }
    EXPECT_EQ(near, static_cast<int>(cases.size())) << describe(asked, {});
  }
  const Asked asked{Operation::read, Format::binary16};
  std::set<std::int64_t> beyond;
  for (const Operands& operands : many(asked, "near_rule_boundary")) {
    beyond.insert(static_cast<std::int64_t>(operands[0]) - static_cast<std::int64_t>(operands[1]));
  }
  EXPECT_TRUE(beyond.contains(-1) && beyond.contains(0) && beyond.contains(1));
}

TEST(Integers, NearOverflowOfSmallFormatsAreTried) {
  const struct {
    Format format;
    std::uint32_t largest;
    std::uint32_t threshold;  ///< midway between the largest value and 2^16
  } rows[] = {{Format::binary16, 65504, 65520}, {Format::ufloat11, 65024, 65280}, {Format::ufloat10, 64512, 65024}};
  for (const auto& row : rows) {
    for (const Operation operation : {Operation::itof, Operation::utof}) {
      const Asked asked{operation, row.format};
      std::set<std::uint32_t> seen;
      for (const Operands& operands : many(asked, "near_rule_boundary")) {
        seen.insert(static_cast<std::uint32_t>(operands[0]));
      }
      for (const std::uint32_t n : {row.largest, row.threshold, 65536U}) {
        EXPECT_TRUE(seen.contains(n - 1) && seen.contains(n) && seen.contains(n + 1)) << info(row.format).name << n;
      }
    }
  }
  const Asked asked{Operation::itof, Format::binary64};
  std::set<std::uint32_t> seen;
  for (const Operands& operands : many(asked, "near_rule_boundary")) {
    seen.insert(static_cast<std::uint32_t>(operands[0]));
  }
  EXPECT_TRUE(seen.contains(0x80000000) && seen.contains(0x7fffffff) && seen.contains(0) && seen.contains(0xffffffff));
}

/// The points of functions, as MPFR computes them, among the cases with both neighbours.
struct Point {
  Operation operation;
  std::string_view expression;
  double multiple;
  int (*constant)(mpfr_t, mpfr_rnd_t);
};

int log10_of_2(mpfr_t x, mpfr_rnd_t rounding) {
  mpfr_set_ui(x, 2, rounding);
  return mpfr_log10(x, x, rounding);
}
int one(mpfr_t x, mpfr_rnd_t rounding) { return mpfr_set_ui(x, 1, rounding); }

TEST(Functions, AreTriedWhereTheyChangeInBinary64) {
  const Point points[] = {
      {Operation::exp, "1024 log 2", 1024, mpfr_const_log2},
      {Operation::exp, "1022 log 2", 1022, mpfr_const_log2},
      {Operation::exp, "1075 log 2", 1075, mpfr_const_log2},
      {Operation::sinh, "1025 log 2", 1025, mpfr_const_log2},
      {Operation::cosh, "1025 log 2", 1025, mpfr_const_log2},
      {Operation::exp10, "1024 log10 2", 1024, log10_of_2},
      {Operation::exp10, "1022 log10 2", 1022, log10_of_2},
      {Operation::exp2, "1024", 1024, one},
      {Operation::exp2, "1022", 1022, one},
      {Operation::tan, "pi", 1, mpfr_const_pi},
      {Operation::sincos_sin, "pi / 2", 0.5, mpfr_const_pi},
      {Operation::sin, "100 pi", 100, mpfr_const_pi},
      {Operation::acos, "1", 1, one},
      {Operation::asin, "1", 1, one},
      {Operation::acosh, "1", 1, one},
      {Operation::atanh, "1", 1, one},
      {Operation::asinh, "1", 1, one},
      {Operation::atan, "1", 1, one},
      {Operation::tanh, "1", 1, one},
      {Operation::sinpi, "0.5", 0.5, one},
      {Operation::cospi, "0.25", 0.25, one},
      {Operation::tanpi, "1", 1, one},
      {Operation::log, "2", 2, one},
      {Operation::log10, "10", 10, one},
      {Operation::log2, "0.5", 0.5, one},
      {Operation::round, "0.5", 0.5, one},
      {Operation::modf_fraction, "1", 1, one},
      {Operation::ftoi, "2^31", 0x1p31, one},
      {Operation::ftoi, "2^31 - 1", 0x1p31 - 1, one},
      {Operation::ftou, "2^32 - 1/2", 0x1p32 - 0.5, one},
      {Operation::frexp_exponent, "2^-1022", 0x1p-1022, one},
      {Operation::ilogb, "2^-1022", 0x1p-1022, one},
  };
  for (const Point& point : points) {
    const Asked asked{point.operation, Format::binary64};
    mpfr_t x;
    mpfr_init2(x, 200);
    point.constant(x, MPFR_RNDN);
    mpfr_mul_d(x, x, point.multiple, MPFR_RNDN);
    const auto bits = std::bit_cast<Bits>(mpfr_get_d(x, MPFR_RNDN));
    mpfr_clear(x);
    for (const std::string_view kind : {"special_values", "near_rule_boundary"}) {
      std::set<Bits> seen;
      for (const Operands& operands : operands_of(quick(asked), asked, kind)) seen.insert(operands[0]);
      if (kind == "near_rule_boundary") {
        EXPECT_GE(seen.size(), 500U) << describe(asked, {bits});
        // A random power of two or integer may be any; what is listed is among the special values.
        continue;
      }
      for (const Bits near : {bits - 1, bits, bits + 1, bits | test::sign_bit(Format::binary64)}) {
        EXPECT_TRUE(seen.contains(near)) << describe(asked, {near}) << " at " << point.expression;
      }
    }
  }
}

TEST(Functions, OfMetalHaveTheirBoundariesInBinary32) {
  const struct {
    Operation operation;
    std::vector<std::uint32_t> points;
  } rows[] = {
      {Operation::acos, {0x3f800000, 0x3f000000}},
      {Operation::atanh, {0x3f800000}},
      {Operation::acosh, {0x3f800000, 0x40000000}},
      {Operation::exp, {0x42b17218, 0x42aeac50}},    // 128 log 2, 126 log 2
      {Operation::exp10, {0x421a209b, 0x4217b818}},  // 128 log10 2, 126 log10 2
      {Operation::cosh, {0x42b2d4fc}},               // 129 log 2
      {Operation::tan, {0x40490fdb}},                // pi
      {Operation::sinpi, {0x3f000000, 0x3f800000}},
      {Operation::log10, {0x3f000000, 0x3f800000, 0x40000000}},
      {Operation::round, {0x3f000000}},
      {Operation::ilogb, {0x00800000, 0x00400000}},
  };
  for (const auto& row : rows) {
    const Asked asked{row.operation, Format::binary32};
    std::set<Bits> seen;
    for (const Operands& operands : many(asked, "near_rule_boundary")) seen.insert(operands[0]);
    for (const Bits point : row.points) {
      for (const Bits near : {point - 1, point, point + 1, point | 0x80000000}) {
        EXPECT_TRUE(seen.contains(near)) << describe(asked, {near});
      }
    }
  }
}

}  // namespace
}  // namespace halfulp
