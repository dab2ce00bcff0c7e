// SPDX-License-Identifier: Apache-2.0
#include "cli/run/ranges.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace halfulp::cli {
namespace {

using Ends = std::map<std::uint64_t, std::uint64_t>;

TEST(Ranges, ThatTouchBecomeOne) {
  Ranges ranges;
  ranges.add(10, 20);
  ranges.add(30, 40);
  EXPECT_EQ(ranges.ends(), (Ends{{10, 20}, {30, 40}}));
  ranges.add(20, 30);
  EXPECT_EQ(ranges.ends(), (Ends{{10, 40}}));
  ranges.add(40, 41);
  ranges.add(9, 10);
  ranges.add(5, 5);
  EXPECT_EQ(ranges.ends(), (Ends{{9, 41}}));
  EXPECT_EQ(ranges.size(), 32);
}

TEST(Ranges, TellWhatTheyHoldAndLack) {
  Ranges ranges;
  ranges.add(10, 20);
  ranges.add(30, 40);
  EXPECT_EQ(ranges.next_missing(0), 0);
  EXPECT_EQ(ranges.next_missing(10), 20);
  EXPECT_EQ(ranges.next_missing(19), 20);
  EXPECT_EQ(ranges.next_missing(25), 25);
  EXPECT_EQ(ranges.next_missing(39), 40);
  EXPECT_EQ(ranges.next_held(0), 10);
  EXPECT_EQ(ranges.next_held(10), 10);
  EXPECT_EQ(ranges.next_held(20), 30);
  EXPECT_EQ(ranges.next_held(35), 35);
  EXPECT_EQ(ranges.next_held(40), std::numeric_limits<std::uint64_t>::max());
  EXPECT_FALSE(ranges.holds_any(20, 30));
  EXPECT_TRUE(ranges.holds_any(20, 31));
  EXPECT_TRUE(ranges.holds_any(19, 20));
}

TEST(Ranges, AgreeWithASetInAnyOrder) {
  // Blocks of different sizes, in an order that is no order.
  Ranges ranges;
  Ranges others;
  std::set<std::uint64_t> held;
  for (std::uint64_t i = 0; i < 50; ++i) {
    const std::uint64_t first = i * 37 % 50 * 10;
    const std::uint64_t end = first + 1 + i % 10;
    (i % 2 == 0 ? ranges : others).add(first, end);
    for (std::uint64_t number = first; number < end; ++number) held.insert(number);
  }
  ranges.merge(others);
  EXPECT_EQ(ranges.size(), held.size());
  for (std::uint64_t number = 0; number < 500; ++number) {
    EXPECT_EQ(ranges.holds_any(number, number + 1), held.contains(number)) << number;
    EXPECT_EQ(ranges.next_missing(number) == number, !held.contains(number)) << number;
  }
}

}  // namespace
}  // namespace halfulp::cli
