// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "exact/certified.hpp"

namespace halfulp::exact {
namespace {

// Where sin(x) is small, it is the distance to a multiple of pi; where cos(x) is, to an odd multiple of pi/2.
TEST(CertifiedExhaustive, NoOperandIsNearerToAMultipleOfHalfPi) {
  double nearest = 1;
  for (std::uint32_t bits = 0x3f000000; bits < 0x7f800000; ++bits) {
    const double x = std::bit_cast<float>(bits);
    nearest = std::min({nearest, std::fabs(certified(Operation::sin, x)), std::fabs(certified(Operation::cos, x))});
  }
  EXPECT_GT(nearest, 0x1p-30);
}

}  // namespace
}  // namespace halfulp::exact
