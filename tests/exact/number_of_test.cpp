// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "exact/text.hpp"

namespace halfulp::exact {
namespace {

TEST(NumberOf, ADecimalIsExact) {
  EXPECT_EQ(number_of("0.1"), Rational(1, 10));
  EXPECT_EQ(number_of("-16777217"), Rational(-16777217));
  EXPECT_EQ(number_of("+01.500"), Rational(3, 2));
  EXPECT_EQ(number_of("150e-2"), Rational(3, 2));
  EXPECT_EQ(number_of("0.00015E4"), Rational(3, 2));
  EXPECT_EQ(number_of("0e5"), Rational(0));
  // 2^-149, the smallest denormal of binary32, in full.
  EXPECT_EQ(number_of("1.40129846432481707092372958328991613128026194187651577175706828388979108268586060148"
                      "663818836212158203125e-45"),
            Rational::power_of_two(-149));
}

TEST(NumberOf, AHexFloatIsExact) {
  EXPECT_EQ(number_of("0x1.0000000001p1"), Rational(2) + Rational::power_of_two(-39));
  EXPECT_EQ(number_of("0X3.00P-1"), Rational(3, 2));
  EXPECT_EQ(number_of("-0x.Cp1"), Rational(-3, 2));
  EXPECT_EQ(number_of("0x0.000002p-125"), Rational::power_of_two(-148));
}

TEST(NumberOf, MarksAndSuffixesCountForNothing) {
  EXPECT_EQ(number_of("1'000_000.5f"), Rational(2000001, 2));
  EXPECT_EQ(number_of("0x1p4f"), Rational(16));
  for (const char* text : {"1'", "'1", "1''0", "1ff", "f"}) EXPECT_EQ(number_of(text), std::nullopt) << text;
}

TEST(NumberOf, BitsAndNamesAreNone) {
  for (const char* text : {"0x3fc00000", "inf", "nan", "", "3F80000C"})
    EXPECT_EQ(number_of(text), std::nullopt) << text;
}

}  // namespace
}  // namespace halfulp::exact
