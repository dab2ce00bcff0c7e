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
Bits read(Format format, std::string_view text) {
  const Layout layout(info(format));
  const bool negative = text.starts_with("-");
  if (negative || text.starts_with("+")) text.remove_prefix(1);
  const Bits sign = layout.zero(negative);
  if (text == "least") return Bits{1} | sign;
  if (text == "normal") return layout.min_normal(negative);
  if (text == "below_normal") return (layout.min_normal() - 1) | sign;
  if (text == "most") return layout.max_finite(negative);
  return parse_value(format, (negative ? "-" : "") + std::string(text));
}

struct Row {
  std::string_view operation;
  std::array<std::string_view, 3> operands;  ///< as many as the operation has
  /// nan, +0, -0, +inf, -inf, undefined; a value; or "~" and the 20 digits of an irrational one.
  std::string_view expected;
};

/// GoogleTest finds it by its name.
void PrintTo(const Row& row, std::ostream* stream) {
  *stream << row.operation;
  for (const std::string_view operand : row.operands) *stream << ' ' << operand;
  *stream << " = " << row.expected;
}

class Special : public ::testing::TestWithParam<Row> {};

void expect_row(const Row& row, Format format) {
  const Operation operation = find_operation(row.operation).value();
  const Format result_format = info(operation).result(format);
  const FormatInfo& result_row = info(result_format);
  const bool floating = result_row.kind == FormatKind::floating;
  std::vector<Bits> operands;
  for (std::size_t i = 0; i < static_cast<std::size_t>(info(operation).arity); ++i) {
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

constexpr Row kArcs[] = {{"acos", {"1"}, "+0"},
                         {"acos", {"2"}, "nan"},
                         {"acos", {"-2"}, "nan"},
                         {"acos", {"inf"}, "nan"},
                         {"acos", {"-inf"}, "nan"},
                         {"acos", {"0x1.000002p0"}, "nan"},
                         {"acos", {"-0x1.000002p0"}, "nan"},
                         {"acos", {"-1"}, "~3.1415926535897932385"},
                         {"acos", {"0"}, "~1.5707963267948966192"},
                         {"acos", {"-0"}, "~1.5707963267948966192"},
                         {"asin", {"0"}, "+0"},
                         {"asin", {"-0"}, "-0"},
                         {"asin", {"2"}, "nan"},
                         {"asin", {"-2"}, "nan"},
                         {"asin", {"inf"}, "nan"},
                         {"asin", {"-inf"}, "nan"},
                         {"asin", {"1"}, "~1.5707963267948966192"},
                         {"asin", {"-1"}, "~-1.5707963267948966192"},
                         {"atan", {"0"}, "+0"},
                         {"atan", {"-0"}, "-0"},
                         {"atan", {"inf"}, "~1.5707963267948966192"},
                         {"atan", {"-inf"}, "~-1.5707963267948966192"},
                         {"atan", {"1"}, "~0.78539816339744830962"},
                         {"atan", {"-1"}, "~-0.78539816339744830962"}};
INSTANTIATE_TEST_SUITE_P(Arcs, Special, ::testing::ValuesIn(kArcs));

constexpr Row kAtan2[] = {{"atan2", {"0", "-0"}, "~3.1415926535897932385"},
                          {"atan2", {"-0", "-0"}, "~-3.1415926535897932385"},
                          {"atan2", {"0", "0"}, "+0"},
                          {"atan2", {"-0", "0"}, "-0"},
                          {"atan2", {"0", "-1"}, "~3.1415926535897932385"},
                          {"atan2", {"-0", "-1"}, "~-3.1415926535897932385"},
                          {"atan2", {"0", "-least"}, "~3.1415926535897932385"},
                          {"atan2", {"-0", "-most"}, "~-3.1415926535897932385"},
                          {"atan2", {"0", "1"}, "+0"},
                          {"atan2", {"-0", "1"}, "-0"},
                          {"atan2", {"0", "least"}, "+0"},
                          {"atan2", {"-0", "most"}, "-0"},
                          {"atan2", {"-1", "0"}, "~-1.5707963267948966192"},
                          {"atan2", {"-1", "-0"}, "~-1.5707963267948966192"},
                          {"atan2", {"1", "0"}, "~1.5707963267948966192"},
                          {"atan2", {"1", "-0"}, "~1.5707963267948966192"},
                          {"atan2", {"least", "-0"}, "~1.5707963267948966192"},
                          {"atan2", {"-most", "0"}, "~-1.5707963267948966192"},
                          {"atan2", {"1", "-inf"}, "~3.1415926535897932385"},
                          {"atan2", {"-1", "-inf"}, "~-3.1415926535897932385"},
                          {"atan2", {"0", "-inf"}, "~3.1415926535897932385"},
                          {"atan2", {"-0", "-inf"}, "~-3.1415926535897932385"},
                          {"atan2", {"1", "inf"}, "+0"},
                          {"atan2", {"-1", "inf"}, "-0"},
                          {"atan2", {"0", "inf"}, "+0"},
                          {"atan2", {"-0", "inf"}, "-0"},
                          {"atan2", {"most", "inf"}, "+0"},
                          {"atan2", {"inf", "1"}, "~1.5707963267948966192"},
                          {"atan2", {"-inf", "1"}, "~-1.5707963267948966192"},
                          {"atan2", {"inf", "-most"}, "~1.5707963267948966192"},
                          {"atan2", {"-inf", "-0"}, "~-1.5707963267948966192"},
                          {"atan2", {"inf", "0"}, "~1.5707963267948966192"},
                          {"atan2", {"inf", "-inf"}, "~2.3561944901923449288"},
                          {"atan2", {"-inf", "-inf"}, "~-2.3561944901923449288"},
                          {"atan2", {"inf", "inf"}, "~0.78539816339744830962"},
                          {"atan2", {"-inf", "inf"}, "~-0.78539816339744830962"},
                          {"atan2", {"nan", "0"}, "nan"},
                          {"atan2", {"0", "nan"}, "nan"},
                          {"atan2", {"inf", "nan"}, "nan"},
                          {"atan2", {"nan", "-inf"}, "nan"},
                          {"atan2", {"1", "1"}, "~0.78539816339744830962"},
                          {"atan2", {"-least", "-least"}, "~-2.3561944901923449288"},
                          {"atan2", {"most", "-most"}, "~2.3561944901923449288"}};
INSTANTIATE_TEST_SUITE_P(Atan2, Special, ::testing::ValuesIn(kAtan2));

constexpr Row kTrigonometric[] = {{"cos", {"0"}, "1"},          {"cos", {"-0"}, "1"},
                                  {"cos", {"inf"}, "nan"},      {"cos", {"-inf"}, "nan"},
                                  {"sin", {"0"}, "+0"},         {"sin", {"-0"}, "-0"},
                                  {"sin", {"inf"}, "nan"},      {"sin", {"-inf"}, "nan"},
                                  {"tan", {"0"}, "+0"},         {"tan", {"-0"}, "-0"},
                                  {"tan", {"inf"}, "nan"},      {"tan", {"-inf"}, "nan"},
                                  {"sincos_sin", {"-0"}, "-0"}, {"sincos_sin", {"-inf"}, "nan"},
                                  {"sincos_cos", {"-0"}, "1"},  {"sincos_cos", {"inf"}, "nan"}};
INSTANTIATE_TEST_SUITE_P(Trigonometric, Special, ::testing::ValuesIn(kTrigonometric));

// C23 F.10.1.11 ... 13: cospi(n + 1/2) = +0, sinpi(+-n) = +-0, tanpi(n) = +0 for n a positive even or negative odd
// integer, -0 for the others; tanpi(n + 1/2) = +inf for even n, -inf for odd n.
constexpr Row kTimesPi[] = {
    {"cospi", {"0"}, "1"},         {"cospi", {"-0"}, "1"},          {"cospi", {"0.5"}, "+0"},
    {"cospi", {"-0.5"}, "+0"},     {"cospi", {"1.5"}, "+0"},        {"cospi", {"-1.5"}, "+0"},
    {"cospi", {"2.5"}, "+0"},      {"cospi", {"-1048575.5"}, "+0"}, {"cospi", {"1"}, "-1"},
    {"cospi", {"-1"}, "-1"},       {"cospi", {"2"}, "1"},           {"cospi", {"-3"}, "-1"},
    {"cospi", {"16777215"}, "-1"}, {"cospi", {"most"}, "1"},        {"cospi", {"inf"}, "nan"},
    {"cospi", {"-inf"}, "nan"},    {"sinpi", {"0"}, "+0"},          {"sinpi", {"-0"}, "-0"},
    {"sinpi", {"1"}, "+0"},        {"sinpi", {"-1"}, "-0"},         {"sinpi", {"2"}, "+0"},
    {"sinpi", {"-2"}, "-0"},       {"sinpi", {"3"}, "+0"},          {"sinpi", {"-16777215"}, "-0"},
    {"sinpi", {"most"}, "+0"},     {"sinpi", {"-most"}, "-0"},      {"sinpi", {"0.5"}, "1"},
    {"sinpi", {"-0.5"}, "-1"},     {"sinpi", {"1.5"}, "-1"},        {"sinpi", {"-1.5"}, "1"},
    {"sinpi", {"2.5"}, "1"},       {"sinpi", {"inf"}, "nan"},       {"sinpi", {"-inf"}, "nan"},
    {"tanpi", {"0"}, "+0"},        {"tanpi", {"-0"}, "-0"},         {"tanpi", {"2"}, "+0"},
    {"tanpi", {"4"}, "+0"},        {"tanpi", {"-1"}, "+0"},         {"tanpi", {"-3"}, "+0"},
    {"tanpi", {"1"}, "-0"},        {"tanpi", {"3"}, "-0"},          {"tanpi", {"-2"}, "-0"},
    {"tanpi", {"-4"}, "-0"},       {"tanpi", {"16777215"}, "-0"},   {"tanpi", {"-16777215"}, "+0"},
    {"tanpi", {"most"}, "+0"},     {"tanpi", {"-most"}, "-0"},      {"tanpi", {"0.5"}, "+inf"},
    {"tanpi", {"1.5"}, "-inf"},    {"tanpi", {"2.5"}, "+inf"},      {"tanpi", {"3.5"}, "-inf"},
    {"tanpi", {"-0.5"}, "-inf"},   {"tanpi", {"-1.5"}, "+inf"},     {"tanpi", {"-2.5"}, "-inf"},
    {"tanpi", {"-3.5"}, "+inf"},   {"tanpi", {"0.25"}, "1"},        {"tanpi", {"0.75"}, "-1"},
    {"tanpi", {"1.25"}, "1"},      {"tanpi", {"-0.25"}, "-1"},      {"tanpi", {"-0.75"}, "1"},
    {"tanpi", {"-1.25"}, "-1"},    {"tanpi", {"inf"}, "nan"},       {"tanpi", {"-inf"}, "nan"}};
INSTANTIATE_TEST_SUITE_P(TimesPi, Special, ::testing::ValuesIn(kTimesPi));

constexpr Row kHyperbolic[] = {
    {"acosh", {"1"}, "+0"},     {"acosh", {"0.5"}, "nan"},   {"acosh", {"0"}, "nan"},
    {"acosh", {"-0"}, "nan"},   {"acosh", {"-1"}, "nan"},    {"acosh", {"-inf"}, "nan"},
    {"acosh", {"inf"}, "+inf"}, {"asinh", {"0"}, "+0"},      {"asinh", {"-0"}, "-0"},
    {"asinh", {"inf"}, "+inf"}, {"asinh", {"-inf"}, "-inf"}, {"atanh", {"0"}, "+0"},
    {"atanh", {"-0"}, "-0"},    {"atanh", {"1"}, "+inf"},    {"atanh", {"-1"}, "-inf"},
    {"atanh", {"2"}, "nan"},    {"atanh", {"-2"}, "nan"},    {"atanh", {"0x1.000002p0"}, "nan"},
    {"atanh", {"inf"}, "nan"},  {"atanh", {"-inf"}, "nan"},  {"cosh", {"0"}, "1"},
    {"cosh", {"-0"}, "1"},      {"cosh", {"inf"}, "+inf"},   {"cosh", {"-inf"}, "+inf"},
    {"sinh", {"0"}, "+0"},      {"sinh", {"-0"}, "-0"},      {"sinh", {"inf"}, "+inf"},
    {"sinh", {"-inf"}, "-inf"}, {"tanh", {"0"}, "+0"},       {"tanh", {"-0"}, "-0"},
    {"tanh", {"inf"}, "1"},     {"tanh", {"-inf"}, "-1"}};
INSTANTIATE_TEST_SUITE_P(Hyperbolic, Special, ::testing::ValuesIn(kHyperbolic));

constexpr Row kExponentialsAndLogarithms[] = {
    {"exp", {"0"}, "1"},        {"exp", {"-0"}, "1"},         {"exp", {"-inf"}, "+0"},     {"exp", {"inf"}, "+inf"},
    {"exp2", {"0"}, "1"},       {"exp2", {"-0"}, "1"},        {"exp2", {"-inf"}, "+0"},    {"exp2", {"inf"}, "+inf"},
    {"exp10", {"0"}, "1"},      {"exp10", {"-0"}, "1"},       {"exp10", {"-inf"}, "+0"},   {"exp10", {"inf"}, "+inf"},
    {"log", {"0"}, "-inf"},     {"log", {"-0"}, "-inf"},      {"log", {"1"}, "+0"},        {"log", {"-1"}, "nan"},
    {"log", {"-least"}, "nan"}, {"log", {"-inf"}, "nan"},     {"log", {"inf"}, "+inf"},    {"log2", {"0"}, "-inf"},
    {"log2", {"-0"}, "-inf"},   {"log2", {"1"}, "+0"},        {"log2", {"-least"}, "nan"}, {"log2", {"-inf"}, "nan"},
    {"log2", {"inf"}, "+inf"},  {"log10", {"0"}, "-inf"},     {"log10", {"-0"}, "-inf"},   {"log10", {"1"}, "+0"},
    {"log10", {"-1"}, "nan"},   {"log10", {"-least"}, "nan"}, {"log10", {"-inf"}, "nan"},  {"log10", {"inf"}, "+inf"},
    {"sqrt", {"0"}, "+0"},      {"sqrt", {"-0"}, "-0"},       {"sqrt", {"-least"}, "nan"}, {"sqrt", {"inf"}, "+inf"},
    {"sqrt", {"-inf"}, "nan"},  {"rsq", {"0"}, "+inf"},       {"rsq", {"-0"}, "-inf"},     {"rsq", {"-least"}, "nan"},
    {"rsq", {"inf"}, "+0"},     {"rsq", {"-inf"}, "nan"}};
INSTANTIATE_TEST_SUITE_P(ExponentialsAndLogarithms, Special, ::testing::ValuesIn(kExponentialsAndLogarithms));

// C99 F.9.4.4.
constexpr Row kPow[] = {{"pow", {"0", "-1"}, "+inf"},
                        {"pow", {"-0", "-1"}, "-inf"},
                        {"pow", {"-0", "-3"}, "-inf"},
                        {"pow", {"0", "-3"}, "+inf"},
                        {"pow", {"-0", "-16777215"}, "-inf"},
                        {"pow", {"0", "-2"}, "+inf"},
                        {"pow", {"-0", "-2"}, "+inf"},
                        {"pow", {"-0", "-0.5"}, "+inf"},
                        {"pow", {"-0", "-1.5"}, "+inf"},
                        {"pow", {"-0", "-most"}, "+inf"},
                        {"pow", {"0", "-inf"}, "+inf"},
                        {"pow", {"-0", "-inf"}, "+inf"},
                        {"pow", {"0", "1"}, "+0"},
                        {"pow", {"-0", "1"}, "-0"},
                        {"pow", {"-0", "3"}, "-0"},
                        {"pow", {"-0", "2"}, "+0"},
                        {"pow", {"-0", "0.5"}, "+0"},
                        {"pow", {"-0", "1.5"}, "+0"},
                        {"pow", {"0", "2.5"}, "+0"},
                        {"pow", {"0", "inf"}, "+0"},
                        {"pow", {"-0", "inf"}, "+0"},
                        {"pow", {"-1", "inf"}, "1"},
                        {"pow", {"-1", "-inf"}, "1"},
                        {"pow", {"1", "inf"}, "1"},
                        {"pow", {"1", "-inf"}, "1"},
                        {"pow", {"1", "nan"}, "1"},
                        {"pow", {"1", "2.5"}, "1"},
                        {"pow", {"1", "-most"}, "1"},
                        {"pow", {"2", "0"}, "1"},
                        {"pow", {"-2", "-0"}, "1"},
                        {"pow", {"0", "0"}, "1"},
                        {"pow", {"-0", "-0"}, "1"},
                        {"pow", {"inf", "0"}, "1"},
                        {"pow", {"-inf", "-0"}, "1"},
                        {"pow", {"nan", "0"}, "1"},
                        {"pow", {"nan", "-0"}, "1"},
                        {"pow", {"-1", "0.5"}, "nan"},
                        {"pow", {"-2", "-1.5"}, "nan"},
                        {"pow", {"-least", "least"}, "nan"},
                        {"pow", {"-most", "0.5"}, "nan"},
                        {"pow", {"0.5", "-inf"}, "+inf"},
                        {"pow", {"-0.5", "-inf"}, "+inf"},
                        {"pow", {"least", "-inf"}, "+inf"},
                        {"pow", {"2", "-inf"}, "+0"},
                        {"pow", {"-2", "-inf"}, "+0"},
                        {"pow", {"0.5", "inf"}, "+0"},
                        {"pow", {"-0.5", "inf"}, "+0"},
                        {"pow", {"2", "inf"}, "+inf"},
                        {"pow", {"-2", "inf"}, "+inf"},
                        {"pow", {"inf", "inf"}, "+inf"},
                        {"pow", {"-inf", "inf"}, "+inf"},
                        {"pow", {"inf", "-inf"}, "+0"},
                        {"pow", {"-inf", "-inf"}, "+0"},
                        {"pow", {"-inf", "-1"}, "-0"},
                        {"pow", {"-inf", "-3"}, "-0"},
                        {"pow", {"-inf", "-2"}, "+0"},
                        {"pow", {"-inf", "-0.5"}, "+0"},
                        {"pow", {"-inf", "1"}, "-inf"},
                        {"pow", {"-inf", "5"}, "-inf"},
                        {"pow", {"-inf", "2"}, "+inf"},
                        {"pow", {"-inf", "0.5"}, "+inf"},
                        {"pow", {"inf", "-0.5"}, "+0"},
                        {"pow", {"inf", "-1"}, "+0"},
                        {"pow", {"inf", "0.5"}, "+inf"},
                        {"pow", {"inf", "least"}, "+inf"},
                        {"pow", {"nan", "1"}, "nan"},
                        {"pow", {"2", "nan"}, "nan"},
                        {"pow", {"0", "nan"}, "nan"},
                        {"pow", {"-1", "nan"}, "nan"},
                        {"pow", {"nan", "inf"}, "nan"},
                        {"pow", {"nan", "nan"}, "nan"},
                        {"pow", {"-1", "3"}, "-1"},
                        {"pow", {"-1", "2"}, "1"},
                        {"pow", {"-1", "16777215"}, "-1"},
                        {"pow", {"-1", "most"}, "1"},
                        {"pow", {"-2", "3"}, "-8"},
                        {"pow", {"-2", "-3"}, "-0.125"},
                        {"pow", {"-2", "4"}, "16"}};
INSTANTIATE_TEST_SUITE_P(Pow, Special, ::testing::ValuesIn(kPow));

// IEEE 754-2019 9.2.1, C23 F.10.4.6.
constexpr Row kPowr[] = {
    {"powr", {"2", "0"}, "1"},         {"powr", {"0.25", "-0"}, "1"},     {"powr", {"least", "0"}, "1"},
    {"powr", {"0", "-1"}, "+inf"},     {"powr", {"-0", "-1"}, "+inf"},    {"powr", {"-0", "-2.5"}, "+inf"},
    {"powr", {"0", "-inf"}, "+inf"},   {"powr", {"-0", "-inf"}, "+inf"},  {"powr", {"0", "3"}, "+0"},
    {"powr", {"-0", "3"}, "+0"},       {"powr", {"-0", "0.5"}, "+0"},     {"powr", {"0", "inf"}, "+0"},
    {"powr", {"-0", "inf"}, "+0"},     {"powr", {"1", "2.5"}, "1"},       {"powr", {"1", "-most"}, "1"},
    {"powr", {"1", "0"}, "1"},         {"powr", {"-1", "2"}, "nan"},      {"powr", {"-least", "0"}, "nan"},
    {"powr", {"-2", "inf"}, "nan"},    {"powr", {"-inf", "1"}, "nan"},    {"powr", {"-inf", "0"}, "nan"},
    {"powr", {"-1", "inf"}, "nan"},    {"powr", {"0", "0"}, "nan"},       {"powr", {"-0", "0"}, "nan"},
    {"powr", {"0", "-0"}, "nan"},      {"powr", {"-0", "-0"}, "nan"},     {"powr", {"inf", "0"}, "nan"},
    {"powr", {"inf", "-0"}, "nan"},    {"powr", {"1", "inf"}, "nan"},     {"powr", {"1", "-inf"}, "nan"},
    {"powr", {"1", "nan"}, "nan"},     {"powr", {"nan", "0"}, "nan"},     {"powr", {"2", "nan"}, "nan"},
    {"powr", {"nan", "1"}, "nan"},     {"powr", {"-1", "nan"}, "nan"},    {"powr", {"0", "nan"}, "nan"},
    {"powr", {"inf", "inf"}, "+inf"},  {"powr", {"inf", "-inf"}, "+0"},   {"powr", {"inf", "0.5"}, "+inf"},
    {"powr", {"inf", "-least"}, "+0"}, {"powr", {"2", "inf"}, "+inf"},    {"powr", {"2", "-inf"}, "+0"},
    {"powr", {"0.5", "inf"}, "+0"},    {"powr", {"0.5", "-inf"}, "+inf"}, {"powr", {"2", "3"}, "8"},
    {"powr", {"4", "-0.5"}, "0.5"}};
INSTANTIATE_TEST_SUITE_P(Powr, Special, ::testing::ValuesIn(kPowr));

constexpr Row kFmod[] = {{"fmod", {"0", "1"}, "+0"},
                         {"fmod", {"-0", "1"}, "-0"},
                         {"fmod", {"-0", "inf"}, "-0"},
                         {"fmod", {"0", "-inf"}, "+0"},
                         {"fmod", {"inf", "1"}, "nan"},
                         {"fmod", {"-inf", "1"}, "nan"},
                         {"fmod", {"inf", "inf"}, "nan"},
                         {"fmod", {"1", "0"}, "nan"},
                         {"fmod", {"1", "-0"}, "nan"},
                         {"fmod", {"0", "0"}, "nan"},
                         {"fmod", {"inf", "0"}, "nan"},
                         {"fmod", {"1", "inf"}, "1"},
                         {"fmod", {"1", "-inf"}, "1"},
                         {"fmod", {"-1", "inf"}, "-1"},
                         {"fmod", {"most", "inf"}, "most"},
                         {"fmod", {"nan", "1"}, "nan"},
                         {"fmod", {"1", "nan"}, "nan"},
                         {"fmod", {"nan", "0"}, "nan"},
                         {"fmod", {"6", "3"}, "+0"},
                         {"fmod", {"-6", "3"}, "-0"},
                         {"fmod", {"-6", "-3"}, "-0"},
                         {"fmod", {"6", "-3"}, "+0"},
                         {"fmod", {"5", "3"}, "2"},
                         {"fmod", {"-5", "3"}, "-2"},
                         {"fmod", {"5", "-3"}, "2"},
                         {"fmod", {"-5", "-3"}, "-2"},
                         {"fmod", {"most", "least"}, "+0"},
                         {"fmod", {"-most", "least"}, "-0"},
                         {"fmod", {"least", "most"}, "least"},
                         {"fmod", {"-normal", "below_normal"}, "-least"},
                         {"fmod", {"5.5", "1.25"}, "0.5"}};
INSTANTIATE_TEST_SUITE_P(Fmod, Special, ::testing::ValuesIn(kFmod));

constexpr Row kExponents[] = {{"frexp_fraction", {"0"}, "+0"},
                              {"frexp_fraction", {"-0"}, "-0"},
                              {"frexp_exponent", {"0"}, "0"},
                              {"frexp_exponent", {"-0"}, "0"},
                              {"frexp_fraction", {"inf"}, "+inf"},
                              {"frexp_fraction", {"-inf"}, "-inf"},
                              {"frexp_fraction", {"nan"}, "nan"},
                              {"frexp_exponent", {"nan"}, "undefined"},
                              {"frexp_exponent", {"inf"}, "undefined"},
                              {"frexp_exponent", {"-inf"}, "undefined"},
                              {"frexp_fraction", {"1"}, "0.5"},
                              {"frexp_exponent", {"1"}, "1"},
                              {"frexp_fraction", {"-3"}, "-0.75"},
                              {"frexp_exponent", {"-3"}, "2"},
                              {"frexp_fraction", {"0.5"}, "0.5"},
                              {"frexp_exponent", {"0.5"}, "0"},
                              {"frexp_exponent", {"0.499"}, "-1"},
                              {"frexp_fraction", {"least"}, "0.5"},
                              {"frexp_fraction", {"-least"}, "-0.5"},
                              {"frexp_fraction", {"normal"}, "0.5"},
                              {"ilogb", {"0"}, "undefined"},
                              {"ilogb", {"-0"}, "undefined"},
                              {"ilogb", {"inf"}, "undefined"},
                              {"ilogb", {"nan"}, "undefined"},
                              {"ilogb", {"1"}, "0"},
                              {"ilogb", {"-1"}, "0"},
                              {"ilogb", {"0.5"}, "-1"},
                              {"ilogb", {"-3.99"}, "1"},
                              {"ilogb", {"4"}, "2"},
                              {"ldexp", {"0", "5"}, "+0"},
                              {"ldexp", {"-0", "2147483647"}, "-0"},
                              {"ldexp", {"inf", "-2147483648"}, "+inf"},
                              {"ldexp", {"-inf", "-5"}, "-inf"},
                              {"ldexp", {"nan", "0"}, "nan"},
                              {"ldexp", {"1.5", "0"}, "1.5"},
                              {"ldexp", {"-1.5", "4"}, "-24"},
                              {"ldexp", {"3", "-3"}, "0.375"},
                              {"ldexp", {"least", "0"}, "least"},
                              {"ldexp", {"normal", "0"}, "normal"},
                              {"ldexp", {"most", "0"}, "most"},
                              {"modf_fraction", {"0"}, "+0"},
                              {"modf_fraction", {"-0"}, "-0"},
                              {"modf_integer", {"0"}, "+0"},
                              {"modf_integer", {"-0"}, "-0"},
                              {"modf_fraction", {"inf"}, "+0"},
                              {"modf_fraction", {"-inf"}, "-0"},
                              {"modf_integer", {"inf"}, "+inf"},
                              {"modf_integer", {"-inf"}, "-inf"},
                              {"modf_fraction", {"nan"}, "nan"},
                              {"modf_integer", {"nan"}, "nan"},
                              {"modf_fraction", {"3"}, "+0"},
                              {"modf_fraction", {"-3"}, "-0"},
                              {"modf_integer", {"-3"}, "-3"},
                              {"modf_fraction", {"-2.75"}, "-0.75"},
                              {"modf_integer", {"-2.75"}, "-2"},
                              {"modf_integer", {"0.75"}, "+0"},
                              {"modf_integer", {"-0.75"}, "-0"},
                              {"modf_fraction", {"-least"}, "-least"},
                              {"modf_integer", {"-least"}, "-0"},
                              {"modf_fraction", {"most"}, "+0"},
                              {"modf_integer", {"most"}, "most"}};
INSTANTIATE_TEST_SUITE_P(Exponents, Special, ::testing::ValuesIn(kExponents));

constexpr Row kNeighbours[] = {{"nextafter", {"0", "1"}, "least"},
                               {"nextafter", {"0", "-1"}, "-least"},
                               {"nextafter", {"-0", "1"}, "least"},
                               {"nextafter", {"-0", "-1"}, "-least"},
                               {"nextafter", {"0", "-0"}, "-0"},
                               {"nextafter", {"-0", "0"}, "+0"},
                               {"nextafter", {"0", "0"}, "+0"},
                               {"nextafter", {"-0", "-0"}, "-0"},
                               {"nextafter", {"1", "1"}, "1"},
                               {"nextafter", {"least", "0"}, "+0"},
                               {"nextafter", {"least", "-0"}, "+0"},
                               {"nextafter", {"least", "-1"}, "+0"},
                               {"nextafter", {"-least", "0"}, "-0"},
                               {"nextafter", {"-least", "1"}, "-0"},
                               {"nextafter", {"-least", "-0"}, "-0"},
                               {"nextafter", {"0", "least"}, "least"},
                               {"nextafter", {"-0", "-least"}, "-least"},
                               {"nextafter", {"-least", "least"}, "-0"},
                               {"nextafter", {"normal", "0"}, "below_normal"},
                               {"nextafter", {"below_normal", "1"}, "normal"},
                               {"nextafter", {"-normal", "0"}, "-below_normal"},
                               {"nextafter", {"-below_normal", "-1"}, "-normal"},
                               {"nextafter", {"most", "inf"}, "+inf"},
                               {"nextafter", {"-most", "-inf"}, "-inf"},
                               {"nextafter", {"inf", "0"}, "most"},
                               {"nextafter", {"-inf", "0"}, "-most"},
                               {"nextafter", {"inf", "inf"}, "+inf"},
                               {"nextafter", {"inf", "-inf"}, "most"},
                               {"nextafter", {"-inf", "inf"}, "-most"},
                               {"nextafter", {"nan", "1"}, "nan"},
                               {"nextafter", {"1", "nan"}, "nan"},
                               {"nextafter", {"0", "inf"}, "least"},
                               {"nextafter", {"0", "-inf"}, "-least"}};
INSTANTIATE_TEST_SUITE_P(Neighbours, Special, ::testing::ValuesIn(kNeighbours));

constexpr Row kArithmetic[] = {{"fdim", {"1", "1"}, "+0"},
                               {"fdim", {"-1", "-1"}, "+0"},
                               {"fdim", {"1", "2"}, "+0"},
                               {"fdim", {"2", "1"}, "1"},
                               {"fdim", {"0", "0"}, "+0"},
                               {"fdim", {"-0", "0"}, "+0"},
                               {"fdim", {"0", "-0"}, "+0"},
                               {"fdim", {"-0", "-0"}, "+0"},
                               {"fdim", {"inf", "inf"}, "+0"},
                               {"fdim", {"-inf", "-inf"}, "+0"},
                               {"fdim", {"inf", "1"}, "+inf"},
                               {"fdim", {"1", "-inf"}, "+inf"},
                               {"fdim", {"inf", "-inf"}, "+inf"},
                               {"fdim", {"-inf", "inf"}, "+0"},
                               {"fdim", {"1", "inf"}, "+0"},
                               {"fdim", {"-inf", "1"}, "+0"},
                               {"fdim", {"nan", "1"}, "nan"},
                               {"fdim", {"1", "nan"}, "nan"},
                               {"fdim", {"nan", "inf"}, "nan"},
                               {"fdim", {"normal", "below_normal"}, "least"},
                               {"fdim", {"0", "-least"}, "least"},
                               {"copysign", {"1", "-0"}, "-1"},
                               {"copysign", {"-1", "0"}, "1"},
                               {"copysign", {"-1", "nan"}, "1"},
                               {"copysign", {"1", "-nan"}, "-1"},
                               {"copysign", {"-inf", "3"}, "+inf"},
                               {"copysign", {"0", "-3"}, "-0"},
                               {"copysign", {"nan", "-3"}, "-nan"},
                               {"copysign", {"least", "-inf"}, "-least"},
                               {"fma", {"inf", "0", "1"}, "nan"},
                               {"fma", {"0", "-inf", "1"}, "nan"},
                               {"fma", {"0", "inf", "nan"}, "nan"},
                               {"fma", {"inf", "1", "-inf"}, "nan"},
                               {"fma", {"inf", "-1", "inf"}, "nan"},
                               {"fma", {"inf", "-1", "-inf"}, "-inf"},
                               {"fma", {"1", "1", "-inf"}, "-inf"},
                               {"fma", {"most", "most", "-inf"}, "-inf"},
                               {"fma", {"1", "1", "-1"}, "+0"},
                               {"fma", {"-0", "1", "-0"}, "-0"},
                               {"fma", {"-0", "1", "0"}, "+0"},
                               {"fma", {"0", "-1", "-0"}, "-0"},
                               {"fma", {"nan", "1", "1"}, "nan"},
                               {"fma", {"least", "1", "-least"}, "+0"},
                               {"round", {"0"}, "+0"},
                               {"round", {"-0"}, "-0"},
                               {"round", {"0.5"}, "1"},
                               {"round", {"-0.5"}, "-1"},
                               {"round", {"2.5"}, "3"},
                               {"round", {"-2.5"}, "-3"},
                               {"round", {"0.49"}, "+0"},
                               {"round", {"-0.49"}, "-0"},
                               {"round", {"0x1.fffffep-2"}, "+0"},
                               {"round", {"-0x1.fffffep-2"}, "-0"},
                               {"round", {"-least"}, "-0"},
                               {"round", {"8388607.5"}, "8388608"},
                               {"round", {"most"}, "most"},
                               {"round", {"inf"}, "+inf"},
                               {"round", {"-inf"}, "-inf"},
                               {"round", {"nan"}, "nan"}};
INSTANTIATE_TEST_SUITE_P(Arithmetic, Special, ::testing::ValuesIn(kArithmetic));

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
