// SPDX-License-Identifier: Apache-2.0
#include "report/comparison.hpp"

#include <gtest/gtest.h>

namespace halfulp::report {
namespace {

PermittedSet set_of(std::vector<Range> ranges, NanKind nan = NanKind::none, std::vector<Bits> patterns = {}) {
  return {.format = Format::binary32, .ranges = std::move(ranges), .nan = nan, .nan_patterns = std::move(patterns)};
}

PermittedSet anything() {
  PermittedSet set;
  set.anything = true;
  return set;
}

constexpr Bits kZero = 0x00000000;
constexpr Bits kMinusZero = 0x80000000;
constexpr Bits kOne = 0x3f800000;
constexpr Bits kTwo = 0x40000000;
constexpr Bits kInfinity = 0x7f800000;
constexpr Bits kMinusInfinity = 0xff800000;
constexpr Bits kNan = 0x7fc00000;

TEST(Outside, FindsNothingInASubset) {
  EXPECT_EQ(outside(set_of({{kOne, kTwo}}), set_of({{kOne, kTwo}})), std::nullopt);
  EXPECT_EQ(outside(set_of({{kOne, kOne}}), set_of({{kMinusZero, kTwo}})), std::nullopt);
  EXPECT_EQ(outside(set_of({{kOne, kOne}}, NanKind::listed, {kNan}), set_of({{kOne, kOne}}, NanKind::any)),
            std::nullopt);
  EXPECT_EQ(outside(set_of({{kOne, kOne}}, NanKind::any), anything()), std::nullopt);
  EXPECT_EQ(outside(anything(), anything()), std::nullopt);
}

TEST(Outside, FindsTheEndsOfARange) {
  EXPECT_EQ(outside(set_of({{kMinusZero, kZero}}), set_of({{kZero, kZero}})), kMinusZero);
  EXPECT_EQ(outside(set_of({{kOne, kTwo}}), set_of({{kOne, kTwo - 1}})), kTwo);
}

TEST(Outside, FindsAGapInTheOtherSet) {
  EXPECT_EQ(outside(set_of({{kOne, kTwo}}), set_of({{kOne, kOne + 4}, {kOne + 6, kTwo}})), kOne + 5);
  EXPECT_EQ(outside(set_of({{kMinusInfinity, kInfinity}}), set_of({{kMinusInfinity, kMinusZero}, {1, kInfinity}})),
            kZero);
}

TEST(Outside, FindsNan) {
  EXPECT_EQ(outside(set_of({}, NanKind::any), set_of({{kOne, kOne}})), kNan);
  EXPECT_EQ(outside(set_of({}, NanKind::any), set_of({}, NanKind::listed, {kNan})), kNan + 1);
  EXPECT_EQ(outside(set_of({}, NanKind::listed, {kNan, kNan + 3}), set_of({}, NanKind::listed, {kNan})), kNan + 3);
}

TEST(Outside, FindsWhatAnUnconstrainedSetHasMore) {
  EXPECT_EQ(outside(anything(), set_of({{kInfinity, kInfinity}})), kZero);
  EXPECT_EQ(outside(anything(), set_of({{kMinusZero, kInfinity}}, NanKind::any)), 0x80000001);
  EXPECT_EQ(outside(anything(), set_of({{kMinusInfinity, kInfinity}})), kNan);
  EXPECT_EQ(outside(anything(), set_of({{kMinusInfinity, kInfinity}}, NanKind::any)), std::nullopt);
}

TEST(Outside, StaysInAnIntegersFormat) {
  PermittedSet all;
  all.format = Format::uint32;
  all.anything = true;
  PermittedSet some;
  some.format = Format::uint32;
  some.ranges = {{0, 0xfffffffe}};
  EXPECT_EQ(outside(all, some), 0xffffffff);
  some.ranges = {{1, 0xffffffff}};
  EXPECT_EQ(outside(all, some), 0);
  some.ranges = {{0, 0xffffffff}};
  EXPECT_EQ(outside(all, some), std::nullopt);
}

}  // namespace
}  // namespace halfulp::report
