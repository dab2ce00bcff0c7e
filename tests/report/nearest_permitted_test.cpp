// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "halfulp/judge.hpp"
#include "halfulp/permitted.hpp"

namespace halfulp {
namespace {

PermittedSet set_of(Format format, std::vector<Range> ranges) {
  PermittedSet set;
  set.format = format;
  set.ranges = std::move(ranges);
  return set;
}

using Nearest = std::optional<NearestPermitted>;

TEST(NearestPermitted, IsTheNearestEndOfARange) {
  const PermittedSet set = set_of(Format::binary32, {{0xc0000000, 0xbf800000}, {0x3f800000, 0x40000000}});
  EXPECT_EQ(set.nearest(0x40000007), (Nearest{{0x40000000, 7}}));
  EXPECT_EQ(set.nearest(0x3f7ffffe), (Nearest{{0x3f800000, 2}}));
  EXPECT_EQ(set.nearest(0xbf7fffff), (Nearest{{0xbf800000, 1}}));
  EXPECT_EQ(set.nearest(0x80000000), (Nearest{{0xbf800000, 0x3f800000}})) << "-0 is nearer to -1 than +0 is";
}

TEST(NearestPermitted, IsTheResultWhereThatIsPermitted) {
  EXPECT_EQ(set_of(Format::binary32, {{0x3f800000, 0x40000000}}).nearest(0x3fc00000), (Nearest{{0x3fc00000, 0}}));
}

TEST(NearestPermitted, TellsTheZerosApart) {
  EXPECT_EQ(set_of(Format::binary32, {{0x00000000, 0x00000000}}).nearest(0x80000000), (Nearest{{0x00000000, 1}}));
}

TEST(NearestPermitted, SpansAllOfBinary64) {
  const PermittedSet set = set_of(Format::binary64, {{0xfff0000000000000, 0xfff0000000000000}});
  EXPECT_EQ(set.nearest(0x7ff0000000000000), (Nearest{{0xfff0000000000000, 0xffe0000000000001}}));
}

TEST(NearestPermitted, IsNothingWhereNoNumberIsNear) {
  EXPECT_EQ(set_of(Format::binary32, {{0, 0}}).nearest(0x7fc00000), std::nullopt);
  EXPECT_EQ(set_of(Format::binary32, {}).nearest(0), std::nullopt);
  PermittedSet anything = set_of(Format::binary32, {});
  anything.anything = true;
  EXPECT_EQ(anything.nearest(0), std::nullopt);
}

bool is_clamped(Operation operation, Format format, Bits operand) {
  return explain(Rulebook::open("d3d11"), operation, format, std::span(&operand, 1)).exact_clamped;
}

TEST(Explanation, SaysWhetherTheExactResultIsClamped) {
  EXPECT_TRUE(is_clamped(Operation::ftoi, Format::binary32, 0x4f000000)) << "2^31";
  EXPECT_FALSE(is_clamped(Operation::ftoi, Format::binary32, 0xcf000000)) << "-2^31";
  EXPECT_FALSE(is_clamped(Operation::ftou, Format::binary32, 0xbf000000)) << "-0.5 becomes 0 by truncation";
  EXPECT_TRUE(is_clamped(Operation::ftou, Format::binary32, 0xbf800000));
  EXPECT_FALSE(is_clamped(Operation::ftou, Format::binary32, 0x7fc00000)) << "NaN";
  EXPECT_TRUE(is_clamped(Operation::binary32_to_snorm8, Format::binary32, 0xc0000000));
  EXPECT_FALSE(is_clamped(Operation::binary32_to_snorm8, Format::binary32, 0xbf800000));
  EXPECT_TRUE(is_clamped(Operation::binary32_to_unorm8, Format::binary32, 0x7f800000));
  EXPECT_TRUE(is_clamped(Operation::binary32_to_srgb8, Format::binary32, 0xbf000000));
  EXPECT_FALSE(is_clamped(Operation::binary32_to_srgb8, Format::binary32, 0x3f800000));
  EXPECT_TRUE(is_clamped(Operation::uint32_to_uint8, Format::uint32, 256));
}

}  // namespace
}  // namespace halfulp
