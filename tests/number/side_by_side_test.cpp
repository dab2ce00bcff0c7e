// SPDX-License-Identifier: Apache-2.0
#include "number/side_by_side.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <stdexcept>
#include <vector>

namespace halfulp::number {
namespace {

TEST(SideBySide, CallsOnceWithEachNumber) {
  for (const unsigned threads : {0U, 1U, 3U}) {
    std::vector<std::atomic<int>> calls(100);
    side_by_side(calls.size(), threads, [&](std::size_t i) { ++calls[i]; });
    for (const std::atomic<int>& one : calls) EXPECT_EQ(one, 1);
  }
  side_by_side(0, 2, [](std::size_t) { FAIL(); });
}

TEST(SideBySide, CallsOnSeveralThreads) {
  std::latch all(3);
  side_by_side(3, 3, [&](std::size_t) { all.arrive_and_wait(); });  // would hang on fewer
}

TEST(SideBySide, ThrowsWhatACallThrows) {
  std::atomic<int> calls = 0;
  const auto use = [&](std::size_t i) {
    ++calls;
    if (i == 2) throw std::runtime_error("two");
  };
  EXPECT_THROW(side_by_side(100, 1, use), std::runtime_error);
  EXPECT_EQ(calls, 3);
  EXPECT_THROW(side_by_side(100, 4, use), std::runtime_error);
}

}  // namespace
}  // namespace halfulp::number
