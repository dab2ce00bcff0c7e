// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/reciprocal_square_root.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "arithmetic/basic.hpp"
#include "arithmetic/kernel_cases.hpp"

namespace halfulp::arithmetic {
namespace {

__extension__ using Wide = unsigned __int128;

// For x in [1, 4), x = n * 2^-23 and the result r = m * 2^-24 with m of 24 bits or 2^24, both integers.
// r is nearest when (2m - 1)^2 < 2^50 / x < (2m + 1)^2, that is (2m - 1)^2 * n < 2^73 < (2m + 1)^2 * n.
// x in [1, 4) stands for all: 4 * x has half the result, and the double computation scales exactly.
TEST(ReciprocalSquareRoot, IsRightForEveryOperand) {
  const number::DefaultFloatEnvironment environment;
  std::uint64_t wrong = 0;
  for (Word bits = 0x3f800000; bits < 0x40800000; ++bits) {  // 1 <= x < 4
    const Word fraction = bits & 0x7fffff;
    const Wide n = static_cast<Wide>(fraction | 0x800000) << ((bits >> 23) - 127);
    const Word result = reciprocal_square_root(test::kFlush, bits);
    const Wide m = static_cast<Wide>((result & 0x7fffff) | 0x800000) << ((result >> 23) - 126);
    const Wide target = Wide{1} << 73;
    if ((2 * m - 1) * (2 * m - 1) * n >= target || (2 * m + 1) * (2 * m + 1) * n <= target) ++wrong;
  }
  EXPECT_EQ(wrong, 0U);
}

TEST(ReciprocalSquareRoot, HalvesWhenTheOperandIsFourTimesAsLarge) {
  const number::DefaultFloatEnvironment environment;
  for (Word bits = 0x00800000; bits < 0x7e800000; bits += 4099) {
    const Word four_times = bits + (2U << 23);
    EXPECT_EQ(reciprocal_square_root(test::kFlush, four_times) + (1U << 23),
              reciprocal_square_root(test::kFlush, bits));
  }
}

// With x = n * 2^-23 in [1, 4), r = m * 2^-23: (2m - 1)^2 < 4 * n * 2^23 < (2m + 1)^2.
TEST(SquareRoot, IsRightForEveryOperand) {
  const number::DefaultFloatEnvironment environment;
  std::uint64_t wrong = 0;
  for (Word bits = 0x3f800000; bits < 0x40800000; ++bits) {
    const Wide n = static_cast<Wide>((bits & 0x7fffff) | 0x800000) << ((bits >> 23) - 127);
    const Word result = square_root(test::kFlush, bits);
    const Wide m = (result & 0x7fffff) | 0x800000;
    const Wide target = n << 25;
    if ((2 * m - 1) * (2 * m - 1) >= target || (2 * m + 1) * (2 * m + 1) <= target) ++wrong;
  }
  EXPECT_EQ(wrong, 0U);
}

}  // namespace
}  // namespace halfulp::arithmetic
