// SPDX-License-Identifier: Apache-2.0

// Conversions between all pairs of floating formats: special operands, and every value of the small formats.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "exact/nearest.hpp"
#include "exact/result.hpp"
#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::exact {
namespace {

using number::Layout;

constexpr std::array<Format, 6> kFormats = {Format::binary16, Format::binary32, Format::binary64,
                                            Format::bfloat16, Format::ufloat11, Format::ufloat10};

std::optional<Operation> conversion(Format from, Format to) {
  return find_operation(std::string(info(from).name) + "_to_" + std::string(info(to).name));
}

/// IEEE 754's rounding to nearest, found without arithmetic on significands: the even one of the two nearest of all
/// non-negative values, the next one after the largest being 2^(max_exponent + 1). Bits of the magnitude.
Bits nearest_by_search(const FormatInfo& row, const Rational& magnitude) {
  const Layout layout(row);
  const auto at = [&](Bits bits) {
    return bits == layout.infinity() ? Rational::power_of_two(row.max_exponent() + 1) : value_of(row, bits);
  };
  if (magnitude >= at(layout.infinity())) return layout.infinity();
  Bits low = 0;
  Bits high = layout.infinity();
  while (high - low > 1) {
    const Bits middle = low + (high - low) / 2;
    (at(middle) <= magnitude ? low : high) = middle;
  }
  const int side = (magnitude - at(low)).compare(at(high) - magnitude);
  if (side != 0) return side < 0 ? low : high;
  return low % 2 == 0 ? low : high;
}

void expect_conversion(Format from, Format to, Bits bits) {
  const Operation operation = conversion(from, to).value();
  const FormatInfo& source = info(from);
  const FormatInfo& target = info(to);
  const Layout in(source);
  const Layout out(target);
  const std::array<Bits, 1> operands = {bits};
  const Result exact = exact_result(operation, from, operands);
  const Bits nearest = nearest_even(operation, from, operands);
  SCOPED_TRACE(std::string(info(operation).name) + " " + bits_text(from, bits) + " " + exact.text(target));
  const bool negative = in.is_negative(bits);
  const Bits sign = negative ? out.sign_mask() : 0;
  const bool to_zero = negative && !target.has_sign;
  if (in.is_nan(bits)) {
    EXPECT_EQ(exact.kind, Result::Kind::nan);
    EXPECT_EQ(nearest, out.canonical_nan());
    return;
  }
  if (in.is_infinite(bits)) {
    EXPECT_EQ(exact.kind, Result::Kind::infinity);
    EXPECT_EQ(exact.negative, negative);
    EXPECT_EQ(nearest, to_zero ? 0 : out.infinity() | sign);
    return;
  }
  if (in.is_zero(bits)) {
    EXPECT_EQ(exact.kind, Result::Kind::zero);
    EXPECT_EQ(exact.negative, negative);
    EXPECT_EQ(nearest, sign);
    return;
  }
  ASSERT_EQ(exact.kind, Result::Kind::finite);
  const Rational value = value_of(source, bits);
  EXPECT_EQ(exact.value.rational(), value);
  EXPECT_EQ(nearest, to_zero ? 0 : nearest_by_search(target, value.abs()) | sign);
}

void expect_both_signs(Format from, Format to, Bits magnitude) {
  expect_conversion(from, to, magnitude);
  expect_conversion(from, to, magnitude | Layout(info(from)).sign_mask());
}

TEST(FloatConversions, ExistForEveryPair) {
  for (const Format from : kFormats) {
    for (const Format to : kFormats) {
      const std::optional<Operation> operation = conversion(from, to);
      // A texture's own floats are converted to themselves, and bfloat to and from binary32 alone.
      const bool is_bfloat = from == Format::bfloat16 || to == Format::bfloat16;
      const bool has_binary32 = from == Format::binary32 || to == Format::binary32;
      const bool expected = from == to ? has_binary32 : has_binary32 || !is_bfloat;
      EXPECT_EQ(operation.has_value(), expected) << info(from).name << ' ' << info(to).name;
      if (!operation) continue;
      // Whatever format the caller has in mind, these have their own.
      for (const Format format : kFormats) {
        EXPECT_EQ(info(*operation).operand_format(0, format), from);
        EXPECT_EQ(info(*operation).result(format), to);
      }
    }
  }
}

TEST(FloatConversions, OfSpecialOperands) {
  for (const Format from : kFormats) {
    const FormatInfo& row = info(from);
    const Layout layout(row);
    std::vector<Bits> magnitudes = {0,
                                    1,
                                    2,
                                    3,
                                    layout.min_normal() - 1,
                                    layout.min_normal(),
                                    layout.min_normal() + 1,
                                    layout.one(),
                                    layout.one() + 1,
                                    layout.one() - 1,
                                    layout.max_finite(),
                                    layout.max_finite() - 1,
                                    layout.infinity(),
                                    layout.infinity() + 1,
                                    layout.canonical_nan(),
                                    layout.magnitude_mask()};
    for (const Format to : kFormats) {
      if (from == to || !conversion(from, to)) continue;
      // Where the target ends: its smallest denormal and half of it, its smallest normal, its largest, where it rounds
      // to infinity, and neighbours of all these as far as the source has them.
      const FormatInfo& target = info(to);
      const Rational least = value_of(target, 1);
      const Rational most = value_of(target, Layout(target).max_finite());
      const Rational unit = Rational::power_of_two(target.max_exponent() - target.fraction_bits);
      std::vector<Bits> all = magnitudes;
      for (const Rational& edge :
           {least * Rational(1, 2), least, least * Rational(3, 2), least * Rational(5, 2),
            value_of(target, Layout(target).min_normal()),
            value_of(target, Layout(target).min_normal()) - least * Rational(1, 2), most, most + unit * Rational(1, 2),
            most + unit, most * Rational(4), Rational(1) + Rational::power_of_two(-target.fraction_bits - 1),
            Rational(1) + Rational::power_of_two(-target.fraction_bits) * Rational(3, 2)}) {
        const Bits at = nearest_by_search(row, edge);
        for (const Bits bits : {at - 1, at, at + 1}) {
          if (bits <= layout.infinity()) all.push_back(bits);
        }
      }
      for (const Bits bits : all) expect_both_signs(from, to, bits);
    }
  }
}

TEST(FloatConversions, OfEveryValueOfTheSmallFormats) {
  for (const Format from : {Format::ufloat11, Format::ufloat10}) {
    for (Bits bits = 0; bits < Bits{1} << info(from).bits; ++bits) {
      for (const Format to : kFormats) {
        if (conversion(from, to)) expect_conversion(from, to, bits);
      }
    }
  }
  for (Bits bits = 0; bits < 0x10000; bits += 7) expect_conversion(Format::bfloat16, Format::binary32, bits);
  for (Bits bits = 0; bits < 0x10000; bits += 7) {
    expect_conversion(Format::binary16, Format::ufloat11, bits);
    expect_conversion(Format::binary16, Format::ufloat10, bits);
  }
}

TEST(FloatConversions, OfRandomOperandsAreThoseOfTheHost) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    Bits wide = random();
    if (i % 2 == 0) wide = (wide & 0x800fffffffffffff) | (870 + random() % 285) << 52;  // around binary32
    const double x = std::bit_cast<double>(wide);
    const std::array<Bits, 1> operands = {wide};
    const Bits narrow = nearest_even(Operation::binary64_to_binary32, Format::binary64, operands);
    if (x != x) {
      EXPECT_EQ(narrow, 0x7fc00000U);
      continue;
    }
    EXPECT_EQ(narrow, std::bit_cast<std::uint32_t>(static_cast<float>(x))) << bits_text(Format::binary64, wide);
    const std::array<Bits, 1> back = {narrow};
    EXPECT_EQ(nearest_even(Operation::binary32_to_binary64, Format::binary32, back),
              std::bit_cast<std::uint64_t>(static_cast<double>(static_cast<float>(x))));
  }
}

