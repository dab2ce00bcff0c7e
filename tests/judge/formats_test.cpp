// SPDX-License-Identifier: Apache-2.0
// Every rule of the Direct3D rulebooks for 64, 16, 11 and 10 bits and for conversions between formats: a result that it
// permits, and one that it alone forbids. The values follow by hand from the formats' layouts.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "judge/charged_rule.hpp"
#include "judge/direct3d_rules.hpp"
#include "judge/judged.hpp"

namespace halfulp {
namespace {

using test::book;

struct Row {
  std::string rule;
  std::string rulebook;
  Operation operation;
  Format format;
  std::vector<std::string> operands;
  std::string right;
  std::string wrong;
};

/// GoogleTest finds it by its name.
void PrintTo(const Row& row, std::ostream* stream) { *stream << row.rule << ' ' << info(row.operation).name; }

using enum Operation;
using enum Format;

const std::vector<Row> kRows = {
    // 16 bits
    {"D3D-HALF-DENORMALS", "d3d10", add, binary16, {"0x0001", "0x0001"}, "0x0002", "0"},
    {"D3D-HALF-DENORMALS", "d3d10", Operation::min, binary16, {"0x0001", "0x0002"}, "0x0001", "0"},
    {"D3D-HALF-UNFUSED", "d3d10", add, binary16, {"1", "0x1.8p-11"}, "0x1.004p+0", "1"},
    {"D3D-HALF-UNFUSED", "d3d11", div, binary16, {"1", "3"}, "0x3555", "0x3556"},
    {"D3D-HALF-UNFUSED", "d3d11", sub, binary16, {"65504", "-16"}, "inf", "nan"},
    {"D3D-HALF-MAD", "d3d10", mad, binary16, {"1.5", "1.5", "1"}, "3.25", "0x1.a04p+1"},
    {"D3D-HALF-DP2", "d3d10", dp2, binary16, {"1.5", "1", "1.5", "1"}, "3.25", "0x1.a04p+1"},
    {"D3D-HALF-DP3", "d3d10.1", dp3, binary16, {"1.5", "1", "1", "1.5", "1", "1"}, "4.25", "0x1.104p+2"},
    {"D3D-HALF-DP4", "d3d11", dp4, binary16, {"1.5", "1", "1", "1", "1.5", "1", "1", "1"}, "5.25", "0x1.504p+2"},
    // 11 and 10 bits
    {"D3D-UFLOAT-DENORMALS", "d3d10", add, ufloat11, {"0x001", "0x001"}, "0x002", "0"},
    {"D3D-UFLOAT-BELOW-ZERO", "d3d10", sub, ufloat11, {"1", "2"}, "0", "1"},
    {"D3D-UFLOAT-BELOW-ZERO", "d3d10", sub, ufloat10, {"0", "2"}, "0", "2"},
    {"D3D-UFLOAT-BELOW-ZERO", "d3d10", log2, ufloat10, {"0"}, "0", "inf"},
    {"D3D-UFLOAT-BELOW-ZERO", "d3d10", sin, ufloat11, {"4"}, "0", "0.75"},
    {"D3D-UFLOAT-UNFUSED", "d3d10", add, ufloat11, {"1", "0x1.8p-7"}, "0x1.04p+0", "1"},
    {"D3D-UFLOAT-UNFUSED", "d3d11", sub, ufloat10, {"3", "1"}, "2", "0x1.08p+1"},
    {"D3D-UFLOAT-MAD", "d3d10", mad, ufloat11, {"1.5", "1.5", "1"}, "3.25", "0x1.a8p+1"},
    {"D3D-UFLOAT-DP2", "d3d10", dp2, ufloat11, {"1.5", "1", "1.5", "1"}, "3.25", "0x1.a8p+1"},
    {"D3D-UFLOAT-DP3", "d3d11", dp3, ufloat11, {"1.5", "1", "1", "1.5", "1", "1"}, "4.25", "0x1.14p+2"},
    {"D3D-UFLOAT-DP4", "d3d11", dp4, ufloat11, {"1.5", "1", "1", "1", "1.5", "1", "1", "1"}, "5.25", "0x1.54p+2"},
    // exp2(0.5) = 1.41421 = 1448.15 / 1024; log2(3) = 1.58496 = 1622.999 / 1024; sin(1) = 1723.33 / 2048
    {"D3D-NARROW-RSQ-EXP", "d3d10", exp2, binary16, {"0.5"}, "0x3da8", "0x3da9"},
    {"D3D-NARROW-RSQ-EXP", "d3d11", rsq, ufloat11, {"4"}, "0.5", "0x1.04p-1"},
    {"D3D-NARROW-LOG", "d3d10", log2, binary16, {"3"}, "0x3e57", "0x3e58"},
    {"D3D-NARROW-SINCOS", "d3d11", sin, binary16, {"1"}, "0x3abb", "0x3abd"},
    {"D3D10.1-NARROW-RCP", "d3d10.1", rcp, binary16, {"3"}, "0x3555", "0x3556"},
    // conversions
    {"D3D-NARROWING", "d3d10", binary32_to_binary16, binary32, {"65535.9"}, "65504", "inf"},
    {"D3D-NARROWING", "d3d11", binary16_to_ufloat10, binary16, {"0x1.ffcp+0"}, "0x1.f8p+0", "2"},
    {"D3D-NARROWING-DENORMALS", "d3d10", binary32_to_binary16, binary32, {"0x1.8p-24"}, "0x0001", "0"},
    {"D3D-NARROWING-INF", "d3d10", binary32_to_binary16, binary32, {"-inf"}, "-inf", "-65504"},
    {"D3D-NARROWING-NAN", "d3d10", binary32_to_binary16, binary32, {"nan"}, "0x7c01", "inf"},
    {"D3D-NARROWING-NAN-WITHOUT-SIGN", "d3d10", ufloat11_to_ufloat10, ufloat11, {"nan"}, "0x3e1", "0"},
    {"D3D-NARROWING-BELOW-ZERO", "d3d10", binary32_to_ufloat11, binary32, {"-1"}, "0", "1"},
    {"D3D-NARROWING-BELOW-ZERO", "d3d10", binary16_to_ufloat10, binary16, {"-inf"}, "0", "inf"},
    {"D3D-WIDENING", "d3d10", binary16_to_binary32, binary16, {"1.5"}, "1.5", "0x3fc00001"},
    {"D3D-WIDENING-DENORMALS", "d3d10", binary16_to_binary32, binary16, {"0x0001"}, "0x1p-24", "0"},
    // 64 bits
    {"D3D11-DOUBLE-DENORMALS", "d3d11", add, binary64, {"0x1p-1074", "0x1p-1074"}, "0x1p-1073", "0"},
    {"D3D11-DOUBLE-TABLE-DENORMALS", "d3d11", div, binary64, {"0x1p-1074", "0.5"}, "0x1p-1073", "0"},
    {"D3D11-DOUBLE-ARITHMETIC", "d3d11", add, binary64, {"1", "0x1p-53"}, "1", "0x1.0000000000001p+0"},
    {"D3D11-DOUBLE-DIV", "d3d11", div, binary64, {"1", "3"}, "0x3fd5555555555555", "0x3fd5555555555556"},
    {"D3D11-DOUBLE-FMA",
     "d3d11",
     fma,
     binary64,
     {"0x1.0000000000001p+0", "0x1.0000000000001p+0", "-0x1.0000000000002p+0"},
     "0x1p-104",
     "0"},
    {"D3D11-DOUBLE-FMA-NAN-OPERAND", "d3d11", fma, binary64, {"nan", "1", "1"}, "nan", "1"},
    {"D3D11-DOUBLE-RCP", "d3d11", rcp, binary64, {"3"}, "0x3fd5555555555556", "0x3fd5555555555557"},
    {"D3D11-DOUBLE-RCP-EXACT", "d3d11", rcp, binary64, {"4"}, "0.25", "0x1.fffffffffffffp-3"},
    {"D3D11-DOUBLE-TO-INTEGER", "d3d11", ftoi, binary64, {"-1.5"}, "-1", "-2"},
    {"D3D11-DOUBLE-TO-INTEGER", "d3d11", ftou, binary64, {"4294967296.5"}, "4294967295", "0"},
    {"D3D11-DOUBLE-FROM-INTEGER", "d3d11", itof, binary64, {"2147483647"}, "2147483647", "2147483648"},
    {"D3D11-DOUBLE-TO-FLOAT", "d3d11", binary64_to_binary32, binary64, {"0x1.0000011p+0"}, "0x1.000002p+0", "1"},
    {"D3D11-FLOAT-TO-DOUBLE", "d3d11", binary32_to_binary64, binary32, {"1.5"}, "1.5", "0x1.8000000000001p+0"},
    {"D3D11-DOUBLE-NARROWING", "d3d11", binary64_to_binary16, binary64, {"65535.9"}, "65504", "inf"},
    {"D3D11-DOUBLE-NARROWING-INF", "d3d11", binary64_to_binary32, binary64, {"inf"}, "inf", "0x1.fffffep+127"},
    {"D3D11-DOUBLE-NARROWING-NAN", "d3d11", binary64_to_binary32, binary64, {"nan"}, "nan", "inf"},
    {"D3D11-DOUBLE-NARROWING-NAN-WITHOUT-SIGN", "d3d11", binary64_to_ufloat11, binary64, {"nan"}, "nan", "0"},
    {"D3D11-DOUBLE-NARROWING-BELOW-ZERO", "d3d11", binary64_to_ufloat10, binary64, {"-1"}, "0", "1"},
    {"D3D11-WIDENING-TO-DOUBLE", "d3d11", ufloat10_to_binary64, ufloat10, {"1.5"}, "1.5", "0x1.8000000000001p+0"},
};

std::vector<Bits> operands_of(const Row& row) {
  std::vector<Bits> operands;
  for (std::size_t i = 0; i < row.operands.size(); ++i) {
    const Format format = info(row.operation).operand_format(static_cast<int>(i), row.format);
    operands.push_back(parse_value(format, row.operands[i]));
  }
  return operands;
}

class ARuleOfOtherFormats : public testing::TestWithParam<Row> {};

TEST_P(ARuleOfOtherFormats, PermitsTheRightResultAndIsChargedWithTheWrongOne) {
  const Row& row = GetParam();
  const auto result = [&](const std::string& text) {
    return parse_value(info(row.operation).result(row.format), text);
  };
  test::expect_permitted_and_charged(
      {row.rule, row.rulebook, row.operation, row.format, operands_of(row), result(row.right), result(row.wrong), {}});
}

INSTANTIATE_TEST_SUITE_P(OfDirect3d, ARuleOfOtherFormats, testing::ValuesIn(kRows), test::rule_test_name<Row>);

// A sentence that names nearest even leaves no question for `tie`.
TEST(TiesOfNarrowFormats, GoToEven) {
  struct Tie {
    Operation operation;
    Format format;
    std::vector<Bits> operands;
    Bits even;
    Bits odd;
  };
  const std::vector<Tie> ties = {
      {add, binary16, {0x0001, 0x0801}, 0x0802, 0x0801}, {add, binary16, {0x3c00, 0x1000}, 0x3c00, 0x3c01},
      {mul, binary16, {0x0003, 0x3800}, 0x0002, 0x0001}, {Operation::exp2, binary16, {0xce40}, 0, 1},
      {add, ufloat11, {0x3c1, 0x200}, 0x3c2, 0x3c1},     {add, ufloat10, {0x1e1, 0x120}, 0x1e2, 0x1e1}};
  for (const char* rulebook : {"d3d10", "d3d10.1", "d3d11"}) {
    for (const Tie& tie : ties) {
      const auto verdict = [&](Bits result) {
        return judge_result(test::book(rulebook), tie.operation, tie.format, tie.operands, result).verdict;
      };
      EXPECT_EQ(verdict(tie.even), Verdict::pass) << test::described(rulebook, tie.operation, tie.operands, tie.format);
      EXPECT_EQ(verdict(tie.odd), Verdict::fail) << test::described(rulebook, tie.operation, tie.operands, tie.format);
    }
  }
}

// "Double-precision instructions follow IEEE 754R", ddiv and dfma with their 0.5 ULP among them.
TEST(TiesOfDoubles, GoToEven) {
  constexpr Bits kOneDouble = 0x3ff0000000000000;
  const auto verdict = [](Operation operation, const std::vector<Bits>& operands, Bits result) {
    return judge_result(test::book("d3d11"), operation, Format::binary64, operands, result).verdict;
  };
  const std::vector<Bits> half_way = {kOneDouble, kOneDouble, 0x3ca0000000000000};  // 1 + 2^-53
  EXPECT_EQ(verdict(Operation::fma, half_way, kOneDouble), Verdict::pass);
  EXPECT_EQ(verdict(Operation::fma, half_way, kOneDouble + 1), Verdict::fail);
  EXPECT_EQ(verdict(div, {3, 0x4000000000000000}, 2), Verdict::pass);
  EXPECT_EQ(verdict(div, {3, 0x4000000000000000}, 1), Verdict::fail);
}

TEST(ARuleThatOnlyPermits, LetsTheFloatSideOfDtofAndFtodBeFlushedOrNot) {
  const auto verdict = [](Operation operation, Format format, Bits operand, Bits result) {
    return judge_result(book("d3d11"), operation, format, std::vector<Bits>{operand}, result).verdict;
  };
  // 2^-127, a denormal of binary32
  for (const Bits result : {Bits{0x00400000}, Bits{0}}) {
    EXPECT_EQ(verdict(binary64_to_binary32, binary64, 0x3800000000000000, result), Verdict::pass);
  }
  for (const Bits result : {Bits{0x3800000000000000}, Bits{0}}) {
    EXPECT_EQ(verdict(binary32_to_binary64, binary32, 0x00400000, result), Verdict::pass);
  }
  EXPECT_EQ(verdict(binary32_to_binary64, binary32, 0x00400000, 0x8000000000000000), Verdict::fail);
}

}  // namespace

std::set<std::string> test::direct3d_rules_of_other_formats() {
  std::set<std::string> rules;
  for (const Row& row : kRows) rules.insert(row.rule);
  return rules;
}

}  // namespace halfulp
