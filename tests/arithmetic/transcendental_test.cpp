// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/transcendental.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "arithmetic/kernel_cases.hpp"
#include "exact/certified.hpp"
#include "exact/nearest.hpp"

namespace halfulp {
namespace {

using arithmetic::kSignBit;
using test::Operands;
using test::Word;

using Function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

/// MPFR's own correct rounding to binary32, denormals included.
Word rounded_by_mpfr(Function function, Word x) {
  const mpfr_exp_t emin = mpfr_get_emin();
  const mpfr_exp_t emax = mpfr_get_emax();
  mpfr_t operand;
  mpfr_t result;
  mpfr_init2(operand, 24);
  mpfr_init2(result, 24);
  mpfr_set_flt(operand, arithmetic::value(x), MPFR_RNDN);
  mpfr_set_emin(-148);
  mpfr_set_emax(128);
  const int inexact = function(result, operand, MPFR_RNDN);
  mpfr_subnormalize(result, inexact, MPFR_RNDN);
  const float value = mpfr_get_flt(result, MPFR_RNDN);
  mpfr_set_emin(emin);
  mpfr_set_emax(emax);
  mpfr_clear(operand);
  mpfr_clear(result);
  return std::bit_cast<Word>(value);
}

void expect_correct_rounding(Operation operation, Function function, std::size_t step) {
  std::size_t judged = 0;
  for (const Operands& operands : test::suite_operands(operation, step)) {
    const Word x = operands[0];
    const bool defined = operation != Operation::log2 || (x >> 31) == 0;
    if (!test::is_finite(x) || (x & 0x7fffffff) == 0 || !defined) continue;
    ++judged;
    const Word expected = rounded_by_mpfr(function, x);
    ASSERT_EQ(test::evaluated(operation, test::kKeep, operands), expected)
        << test::describe(operation, test::kKeep, operands);
    if (test::is_denormal(x)) continue;  // flushed, it is a zero: SpecialValueTable
    ASSERT_EQ(test::evaluated(operation, test::kFlush, operands), test::flushed(expected, true))
        << test::describe(operation, test::kFlush, operands);
  }
  EXPECT_GT(judged, 10000U);
}

TEST(Transcendental, Exp2IsCorrectlyRounded) { expect_correct_rounding(Operation::exp2, mpfr_exp2, 2); }
TEST(Transcendental, Log2IsCorrectlyRounded) { expect_correct_rounding(Operation::log2, mpfr_log2, 2); }
TEST(Transcendental, SinIsCorrectlyRounded) { expect_correct_rounding(Operation::sin, mpfr_sin, 2); }
TEST(Transcendental, CosIsCorrectlyRounded) { expect_correct_rounding(Operation::cos, mpfr_cos, 2); }

/// Random bits, denormals, numbers near 1 and multiples of 1/2, some with NaN, infinities and zeros.
std::vector<Operands> operands_of_all_kinds(std::size_t count) {
  std::mt19937 random(5);
  const auto one = [&]() -> Word {
    const auto bits = static_cast<Word>(random());
    switch (random() % 6) {
      case 0:
        return bits & 0x807fffff;  // a denormal
      case 1:
        return (bits & 0x800fffff) | 0x3f780000;
      case 2:
        return std::bit_cast<Word>(static_cast<float>(static_cast<int>(bits % 400) - 200) / 2);
      case 3:
        return bits % 8 == 0 ? (bits & kSignBit) | (bits % 16 == 0 ? arithmetic::kInfinity : 0) : bits | 0x3f000000;
      default:
        return bits;
    }
  };
  std::vector<Operands> cases(count);
  for (Operands& operands : cases) operands = {one(), one()};
  return cases;
}

// The exact path does not use certified references.
TEST(Transcendental, CertifiedResultsAreTheExactPaths) {
  const number::DefaultFloatEnvironment environment;
  std::size_t functions = 0;
  for (const OperationInfo& row : operations()) {
    if (!exact::has_certified(row.operation)) continue;
    ++functions;
    std::vector<Operands> cases = test::suite_operands(row.operation, 23);
    std::ranges::copy(operands_of_all_kinds(2000), std::back_inserter(cases));
    std::size_t none = 0;
    for (const Operands& operands : cases) {
      const std::array<Bits, 2> bits{operands[0], operands[1]};
      const std::span<const Bits> given = std::span(bits).first(static_cast<std::size_t>(row.arity));
      const auto result = arithmetic::certified_result(row.operation, given);
      if (!result) {
        ++none;
        continue;
      }
      ASSERT_EQ(*result, exact::nearest_even(row.operation, Format::binary32, given))
          << test::describe(row.operation, test::kKeep, operands);
    }
    EXPECT_LT(none, cases.size() / 4) << row.name;
  }
  EXPECT_EQ(functions, 26U);
}

TEST(Transcendental, OtherOperationsHaveNoCertifiedResults) {
  const std::array<Bits, 2> operands{arithmetic::kOne, arithmetic::kNan};
  EXPECT_EQ(arithmetic::certified_result(Operation::nextafter, operands), std::nullopt);
  EXPECT_EQ(arithmetic::certified_result(Operation::add, operands), std::nullopt);
}

}  // namespace
}  // namespace halfulp
