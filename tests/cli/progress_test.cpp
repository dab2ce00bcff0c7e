// SPDX-License-Identifier: Apache-2.0
#include "cli/run/progress.hpp"

#include <gtest/gtest.h>

namespace halfulp::cli {
namespace {

TEST(ProgressLine, TellsPartRateAndRemainingTime) {
  EXPECT_EQ(progress_line(50'000'000, 100'000'000, "rsq", 4.0),
            "[###############...............]  50%  rsq           12.5 M cases/s  0:04 left");
  EXPECT_EQ(progress_line(1'000'000, 3'700'000'000, "sin", 1.0),
            "[..............................]   0%  sin            1.0 M cases/s  1:01:39 left");
}

TEST(ProgressLine, HasNoRateBeforeTheFirstCase) {
  EXPECT_EQ(progress_line(0, 100, "add", 0.0), "[..............................]   0%  add        ");
}

TEST(ProgressLine, IsFullAtTheEnd) {
  EXPECT_EQ(progress_line(100, 100, "add", 1.0),
            "[##############################] 100%  add            0.0 M cases/s  0:00 left");
}

TEST(ProgressLine, TellsWhereTheTimeGoes) {
  using namespace std::chrono_literals;
  EXPECT_EQ(time_spent({50ms, 200ms, 750ms}), "  operands 5%, device 20%, judge 75%");
  EXPECT_EQ(time_spent({}), "");
}

}  // namespace
}  // namespace halfulp::cli
