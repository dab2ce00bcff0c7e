// SPDX-License-Identifier: Apache-2.0
#include "cli/budget.hpp"

#include <gtest/gtest.h>

#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

TEST(Budget, OfCasesIsAWholeNumber) {
  EXPECT_EQ(read_cases("1"), 1);
  EXPECT_EQ(read_cases("1000000"), 1'000'000);
  EXPECT_EQ(read_cases("1e12"), 1'000'000'000'000);
  EXPECT_EQ(read_cases("2.5e9"), 2'500'000'000);
  EXPECT_EQ(read_cases("1e18"), 1'000'000'000'000'000'000);
  EXPECT_EQ(read_cases("9007199254740993"), 9'007'199'254'740'993) << "every digit counts, also past 2^53";
  for (const char* text : {"", "0", "-1", "1.5", "1e-3", "1e19", "2000000000000000000", "many", "1e6x", "inf", "nan"}) {
    EXPECT_THROW(static_cast<void>(read_cases(text)), Error) << text;
  }
}

TEST(Budget, OfTimeHasUnits) {
  EXPECT_EQ(read_time("8h").count(), 8 * 3600);
  EXPECT_EQ(read_time("90m").count(), 90 * 60);
  EXPECT_EQ(read_time("45s").count(), 45);
  EXPECT_EQ(read_time("1h30m").count(), 90 * 60);
  EXPECT_EQ(read_time("1h1m1s").count(), 3661);
  for (const char* text : {"", "8", "h", "0s", "-1h", "1.5h", "30m1h", "1h 30m", "8hours", "10001h", "4294967295h"}) {
    EXPECT_THROW(static_cast<void>(read_time(text)), Error) << text;
  }
}

}  // namespace
}  // namespace halfulp::cli
