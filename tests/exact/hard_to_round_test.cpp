// SPDX-License-Identifier: Apache-2.0

// Operands whose results lie next to a value of the format or to the middle of two.

#include "exact/hard_to_round.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <array>
#include <bit>
#include <cmath>
#include <random>
#include <string>
#include <vector>

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

using BinaryFunction = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

BinaryFunction mpfr_binary_function(Operation operation) {
  switch (operation) {
    case Operation::pow:
      return mpfr_pow;
    case Operation::atan2:
      return mpfr_atan2;
    case Operation::fmod:
      return mpfr_fmod;
    default:
      return mpfr_dim;
  }
}

/// What MPFR rounds to the format in one step, denormals by mpfr_subnormalize.
Bits rounded_by_mpfr(Operation operation, const FormatInfo& row, double operand, double second = 0) {
  const mpfr_exp_t least = mpfr_get_emin();
  const mpfr_exp_t most = mpfr_get_emax();
  mpfr_t x;
  mpfr_t y;
  mpfr_t value;
  mpfr_init2(x, 53);
  mpfr_init2(y, 53);
  mpfr_set_d(x, operand, MPFR_RNDN);
  mpfr_set_d(y, second, MPFR_RNDN);
  mpfr_init2(value, row.fraction_bits + 1);
  mpfr_set_emin(row.min_exponent() - row.fraction_bits + 1);
  mpfr_set_emax(row.max_exponent() + 1);
  const Function function = mpfr_function(operation);
  const int direction =
      function != nullptr ? function(value, x, MPFR_RNDN) : mpfr_binary_function(operation)(value, x, y, MPFR_RNDN);
  mpfr_subnormalize(value, direction, MPFR_RNDN);
  mpfr_set_emin(least);
  mpfr_set_emax(most);
  const double result = mpfr_get_d(value, MPFR_RNDN);  // exact
  mpfr_clear(value);
  mpfr_clear(y);
  mpfr_clear(x);
  if (std::isnan(result)) return number::Layout(row).canonical_nan();
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

constexpr std::array kFunctions = {
    Operation::rsq,   Operation::exp,   Operation::exp2,  Operation::exp10, Operation::log,   Operation::log2,
    Operation::log10, Operation::sin,   Operation::cos,   Operation::tan,   Operation::asin,  Operation::acos,
    Operation::atan,  Operation::sinh,  Operation::cosh,  Operation::tanh,  Operation::asinh, Operation::acosh,
    Operation::atanh, Operation::sinpi, Operation::cospi, Operation::tanpi};

double number_of(Format format, Bits bits) {
  return format == Format::binary64 ? std::bit_cast<double>(bits)
                                    : static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

TEST(AnyOperand, FunctionsOfOneOperandAreThoseOfMpfr) {
  std::mt19937_64 random(11);
  for (const Format format : {Format::binary32, Format::binary64}) {
    const FormatInfo& row = info(format);
    for (const Operation operation : kFunctions) {
      for (int i = 0; i < 400; ++i) {
        Bits bits = format == Format::binary64 ? random() : random() & 0xffffffff;
        if (i % 4 != 0) {
          // Exponents from 2^-20 to 2^11.
          const Bits exponent = static_cast<Bits>(row.bias()) - 20 + random() % 32;
          bits = (bits & ~number::Layout(row).exponent_mask()) | exponent << row.fraction_bits;
        }
        if (i % 8 == 1) bits &= ~Bits{0} << (row.fraction_bits - 5);  // short: halves, quarters, integers
        const std::array<Bits, 1> operands = {bits};
        EXPECT_EQ(hex_text(format, nearest_even(operation, format, operands)),
                  hex_text(format, rounded_by_mpfr(operation, row, number_of(format, bits))))
            << info(operation).name << ' ' << hex_text(format, bits);
      }
    }
  }
}

TEST(AnyOperand, FunctionsOfTwoOperandsAreThoseOfMpfr) {
  std::mt19937_64 random(12);
  for (const Format format : {Format::binary32, Format::binary64}) {
    const FormatInfo& row = info(format);
    const number::Layout layout(row);
    // All pairs of these, then random pairs.
    std::vector<Bits> values;
    for (const Bits magnitude : {Bits{0}, Bits{1}, Bits{2}, Bits{3}, layout.min_normal() - 1, layout.min_normal(),
                                 layout.one() - 1, layout.one(), layout.one() + 1, layout.max_finite() - 1,
                                 layout.max_finite(), layout.infinity(), layout.canonical_nan()}) {
      values.push_back(magnitude);
      values.push_back(magnitude | layout.sign_mask());
    }
    for (const char* text : {"0.5",       "-0.5",
                             "2",         "-2",
                             "3",         "-3",
                             "0.25",      "1.5",
                             "-2.5",      "10",
                             "1024",      "1074",
                             "-1075",     "149",
                             "-150",      "16777215",
                             "-16777215", "16777216",
                             "0x1p52",    "0x1.8p-30",
                             "-0x1p-30",  "0.75",
                             "0.1",       "88.7",
                             "-103.9",    "9007199254740991"})
      values.push_back(parse_value(format, text));
    const auto compare = [&](Operation operation, Bits x, Bits y) {
      const std::array<Bits, 2> operands = {x, y};
      EXPECT_EQ(hex_text(format, nearest_even(operation, format, operands)),
                hex_text(format, rounded_by_mpfr(operation, row, number_of(format, x), number_of(format, y))))
          << info(operation).name << ' ' << hex_text(format, x) << ' ' << hex_text(format, y);
    };
    for (const Operation operation : {Operation::pow, Operation::atan2, Operation::fmod, Operation::fdim}) {
      for (const Bits x : values) {
        for (const Bits y : values) compare(operation, x, y);
      }
      for (int i = 0; i < 1500; ++i) {
        std::array<Bits, 2> xy = {};
        for (Bits& bits : xy) {
          bits = format == Format::binary64 ? random() : random() & 0xffffffff;
          if (i % 4 == 0) continue;
          const Bits exponent = static_cast<Bits>(row.bias()) - 4 + random() % 12;
          bits = (bits & ~layout.exponent_mask()) | exponent << row.fraction_bits;
          if (i % 4 == 1) bits &= ~Bits{0} << (row.fraction_bits - 4);
          if (i % 4 == 2) bits &= ~layout.sign_mask();
        }
        compare(operation, xy[0], xy[1]);
      }
    }
  }
}

}  // namespace
}  // namespace halfulp::exact
