// SPDX-License-Identifier: Apache-2.0
#include "suite/random.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>

namespace halfulp::suite {
namespace {

TEST(Mix, GivesThePublishedSequenceOfSplitMix64) {
  // The first outputs of SplitMix64 for the seed 1234567, as published with its reference code.
  std::uint64_t state = 1234567;
  for (const std::uint64_t expected : {6457827717110365317U, 3203168211198807973U, 9817491932198370423U,
                                       4593380528125082431U, 16408922859458223821U}) {
    state += 0x9e3779b97f4a7c15;
    EXPECT_EQ(mix(state), expected);
  }
}

TEST(Random, DependsOnKeyAndIndexOnly) {
  Random a(1, 2);
  Random b(1, 2);
  Random other_index(1, 3);
  Random other_key(2, 2);
  const std::uint64_t first = a.next();
  EXPECT_EQ(first, b.next());
  EXPECT_NE(first, other_index.next());
  EXPECT_NE(first, other_key.next());
}

TEST(Random, StaysInItsRangesAndReachesTheirEnds) {
  std::set<int> seen;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    Random random(7, i);
    EXPECT_LT(random.below(5), 5U);
    seen.insert(random.between(-2, 2));
    const int n = random.between(1, 64);
    EXPECT_EQ(std::bit_width(random.of_length(n)), static_cast<unsigned>(n));
    EXPECT_EQ(random.bits(0), 0U);
  }
  EXPECT_EQ(seen, (std::set<int>{-2, -1, 0, 1, 2}));
}

}  // namespace
}  // namespace halfulp::suite
