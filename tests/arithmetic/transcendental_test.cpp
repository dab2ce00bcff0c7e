// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/transcendental.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include "arithmetic/kernel_cases.hpp"

namespace halfulp {
namespace {

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

}  // namespace
}  // namespace halfulp
