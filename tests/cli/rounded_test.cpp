// SPDX-License-Identifier: Apache-2.0
#include "cli/rounded.hpp"

#include <gtest/gtest.h>

namespace halfulp::cli {
namespace {

TEST(Rounded, IsOneThatBinaryCannotHold) {
  EXPECT_TRUE(is_rounded("0.1", "0x1.99999ap-4"));
  EXPECT_TRUE(is_rounded("-16777217", "-0x1p+24"));
  EXPECT_TRUE(is_rounded("1e-60", "0x0p+0"));
  EXPECT_TRUE(is_rounded("1e60", "inf"));
}

TEST(Rounded, IsNotOneThatBinaryHoldsHoweverItIsWritten) {
  EXPECT_FALSE(is_rounded("1.5", "0x1.8p+0"));
  EXPECT_FALSE(is_rounded("+01.500", "0x1.8p+0"));
  EXPECT_FALSE(is_rounded("150e-2", "0x1.8p+0"));
  EXPECT_FALSE(is_rounded("0.00015E4", "0x1.8p+0"));
  EXPECT_FALSE(is_rounded("-0", "-0x0p+0"));
  EXPECT_FALSE(is_rounded("0e5", "0x0p+0"));
  // 2^-149, the smallest denormal of binary32, in full.
  EXPECT_FALSE(
      is_rounded("1.40129846432481707092372958328991613128026194187651577175706828388979108268586060148"
                 "663818836212158203125e-45",
                 "0x1p-149"));
}

TEST(Rounded, IsAHexFloatOfMoreBitsOrBeyondTheFormat) {
  EXPECT_TRUE(is_rounded("0x1.0000000001p1", "0x1p+1"));
  EXPECT_TRUE(is_rounded("-0x1.000001p0", "-0x1p+0"));
  EXPECT_TRUE(is_rounded("0x1p200", "inf"));
  EXPECT_TRUE(is_rounded("0x1p-200", "0x0p+0"));
  EXPECT_FALSE(is_rounded("0x1.8p+0", "0x1.8p+0"));
  EXPECT_FALSE(is_rounded("0X3.00P-1", "0x1.8p+0"));
  EXPECT_FALSE(is_rounded("-0x.Cp1", "-0x1.8p+0"));
  EXPECT_FALSE(is_rounded("0x0p5", "0x0p+0"));
  EXPECT_FALSE(is_rounded("0x0.000002p-125", "0x1p-148"));
}

TEST(Rounded, IsNoBitsOrName) {
  EXPECT_FALSE(is_rounded("0x3fc00000", "0x1.8p+0"));
  EXPECT_FALSE(is_rounded("inf", "inf"));
  EXPECT_FALSE(is_rounded("nan", "nan"));
}

}  // namespace
}  // namespace halfulp::cli
