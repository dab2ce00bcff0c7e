// SPDX-License-Identifier: Apache-2.0
#include "exact/result.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace halfulp::exact {
namespace {

constexpr Bits kNan = 0x7fc00000;

std::string exact_text(const std::string& operation, const std::vector<std::string>& operands) {
  const Operation found = find_operation(operation).value();
  std::vector<Bits> bits;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    bits.push_back(parse_value(info(found).operand_format(static_cast<int>(i), Format::binary32), operands[i]));
  }
  return exact_result(found, Format::binary32, bits).text(info(info(found).result(Format::binary32)));
}

struct Row {
  std::string operation;
  std::vector<std::string> operands;
  std::string exact;
};

/// GoogleTest finds it by its name.
void PrintTo(const Row& row, std::ostream* stream) {
  *stream << row.operation;
  for (const std::string& operand : row.operands) *stream << ' ' << operand;
}

class ExactResult : public ::testing::TestWithParam<Row> {};

TEST_P(ExactResult, IsWhatIeee754AndMathematicsSay) {
  EXPECT_EQ(exact_text(GetParam().operation, GetParam().operands), GetParam().exact);
}

INSTANTIATE_TEST_SUITE_P(
    Sums, ExactResult,
    ::testing::Values(Row{"add", {"1", "0x1p-126"}, "0x1.00000000000000000000000000000004p+0"},
                      Row{"add", {"1", "-1"}, "+0"}, Row{"add", {"-0", "-0"}, "-0"}, Row{"add", {"-0", "0"}, "+0"},
                      Row{"add", {"inf", "-inf"}, "nan"}, Row{"add", {"inf", "1"}, "+inf"},
                      Row{"sub", {"0", "0"}, "+0"}, Row{"sub", {"-0", "0"}, "-0"}, Row{"sub", {"-inf", "1"}, "-inf"},
                      Row{"sub", {"inf", "inf"}, "nan"}, Row{"add", {"1", "2"}, "0x1.8p+1"},
                      Row{"mad", {"2", "3", "-6"}, "+0"}, Row{"mad", {"-0", "1", "-0"}, "-0"},
                      Row{"mad", {"inf", "0", "1"}, "nan"}, Row{"mad", {"inf", "1", "-inf"}, "nan"},
                      Row{"dp2", {"1", "2", "3", "4"}, "0x1.6p+3"}, Row{"dp2", {"inf", "0", "1", "1"}, "+inf"}));

INSTANTIATE_TEST_SUITE_P(
    ProductsAndQuotients, ExactResult,
    ::testing::Values(Row{"mul", {"-2", "0"}, "-0"}, Row{"mul", {"inf", "0"}, "nan"}, Row{"mul", {"-inf", "2"}, "-inf"},
                      Row{"mul", {"0x1p-100", "0x1p-100"}, "0x1p-200"}, Row{"div", {"1", "0"}, "+inf"},
                      Row{"div", {"1", "-0"}, "-inf"}, Row{"div", {"0", "0"}, "nan"}, Row{"div", {"inf", "inf"}, "nan"},
                      Row{"div", {"-1", "inf"}, "-0"}, Row{"div", {"3", "2"}, "0x1.8p+0"}, Row{"rcp", {"-0"}, "-inf"},
                      Row{"rcp", {"inf"}, "+0"}, Row{"reciprocal", {"-4"}, "-0x1p-2"}));

INSTANTIATE_TEST_SUITE_P(
    Functions, ExactResult,
    ::testing::Values(Row{"sqrt", {"-0"}, "-0"}, Row{"sqrt", {"-1"}, "nan"}, Row{"sqrt", {"0x1p-126"}, "0x1p-63"},
                      Row{"rsq", {"-0"}, "-inf"}, Row{"rsq", {"0"}, "+inf"}, Row{"rsq", {"-1"}, "nan"},
                      Row{"rsq", {"inf"}, "+0"}, Row{"rsq", {"4"}, "0x1p-1"}, Row{"exp2", {"-inf"}, "+0"},
                      Row{"exp2", {"inf"}, "+inf"}, Row{"exp2", {"-149"}, "0x1p-149"}, Row{"log2", {"-0"}, "-inf"},
                      Row{"log2", {"-1"}, "nan"}, Row{"log2", {"inf"}, "+inf"}, Row{"log2", {"0.125"}, "-0x1.8p+1"},
                      Row{"sin", {"-0"}, "-0"}, Row{"sin", {"inf"}, "nan"}, Row{"cos", {"0"}, "0x1p+0"},
                      Row{"sin", {"1"}, "~0.84147098480789650665"}, Row{"frc", {"-0.25"}, "0x1.8p-1"},
                      Row{"frc", {"inf"}, "nan"}, Row{"round_ne", {"2.5"}, "0x1p+1"}, Row{"round_ne", {"-0.5"}, "-0"},
                      Row{"round_ni", {"-0.5"}, "-0x1p+0"}, Row{"round_pi", {"-0.5"}, "-0"},
                      Row{"round_z", {"-1.5"}, "-0x1p+0"}));

