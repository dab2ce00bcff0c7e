// SPDX-License-Identifier: Apache-2.0

// The cases of blends, linear filters and texel addresses: both sides of where a rule changes, and the ends of ranges.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <vector>

#include "exact/result.hpp"
#include "number/layout.hpp"
#include "suite/format_cases.hpp"

namespace halfulp {
namespace {

using enum Operation;
using test::Operands;

std::vector<Operands> all_cases(Operation operation) {
  const Format format = *info(operation).only_format();
  const Suite suite(SuiteSize::quick, 1, operation, format);
  return test::operands_of(suite, {operation, format}, 0, suite.cases());
}

double number(Bits bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

/// How far a code before it is rounded is above the next lower one.
double part_of(Operation operation, const Operands& operands) {
  const exact::Result result = exact::exact_result(operation, *info(operation).only_format(), operands);
  if (result.kind != exact::Result::Kind::finite) return 0;
  const double code = result.value.nearby().to_double();
  return code - std::floor(code);
}

TEST(FixedFunctionCases, BlendsAreOnBothSidesOfEachBoundary) {
  for (const Operation operation : {blend_unorm8, blend_snorm8, blend_srgb8, blend_unorm10}) {
    for (const double boundary : {0.1, 0.4, 0.5, 0.6, 0.9}) {
      int below = 0;
      int above = 0;
      for (const Operands& operands : all_cases(operation)) {
        const double offset = part_of(operation, operands) - boundary;
        below += offset < 0 && offset > -1e-3 ? 1 : 0;
        above += offset > 0 && offset < 1e-3 ? 1 : 0;
      }
      EXPECT_GT(below, 20) << info(operation).name << ' ' << boundary;
      EXPECT_GT(above, 20) << info(operation).name << ' ' << boundary;
    }
  }
}

TEST(FixedFunctionCases, HaveEveryCodeAndTheUsualFactors) {
  std::set<Bits> codes;
  std::set<Bits> factors;
  int alone = 0;
  for (const Operands& operands : all_cases(blend_unorm8)) {
    codes.insert(operands[1]);
    factors.insert(operands[2]);
    alone += number(operands[2]) == 1 && number(operands[3]) == 0 ? 1 : 0;
  }
  EXPECT_EQ(codes.size(), 256U);
  for (const Bits bits : {Bits{0}, Bits{0x3f800000}, Bits{0x3f000000}, Bits{0x7f800000}, Bits{0x7fc00000}, Bits{1}}) {
    EXPECT_TRUE(factors.contains(bits)) << std::hex << bits;
  }
  EXPECT_GT(alone, 100);
}

TEST(FixedFunctionCases, HaveSpecialValuesOfEachOperand) {
  for (const OperationInfo& row : operations()) {
    if (row.family != OperationFamily::fixed_function) continue;
    const std::vector<Operands> cases = all_cases(row.operation);
    for (int i = 0; i < row.arity; ++i) {
      const FormatInfo& format = info(row.operand_format(i, Format::binary32));
      std::set<Bits> values;
      for (const Operands& operands : cases) {
        EXPECT_EQ(operands[static_cast<std::size_t>(i)] >> format.bits, 0U) << row.name;
        values.insert(operands[static_cast<std::size_t>(i)]);
      }
      EXPECT_TRUE(values.contains(0)) << row.name << ' ' << i;
      if (format.kind != FormatKind::floating) continue;
      const number::Layout layout(format);
      for (const Bits bits : {layout.one(), layout.infinity(), layout.canonical_nan(), layout.max_finite(), Bits{1}}) {
        EXPECT_TRUE(values.contains(bits)) << row.name << ' ' << i << ' ' << bits_text(format.format, bits);
      }
    }
  }
}

TEST(FixedFunctionCases, WeightsAndCoordinatesAreNearTheirSteps) {
  const auto count = [](Operation operation, std::size_t operand, double boundary) {
    int found = 0;
    for (const Operands& operands : all_cases(operation)) {
      const double steps = number(operands[operand]) * 256;
      found += std::fabs(steps - std::floor(steps) - boundary) < 1e-3 ? 1 : 0;
    }
    return found;
  };
  for (const double boundary : {0.4, 0.5, 0.6}) EXPECT_GT(count(linear_unorm8, 2, boundary), 100);
  // 0.6 of a step below a texel's border is 0.4 above the step before it.
  for (const double boundary : {0.4, 0.5, 0.6}) EXPECT_GT(count(texel_at, 0, boundary), 100);
}

}  // namespace
}  // namespace halfulp
