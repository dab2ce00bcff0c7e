// SPDX-License-Identifier: Apache-2.0
#include "report/fit.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace halfulp::report {
namespace {

TEST(Listed, HasAsManyItemsAsFit) {
  const std::vector<std::string> items = {"one", "two", "three", "four"};
  EXPECT_EQ(listed(items, ", ", 21), "one, two, three, four");
  EXPECT_EQ(listed(items, ", ", 20), "one, two and 2 more");
  EXPECT_EQ(listed(items, ", ", 14), "one and 3 more");
  EXPECT_EQ(listed(items, ", ", 0), "one and 3 more");
  EXPECT_EQ(listed({}, ", ", 10), "");
}

TEST(Clipped, CutsBehindAWord) {
  EXPECT_EQ(clipped("a rule is short", 15), "a rule is short");
  EXPECT_EQ(clipped("a rule is short", 14), "a rule is ...");
  EXPECT_EQ(clipped("a rule; is short", 12), "a rule ...");
  EXPECT_EQ(clipped("long-word next", 5), "long-word ...");
  EXPECT_EQ(clipped("longword", 5), "longword");
}

}  // namespace
}  // namespace halfulp::report
