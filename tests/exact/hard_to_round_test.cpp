// SPDX-License-Identifier: Apache-2.0

// Operands whose results lie next to a value of the format or to the middle of two.

#include "exact/hard_to_round.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <array>
#include <bit>
#include <cmath>
#include <string>

#include "exact/nearest.hpp"
#include "exact/result.hpp"
#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::exact {
namespace {

using Function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

Function mpfr_function(Operation operation) {
  switch (operation) {
    case Operation::rsq:
      return mpfr_rec_sqrt;
    case Operation::exp:
      return mpfr_exp;
    case Operation::exp2:
      return mpfr_exp2;
    case Operation::exp10:
      return mpfr_exp10;
    case Operation::log:
      return mpfr_log;
    case Operation::log2:
      return mpfr_log2;
    case Operation::log10:
      return mpfr_log10;
    case Operation::sin:
      return mpfr_sin;
    case Operation::cos:
      return mpfr_cos;
    case Operation::tan:
      return mpfr_tan;
    case Operation::asin:
      return mpfr_asin;
    case Operation::acos:
      return mpfr_acos;
    case Operation::atan:
      return mpfr_atan;
    case Operation::sinh:
      return mpfr_sinh;
    case Operation::cosh:
      return mpfr_cosh;
    case Operation::tanh:
      return mpfr_tanh;
    case Operation::asinh:
      return mpfr_asinh;
    case Operation::acosh:
      return mpfr_acosh;
    case Operation::atanh:
      return mpfr_atanh;
    case Operation::sinpi:
      return mpfr_sinpi;
    case Operation::cospi:
      return mpfr_cospi;
    case Operation::tanpi:
      return mpfr_tanpi;
    default:
      return nullptr;
  }
}

/// What MPFR rounds to the format in one step, denormals by mpfr_subnormalize.
Bits rounded_by_mpfr(Operation operation, const FormatInfo& row, double operand) {
  const mpfr_exp_t least = mpfr_get_emin();
  const mpfr_exp_t most = mpfr_get_emax();
  mpfr_t x;
  mpfr_t value;
  mpfr_init2(x, 53);
  mpfr_set_d(x, operand, MPFR_RNDN);
  mpfr_init2(value, row.fraction_bits + 1);
  mpfr_set_emin(row.min_exponent() - row.fraction_bits + 1);
  mpfr_set_emax(row.max_exponent() + 1);
  const int direction = mpfr_function(operation)(value, x, MPFR_RNDN);
  mpfr_subnormalize(value, direction, MPFR_RNDN);
  mpfr_set_emin(least);
  mpfr_set_emax(most);
  const double result = mpfr_get_d(value, MPFR_RNDN);  // exact
  mpfr_clear(value);
  mpfr_clear(x);
  return row.format == Format::binary64 ? std::bit_cast<std::uint64_t>(result)
                                        : std::bit_cast<std::uint32_t>(static_cast<float>(result));
}

Bits bits_of(Format format, double x) {
  return format == Format::binary64 ? std::bit_cast<std::uint64_t>(x)
                                    : std::bit_cast<std::uint32_t>(static_cast<float>(x));
}

bool is_odd(Operation operation) {
  switch (operation) {
    case Operation::sin:
    case Operation::tan:
    case Operation::asin:
    case Operation::atan:
    case Operation::sinh:
    case Operation::tanh:
    case Operation::asinh:
    case Operation::atanh:
    case Operation::sinpi:
    case Operation::tanpi:
      return true;
    default:
      return false;
  }
}

TEST(HardToRound, NearestIsThatOfMpfr) {
  for (const HardToRound& row : kHardToRound) {
    const FormatInfo& format = info(row.format);
    const auto nearest = [&](double x) {
      const std::array<Bits, 1> operands = {bits_of(row.format, x)};
      return nearest_even(row.operation, row.format, operands);
    };
    const Bits expected = rounded_by_mpfr(row.operation, format, row.operand);
    const std::string what =
        std::string(info(row.operation).name) + " " + hex_text(row.format, bits_of(row.format, row.operand));
    EXPECT_EQ(hex_text(row.format, nearest(row.operand)), hex_text(row.format, expected)) << what;
    if (is_odd(row.operation)) {
      const Bits sign = number::Layout(format).sign_mask();
      EXPECT_EQ(hex_text(row.format, nearest(-row.operand)), hex_text(row.format, expected ^ sign)) << what;
    }
  }
}

/// The distance to the nearest value or middle, in units in the last place, is what the list says.
TEST(HardToRound, OperandsAreAsHardAsTheListSays) {
  for (const HardToRound& row : kHardToRound) {
    const FormatInfo& format = info(row.format);
    const std::array<Bits, 1> operands = {bits_of(row.format, row.operand)};
    const Real value = exact_result(row.operation, row.format, operands).value;
    const Rational half_unit = Rational::power_of_two(value.floor_log2() - format.fraction_bits - 1);
    const Rational steps = value.nearby() / half_unit + Rational(1, 2);
    const Rational nearest = steps.floor() * half_unit;
    const Rational distance = half_unit * Rational::power_of_two(1 - row.bits);
    const std::string what =
        std::string(info(row.operation).name) + " " + hex_text(row.format, bits_of(row.format, row.operand));
    EXPECT_NE(value.compare(nearest), 0) << what;
    EXPECT_GT(value.compare(nearest - distance), 0) << what;
    EXPECT_LT(value.compare(nearest + distance), 0) << what;
    // And no harder than one more bit: the nearest value or middle is outside half the distance.
    const Rational half = distance * Rational(1, 2);
    EXPECT_TRUE(value.compare(nearest - half) < 0 || value.compare(nearest + half) > 0) << what;
  }
}

}  // namespace
}  // namespace halfulp::exact