INSTANTIATE_TEST_SUITE_P(Conversions, ExactResult,
                         ::testing::Values(Row{"itof", {"-2147483648"}, "-0x1p+31"},
                                           Row{"utof", {"4294967295"}, "0x1.fffffffep+31"}, Row{"itof", {"0"}, "+0"}));

Bits integer(const std::string& operation, const std::string& operand) {
  const std::vector<Bits> bits = {parse_value(Format::binary32, operand)};
  const Result result = exact_result(find_operation(operation).value(), Format::binary32, bits);
  if (result.kind == Result::Kind::zero) return 0;
  if (result.kind == Result::Kind::bits) return result.bits;
  return static_cast<std::uint32_t>(result.value.rational().to_int64());
}

TEST(ExactConversion, ClampsTruncatesAndTakesNanToZero) {
  EXPECT_EQ(integer("ftoi", "1.9"), 1U);
  EXPECT_EQ(integer("ftoi", "-1.9"), 0xffffffffU);
  EXPECT_EQ(integer("ftoi", "0x1p31"), 0x7fffffffU);
  EXPECT_EQ(integer("ftoi", "-0x1p31"), 0x80000000U);
  EXPECT_EQ(integer("ftoi", "-inf"), 0x80000000U);
  EXPECT_EQ(integer("ftoi", "0x1.fffffep30"), 0x7fffff80U);
  EXPECT_EQ(integer("ftoi", "nan"), 0U);
  EXPECT_EQ(integer("ftou", "-1"), 0U);
  EXPECT_EQ(integer("ftou", "0x1p32"), 0xffffffffU);
  EXPECT_EQ(integer("ftou", "0x1.fffffep31"), 0xffffff00U);
  EXPECT_EQ(integer("ftou", "inf"), 0xffffffffU);
  EXPECT_EQ(integer("ftou", "nan"), 0U);
  EXPECT_EQ(integer("ftou", "0.99"), 0U);
}

TEST(ExactSum, SaysWhetherItsZeroCancelled) {
  const std::vector<Bits> cancelling = {0x3f800000, 0xbf800000};
  EXPECT_TRUE(exact_result(Operation::add, Format::binary32, cancelling).cancelled);
  const std::vector<Bits> zeros = {0x00000000, 0x80000000};
  EXPECT_FALSE(exact_result(Operation::add, Format::binary32, zeros).cancelled);
  // 1 * 1 + (-1) * 1, given as x0 x1 y0 y1.
  const std::vector<Bits> products = {0x3f800000, 0xbf800000, 0x3f800000, 0x3f800000};
  EXPECT_TRUE(exact_result(Operation::dp2, Format::binary32, products).cancelled);
}

TEST(ExactSelection, IsMinimumNumberAndMaximumNumber) {
  const auto of = [](Operation operation, Bits x, Bits y) {
    const std::vector<Bits> operands = {x, y};
    const Result result = exact_result(operation, Format::binary32, operands);
    return result.text(info(Format::binary32));
  };
  EXPECT_EQ(of(Operation::min, kNan, 0x3f800000), of(Operation::min, 0x3f800000, 0x3f800000));
  EXPECT_EQ(of(Operation::max, 0xbf800000, kNan), of(Operation::max, 0xbf800000, 0xbf800000));
  EXPECT_EQ(of(Operation::min, 0x00000000, 0x80000000), of(Operation::min, 0x80000000, 0x80000000));
  EXPECT_EQ(of(Operation::max, 0x80000000, 0x00000000), of(Operation::max, 0x00000000, 0x00000000));
  EXPECT_NE(of(Operation::min, 0x00000000, 0x80000000), of(Operation::max, 0x00000000, 0x80000000));
}

}  // namespace
}  // namespace halfulp::exact
