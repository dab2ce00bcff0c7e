// SPDX-License-Identifier: Apache-2.0
#include "cli/decimal.hpp"

#include <gtest/gtest.h>

namespace halfulp::cli {
namespace {

TEST(RoundedDecimal, IsOneThatBinaryCannotHold) {
  EXPECT_TRUE(is_rounded_decimal("0.1", "0x1.99999ap-4"));
  EXPECT_TRUE(is_rounded_decimal("-16777217", "-0x1p+24"));
  EXPECT_TRUE(is_rounded_decimal("1e-60", "0x0p+0"));
  EXPECT_TRUE(is_rounded_decimal("1e60", "inf"));
}

TEST(RoundedDecimal, IsNotOneThatBinaryHoldsHoweverItIsWritten) {
  EXPECT_FALSE(is_rounded_decimal("1.5", "0x1.8p+0"));
  EXPECT_FALSE(is_rounded_decimal("+01.500", "0x1.8p+0"));
  EXPECT_FALSE(is_rounded_decimal("150e-2", "0x1.8p+0"));
  EXPECT_FALSE(is_rounded_decimal("0.00015E4", "0x1.8p+0"));
  EXPECT_FALSE(is_rounded_decimal("-0", "-0x0p+0"));
  EXPECT_FALSE(is_rounded_decimal("0e5", "0x0p+0"));
  // 2^-149, the smallest denormal of binary32, in full.
  EXPECT_FALSE(
      is_rounded_decimal("1.40129846432481707092372958328991613128026194187651577175706828388979108268586060148"
                         "663818836212158203125e-45",
                         "0x1p-149"));
}

TEST(RoundedDecimal, IsNoHexFloatBitsOrName) {
  EXPECT_FALSE(is_rounded_decimal("0x1.8p+0", "0x1.8p+0"));
  EXPECT_FALSE(is_rounded_decimal("0x3fc00000", "0x1.8p+0"));
  EXPECT_FALSE(is_rounded_decimal("inf", "inf"));
  EXPECT_FALSE(is_rounded_decimal("nan", "nan"));
}

}  // namespace
}  // namespace halfulp::cli
