// SPDX-License-Identifier: Apache-2.0
#include "report/line_drawing.hpp"

#include <gtest/gtest.h>

namespace halfulp {
namespace {

Bits bits(std::string_view text) { return parse_value(Format::binary32, text); }

PermittedSet set_of(std::vector<Range> ranges) {
  return {Format::binary32, std::move(ranges), NanKind::none, {}, false};
}

TEST(LineDrawing, HasAColumnForEachValue) {
  // 1 - 2^-24 and 1 are neighbours, so are 1 and 1 + 2^-23.
  EXPECT_EQ(report::line_drawing(set_of({{bits("0x1.fffffep-1"), bits("0x1.000002p+0")}}), bits("1")),
            "  0.9999997 ....###.... 1.0000006\n"
            "                 ^ the exact result, rounded to nearest; a column is a value\n");
  EXPECT_EQ(report::line_drawing(set_of({{bits("-0"), bits("-0")}}), bits("0")),
            "  -6e-45 ....#..... 6e-45\n"
            "              ^ the exact result, rounded to nearest; a column is a value\n");
}

TEST(LineDrawing, PutsManyValuesIntoAColumn) {
  const std::string text =
      report::line_drawing(set_of({{bits("1"), bits("2")}, {bits("inf"), bits("inf")}}), bits("nan"));
  // 2^30 + 5 values from 1 - 2^-22 to infinity; 1 to 2 has 2^23 + 1 of them.
  EXPECT_EQ(text, "  0.99999976 +" + std::string(62, '.') + "+ inf\n  a column is 16,777,217 values\n");
}

TEST(LineDrawing, StaysInsideTheFormatAndSaysWhereNoLineIs) {
  EXPECT_EQ(report::line_drawing({Format::unorm8, {{0, 1}}, NanKind::none, {}, false}, 0),
            "  0/255 ##.... 5/255\n"
            "        ^ the exact result, rounded to nearest; a column is a value\n");
  EXPECT_EQ(report::line_drawing({Format::bool32, {{0, 0}}, NanKind::none, {}, false}, 0),
            "  nothing to draw: the result is no number\n");
  EXPECT_EQ(report::line_drawing({Format::binary32, {}, NanKind::any, {}, false}, 0), "  no number is permitted\n");
  EXPECT_EQ(report::line_drawing({Format::binary32, {}, NanKind::none, {}, true}, 0), "  every result is permitted\n");
}

}  // namespace
}  // namespace halfulp