TEST(FloatConversions, KnownValues) {
  struct Row {
    Format from;
    Bits operand;
    Format to;
    Bits result;
  };
  const std::array<Row, 26> rows = {{{Format::binary32, 0x3f808000, Format::bfloat16, 0x3f80},  // 1 + 2^-8, a tie
                                     {Format::binary32, 0x3f818000, Format::bfloat16, 0x3f82},
                                     {Format::binary32, 0x7f7f7fff, Format::bfloat16, 0x7f7f},
                                     {Format::binary32, 0x7f7f8000, Format::bfloat16, 0x7f80},  // a tie
                                     {Format::binary32, 0x80008000, Format::bfloat16, 0x8000},  // -2^-134, a tie
                                     {Format::bfloat16, 0x0001, Format::binary32, 0x00010000},
                                     {Format::binary32, 0x477fefff, Format::binary16, 0x7bff},  // below 65520
                                     {Format::binary32, 0x477ff000, Format::binary16, 0x7c00},  // 65520, a tie
                                     {Format::binary32, 0xc77ff000, Format::binary16, 0xfc00},
                                     {Format::binary32, 0x33000000, Format::binary16, 0x0000},  // 2^-25, a tie
                                     {Format::binary32, 0x33000001, Format::binary16, 0x0001},
                                     {Format::binary32, 0xb3000000, Format::binary16, 0x8000},
                                     {Format::binary32, 0x3f801000, Format::binary16, 0x3c00},  // 1 + 2^-11, a tie
                                     {Format::binary32, 0x3f803000, Format::binary16, 0x3c02},
                                     {Format::binary16, 0x0001, Format::binary32, 0x33800000},  // 2^-24
                                     {Format::binary16, 0x3c00, Format::ufloat11, 0x3c0},
                                     {Format::binary16, 0x3c00, Format::ufloat10, 0x1e0},
                                     {Format::binary16, 0x7bff, Format::ufloat11, 0x7c0},  // 65504
                                     {Format::binary16, 0x7bf8, Format::ufloat11, 0x7c0},  // 65280, the tie
                                     {Format::binary16, 0x7bf7, Format::ufloat11, 0x7bf},
                                     {Format::binary16, 0xbc00, Format::ufloat11, 0x000},
                                     {Format::binary16, 0xfc00, Format::ufloat10, 0x000},
                                     {Format::binary16, 0x8000, Format::ufloat10, 0x000},
                                     {Format::binary16, 0xfe00, Format::ufloat11, 0x7e0},
                                     {Format::ufloat11, 0x7bf, Format::binary32, 0x477e0000},  // 65024
                                     {Format::ufloat10, 0x3df, Format::binary16, 0x7be0}}};    // 64512
  for (const Row& row : rows) {
    const std::array<Bits, 1> operands = {row.operand};
    EXPECT_EQ(bits_text(row.to, nearest_even(conversion(row.from, row.to).value(), row.from, operands)),
              bits_text(row.to, row.result))
        << info(row.from).name << ' ' << bits_text(row.from, row.operand);
  }
}

}  // namespace
}  // namespace halfulp::exact
