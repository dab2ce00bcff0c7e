// SPDX-License-Identifier: Apache-2.0
#include "report/values.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace halfulp::report {
namespace {

TEST(Grouped, PutsACommaBetweenThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(4294967296), "4,294,967,296");
  EXPECT_EQ(grouped(123456), "123,456");
}

TEST(UlpText, KeepsFourDigitsAndGroupsLargeErrors) {
  EXPECT_EQ(ulp_text(std::nullopt), "");
  EXPECT_EQ(ulp_text(0.5), "0.5");
  EXPECT_EQ(ulp_text(0.49996), "0.5");
  EXPECT_EQ(ulp_text(8388607.25), "8,388,608");
  EXPECT_EQ(ulp_text(25165824), "25,165,824");
  EXPECT_EQ(ulp_text(999999999999), "999,999,999,999");
  EXPECT_EQ(ulp_text(1e12), "1e+12");
  EXPECT_EQ(ulp_text(0x1p150), "1.43e+45");
}

TEST(FigureText, GroupsLargeFiguresOfAnyKind) {
  EXPECT_EQ(figure_text(0.004, 3), "0.004");
  EXPECT_EQ(figure_text(99.96, 3), "100");
  EXPECT_EQ(figure_text(2516582400, 3), "2,516,582,400");
}

TEST(UlpText, DoesNotShowWhatIsBesideAWholeNumberAsThatNumber) {
  EXPECT_EQ(ulp_text(1.000002), "1.000002");
  EXPECT_EQ(ulp_text(0.99998), "0.99998");
  EXPECT_EQ(ulp_text(4), "4");
  EXPECT_EQ(ulp_text(2.50003), "2.5");
}

TEST(Wrapped, BreaksAtSpacesWithinTheWidth) {
  EXPECT_EQ(wrapped("one two three", 2, 9), "  one two\n  three\n");
  EXPECT_EQ(wrapped("  one\n two ", 0, 20), "one two\n");
}

TEST(Wrapped, KeepsALongWordWhole) {
  EXPECT_EQ(wrapped("a incomprehensibilities b", 1, 8), " a\n incomprehensibilities\n b\n");
}

TEST(Wrapped, OfNothingIsAnEmptyLine) { EXPECT_EQ(wrapped("", 4, 20), "\n"); }

TEST(ValueLines, ShowDecimalHexFloatAndBits) {
  const std::vector<ValueLine> lines = {{"x", Format::binary32, 0x3fc00000, ""},
                                        {"result", Format::binary32, 0x80000000, "odd"}};
  const std::string text = value_lines(lines);
  EXPECT_NE(text.find("  x        1.5"), std::string::npos) << text;
  EXPECT_NE(text.find("0x3fc00000\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  result   -0"), std::string::npos) << text;
  EXPECT_NE(text.find("0x80000000   odd\n"), std::string::npos) << text;
}

TEST(PermittedLines, ListRangesAndNaN) {
  PermittedSet permitted;
  permitted.ranges = {{0x80000000, 0x80000000}, {0x3f800000, 0x3f800001}};
  permitted.nan = NanKind::any;
  const std::string text = permitted_lines(permitted);
  EXPECT_NE(text.find("-0 "), std::string::npos) << text;
  EXPECT_NE(text.find("[0x3f800000, 0x3f800001]\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  any NaN\n"), std::string::npos) << text;
}

TEST(PermittedLines, ListTheBitsOfListedNaN) {
  PermittedSet permitted;
  permitted.nan = NanKind::listed;
  permitted.nan_patterns = {0x7f800001};
  EXPECT_EQ(permitted_lines(permitted), "  nan   0x7f800001\n");
}

TEST(PermittedLines, SayWhenAnythingIsPermitted) {
  PermittedSet permitted;
  permitted.anything = true;
  EXPECT_NE(permitted_lines(permitted).find("anything"), std::string::npos);
}

}  // namespace
}  // namespace halfulp::report
