// SPDX-License-Identifier: Apache-2.0
#include "number/float_environment.hpp"

#include <gtest/gtest.h>

#include <cfenv>

#include "arithmetic/basic.hpp"
#include "arithmetic/kernel_cases.hpp"
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace halfulp::arithmetic {
namespace {

TEST(FloatEnvironment, RoundsToNearestWhateverTheThreadHasSet) {
  ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
  // 1 + 2^-25 rounds to 1; upward it would be 1 + 2^-23.
  const Word sum = test::evaluated(Operation::add, test::kFlush, {0x3f800000, 0x33000000});
  const int mode_after = std::fegetround();
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(sum, 0x3f800000U);
  EXPECT_EQ(mode_after, FE_UPWARD);
}

#if defined(__SSE2__)
TEST(FloatEnvironment, KeepsDenormalsWhateverTheThreadHasSet) {
  constexpr unsigned kFlushAndDenormalsAreZero = 0x8040;
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | kFlushAndDenormalsAreZero);
  const Word sum = test::evaluated(Operation::add, test::kKeep, {0x00000001, 0x00000002});
  // 2^-126 * (1 - 2^-24) rounds up to 2^-126; hardware that flushes takes it to zero.
  const Word product = test::evaluated(Operation::mul, test::kFlush, {0x00800000, 0x3f7fffff});
  const unsigned after = _mm_getcsr();
  _mm_setcsr(before);
  EXPECT_EQ(sum, 0x00000003U);
  EXPECT_EQ(product, 0x00800000U);
  EXPECT_EQ(after & kFlushAndDenormalsAreZero, kFlushAndDenormalsAreZero);
}
#endif

}  // namespace
}  // namespace halfulp::arithmetic
