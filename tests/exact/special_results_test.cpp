// SPDX-License-Identifier: Apache-2.0

// The special cases of C99 annex F.9 (C23 F.10 for pi functions and powr; IEEE 754-2019 9.2.1), written from the
// standards: an operation, its operands and the result they demand, in binary32 and in binary64.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "exact/nearest.hpp"
#include "exact/result.hpp"
#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::exact {
namespace {

using number::Layout;

/// Values that differ from format to format by name: least (the smallest denormal), normal (the smallest normal
/// number), below_normal (the largest denormal), most (the largest finite number); anything else as parse_value reads
/// it.
Bits read(Format format, std::string text) {
  const Layout layout(info(format));
  const bool negative = text.starts_with("-");
  if (negative || text.starts_with("+")) text.erase(0, 1);
  const Bits sign = layout.zero(negative);
  if (text == "least") return Bits{1} | sign;
  if (text == "normal") return layout.min_normal(negative);
  if (text == "below_normal") return (layout.min_normal() - 1) | sign;
  if (text == "most") return layout.max_finite(negative);
  return parse_value(format, (negative ? "-" : "") + text);
}

struct Row {
  std::string operation;
  std::vector<std::string> operands;
  /// nan, +0, -0, +inf, -inf, undefined; a value; or "~" and the 20 digits of an irrational one.
  std::string expected;
};

/// GoogleTest finds it by its name.
void PrintTo(const Row& row, std::ostream* stream) {
  *stream << row.operation;
  for (const std::string& operand : row.operands) *stream << ' ' << operand;
  *stream << " = " << row.expected;
}

class Special : public ::testing::TestWithParam<Row> {};

void expect_row(const Row& row, Format format) {
  const Operation operation = find_operation(row.operation).value();
  const Format result_format = info(operation).result(format);
  const FormatInfo& result_row = info(result_format);
  const bool floating = result_row.kind == FormatKind::floating;
  std::vector<Bits> operands;
  for (std::size_t i = 0; i < row.operands.size(); ++i) {
    const Format operand_format = info(operation).operand_format(static_cast<int>(i), format);
    const bool number = info(operand_format).kind == FormatKind::floating;
    operands.push_back(number ? read(operand_format, row.operands[i]) : parse_value(operand_format, row.operands[i]));
  }
  const Result result = exact_result(operation, format, operands);
  const Bits nearest = nearest_even(operation, format, operands);
  SCOPED_TRACE(std::string(info(format).name) + " gave " + result.text(result_row) + ", nearest " +
               bits_text(result_format, nearest));
  if (row.expected == "undefined") {
    EXPECT_EQ(result.kind, Result::Kind::undefined);
    return;
  }
  if (row.expected == "nan") {
    EXPECT_EQ(result.kind, Result::Kind::nan);
    EXPECT_EQ(nearest, Layout(result_row).canonical_nan());
    return;
  }
  if (row.expected.starts_with("~")) {
    EXPECT_EQ(result.text(result_row), row.expected);
    EXPECT_EQ(nearest, parse_value(result_format, row.expected.substr(1)));
    return;
  }
  const Bits expected = floating ? read(result_format, row.expected) : parse_value(result_format, row.expected);
  EXPECT_EQ(bits_text(result_format, nearest), bits_text(result_format, expected));
  if (result.kind == Result::Kind::bits) {
    EXPECT_EQ(result.bits, expected);
    return;
  }
  const Layout layout(result_row);
  if (floating && layout.is_infinite(expected)) {
    EXPECT_EQ(result.kind, Result::Kind::infinity);
    EXPECT_EQ(result.negative, layout.is_negative(expected));
  } else if (expected == 0 || (floating && layout.is_zero(expected))) {
    EXPECT_EQ(result.kind, Result::Kind::zero);
    EXPECT_EQ(result.negative, floating && layout.is_negative(expected));
  } else {
    ASSERT_EQ(result.kind, Result::Kind::finite);
    EXPECT_FALSE(result.negative);  // a sign of zeros and infinities only
    ASSERT_TRUE(result.value.is_rational());
    EXPECT_EQ(result.value.rational(), value_of(result_row, expected));
  }
}

TEST_P(Special, IsWhatTheStandardSays) {
  for (const Format format : {Format::binary32, Format::binary64}) expect_row(GetParam(), format);
}

INSTANTIATE_TEST_SUITE_P(
    Arcs, Special,
    ::testing::Values(Row{"acos", {"1"}, "+0"}, Row{"acos", {"2"}, "nan"}, Row{"acos", {"-2"}, "nan"},
                      Row{"acos", {"inf"}, "nan"}, Row{"acos", {"-inf"}, "nan"}, Row{"acos", {"0x1.000002p0"}, "nan"},
                      Row{"acos", {"-0x1.000002p0"}, "nan"}, Row{"acos", {"-1"}, "~3.1415926535897932385"},
                      Row{"acos", {"0"}, "~1.5707963267948966192"}, Row{"acos", {"-0"}, "~1.5707963267948966192"},
                      Row{"asin", {"0"}, "+0"}, Row{"asin", {"-0"}, "-0"}, Row{"asin", {"2"}, "nan"},
                      Row{"asin", {"-2"}, "nan"}, Row{"asin", {"inf"}, "nan"}, Row{"asin", {"-inf"}, "nan"},
                      Row{"asin", {"1"}, "~1.5707963267948966192"}, Row{"asin", {"-1"}, "~-1.5707963267948966192"},
                      Row{"atan", {"0"}, "+0"}, Row{"atan", {"-0"}, "-0"},
                      Row{"atan", {"inf"}, "~1.5707963267948966192"}, Row{"atan", {"-inf"}, "~-1.5707963267948966192"},
                      Row{"atan", {"1"}, "~0.78539816339744830962"}, Row{"atan", {"-1"}, "~-0.78539816339744830962"}));

INSTANTIATE_TEST_SUITE_P(
    Atan2, Special,
    ::testing::Values(
        Row{"atan2", {"0", "-0"}, "~3.1415926535897932385"}, Row{"atan2", {"-0", "-0"}, "~-3.1415926535897932385"},
        Row{"atan2", {"0", "0"}, "+0"}, Row{"atan2", {"-0", "0"}, "-0"},
        Row{"atan2", {"0", "-1"}, "~3.1415926535897932385"}, Row{"atan2", {"-0", "-1"}, "~-3.1415926535897932385"},
        Row{"atan2", {"0", "-least"}, "~3.1415926535897932385"},
        Row{"atan2", {"-0", "-most"}, "~-3.1415926535897932385"}, Row{"atan2", {"0", "1"}, "+0"},
        Row{"atan2", {"-0", "1"}, "-0"}, Row{"atan2", {"0", "least"}, "+0"}, Row{"atan2", {"-0", "most"}, "-0"},
        Row{"atan2", {"-1", "0"}, "~-1.5707963267948966192"}, Row{"atan2", {"-1", "-0"}, "~-1.5707963267948966192"},
        Row{"atan2", {"1", "0"}, "~1.5707963267948966192"}, Row{"atan2", {"1", "-0"}, "~1.5707963267948966192"},
        Row{"atan2", {"least", "-0"}, "~1.5707963267948966192"},
        Row{"atan2", {"-most", "0"}, "~-1.5707963267948966192"}, Row{"atan2", {"1", "-inf"}, "~3.1415926535897932385"},
        Row{"atan2", {"-1", "-inf"}, "~-3.1415926535897932385"}, Row{"atan2", {"0", "-inf"}, "~3.1415926535897932385"},
        Row{"atan2", {"-0", "-inf"}, "~-3.1415926535897932385"}, Row{"atan2", {"1", "inf"}, "+0"},
        Row{"atan2", {"-1", "inf"}, "-0"}, Row{"atan2", {"0", "inf"}, "+0"}, Row{"atan2", {"-0", "inf"}, "-0"},
        Row{"atan2", {"most", "inf"}, "+0"}, Row{"atan2", {"inf", "1"}, "~1.5707963267948966192"},
        Row{"atan2", {"-inf", "1"}, "~-1.5707963267948966192"},
        Row{"atan2", {"inf", "-most"}, "~1.5707963267948966192"},
        Row{"atan2", {"-inf", "-0"}, "~-1.5707963267948966192"}, Row{"atan2", {"inf", "0"}, "~1.5707963267948966192"},
        Row{"atan2", {"inf", "-inf"}, "~2.3561944901923449288"},
        Row{"atan2", {"-inf", "-inf"}, "~-2.3561944901923449288"},
        Row{"atan2", {"inf", "inf"}, "~0.78539816339744830962"},
        Row{"atan2", {"-inf", "inf"}, "~-0.78539816339744830962"}, Row{"atan2", {"nan", "0"}, "nan"},
        Row{"atan2", {"0", "nan"}, "nan"}, Row{"atan2", {"inf", "nan"}, "nan"}, Row{"atan2", {"nan", "-inf"}, "nan"},
        Row{"atan2", {"1", "1"}, "~0.78539816339744830962"},
        Row{"atan2", {"-least", "-least"}, "~-2.3561944901923449288"},
        Row{"atan2", {"most", "-most"}, "~2.3561944901923449288"}));

INSTANTIATE_TEST_SUITE_P(Trigonometric, Special,
                         ::testing::Values(Row{"cos", {"0"}, "1"}, Row{"cos", {"-0"}, "1"}, Row{"cos", {"inf"}, "nan"},
                                           Row{"cos", {"-inf"}, "nan"}, Row{"sin", {"0"}, "+0"},
                                           Row{"sin", {"-0"}, "-0"}, Row{"sin", {"inf"}, "nan"},
                                           Row{"sin", {"-inf"}, "nan"}, Row{"tan", {"0"}, "+0"},
                                           Row{"tan", {"-0"}, "-0"}, Row{"tan", {"inf"}, "nan"},
                                           Row{"tan", {"-inf"}, "nan"}, Row{"sincos_sin", {"-0"}, "-0"},
                                           Row{"sincos_sin", {"-inf"}, "nan"}, Row{"sincos_cos", {"-0"}, "1"},
                                           Row{"sincos_cos", {"inf"}, "nan"}));

// C23 F.10.1.11 ... 13: cospi(n + 1/2) = +0, sinpi(+-n) = +-0, tanpi(n) = +0 for n a positive even or negative odd
// integer, -0 for the others; tanpi(n + 1/2) = +inf for even n, -inf for odd n.
INSTANTIATE_TEST_SUITE_P(
    TimesPi, Special,
    ::testing::Values(Row{"cospi", {"0"}, "1"}, Row{"cospi", {"-0"}, "1"}, Row{"cospi", {"0.5"}, "+0"},
                      Row{"cospi", {"-0.5"}, "+0"}, Row{"cospi", {"1.5"}, "+0"}, Row{"cospi", {"-1.5"}, "+0"},
                      Row{"cospi", {"2.5"}, "+0"}, Row{"cospi", {"-1048575.5"}, "+0"}, Row{"cospi", {"1"}, "-1"},
                      Row{"cospi", {"-1"}, "-1"}, Row{"cospi", {"2"}, "1"}, Row{"cospi", {"-3"}, "-1"},
                      Row{"cospi", {"16777215"}, "-1"}, Row{"cospi", {"most"}, "1"}, Row{"cospi", {"inf"}, "nan"},
                      Row{"cospi", {"-inf"}, "nan"}, Row{"sinpi", {"0"}, "+0"}, Row{"sinpi", {"-0"}, "-0"},
                      Row{"sinpi", {"1"}, "+0"}, Row{"sinpi", {"-1"}, "-0"}, Row{"sinpi", {"2"}, "+0"},
                      Row{"sinpi", {"-2"}, "-0"}, Row{"sinpi", {"3"}, "+0"}, Row{"sinpi", {"-16777215"}, "-0"},
                      Row{"sinpi", {"most"}, "+0"}, Row{"sinpi", {"-most"}, "-0"}, Row{"sinpi", {"0.5"}, "1"},
                      Row{"sinpi", {"-0.5"}, "-1"}, Row{"sinpi", {"1.5"}, "-1"}, Row{"sinpi", {"-1.5"}, "1"},
                      Row{"sinpi", {"2.5"}, "1"}, Row{"sinpi", {"inf"}, "nan"}, Row{"sinpi", {"-inf"}, "nan"},
                      Row{"tanpi", {"0"}, "+0"}, Row{"tanpi", {"-0"}, "-0"}, Row{"tanpi", {"2"}, "+0"},
                      Row{"tanpi", {"4"}, "+0"}, Row{"tanpi", {"-1"}, "+0"}, Row{"tanpi", {"-3"}, "+0"},
                      Row{"tanpi", {"1"}, "-0"}, Row{"tanpi", {"3"}, "-0"}, Row{"tanpi", {"-2"}, "-0"},
                      Row{"tanpi", {"-4"}, "-0"}, Row{"tanpi", {"16777215"}, "-0"}, Row{"tanpi", {"-16777215"}, "+0"},
                      Row{"tanpi", {"most"}, "+0"}, Row{"tanpi", {"-most"}, "-0"}, Row{"tanpi", {"0.5"}, "+inf"},
                      Row{"tanpi", {"1.5"}, "-inf"}, Row{"tanpi", {"2.5"}, "+inf"}, Row{"tanpi", {"3.5"}, "-inf"},
                      Row{"tanpi", {"-0.5"}, "-inf"}, Row{"tanpi", {"-1.5"}, "+inf"}, Row{"tanpi", {"-2.5"}, "-inf"},
                      Row{"tanpi", {"-3.5"}, "+inf"}, Row{"tanpi", {"0.25"}, "1"}, Row{"tanpi", {"0.75"}, "-1"},
                      Row{"tanpi", {"1.25"}, "1"}, Row{"tanpi", {"-0.25"}, "-1"}, Row{"tanpi", {"-0.75"}, "1"},
                      Row{"tanpi", {"-1.25"}, "-1"}, Row{"tanpi", {"inf"}, "nan"}, Row{"tanpi", {"-inf"}, "nan"}));

INSTANTIATE_TEST_SUITE_P(
    Hyperbolic, Special,
    ::testing::Values(Row{"acosh", {"1"}, "+0"}, Row{"acosh", {"0.5"}, "nan"}, Row{"acosh", {"0"}, "nan"},
                      Row{"acosh", {"-0"}, "nan"}, Row{"acosh", {"-1"}, "nan"}, Row{"acosh", {"-inf"}, "nan"},
                      Row{"acosh", {"inf"}, "+inf"}, Row{"asinh", {"0"}, "+0"}, Row{"asinh", {"-0"}, "-0"},
                      Row{"asinh", {"inf"}, "+inf"}, Row{"asinh", {"-inf"}, "-inf"}, Row{"atanh", {"0"}, "+0"},
                      Row{"atanh", {"-0"}, "-0"}, Row{"atanh", {"1"}, "+inf"}, Row{"atanh", {"-1"}, "-inf"},
                      Row{"atanh", {"2"}, "nan"}, Row{"atanh", {"-2"}, "nan"}, Row{"atanh", {"0x1.000002p0"}, "nan"},
                      Row{"atanh", {"inf"}, "nan"}, Row{"atanh", {"-inf"}, "nan"}, Row{"cosh", {"0"}, "1"},
                      Row{"cosh", {"-0"}, "1"}, Row{"cosh", {"inf"}, "+inf"}, Row{"cosh", {"-inf"}, "+inf"},
                      Row{"sinh", {"0"}, "+0"}, Row{"sinh", {"-0"}, "-0"}, Row{"sinh", {"inf"}, "+inf"},
                      Row{"sinh", {"-inf"}, "-inf"}, Row{"tanh", {"0"}, "+0"}, Row{"tanh", {"-0"}, "-0"},
                      Row{"tanh", {"inf"}, "1"}, Row{"tanh", {"-inf"}, "-1"}));

INSTANTIATE_TEST_SUITE_P(
    ExponentialsAndLogarithms, Special,
    ::testing::Values(Row{"exp", {"0"}, "1"}, Row{"exp", {"-0"}, "1"}, Row{"exp", {"-inf"}, "+0"},
                      Row{"exp", {"inf"}, "+inf"}, Row{"exp2", {"0"}, "1"}, Row{"exp2", {"-0"}, "1"},
                      Row{"exp2", {"-inf"}, "+0"}, Row{"exp2", {"inf"}, "+inf"}, Row{"exp10", {"0"}, "1"},
                      Row{"exp10", {"-0"}, "1"}, Row{"exp10", {"-inf"}, "+0"}, Row{"exp10", {"inf"}, "+inf"},
                      Row{"log", {"0"}, "-inf"}, Row{"log", {"-0"}, "-inf"}, Row{"log", {"1"}, "+0"},
                      Row{"log", {"-1"}, "nan"}, Row{"log", {"-least"}, "nan"}, Row{"log", {"-inf"}, "nan"},
                      Row{"log", {"inf"}, "+inf"}, Row{"log2", {"0"}, "-inf"}, Row{"log2", {"-0"}, "-inf"},
                      Row{"log2", {"1"}, "+0"}, Row{"log2", {"-least"}, "nan"}, Row{"log2", {"-inf"}, "nan"},
                      Row{"log2", {"inf"}, "+inf"}, Row{"log10", {"0"}, "-inf"}, Row{"log10", {"-0"}, "-inf"},
                      Row{"log10", {"1"}, "+0"}, Row{"log10", {"-1"}, "nan"}, Row{"log10", {"-least"}, "nan"},
                      Row{"log10", {"-inf"}, "nan"}, Row{"log10", {"inf"}, "+inf"}, Row{"sqrt", {"0"}, "+0"},
                      Row{"sqrt", {"-0"}, "-0"}, Row{"sqrt", {"-least"}, "nan"}, Row{"sqrt", {"inf"}, "+inf"},
                      Row{"sqrt", {"-inf"}, "nan"}, Row{"rsq", {"0"}, "+inf"}, Row{"rsq", {"-0"}, "-inf"},
                      Row{"rsq", {"-least"}, "nan"}, Row{"rsq", {"inf"}, "+0"}, Row{"rsq", {"-inf"}, "nan"}));

// C99 F.9.4.4.
INSTANTIATE_TEST_SUITE_P(
    Pow, Special,
    ::testing::Values(
        Row{"pow", {"0", "-1"}, "+inf"}, Row{"pow", {"-0", "-1"}, "-inf"}, Row{"pow", {"-0", "-3"}, "-inf"},
        Row{"pow", {"0", "-3"}, "+inf"}, Row{"pow", {"-0", "-16777215"}, "-inf"}, Row{"pow", {"0", "-2"}, "+inf"},
        Row{"pow", {"-0", "-2"}, "+inf"}, Row{"pow", {"-0", "-0.5"}, "+inf"}, Row{"pow", {"-0", "-1.5"}, "+inf"},
        Row{"pow", {"-0", "-most"}, "+inf"}, Row{"pow", {"0", "-inf"}, "+inf"}, Row{"pow", {"-0", "-inf"}, "+inf"},
        Row{"pow", {"0", "1"}, "+0"}, Row{"pow", {"-0", "1"}, "-0"}, Row{"pow", {"-0", "3"}, "-0"},
        Row{"pow", {"-0", "2"}, "+0"}, Row{"pow", {"-0", "0.5"}, "+0"}, Row{"pow", {"-0", "1.5"}, "+0"},
        Row{"pow", {"0", "2.5"}, "+0"}, Row{"pow", {"0", "inf"}, "+0"}, Row{"pow", {"-0", "inf"}, "+0"},
        Row{"pow", {"-1", "inf"}, "1"}, Row{"pow", {"-1", "-inf"}, "1"}, Row{"pow", {"1", "inf"}, "1"},
        Row{"pow", {"1", "-inf"}, "1"}, Row{"pow", {"1", "nan"}, "1"}, Row{"pow", {"1", "2.5"}, "1"},
        Row{"pow", {"1", "-most"}, "1"}, Row{"pow", {"2", "0"}, "1"}, Row{"pow", {"-2", "-0"}, "1"},
        Row{"pow", {"0", "0"}, "1"}, Row{"pow", {"-0", "-0"}, "1"}, Row{"pow", {"inf", "0"}, "1"},
        Row{"pow", {"-inf", "-0"}, "1"}, Row{"pow", {"nan", "0"}, "1"}, Row{"pow", {"nan", "-0"}, "1"},
        Row{"pow", {"-1", "0.5"}, "nan"}, Row{"pow", {"-2", "-1.5"}, "nan"}, Row{"pow", {"-least", "least"}, "nan"},
        Row{"pow", {"-most", "0.5"}, "nan"}, Row{"pow", {"0.5", "-inf"}, "+inf"}, Row{"pow", {"-0.5", "-inf"}, "+inf"},
        Row{"pow", {"least", "-inf"}, "+inf"}, Row{"pow", {"2", "-inf"}, "+0"}, Row{"pow", {"-2", "-inf"}, "+0"},
        Row{"pow", {"0.5", "inf"}, "+0"}, Row{"pow", {"-0.5", "inf"}, "+0"}, Row{"pow", {"2", "inf"}, "+inf"},
        Row{"pow", {"-2", "inf"}, "+inf"}, Row{"pow", {"inf", "inf"}, "+inf"}, Row{"pow", {"-inf", "inf"}, "+inf"},
        Row{"pow", {"inf", "-inf"}, "+0"}, Row{"pow", {"-inf", "-inf"}, "+0"}, Row{"pow", {"-inf", "-1"}, "-0"},
        Row{"pow", {"-inf", "-3"}, "-0"}, Row{"pow", {"-inf", "-2"}, "+0"}, Row{"pow", {"-inf", "-0.5"}, "+0"},
        Row{"pow", {"-inf", "1"}, "-inf"}, Row{"pow", {"-inf", "5"}, "-inf"}, Row{"pow", {"-inf", "2"}, "+inf"},
        Row{"pow", {"-inf", "0.5"}, "+inf"}, Row{"pow", {"inf", "-0.5"}, "+0"}, Row{"pow", {"inf", "-1"}, "+0"},
        Row{"pow", {"inf", "0.5"}, "+inf"}, Row{"pow", {"inf", "least"}, "+inf"}, Row{"pow", {"nan", "1"}, "nan"},
        Row{"pow", {"2", "nan"}, "nan"}, Row{"pow", {"0", "nan"}, "nan"}, Row{"pow", {"-1", "nan"}, "nan"},
        Row{"pow", {"nan", "inf"}, "nan"}, Row{"pow", {"nan", "nan"}, "nan"}, Row{"pow", {"-1", "3"}, "-1"},
        Row{"pow", {"-1", "2"}, "1"}, Row{"pow", {"-1", "16777215"}, "-1"}, Row{"pow", {"-1", "most"}, "1"},
        Row{"pow", {"-2", "3"}, "-8"}, Row{"pow", {"-2", "-3"}, "-0.125"}, Row{"pow", {"-2", "4"}, "16"}));

// IEEE 754-2019 9.2.1, C23 F.10.4.6.
INSTANTIATE_TEST_SUITE_P(
    Powr, Special,
    ::testing::Values(
        Row{"powr", {"2", "0"}, "1"}, Row{"powr", {"0.25", "-0"}, "1"}, Row{"powr", {"least", "0"}, "1"},
        Row{"powr", {"0", "-1"}, "+inf"}, Row{"powr", {"-0", "-1"}, "+inf"}, Row{"powr", {"-0", "-2.5"}, "+inf"},
        Row{"powr", {"0", "-inf"}, "+inf"}, Row{"powr", {"-0", "-inf"}, "+inf"}, Row{"powr", {"0", "3"}, "+0"},
        Row{"powr", {"-0", "3"}, "+0"}, Row{"powr", {"-0", "0.5"}, "+0"}, Row{"powr", {"0", "inf"}, "+0"},
        Row{"powr", {"-0", "inf"}, "+0"}, Row{"powr", {"1", "2.5"}, "1"}, Row{"powr", {"1", "-most"}, "1"},
        Row{"powr", {"1", "0"}, "1"}, Row{"powr", {"-1", "2"}, "nan"}, Row{"powr", {"-least", "0"}, "nan"},
        Row{"powr", {"-2", "inf"}, "nan"}, Row{"powr", {"-inf", "1"}, "nan"}, Row{"powr", {"-inf", "0"}, "nan"},
        Row{"powr", {"-1", "inf"}, "nan"}, Row{"powr", {"0", "0"}, "nan"}, Row{"powr", {"-0", "0"}, "nan"},
        Row{"powr", {"0", "-0"}, "nan"}, Row{"powr", {"-0", "-0"}, "nan"}, Row{"powr", {"inf", "0"}, "nan"},
        Row{"powr", {"inf", "-0"}, "nan"}, Row{"powr", {"1", "inf"}, "nan"}, Row{"powr", {"1", "-inf"}, "nan"},
        Row{"powr", {"1", "nan"}, "nan"}, Row{"powr", {"nan", "0"}, "nan"}, Row{"powr", {"2", "nan"}, "nan"},
        Row{"powr", {"nan", "1"}, "nan"}, Row{"powr", {"-1", "nan"}, "nan"}, Row{"powr", {"0", "nan"}, "nan"},
        Row{"powr", {"inf", "inf"}, "+inf"}, Row{"powr", {"inf", "-inf"}, "+0"}, Row{"powr", {"inf", "0.5"}, "+inf"},
        Row{"powr", {"inf", "-least"}, "+0"}, Row{"powr", {"2", "inf"}, "+inf"}, Row{"powr", {"2", "-inf"}, "+0"},
        Row{"powr", {"0.5", "inf"}, "+0"}, Row{"powr", {"0.5", "-inf"}, "+inf"}, Row{"powr", {"2", "3"}, "8"},
        Row{"powr", {"4", "-0.5"}, "0.5"}));

INSTANTIATE_TEST_SUITE_P(
    Fmod, Special,
    ::testing::Values(Row{"fmod", {"0", "1"}, "+0"}, Row{"fmod", {"-0", "1"}, "-0"}, Row{"fmod", {"-0", "inf"}, "-0"},
                      Row{"fmod", {"0", "-inf"}, "+0"}, Row{"fmod", {"inf", "1"}, "nan"},
                      Row{"fmod", {"-inf", "1"}, "nan"}, Row{"fmod", {"inf", "inf"}, "nan"},
                      Row{"fmod", {"1", "0"}, "nan"}, Row{"fmod", {"1", "-0"}, "nan"}, Row{"fmod", {"0", "0"}, "nan"},
                      Row{"fmod", {"inf", "0"}, "nan"}, Row{"fmod", {"1", "inf"}, "1"}, Row{"fmod", {"1", "-inf"}, "1"},
                      Row{"fmod", {"-1", "inf"}, "-1"}, Row{"fmod", {"most", "inf"}, "most"},
                      Row{"fmod", {"nan", "1"}, "nan"}, Row{"fmod", {"1", "nan"}, "nan"},
                      Row{"fmod", {"nan", "0"}, "nan"}, Row{"fmod", {"6", "3"}, "+0"}, Row{"fmod", {"-6", "3"}, "-0"},
                      Row{"fmod", {"-6", "-3"}, "-0"}, Row{"fmod", {"6", "-3"}, "+0"}, Row{"fmod", {"5", "3"}, "2"},
                      Row{"fmod", {"-5", "3"}, "-2"}, Row{"fmod", {"5", "-3"}, "2"}, Row{"fmod", {"-5", "-3"}, "-2"},
                      Row{"fmod", {"most", "least"}, "+0"}, Row{"fmod", {"-most", "least"}, "-0"},
                      Row{"fmod", {"least", "most"}, "least"}, Row{"fmod", {"-normal", "below_normal"}, "-least"},
                      Row{"fmod", {"5.5", "1.25"}, "0.5"}));

INSTANTIATE_TEST_SUITE_P(
    Exponents, Special,
    ::testing::Values(
        Row{"frexp_fraction", {"0"}, "+0"}, Row{"frexp_fraction", {"-0"}, "-0"}, Row{"frexp_exponent", {"0"}, "0"},
        Row{"frexp_exponent", {"-0"}, "0"}, Row{"frexp_fraction", {"inf"}, "+inf"},
        Row{"frexp_fraction", {"-inf"}, "-inf"}, Row{"frexp_fraction", {"nan"}, "nan"},
        Row{"frexp_exponent", {"nan"}, "undefined"}, Row{"frexp_exponent", {"inf"}, "undefined"},
        Row{"frexp_exponent", {"-inf"}, "undefined"}, Row{"frexp_fraction", {"1"}, "0.5"},
        Row{"frexp_exponent", {"1"}, "1"}, Row{"frexp_fraction", {"-3"}, "-0.75"}, Row{"frexp_exponent", {"-3"}, "2"},
        Row{"frexp_fraction", {"0.5"}, "0.5"}, Row{"frexp_exponent", {"0.5"}, "0"},
        Row{"frexp_exponent", {"0.499"}, "-1"}, Row{"frexp_fraction", {"least"}, "0.5"},
        Row{"frexp_fraction", {"-least"}, "-0.5"}, Row{"frexp_fraction", {"normal"}, "0.5"},
        Row{"ilogb", {"0"}, "undefined"}, Row{"ilogb", {"-0"}, "undefined"}, Row{"ilogb", {"inf"}, "undefined"},
        Row{"ilogb", {"nan"}, "undefined"}, Row{"ilogb", {"1"}, "0"}, Row{"ilogb", {"-1"}, "0"},
        Row{"ilogb", {"0.5"}, "-1"}, Row{"ilogb", {"-3.99"}, "1"}, Row{"ilogb", {"4"}, "2"},
        Row{"ldexp", {"0", "5"}, "+0"}, Row{"ldexp", {"-0", "2147483647"}, "-0"},
        Row{"ldexp", {"inf", "-2147483648"}, "+inf"}, Row{"ldexp", {"-inf", "-5"}, "-inf"},
        Row{"ldexp", {"nan", "0"}, "nan"}, Row{"ldexp", {"1.5", "0"}, "1.5"}, Row{"ldexp", {"-1.5", "4"}, "-24"},
        Row{"ldexp", {"3", "-3"}, "0.375"}, Row{"ldexp", {"least", "0"}, "least"},
        Row{"ldexp", {"normal", "0"}, "normal"}, Row{"ldexp", {"most", "0"}, "most"}, Row{"modf_fraction", {"0"}, "+0"},
        Row{"modf_fraction", {"-0"}, "-0"}, Row{"modf_integer", {"0"}, "+0"}, Row{"modf_integer", {"-0"}, "-0"},
        Row{"modf_fraction", {"inf"}, "+0"}, Row{"modf_fraction", {"-inf"}, "-0"}, Row{"modf_integer", {"inf"}, "+inf"},
        Row{"modf_integer", {"-inf"}, "-inf"}, Row{"modf_fraction", {"nan"}, "nan"},
        Row{"modf_integer", {"nan"}, "nan"}, Row{"modf_fraction", {"3"}, "+0"}, Row{"modf_fraction", {"-3"}, "-0"},
        Row{"modf_integer", {"-3"}, "-3"}, Row{"modf_fraction", {"-2.75"}, "-0.75"},
        Row{"modf_integer", {"-2.75"}, "-2"}, Row{"modf_integer", {"0.75"}, "+0"}, Row{"modf_integer", {"-0.75"}, "-0"},
        Row{"modf_fraction", {"-least"}, "-least"}, Row{"modf_integer", {"-least"}, "-0"},
        Row{"modf_fraction", {"most"}, "+0"}, Row{"modf_integer", {"most"}, "most"}));

INSTANTIATE_TEST_SUITE_P(
    Neighbours, Special,
    ::testing::Values(Row{"nextafter", {"0", "1"}, "least"}, Row{"nextafter", {"0", "-1"}, "-least"},
                      Row{"nextafter", {"-0", "1"}, "least"}, Row{"nextafter", {"-0", "-1"}, "-least"},
                      Row{"nextafter", {"0", "-0"}, "-0"}, Row{"nextafter", {"-0", "0"}, "+0"},
                      Row{"nextafter", {"0", "0"}, "+0"}, Row{"nextafter", {"-0", "-0"}, "-0"},
                      Row{"nextafter", {"1", "1"}, "1"}, Row{"nextafter", {"least", "0"}, "+0"},
                      Row{"nextafter", {"least", "-0"}, "+0"}, Row{"nextafter", {"least", "-1"}, "+0"},
                      Row{"nextafter", {"-least", "0"}, "-0"}, Row{"nextafter", {"-least", "1"}, "-0"},
                      Row{"nextafter", {"-least", "-0"}, "-0"}, Row{"nextafter", {"0", "least"}, "least"},
                      Row{"nextafter", {"-0", "-least"}, "-least"}, Row{"nextafter", {"-least", "least"}, "-0"},
                      Row{"nextafter", {"normal", "0"}, "below_normal"},
                      Row{"nextafter", {"below_normal", "1"}, "normal"},
                      Row{"nextafter", {"-normal", "0"}, "-below_normal"},
                      Row{"nextafter", {"-below_normal", "-1"}, "-normal"}, Row{"nextafter", {"most", "inf"}, "+inf"},
                      Row{"nextafter", {"-most", "-inf"}, "-inf"}, Row{"nextafter", {"inf", "0"}, "most"},
                      Row{"nextafter", {"-inf", "0"}, "-most"}, Row{"nextafter", {"inf", "inf"}, "+inf"},
                      Row{"nextafter", {"inf", "-inf"}, "most"}, Row{"nextafter", {"-inf", "inf"}, "-most"},
                      Row{"nextafter", {"nan", "1"}, "nan"}, Row{"nextafter", {"1", "nan"}, "nan"},
                      Row{"nextafter", {"0", "inf"}, "least"}, Row{"nextafter", {"0", "-inf"}, "-least"}));

INSTANTIATE_TEST_SUITE_P(
    Arithmetic, Special,
    ::testing::Values(
        Row{"fdim", {"1", "1"}, "+0"}, Row{"fdim", {"-1", "-1"}, "+0"}, Row{"fdim", {"1", "2"}, "+0"},
        Row{"fdim", {"2", "1"}, "1"}, Row{"fdim", {"0", "0"}, "+0"}, Row{"fdim", {"-0", "0"}, "+0"},
        Row{"fdim", {"0", "-0"}, "+0"}, Row{"fdim", {"-0", "-0"}, "+0"}, Row{"fdim", {"inf", "inf"}, "+0"},
        Row{"fdim", {"-inf", "-inf"}, "+0"}, Row{"fdim", {"inf", "1"}, "+inf"}, Row{"fdim", {"1", "-inf"}, "+inf"},
        Row{"fdim", {"inf", "-inf"}, "+inf"}, Row{"fdim", {"-inf", "inf"}, "+0"}, Row{"fdim", {"1", "inf"}, "+0"},
        Row{"fdim", {"-inf", "1"}, "+0"}, Row{"fdim", {"nan", "1"}, "nan"}, Row{"fdim", {"1", "nan"}, "nan"},
        Row{"fdim", {"nan", "inf"}, "nan"}, Row{"fdim", {"normal", "below_normal"}, "least"},
        Row{"fdim", {"0", "-least"}, "least"}, Row{"copysign", {"1", "-0"}, "-1"}, Row{"copysign", {"-1", "0"}, "1"},
        Row{"copysign", {"-1", "nan"}, "1"}, Row{"copysign", {"1", "-nan"}, "-1"},
        Row{"copysign", {"-inf", "3"}, "+inf"}, Row{"copysign", {"0", "-3"}, "-0"},
        Row{"copysign", {"nan", "-3"}, "-nan"}, Row{"copysign", {"least", "-inf"}, "-least"},
        Row{"fma", {"inf", "0", "1"}, "nan"}, Row{"fma", {"0", "-inf", "1"}, "nan"},
        Row{"fma", {"0", "inf", "nan"}, "nan"}, Row{"fma", {"inf", "1", "-inf"}, "nan"},
        Row{"fma", {"inf", "-1", "inf"}, "nan"}, Row{"fma", {"inf", "-1", "-inf"}, "-inf"},
        Row{"fma", {"1", "1", "-inf"}, "-inf"}, Row{"fma", {"most", "most", "-inf"}, "-inf"},
        Row{"fma", {"1", "1", "-1"}, "+0"}, Row{"fma", {"-0", "1", "-0"}, "-0"}, Row{"fma", {"-0", "1", "0"}, "+0"},
        Row{"fma", {"0", "-1", "-0"}, "-0"}, Row{"fma", {"nan", "1", "1"}, "nan"},
        Row{"fma", {"least", "1", "-least"}, "+0"}, Row{"round", {"0"}, "+0"}, Row{"round", {"-0"}, "-0"},
        Row{"round", {"0.5"}, "1"}, Row{"round", {"-0.5"}, "-1"}, Row{"round", {"2.5"}, "3"},
        Row{"round", {"-2.5"}, "-3"}, Row{"round", {"0.49"}, "+0"}, Row{"round", {"-0.49"}, "-0"},
        Row{"round", {"0x1.fffffep-2"}, "+0"}, Row{"round", {"-0x1.fffffep-2"}, "-0"}, Row{"round", {"-least"}, "-0"},
        Row{"round", {"8388607.5"}, "8388608"}, Row{"round", {"most"}, "most"}, Row{"round", {"inf"}, "+inf"},
        Row{"round", {"-inf"}, "-inf"}, Row{"round", {"nan"}, "nan"}));

TEST(SpecialOfNan, IsNanForEveryFunctionOfOneOperand) {
  for (const std::string name :
       {"acos", "acosh", "asin",  "asinh", "atan",       "atanh",      "cos",  "cosh", "cospi",
        "exp",  "exp2",  "exp10", "log",   "log2",       "log10",      "sin",  "sinh", "sinpi",
        "tan",  "tanh",  "tanpi", "round", "sincos_sin", "sincos_cos", "sqrt", "rsq",  "rcp"}) {
    for (const Format format : {Format::binary32, Format::binary64}) {
      expect_row({name, {"nan"}, "nan"}, format);
      expect_row({name, {"-nan"}, "nan"}, format);
    }
  }
}

TEST(SpecialRemainder, OfTheLargestNumbers) {
  // (2^24 - 1) * 2^104 and (2^53 - 1) * 2^971 modulo 3, where 2 = -1.
  expect_row({"fmod", {"most", "3"}, "+0"}, Format::binary32);
  expect_row({"fmod", {"most", "3"}, "2"}, Format::binary64);
  expect_row({"fmod", {"-most", "-3"}, "-2"}, Format::binary64);
}

struct Exponent {
  Format format;
  std::string operand;
  int ilogb;
};

TEST(SpecialExponent, OfDenormalsIsThatOfTheirValue) {
  const std::array<Exponent, 10> rows = {{{Format::binary32, "least", -149},
                                          {Format::binary32, "-least", -149},
                                          {Format::binary32, "below_normal", -127},
                                          {Format::binary32, "normal", -126},
                                          {Format::binary32, "-most", 127},
                                          {Format::binary64, "least", -1074},
                                          {Format::binary64, "below_normal", -1023},
                                          {Format::binary64, "-normal", -1022},
                                          {Format::binary64, "most", 1023},
                                          {Format::binary16, "least", -24}}};
  for (const Exponent& row : rows) {
    expect_row({"ilogb", {row.operand}, std::to_string(row.ilogb)}, row.format);
    expect_row({"frexp_exponent", {row.operand}, std::to_string(row.ilogb + 1)}, row.format);
    // 2^ilogb comes back, and nothing further out has a value.
    const std::string sign = row.operand.starts_with("-") ? "-" : "";
    const std::array<Bits, 2> scaled = {read(row.format, sign + "1"), static_cast<std::uint32_t>(row.ilogb)};
    const Result result = exact_result(Operation::ldexp, row.format, scaled);
    EXPECT_EQ(result.value.rational().abs(), Rational::power_of_two(row.ilogb));
  }
}

TEST(SpecialScaling, OverflowsAndUnderflowsHoweverFar) {
  for (const Format format : {Format::binary16, Format::binary32, Format::binary64}) {
    const Layout layout(info(format));
    const int widest = info(format).max_exponent() - info(format).min_exponent() + info(format).fraction_bits;
    const auto scaled = [&](Bits x, int n) {
      const std::array<Bits, 2> operands = {x, static_cast<std::uint32_t>(n)};
      return nearest_even(Operation::ldexp, format, operands);
    };
    EXPECT_EQ(scaled(1, widest), layout.infinity() - (Bits{1} << info(format).fraction_bits));  // 2^max_exponent
    EXPECT_EQ(scaled(1, widest + 1), layout.infinity());
    EXPECT_EQ(scaled(layout.zero(true) | 1, INT32_MAX), layout.infinity(true));
    EXPECT_EQ(scaled(layout.max_finite(), INT32_MIN), 0U);
    EXPECT_EQ(scaled(layout.max_finite(true), INT32_MIN), layout.zero(true));
    EXPECT_EQ(scaled(layout.max_finite(), -widest - 1), 1U);  // just below the smallest denormal
    EXPECT_EQ(scaled(layout.min_normal(), -info(format).fraction_bits), 1U);
    EXPECT_EQ(scaled(layout.min_normal(), -info(format).fraction_bits - 1), 0U);  // a tie, to even
    EXPECT_EQ(scaled(layout.min_normal() + 1, -info(format).fraction_bits - 1), 1U);
  }
}

}  // namespace
}  // namespace halfulp::exact
