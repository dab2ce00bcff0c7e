// SPDX-License-Identifier: Apache-2.0
#include "range/profile.hpp"

#include <gtest/gtest.h>

#include "range/reading/parse.hpp"
#include "range/reading/where.hpp"

namespace halfulp {
namespace {

std::vector<range::ProfilePoint> profiled(const std::string& book, const std::string& text, const std::string& where) {
  const std::vector<range::Operand> operands = range::parse_where(where, Format::binary32);
  const std::vector<std::string> names = {operands[0].name};
  const range::Program program = range::parse_program(text, names, Rulebook::open(book), Format::binary32, {}, {});
  return range::profile_of(program, std::vector{operands[0].set}, 0, 50);
}

TEST(RangeProfile, KnowsHowFarCorrectRoundingGoes) {
  const auto profile = profiled("ieee754", "x * x", "x in [1, 3]");
  ASSERT_EQ(profile.size(), 50U);
  EXPECT_EQ(value_text(Format::binary32, profile.front().operand), "1");
  EXPECT_EQ(value_text(Format::binary32, profile.back().operand), "3");
  for (const range::ProfilePoint& point : profile) {
    ASSERT_TRUE(point.below && point.above);
    EXPECT_LE(*point.below + *point.above, 0.5 + 1e-9);
  }
}

TEST(RangeProfile, KnowsHowFarARelativeBoundGoes) {
  // 2^-21 of a value is 4 to 8 ULP of it, less a part of one: the ends are values of the format.
  for (const range::ProfilePoint& point : profiled("d3d11", "rsqrt(x)", "x in [1e-10, 1e10]")) {
    ASSERT_TRUE(point.below && point.above);
    EXPECT_GT(*point.below, 3);
    EXPECT_LE(*point.below, 8);
    EXPECT_GT(*point.above, 3);
    EXPECT_LE(*point.above, 8);
  }
  // Anything: no distance.
  for (const range::ProfilePoint& point : profiled("metal4-fast", "sin(x)", "x in [1e5, 1e6]")) {
    EXPECT_FALSE(point.below);
  }
}

TEST(RangeProfile, IsOfOneOperandInARangeOfNumbers) {
  const auto ranging = [](const std::string& where) {
    std::vector<judge::ValueSet> sets;
    for (const range::Operand& operand : range::parse_where(where, Format::binary32)) sets.push_back(operand.set);
    return range::ranging_operand(sets);
  };
  EXPECT_EQ(ranging("x = 1; y in [0, 1]"), 1U);
  EXPECT_FALSE(ranging("x = 1; y = 2"));
  EXPECT_FALSE(ranging("x in [0, 1]; y in [0, 1]"));
  EXPECT_FALSE(ranging("x in all"));
}

}  // namespace
}  // namespace halfulp
