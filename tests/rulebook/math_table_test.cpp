// SPDX-License-Identifier: Apache-2.0
#include "rulebook/math_table.hpp"

#include <gtest/gtest.h>

#include <string>

#include "halfulp/error.hpp"

namespace halfulp::rulebook {
namespace {

/// "metal4-fast metal.math_mode=safe ..." or "".
std::string table_of(const std::string& function, const std::string& book, const Readings& chosen = {}) {
  const auto table = math_table(function, Rulebook::open(book), chosen);
  if (!table) return "";
  std::string text = table->book.id();
  for (const auto& [reading, option] : table->readings) text.append(" ").append(reading).append("=").append(option);
  return text;
}

TEST(MathTable, IsThatOfThePrefixInTheModeOfTheRulebook) {
  EXPECT_EQ(table_of("fast::sin", "metal4"), "metal4-fast metal.math_mode=safe");
  EXPECT_EQ(table_of("metal::fast::sin", "metal4"), "metal4-fast metal.math_mode=safe");
  EXPECT_EQ(table_of("msl:precise::sin", "metal4-fast"), "metal4 metal.math_mode=fast");
  EXPECT_EQ(table_of("fast::sin", "metal4", {{"metal.math_mode", "relaxed"}}), "metal4-fast metal.math_mode=relaxed");
  EXPECT_EQ(table_of("precise::sin", "metal4-fast", {{"metal.math_mode", "by_functions"}}),
            "metal4 metal.math_mode=fast");
}

TEST(MathTable, IsTheRulebooksOwnOfOtherNames) {
  EXPECT_EQ(table_of("sin", "metal4"), "");
  EXPECT_EQ(table_of("precise::sin", "metal4"), "");
  EXPECT_EQ(table_of("fast::sin", "metal4-fast"), "");
  EXPECT_EQ(table_of("fast::sin", "d3d11"), "");
}

TEST(MathTable, HasTheReadingsThatItKnows) {
  EXPECT_EQ(table_of("fast::pow", "metal4", {{"msl.pow_negative", "c99"}}),
            "metal4-fast metal.math_mode=safe msl.pow_negative=c99");
  EXPECT_EQ(table_of("precise::pow", "metal4-fast", {{"msl.pow_negative", "c99"}}), "metal4 metal.math_mode=fast");
  EXPECT_THROW(table_of("fast::pow", "metal4", {{"msl.pow_negativ", "c99"}}), Error);
}

// OpenCL's table has other bounds for half_sin than for sin, and none for native_sin.
TEST(MathTable, IsOpenclsOfItsPrefixes) {
  EXPECT_EQ(table_of("half_sin", "opencl3"), "opencl3-half ocl.prefix=half");
  EXPECT_EQ(table_of("opencl:native_rsqrt", "opencl3-fast"), "opencl3-half ocl.prefix=native");
  EXPECT_EQ(table_of("native_sin", "opencl3-half"), "opencl3-half ocl.prefix=native");
  EXPECT_EQ(table_of("half_sin", "opencl3-half", {{"ocl.prefix", "native"}}), "opencl3-half ocl.prefix=half");
  EXPECT_EQ(table_of("half_sin", "opencl3", {{"ftz.in", "must"}}), "opencl3-half ftz.in=must ocl.prefix=half");
  EXPECT_EQ(table_of("half_sin", "opencl3-half"), "");
  EXPECT_EQ(table_of("sin", "opencl3"), "");
  EXPECT_EQ(table_of("native_sin", "d3d11"), "");
  EXPECT_THROW(table_of("half_sin", "opencl3", {{"ftz.inn", "must"}}), Error);
}

TEST(MathTable, IsTheRulebookUnderTheReadingOfAConversionsName) {
  EXPECT_EQ(table_of("convert_uchar_sat", "opencl3"), "opencl3 ocl.saturation=sat");
  EXPECT_EQ(table_of("convert_int_sat_rtz", "opencl3-fast"), "opencl3-fast ocl.saturation=sat");
  EXPECT_EQ(table_of("vstore_half_rtp", "opencl3"), "opencl3 ocl.convert_round=rtp");
  EXPECT_EQ(table_of("vstore_half_rte", "opencl3"), "");
  EXPECT_EQ(table_of("vstore_half_rte", "opencl3", {{"ocl.convert_round", "rtz"}}), "opencl3 ocl.convert_round=rte");
  EXPECT_EQ(table_of("convert_uchar_sat", "opencl3", {{"ocl.saturation", "sat"}}), "");
  EXPECT_EQ(table_of("convert_uchar", "opencl3"), "");
  EXPECT_EQ(table_of("opencl:max", "opencl3"), "opencl3 ocl.minmax=common");
  EXPECT_EQ(table_of("max", "opencl3"), "");
  const auto table = math_table("vstore_half_rtp", Rulebook::open("opencl3"), {});
  ASSERT_TRUE(table);
  EXPECT_FALSE(math_table("vstore_half_rtp", table->book, {})) << "the book is under that reading";
}

TEST(MathTable, IsRefusedWhereAVersionHasNoModes) {
  EXPECT_THROW(table_of("fast::sin", "metal1.2"), Error);
  EXPECT_THROW(table_of("precise::sin", "metal2.1-fast"), Error);
}

}  // namespace
}  // namespace halfulp::rulebook
